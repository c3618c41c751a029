"""Classes that go from some sizes to others, and what two methods make of their points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...._validation import as_array, whole_numbers
from ....kernels import centre
from ....labels.renaming import align_labels
from ....papers.song2007.cluhsic import cluhsic
from ....papers.zhong2010.cluhsical import cluhsical
from ..points import flat_points

STEPS = 20
METHODS = ("k-means", "CLUHSICAL")
SEARCHES = 20
MOST_CLASSES = 10


def sizes_between(first, last, share):
    """Whole numbers at a share of the way from some sizes to others, by largest remainder."""
    wanted = (1 - share) * np.asarray(first) + share * np.asarray(last)
    sizes = np.floor(wanted + 1e-9).astype(int)
    left = round(wanted.sum()) - sizes.sum()
    sizes[np.argsort(-(wanted - sizes).round(9), kind="stable")[:left]] += 1
    return sizes


@dataclass(frozen=True)
class Filed:
    """Some points in the clusters of a method, which are named so that most names are right."""

    X: np.ndarray
    labels: np.ndarray
    wrong: np.ndarray  # of bool; a point without a class is not wrong
    right: int  # of those that have one


@dataclass(frozen=True)
class Classes:
    """Points, their classes, or -1 for none, and the sizes of the classes at each step."""

    X: np.ndarray
    y: np.ndarray
    shown: bytes  # X as it is sent, see `flat_points`
    sizes: np.ndarray  # (STEPS + 1, c)

    def filed(self, step, method):
        """Kernel k-means, or A = I with the 0-1 loss under l1, with K = X X' centred.

        Of each class come the first points, as many as its size, and all that have none.
        """
        sizes = self.sizes[step]
        firsts = [np.flatnonzero(self.y == j)[:n] for j, n in enumerate(sizes)]
        rows = np.concatenate([*firsts, np.flatnonzero(self.y < 0)])
        X, y, A = self.X[rows], self.y[rows], np.eye(len(sizes))
        options = {"n_init": SEARCHES, "random_state": 0}
        if method == "k-means":
            labels = cluhsic(centre(X @ X.T), A, **options).labels
        else:
            labels = cluhsical(centre(X @ X.T), A, "zero-one", **options).labels
        labels = align_labels(labels, np.where(y < 0, len(A), y), A)
        wrong = (y >= 0) & (labels != y)
        return Filed(X, labels, wrong, int((labels == y).sum()))

    def sent(self, name):
        """What the page is told."""
        given = {"y": self.y.tolist(), "sizes": self.sizes.tolist()}
        return {"name": name, "points": self.shown, **given}


def classes_of(X, y, first, last):
    """`Classes` of points, between two lists of sizes."""
    X, shown, _ = flat_points(as_array(X, "X", "a table"))
    known = {"m": len(X)}
    y = whole_numbers("m", least=-1, most=MOST_CLASSES - 1)(y, "y", known)
    first = whole_numbers("c", least=1)(first, "the first sizes", known)
    last = whole_numbers("c", least=1)(last, "the last sizes", known)
    here, most = np.bincount(y[y >= 0]), np.maximum(first, last)
    if not 2 <= len(first) <= MOST_CLASSES or len(here) != len(first):
        raise ValueError(
            f"The sizes must be of 2 to {MOST_CLASSES} classes, those of y; got {len(first)} "
            f"sizes for {len(here)} classes."
        )
    if (most > here).any():
        raise ValueError(
            f"y must hold as many points of each class as the sizes ask for, {most.tolist()}; "
            f"got {here.tolist()}."
        )
    steps = [sizes_between(first, last, step / STEPS) for step in range(STEPS + 1)]
    return Classes(X, y, shown, np.array(steps))
