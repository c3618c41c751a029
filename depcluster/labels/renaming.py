"""Renamings of the labels that leave a label kernel as it is, the best of them found exactly.

A renaming p is allowed when ``A[p][:, p] = A``: 2c turns and mirrorings of a ring, 2 of a
chain, 4 or 8 of a grid, the automorphisms of a tree, all c! for unrelated labels. They are not
listed. For the one that gains most: where all entries between parts of the matrix are the same,
any part may stand for any other of the same make, which is an assignment problem over the parts.
For the first one: a label is given away only if the rest still looks alike on both sides.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.sparse.csgraph import breadth_first_order, connected_components

from ..checks.arrays import check_numbers
from ..checks.labels import check_labels

_ANY = 2**62  # labels of a reference that A does not reach are left out


def best_automorphism(A, gain):
    """The allowed renaming that gains most.

    Parameters
    ----------
    A : ndarray of shape (c, c), symmetric
        Entries that differ by less than a relative 1e-9 count as equal.
    gain : ndarray of shape (c, c)
        What naming cluster j "l" is worth, at (j, l).

    Returns
    -------
    ndarray of int of shape (c,)
        Cluster j is to be called p[j]; ``A[p][:, p] = A`` and ``sum_j gain[j, p[j]]`` is the
        largest of all such p.

    Raises
    ------
    ValueError
        If the two are not of one size.

    Examples
    --------
    >>> from depcluster.labels import tree
    >>> gain = np.eye(4)[[2, 3, 1, 0]]
    >>> best_automorphism(tree((2, 2)), gain)
    array([2, 3, 1, 0])
    """
    A = check_numbers(A, "A", ("c", "c"))
    gain = check_numbers(gain, "gain", ("r", "s"))
    if gain.shape != A.shape:
        raise ValueError(f"gain must have the shape of A, {A.shape}; got {gain.shape}.")
    everything = tuple(range(len(A)))
    _, pairs = _best(_rounded(A), gain, everything, everything)
    return np.array([l for _, l in sorted(pairs)], dtype=np.intp)


def _rounded(A):
    """Whole numbers in place of the entries, the same for entries that are equal."""
    A = np.asarray(A, dtype=float)
    values, which = np.unique(A, return_inverse=True)
    new = np.diff(values, prepend=values[:1]) > 1e-9 * max(np.abs(A).max(), 1e-300)
    return np.cumsum(new)[which.reshape(A.shape)]


def _best(A, gain, here, there):
    """Gain and pairs of the best isomorphism between two sets of labels; (-inf, ()) if none."""
    if len(here) != len(there):
        return -np.inf, ()
    if len(here) == 1:
        (j,), (l,) = here, there
        return (gain[j, l], ((j, l),)) if A[j, j] == A[l, l] else (-np.inf, ())
    split = _parts(A, here)
    if split is None:
        return _search(A, gain, here, there)
    value, parts = split
    others = _parts(A, there)
    if others is None or others[0] != value or len(others[1]) != len(parts):
        return -np.inf, ()
    found = [[_best(A, gain, p, q) for q in others[1]] for p in parts]
    worth = np.array([[g for g, _ in row] for row in found])
    try:
        rows, cols = linear_sum_assignment(worth, maximize=True)
    except ValueError:  # some part has no counterpart
        return -np.inf, ()
    pairs = (pair for r, c in zip(rows, cols, strict=True) for pair in found[r][c][1])
    return worth[rows, cols].sum(), tuple(pairs)


def _parts(A, labels):
    """(value, parts) so that all entries between different parts are that value, or None."""
    block = A[np.ix_(labels, labels)]
    off = block[~np.eye(len(labels), dtype=bool)]
    for value in np.unique(off):
        count, part = connected_components(block != value, directed=False)
        if count > 1:
            names = np.array(labels)
            return value, [tuple(names[part == k].tolist()) for k in range(count)]
    return None


def _search(A, gain, here, there):
    """As `_best`, one label after the other, where no value parts the labels."""
    block = A[np.ix_(here, here)]
    values, counts = np.unique(block[~np.eye(len(here), dtype=bool)], return_counts=True)
    graph = block != values[counts.argmax()]
    order = [here[k] for k in breadth_first_order(graph, 0, directed=False)[0]]
    best, found = -np.inf, ()

    def extend(images):
        nonlocal best, found
        k = len(images)
        if k == len(order):
            total = gain[order, images].sum()
            if total > best:
                best, found = total, tuple(zip(order, images, strict=True))
            return
        placed = order[: k + 1]
        for l in set(there).difference(images):
            if np.array_equal(A[order[k], placed], A[l, [*images, l]]):
                extend([*images, l])

    extend([])
    return best, found


def overlaps(labels, reference, n_clusters):
    """How many samples of each cluster bear each label of a reference.

    Parameters
    ----------
    labels, reference : ndarray of int of shape (m,)
        Samples whose reference label is n_clusters or more are left out.
    n_clusters : int

    Returns
    -------
    ndarray of shape (n_clusters, n_clusters)
        Clusters in rows, reference labels in columns.
    """
    overlap = np.zeros((n_clusters, n_clusters))
    shared = reference < n_clusters
    np.add.at(overlap, (labels[shared], reference[shared]), 1)
    return overlap


def align_labels(labels, reference, A):
    """Rename clusters to agree with earlier labels as far as the label kernel allows.

    The best of all renamings that leave A as it is, exactly.

    Parameters
    ----------
    labels, reference : ndarray of int of shape (m,)
        The reference may have more or fewer clusters.
    A : ndarray of shape (c, c)

    Returns
    -------
    ndarray of int of shape (m,)

    Raises
    ------
    ValueError
        If the labels do not fit A or one another.
    """
    A = check_numbers(A, "A", ("c", "c"))
    labels = check_labels(labels, None, len(A), every=False)
    reference = check_labels(reference, len(labels), _ANY, name="reference", every=False)
    return best_automorphism(A, overlaps(labels, reference, len(A)))[labels]


def canonical_labels(labels, A):
    """Rename clusters so that equivalent labels become one and the same.

    Of all renamings that leave A as it is, the one whose labels, read from the first sample
    on, come first in dictionary order: the first sample gets the smallest label it can, then
    the first sample of the next cluster, and so on. Unrelated labels are numbered as they
    first occur.

    Parameters
    ----------
    labels : array-like of int of shape (m,)
    A : ndarray of shape (c, c), symmetric
        Entries that differ by less than a relative 1e-9 count as equal.

    Returns
    -------
    ndarray of int of shape (m,)

    Raises
    ------
    ValueError
        If the labels are not whole numbers from 0 to c - 1.

    Examples
    --------
    >>> from depcluster.labels import ring
    >>> canonical_labels([3, 3, 2, 1, 0, 4], ring(5))
    array([0, 0, 1, 2, 3, 4])
    """
    A = check_numbers(A, "A", ("c", "c"))
    labels = check_labels(labels, None, len(A), every=False)
    A = _rounded(A)
    A[np.diag_indices(len(A))] += A.max() + 1  # no entry off the diagonal is like one on it
    used, first = np.unique(labels, return_index=True)
    return _first(A, used[first.argsort()], np.zeros((2, len(A)), dtype=np.intp))[labels]


def _first(A, order, colours):
    """The automorphism p whose ``p[order]`` comes first in dictionary order; None if none.

    Parameters
    ----------
    A : ndarray of int of shape (c, c)
    order : ndarray of int of shape (k,)
    colours : ndarray of int of shape (2, c)
        Label j may be called l if ``colours[0, j] == colours[1, l]``.
    """
    colours = _refined(A, colours)
    here, there = colours
    if not np.array_equal(np.sort(here), np.sort(there)):
        return None
    shared = np.bincount(here)[here] > 1
    open_ = order[shared[order]]
    if not len(open_):
        p = np.empty_like(here)
        p[here.argsort()] = there.argsort()
        if np.array_equal(A[np.ix_(p, p)], A):
            return p
        open_ = shared.nonzero()[0]
    for l in np.flatnonzero(there == here[open_[0]]) if len(open_) else ():
        given = colours.copy()
        given[0, open_[0]] = given[1, l] = len(A)
        p = _first(A, order, given)
        if p is not None:
            return p
    return None


def _refined(A, colours):
    """Colours split until those of one colour see the same entries in all colours.

    An automorphism that keeps the colours keeps the new ones too (Weisfeiler and Leman 1968).
    """
    count = 0
    while count < len(A):
        seen = np.sort(A * (2 * len(A)) + colours[:, None, :], axis=2)
        rows = np.concatenate([colours[:, :, None], seen], axis=2).reshape(2 * len(A), -1)
        numbers = {}
        new = [numbers.setdefault(row.tobytes(), len(numbers)) for row in rows]
        if len(numbers) == count:
            break
        colours, count = np.array(new).reshape(2, -1), len(numbers)
    return colours
