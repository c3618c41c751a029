"""Is there anything: a test of clusters against samples that have none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from .._typing import ArrayLike, Floats, Gamma, Ints, Kernel
from .._utils.blas import one_blas_thread
from .._utils.progress import progress
from .._validation import (
    CALLABLE,
    POSITIVE,
    SEED,
    check_different,
    check_distances,
    check_samples,
    checked,
    one_of,
    whole,
)
from .explained_fraction import check_kernel, explained_share, kernel_of
from .null import NULLS, reference_samples

if TYPE_CHECKING:
    from ..plotting.alt_text import FigureWithAlt

MOST_SAMPLES = 1000
NULL = one_of(*NULLS) | CALLABLE
WIDTH = POSITIVE | one_of("median", "scale", "mean")


@dataclass(frozen=True)
class ClusterTest:
    """What `cluster_test` found.

    Attributes
    ----------
    statistic : float
        The share of the kernel's trace that the clusters explain, from 0 to 1.
    pvalue : float
        Of as much or more in samples without clusters; at least ``1 / (n_references + 1)``.
    n_clusters : int
    labels : ndarray of int of shape (k,)
        The clusters found, of the samples ``rows``.
    rows : ndarray of int of shape (k,)
        Samples that were taken: all, or a drawn part of many.
    null_distribution : ndarray of shape (n_references,)
        The statistic of each table without clusters.
    reference : ndarray of shape (k, d)
        The first of these tables, to look at.
    reference_labels : ndarray of int of shape (k,)
        Its clusters.
    """

    statistic: float
    pvalue: float
    n_clusters: int
    labels: Ints = field(repr=False)
    rows: Ints = field(repr=False)
    null_distribution: Floats = field(repr=False)
    reference: Floats = field(repr=False)
    reference_labels: Ints = field(repr=False)

    def __str__(self):
        low, high = self.null_distribution.min(), self.null_distribution.max()
        return (
            f"{self.n_clusters} clusters explain {self.statistic:.3f} of the kernel's trace, and "
            f"{low:.3f} to {high:.3f} of {len(self.null_distribution)} tables without clusters: "
            f"p = {self.pvalue:.2g}"
        )

    def plot(self, X: ArrayLike) -> FigureWithAlt:
        """The samples beside some without clusters, each with its clusters, and all shares.

        Parameters
        ----------
        X : array-like of shape (m, d)
            The samples that were tested; more than two columns are seen along two principal axes.

        Returns
        -------
        FigureWithAlt

        Raises
        ------
        ValueError
            If X has another shape than the samples.
        """
        from ..plotting.evaluation import cluster_test_figure  # loads matplotlib

        X = check_samples(X)
        if X.shape[1] != self.reference.shape[1] or self.rows.max() >= len(X):
            raise ValueError(
                f"X must be the samples that were tested, of {self.reference.shape[1]} columns; "
                f"got shape {X.shape}."
            )
        return cluster_test_figure(self, X)


@checked(
    n_clusters=whole(2), n_references=whole(1, 100_000), null=NULL, gamma=WIDTH, random_state=SEED
)
def cluster_test(
    X: ArrayLike,
    n_clusters: int,
    *,
    null: Literal["uniform", "gaussian", "unimodal"] | Callable[..., Any] = "uniform",
    n_references: int = 19,
    kernel: Kernel = "rbf",
    gamma: Gamma | Literal["mean"] = "median",
    random_state: int = 0,
    verbose: int | None = None,
) -> ClusterTest:
    r"""Whether samples have clusters at all.

    .. math:: \frac{\mathrm{tr}(S N^{-1}) - \mathbf 1' K \mathbf 1 / m}
                   {\mathrm{tr}(K) - \mathbf 1' K \mathbf 1 / m}

    is the share of the kernel's trace that clusters explain (`explained_share`): what kernel
    k-means maximises, over its largest value. It is large for clusters, but not small for a
    heap, which can be cut, too. So the same search goes through tables without clusters of the same
    size, place and spread, each with a kernel width of its own, and

    .. math:: p = \frac{1 + \#\{\text{references with as large a share}\}}{1 + \#\text{references}}

    Parameters
    ----------
    X : array-like of shape (m, d)
        A table of numbers: of a kernel matrix no table without clusters can be drawn. Of more
        than 1000 rows that many are drawn.
    n_clusters : int
        c, at least 2.
    null : {"uniform", "gaussian", "unimodal"} or callable, default="uniform"
        What a table without clusters is.

        * "uniform": even over the box along the principal axes (Tibshirani, Walther and Hastie
          2001, section 4). The only one with few false alarms on skewed and heavy-tailed heaps.
        * "gaussian": normal with the samples' covariance. Finds more, and takes every heap that is
          not elliptic for clusters.
        * "unimodal": along each principal axis a smooth density of one mode (Helgeson, Vock and
          Bair 2021). Takes skewed and curved heaps for clusters about as often as "gaussian",
          and finds less.
        * a function of X and a RandomState that returns such a table.
    n_references : int, default=19
        Tables without clusters. The smallest p is one over their number plus one, 0.05 for 19.
    kernel : str or callable, default="rbf"
        As in `kernel_matrix`.
    gamma : float, "median", "scale" or "mean", default="median"
        The width, of each table its own unless it is a number. "mean" is .5 over the mean squared
        distance, a wider kernel, which finds two clusters of unequal size that the median rule
        misses.
    random_state : int, default=0
    verbose : int, optional
        Above 0, a line of progress for work that takes longer than a second.
        When left out, a line of progress for work of more than five; 0 shows nothing.

    Returns
    -------
    ClusterTest

    Raises
    ------
    ValueError
        If X holds text or missing values, there are fewer different samples than clusters, the
        kernel cannot be used, or a function for null gives something else than such a table.

    Notes
    -----
    Missed are most clusters that are no more than three standard deviations apart, a small one
    beside a large one (``gamma="mean"`` finds more of these), and under a kernel as wide as the
    median rule's those that run along a curve, as two moons. A triangle that is filled evenly is
    taken for three clusters in one draw of five, and a ring of even density, which is no heap, is
    found. The smallest p over several narrow widths finds clusters in most heaps. Of a few columns
    of two answers each the few different rows are found as clusters; a function for null that
    permutes each column asks for more than that.

    Examples
    --------
    >>> from depcluster.datasets import make_three
    >>> cluster_test(make_three()[0], 3).pvalue
    0.05
    >>> cluster_test(np.random.default_rng(0).normal(size=(100, 2)), 2).pvalue > 0.05
    True
    """
    X = check_distances(check_samples(X))
    check_different(n_clusters, X)
    rng = np.random.RandomState(random_state)
    rows, X = some_rows(X, rng)

    with one_blas_thread():
        K = kernel_of(X, kernel, gamma)
        check_kernel(K, kernel)
        statistic, labels = explained_share(K, n_clusters, rng)
        null_distribution = np.empty(n_references)
        references = reference_samples(X, null, rng, n_references, kernel)
        for k, table in enumerate(progress(references, "references", verbose, total=n_references)):
            K = kernel_of(table, kernel, gamma)
            null_distribution[k], found = explained_share(K, n_clusters, rng)
            if k == 0:
                first = table, found
    as_large = (~(null_distribution < statistic - 1e-12)).sum()  # as what is no number may be
    return ClusterTest(
        statistic,
        float((1 + as_large) / (1 + n_references)),
        int(n_clusters),
        labels,
        rows,
        null_distribution,
        *first,
    )


def some_rows(X, rng):
    """Rows that are taken, at most MOST_SAMPLES, and their samples."""
    rows = np.arange(len(X))
    if len(X) > MOST_SAMPLES:
        rows = np.sort(rng.permutation(len(X))[:MOST_SAMPLES])
    return rows, X[rows]
