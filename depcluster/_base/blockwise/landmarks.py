"""Pivots for all rows from a sample of them, and the moments of the features they give.

A sample can miss rows that lie far from all others and hold much of the trace of K. Where a few
rows hold much of what the pivots leave out, these join the sample, and pivots are found anew.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from ...kernels.gram import Factor
from ...kernels.low_rank import (
    PivotFeatures,
    check_finite,
    check_semi_definite,
    incomplete_cholesky,
)
from ...search.blocks import Part

_CONCENTRATED = 0.1  # of what is left out, in no more rows than there are pivots
_NEGLIGIBLE = 1e-3


@dataclass(frozen=True)
class Landmarks:
    """Features of all rows, and a sample that stands for them.

    Attributes
    ----------
    features : PivotFeatures
        Centred over all rows, with their weights.
    scatter : ndarray of shape (d, d)
        ``B' W B`` of all rows.
    residual : float
        Share of the trace of the centred K of all rows that B leaves out, without weights.
    stopped_by : str
        As of `LowRank`.
    sample : Part
        Its weights add up to those of all rows; None where the sample is all rows, without any.
    gram : Factor
        Of the sample, centred.
    """

    features: PivotFeatures
    scatter: np.ndarray
    residual: float
    stopped_by: str
    sample: Part
    gram: Factor


def find_landmarks(surveyed, params, rank, n_clusters, rng, verbose):
    """Find pivots and sum up what they make of all rows.

    Parameters
    ----------
    surveyed : Surveyed
    params : dict
        Of `kernel_matrix`, with gamma a number or None.
    rank, n_clusters : int
    rng : numpy.random.RandomState
    verbose : int

    Returns
    -------
    Landmarks

    Raises
    ------
    ValueError
        If the kernel is not positive semi-definite or gives what is no finite number.
    """
    sample, given = surveyed.sample, params | {"max_rank": rank, "verbose": verbose}
    given |= {"n_clusters": max(n_clusters, 2), "random_state": rng}
    low = incomplete_cholesky(sample.X, **given)
    moments = _moments(surveyed, low, sample, params)
    n_added = 0
    if moments.residual > _NEGLIGIBLE and moments.worst.sum() > _CONCENTRATED * moments.left:
        sample, n_added = _with_worst(sample, moments)
    if n_added:
        low = incomplete_cholesky(sample.X, **given)
        moments = _moments(surveyed, low, sample, params)
    sample = _standing_for_all(sample, n_added, surveyed)
    features = PivotFeatures.of(low, sample.X, params).less(moments.mean)
    gram = Factor(low.factor, weights=sample.weights)
    return Landmarks(features, moments.scatter, moments.residual, low.stopped_by, sample, gram)


@dataclass(frozen=True)
class Moments:
    """Sums over rows, their features b measured from a point near the mean.

    Attributes
    ----------
    count, weight : float
    plain, first : ndarray of shape (d,)
        ``sum b`` and ``sum w b``.
    squares, left, trace : float
        ``sum b'b``, ``sum (k(x, x) - b'b)`` and ``sum k(x, x)``, the last two with b as it is.
    second : ndarray of shape (d, d)
        ``sum w b b'``.
    deepest : float
        The least ``k(x, x) - b'b``; far below 0 the kernel is not positive semi-definite.
    worst : ndarray of shape (k,)
        The largest of it.
    rows : Part
        Where.
    shift : ndarray of shape (d,)
        The point.
    """

    count: float
    weight: float
    plain: np.ndarray
    first: np.ndarray
    squares: float
    left: float
    trace: float
    second: np.ndarray
    deepest: float
    worst: np.ndarray
    rows: Part
    shift: np.ndarray

    @property
    def mean(self):
        """ndarray of shape (d,): the weighted mean of b as it is."""
        return self.shift + self.first / self.weight

    @property
    def scatter(self):
        """ndarray of shape (d, d): ``sum w (b - mean) (b - mean)'``."""
        return self.second - np.outer(self.first, self.first) / self.weight

    @property
    def residual(self):
        """float: as `LowRank.residual`."""
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


def _moments(surveyed, low, sample, params):
    n_worst = low.factor.shape[1]
    shift = low.factor.mean(axis=0)
    features = PivotFeatures.of(low, sample.X, params).less(shift)
    fold = partial(_summed, n_worst=n_worst)
    question = partial(moments_of, features=features, n_worst=n_worst)
    moments = fold(surveyed.rows.run(question, fold))
    check_finite(moments.second)
    check_semi_definite(moments.deepest, moments.trace, "in one of all rows")
    return moments


def _with_worst(sample, moments):
    """The sample and the rows that are represented worst, and how many those are."""
    new = ~np.isin(moments.rows.rows, sample.rows)
    return Part.joined([sample, moments.rows.at(new)]), int(new.sum())


def _standing_for_all(sample, n_added, surveyed):
    """With weights that add up to those of all rows: rows that were drawn stand for others."""
    if len(sample.rows) == surveyed.n_kept:
        return sample
    weights = np.ones(len(sample.rows)) if sample.weights is None else sample.weights.copy()
    drawn = slice(0, len(weights) - n_added)
    weights[drawn] *= (surveyed.total - weights[drawn.stop :].sum()) / weights[drawn].sum()
    return replace(sample, weights=weights)
