"""The same search where the rows of ``K = B B'`` are seen a block at a time.

A partition of all rows is a `LinearAssigner` of a few kilobytes, not an array: the label of a row
is that of largest slope, but for the rows that were moved singly. A sweep is one question that
every block answers with sums of a fixed size (`ClusterSums`); a pass asks the blocks for the rows
that would gain, with their rows of B, and visits them here, each gain exact. Rows of weight 0 are
left out.

No engine is known here. ``run(question)`` gives ``question(block)`` for every `Block`, in order,
and ``run(question, fold)`` the answers of blocks that follow each other folded into one, so that
fewer travel. Questions can be pickled, and to ask twice gives the same answer bit by bit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import Any

import numpy as np
from scipy import sparse

from ..kernels.gram import Factor
from ..labels.partition import cluster_sizes, one_hot
from .local_search import Problem
from .objectives import value
from .state import ClusterSums, ImprovingMoves, State

ROWS = 16_384  # of B at a time
MOST_RISING = 20_000  # rows that a pass visits, of all blocks together
_NONE = np.empty(0, dtype=np.intp)


@dataclass(frozen=True)
class Block:
    """Some rows of the data, as an engine hands them to a question."""

    X: np.ndarray  # or csr_array, (k, n_features)
    weights: np.ndarray | None = None
    labels: np.ndarray | None = None  # those that were given
    number: int = 0  # among the blocks
    first: int = 0  # number of its first row among all

    def parts(self, kept=True):
        """Its rows, some thousand at a time, as `Part`; ``kept`` leaves out those of weight 0."""
        for i in range(0, self.X.shape[0], ROWS):
            span = np.arange(i, min(i + ROWS, self.X.shape[0]))
            if kept and self.weights is not None:
                span = span[self.weights[span] > 0]
            if len(span):
                yield self.part(span)

    def part(self, span):
        """Some of its rows, by their places in it."""
        weights = None if self.weights is None else self.weights[span].astype(float, copy=False)
        labels = None if self.labels is None else self.labels[span]
        X = self.X[span].astype(float, copy=False)
        return Part(X, weights, labels, self.first + span)


@dataclass(frozen=True)
class Part:
    """Rows that are worked on at once: as `Block`, with ``rows``, their numbers among all."""

    X: np.ndarray
    weights: np.ndarray | None
    labels: np.ndarray | None
    rows: np.ndarray

    def at(self, which):
        """Some of them, by their places in it."""
        beside = (None if a is None else a[which] for a in (self.weights, self.labels))
        return Part(self.X[which], *beside, self.rows[which])

    @classmethod
    def joined(cls, parts):
        """The rows of several, one after the other; all have weights, or labels, or none has."""
        together = ([getattr(p, f.name) for p in parts] for f in fields(cls))
        return cls(*(None if a[0] is None else _stacked(a) for a in together))


def _stacked(arrays):
    return sparse.vstack(arrays, "csr") if sparse.issparse(arrays[0]) else np.concatenate(arrays)


@dataclass(frozen=True)
class LinearAssigner:
    """A partition of all rows, in a few kilobytes."""

    # The label of a row b of B is the first of the largest of b slopes + base, up to rounding,
    # under its name; without slopes it is the one that was given, -1 where none is known.
    slopes: np.ndarray | None  # (d, c)
    base: np.ndarray  # (c,)
    names: np.ndarray  # (c,): what each of these labels is called
    rows: np.ndarray = field(default_factory=_NONE.copy)  # whose label is another, ascending
    labels: np.ndarray = field(default_factory=_NONE.copy)  # that label

    @classmethod
    def given(cls, n_clusters):
        """The labels that blocks bring along."""
        return cls(None, np.zeros(n_clusters), np.arange(n_clusters))

    @classmethod
    def steepest(cls, objective, totals):
        """What a batch sweep leads to: ``2 B s W + dJ/dn``."""
        slopes = 2 * totals.sums @ objective.weights(totals.n)
        return cls(slopes, objective.gradient(totals.S, totals.n), np.arange(len(totals.n)))

    def patched(self, rows, labels):
        """The same with other labels for some rows."""
        old = ~np.isin(self.rows, rows)
        rows, labels = np.append(self.rows[old], rows), np.append(self.labels[old], labels)
        order = np.argsort(rows)
        return replace(self, rows=rows[order], labels=labels[order])

    def permuted(self, p):
        """The same with cluster j called p[j]."""
        return replace(self, names=p[self.names], labels=p[self.labels])

    def scores(self, B):
        """Slopes of rows of B towards each label, as it is called, (k, c)."""
        return (B @ self.slopes + self.base)[:, np.argsort(self.names)]

    def of(self, part, B):
        """Labels (k,) of the rows of a part, B (k, d) being theirs."""
        if self.slopes is None:
            labels = np.where(part.labels < 0, -1, self.names[part.labels])
        else:
            score = self.scores(B)
            top = score.max(axis=1)
            labels = (score >= (top - 1e-12 * np.abs(top))[:, None]).argmax(axis=1)
        if len(self.rows):
            at = np.minimum(np.searchsorted(self.rows, part.rows), len(self.rows) - 1)
            labels = np.where(self.rows[at] == part.rows, self.labels[at], labels)
        return labels


@dataclass(frozen=True)
class Gaining:
    """Rows that would gain by a change of their label, with what it takes to change it here."""

    rows: np.ndarray  # (k,): their numbers among all
    gain: np.ndarray
    labels: np.ndarray  # those they have
    target: np.ndarray  # those they gain by
    B: np.ndarray  # (k, d)
    weights: np.ndarray
    count: int  # how many there are, those included that are not shown

    @classmethod
    def best(cls, found, most=MOST_RISING):
        """Those that gain most, of equal ones the first; None if there are none at all."""
        found = [some for some in found if some is not None]
        if not found:
            return None
        names = ("rows", "gain", "labels", "target", "B", "weights")
        joined = [np.concatenate([getattr(f, name) for f in found]) for name in names]
        rows, gain, *_ = joined
        first = np.lexsort((rows, -gain))[:most]
        return cls(*(values[first] for values in joined), sum(f.count for f in found))


def totals_of(block, features, assigner, n_clusters):
    """Question: what J asks of a partition (`ClusterSums`), rows without a label left out."""
    d, c = len(features.mean), n_clusters
    sums, counts, n = np.zeros((d, c)), np.zeros(c, dtype=np.intp), np.zeros(c)
    for part in block.parts():
        B = features.rows(part.X)
        labels, weights = assigner.of(part, B), part.weights
        if labels.min() < 0:
            known = labels >= 0
            B, labels = B[known], labels[known]
            weights = None if weights is None else weights[known]
        sums += B.T @ one_hot(labels, c, weights)
        counts += np.bincount(labels, minlength=c)
        n += cluster_sizes(labels, c, weights)
    return ClusterSums(sums, counts, n)


def summed(found):
    """Several `ClusterSums` in one."""
    return ClusterSums(*(sum(getattr(t, name) for t in found) for name in ("sums", "counts", "n")))


def rising_of(block, features, assigner, objective, totals, least, most):
    """Question: the rows that alone would raise J by more than ``least`` (`Gaining` or None)."""
    best = None
    for part in block.parts():
        B = features.rows(part.X)
        state = _seen(B, part.weights, assigner.of(part, B), objective, totals)
        gain, target = state.gains()
        rising = np.flatnonzero(gain > least)
        if len(rising):
            some = _gaining(part, B, rising, gain, state.labels, target)
            best = Gaining.best([best, some], most)
    return best


def member_of(block, features, before, after, label):
    """Question: of the rows that had a label, the best-scoring for it (`Gaining` or None)."""
    best = None
    for part in block.parts():
        B = features.rows(part.X)
        old = np.flatnonzero(before.of(part, B) == label)
        if len(old):
            target = np.full(len(B), label)
            score = after.scores(B)[:, label]
            some = _gaining(part, B, old, score, after.of(part, B), target)
            best = Gaining.best([best, some], 1)
    return best


def _gaining(part, B, idx, gain, labels, target):
    weights = np.ones(len(idx)) if part.weights is None else part.weights[idx]
    shown = part.rows[idx], gain[idx], labels[idx], target[idx], B[idx], weights
    return Gaining(*shown, len(idx))


def _seen(B, weights, labels, objective, totals):
    """The state of some rows under the totals of all."""
    problem = Problem(Factor(B, centred=False), objective, len(totals.n), weights)
    return State(problem, labels, totals)


@dataclass(frozen=True)
class RowProblem:
    """What a search over row blocks needs to know."""

    run: Callable[..., Any]  # the engine
    features: object  # `PivotFeatures`, centred over all rows
    objective: object
    most: int = MOST_RISING  # rows a block shows in a pass; where there are more, sweeps follow

    def ask(self, question, fold=None, **about):
        """Answers of all blocks to a question about their features."""
        return self.run(partial(question, features=self.features, **about), fold)

    def totals(self, assigner):
        """ClusterSums of a partition, summed in the order of the blocks."""
        return summed(
            self.ask(totals_of, summed, assigner=assigner, n_clusters=len(self.objective.A))
        )


class BlockState:
    """A partition of the rows of all blocks, with J; `climb_from` drives it as a `State`."""

    def __init__(self, problem, assigner, totals=None):
        self.problem, self.assigner, self.objective = problem, assigner, problem.objective
        self.totals = problem.totals(assigner) if totals is None else totals
        self.S, self.n = self.totals.S, self.totals.n
        self.J = float(value(self.objective, self.S, self.n))

    def permuted(self, p):
        """As `State.permuted`."""
        old, t = np.argsort(p), self.totals
        totals = ClusterSums(t.sums[:, old], t.counts[old], t.n[old])
        return BlockState(self.problem, self.assigner.permuted(p), totals)

    def swept(self):
        """As `State.swept`, but never None."""
        swept = BlockState(self.problem, LinearAssigner.steepest(self.objective, self.totals))
        filled = self.totals.counts > 0
        while len(empty := np.flatnonzero(filled & (swept.totals.counts == 0))):
            swept = self._refilled(swept, empty[0])
        return swept

    def _refilled(self, swept, j):
        """With the best-scoring of those that were in cluster j, which the sweep had emptied."""
        found = self.problem.ask(member_of, before=self.assigner, after=swept.assigner, label=j)
        best = Gaining.best(found, 1)
        totals = swept.totals.moved(best.B[0], best.labels[0], j, best.weights[0])
        return BlockState(self.problem, swept.assigner.patched(best.rows, best.target), totals)

    def rising(self, least):
        """As `State.rising`; of each block only those that gain most are seen."""
        about = {"objective": self.objective, "totals": self.totals, "most": self.problem.most}
        best = Gaining.best(
            self.problem.ask(rising_of, assigner=self.assigner, least=least, **about)
        )
        if best is None:
            return ImprovingMoves(None, _NONE, _NONE, every=True)
        state = _seen(best.B, best.weights, best.labels, self.objective, self.totals)
        k = len(best.rows)
        every = best.count == k
        return ImprovingMoves(state, np.arange(k), best.target, every=every, rows=best.rows)

    def after(self, seen, moved):
        """As `State.after`."""
        if not len(moved):
            return self
        state = seen.state
        assigner = self.assigner.patched(seen.rows[moved], state.labels[moved])
        return BlockState(self.problem, assigner, ClusterSums(state.sums, state.counts, state.n))
