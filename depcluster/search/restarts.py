"""Search from several starts, order the labels, keep the best.

Ring, chain, grid and tree label kernels have local optima in the order of the labels, where
single reassignments cannot reach: each start is therefore matched to the label kernel,
searched, matched again and searched again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..labels.partition import block_sums_of, cluster_sizes
from .local_search import climb_from
from .objectives import order_matters, value
from .starts import match_order, starts
from .state import State
from .swaps import swapped


@dataclass(frozen=True)
class SearchResult:
    """What a search found.

    Attributes
    ----------
    labels : ndarray of int of shape (m,)
    objective : float
        J of them.
    n_iter : int
        Sweeps and passes of the best start, the confirming one included.
    history : ndarray of shape (n_iter + 1,) or a little longer
        J along the best start.
    """

    labels: np.ndarray
    objective: float
    n_iter: int
    history: np.ndarray


def polish(problem, labels, rng):
    """Match the order of the labels, search, match again, search again.

    Parameters
    ----------
    problem : Problem
    labels : ndarray of int of shape (m,)
    rng : numpy.random.RandomState

    Returns
    -------
    SearchResult
    """
    return _result(*_polished(problem, State(problem, labels), rng))


def _polished(problem, state, rng):
    """The state at the end of `polish`, and J along the way."""
    structured = order_matters(problem.objective)
    history, n_iter = [], 0
    for again in (False, True):
        if structured:
            renamed = reorder(state, rng)
            if again and renamed is state:
                break
            state = renamed
        elif again:
            break
        for state, _ in climb_from(state, problem.max_iter):
            n_iter += 1
            history.append(state.J)
        n_iter -= 1
    return state, history, n_iter


def _result(state, history, n_iter):
    return SearchResult(state.labels.copy(), state.J, n_iter, np.array(history))


def reorder(state, rng):
    """The state renamed so that its order suits the label kernel; as it is if J would not rise."""
    p = match_order(*state.objective.alignment(state.S, state.n), rng)
    after = value(state.objective, state.S[np.ix_(p, p)], state.n[p])
    return state.renamed(np.argsort(p)) if after > state.J else state


def solve(problem, init, n_init, rng, *, vectors=None, verbose=0):
    """The best of several starts.

    Parameters
    ----------
    problem : Problem
    init : {"auto", "random", "k-means++", "spectral"} or array of int of shape (m,)
    n_init : int
    rng : numpy.random.RandomState
    vectors : ndarray of shape (m, c - 1), optional
        Leading eigenvectors for the spectral start, if they are at hand.
    verbose : int, default=0
        Above 0, one line a start.

    Returns
    -------
    SearchResult
    """
    if problem.n_clusters == 1:
        return _one_cluster(problem)
    if vectors is None:
        _, vectors = problem.spectrum(problem.n_clusters - 1)
    for k, (run, best) in enumerate(best_runs(problem, vectors, init, n_init, rng)):
        if verbose:
            print(
                f"start {k + 1}: J = {run.objective:.6g} in {run.n_iter} steps, "
                f"best {best.objective:.6g}"
            )
    return best


def _one_cluster(problem):
    labels = np.zeros(problem.gram.shape[0], dtype=np.intp)
    n = cluster_sizes(labels, 1, problem.weights)
    S = block_sums_of(problem.gram, labels, 1, problem.weights)
    J = float(value(problem.objective, S, n))
    return SearchResult(labels, J, 1, np.array([J]))


RULE = "fail"


def best_runs(problem, vectors, init, n_init, rng):
    """Polish one start after the other; yield each with the best so far.

    Yields
    ------
    run : SearchResult
        Of this start.
    best : SearchResult
        The best until now, this one included.
    """
    fresh = starts(problem, vectors, init, n_init, rng)
    best, base, failures = None, None, 0
    c = problem.n_clusters
    for k in range(n_init):
        kind = "start"
        if base is not None:
            if RULE == "fail":
                kind = "swap" if failures < max(c, 5) else "start"
            elif RULE == "alt":
                kind = "swap" if k % 2 == 1 else "start"
            elif RULE == "two":  # one start, two swaps
                kind = "start" if k % 3 == 0 else "swap"
            elif RULE == "first":  # alternate for the first 4, then swaps
                kind = "start" if (k < 8 and k % 2 == 0) or failures >= max(c, 5) else "swap"
            elif RULE == "none":
                kind = "start"
        labels = None
        if kind == "swap":
            labels = swapped(base, rng)
        if labels is None:
            kind = "start"
            labels = next(fresh, None)
            if labels is None:
                return
            failures = 0
        state = base.moved_to(labels) if kind == "swap" else State(problem, labels)
        state, history, n_iter = _polished(problem, state, rng)
        run = _result(state, history, n_iter)
        if base is None or run.objective > best.objective * (1 + 1e-12 * np.sign(best.objective)):
            best, base, failures = run, state, 0
        else:
            failures += kind == "swap"
        yield run, best
