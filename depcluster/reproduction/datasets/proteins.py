"""Generated sequences with a family tree, in the place of proteins."""

from __future__ import annotations

import numpy as np

from ..._typing import Ints
from ..._validation import check_memory, generator_of
from ...datasets.makers import N_SAMPLES, SHARE, checked_maker

AMINO_ACIDS = "ACDEFGHIKLMNPQRSTVWY"

#: Classes, folds and superfamilies of `make_superfamilies`, as `labels.tree` takes them.
SUPERFAMILY_TREE = [
    [["a.1.1"], ["a.2.1"], ["a.3.1"]],
    [["b.1.1"], ["b.2.1"], ["b.3.1"], ["b.4.1"]],
    [["c.1.1", "c.1.2", "c.1.3"], ["c.2.1"], ["c.3.1"], ["c.4.1"]],
    [["g.1.1"], ["g.2.1"]],
]


@checked_maker(
    n_per_superfamily=N_SAMPLES,
    length=N_SAMPLES,
    class_rate=SHARE,
    fold_rate=SHARE,
    superfamily_rate=SHARE,
    sequence_rate=SHARE,
    indel_share=SHARE,
)
def make_superfamilies(
    n_per_superfamily: int = 10,
    *,
    length: int = 100,
    class_rate: float = 0.5,
    fold_rate: float = 0.1,
    superfamily_rate: float = 0.1,
    sequence_rate: float = 0.5,
    indel_share: float = 0.1,
    random_state: int = 0,
) -> tuple[list[str], Ints]:
    """Sequences that changed along a tree: a stand-in for the proteins of Zhong et al. (2010).

    These are no proteins. The paper clusters 150 real ones, ten of each of 15 superfamilies
    of SCOP, which are not to be had with its kernels. Here a random sequence stands at the
    root of `SUPERFAMILY_TREE`; every node copies its parent with changes, and so do the
    sequences at the end. A letter is changed with the rate of its level. A share of the
    changes, `indel_share`, is half insertions of a letter behind and half deletions; the
    others put one of the 19 other letters in its place. Letters are equally frequent.

    Parameters
    ----------
    n_per_superfamily : int, default=10
    length : int, default=100
        Letters of the sequence at the root.
    class_rate : float, default=0.5
        Share of the letters that change from the root to a class, between 0 and 1.
    fold_rate, superfamily_rate : float, default=0.1
        The same from a class to a fold, and from a fold to a superfamily.
    sequence_rate : float, default=0.5
        The same from a superfamily to each of its sequences.
    indel_share : float, default=0.1
        Share of the changes that insert or delete, between 0 and 1.
    random_state : int, default=0

    Returns
    -------
    sequences : list of str
        Of length 15 n_per_superfamily, in the order of the tree's leaves.
    y : ndarray of int of shape (15 n_per_superfamily,)
        Superfamilies 0..14.

    Raises
    ------
    ValueError
        If a parameter is out of its range.

    Notes
    -----
    The paper draws its tree (Fig. 3a) and we have only its text, which says: 15
    superfamilies below folds below classes; four classes a, b, c and g, of which c is the
    largest; and, the only one it mentions, a fold of several superfamilies, the first of c.
    `SUPERFAMILY_TREE` is one such tree; how many superfamilies and folds stand where is our
    choice. The names of its leaves follow the notation of SCOP and mean no entry of it.

    The default rates leave both ends open: superfamilies are neither apart at a glance nor
    lost, and classes show in the similarities. They follow no number of the paper. They were
    chosen among about ten settings by what kernel k-means found on two seeds, with the results
    of CLUHSICAL in view as well, so they are no evidence for it: the claims of
    `depcluster.reproduction` rest on rates that k-means alone chose.

    Examples
    --------
    >>> sequences, y = make_superfamilies()
    >>> len(sequences), int(y.max())
    (150, 14)
    """
    letters = 15 * n_per_superfamily * length
    check_memory(64 * letters, f"n_per_superfamily x length: {letters} letters", "Take fewer.")
    rng = generator_of(random_state)
    root = rng.integers(len(AMINO_ACIDS), size=length)
    rates = (class_rate, fold_rate, superfamily_rate)
    ancestors = list(_descend(SUPERFAMILY_TREE, root, rates, indel_share, rng))
    letters = np.array(list(AMINO_ACIDS))
    sequences = [
        "".join(letters[_mutated(ancestor, sequence_rate, indel_share, rng)])
        for ancestor in ancestors
        for _ in range(n_per_superfamily)
    ]
    return sequences, np.repeat(np.arange(len(ancestors)), n_per_superfamily)


def _descend(node, sequence, rates, indel_share, rng):
    """The sequence at each leaf, from left to right."""
    if not isinstance(node, list):
        yield sequence
        return
    for child in node:
        yield from _descend(
            child, _mutated(sequence, rates[0], indel_share, rng), rates[1:], indel_share, rng
        )


def _mutated(sequence, rate, indel_share, rng):
    """A copy with changes; the last letter is never deleted."""
    n_letters = len(AMINO_ACIDS)
    changed = rng.random(len(sequence)) < rate
    kind = rng.random(len(sequence))
    inserts = changed & (kind < indel_share / 2)
    deletes = changed & (kind >= indel_share / 2) & (kind < indel_share)
    if deletes.all():
        deletes[0] = False
    other = (sequence + rng.integers(1, n_letters, size=len(sequence))) % n_letters
    copy = np.where(changed & ~inserts & ~deletes, other, sequence)
    behind = np.flatnonzero(inserts) + 1
    copy = np.insert(copy, behind, rng.integers(n_letters, size=behind.size))
    return np.delete(copy, np.flatnonzero(np.insert(deletes, behind, False)))
