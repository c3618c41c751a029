"""Search from several starts, order the labels, keep the best.

Ring, chain, grid and tree label kernels have local optima in the order of the labels, where
single reassignments cannot reach: each start is therefore matched to the label kernel,
searched, matched again and searched again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..labels.partition import block_sums_of, cluster_sizes
from .local_search import climb
from .objectives import order_matters, value
from .order import match_order
from .starts import starts


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
    objective_bound : float
        No partition has a larger J. Infinite where none is known.
    """

    labels: np.ndarray
    objective: float
    n_iter: int
    history: np.ndarray
    objective_bound: float = np.inf


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
    structured = order_matters(problem.objective)
    history, n_iter = [], 0
    for again in (False, True):
        if structured:
            renamed = reorder(problem, labels, rng)
            if again and np.array_equal(renamed, labels):
                break
            labels = renamed
        elif again:
            break
        for step in climb(problem, labels):
            n_iter += 1
            history.append(step.objective)
        n_iter -= 1
        labels = step.labels
    return SearchResult(labels, history[-1], n_iter, np.array(history))


def reorder(problem, labels, rng):
    """Labels renamed so that their order suits the label kernel; as given if J would not rise."""
    objective = problem.objective
    n = cluster_sizes(labels, problem.n_clusters, problem.weights)
    S = block_sums_of(problem.gram, labels, problem.n_clusters, problem.weights)
    p = match_order(*objective.alignment(S, n), rng)
    before, after = value(objective, S, n), value(objective, S[np.ix_(p, p)], n[p])
    return np.argsort(p)[labels] if after > before else labels


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


def best_runs(problem, vectors, init, n_init, rng):
    """Polish one start after the other; yield each with the best so far.

    Yields
    ------
    run : SearchResult
        Of this start.
    best : SearchResult
        The best until now, this one included.
    """
    best = None
    for labels in starts(problem, vectors, init, n_init, rng):
        run = polish(problem, labels, rng)
        if best is None or run.objective > best.objective * (1 + 1e-12 * np.sign(best.objective)):
            best = run
        yield run, best
