"""The order of the labels that suits a label kernel: a quadratic assignment on c x c blocks."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from math import frexp

import numpy as np
from scipy.optimize import linear_sum_assignment

from .._typing import Floats, Ints

_EXACT = 7
_STARTS = 30
_CUTS = 300
_CLIMBED = 6  # of them, where none gains by itself
_ROUNDING = 1e-12
_SECONDS = 1e-6  # of matching c labels, times c^2.8, measured from 30 to 80 labels


def match_order(A: Floats, T: Floats, rng: np.random.RandomState) -> Ints:
    r"""Rename clusters so that their order suits the label kernel.

    Finds the permutation p of

    .. math:: \max_p\ \sum_{j,l} A_{jl} T_{p_j p_l}

    by trying all of them for up to seven clusters. Beyond that it is an iterated local search
    (Lourenço, Martin and Stützle 2003), which may miss the largest:

    1. Thirty random matrices P are annealed, ``P <- exp(b A P T)`` with rows and columns divided
       by their sums and b growing (the softassign of Gold and Rangarajan 1996), and rounded to
       the nearest orders.
    2. From these and the given order pairs are exchanged, the one that gains most first, until
       none gains.
    3. The order is cut at three places, more often where neighbours are little similar, and the
       two runs between them change places, each perhaps reversed, which is a move for travelling
       salesmen (Or 1976): up to 300 times, and the best is taken if it gains. If not, pairs are
       exchanged in the best six, and the search goes on from where they lead, until (c - 4) // 3
       rounds in a row, and at least two, have brought nothing above the best so far.

    Parameters
    ----------
    A : ndarray of shape (c, c), symmetric
        The label kernel.
    T : ndarray of shape (c, c), symmetric
        The (normalised) block sums.
    rng : numpy.random.RandomState

    Returns
    -------
    ndarray of int of shape (c,)
        Position j goes to the cluster now called p[j]; the identity when nothing is better.

    Examples
    --------
    >>> from depcluster.labels import chain
    >>> T = chain(3)[[0, 2, 1]][:, [0, 2, 1]]
    >>> p = match_order(chain(3), T, np.random.RandomState(0))
    >>> bool((T[p][:, p] == chain(3)).all())
    True
    """
    A, T = _scaled(A), _scaled(T)
    T = (T + T.T) / 2  # block sums and their mirror differ by rounding
    found = _best_of_all(A, T) if len(A) <= _EXACT else _best_searched(A, T, rng)
    gain = (A * T[np.ix_(found, found)]).sum() - (A * T).sum()
    return found if gain > 1e-10 * np.abs(A * T).sum() else np.arange(len(A))


def _scaled(M):
    """Over a power of two near its largest entry: products of tiny entries would be 0."""
    return np.ldexp(M, -frexp(np.abs(M).max())[1])


def matching_seconds(n_clusters):
    """About how long `match_order` takes."""
    return _SECONDS * n_clusters**2.8


def _best_of_all(A, T):
    orders, pairs = _all_orders(len(A))
    j, l = np.triu_indices(len(A))
    weights = np.where(j == l, 1, 2) * A[j, l]
    return orders[_first_of_the_largest(T.ravel()[pairs] @ weights, A, T)]


@cache
def _all_orders(c):
    """All permutations p, and where in a flat (c, c) matrix ``[p_j, p_l]`` lies for j <= l."""
    orders = np.array(list(permutations(range(c))))
    j, l = np.triu_indices(c)
    return orders, orders[:, j] * c + orders[:, l]


def _best_searched(A, T, rng):
    c, least, values_of = len(A), _least(A, T), _valuer(A, T)
    best, top = _climbed(A, T, np.vstack([np.arange(c), _annealed(A, T, rng)]))
    order, idle = best, 0
    for _ in range(10 * c):
        others = _recut(order, T, rng)
        values = values_of(others)
        if values.max() > top + least:
            order, value = others[values.argmax()], values.max()
        else:
            values[(others == order).all(axis=1)] = -np.inf
            order, value = _climbed(A, T, others[values.argsort(kind="stable")[-_CLIMBED:]])
        idle += 1
        if value > top + least:
            best, top, idle = order, value, 0
        if idle >= max(2, (c - 4) // 3):
            break
    return _climbed(A, T, best[None])[0]


def _annealed(A, T, rng):
    """Orders near the maxima of ``<A, P T P'>`` over matrices P whose rows and columns sum to 1."""
    # Taken off the gradient A P T: means of its rows and columns, which count for nothing in P.
    c, ones = len(A), np.ones(len(A), np.float32)
    C = np.eye(c) - 1 / c
    constant = np.outer((C @ A).sum(axis=1), (T @ C).sum(axis=0)) / c
    A, T, constant = (M.astype(np.float32) for M in (C @ A @ C, C @ T @ C, constant))
    P = rng.random_sample((_STARTS, c, c)).astype(np.float32) * 2 / c
    for b in np.geomspace(2, 10, min(c * c // 20, 2 * c)).astype(np.float32):
        G = A @ P @ T + constant
        G *= b / np.maximum(G.max(axis=(1, 2), keepdims=True), _ROUNDING)
        P = np.exp(G, out=G)
        P /= (ones @ P)[:, None, :]
        P /= (P @ ones)[:, :, None]
    return np.array([linear_sum_assignment(p, maximize=True)[1] for p in P])


def _recut(order, T, rng):
    """Copies of an order; in each, two neighbouring runs change places, each perhaps reversed."""
    c, k = len(order), min(_CUTS, 15 * len(order))
    most = (T - np.diag(np.full(c, np.inf))).max(axis=1)[order]
    lost = most[1:] + most[:-1] - 2 * T[order[1:], order[:-1]]
    mean = lost.mean() or 1.0
    weights = np.concatenate([[mean], lost, [mean]]) + mean / 10
    ends = rng.choice(c + 1, size=(k, 3), p=weights / weights.sum())
    a, b, d = np.sort(ends, axis=1).T[:, :, None]
    place, turned = np.arange(c), rng.randint(2, size=(2, k, 1)) == 1
    mirrored = a + d - 1 - place
    first, second = np.where(turned, mirrored, place + np.array([b - a, b - d]))
    source = np.where(place < a + d - b, first, second)
    return order[np.where((a <= place) & (place < d), source, place)]


def _valuer(A, T):
    """A function that gives ``<A, T>`` for orders (k, c) of T."""
    # The entry that A has most often may be taken off, and the pairs that then count nothing.
    c, flat = len(A), T.ravel()
    j, l = np.triu_indices(c, 1)
    entries, times = np.unique(A[j, l], return_counts=True)
    usual = entries[times.argmax()]
    counts = A[j, l] != usual
    j, l = j[counts], l[counts]
    weights, constant = 2 * (A[j, l] - usual), usual * (T.sum() - T.trace())
    a, t = A.diagonal(), T.diagonal()
    return lambda orders: flat[orders[:, j] * c + orders[:, l]] @ weights + t[orders] @ a + constant


def _climbed(A, T, orders):
    """The best that exchanging pairs makes of several orders, stepped together, and its value."""
    c = len(A)
    least = _least(A, T)
    climbing = np.arange(len(orders))
    gains = _exchange_gains(A, _permuted(T, orders))
    for _ in range(c * c):
        flat = gains.reshape(len(climbing), -1)
        best = flat.argmax(axis=1)
        rises = flat[np.arange(len(best)), best] > least
        if not rises.all():
            climbing, gains = climbing[rises], gains[rises]
        if not len(climbing):
            break
        r, s = np.unravel_index(best[rises], (c, c))
        before = orders[climbing]
        orders[climbing, r], orders[climbing, s] = orders[climbing, s], orders[climbing, r]
        _after_exchange(gains, A, T, before, r, s)
    values = (A * _permuted(T, orders)).sum(axis=(1, 2))
    first = _first_of_the_largest(values, A, T)
    return orders[first], values[first]


def _least(A, T):
    """What is no more than rounding in ``<A, T>``."""
    return _ROUNDING * np.linalg.norm(A) * np.linalg.norm(T)


def _first_of_the_largest(values, A, T):
    """Turns of a ring are worth the same, and rounding shall not choose between them."""
    return (values >= values.max() - _least(A, T)).argmax()


def _permuted(T, orders):
    return T[orders[:, :, None], orders[:, None, :]]


def _exchange_gains(A, B):
    """What exchanging places r and s adds to ``<A, B>``, for every pair, (k, c, c)."""
    # 2 sum_{l != r, s} (A_rl - A_sl)(B_sl - B_rl) + (A_rr - A_ss)(B_ss - B_rr)
    off = ~np.eye(len(A), dtype=bool)
    A0, B0 = A * off, B * off
    N = 2 * A0 @ B0 + A.diagonal()[:, None] * np.diagonal(B, axis1=1, axis2=2)[:, None, :]
    n = np.diagonal(N, axis1=1, axis2=2)
    return N + N.swapaxes(1, 2) - n[:, :, None] - n[:, None, :] + 4 * A0 * B0


def _after_exchange(gains, A, T, orders, r, s):
    """Bring the gains of k orders up to date, in place, once r and s are exchanged in each."""
    # The orders (k, c) are as they were before. Off its diagonal, B changes by u d' + d u' with u
    # = e_r - e_s and d_l = B_sl - B_rl, so that O(c^2) does what the product in `_exchange_gains`
    # takes O(c^3) for.
    k, a, b = np.arange(len(orders)), A.diagonal(), T.diagonal()
    A0 = A - np.diag(a)
    at_r, at_s = orders[k, r], orders[k, s]
    d = T[at_s[:, None], orders] - T[at_r[:, None], orders]  # (k, c)
    d[k, r] = d[k, s] = 0
    x = A0[r] - A0[s]
    off = x[:, :, None] - x[:, None, :]
    off *= 2
    off *= d[:, :, None] - d[:, None, :]
    gains -= off
    shared = 2 * d @ A0 + (b[at_s] - b[at_r])[:, None] * a
    for place, change in ((r, shared + 4 * A0[r] * d), (s, -shared - 4 * A0[s] * d)):
        change -= change[k, place][:, None]
        gains[k, place] += change
        gains[k, :, place] += change
