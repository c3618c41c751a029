"""The tables of Blaschko 2008 from the recorded study, the paper's values beside ours."""

from __future__ import annotations

import numpy as np

from ...checks.rules import Rule
from ..exhibit import exhibit
from ..table import Table
from .cases import (
    BY_1,
    LETTERS,
    NEITHER,
    PRINTED,
    SONG,
    TAXONOMY,
    draws,
    lower,
    record,
)
from .figures import CORPUS
from .texts import TWICE, printed_lists, single, texts

_LEVELS = (1, 1.5, 2, 2.5)
_DIFFICULTY = Rule(
    "1, 1.5, 2 or 2.5",
    lambda v: isinstance(v, (int, float)) and not isinstance(v, bool) and v in _LEVELS,
)
# Rows that are not fixed structures: what they are called, and the paper's name for its own.
_OTHERS = (
    ("spectral (Ng, Jordan and Weiss)", "spectral, NJW", "spectral"),
    ("taxonomy", TAXONOMY, "taxonomy"),
    ("taxonomy, tree fitted to (1) itself", "taxonomy, objective", None),
    ("free structure, no tree", "free", None),
    ("Song's P, no structure (kernel k-means)", "CLUHSIC l2, I", None),
    ("k-means on the pixels", "k-means", None),
    ("Song's P, the right structure given", "CLUHSIC l2, tree((3, 3))", None),
)


@exhibit("Table 1", "stand-in faces", difficulty=_DIFFICULTY)
def table_1(difficulty=2):
    """Conditional entropies on the faces (Blaschko 2008, Table 1), recorded.

    Parameters
    ----------
    difficulty : {1, 1.5, 2, 2.5}, default=2
        Of the faces; at 1 most methods are right.

    Returns
    -------
    Table
        Mean entropies over draws, the paper's on its photographs below ours, and by how much the
        taxonomy's entropy is lower on the same draws, with a 95 % interval. The structures (a)
        to (h) also under (1), and with no division at all.

    Notes
    -----
    The paper has one set of photographs and no repetitions. It does not say how Song's objective
    was divided: with Song's own P, whose columns have length 1, the structures differ among
    themselves as in the paper; with no division all of them end in three clusters, the people.
    """
    level = f"{difficulty:g}"
    rows = [_row(name, method, level, printed) for name, method, printed in _OTHERS[:1]]
    for letter in LETTERS:
        row = _row(f"({letter})", f"{SONG}{letter}", level, letter)
        filled = draws(level, "filled", f"{NEITHER}{letter}").mean()
        none = f"{_mean(f'{NEITHER}{letter}', level)} ({filled:.1f} of 9 clusters filled)"
        rows.append((*row[:3], _mean(f"{BY_1}{letter}", level), none))
    rows += [_row(name, method, level, printed) for name, method, printed in _OTHERS[1:]]
    n = len(draws(level, "entropy", TAXONOMY))
    return Table(
        f"H(l | c) in nats: {n} draws of 185 faces of difficulty {level}, ten starts a method.",
        ("Method", "H(l | c)", "taxonomy lower by", "under (1)", "nothing divided"),
        [row + ("",) * (5 - len(row)) for row in rows],
        "(a) to (h): our eight structures, in the second column with Song's P. Intervals are 95 %, "
        "over paired draws; above 0 the taxonomy is better. Log 9 = 2.197 is chance. A cluster is "
        f"filled with five faces or more. Recorded {record('faces')['recorded']}.",
    )


def _mean(method, level):
    values = draws(level, "entropy", method)
    return f"{values.mean():.3f}" + " (ceiling)" * bool((values < 1e-9).all())


def _row(name, method, level, printed=None):
    ours = _mean(method, level)
    cell = ours if printed is None else (ours, f"{PRINTED[printed]:.3f}")
    return name, cell, "" if method == TAXONOMY else lower(method, level).text(digits=3)


@exhibit("Table 2", "stand-in texts", **CORPUS)
def table_2(corpus="docstrings", half=None):
    """Twenty words for each of eight clusters of texts (Blaschko 2008, Table 2), recorded.

    Parameters
    ----------
    corpus : {"docstrings", "newsgroups"}, default="docstrings"
    half : int, optional
        As in `figure_3`, whose letters these are.

    Returns
    -------
    Table
        Size of each cluster, how many times the mean cosine inside is that to the other texts,
        its words, and beside them the paper's words for its cluster of the same letter.

    Notes
    -----
    Words are those with the largest score of section 5.2. The letters go around our own tree:
    our a has nothing to do with the paper's a, which is of other texts.
    """
    found = texts(corpus, half)
    rows = [
        (
            letter,
            str(size),
            f"{ratio:.1f}" + " (not defined)" * bool(ratio < TWICE),
            " ".join(ours),
            " ".join(theirs),
        )
        for letter, size, ratio, ours, theirs in zip(
            LETTERS, found.sizes, found.ratios, found.words, printed_lists(), strict=True
        )
    ]
    shares = [f"{np.mean(single(lists)):.0%}" for lists in (found.words, printed_lists())]
    return Table(
        f"Twenty words for each of eight clusters of {found.m} {corpus}.",
        ("Cluster", "Texts", "Cosine inside / outside", "Words", "Words in the paper"),
        rows,
        f"The letters go around our tree: the paper's a is of other texts. Of our words "
        f"{shares[0]} stand in one list only, of the paper's {shares[1]}. Not defined: texts of "
        f"the cluster are less than {TWICE:g} times as alike as texts in and out of it. "
        f"Recorded {record('text')['recorded']}.",
    )
