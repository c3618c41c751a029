"""The one optimizer: local search over partitions for any ``J = <W(n), S> + b(n)``.

It runs in two phases. Batch sweeps linearise J in (S, n) and give every sample the label of
largest slope; a sweep is kept only if J rose. Then screening passes compute the exact J of
every single reassignment at once, and visit the samples that would gain, best first, each
checked again with the state as it then is. When no gain is left the partition is a fixed
point of Algorithm 1 of Song 2007, reached without J ever falling.

A cluster is never emptied; the papers do not say what should happen then.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..checks.samples import check_weights
from ..kernels.linalg import leading_eigenvectors
from ..kernels.subspace import leading_subspace
from .state import State


@dataclass(frozen=True)
class Step:
    """One step of a search.

    Attributes
    ----------
    labels : ndarray of int of shape (m,)
        The partition after the step.
    objective : float
        J of it.
    moved : ndarray of int
        The samples that changed cluster, in the order in which they moved.
    """

    labels: np.ndarray
    objective: float
    moved: np.ndarray


@dataclass(frozen=True)
class Problem:
    """What a search needs to know.

    Attributes
    ----------
    gram : Dense, Sparse or Factor
        The kernel matrix, (m, m).
    objective : an objective of `depcluster.search`
    n_clusters : int
    weights : ndarray of shape (m,) or None
        Positive weights of the samples; K is then used as ``w_i w_j K_ij`` and n are sums of
        weights.
    max_iter : int, default=100
        The most sweeps and passes together.

    Raises
    ------
    ValueError
        If the weights do not fit the samples.
    """

    gram: object
    objective: object
    n_clusters: int
    weights: np.ndarray | None = None
    max_iter: int = 100

    def __post_init__(self):
        if self.weights is not None:
            object.__setattr__(self, "weights", check_weights(self.weights, self.gram.shape[0]))

    def spectrum(self, k):
        """The k leading eigenpairs of K, of ``W^1/2 K W^1/2`` with weights."""
        if not k:
            return np.empty(0), np.empty((self.gram.shape[0], 0))
        return leading_eigenvectors(self._matrix, k)

    def directions(self, k):
        """An orthonormal basis, (m, k), near the span of the k leading eigenvectors."""
        return leading_subspace(self._matrix, k)[1] if k else self.spectrum(0)[1]

    @property
    def _matrix(self):
        return self.gram if self.weights is None else _Weighted(self.gram, self.weights)


class _Weighted:
    """``W^1/2 K W^1/2`` for the eigensolver."""

    def __init__(self, gram, weights):
        self.gram, self.shape, self.dtype = gram, gram.shape, gram.dtype
        self.root = np.sqrt(weights)

    def product(self, V):
        return self.root[:, None] * self.gram.product(self.root[:, None] * V)

    def matvec(self, v):
        return self.root * self.gram.matvec(self.root * np.ravel(v))

    def rows(self, idx):
        return self.root[idx][:, None] * self.gram.rows(idx) * self.root


def climb(problem, labels, tol=1e-10):
    """Climb from a partition to a local optimum, one `Step` at a time.

    Parameters
    ----------
    problem : Problem
    labels : array of int of shape (m,)
        Where to start.
    tol : float, default=1e-10
        What counts as a gain, relative to the size of J.

    Yields
    ------
    Step
        First the start, then one for each kept sweep and each pass. The last one has moved
        nothing, unless ``max_iter`` cut the search short.
    """
    for state, moved in climb_from(State(problem, labels), problem.max_iter, tol):
        yield Step(state.labels.copy(), state.J, moved)


def climb_from(state, max_iter, tol=1e-10):
    """As `climb`, from a state.

    Parameters
    ----------
    state : State
        Passes change it in place.
    max_iter : int
    tol : float, default=1e-10

    Yields
    ------
    state : State
    moved : ndarray of int
    """
    yield state, np.empty(0, dtype=np.intp)
    steps = 0
    while steps < max_iter and (swept := _sweep(state, tol)) is not None:
        steps += 1
        state, before = swept, state.labels
        yield state, np.flatnonzero(state.labels != before)
    while steps < max_iter:
        steps += 1
        moved = _pass(state, tol)
        yield state, moved
        if not len(moved):
            return


def can_rise(state, tol=1e-10):
    """Whether moving one sample alone would still raise J.

    Parameters
    ----------
    state : State
    tol : float, default=1e-10
        As in `climb`.

    Returns
    -------
    bool
    """
    return bool(state.gains()[0].max() > _least(state, tol))


def _least(state, tol):
    return tol * max(abs(state.J), np.finfo(float).tiny)


def _sweep(state, tol):
    """The state after giving every sample the label of largest slope; None if J did not rise."""
    before, score = state.labels, state.slopes()
    after = refill(_argmax_keeping(score, before), before, score)
    if np.array_equal(after, before):
        return None
    swept = state.moved_to(after)
    return swept if swept.J > state.J + tol * abs(state.J) else None


def _argmax_keeping(score, labels):
    own = score[np.arange(len(labels)), labels]
    best = score.argmax(axis=1)
    top = score[np.arange(len(labels)), best]
    return np.where(top > own + 1e-12 * np.abs(top), best, labels)


def refill(labels, before, score):
    """Give each cluster that has been emptied its best-scoring old member back, in place.

    Taking a member back can empty the cluster it had gone to, hence the loop; it ends, because
    each turn undoes a move.

    Parameters
    ----------
    labels, before : ndarray of int of shape (m,)
    score : ndarray of shape (m, c)

    Returns
    -------
    ndarray of int of shape (m,)
        ``labels``.
    """
    c = score.shape[1]
    filled = np.bincount(before, minlength=c) > 0
    while len(empty := np.flatnonzero(filled & (np.bincount(labels, minlength=c) == 0))):
        old = np.flatnonzero(before == empty[0])
        labels[old[score[old, empty[0]].argmax()]] = empty[0]
    return labels


def _pass(state, tol):
    gain, target = state.gains()
    least = _least(state, tol)
    order = np.argsort(-gain, kind="stable")
    rising = order[: np.count_nonzero(gain > least)]
    moved = np.array([i for i in rising if state.try_move(i, target[i], least)], dtype=np.intp)
    if len(moved):
        state.refresh()
    return moved
