"""A kernel to begin with, by the only criterion that compares methods, or word that none wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.metrics import adjusted_rand_score
from sklearn.utils import check_random_state

from .._typing import ArrayLike, Floats, Ints
from .._utils.progress import progress
from .._validation import SEED, check_distances, check_samples, checked, whole
from ..papers.song2007.kernel_kmeans import KernelKMeans
from ..papers.sugiyama2011.smic import SMIC, check_candidates
from .compare_kernels import compare_kernels
from .criteria import Samples
from .default_kernels import default_kernels


@dataclass(frozen=True)
class KernelRecommendation:
    """What `recommend_kernel` found.

    Attributes
    ----------
    name : str
        The candidate with the largest mean LSMI: a kernel, or "SMIC t=5" and its like.
    estimator : KernelKMeans or SMIC
        With its parameters, not fitted. A KernelKMeans searches anew when it is fitted, and may
        find another partition than `labels`.
    labels : ndarray of int of shape (m,)
        The partition that was judged.
    lsmi : dict of str to ndarray of shape (n_draws,)
        By candidate, one value a draw of LSMI's centres and folds.
    rivals : dict of str to float
        Candidates that some draw puts at least as high, and how far their partitions agree with
        this one (adjusted Rand index).
    """

    name: str
    estimator: Any
    labels: Ints = field(repr=False)
    lsmi: dict[str, Floats] = field(repr=False)
    rivals: Mapping[str, float]

    @property
    def wins(self) -> bool:
        """bool: whether the candidate is ahead of all others in every draw."""
        return not self.rivals

    def __str__(self):
        if self.wins:
            return f"{self.name} wins: {self.estimator}"
        others = ", ".join(f"{name} ({ari:.2f})" for name, ari in self.rivals.items())
        return (
            f"No kernel wins. {self.name} is ahead on average: {self.estimator}. Not told from it, "
            f"with how far their partitions agree: {others}"
        )


@checked(n_clusters=whole(2), n_draws=whole(1, 1000), random_state=SEED)
def recommend_kernel(
    X: ArrayLike,
    n_clusters: int,
    *,
    n_draws: int = 5,
    n_init: int = 10,
    random_state: int = 0,
    verbose: int | None = None,
) -> KernelRecommendation:
    r"""Recommend one of the `default_kernels` or of SMIC's numbers of neighbours, by LSMI.

    Only LSMI judges labels and samples alone, and so can compare methods:

    .. math:: \mathrm{LSMI} = -\frac{1}{2 n^2} \sum_{i,j} r(x_i, y_j)^2
       + \frac1n \sum_i r(x_i, y_i) - \frac12 \tag{Sugiyama 14}

    It is an estimate, which changes with the centres and the folds that are drawn for it. They are
    drawn several times, the same for all candidates. One wins if it is ahead of each other in every
    draw: of two that are as good, that happens once in ``2**n_draws``. Where none wins, the answer
    says so, and how far the partitions of the others agree.

    Parameters
    ----------
    X : array-like of shape (m, d)
        Samples, as they are: columns in different units should be standardised first.
    n_clusters : int
        c, at least 2.
    n_draws : int, default=5
    n_init : int, default=10
        Searches of each clustering.
    random_state : int, default=0
    verbose : int, optional
        Above 0, a line of progress for work that takes longer than a second.
        When left out, a line of progress for work of more than five; 0 shows nothing.

    Returns
    -------
    KernelRecommendation

    Raises
    ------
    ValueError
        As `compare_kernels`.

    Notes
    -----
    LSMI cannot tell groupings apart that are equally predictable, as those of XOR, and on tables of
    measurements it is no better than the median rule (`read_kernel_study`).

    Examples
    --------
    >>> from sklearn.datasets import make_moons
    >>> X, y = make_moons(100, noise=0.06, random_state=0)
    >>> found = recommend_kernel(X, 2, n_draws=2)
    >>> bool(set(found.labels[y == 0]).isdisjoint(found.labels[y == 1]))
    True
    """
    X = check_distances(check_samples(X))
    seed = int(check_random_state(random_state).randint(2**31 - 1))
    options: dict[str, Any] = {"n_init": n_init, "random_state": seed, "verbose": verbose}
    rows = compare_kernels(X, default_kernels(X), n_clusters, criteria="eigengap", **options).rows
    found = {row.name: (KernelKMeans(n_clusters, **row.params), row.labels) for row in rows}
    for t in check_candidates(SMIC.candidates, len(X)):
        model = SMIC(n_clusters, n_neighbors=t)
        labels = clone(model).fit_predict(X)  # a class may stay empty
        _, first, which = np.unique(labels, return_index=True, return_inverse=True)
        found[f"SMIC t={t}"] = model, first.argsort().argsort()[which]  # as those of the kernels
    lsmi: dict[str, Any] = {name: [] for name in found}
    for k in progress(range(n_draws), "draws", verbose, total=n_draws):
        samples = Samples(X, seed=(seed + k) % 2**31, noise=0, n_perturbations=0)
        for name, (_, labels) in found.items():
            lsmi[name].append(samples.lsmi(labels))
    lsmi = {name: np.array(values) for name, values in lsmi.items()}
    best = max(lsmi, key=lambda name: lsmi[name].mean())
    estimator, labels = found[best]
    rivals = {
        name: adjusted_rand_score(labels, found[name][1])
        for name, values in lsmi.items()
        if name != best and (values >= lsmi[best]).any()
    }
    return KernelRecommendation(best, estimator, labels, lsmi, rivals)
