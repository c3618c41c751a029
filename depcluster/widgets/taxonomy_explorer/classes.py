"""True classes of samples: their names, their families, and whether a tree splits one."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from ..._validation import is_number, short_repr
from ...metrics import conditional_entropy

_HEAD = re.compile(r",\s*|\.(?=[^\W\d_])")
_HALF = 0.5
_SHORT = 1e-9  # of the longest edge: shorter ones part nothing


@dataclass(frozen=True)
class Classes:
    """True classes of m samples.

    Attributes
    ----------
    codes : ndarray of int of shape (m,)
    names : tuple of str
        Of the classes that occur, by code.
    words : bool
        Whether the names are words somebody gave, and no numbers.
    """

    codes: np.ndarray
    names: tuple
    words: bool

    @classmethod
    def of(cls, y, target_names=None):
        """The classes of ``y``, or None without one.

        Parameters
        ----------
        y : ndarray of shape (m,) or None
            As `check_classes` lets pass.
        target_names : sequence of str, optional
            Names of the classes 0, 1, ...; other classes keep their own.

        Returns
        -------
        Classes or None
        """
        if y is None:
            return None
        values, codes = np.unique(y, return_inverse=True)
        codes = np.ravel(codes)
        if target_names is not None:
            return cls(codes, tuple(str(target_names[int(value)]) for value in values), True)
        words = values.dtype.kind not in "buif"
        return cls(codes, tuple(str(v) if words else f"class {v}" for v in values), words)

    @property
    def entropy(self):
        """Entropy of the classes in nats: the most that is left in any clusters."""
        return self.left_in(np.zeros(len(self.codes), dtype=np.intp))

    def left_in(self, labels):
        """H(y | l) in nats."""
        return conditional_entropy(self.codes, labels)

    def families(self):
        """What classes have in common by their names, or None.

        Names such as "person 1, happy" and "sci.space" have a head, before the first comma or
        dot; a name without one is a family of its own.

        Returns
        -------
        list of str, one a class, or None where heads join no classes, or all

        Examples
        --------
        >>> Classes.of(np.array(["sci.space", "sci.med", "misc"])).families()
        ['misc', 'sci', 'sci']
        >>> Classes.of(np.array(["setosa", "virginica"])).families() is None
        True
        """
        heads = [_HEAD.split(name)[0] for name in self.names] if self.words else []
        return heads if 1 < len(set(heads)) < len(heads) else None

    def most_in(self, labels, n_clusters, groups=None):
        """The class, or the family, that has more than half of each cluster.

        Parameters
        ----------
        labels : ndarray of int of shape (m,)
        n_clusters : int
        groups : list of str, one a class, optional
            The names of the classes when left out.

        Returns
        -------
        list of str, one a cluster
            "" for a cluster in which none has that many.
        """
        known, number = np.unique(groups or self.names, return_inverse=True)
        counts = np.zeros((n_clusters, len(known)))
        np.add.at(counts, (labels, number[self.codes]), 1)
        most = counts.argmax(axis=1)
        enough = counts.max(axis=1) > _HALF * counts.sum(axis=1)
        return [str(known[k]) if sure else "" for k, sure in zip(most, enough, strict=True)]

    def told(self, name):
        """A name in a sentence: words in quotes, numbers as they are."""
        return f"'{name}'" if self.words else name


def grouped(ring, labels, classes):
    """Clusters in an order in which those of one family, or of one class, stand together.

    Parameters
    ----------
    ring : ndarray of int of shape (c,)
        The clusters in the order that is kept otherwise.
    labels : ndarray of int of shape (m,)
    classes : Classes or None

    Returns
    -------
    list of (str, list of int)
        Names and their clusters; "mixed" for clusters where nothing has more than half, last,
        and one "" for all without classes.
    """
    if classes is None:
        return [("", ring.tolist())]
    most = classes.most_in(labels, len(ring), classes.families())
    names = sorted(dict.fromkeys(most[k] for k in ring), key=lambda name: not name)
    return [(name or "mixed", [int(k) for k in ring if most[k] == name]) for name in names]


def check_classes(y, m):
    """True classes as an array of shape (m,), or None.

    Raises
    ------
    ValueError
        If there is not one class a sample.
    """
    if y is None:
        return None
    y = np.asarray(y)
    if y.shape != (m,):
        raise ValueError(f"y must hold one class a sample, ({m},); got shape {y.shape}.")
    return y


def check_target_names(target_names, y):
    """Names of the classes 0, 1, ... as a tuple, or None.

    Raises
    ------
    ValueError
        If they are no words, or y is left out or holds other than their numbers.
    """
    if target_names is None:
        return None
    try:
        names = [] if isinstance(target_names, str) else np.ravel(np.asarray(target_names, object))
    except Exception:  # somebody else's object may raise anything
        names = []
    if not len(names) or not all(isinstance(name, str) for name in names):
        raise ValueError(
            "target_names must be a list of words, the names of the classes 0, 1, ...; got "
            f"{short_repr(target_names)}. Try the target_names of the data set."
        )
    if y is None:
        raise ValueError("target_names must be left out without y, whose classes they name.")
    strange = [value for value in np.unique(y).tolist() if not _numbers(value, len(names))]
    if strange:
        raise ValueError(
            f"target_names must name every class in y; got {len(names)} names, for the classes 0 "
            f"to {len(names) - 1}, and {short_repr(strange[0])} in y. Leave target_names out "
            "where y "
            "holds names itself."
        )
    return tuple(map(str, names))


def names_of_corpus(thumbnails, y):
    """The names that a corpus brings for the classes in y, where y holds their numbers."""
    names = getattr(thumbnails, "target_names", None)
    if names is None or y is None:
        return None
    known = all(_numbers(value, len(names)) for value in np.unique(y).tolist())
    return names if known else None


def _numbers(value, count):
    return is_number(value) and 0 <= value < count and value == int(value)


def branch_words(classes, labels, tree):
    """Whether clusters of one class stand together in a tree, in one sentence.

    Families are looked at first, where there are some.

    Parameters
    ----------
    classes : Classes
    labels : ndarray of int of shape (m,)
    tree : object with ``edges``, ``lengths``, ``n_leaves`` and ``splits()``
        Leaf k is cluster k.

    Returns
    -------
    str
        "" where the tree could not split a class: no class has several clusters, or any two
        leaves make a branch.
    """
    n = tree.n_leaves
    if n < 4:
        return ""
    splits = tree.splits()[tree.lengths > _SHORT * tree.lengths.max(initial=0)]
    whole = []
    for groups in (classes.families(), list(classes.names)):
        most = np.array(classes.most_in(labels, n, groups) if groups else [""] * n)
        names = [name for name in dict.fromkeys(most) if name and (most == name).sum() > 1]
        torn = [name for name in names if _torn(splits[:, most != ""], (most == name)[most != ""])]
        if torn:
            return _torn_words(classes, most, torn)
        whole += [classes.told(name) for name in names]
    return _whole_words(whole)


def _torn(splits, inside):
    """Whether some edge parts leaves of a set from one another, and so others too."""
    parts = [(side & own).any(axis=1) for side in (splits, ~splits) for own in (inside, ~inside)]
    return bool(np.logical_and.reduce(parts).any())


def _torn_words(classes, most, torn):
    of = np.flatnonzero(most == torn[0]).tolist()
    which = f"{', '.join(map(str, of[:-1]))} and {of[-1]}"
    both = "both" if len(of) == 2 else "all"
    more = f"; so do those of {len(torn) - 1} more" if len(torn) > 1 else ""
    return (
        f"Clusters {which} are {both} {classes.told(torn[0])} but stand in different "
        f"branches{more}."
    )


def _whole_words(whole):
    if not whole:
        return ""
    if len(whole) > 3:
        return f"Each of the {len(whole)} classes with several clusters is one branch."
    names = f"{', '.join(whole[:-1])} and {whole[-1]}" if len(whole) > 1 else whole[0]
    return f"The clusters of {names} are one branch{' each' if len(whole) > 1 else ''}."
