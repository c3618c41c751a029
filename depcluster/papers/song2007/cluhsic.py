"""CLUHSIC: clustering by dependence maximization, of Song et al. (ICML 2007)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from ..._base.estimator import estimator
from ..._base.kernel_estimator import KernelEstimator
from ..._base.weighted import solve_weighted
from ..._typing import ArrayLike, Floats, Groups, Init, LabelKernel, RandomState, SparseArray
from ..._validation import checked, short_repr
from ...kernels.gram import Gram
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


@checked()
def cluhsic(
    K: ArrayLike | SparseArray | Gram,
    label_kernel: ArrayLike,
    *,
    normalization: Literal["l2", None] = "l2",
    init: Init = "auto",
    n_init: int = 20,
    max_iter: int = 100,
    sample_weight: ArrayLike | None = None,
    together: Groups | None = None,
    random_state: RandomState = None,
    verbose: int = 0,
) -> CluhsicResult:
    r"""Find the partition that depends on the data most.

    .. math:: \max_\Pi\ \mathrm{tr}(K P A P'), \qquad P = \Pi\, \mathrm{diag}(n)^{-1/2}

    with the sizes n of the clusters; without normalization P is the one-hot matrix Pi itself
    (Song 2007, eq. 5). K is centred first.

    Parameters
    ----------
    K : array-like or sparse array of shape (m, m), or a Gram
        Kernel matrix of the data, centred here. A Gram is taken as it is and must be centred, about
        the weighted mean if there are weights.
    label_kernel : array of shape (c, c)
        The label kernel A, symmetric and positive semi-definite.
    normalization : {"l2", None}, default="l2"
        Without it the objective pays for large clusters and tends to leave others nearly
        empty.
    init : {"auto", "random", "k-means++", "spectral"} or array of int of shape (m,), default="auto"
        Where the first search begins. Labels of -1 are not known: such samples begin where J rises
        most, by the slopes that the known ones give it, and a cluster without a known sample at one
        drawn by k-means++. Of samples in a dask array, labels are one in its chunks, and each
        cluster has a known one.
    n_init : int, default=20
        Number of searches; the best is kept. The first begins at ``init``, most later ones near
        the best so far (`depcluster.search`). From "spectral" alone and from labels there is one.
    max_iter : int, default=100
        The most sweeps and passes of one search.
    sample_weight : array-like of shape (m,), optional
        Weights; K is centred first (about the weighted mean), then weighted, and the sizes of
        clusters are sums of weights. A sample of weight 0 is not there for the search, and is
        then labelled where one of the least weight would raise J most.
    together : sequence of groups, optional
        Pairs or larger groups of samples that must share a label, as lists of their numbers; groups
        that have a sample in common are one. The search moves each as a whole. It says nothing of
        new samples, and of samples in a dask array there is none.
    random_state : int, RandomState or None, default=None
    verbose : int, default=0
        Above 0, one line a search.

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
    (`match_order`), most searches begin at a perturbation of the best partition so far, and a
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


def cluhsic_objective(A: Floats, normalization: Literal["l2", None]) -> Normalized | Unnormalized:
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


@estimator
class CLUHSIC(KernelEstimator):
    r"""Clustering that maximises the dependence between data and labels (Song 2007).

    For clusters that are related: a chain of stages, a ring of angles, a tree of families. The
    label kernel says how, and the labels come out in that order.

    >>> from depcluster import CLUHSIC, datasets
    >>> X, y = datasets.make_row()  # five groups in a row
    >>> CLUHSIC(5, label_kernel="chain", random_state=0).fit_predict(X)[::12]
    array([0, 0, 1, 1, 2, 2, 3, 3, 4, 4])

    .. math:: \max_\Pi\ \mathrm{tr}(K P A P'), \qquad P = \Pi\, \mathrm{diag}(n)^{-1/2}

    over partitions Pi with sizes n, K being the centred kernel matrix of the data and A a kernel
    on the labels; without normalization P = Pi (eq. 5). With A = I it is kernel k-means; with a
    ring, a chain or a tree the labels know their neighbours.

    Parameters
    ----------
    n_clusters : int, default=3
    label_kernel : {"plain", "chain", "ring", "grid", "tree"} or (c, c) array, default="plain"
        The label kernel A. See `depcluster.labels`; `labels.grid`, `labels.tree` and
        `labels.graph` make more.
    normalization : {"l2", None}, default="l2"
        Without it the objective pays for large clusters and tends to leave others nearly
        empty.
    kernel : str or callable, default="rbf"
        A pairwise kernel of scikit-learn, "graph", "precomputed" or a function of two samples or of
        two tables of them (`kernel_matrix`).
    gamma : float, "median" or "scale", default="median"
        Width of the kernel; "median" is 1 / median squared distance.
    degree : float, default=2
        Of the polynomial kernel ``(gamma x'y + coef0)^degree``.
    coef0 : float, default=1
        Of the polynomial kernel.
    n_neighbors : int or "auto", default="auto"
        Of the graph kernel; "auto" is 10, fewer below 55 samples (`graph_kernel`).
    kernel_params : dict, optional
        More parameters of a callable or the graph kernel.
    n_init : int, default=20
        Number of searches; the best is kept. The first begins at ``init``, most later ones near
        the best so far (`depcluster.search`). From "spectral" alone and from labels there is one.
    max_iter : int, default=100
        The most sweeps and passes of one search.
    random_state : int, RandomState or None, default=None
    verbose : int, default=0
        Above 0, one line a search.
    init : {"auto", "random", "k-means++", "spectral"} or array of int of shape (m,), default="auto"
        Where the first search begins. Labels of -1 are not known: such samples begin where J rises
        most, by the slopes that the known ones give it, and a cluster without a known sample at one
        drawn by k-means++. Of samples in a dask array, labels are one in its chunks, and each
        cluster has a known one.
    rank : int, optional
        Work on an incomplete Cholesky factor of at most this many columns, with pivots drawn at
        random, instead of the whole kernel matrix; see `incomplete_cholesky`. Of more than 20 000
        samples, or of 100 a cluster if that is more, a sample is searched first and then all, a
        block of rows at a time. The factor may end before (``stopped_by_``). Where it does not end
        at the eigengap, a warning says so if more than a tenth of the centred trace is left out.
        Dask arrays need rank, and so does `transform`: the rows of the factor are features of old
        and new samples.
    together : sequence of groups, optional
        Pairs or larger groups of samples that must share a label, as lists of their numbers; groups
        that have a sample in common are one. The search moves each as a whole. It says nothing of
        new samples, and of samples in a dask array there is none.

    Attributes
    ----------
    labels_ : ndarray or dask.array.Array of int of shape (m,)
        Of a dask array of samples they are computed when they are asked for, in its chunks.
    objective_ : float
        J of the labels.
    objective_bound_ : float
        No partition can have a larger J; infinite without normalization. Computed when it is
        first asked for.
    label_kernel_ : ndarray of shape (n_clusters, n_clusters)
    n_iter_ : int
        Sweeps and passes of the start, the confirming pass included, and one for each
        later search that raised J.
    history_ : ndarray
        J along these steps; it never falls.
    n_features_in_ : int
    rank_ : int
        Columns of the factor; with ``rank`` only, as are the next two.
    residual_ : float
        Share of the trace of the centred kernel matrix that the factor leaves out.
    stopped_by_ : {"tolerance", "eigengap", "rank"}
        What ended the factor: nothing was left, what was left is less than the eigengap, or
        ``rank`` was reached.

    Notes
    -----
    The search is not the paper's Algorithm 1 but twenty searches (``n_init``) with perturbations of
    local optima and an order of the labels that is matched to the label kernel; `cluhsic` says how
    they differ, and `reproduction.protocol.algorithm_1` is the algorithm as printed.

    References
    ----------
    L. Song, A. Smola, A. Gretton, K. Borgwardt. A dependence maximization view of
    clustering. ICML 2007.
    """

    label_kernel: LabelKernel = "plain"
    normalization: Literal["l2", None] = "l2"

    @cached_property
    def objective_bound_(self) -> float:
        """float: no partition can have a larger J; infinite without normalization.

        Computed when it is first asked for, from the kernel matrix made anew.
        """
        check_is_fitted(self)
        predictor = self._predictor_
        return _bound(predictor.objective, self.objective_, predictor.eigenvalues)

    def _make_objective(self) -> Normalized | Unnormalized:
        self.label_kernel_ = as_label_kernel(self.label_kernel, self.n_clusters).copy()
        return cluhsic_objective(self.label_kernel_, self.normalization)
