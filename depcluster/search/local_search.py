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

from ..kernels.linalg import leading_eigenvectors
from ..labels.partition import cluster_sizes, one_hot
from .objectives import value

_BATCH = 2**22


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
    """

    gram: object
    objective: object
    n_clusters: int
    weights: np.ndarray | None = None
    max_iter: int = 100

    def spectrum(self, k):
        """The k leading eigenpairs of K, of ``W^1/2 K W^1/2`` with weights."""
        if not k:
            return np.empty(0), np.empty((self.gram.shape[0], 0))
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


class _State:
    """Labels with all that J needs, kept up to date through moves."""

    def __init__(self, problem, labels):
        self.gram, self.objective, self.weights = problem.gram, problem.objective, problem.weights
        self.n_clusters = problem.n_clusters
        self.set_labels(labels)

    def set_labels(self, labels):
        c = self.n_clusters
        self.labels = np.array(labels, dtype=np.intp)
        self.counts = np.bincount(self.labels, minlength=c)
        self.n = cluster_sizes(self.labels, c, self.weights)
        Pi = one_hot(self.labels, c, self.weights)
        self.sums = self.gram.sums(Pi)
        G = self.gram.scores(self.sums, slice(None))  # (m, c)
        self.S = Pi.T @ G  # (c, c)
        self.J = float(value(self.objective, self.S, self.n))
        return G

    def objective_after(self, a, idx):
        """J after moving each of the samples idx of cluster a to each cluster, (len(idx), c)."""
        c = self.n_clusters
        w, u, which = self._weights_of(idx)
        n = self.n - u[:, None, None] * np.eye(c)[a] + u[:, None, None] * np.eye(c)  # (u, c, c)
        W = self.objective.weights(n)  # (u, c, c, c)
        base = value(self.objective, self.S, n)  # (u, c)
        b = np.arange(c)
        D = W[:, b, b] - W[:, b, a]  # (u, c, c)
        q = W[:, b, a, a] + W[:, b, b, b] - 2 * W[:, b, a, b]  # (u, c)
        own = w**2 * self.gram.diagonal[idx]
        G = self.gram.scores(self.sums, idx)  # (k, c)
        if len(u) == 1:
            gain = (2 * u[0] * D[0]) @ G.T  # (c, k)
            gain += q[0][:, None] * own
            gain += base[0][:, None]
            return gain.T
        linear = np.einsum("kc,kbc->kb", G, D[which])
        return base[which] + 2 * w[:, None] * linear + own[:, None] * q[which]

    def _weights_of(self, idx):
        if self.weights is None:
            return np.ones(1), np.ones(1), np.zeros(1, dtype=np.intp)
        w = self.weights[idx]
        return w, *np.unique(w, return_inverse=True)

    def best_gains(self):
        """The most that moving each sample alone would add to J, shape (m,)."""
        gain = np.zeros(len(self.labels))
        for a in np.flatnonzero(self.counts > 1):
            members = np.flatnonzero(self.labels == a)
            size = len(members) if self.weights is None else max(1, _BATCH // self.n_clusters**3)
            for start in range(0, len(members), size):
                idx = members[start : start + size]
                gain[idx] = self.objective_after(a, idx).max(axis=1) - self.J
        return gain

    def move(self, i, b, J):
        a = self.labels[i]
        w = 1.0 if self.weights is None else self.weights[i]
        g = w * self.gram.scores(self.sums, [i])[0]
        self.gram.move(self.sums, i, a, b, w)
        for j, sign in ((a, -1), (b, 1)):
            self.S[j] += sign * g
            self.S[:, j] += sign * g
            self.n[j] += sign * w
            self.counts[j] += sign
        own = w**2 * self.gram.diagonal[i]
        self.S[a, a] += own
        self.S[b, b] += own
        self.S[a, b] -= own
        self.S[b, a] -= own
        self.labels[i] = b
        self.J = J


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
    state = _State(problem, labels)
    yield Step(state.labels.copy(), state.J, np.empty(0, dtype=np.intp))
    steps = 0
    for moved in _sweeps(state, problem.max_iter, tol):
        steps += 1
        yield Step(state.labels.copy(), state.J, moved)
    while steps < problem.max_iter:
        steps += 1
        moved = _pass(state, tol)
        if len(moved):
            state.set_labels(state.labels)
        yield Step(state.labels.copy(), state.J, moved)
        if not len(moved):
            return


def _sweeps(state, max_iter, tol):
    for _ in range(max_iter):
        before, J = state.labels, state.J
        G = state.gram.scores(state.sums, slice(None))
        W = state.objective.weights(state.n)
        score = 2 * G @ W + state.objective.gradient(state.S, state.n)  # (m, c)
        after = _argmax_keeping(score, before)
        _revive(after, before, score)
        moved = np.flatnonzero(after != before)
        if not len(moved):
            return
        state.set_labels(after)
        if J + tol * abs(J) >= state.J:
            state.set_labels(before)
            return
        yield moved


def _argmax_keeping(score, labels):
    own = score[np.arange(len(labels)), labels]
    best = score.argmax(axis=1)
    top = score[np.arange(len(labels)), best]
    return np.where(top > own + 1e-12 * np.abs(top), best, labels)


def _revive(labels, before, score):
    """Give each cluster that a sweep emptied its best-scoring old member back, in place.

    Taking a member back can empty the cluster it had gone to, hence the loop; it ends, because
    each turn undoes a move.
    """
    filled = np.unique(before)
    while len(empty := np.setdiff1d(filled, labels)):
        old = np.flatnonzero(before == empty[0])
        labels[old[score[old, empty[0]].argmax()]] = empty[0]


def _pass(state, tol):
    gain = state.best_gains()
    least = tol * max(abs(state.J), np.finfo(float).tiny)
    order = np.argsort(-gain, kind="stable")
    moved = []
    for i in order[: np.count_nonzero(gain > least)]:
        a = state.labels[i]
        if state.counts[a] == 1:
            continue
        after = state.objective_after(a, np.array([i]))[0]
        b = int(after.argmax())
        if after[b] - state.J > least:
            state.move(i, b, float(after[b]))
            moved.append(i)
    return np.array(moved, dtype=np.intp)
