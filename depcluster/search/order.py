"""The order of the labels that suits a label kernel: a quadratic assignment on c x c blocks."""

from __future__ import annotations

from functools import cache
from itertools import permutations

import numpy as np

from .._utils.units import in_units

_EXACT = 7
_STARTS = 50
_CLUSTERS_A_ROUND = 10
_SECONDS = 3.7e-7  # of matching c labels, times c^3.2, measured from 30 to 80 labels


def match_order(A, T, rng):
    r"""Rename clusters so that their order suits the label kernel.

    Finds the permutation p of

    .. math:: \max_p\ \sum_{j,l} A_{jl} T_{p_j p_l}

    by trying all of them for up to seven clusters. Beyond that, pairs are exchanged, the one that
    gains most first, until none gains, from the given order and 49 random ones; then, c // 10
    times, from 50 copies of the best so far in which a run of labels is moved and perhaps
    reversed.

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
    A, T = in_units(A)[0], in_units(T)[0]
    found = _best_of_all(A, T) if len(A) <= _EXACT else _best_climbed(A, T, rng)
    gain = (A * T[np.ix_(found, found)]).sum() - (A * T).sum()
    return found if gain > 1e-10 * np.abs(A * T).sum() else np.arange(len(A))


def matching_seconds(n_clusters):
    """About how long `match_order` takes."""
    return _SECONDS * n_clusters**3.2


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


def _best_climbed(A, T, rng):
    c = len(A)
    starts = np.array([np.arange(c), *(rng.permutation(c) for _ in range(_STARTS - 1))])
    best = _climbed(A, T, starts)
    for _ in range(c // _CLUSTERS_A_ROUND):
        best = _climbed(A, T, np.vstack([best, _run_moved(best, rng)]))
    return best


def _run_moved(order, rng):
    """Copies of an order, in each a run of labels cut out, put elsewhere, perhaps reversed."""
    c = len(order)
    first, end = np.sort(rng.randint(c + 1, size=(2, _STARTS, 1)), axis=0)
    to, way = rng.randint(c + 1, size=(_STARTS, 1)), rng.choice([-1, 1], size=(_STARTS, 1))
    place = np.arange(c)
    run = (first <= place) & (place < end)
    return order[np.where(run, to - 0.5 + way * (place - first) / (3 * c), place).argsort(axis=1)]


def _climbed(A, T, orders):
    """The best that exchanging pairs makes of several orders, all of them stepped together."""
    c = len(A)
    least = _least(A, T)
    first = np.unique(orders, axis=0, return_index=True)[1]
    orders = orders[np.sort(first)]
    climbing = np.arange(len(orders))
    gains = _exchange_gains(A, _permuted(T, orders))
    while len(climbing):
        flat = gains.reshape(len(climbing), -1)
        best = flat.argmax(axis=1)
        rises = flat[np.arange(len(best)), best] > least
        if not rises.all():
            climbing, gains = climbing[rises], gains[rises]
        r, s = np.unravel_index(best[rises], (c, c))
        before = orders[climbing]
        orders[climbing, r], orders[climbing, s] = orders[climbing, s], orders[climbing, r]
        _after_exchange(gains, A, T, before, r, s)
    return orders[_first_of_the_largest((A * _permuted(T, orders)).sum(axis=(1, 2)), A, T)]


def _least(A, T):
    """What is no more than rounding in ``<A, T>``."""
    return 1e-12 * np.linalg.norm(A) * np.linalg.norm(T)


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
