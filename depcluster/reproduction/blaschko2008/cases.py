"""What exhibits and claims share: the faces, the eight fixed structures, the recorded study."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ...datasets import make_faces
from ...kernels import centre, kernel_matrix
from ...labels import tree
from ..compare import effect
from ..records import read_record

LETTERS = "abcdefgh"
LEVELS = ("1.5", "2", "2.5")  # at 1 every method that learns a structure is right
TAXONOMY = "taxonomy, nni"

# H(l | c) as Table 1 prints it, in nats.
PRINTED = {
    "spectral": 0.5443,
    "a": 0.7936,
    "b": 0.4970,
    "c": 0.6336,
    "d": 0.8652,
    "e": 1.2246,
    "f": 1.1396,
    "g": 1.1325,
    "h": 0.5180,
    "taxonomy": 0.2807,
}
# The three ways to divide, by the prefix of their methods in the record.
SONG, BY_1, NEITHER = "CLUHSIC l2, ", "(1), ", "CLUHSIC unnormalized, "


def cut(n, n_leaves=9):
    """The n-ary tree of the least depth with so many leaves, its first leaves kept.

    Parameters
    ----------
    n : int
        At least 2.
    n_leaves : int, default=9

    Returns
    -------
    nested lists
        As `depcluster.labels.tree` takes them.
    """

    def branch(depth, left):
        if depth == 0:
            return "leaf"
        size = n ** (depth - 1)
        return [branch(depth - 1, min(size, left - k)) for k in range(0, left, size)]

    depth = next(d for d in range(1, n_leaves) if n**d >= n_leaves)
    return branch(depth, n_leaves)


def path_lengths(spec):
    """Path lengths between the leaves of a tree with edges of length 1.

    Parameters
    ----------
    spec : nested lists

    Returns
    -------
    ndarray of shape (c, c)
    """
    A = tree(spec)  # nodes that the ways from the root share
    depth = A.diagonal()
    return depth[:, None] + depth - 2 * A


def label_kernel(D):
    """``-1/2 H D H``, the label kernel whose squared distances are D.

    Parameters
    ----------
    D : array-like of shape (c, c)

    Returns
    -------
    ndarray of shape (c, c)
    """
    return -centre(np.asarray(D, dtype=float)) / 2


STRUCTURES = {letter: path_lengths(cut(n)) for n, letter in enumerate(LETTERS, start=2)}


@dataclass(frozen=True)
class Faces:
    """A set of faces: pictures, rows of pixels, kernel matrix, person, class."""

    images: np.ndarray
    X: np.ndarray
    K: np.ndarray
    person: np.ndarray
    y: np.ndarray


@cache
def faces(difficulty, seed):
    """185 cartoon faces, three people with three moods.

    Parameters
    ----------
    difficulty : float
    seed : int

    Returns
    -------
    Faces
    """
    images, person, expression = make_faces(difficulty=difficulty, random_state=seed)
    X = images.reshape(len(images), -1)
    return Faces(images, X, kernel_matrix(X), person, 3 * person + expression)


def mean_images(images, labels):
    """The mean picture of each cluster.

    Parameters
    ----------
    images : ndarray of shape (m, h, w)
    labels : ndarray of int of shape (m,)

    Returns
    -------
    ndarray of shape (c, h, w)
    """
    return np.array([images[labels == j].mean(axis=0) for j in range(labels.max() + 1)])


def owners(labels, person):
    """Whose most of the faces of each cluster are.

    Parameters
    ----------
    labels, person : ndarray of int of shape (m,)

    Returns
    -------
    ndarray of int of shape (c,)
    """
    return np.array([np.bincount(person[labels == j]).argmax() for j in range(labels.max() + 1)])


def clades(drawn, labels, person):
    """Of how many people the clusters that are mostly theirs are one side of an edge.

    Parameters
    ----------
    drawn : Tree
        Its leaf j is cluster j. An edge of length 0 does not count.
    labels, person : ndarray of int of shape (m,)

    Returns
    -------
    int
    """
    whose = owners(labels, person)
    sides = drawn.splits()[drawn.lengths > 0]
    return sum(
        bool(np.any((sides == (whose == p)).all(axis=1) | (sides != (whose == p)).all(axis=1)))
        for p in np.unique(person)
        if (whose == p).any()
    )


def record(part):
    """A part of the recorded study.

    Parameters
    ----------
    part : str

    Returns
    -------
    dict
    """
    return read_record("blaschko2008", "tables")[part]


def draws(level, kind, method):
    """What was recorded of a method, draw by draw of the faces.

    Parameters
    ----------
    level : str
        The difficulty: "1", "1.5", "2" or "2.5".
    kind : {"entropy", "filled", "misfit", "clades", "objective", "seconds"}
    method : str

    Returns
    -------
    ndarray
    """
    return np.array([draw[kind][method] for draw in record("faces")["draws"][level].values()])


def lower(rival, level, ours=TAXONOMY):
    """By how much the entropy of `ours` is below that of a rival, on the same draws.

    Parameters
    ----------
    rival, level, ours : str

    Returns
    -------
    Effect
        Above 0 where `ours` has the lower entropy.
    """
    return effect(draws(level, "entropy", rival), draws(level, "entropy", ours))


def all_levels(kind, method):
    """The draws of the three difficulties that count, one after the other.

    Parameters
    ----------
    kind, method : str

    Returns
    -------
    ndarray
    """
    return np.concatenate([draws(level, kind, method) for level in LEVELS])
