"""Search again and again, keep the best.

The first search begins at a start. Each later one begins in one of several ways: with a swap in
the best partition so far (`swaps`) or at a fresh start (`starts`). Which way leads on depends on
the data and the objective, so the way that has raised J in the largest share of its tries goes
next.

Ring, chain, grid and tree label kernels have local optima in the order of the labels, where
single reassignments cannot reach: each beginning is therefore matched to the label kernel,
searched, matched again and searched again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..labels.renaming import canonical_labels
from .local_search import climb_from
from .objectives import order_matters, structure_of, value
from .order import match_order
from .starts import Starts
from .state import State
from .swaps import swapped

_WAYS = {
    "auto": ("swap", "k-means++", "directions"),
    "k-means++": ("swap", "k-means++"),
    "random": ("swap", "random"),
}


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
        and one for each swap that was kept.
    history : ndarray of shape (n_iter + 1,) or a little longer
        J along these steps.
    """

    labels: np.ndarray
    objective: float
    n_iter: int
    history: np.ndarray


@dataclass(frozen=True)
class _Run:
    """A search that has ended."""

    way: str
    state: State
    n_iter: int
    history: list

    def result(self):
        labels, J = self.state.labels.copy(), self.state.J
        return SearchResult(labels, J, self.n_iter, np.array(self.history))


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
    return _polished(problem, State(problem, labels), rng, "start").result()


def _polished(problem, state, rng, way):
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
    return _Run(way, state, n_iter, history)


def reorder(state, rng):
    """A state renamed so that its order suits the label kernel; as it is if J would not rise.

    Parameters
    ----------
    state : State
    rng : numpy.random.RandomState

    Returns
    -------
    State
    """
    p = match_order(*state.objective.alignment(state.S, state.n), rng)
    after = value(state.objective, state.S[np.ix_(p, p)], state.n[p])
    return state.renamed(np.argsort(p)) if after > state.J else state


def solve(problem, init, n_init, rng, *, vectors=None, verbose=0):
    """The best of several searches, its labels in their canonical turn.

    Of the labels that a symmetry of the objective turns into each other, those that come first in
    dictionary order are given, so that the first samples and not rounding decide; labels that
    came as a start keep their names.

    Parameters
    ----------
    problem : Problem
    init : {"auto", "random", "k-means++", "spectral"} or array of int of shape (m,)
    n_init : int
        Number of searches. A spectral or given start is one.
    rng : numpy.random.RandomState
    vectors : ndarray of shape (m, c - 1), optional
        Leading eigenvectors for the spectral start, if they are at hand.
    verbose : int, default=0
        Above 0, one line a search.

    Returns
    -------
    SearchResult
    """
    if problem.n_clusters == 1:
        J = State(problem, np.zeros(problem.gram.shape[0], dtype=np.intp)).J
        return SearchResult(np.zeros(problem.gram.shape[0], dtype=np.intp), J, 1, np.array([J]))
    for k, (run, best) in enumerate(_searches(problem, init, n_init, rng, vectors)):
        if verbose:
            print(
                f"search {k + 1}, {run.way}: J = {run.state.J:.6g} in {run.n_iter} steps, "
                f"best {best.state.J:.6g}"
            )
    found = best.result()
    if isinstance(init, str):
        found.labels[:] = canonical_labels(found.labels, structure_of(problem.objective))
    return found


def best_runs(problem, init, n_init, rng, *, vectors=None, ways=None):
    """Search after search; yield each with the best so far.

    Parameters
    ----------
    problem, init, n_init, rng, vectors
        As for `solve`.
    ways : tuple of str, optional
        How the searches after the first may begin: "swap", "k-means++", "directions", "random".
        When left out, what suits ``init``.

    Yields
    ------
    run : SearchResult
        Of this search.
    best : SearchResult
        The best until now, this one included.
    """
    for run, best in _searches(problem, init, n_init, rng, vectors, ways):
        yield run.result(), best.result()


def _searches(problem, init, n_init, rng, vectors, ways=None):
    starts = Starts(problem, rng, vectors)
    best = _polished(problem, State(problem, starts.first(init)), rng, "start")
    yield best, best
    if ways is None:
        ways = _WAYS.get(init, ()) if isinstance(init, str) else ()
    rose, tried = dict.fromkeys(ways, 1), dict.fromkeys(ways, 1)
    for _ in range(n_init - 1 if ways else 0):
        way = max(ways, key=lambda way: rose[way] / tried[way])
        run = _another(problem, starts, best, way, rng)
        tried[way] += 1
        if run.state.J > best.state.J + 1e-12 * abs(best.state.J):
            rose[way] += 1
            best = run
        yield run, best


def _another(problem, starts, best, way, rng):
    """The search after a swap in the best partition, or from a fresh start."""
    labels = swapped(best.state, rng) if way == "swap" else starts.named(way)
    run = _polished(problem, best.state.moved_to(labels), rng, way)
    if way != "swap":
        return run
    return _Run(way, run.state, best.n_iter + 1, [*best.history, run.state.J])
