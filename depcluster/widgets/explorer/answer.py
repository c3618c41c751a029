"""Words that several explorers say of an answer."""

from __future__ import annotations

import numpy as np

from ..._validation import counted
from ...labels.kernels import NAMED
from .groups import names_in


def clusters_text(labels, n_clusters, sample="point"):
    """How many samples there are, in how many clusters, and the sizes of these.

    Examples
    --------
    >>> clusters_text(np.array([0, 0, 2]), 3)
    '3 points in 3 clusters (2, 0, 1)'
    """
    sizes = ", ".join(map(str, np.bincount(labels, minlength=n_clusters)))
    return f"{counted(len(labels), sample)} in {counted(n_clusters, 'cluster')} ({sizes})"


def renamed_and_moved(labels, before):
    """How many clusters have another name than before, and how many points another group.

    Groups are matched first, so that as few points as possible have moved, and where that leaves
    a choice, so that as few names as possible have changed.

    Parameters
    ----------
    labels, before : ndarray of int of shape (m,)

    Returns
    -------
    names, points : int

    Examples
    --------
    >>> before = np.array([0, 0, 1, 1, 1, 2])
    >>> renamed_and_moved(np.array([1, 1, 0, 0, 2, 2]), before)
    (2, 1)
    >>> renamed_and_moved(before, before)
    (0, 0)
    """
    names = names_in(before, labels, 1 + max(labels.max(), before.max()))
    kept = names[labels] == before
    renamed = np.unique(labels[kept & (names[labels] != labels)])
    return len(renamed), int(len(labels) - kept.sum())


def changed(labels, before):
    """What is new since other labels of the same points, in words.

    Parameters
    ----------
    labels : ndarray of int of shape (m,)
    before : ndarray of int of shape (m,) or None
        None, where nothing was there before, gives no words.

    Returns
    -------
    str

    Examples
    --------
    >>> changed(np.array([1, 1, 0, 0, 0]), np.array([0, 0, 1, 1, 0]))
    '2 names swapped, 1 point moved'
    """
    if before is None:
        return ""
    names, points = renamed_and_moved(labels, before)
    swapped = f"{names} names swapped, " if names > 1 else "1 name changed, " if names else ""
    return f"{swapped}{points or 'no'} {'point' if points < 2 else 'points'} moved"


def label_kernel_text(A, preset):
    """A label kernel as Python."""
    if preset in NAMED:
        return f'"{preset}"'
    if preset == "custom":
        return str(np.round(A, 6).tolist())
    return f'labels.preset("{preset}", {len(A)})'
