"""How many clusters: where they explain more than those of a heap, and come again in halves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from .._typing import ArrayLike, Floats, Gamma, Ints, Kernel
from .._utils.blas import one_blas_thread
from .._utils.frames import frame
from .._utils.progress import progress
from .._validation import (
    SEED,
    check_different,
    check_distances,
    check_samples,
    checked,
    number,
    several,
    whole,
)
from ..kernels.eigenvectors import leading_eigenvectors
from ..kernels.gram import Dense
from ..papers.blaschko2008.path import log_eigengap
from .cluster_test import NULL, WIDTH, some_rows
from .explained_fraction import check_kernel, explained_share, kernel_of
from .null import reference_samples
from .validity_indices import ENOUGH, of_halves, silhouette

if TYPE_CHECKING:
    import pandas as pd

    from ..plotting.alt_text import FigureWithAlt


@dataclass(frozen=True)
class NClustersComparison:
    """What `compare_n_clusters` found.

    Attributes
    ----------
    n_clusters : int or None
        The number that is chosen; None where nothing speaks for clusters.
    pvalue : float
        Of as large a standardised difference, at any number, in samples without clusters.
    candidates : ndarray of int of shape (k,)
    share : ndarray of shape (k,)
        What that many clusters explain of the kernel's trace.
    null_distribution : ndarray of shape (n_references, k)
        The same of tables without clusters.
    labels : ndarray of int of shape (k, n)
        Clusters found for each number, of the samples ``rows``.
    rows : ndarray of int of shape (n,)
        Samples that were taken: all, or a drawn part of many.
    silhouette : ndarray of shape (k,)
        Mean silhouette width of these clusters, by distances in the kernel's feature space.
    stability : ndarray of shape (k,)
        How far the clusters of a half of the samples agree with those that the other half predicts,
        by the adjusted Rand index. NaN where a half has fewer samples than clusters.
    prediction_strength : ndarray of shape (k,)
        Of these halves, the share of the pairs of a cluster that the other half puts together,
        too; in the worst cluster.
    log_eigengap : ndarray of shape (k,)
        By how much the spectrum of the centred kernel falls after c - 1 eigenvalues; its largest is
        the ``largest_gap`` of `taxonomy_path`.
    """

    n_clusters: int | None
    pvalue: float
    candidates: Ints
    share: Floats = field(repr=False)
    null_distribution: Floats = field(repr=False)
    labels: Ints = field(repr=False)
    rows: Ints = field(repr=False)
    silhouette: Floats = field(repr=False)
    stability: Floats = field(repr=False)
    prediction_strength: Floats = field(repr=False)
    log_eigengap: Floats = field(repr=False)

    @property
    def difference(self) -> Floats:
        """ndarray of shape (k,): the share less the mean share of tables without clusters."""
        return self.share - self.null_distribution.mean(axis=0)

    @property
    def replicated_difference(self) -> Floats:
        """ndarray of shape (k,): the difference times the prediction strength, 0 if not known."""
        return self.difference * np.nan_to_num(self.prediction_strength)

    @property
    def second_opinions(self) -> dict[str, int | None]:
        """dict of str to int or None: the number that each other rule would choose.

        It is where the value is largest, for prediction strength the largest number at which it is
        at least .8, or None. The other three always name one.
        """
        strong = self.candidates[self.prediction_strength >= ENOUGH]
        chosen = {"prediction_strength": int(strong.max()) if len(strong) else None}
        for name in ("silhouette", "stability", "log_eigengap"):
            values = getattr(self, name)
            known = np.isfinite(values).any()
            chosen[name] = int(self.candidates[np.nanargmax(values)]) if known else None
        return chosen

    def __str__(self):
        number = "no clusters" if self.n_clusters is None else f"{self.n_clusters} clusters"
        if self.n_clusters == self.candidates.max():
            number += ", the largest number tried"
        opinions = self.second_opinions
        others = ", ".join(
            f"{name.replace('_', ' ')} {'none' if c is None else c}" for name, c in opinions.items()
        )
        verdict = ""
        if self.n_clusters is not None:  # else all but one of them have to name a number
            verdict = " agree" if {*opinions.values()} == {self.n_clusters} else " differ"
        return f"{number}, p = {self.pvalue:.2g}; second opinions{verdict}: {others}"

    def to_frame(self) -> pd.DataFrame:
        """One row a number of clusters, as a DataFrame of pandas.

        Returns
        -------
        pandas.DataFrame
            By "n_clusters": "share", "null_p05", "null_mean" and "null_p95" of tables without
            clusters, "difference", "replicated_difference", and the second opinions "silhouette",
            "stability", "prediction_strength" and "log_eigengap".

        Raises
        ------
        ImportError
            If pandas is not installed; it comes with ``pip install "depcluster[lab]"``.
        """
        low, high = np.quantile(self.null_distribution, [0.05, 0.95], axis=0)
        columns = {
            "n_clusters": self.candidates,
            "share": self.share,
            "null_p05": low,
            "null_mean": self.null_distribution.mean(axis=0),
            "null_p95": high,
            "difference": self.difference,
            "replicated_difference": self.replicated_difference,
            "silhouette": self.silhouette,
            "stability": self.stability,
            "prediction_strength": self.prediction_strength,
            "log_eigengap": self.log_eigengap,
        }
        return frame(columns, ["n_clusters"])

    def plot(self) -> FigureWithAlt:
        """Shares with the band of samples without clusters, and below what c is chosen by.

        Returns
        -------
        FigureWithAlt
        """
        from ..plotting.evaluation import n_clusters_figure  # loads matplotlib

        return n_clusters_figure(self)


@checked(
    n_clusters=several(whole(2)),
    n_references=whole(1, 100_000),
    alpha=number(0, 1, open_low=True, open_high=True),
    null=NULL,
    gamma=WIDTH,
    random_state=SEED,
)
def compare_n_clusters(
    X: ArrayLike,
    n_clusters: Sequence[int] = range(2, 9),
    *,
    null: str | Callable[..., Any] = "uniform",
    n_references: int = 19,
    alpha: float = 0.05,
    kernel: Kernel = "rbf",
    gamma: Gamma | Literal["mean"] = "median",
    random_state: int = 0,
    verbose: int | None = None,
) -> NClustersComparison:
    r"""How many clusters samples have, none included.

    For each number c, the share that clusters explain (`cluster_test`), and the same in tables
    without clusters, the same ones for every c. There is nothing to choose where the largest of

    .. math:: z_c = \frac{\mathrm{share}_c - \mu_c}{\sigma_c}

    is not beyond what the tables' own shares reach, \mu_c and \sigma_c being mean and standard
    deviation over all of them and the samples. Else c is where

    .. math:: (\mathrm{share}_c - \mu_c)\ \mathrm{ps}_c

    is largest, \mu_c being the mean of the tables alone and ps the prediction strength (Tibshirani
    and Walther 2005): clusters count as far as one half of the samples finds again those of the
    other. The difference alone takes too many clusters where some columns are noise.

    Parameters
    ----------
    X : array-like of shape (m, d)
        As in `cluster_test`.
    n_clusters : sequence of int, default=range(2, 9)
        The numbers to compare, each at least 2.
    null, n_references, kernel, gamma, random_state, verbose
        As in `cluster_test`.
    alpha : float, default=0.05
        How often clusters may be seen where there are none. With fewer than 1 / alpha - 1
        references nothing would ever be seen.

    Returns
    -------
    NClustersComparison

    Raises
    ------
    ValueError
        As `cluster_test`; if two of the numbers are the same, or there are too few references.

    Notes
    -----
    The limits are those of `cluster_test`. Clusters that overlap, or lie within others, have no one
    number. Where halves are too small for any prediction strength, the largest difference chooses.
    Second opinions on the same clusters and kernel are the silhouette (Rousseeuw 1987), the
    stability of halves (Lange, Roth, Braun and Buhmann 2004), the largest number with a prediction
    strength of .8 and the log eigengap (Blaschko 2008, section 6).

    Examples
    --------
    >>> from depcluster.datasets import make_three
    >>> compare_n_clusters(make_three()[0]).n_clusters
    3
    >>> print(compare_n_clusters(np.random.default_rng(0).normal(size=(100, 2))).n_clusters)
    None
    """
    X, candidates = check_distances(check_samples(X)), np.array(n_clusters, dtype=int)
    if len(np.unique(candidates)) < len(candidates):
        raise ValueError(f"n_clusters must be different numbers; got {list(n_clusters)}.")
    if alpha * (n_references + 1) < 1 - 1e-9:
        raise ValueError(
            f"n_references must be at least {int(np.ceil(1 / alpha - 1e-9)) - 1} for alpha = "
            f"{alpha:g}; got {n_references}."
        )
    check_different(int(candidates.max()), X)
    rng = np.random.RandomState(random_state)
    rows, X = some_rows(X, rng)

    def searched(K):
        return zip(*(explained_share(K, c, rng) for c in candidates), strict=True)

    with one_blas_thread():
        K = kernel_of(X, kernel, gamma)
        check_kernel(K, kernel)
        share, labels = map(np.array, searched(K))
        references = reference_samples(X, null, rng, n_references, kernel)
        bar = progress(references, "references", verbose, total=n_references)
        null_distribution = np.array([next(searched(kernel_of(t, kernel, gamma))) for t in bar])
        values = leading_eigenvectors(Dense(K), int(candidates.max()))[0]
        stability, strength = np.transpose([of_halves(K, c, rng) for c in candidates])
    pvalue = _largest_difference(share, null_distribution)
    found = NClustersComparison(
        None,
        pvalue,
        candidates,
        share,
        null_distribution,
        labels,
        rows,
        np.array([silhouette(K, found) for found in labels]),
        stability,
        strength,
        log_eigengap(values, candidates, len(K)),
    )
    if pvalue > alpha + 1e-9:
        return found
    replicated = found.replicated_difference
    best = (replicated if replicated.max() > 0 else found.difference).argmax()
    return replace(found, n_clusters=int(candidates[best]))


def _largest_difference(share, null_distribution):
    """p of the largest standardised difference, all tables being equal under the null."""
    shares = np.vstack([share, null_distribution])
    spread = shares.std(axis=0)
    z = ((shares - shares.mean(axis=0)) / np.where(spread > 0, spread, 1)).max(axis=1)
    return float((~(z < z[0] - 1e-12)).mean())  # 1 where a share is no number
