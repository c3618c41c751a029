"""Symmetries of a label kernel, the label permutations that leave it as it is: the best of them.

A permutation p is one when ``A[p][:, p] = A``: 2c turns and mirrorings of a ring, 2 of a
chain, 4 or 8 of a grid, the automorphisms of a tree, all c! for unrelated labels. They are not
listed. For the one that gains most: where all entries between parts of the matrix are the same,
any part may stand for any other of the same make, which is an assignment problem over the parts.
Where nothing parts the labels they are named one by one, within a budget (`best_automorphism`).
For the first one: a label is given away only if the rest still looks alike on both sides.
"""

from __future__ import annotations

from functools import cache, partial

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.sparse.csgraph import breadth_first_order, connected_components

from .._typing import ArrayLike, Floats, Ints
from .._validation import check_labels, check_numbers
from .kernels import is_exchangeable

_ANY = 2**62  # labels of a reference that A does not reach are left out
_MOST = 300_000_000  # entries of tables that a search for the best permutation looks at
_A_TABLE = 1000  # entries that take as long as what one table costs besides them


def best_automorphism(A: Floats, gain: Floats) -> Ints:
    """The symmetry that gains most.

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

    Notes
    -----
    The best is found exactly, but for label kernels with both many labels and very many
    symmetries, such as a hypercube of 128 labels or a rook's graph of 7 x 7: the search is bounded
    by a number of steps (never of seconds, so the answer is the same on every machine), and
    beyond it the best symmetry met so far is given. That gains at least as much as renaming
    nothing, and as naming one label after the other what gains most.

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
    everything, A = tuple(range(len(A))), _rounded(A)
    parts_of = cache(partial(_parts, A))
    _, pairs = _best(A, gain, everything, everything, _Effort(), parts_of)
    return np.array([l for _, l in sorted(pairs)], dtype=np.intp)


def _rounded(A):
    """Whole numbers in place of the entries, the same for entries that are equal."""
    A = np.asarray(A, dtype=float)
    values, which = np.unique(A, return_inverse=True)
    new = np.diff(values, prepend=values[:1]) > 1e-9 * max(np.abs(A).max(), 1e-300)
    return np.cumsum(new)[which.reshape(A.shape)]


def _best(A, gain, here, there, effort, parts_of):
    """Gain and pairs of the best isomorphism between two sets of labels; (-inf, ()) if none."""
    # parts_of is `_parts` of A, each set of labels parted once.
    if len(here) != len(there):
        return -np.inf, ()
    if len(here) == 1:
        (j,), (l,) = here, there
        return (gain[j, l], ((j, l),)) if A[j, j] == A[l, l] else (-np.inf, ())
    split = parts_of(here)
    if split is None:
        return _Matching(A, gain, here, there, effort).found()
    value, parts = split
    others = parts_of(there)
    if others is None or others[0] != value or len(others[1]) != len(parts):
        return -np.inf, ()
    found = [[_best(A, gain, p, q, effort, parts_of) for q in others[1]] for p in parts]
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


class _Effort:
    """How many entries of tables may be looked at yet."""

    def __init__(self):
        self.left = _MOST

    def spend(self, entries):
        """Take some away; False once there are none left."""
        self.left -= entries
        return self.left > 0


class _Matching:
    """As `_best`, one label after the other, where no value parts the labels."""

    # Labels stand in an order in which each has a relative among those before it. A table says
    # which names each may have yet, and every name given away strikes out what then looks
    # different. A branch ends where the best of the names left would not gain more than what is at
    # hand: the first, most gainful names taken one by one, or the identity.

    def __init__(self, A, gain, here, there, effort):
        block = A[np.ix_(here, here)]
        values, counts = np.unique(block[~np.eye(len(here), dtype=bool)], return_counts=True)
        graph = block != values[counts.argmax()]
        order = np.array(here)[breadth_first_order(graph, 0, directed=False)[0]]
        both = np.stack([A[np.ix_(order, order)], A[np.ix_(there, there)]])
        self.own, self.other = _pairs_refined(both, effort)
        self.order, self.there, self.effort = order.tolist(), list(there), effort
        self.gain = gain[np.ix_(order, there)]
        self.best, self.images = -np.inf, None

    def found(self):
        """Gain and pairs of the best; (-inf, ()) if there is none, or none was found in time."""
        alike = np.equal.outer(self.own.diagonal(), self.other.diagonal())
        at_hand = [self._dive(alike)]
        if set(self.order) == set(self.there):
            at_hand.append(np.array([self.there.index(j) for j in self.order]))
        at_hand = [(self._worth(images), images) for images in at_hand if images is not None]
        self.least, last = max(at_hand, key=lambda pair: pair[0], default=(-np.inf, None))
        self._extend(0, alike)
        if self.images is None:
            self.best, self.images = self.least, last
        if self.images is None:
            return -np.inf, ()
        names = (self.there[l] for l in self.images)
        return self.best, tuple(zip(self.order, names, strict=True))

    def _worth(self, images):
        return self.gain[np.arange(len(images)), images].sum()

    def _dive(self, alike):
        """Of the names left to each label the one that gains most; None where that ends."""
        for k in range(len(alike)):
            names = np.flatnonzero(alike[k])
            if not len(names):
                return None
            alike = self._given(alike, k, names[self.gain[k, names].argmax()])
        return alike.argmax(axis=1)

    def _given(self, alike, k, l):
        """The table once label k has the name l."""
        alike = alike & np.equal.outer(self.own[:, k], self.other[:, l])
        alike[k] = alike[:, l] = False
        alike[k, l] = True
        return alike

    def _extend(self, k, alike):
        if not self.effort.spend(alike.size + _A_TABLE):
            return
        most = np.where(alike, self.gain, -np.inf).max(axis=1).sum()
        if most < self.least or most <= self.best:
            return
        if (alike.sum(axis=1) == 1).all():
            images = alike.argmax(axis=1)
            if np.array_equal(self.other[np.ix_(images, images)], self.own):
                self.best, self.images = self._worth(images), images
            return
        for l in np.flatnonzero(alike[k]):
            self._extend(k + 1, self._given(alike, k, l))


def _pairs_refined(blocks, effort):
    """Numbers (2, k, k) of pairs, split until those of one number see the same pairs of numbers."""
    # An isomorphism keeps the number of a pair (j, l), and so how often each two numbers occur at
    # (j, x) and (x, l) over all x. Sums of random products, modulo 2^64, stand for these counts:
    # equal counts have equal sums, and what by chance is not told apart costs only time.
    rng, count, k = np.random.default_rng(0), 0, blocks.shape[1]
    while True:
        values, numbers = np.unique(blocks, return_inverse=True)
        numbers = numbers.reshape(blocks.shape)
        if len(values) == count or not effort.spend(k**3):
            return numbers
        count = len(values)
        own, left, right = rng.integers(2**64, size=(3, count), dtype=np.uint64)
        blocks = own[numbers] + left[numbers] @ right[numbers]


def overlaps(labels, reference, n_clusters):
    """How many samples of each cluster, a row, bear each label of a reference, a column."""
    # Samples whose reference label is n_clusters or more are left out.
    overlap = np.zeros((n_clusters, n_clusters))
    shared = reference < n_clusters
    np.add.at(overlap, (labels[shared], reference[shared]), 1)
    return overlap


def align_labels(labels: Ints, reference: Ints, A: Floats) -> Ints:
    """Rename clusters to agree with earlier labels as far as the label kernel allows.

    The best of all permutations that leave A as it is, as `best_automorphism` finds it.

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

    Examples
    --------
    >>> align_labels(np.array([1, 1, 0]), np.array([0, 0, 1]), np.eye(2))
    array([0, 0, 1])
    """
    A = check_numbers(A, "A", ("c", "c"))
    labels = check_labels(labels, None, len(A), every=False)
    reference = check_labels(reference, len(labels), _ANY, name="reference", every=False)
    return best_automorphism(A, overlaps(labels, reference, len(A)))[labels]


def canonical_labels(labels: ArrayLike, A: Floats) -> Ints:
    """Rename clusters so that equivalent labels become one and the same.

    Of all permutations that leave A as it is, the one whose labels, read from the first sample
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
    used, first = np.unique(labels, return_index=True)
    order = used[first.argsort()]
    if is_exchangeable(A):
        return order.argsort()[np.searchsorted(used, labels)]
    A[np.diag_indices(len(A))] += A.max() + 1  # no entry off the diagonal is like one on it
    return _first(A, order, np.zeros((2, len(A)), dtype=np.intp))[labels]


def _first(A, order, colours):
    """The automorphism p whose ``p[order]`` comes first in dictionary order; None if none."""
    # Label j may be called l if colours[0, j] == colours[1, l]; colours are int, (2, c).
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
    """Colours split until those of one colour see the same entries in all colours."""
    # An automorphism that keeps the colours keeps the new ones too (Weisfeiler and Leman 1968).
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
