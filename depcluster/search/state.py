"""A partition with all that J needs, kept up to date while samples move."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass

import numpy as np

from ..labels.partition import indicator
from .objectives import value

_BATCH = 2**22
_BLOCK = 2**16


@dataclass(frozen=True)
class ClusterSums:
    """All that J asks of a partition of the rows of a factor ``K = B B'``."""

    sums: np.ndarray  # (d, c): B' Pi
    counts: np.ndarray  # (c,): samples in each cluster
    n: np.ndarray  # (c,): sums of weights in each

    @property
    def S(self):
        """``Pi' K Pi``, shape (c, c)."""
        return self.sums.T @ self.sums

    def moved(self, row, a, b, weight=1.0):
        """Those after a row of B, of some weight, went from cluster a to b."""
        step = np.zeros(len(self.n))
        step[b] += 1
        step[a] -= 1
        sums = self.sums + weight * np.outer(row, step)
        return ClusterSums(sums, self.counts + step.astype(np.intp), self.n + weight * step)


@dataclass(frozen=True)
class ImprovingMoves:
    """Samples that alone would raise J."""

    state: State  # one that sees them, to move them in
    order: np.ndarray  # which of its samples, the one that gains most first
    target: np.ndarray  # the cluster that each of its samples gains most in
    every: bool  # whether there are no others
    rows: np.ndarray | None = None  # numbers of its samples, where it sees only some of all


class State:
    """Labels of a problem with their sums, block sums, sizes and J."""

    # `counts` and `n` (c,) are samples and sums of weights in each cluster, `sums` what the Gram
    # keeps of K Pi; `G` = K Pi, (m, c), is out of date after `try_move` until `refresh`.
    # With totals (`ClusterSums`) the problem has only some of all samples: J, gains and moves are
    # then those of the whole, and the Gram is a centred Factor.

    def __init__(self, problem, labels, totals=None):
        self.gram, self.objective, self.weights = problem.gram, problem.objective, problem.weights
        self.n_clusters = problem.n_clusters
        self.labels = np.array(labels, dtype=np.intp)
        self.moved = np.empty(0, dtype=np.intp)  # in the last step, in the order of their moves
        if totals is None:
            self.sums = self.gram.sums(indicator(self.labels, self.n_clusters, self.weights))
            self.refresh()
        else:
            self.sums, self.counts, self.n = totals.sums.copy(), totals.counts.copy(), totals.n
            self.G = self.gram.scores(self.sums, slice(None))
            self.S = totals.S
            self.J = float(value(self.objective, self.S, self.n))

    def refresh(self):
        """Derive all the rest from labels and sums."""
        c = self.n_clusters
        self.counts = np.bincount(self.labels, minlength=c)
        self.n = np.bincount(self.labels, self.weights, c).astype(float)
        self.G = self.gram.scores(self.sums, slice(None))
        self.S = self.gram.block_sums(self.sums, self.G, self.labels, c, self.weights)
        self.J = float(value(self.objective, self.S, self.n))

    def moved_to(self, labels):
        """The state of other labels; the sums follow the samples that moved, if they are few."""
        state = copy(self)
        state.labels = labels = np.array(labels, dtype=np.intp)
        idx = np.flatnonzero(labels != self.labels)
        if 3 * len(idx) > len(labels):
            state.sums = self.gram.sums(indicator(labels, self.n_clusters, self.weights))
        else:
            state.sums = self.sums.copy(order="K")
            w = None if self.weights is None else self.weights[idx]
            change = indicator(labels[idx], self.n_clusters, w)
            change -= indicator(self.labels[idx], self.n_clusters, w)
            self.gram.shift(state.sums, idx, change)
        state.refresh()
        return state

    def permuted(self, p):
        """The state with cluster j called p[j]."""
        state = copy(self)
        state.labels = p[self.labels]
        state.sums = self.sums[:, np.argsort(p)]
        state.refresh()
        return state

    def under(self, objective):
        """The state of the same partition under another objective."""
        state = copy(self)
        state.objective, state.moved = objective, np.empty(0, dtype=np.intp)
        state.labels, state.sums = self.labels.copy(), self.sums.copy(order="K")
        state.refresh()
        return state

    def slopes(self):
        """``2 (G W)_ij + dJ/dn_j`` at fixed S, (m, c): the linearised J of a batch sweep."""
        slopes = self.G @ (2 * self.objective.weights(self.n))
        slopes += self.objective.gradient(self.S, self.n)
        return slopes

    def swept(self):
        """The state once every sample has the label of largest slope; None if all have it."""
        # A cluster that this empties gets its best-scoring old member back.
        score = self.slopes()
        after = refill(_argmax_keeping(score, self.labels), self.labels, score)
        moved = np.flatnonzero(after != self.labels)
        if not len(moved):
            return None
        state = self.moved_to(after)
        state.moved = moved
        return state

    def rising(self, least):
        """The samples that alone would raise J by more than ``least``."""
        gain, target = self.gains()
        order = np.argsort(-gain, kind="stable")
        return ImprovingMoves(self, order[: np.count_nonzero(gain > least)], target, every=True)

    def after(self, seen, moved):
        """This state, now that ``moved``, some of those that `rising` gave, have moved in it."""
        self.moved = moved
        if len(moved):
            self.refresh()
        return self

    def gains(self):
        """What moving each sample alone would add to J at most, and to which cluster it goes."""
        # The gain of the only member of a cluster is 0.
        changes = self.changes()
        target = changes.argmax(axis=0)
        gain = changes[target, np.arange(len(target))]
        gain[self.counts[self.labels] == 1] = 0
        return gain, target

    def changes(self):
        """What moving each sample alone to each cluster would add to J, (c, m)."""
        if not self.objective.separable:
            return self._changes_by_group()
        m, c = len(self.labels), self.n_clusters
        changes = np.empty((c, m))
        step = max(1, _BLOCK // c)
        for first in range(0, m, step):
            rows = slice(first, first + step)
            changes[:, rows] = self._changes_of(rows)
        return changes

    def _changes_of(self, rows):
        """Some columns of `changes`, where ``W_jl = N_j A_jl N_l`` and N_j depends on n_j alone."""
        # A move changes N in two places, so J, 2 W G_i and K_ii W change by what the sample adds
        # to b, what it takes from a, and what the two share, A_ab.
        a, G, own = self.labels[rows], self.G[rows].T, self.gram.diagonal[rows]
        w = 1.0 if self.weights is None else self.weights[rows]
        k, squared = np.arange(len(a)), w * w * own
        scales, N, A = self.objective.scales, self.objective.scales(self.n), self.objective.core
        joining = scales(self.n[:, None] + w)  # (c, 1) or, with weights, (c, k)
        leaving = scales(self.n[a] - w)
        up, down = joining - N[:, None], leaving - N[a]
        T = A * self.S
        twice, block, own_A = 2 * (T @ N), T.diagonal(), A.diagonal()
        paid = self.objective.offset(np.eye(len(N)))
        diagonal = np.count_nonzero(A) == np.count_nonzero(own_A)
        H = (own_A * N)[:, None] * G if diagonal else (A * N) @ G  # (c, k)
        in_b, in_a = up * own_A[:, None], down * own_A[a]
        changes = up * (twice[:, None] + up * block[:, None]) + w * paid[:, None]
        changes = changes + (2 * w * joining) * (H + in_b * G)
        changes += squared * (joining**2 * own_A[:, None])
        taken = down * (twice[a] + down * block[a]) - w * paid[a]
        taken -= 2 * w * leaving * (H[a, k] + in_a * G[a, k])
        changes += taken + squared * leaving**2 * own_A[a]
        if not diagonal:
            shared = up * (down * self.S[:, a] - w * leaving * G)
            shared += joining * (w * down * G[a, k] - squared * leaving)
            changes += 2 * A[:, a] * shared
        changes[a, k] = 0
        return changes

    def _changes_by_group(self):
        """`changes` where N depends on all sizes: a table for each cluster and weight."""
        m, c = len(self.labels), self.n_clusters
        w = np.ones(m) if self.weights is None else self.weights
        order = np.lexsort((w, self.labels))  # samples of one cluster and weight follow each other
        a, u = self.labels[order], w[order]
        starts = np.flatnonzero((np.diff(a, prepend=-1) != 0) | (np.diff(u, prepend=np.nan) != 0))
        ends = np.append(starts[1:], m)
        G, own = self.G[order], self.gram.diagonal[order]
        changes = np.empty((c, m))
        step = max(1, _BATCH // c**3)
        for first in range(0, len(starts), step):
            groups = slice(first, first + step)
            tables = self._tables(a[starts[groups]], u[starts[groups]])
            for start, end, slope, bend, base in zip(
                starts[groups], ends[groups], *tables, strict=True
            ):
                found = slope @ G[start:end].T  # (c, end - start)
                found += np.outer(bend, own[start:end])
                found += base[:, None]
                changes[:, order[start:end]] = found
        return changes

    def _tables(self, a, u):
        """For weight u in cluster a: a move adds ``slope G_i + bend K_ii + base`` to J."""
        # a and u have the shape (k,), slope (k, c, c), bend and base (k, c).
        b, e = np.arange(self.n_clusters), np.eye(self.n_clusters)
        n = self.n + u[:, None, None] * (e - e[a][:, None])  # (k, c, c)
        N = self.objective.scales(n)
        from_a, to_b = (self.objective.rows(n, j, N) for j in (a[:, None], b))  # (k, c, c)
        slope = 2 * u[:, None, None] * (to_b - from_a)
        k = np.arange(len(a))[:, None]
        bend = from_a[k, b, a[:, None]] + to_b[k, b, b] - 2 * to_b[k, b, a[:, None]]
        return slope, u[:, None] ** 2 * bend, value(self.objective, self.S, n, N) - self.J

    def try_move(self, i, b, least):
        """Move sample i to cluster b if J then rises by more than ``least``; whether it moved."""
        a = self.labels[i]
        if self.counts[a] == 1:
            return False
        w = 1.0 if self.weights is None else self.weights[i]
        g = w * self.gram.scores(self.sums, [i])[0]
        own = w**2 * self.gram.diagonal[i]
        n = self.n.copy()
        n[a] -= w
        n[b] += w
        N = self.objective.scales(n)
        W = self.objective.weights(n, N)
        J = np.vdot(W, self.S) + self.objective.offset(n, N)
        J += 2 * (W[b] - W[a]) @ g + own * (W[a, a] + W[b, b] - 2 * W[a, b])
        if not J - self.J > least:
            return False
        self.gram.move(self.sums, i, a, b, w)
        for j, sign in ((a, -1), (b, 1)):
            self.S[j] += sign * g
            self.S[:, j] += sign * g
            self.S[j, j] += own
            self.counts[j] += sign
        self.S[a, b] -= own
        self.S[b, a] -= own
        self.n, self.labels[i], self.J = n, b, float(J)
        return True


def _argmax_keeping(score, labels):
    own = score[np.arange(len(labels)), labels]
    best = score.argmax(axis=1)
    top = score[np.arange(len(labels)), best]
    return np.where(top > own + 1e-12 * np.abs(top), best, labels)


def refill(labels, before, score):
    """Give each cluster that has been emptied its best-scoring old member back, in place."""
    # Taking a member back can empty the cluster it had gone to, hence the loop; it ends, because
    # each turn undoes a move.
    c = score.shape[1]
    filled = np.bincount(before, minlength=c) > 0
    while len(empty := np.flatnonzero(filled & (np.bincount(labels, minlength=c) == 0))):
        old = np.flatnonzero(before == empty[0])
        labels[old[score[old, empty[0]].argmax()]] = empty[0]
    return labels
