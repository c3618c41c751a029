"""Search from several starts, order the labels, keep the best.

Ring, chain, grid and tree label kernels have local optima in the order of the labels, where
single reassignments cannot reach: each start is therefore matched to the label kernel,
searched, matched again and searched again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..kernels.linalg import leading_eigenvectors
from ..labels.kernels import is_exchangeable
from ..labels.partition import block_sums_of, check_labels, cluster_sizes
from .local_search import search
from .objectives import value
from .starts import kmeans_plus_plus, match_order, random_labels, spectral_labels

INITS = ("auto", "random", "k-means++", "spectral")


@dataclass(frozen=True)
class Run:
    """One polished start.

    Attributes
    ----------
    labels : ndarray of int of shape (m,)
    objective : float
    n_iter : int
        Sweeps and passes, the confirming one included.
    history : ndarray of shape (n_iter + 1,) or a little longer
        J from the start on.
    """

    labels: np.ndarray
    objective: float
    n_iter: int
    history: np.ndarray


@dataclass(frozen=True)
class Problem:
    """What a search needs to know.

    Attributes
    ----------
    gram : Dense, Sparse or Factor
    objective : an objective of `depcluster.search`
    n_clusters : int
    weights : ndarray of shape (m,) or None
    max_iter : int
    """

    gram: object
    objective: object
    n_clusters: int
    weights: np.ndarray | None = None
    max_iter: int = 100

    def spectrum(self, k):
        """The k leading eigenpairs of K, of ``W^1/2 K W^1/2`` with weights."""
        if self.weights is None:
            return leading_eigenvectors(self.gram, k)
        return leading_eigenvectors(_Weighted(self.gram, self.weights), k)


class _Weighted:
    """``W^1/2 K W^1/2`` for the eigensolver."""

    def __init__(self, gram, weights):
        self.gram, self.shape, self.dtype = gram, gram.shape, gram.dtype
        self.root = np.sqrt(weights)

    def matvec(self, v):
        return self.root * self.gram.matvec(self.root * np.ravel(v))

    def rows(self, idx):
        return self.root[idx][:, None] * self.gram.rows(idx) * self.root


def check_counts(n_clusters, n_samples, n_init=1, max_iter=1):
    """Validate the whole-number parameters.

    Parameters
    ----------
    n_clusters, n_samples, n_init, max_iter : int

    Raises
    ------
    ValueError
    """
    for name, number in (("n_clusters", n_clusters), ("n_init", n_init), ("max_iter", max_iter)):
        if not isinstance(number, (int, np.integer)) or isinstance(number, bool) or number < 1:
            raise ValueError(f"{name} must be an integer of at least 1; got {number!r}.")
    if n_clusters > n_samples:
        raise ValueError(
            f"n_clusters must be at most the number of different samples, {n_samples}; got "
            f"{n_clusters}. Choose fewer clusters or add samples."
        )


def starts(problem, vectors, init, n_init, rng):
    """Partitions to search from.

    Parameters
    ----------
    problem : Problem
    vectors : ndarray of shape (m, c - 1)
        Leading eigenvectors, for the spectral start.
    init : {"auto", "random", "k-means++", "spectral"} or array of int of shape (m,)
        "auto" is the spectral start and then k-means++; for a structured label kernel every
        fourth of those is random instead. "spectral" and an array are one start.
    n_init : int
    rng : numpy.random.RandomState

    Yields
    ------
    ndarray of int of shape (m,)

    Raises
    ------
    ValueError
        For an unknown name or unusable labels.
    """
    m, c = problem.gram.shape[0], problem.n_clusters
    if not isinstance(init, str):
        yield check_labels(init, m, c, name="init")
        return
    if init not in INITS:
        raise ValueError(f"init must be one of {', '.join(INITS)} or labels; got {init!r}.")
    structured = order_matters(problem.objective)
    for k in range(n_init):
        if init == "spectral" or (init == "auto" and k == 0):
            yield spectral_labels(vectors)
        elif init == "random" or (init == "auto" and structured and k % 4 == 0):
            yield random_labels(m, c, rng)
        else:
            yield kmeans_plus_plus(problem.gram, c, rng, problem.weights)
        if init == "spectral":
            return


def polish(problem, labels, rng):
    """Match the order of the labels, search, match again, search again.

    Parameters
    ----------
    problem : Problem
    labels : ndarray of int of shape (m,)
    rng : numpy.random.RandomState

    Returns
    -------
    Run
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
    return Run(labels, history[-1], n_iter, np.array(history))


def climb(problem, labels):
    """`local_search.search` on a problem: a generator of steps."""
    return search(
        problem.gram,
        problem.objective,
        labels,
        problem.n_clusters,
        weights=problem.weights,
        max_iter=problem.max_iter,
    )


def order_matters(objective):
    """Whether renaming clusters can change the objective."""
    return not all(is_exchangeable(matrix) for matrix in objective.structure)


def reorder(problem, labels, rng):
    """Labels renamed so that their order suits the label kernel; as given if J would not rise."""
    objective = problem.objective
    n = cluster_sizes(labels, problem.n_clusters, problem.weights)
    S = block_sums_of(problem.gram, labels, problem.n_clusters, problem.weights)
    p = match_order(*objective.alignment(S, n), rng)
    before, after = value(objective, S, n), value(objective, S[np.ix_(p, p)], n[p])
    return np.argsort(p)[labels] if after > before else labels


def solve(problem, init, n_init, rng, verbose=0):
    """The best of several starts.

    Parameters
    ----------
    problem : Problem
    init : {"auto", "random", "k-means++", "spectral"} or array of int of shape (m,)
    n_init : int
    rng : numpy.random.RandomState
    verbose : int, default=0
        Above 0, one line a start.

    Returns
    -------
    best : Run
    values : ndarray of shape (c - 1,)
        The leading eigenvalues of K, which the spectral start needed.
    """
    if problem.n_clusters == 1:
        return _one_cluster(problem), np.empty(0)
    values, vectors = problem.spectrum(problem.n_clusters - 1)
    for k, (run, best) in enumerate(best_runs(problem, vectors, init, n_init, rng)):
        if verbose:
            print(
                f"start {k + 1}: J = {run.objective:.6g} in {run.n_iter} steps, "
                f"best {best.objective:.6g}"
            )
    return best, values


def _one_cluster(problem):
    labels = np.zeros(problem.gram.shape[0], dtype=np.intp)
    n = cluster_sizes(labels, 1, problem.weights)
    S = block_sums_of(problem.gram, labels, 1, problem.weights)
    J = float(value(problem.objective, S, n))
    return Run(labels, J, 1, np.array([J]))


def best_runs(problem, vectors, init, n_init, rng):
    """Polish one start after the other; yield each with the best so far.

    Yields
    ------
    run : Run
        Of this start.
    best : Run
        The best until now, this one included.
    """
    best = None
    for labels in starts(problem, vectors, init, n_init, rng):
        run = polish(problem, labels, rng)
        if best is None or run.objective > best.objective * (1 + 1e-12 * np.sign(best.objective)):
            best = run
        yield run, best
