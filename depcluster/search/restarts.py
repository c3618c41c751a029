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
FRESH = "old"
KICK = "scatter"


def _lin(problem, E, rng):
    c = problem.n_clusters
    m = len(E)
    W = problem.objective.weights(np.full(c, m / c))
    lam, V = np.linalg.eigh(W - (W.mean(axis=0) if False else 0))
    L = V * np.sqrt(np.maximum(lam, 0))
    R = rng.standard_normal((E.shape[1], c))
    score = E @ R @ L.T
    labels = score.argmax(axis=1)
    for j in np.setdiff1d(np.arange(c), labels):
        counts = np.bincount(labels, minlength=c)
        ok = np.flatnonzero(counts[labels] > 1)
        labels[ok[score[ok, j].argmax()]] = j
    return labels


def _fresh(problem, vectors, init, n_init, rng):
    from .starts import kmeans_plus_plus, random_labels, spectral_labels

    V = vectors
    lam = np.sqrt(np.maximum((V * problem.gram.product(V)).sum(axis=0), 0))
    E = V * lam
    yield spectral_labels(V)
    k = 1
    while True:
        kind = FRESH[k % len(FRESH)]
        if kind == "k":
            yield kmeans_plus_plus(problem.gram, problem.n_clusters, rng, problem.weights)
        elif kind == "r":
            yield random_labels(len(V), problem.n_clusters, rng)
        else:
            yield _lin(problem, E, rng)
        k += 1


def best_runs(problem, vectors, init, n_init, rng):
    if RULE == "band":
        yield from _band(problem, vectors, n_init, rng)
        return
    raise SystemExit


DECAY = 1.0


def _band(problem, vectors, n_init, rng):
    from .starts import kmeans_plus_plus, random_labels, spectral_labels

    V = vectors
    lam = np.sqrt(np.maximum((V * problem.gram.product(V)).sum(axis=0), 0))
    E = V * lam
    kinds = [k for k in FRESH]
    wins, tries = dict.fromkeys(kinds, 1.0), dict.fromkeys(kinds, 1.0)
    best = base = None
    for k in range(n_init):
        kind = None
        if base is None:
            labels = spectral_labels(V)
        else:
            kind = max(kinds, key=lambda kind: wins[kind] / tries[kind])
            if kind == "s":
                labels = swapped(base, rng)
            elif kind == "k":
                labels = kmeans_plus_plus(problem.gram, problem.n_clusters, rng, problem.weights)
            elif kind == "l":
                labels = _lin(problem, E, rng)
            elif kind == "r":
                labels = random_labels(len(V), problem.n_clusters, rng)
            if labels is None:
                labels = kmeans_plus_plus(problem.gram, problem.n_clusters, rng, problem.weights)
        state = base.moved_to(labels) if kind == "s" else State(problem, labels)
        state, history, n_iter = _polished(problem, state, rng)
        run = _result(state, history, n_iter)
        won = base is None or run.objective > best.objective * (1 + 1e-12 * np.sign(best.objective))
        if kind is not None:
            wins[kind] = wins[kind] * DECAY + won
            tries[kind] = tries[kind] * DECAY + 1
        if won:
            best, base = run, state
        yield run, best
