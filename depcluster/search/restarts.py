"""Iterated local search: search again and again, keep the best.

The first search begins at a start (`starts`), most later ones where a move from the best partition
so far leads (`perturbation_moves`): of four, two are perturbations, one is a swap, and one a fresh
start. Where groups stand apart a swap mends the one wrong split; elsewhere and for structured
labels perturbations find more. Without normalization the scatter that guides a swap says nothing
of J, and a perturbation takes its place.

Ring, chain, grid and tree label kernels have local optima in the order of the labels, where
single reassignments cannot reach: each beginning is therefore matched to the label kernel,
searched, matched again and searched again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import cycle, islice
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from .._typing import Floats, Init, Ints
from .._utils.blas import blas_threads_for
from .._validation import check_labels, warn, warn_if_long
from ..labels.symmetries import canonical_labels
from .local_search import Problem, can_rise, climb_from
from .objectives import order_matters, structure_of, value
from .perturbation_moves import perturbed, swapped
from .quadratic_assignment import match_order, matching_seconds
from .starts import start
from .state import State

_MOVES = {"perturbation": perturbed, "swap": swapped}


@dataclass(frozen=True)
class SearchResult:
    """What a search found.

    Attributes
    ----------
    labels : ndarray of int of shape (m,)
    objective : float
        J of them.
    n_iter : int
        Steps that led there: sweeps and passes from the start, the confirming ones included,
        and one for each later search that raised J.
    history : ndarray of shape (n_iter + 1,) or a little longer
        J along these steps; it never falls.
    converged : bool
        False where ``max_iter`` cut the search short and a sample that would gain is left.
    """

    labels: Ints
    objective: float
    n_iter: int
    history: Floats
    converged: bool


@dataclass(frozen=True)
class LocalOptimum:
    """How far a search has come."""

    state: object  # State or BlockState
    n_iter: int  # steps until now
    settled: bool  # whether no sample alone would raise J


@dataclass(frozen=True)
class _Run:
    """A search that has ended."""

    way: str
    state: State
    n_iter: int
    history: list[Any]
    cut: bool

    def result(self, scale):
        converged = not (self.cut and can_rise(self.state))
        J, history = float(scale.of(self.state.J)), scale.of(np.array(self.history))
        return SearchResult(self.state.labels.copy(), J, self.n_iter, history, converged)


def warn_of_max_iter(max_iter, what):
    """Warn that ``max_iter`` ended something; ``what`` is what there was still to do."""
    warn(
        f"max_iter={max_iter} was reached before the end: {what}. Try a larger max_iter.",
        ConvergenceWarning,
    )


def polish(problem: Problem, labels: Ints, rng: np.random.RandomState) -> SearchResult:
    """Match the order of the labels, search, match again, search again.

    Parameters
    ----------
    problem : Problem
    labels : ndarray of int of shape (m,)
    rng : numpy.random.RandomState

    Returns
    -------
    SearchResult

    Examples
    --------
    >>> from depcluster.kernels import as_centred_gram
    >>> from depcluster.search import Normalized, Problem
    >>> x = np.array([0.0, 0.1, 1.0, 1.1])
    >>> problem = Problem(as_centred_gram(np.outer(x, x)), Normalized(np.eye(2)), 2)
    >>> labels = polish(problem, np.array([0, 1, 0, 1]), np.random.RandomState(0)).labels
    >>> bool(labels[0] == labels[1] != labels[2] == labels[3])
    True
    """
    labels = check_labels(labels, problem.gram.shape[0], problem.n_clusters, every=False)
    problem, scale = problem.in_units()
    return _polished(State(problem, labels), problem.max_iter, rng, "start").result(scale)


def polishing(state, max_iter, rng):
    """Match the order of the labels, climb, match again, climb again: a `LocalOptimum` a step."""
    structured, n_iter = order_matters(state.objective), 0
    for again in (False, True):
        before = state
        if structured:
            state = reorder(state, rng)
        if again and state is before:
            return
        for k, (reached, settled) in enumerate(climb_from(state, max_iter)):
            yield LocalOptimum(reached, n_iter + k, settled)
        state, n_iter = reached, n_iter + k


def _polished(state, max_iter, rng, way):
    history = []
    for last in polishing(state, max_iter, rng):
        history.append(last.state.J)
    return _Run(way, last.state, last.n_iter, history, not last.settled)


def reorder(state, rng):
    """A state whose labels are permuted to suit the label kernel; as it is if J would not rise."""
    p = match_order(*state.objective.alignment(state.S, state.n), rng)
    after = value(state.objective, state.S[np.ix_(p, p)], state.n[p])
    return state.permuted(np.argsort(p)) if after > state.J else state


def solve(
    problem: Problem,
    init: Init,
    n_init: int,
    rng: np.random.RandomState,
    *,
    vectors: Floats | None = None,
    verbose: int = 0,
) -> SearchResult:
    """The best of several searches, its labels in their canonical turn.

    Where the order of the labels matters, a symmetry of the objective may turn some into others:
    those that come first in dictionary order are given, so that the first samples and not rounding
    decide. Labels that came as a start keep their names.

    Parameters
    ----------
    problem : Problem
    init : {"auto", "random", "k-means++", "spectral"} or array of int of shape (m,)
    n_init : int
        Number of searches. From the spectral start alone and from given labels there is one.
    rng : numpy.random.RandomState
    vectors : ndarray of shape (m, c - 1), optional
        Leading eigenvectors, if they are at hand.
    verbose : int, default=0
        Above 0, one line a search.

    Returns
    -------
    SearchResult

    Warns
    -----
    UserWarning
        If matching the order of so many labels takes long.

    Examples
    --------
    >>> from depcluster.kernels import as_centred_gram
    >>> from depcluster.search import Normalized, Problem
    >>> x = np.array([0.0, 0.1, 1.0, 1.1])
    >>> problem = Problem(as_centred_gram(np.outer(x, x)), Normalized(np.eye(2)), 2)
    >>> labels = solve(problem, "random", 3, np.random.RandomState(0)).labels
    >>> bool(labels[0] == labels[1] != labels[2] == labels[3])
    True
    """
    if problem.n_clusters == 1:
        state = State(problem, np.zeros(problem.gram.shape[0], dtype=np.intp))
        return SearchResult(state.labels, state.J, 1, np.array([state.J]), True)
    n_searches = n_init if isinstance(init, str) and init != "spectral" else 1
    if order_matters(problem.objective):
        warn_if_long(
            2 * n_searches * matching_seconds(problem.n_clusters),
            f"n_clusters={problem.n_clusters}: matching the order of so many labels, twice in each "
            f"of {n_searches} searches,",
            "Lower n_init, or take fewer clusters.",
        )
    scaled, scale = problem.in_units()
    with blas_threads_for(*problem.gram.shape):
        for k, (run, best) in enumerate(_searches(scaled, init, n_searches, rng, vectors)):
            if verbose:
                J, most = scale.of(run.state.J), scale.of(best.state.J)
                print(f"search {k + 1}, {run.way}: J = {J:.6g}, best {most:.6g}")
    found = best.result(scale)
    if not found.converged:
        warn_of_max_iter(problem.max_iter, "the search still had samples that would gain")
    if isinstance(init, str) and order_matters(problem.objective):
        found.labels[:] = canonical_labels(found.labels, structure_of(problem.objective))
    return found


def best_runs(
    problem: Problem,
    init: Init,
    n_init: int,
    rng: np.random.RandomState,
    *,
    vectors: Floats | None = None,
) -> Iterator[tuple[SearchResult, SearchResult]]:
    """Search after search; yield each with the best so far.

    Parameters
    ----------
    problem, init, n_init, rng
        As for `solve`.
    vectors : ndarray of shape (m, c - 1), optional
        Leading eigenvectors, if they are at hand.

    Yields
    ------
    run : SearchResult
        Of this search.
    best : SearchResult
        The best until now, this one included.

    Examples
    --------
    >>> from depcluster.kernels import as_centred_gram
    >>> from depcluster.search import Normalized, Problem
    >>> x = np.array([0.0, 0.1, 1.0, 1.1])
    >>> problem = Problem(as_centred_gram(np.outer(x, x)), Normalized(np.eye(2)), 2)
    >>> runs = list(best_runs(problem, "random", 3, np.random.RandomState(0)))
    >>> len(runs)
    3
    """
    problem, scale = problem.in_units()
    for run, best in _searches(problem, init, n_init, rng, vectors):
        yield run.result(scale), best.result(scale)


def _searches(problem, init, n_init, rng, vectors=None):
    labels = start(problem, init, rng, vectors)
    best = _polished(State(problem, labels), problem.max_iter, rng, "start")
    yield best, best
    for way in islice(_ways(problem, init), n_init - 1):
        labels = _MOVES[way](best.state, rng) if way in _MOVES else start(problem, way, rng)
        run = _polished(best.state.moved_to(labels), problem.max_iter, rng, way)
        run = replace(run, n_iter=best.n_iter + 1, history=[*best.history, run.state.J])
        if run.state.J > best.state.J + 1e-12 * abs(best.state.J):
            best = run
        yield run, best


def _ways(problem, init):
    """How the searches after the first begin, without end."""
    second = "swap" if problem.objective.normalized else "perturbation"
    fresh = ["k-means++", "random" if order_matters(problem.objective) else "k-means++"]
    for start_again in cycle(["random"] if isinstance(init, str) and init == "random" else fresh):
        yield from ("perturbation", second, "perturbation", start_again)
