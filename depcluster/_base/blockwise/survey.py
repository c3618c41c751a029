"""What the blocks hold: sizes, errors with their rows, and a sample of all rows.

The sample is drawn by the numbers of the rows, so that it is the same however the rows are cut
into blocks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from scipy.sparse import issparse

from ..._validation import MEND_ROWS, NO_GAPS, check_counts, check_distances, first_gap, where
from ...search.blocks import Part

SAMPLE = 20_000
_A_CLUSTER = 100


def sample_size(n_clusters):
    """Rows that a sample has; no more of them are searched all at once.

    Parameters
    ----------
    n_clusters : int

    Returns
    -------
    int

    Examples
    --------
    >>> sample_size(10), sample_size(500)
    (20000, 50000)
    """
    return max(SAMPLE, _A_CLUSTER * n_clusters)


@dataclass(frozen=True)
class Surveyed:
    """What is known of all rows once each block was seen.

    Attributes
    ----------
    rows : DaskRows or ArrayRows
        Blocks that know where they begin.
    n_kept : int
        Rows of a weight above 0.
    total : float
        Sum of the weights.
    least : float
        The least weight above 0.
    sample : Part
        Rows drawn from these, in their order.
    """

    rows: object
    n_kept: int
    total: float
    least: float
    sample: Part


def survey_rows(rows, n_clusters, rng):
    """Check all rows and draw a sample.

    Parameters
    ----------
    rows : DaskRows or ArrayRows
    n_clusters : int
    rng : numpy.random.RandomState

    Returns
    -------
    Surveyed

    Raises
    ------
    ValueError
        If a value, weight or label cannot be used; block and row are named.
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
    found = rows.run(partial(seen_of, wanted=wanted, n_clusters=n_clusters))
    _check(found, n_clusters, rows.labels is not None)
    sample = Part.joined([f.sample for f in found])
    least, total = min(f.least for f in found), float(sum(f.total for f in found))
    return Surveyed(rows, m, total, least, sample)


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
class Sizes:
    """Rows of a block, those of a weight above 0, and how many weights and labels came along."""

    rows: int
    kept: int
    weights: int
    labels: int


def sizes_of(block):
    """Question: `Sizes`."""
    k = block.X.shape[0]
    beside = (k if a is None else len(a) for a in (block.weights, block.labels))
    kept = k if block.weights is None else int(np.count_nonzero(block.weights > 0))
    return Sizes(k, kept, *beside)


@dataclass(frozen=True)
class Seen:
    """What one block holds.

    Attributes
    ----------
    wrong : dict of str to (str, object)
        For X, sample_weight and init the row (and column) of the first value that cannot be used,
        and that value.
    number : int
        Of the block.
    low, high : ndarray of shape (n_features,)
        Least and largest value of each column, infinite where there is none.
    least, total : float
        The least weight above 0, and the sum of all.
    counts : ndarray of shape (n_clusters,)
        How often each label was given to a row of a weight above 0.
    sample : Part
    """

    wrong: dict
    number: int
    low: np.ndarray
    high: np.ndarray
    least: float
    total: float
    counts: np.ndarray
    sample: Part


def seen_of(block, wanted, n_clusters):
    """Question: `Seen`."""
    X, w, labels = block.X, block.weights, block.labels
    m, wrong, known = X.shape[0], {}, issparse(X)  # sparse samples were looked at when they came
    gap = first_gap(X) if X.dtype.kind == "f" and not known else None
    if gap is not None:
        wrong["X"] = where((block.first + gap[0], gap[1])), X[gap].item()
    if w is not None and len(odd := np.flatnonzero(~(np.isfinite(w) & (w >= 0)))):
        wrong["sample_weight"] = f"row {block.first + odd[0]}", w[odd[0]].item()
    counts = np.zeros(n_clusters, dtype=np.intp)
    if labels is not None:
        odd = np.flatnonzero((labels < 0) | (labels >= n_clusters))
        if len(odd):
            wrong["init"] = f"row {block.first + odd[0]}", labels[odd[0]].item()
        else:
            there = labels if w is None else labels[w > 0]
            counts = np.bincount(there.astype(np.intp), minlength=n_clusters)
    some = np.ones(m) if w is None else w[w > 0].astype(float)
    far = np.full(X.shape[1], np.inf)
    if known:
        ends = np.zeros((2, X.shape[1]))
    else:
        ends = (X.min(axis=0).astype(float), X.max(axis=0).astype(float)) if m else (far, -far)
    weighed = float(some.min(initial=np.inf)), float(some.sum())
    kept = np.arange(m) if w is None else np.flatnonzero(w > 0)
    sample = replace(block, labels=None).part(kept[wanted[block.number]])
    return Seen(wrong, block.number, *ends, *weighed, counts, sample)


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
    "init": "hold labels from 0 to n_clusters - 1",
}


def _check(found, n_clusters, with_labels):
    for name, wanted in _WANTED.items():
        for seen in found:
            if name in seen.wrong:
                place, value = seen.wrong[name]
                raise ValueError(
                    f"{name} must {wanted}; got {value} in {place}, block {seen.number}. "
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
