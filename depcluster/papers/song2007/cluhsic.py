"""CLUHSIC: clustering by dependence maximization, of Song et al. (ICML 2007)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from ..._base.estimator import estimator
from ..._base.kernel_clusterer import SearchClusterer
from ..._base.parameters import described
from ..._base.weighted import solve_weighted
from ..._validation import checked, short_repr
from ...labels.kernels import as_label_kernel, check_label_kernel
from ...search.local_search import Problem
from ...search.objectives import Normalized, Unnormalized
from ...search.restarts import SearchResult


@dataclass(frozen=True)
class CluhsicResult(SearchResult):
    """What `cluhsic` found, with

    Attributes
    ----------
    problem : Problem
        What was searched; it refers to K, without samples of weight 0.
    """

    problem: Problem

    @cached_property
    def objective_bound(self):
        """float: no partition has a larger J (`objective_bound`); infinite without normalization.

        The eigenvalues it needs are computed when it is first asked for.
        """
        return _bound(self.problem.objective, self.objective, lambda k: self.problem.spectrum(k)[0])


@described()
@checked()
def cluhsic(
    K,
    label_kernel,
    *,
    normalization="l2",
    init="auto",
    n_init=20,
    max_iter=100,
    sample_weight=None,
    together=None,
    random_state=None,
    verbose=0,
):
    r"""Find the partition that depends on the data most.

    .. math:: \max_\Pi\ \mathrm{tr}(K P A P'), \qquad P = \Pi\, \mathrm{diag}(n)^{-1/2}

    with the sizes n of the clusters; without normalization P is the one-hot matrix Pi itself
    (Song 2007, eq. 5). K is centred first.

    Parameters
    ----------
    label_kernel : array of shape (c, c)
        The label kernel A, symmetric and positive semi-definite.
    normalization : {"l2", None}
        Without it the objective pays for large clusters and tends to leave others nearly
        empty.

    Returns
    -------
    CluhsicResult

    Raises
    ------
    ValueError
        If K or label_kernel is unusable, or there are fewer samples than clusters.

    Notes
    -----
    The paper's Algorithm 1 starts at random and moves point by point until a round moves nobody.
    Here several searches (``n_init``, 20) each move all samples at once as long as J rises, then
    one at a time; before and in between the order of the labels is matched to the label kernel
    (`match_order`), most searches begin where an escape from the best partition so far leads, and a
    cluster is never emptied. What is found is a fixed point of Algorithm 1; as printed, that is
    `reproduction.protocol.algorithm_1`.

    Examples
    --------
    >>> X = np.array([[0.0], [0.1], [1.0], [1.1], [2.0], [2.1]])
    >>> from depcluster.labels import chain
    >>> labels = cluhsic(X @ X.T, chain(3), random_state=0).labels
    >>> bool(labels[2] == labels[3] == 1)
    True
    """
    A = check_label_kernel(label_kernel)
    objective = cluhsic_objective(A, normalization)
    tries = init, n_init, max_iter, check_random_state(random_state), verbose
    found, problem = solve_weighted(K, objective, sample_weight, together, *tries)
    return CluhsicResult(**vars(found), problem=problem)


def cluhsic_objective(A, normalization):
    r"""The objective of CLUHSIC for a label kernel.

    .. math:: J(\Pi) = \mathrm{tr}(K P A P'), \qquad P = \Pi\, \mathrm{diag}(n)^{-1/2}

    or, without normalization, P = Pi (Song 2007, eq. 5).

    Parameters
    ----------
    A : ndarray of shape (c, c)
    normalization : {"l2", None}

    Returns
    -------
    Normalized or Unnormalized

    Raises
    ------
    ValueError
        For any other normalization.

    Examples
    --------
    >>> type(cluhsic_objective(np.eye(2), "l2")).__name__
    'Normalized'
    """
    if normalization not in ("l2", None):
        raise ValueError(f'normalization must be "l2" or None; got {short_repr(normalization)}.')
    return Normalized(A) if normalization == "l2" else Unnormalized(A)


def objective_bound(values, label_kernel):
    r"""What no partition can exceed, from the spectra of K and A.

    .. math:: \mathrm{tr}(K P A P') \le \sum_{j=1}^{c-1} \lambda_j(K)\, \lambda_j(A)

    Von Neumann's trace inequality, Song 2007 eq. (12) made visible. The sum stops at c - 1:
    K is centred, and ``H P A P' H`` has at most c - 1 eigenvalues other than 0, none above
    A's. ``values`` are the leading c - 1 eigenvalues of the centred K, in descending order.
    """
    of_labels = np.linalg.eigvalsh(label_kernel)[::-1]
    return float(np.maximum(values, 0) @ np.maximum(of_labels[: len(values)], 0))


@np.errstate(under="ignore")
def _bound(objective, J, leading):
    """The bound on J; ``leading(k)`` are the k leading eigenvalues of the centred K."""
    if not objective.normalized:
        return np.inf
    c = len(objective.A)
    return J if c == 1 else objective_bound(leading(c - 1), objective.A)


class Bounded(SearchClusterer):
    """An estimator of ``tr(K P A P')`` that can say how large it could be at most."""

    @property
    def objective_bound_(self):
        """float: no partition can have a larger J; infinite without normalization.

        Computed when it is first asked for, from the kernel matrix made anew.
        """
        check_is_fitted(self)
        if self._bound is None:
            leading = partial(self._place.eigenvalues, params=self._params)
            self._bound = _bound(self._objective, self.objective_, leading)
        return self._bound


@estimator(cluhsic)
class CLUHSIC(Bounded):
    r"""Clustering that maximises the dependence between data and labels (Song 2007).

    .. math:: \max_\Pi\ \mathrm{tr}(K P A P'), \qquad P = \Pi\, \mathrm{diag}(n)^{-1/2}

    over partitions Pi with sizes n, K being the centred kernel matrix of the data and A a kernel
    on the labels; without normalization P = Pi (eq. 5). With A = I it is kernel k-means; with a
    ring, a chain or a tree the labels know their neighbours.

    Parameters
    ----------
    label_kernel : {"plain", "chain", "ring", "grid", "tree"} or array of shape (c, c)
        The label kernel A. See `depcluster.labels`; `labels.grid`, `labels.tree` and
        `labels.graph` make more.

    Attributes
    ----------
    labels_, objective_, objective_bound_, label_kernel_, n_iter_, history_, n_features_in_
    rank_, residual_, stopped_by_

    Notes
    -----
    The search is not the paper's Algorithm 1 but twenty searches (``n_init``) with escapes from
    local optima and an order of the labels that is matched to the label kernel; `cluhsic` says how
    they differ, and `reproduction.protocol.algorithm_1` is the algorithm as printed.

    References
    ----------
    L. Song, A. Smola, A. Gretton, K. Borgwardt. A dependence maximization view of
    clustering. ICML 2007.

    Examples
    --------
    >>> from depcluster.datasets import make_circle
    >>> X, arcs = make_circle(n_clusters=4)
    >>> labels = CLUHSIC(4, label_kernel="ring", random_state=0).fit_predict(X)
    >>> steps = np.diff(labels[np.r_[25:200:50, 25]]) % 4
    >>> bool(len(set(steps)) == 1)
    True
    """

    label_kernel: str | np.ndarray = "plain"
    normalization: str | None = "l2"

    def _make_objective(self):
        A = as_label_kernel(self.label_kernel, self.n_clusters).copy()
        return cluhsic_objective(A, self.normalization), {"label_kernel_": A, "_bound": None}
