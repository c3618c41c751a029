"""CLUHSICAL: CLUHSIC with a loss on the labels, of Zhong et al. (IEEE TNN 2010)."""

from __future__ import annotations

from typing import Literal

from sklearn.utils import check_random_state

from ..._base.estimator import estimator
from ..._base.kernel_estimator import KernelEstimator
from ..._base.weighted import solve_weighted
from ..._typing import ArrayLike, Floats, Groups, Init, LabelKernel, Loss, RandomState, SparseArray
from ..._validation import checked, is_number, short_repr
from ...kernels.gram import Gram
from ...labels.kernels import as_label_kernel, check_label_kernel
from ...labels.losses import as_loss, loss_rows
from ...search.objectives import NormalizedWithLoss, WithLoss
from ...search.restarts import SearchResult


@checked()
def cluhsical(
    K: ArrayLike | SparseArray | Gram,
    label_kernel: ArrayLike,
    loss: Loss = "label-kernel",
    *,
    normalization: Literal["l1", "l2", None] = "l1",
    penalty: float = 2.5,
    init: Init = "auto",
    n_init: int = 20,
    max_iter: int = 100,
    sample_weight: ArrayLike | None = None,
    together: Groups | None = None,
    random_state: RandomState = None,
    verbose: int = 0,
) -> SearchResult:
    r"""Find the partition that depends on the data most and pays for wrong labels.

    .. math:: \max_\Pi\ \mathrm{tr}(K \tilde\Pi A \tilde\Pi')
       - \mathrm{penalty}\, \|\tilde\Pi\|_1 \tag{11}

    .. math:: \tilde\Pi = \Pi R, \qquad R = \mathrm{diag}(\Delta \mathbf 1) - \Delta \tag{12}

    (Zhong 2010). Row i of Pi~ is the row of R that belongs to the label of sample i. With
    normalization every column of Pi~ has unit l1 or l2 norm (eq. 13). K is centred first.

    Parameters
    ----------
    K : array-like or sparse array of shape (m, m), or a Gram
        Kernel matrix of the data, centred here. A Gram is taken as it is and must be centred, about
        the weighted mean if there are weights.
    label_kernel : array of shape (c, c)
        The label kernel A, symmetric and positive semi-definite.
    loss : {"label-kernel", "zero-one"} or (c, c) array, default="label-kernel"
        The loss Delta: what A says of the labels (`labels.label_kernel_loss`), 1 for
        every wrong label, or a non-negative matrix with a zero diagonal.
    normalization : {"l1", "l2", None}, default="l1"
        Norm of the columns of the partition matrix.
    penalty : float, default=2.5
        Weight of the l1 norm of the partition matrix: ``m / (4 C gamma)``, eq. (11) divided by
        the constant before its trace; the paper's C = 0.1 m and gamma = 1 give 2.5. Under "l1"
        its term is constant; 0 drops it.
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
    SearchResult

    Raises
    ------
    ValueError
        If K, label_kernel, loss, penalty or sample_weight is unusable, or there are fewer
        samples with a weight than clusters.

    Notes
    -----
    Corollary 1, in two lines. For the zero-one loss ``R = c I - 11'``, so
    ``Pi~ = c Pi - 11'``. K is centred, ``K 1 = 0``, so every term with ``11'`` vanishes, and

    .. math:: \mathrm{tr}(K \tilde\Pi A \tilde\Pi') = c^2\, \mathrm{tr}(K \Pi A \Pi'):

    without normalization, CLUHSIC.

    Examples
    --------
    >>> import numpy as np
    >>> from depcluster.labels import chain
    >>> X = np.array([[0.0], [0.1], [1.0], [1.1], [2.0], [2.1]])
    >>> labels = cluhsical(X @ X.T, chain(3), random_state=0).labels
    >>> bool(labels[2] == labels[3] == 1)
    True
    """
    A = check_label_kernel(label_kernel)
    R = loss_rows(as_loss(loss, A))
    objective = cluhsical_objective(A, R, normalization, penalty)
    tries = init, n_init, max_iter, check_random_state(random_state), verbose
    return solve_weighted(K, objective, sample_weight, together, *tries)[0]


def cluhsical_objective(
    A: Floats, R: Floats, normalization: Literal["l1", "l2", None], penalty: float
) -> NormalizedWithLoss | WithLoss:
    r"""The objective of CLUHSICAL for a label kernel and the partition rows of a loss.

    .. math:: J(\Pi) = \mathrm{tr}(K \tilde\Pi A \tilde\Pi')
       - \mathrm{penalty}\, \|\tilde\Pi\|_1, \qquad \tilde\Pi = \Pi R \tag{11}

    (Zhong 2010); with normalization every column of Pi~ has unit norm (eq. 13).

    Parameters
    ----------
    A, R : ndarray of shape (c, c)
    normalization : {"l1", "l2", None}
    penalty : float
        At least 0.

    Returns
    -------
    NormalizedWithLoss or WithLoss

    Raises
    ------
    ValueError
        For any other normalization or penalty.

    Examples
    --------
    >>> import numpy as np
    >>> from depcluster.labels import zero_one_loss
    >>> objective = cluhsical_objective(np.eye(2), loss_rows(zero_one_loss(2)), "l1", 0.0)
    >>> type(objective).__name__
    'NormalizedWithLoss'
    """
    if normalization not in ("l1", "l2", None):
        raise ValueError(
            f'normalization must be "l1", "l2" or None; got {short_repr(normalization)}.'
        )
    if not is_number(penalty) or penalty < 0:
        raise ValueError(
            f"penalty must be a finite number of at least 0; got {short_repr(penalty)}."
        )
    if normalization is None:
        return WithLoss(A, R, penalty)
    return NormalizedWithLoss(A, R, {"l1": 1, "l2": 2}[normalization], penalty)


@estimator
class CLUHSICAL(KernelEstimator):
    r"""Clustering by dependence and loss (Zhong 2010).

    For clusters that are related, where a wrong label costs less the nearer it is to the right one:
    a loss on the labels says what each mistake costs.

    >>> from depcluster import CLUHSICAL, datasets
    >>> X, y = datasets.make_row()  # five groups in a row
    >>> CLUHSICAL(5, label_kernel="chain", random_state=0).fit_predict(X)[::12]
    array([0, 0, 1, 1, 2, 2, 3, 3, 4, 4])

    .. math:: \max_\Pi\ \mathrm{tr}(K \tilde\Pi A \tilde\Pi')
       - \mathrm{penalty}\, \|\tilde\Pi\|_1, \qquad
       \tilde\Pi = \Pi\, (\mathrm{diag}(\Delta \mathbf 1) - \Delta) \tag{11, 12}

    with every column of Pi~ divided by its norm (eq. 13): CLUHSIC whose partition matrix pays for
    what a wrong label would cost. Row j of R, the matrix in brackets, is what label j earns minus
    what every other label costs. That folds the loss into the label kernel, ``R A R'`` in place of
    A, and changes how clusters of unequal size are weighed.

    Parameters
    ----------
    n_clusters : int, default=3
    label_kernel : {"plain", "chain", "ring", "grid", "tree"} or (c, c) array, default="plain"
        The label kernel A. See `depcluster.labels`.
    loss : {"label-kernel", "zero-one"} or (c, c) array, default="label-kernel"
        What it costs to answer column where row is right; see `depcluster.labels`.
        "label-kernel" is half the squared distance of the labels in the label kernel.
    normalization : {"l1", "l2", None}, default="l1"
        Norm of the columns of the partition matrix.
    penalty : float, default=2.5
        Weight of the l1 norm of the partition matrix: ``m / (4 C gamma)``, eq. (11) divided by
        the constant before its trace; the paper's C = 0.1 m and gamma = 1 give 2.5. Under "l1"
        its term is constant; 0 drops it.
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
    label_kernel_ : ndarray of shape (n_clusters, n_clusters)
    loss_ : ndarray of shape (n_clusters, n_clusters)
    n_iter_ : int
        Sweeps and passes of the start, the confirming pass included, and one for each
        later search that raised J.
    history_ : ndarray
        J along these steps; it never falls.
    rank_ : int
        Columns of the factor; with ``rank`` only, as are the next two.
    residual_ : float
        Share of the trace of the centred kernel matrix that the factor leaves out.
    stopped_by_ : {"tolerance", "eigengap", "rank"}
        What ended the factor: nothing was left, what was left is less than the eigengap, or
        ``rank`` was reached.
    n_features_in_ : int

    References
    ----------
    W. Zhong, W. Pan, J. T. Kwok, I. W. Tsang. Incorporating the loss function into
    discriminative clustering of structured outputs. IEEE Transactions on Neural Networks,
    2010.
    """

    label_kernel: LabelKernel = "plain"
    loss: Loss = "label-kernel"
    normalization: Literal["l1", "l2", None] = "l1"
    penalty: float = 2.5

    def _make_objective(self) -> NormalizedWithLoss | WithLoss:
        self.label_kernel_ = A = as_label_kernel(self.label_kernel, self.n_clusters).copy()
        self.loss_ = as_loss(self.loss, A).copy()
        return cluhsical_objective(A, loss_rows(self.loss_), self.normalization, self.penalty)
