"""The low-rank search over row blocks, of arrays in memory or of data that need not fit there.

    blocks --survey--> sample --landmarks--> features of all rows --search--> labels by block

The survey checks what the blocks hold and draws a sample; landmarks are pivots found in it, with
the moments of all rows; the search begins on the sample and goes on over all blocks
(`depcluster.search.blocks`). Rows come as `ArrayRows` or, from dask, as `dask_rows.DaskRows`:
both ask a question, a function of a `Block`, of every block.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from scipy.sparse import issparse

from .._utils.blas import blas_threads_for, one_blas_thread
from .._utils.units import power_of
from .._validation import (
    MEND_ROWS,
    NO_GAPS,
    check_counts,
    check_distances,
    different_rows,
    first_gap,
    where,
)
from ..kernels.gram import Factor
from ..kernels.low_rank import PivotFeatures, check_finite, check_semi_definite, incomplete_cholesky
from ..search.blocks import (
    MOST_RISING,
    Block,
    BlockState,
    LinearAssigner,
    Part,
    RowProblem,
    totals_of,
)
from ..search.local_search import Problem, can_rise
from ..search.restarts import polishing, solve, warn_of_max_iter
from .prediction import assign

SAMPLE = 20_000
_A_CLUSTER = 100
_ROWS = 131_072
_CONCENTRATED = 0.1  # of what is left out, in no more rows than there are pivots
_NEGLIGIBLE = 1e-3
_LEAST_RISING = 16


def load_dask_rows():
    """The module `dask_rows`; an ImportError says how to install dask."""
    try:
        from . import dask_rows
    except ImportError as error:
        raise ImportError(
            'Row blocks need dask and what comes with it: pip install "depcluster[dask]". '
            f"({error})"
        ) from error
    return dask_rows


@dataclass(frozen=True)
class ArrayRows:
    """Samples in memory, which may be sparse, with what belongs to each."""

    X: np.ndarray
    weights: np.ndarray | None = None
    labels: np.ndarray | None = None

    @property
    def sizes(self):
        """Rows of each block."""
        m = self.X.shape[0]
        return [min(_ROWS, m - first) for first in range(0, m, _ROWS)]

    @property
    def n_blocks(self):
        return len(self.sizes)

    def located(self, sizes):
        """Itself: its blocks know where they begin."""
        return self

    def run(self, question, fold=None):
        """Answers of all blocks, in their order; with ``fold`` they become one."""
        with one_blas_thread():
            answers = [question(self._block(number)) for number in range(self.n_blocks)]
        return answers if fold is None else [fold(answers)]

    def map(self, question):
        """One integer a row (m,)."""
        return np.concatenate(self.run(question))

    def _block(self, number):
        first = number * _ROWS
        span = slice(first, first + _ROWS)
        beside = (None if a is None else a[span] for a in (self.weights, self.labels))
        return Block(self.X[span], *beside, number, first)


def sample_size(n_clusters):
    """Rows that a sample has; no more of them are searched all at once."""
    return max(SAMPLE, _A_CLUSTER * n_clusters)


@dataclass(frozen=True)
class Survey:
    """What is known of all rows once each block was seen."""

    rows: object  # ArrayRows or DaskRows whose blocks know where they begin
    n_kept: int  # rows of a weight above 0
    total: float  # sum of the weights
    least: float  # the least weight above 0
    sample: Part  # rows drawn from these, in their order


def survey_rows(rows, n_clusters, rng):
    """Check all rows, errors naming block and row, and draw a sample.

    It is drawn by the numbers of the rows: the same however they are cut into blocks.
    """
    kept = rows.sizes
    rows = rows if kept is None else rows.located(kept)
    if kept is None or rows.weights is not None:
        sizes = rows.run(sizes_of)
        _check_lengths(sizes)
        rows = rows.located([size.rows for size in sizes])
        kept = [size.kept for size in sizes]
    m = sum(kept)
    if m < 2:
        weighted = "" if rows.weights is None else " of a weight above 0"
        raise ValueError(f"X must have at least 2 rows{weighted}; got {m}.")
    check_counts(n_clusters, m)
    wanted = _drawn(kept, sample_size(n_clusters), rng)
    found = rows.run(partial(survey_of, wanted=wanted, n_clusters=n_clusters))
    _check_blocks(found, n_clusters, rows.labels is not None)
    sample = Part.joined([f.sample for f in found])
    check_counts(n_clusters, len(set().union(*(f.different for f in found))))
    least, total = min(f.least for f in found), float(sum(f.total for f in found))
    if power_of(total):
        raise ValueError(
            f"sample_weight must add up to an ordinary number; got {total:.3g}. Only the ratios of "
            "weights matter: divide them by their mean."
        )
    return Survey(rows, m, total, least, sample)


def _drawn(kept, n, rng):
    """For each block which of its kept rows are in the sample, n of all or every one."""
    m, ends = sum(kept), np.cumsum(kept)
    drawn = np.arange(m) if m <= n else np.sort(_distinct(m, n, rng))
    parted = np.split(drawn, np.searchsorted(drawn, ends[:-1]))
    return [part - end + size for part, end, size in zip(parted, ends, kept, strict=True)]


def _distinct(m, n, rng):
    """n different numbers below m, without a table of m."""
    drawn = np.empty(0, dtype=np.int64)
    while len(drawn) < n:
        drawn = np.unique(np.append(drawn, rng.randint(m, size=n, dtype=np.int64)))
    return rng.choice(drawn, n, replace=False)


@dataclass(frozen=True)
class BlockSizes:
    """Rows of a block, those of a weight above 0, and how many weights and labels came along."""

    rows: int
    kept: int
    weights: int
    labels: int


def sizes_of(block):
    """Question: `BlockSizes`."""
    k = block.X.shape[0]
    beside = (k if a is None else len(a) for a in (block.weights, block.labels))
    kept = k if block.weights is None else int(np.count_nonzero(block.weights > 0))
    return BlockSizes(k, kept, *beside)


@dataclass(frozen=True)
class BlockSurvey:
    """What one block holds."""

    wrong: dict[str, Any]  # by X, sample_weight, init: where the first unusable value is, and it
    number: int  # of the block
    low: np.ndarray  # least value of each column, infinite where there is none
    high: np.ndarray  # largest
    least: float  # the least weight above 0
    total: float  # sum of all weights
    counts: np.ndarray  # how often each label was given to a row of a weight above 0
    sample: Part
    different: set[Any]  # rows of a weight above 0, no more than there are clusters


def survey_of(block, wanted, n_clusters):
    """Question: `BlockSurvey`."""
    X, w, labels = block.X, block.weights, block.labels
    m, wrong, known = X.shape[0], {}, issparse(X)  # sparse samples were looked at when they came
    gap = first_gap(X) if X.dtype.kind == "f" and not known else None
    if gap is not None:
        wrong["X"] = where((block.first + gap[0], gap[1])), X[gap].item()
    if w is not None and len(odd := np.flatnonzero(~(np.isfinite(w) & (w >= 0)))):
        wrong["sample_weight"] = f"row {block.first + odd[0]}", w[odd[0]].item()
    counts = np.zeros(n_clusters, dtype=np.intp)
    if labels is not None:
        odd = np.flatnonzero((labels < -1) | (labels >= n_clusters))
        if len(odd):
            wrong["init"] = f"row {block.first + odd[0]}", labels[odd[0]].item()
        else:
            there = labels if w is None else labels[w > 0]
            counts = np.bincount(there[there >= 0].astype(np.intp), minlength=n_clusters)
    some = np.ones(m) if w is None else w[w > 0].astype(float)
    far = np.full(X.shape[1], np.inf)
    if known:
        ends = np.zeros((2, X.shape[1]))
    else:
        ends = (X.min(axis=0).astype(float), X.max(axis=0).astype(float)) if m else (far, -far)
    weighed = float(some.min(initial=np.inf)), float(some.sum())
    kept = np.arange(m) if w is None else np.flatnonzero(w > 0)
    sample = replace(block, labels=None).part(kept[wanted[block.number]])
    different = different_rows(X, kept, n_clusters)
    return BlockSurvey(wrong, block.number, *ends, *weighed, counts, sample, different)


def _check_lengths(sizes):
    for number, size in enumerate(sizes):
        for name, length in (("sample_weight", size.weights), ("init", size.labels)):
            if length != size.rows:
                raise ValueError(
                    f"{name} must have the chunks of X; got {length} in block {number}, where X "
                    f"has {size.rows} rows. Make both from one data frame or file."
                )


_WANTED = {
    "X": NO_GAPS,
    "sample_weight": "be finite and at least 0",
    "init": "hold labels from 0 to n_clusters - 1, or -1 for not known",
}


def _check_blocks(found, n_clusters, with_labels):
    for name, wanted in _WANTED.items():
        for block in found:
            if name in block.wrong:
                place, value = block.wrong[name]
                raise ValueError(
                    f"{name} must {wanted}; got {value} in {place}, block {block.number}. "
                    f"{MEND_ROWS}"
                )
    low, high = np.min([s.low for s in found], axis=0), np.max([s.high for s in found], axis=0)
    check_distances(np.array([low, high]))
    counts = sum(s.counts for s in found)
    if with_labels and not counts.all():
        raise ValueError(
            f"init must use each of 0..{n_clusters - 1}; no row has label "
            f"{int(np.flatnonzero(counts == 0)[0])}."
        )


@dataclass(frozen=True)
class Landmarks:
    """Features of all rows, and a sample that stands for them."""

    features: PivotFeatures  # centred over all rows, with their weights
    scatter: np.ndarray  # B' W B of all rows (d, d)
    residual: float  # share of the trace of the centred K of all rows left out, without weights
    stopped_by: str  # as of `LowRank`
    sample: Part  # its weights add up to all rows'; None where it is all rows, without any
    gram: Factor  # of the sample, centred


def find_landmarks(survey, params, rank, n_clusters, rng, verbose):
    """Find pivots in the sample and sum up what they make of all rows.

    A sample can miss rows that lie far from all others and hold much of the trace of K. Where a
    few rows hold much of what the pivots leave out, these join the sample, and pivots are found
    anew.
    """
    sample, given = survey.sample, params | {"max_rank": rank, "verbose": verbose}
    given |= {"n_clusters": max(n_clusters, 2), "random_state": rng}
    low = incomplete_cholesky(sample.X, **given)
    moments = _moments(survey, low, sample, params)
    n_added = 0
    if moments.residual > _NEGLIGIBLE and moments.worst.sum() > _CONCENTRATED * moments.left:
        sample, n_added = _with_worst(sample, moments)
    if n_added:
        low = incomplete_cholesky(sample.X, **given)
        moments = _moments(survey, low, sample, params)
    sample = _standing_for_all(sample, n_added, survey)
    features = PivotFeatures.of(low, sample.X, params).less(moments.mean)
    gram = Factor(low.factor, weights=sample.weights)
    return Landmarks(features, moments.scatter, moments.residual, low.stopped_by, sample, gram)


@dataclass(frozen=True)
class Moments:
    """Sums over rows, their features b measured from a point near the mean."""

    count: float
    weight: float
    plain: np.ndarray  # sum b
    first: np.ndarray  # sum w b
    squares: float  # sum b'b
    left: float  # sum (k(x, x) - b'b), with b as it is
    trace: float  # sum k(x, x)
    second: np.ndarray  # sum w b b'
    deepest: float  # least k(x, x) - b'b; far below 0 the kernel is not positive semi-definite
    worst: np.ndarray  # the largest of it
    rows: Part  # where these are
    shift: np.ndarray  # the point

    @property
    def mean(self):
        """The weighted mean of b as it is (d,)."""
        return self.shift + self.first / self.weight

    @property
    def scatter(self):
        """``sum w (b - mean) (b - mean)'`` (d, d)."""
        return self.second - np.outer(self.first, self.first) / self.weight

    @property
    def residual(self):
        """As `LowRank.residual`."""
        kept = max(self.squares - self.plain @ self.plain / self.count, 0.0)
        return self.left / max(kept + self.left, np.finfo(float).tiny)


def moments_of(block, features, n_worst):
    """Question: `Moments`; None of a block without rows."""
    found = []
    for part in block.parts():
        B = features.rows(part.X)
        w = np.ones(len(B)) if part.weights is None else part.weights
        diagonal = features.diagonal(part.X)
        left = diagonal - ((B + features.mean) ** 2).sum(axis=1)
        worst = np.argsort(-left, kind="stable")[:n_worst]
        weights = None if part.weights is None else w[worst]
        found.append(
            Moments(
                len(B), w.sum(), B.sum(axis=0), w @ B, (B**2).sum(), np.maximum(left, 0).sum(),
                diagonal.sum(), (w * B.T) @ B, left.min(), left[worst],
                Part(part.X[worst], weights, None, part.rows[worst]), features.mean,
            )
        )  # fmt: skip
    return _summed(found, n_worst)


def _summed(found, n_worst):
    """Moments of several sets of rows together, the worst of them all kept; None of none."""
    found = [some for some in found if some is not None]
    if not found:
        return None
    names = ("count", "weight", "plain", "first", "squares", "left", "trace", "second")
    sums = [sum(getattr(f, name) for f in found) for name in names]
    left = np.concatenate([f.worst for f in found])
    rows = Part.joined([f.rows for f in found])
    order = np.lexsort((rows.rows, -left))[:n_worst]
    deepest = min(f.deepest for f in found)
    return Moments(*sums, deepest, left[order], rows.at(order), found[0].shift)


def _moments(survey, low, sample, params):
    n_worst = low.factor.shape[1]
    shift = low.factor.mean(axis=0)
    features = PivotFeatures.of(low, sample.X, params).less(shift)
    fold = partial(_summed, n_worst=n_worst)
    question = partial(moments_of, features=features, n_worst=n_worst)
    moments = fold(survey.rows.run(question, fold))
    check_finite(moments.second)
    check_semi_definite(moments.deepest, moments.trace, "in one of all rows")
    return moments


def _with_worst(sample, moments):
    """The sample and the rows that are represented worst, and how many those are."""
    new = ~np.isin(moments.rows.rows, sample.rows)
    return Part.joined([sample, moments.rows.at(new)]), int(new.sum())


def _standing_for_all(sample, n_added, survey):
    """With weights that add up to those of all rows: rows that were drawn stand for others."""
    if len(sample.rows) == survey.n_kept:
        return sample
    weights = np.ones(len(sample.rows)) if sample.weights is None else sample.weights.copy()
    drawn = slice(0, len(weights) - n_added)
    weights[drawn] *= (survey.total - weights[drawn.stop :].sum()) / weights[drawn].sum()
    return replace(sample, weights=weights)


def search_rows(survey, marks, objective, init, n_init, max_iter, rng, verbose):
    """Search all rows from labels that they bring along, else from where the sample's search led.

    Returns the state, whose J is in other units, the number of steps over all rows, the confirming
    pass included, and J of all rows along these, which never falls.

    ``init`` is a name, of the searches on the sample. Where some labels are not known, all rows
    begin with the label of largest slope by those that are.
    """
    rows = survey.rows
    if verbose:
        print(
            f"{rows.n_blocks} blocks, a sample of {len(marks.sample.rows)} rows; "
            f"{len(marks.features.mean)} pivots leave out {marks.residual:.1%} of all rows' trace"
        )
    if rows.labels is None:
        sample = Problem(marks.gram, objective, len(objective.A), marks.sample.weights, max_iter)
        with blas_threads_for(*marks.gram.B.shape):
            labels = solve(sample, init, n_init, rng, verbose=verbose).labels
        assigner = _assigner_of(marks, objective, labels)
    else:
        assigner = LinearAssigner.given(len(objective.A))
    most = max(_LEAST_RISING, MOST_RISING // rows.n_blocks)
    objective, scale = objective.in_units(0, 0)
    problem = RowProblem(rows.run, marks.features, objective, most)
    if (
        rows.labels is not None
        and (totals := problem.totals(assigner)).counts.sum() < survey.n_kept
    ):
        assigner = LinearAssigner.steepest(objective, totals)
    history = []
    for reached in polishing(BlockState(problem, assigner), max_iter, rng):
        history.append(float(scale.of(reached.state.J)))
        if verbose:
            print(f"step {reached.n_iter} over all rows: J = {history[-1]:.10g}", flush=True)
    if not reached.settled and can_rise(reached.state):
        warn_of_max_iter(max_iter, "the search still had samples that would gain")
    return reached.state, reached.n_iter, np.array(history)


def _assigner_of(marks, objective, labels):
    """The assigner of largest slope by the labels of the sample, which keep theirs."""
    sample, features, c = marks.sample, marks.features, len(objective.A)
    totals = totals_of(
        Block(sample.X, sample.weights, labels), features, LinearAssigner.given(c), c
    )
    assigner = LinearAssigner.steepest(objective, totals)
    other = np.flatnonzero(assigner.of(sample, features.rows(sample.X)) != labels)
    return assigner.patched(sample.rows[other], labels[other])


def labels_by_block(rows, state, unit):
    """Labels of all rows, of dask's when they are asked for.

    A row of weight 0 goes where it would raise J most if it weighed ``unit``.
    """
    about = {"features": state.problem.features, "assigner": state.assigner, "totals": state.totals}
    if state.assigner.slopes is not None:
        rows = replace(rows, labels=None)
    return rows.map(partial(labels_of, objective=state.objective, unit=unit, **about))


def labels_of(block, features, assigner, totals, objective, unit):
    """Question: the label of each row."""
    labels = [np.empty(0, dtype=np.intp)]
    for part in block.parts(kept=False):
        B = features.rows(part.X)
        found = assigner.of(part, B)
        if part.weights is not None:
            b = B[aside := part.weights == 0]
            own = (b**2).sum(axis=1)
            found[aside] = assign(objective, totals.S, totals.n, b @ totals.sums, own, unit)
        labels.append(found)
    return np.concatenate(labels).astype(np.intp, copy=False)
