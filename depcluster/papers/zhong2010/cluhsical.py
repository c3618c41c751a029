"""CLUHSICAL: CLUHSIC with a loss on the labels, of Zhong et al. (IEEE TNN 2010)."""

from __future__ import annotations

from sklearn.utils import check_random_state

from ..._base.kernel_clusterer import KernelClusterer
from ..._base.weighted import solve_weighted
from ..._validation import checked, is_number
from ...labels.kernels import as_label_kernel, check_label_kernel
from ...labels.losses import as_loss, loss_rows
from ...search.objectives import NormalizedWithLoss, WithLoss


@checked()
def cluhsical(
    K,
    label_kernel,
    loss="label-kernel",
    *,
    normalization="l1",
    penalty=2.5,
    init="auto",
    n_init=20,
    max_iter=100,
    sample_weight=None,
    random_state=None,
    verbose=0,
):
    r"""Find the partition that depends on the data most and pays for wrong labels.

    .. math:: \max_\Pi\ \mathrm{tr}(K \tilde\Pi A \tilde\Pi')
       - \mathrm{penalty}\, \|\tilde\Pi\|_1 \tag{11}

    .. math:: \tilde\Pi = \Pi R, \qquad R = \mathrm{diag}(\Delta \mathbf 1) - \Delta \tag{12}

    (Zhong 2010). Row i of Pi~ is the row of R that belongs to the label of sample i. With
    normalization every column of Pi~ has unit l1 or l2 norm (eq. 13). K is centred first.

    Parameters
    ----------
    K : array-like or sparse array of shape (m, m), or a Gram
        Kernel matrix of the data. A Gram is taken as it is and must be centred, about the
        weighted mean if there are weights.
    label_kernel : array of shape (c, c)
        The label kernel A, symmetric and positive semi-definite.
    loss : {"label-kernel", "zero-one"} or array of shape (c, c)
        The loss Delta: what A says of the labels (`labels.label_kernel_loss`), 1 for
        every wrong label, or a non-negative matrix with a zero diagonal.
    normalization : {"l1", "l2", None}, default="l1"
    penalty : float, default=2.5
        ``m / (4 C gamma)``, eq. (11) divided by the constant before its trace; the paper's
        C = 0.1 m and gamma = 1 give 2.5. Under "l1" its term is constant; 0 drops it.
    init : {"auto", "random", "k-means++", "spectral"} or array of int of shape (m,)
    n_init : int, default=20
        Number of searches; the best is kept. The first begins at ``init``, most later ones near
        the best so far (`depcluster.search`). From "spectral" alone and from labels there is one.
    max_iter : int, default=100
        The most sweeps and passes of one search.
    sample_weight : array of shape (m,), optional
        Weights; K is centred first (about the weighted mean), then weighted, and the sizes of
        clusters are sums of weights. A sample of weight 0 is not there for the search, and is
        then labelled where one of the least weight would raise J most.
    random_state : int, RandomState or None
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
    >>> X = np.array([[0.0], [0.1], [1.0], [1.1], [2.0], [2.1]])
    >>> from depcluster.labels import chain
    >>> labels = cluhsical(X @ X.T, chain(3), random_state=0).labels
    >>> bool(labels[2] == labels[3] == 1)
    True
    """
    A = check_label_kernel(label_kernel)
    R = loss_rows(as_loss(loss, A))
    objective = cluhsical_objective(A, R, normalization, penalty)
    tries = init, n_init, max_iter, check_random_state(random_state), verbose
    return solve_weighted(K, objective, sample_weight, *tries)[0]


def cluhsical_objective(A, R, normalization, penalty):
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
        raise ValueError(f'normalization must be "l1", "l2" or None; got {normalization!r}.')
    if not is_number(penalty) or penalty < 0:
        raise ValueError(f"penalty must be a finite number of at least 0; got {penalty!r}.")
    if normalization is None:
        return WithLoss(A, R, penalty)
    return NormalizedWithLoss(A, R, {"l1": 1, "l2": 2}[normalization], penalty)


class CLUHSICAL(KernelClusterer):
    r"""Clustering by dependence and loss (Zhong 2010).

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
    label_kernel : {"plain", "chain", "ring"} or array of shape (n_clusters, n_clusters)
        See `depcluster.labels`.
    loss : {"label-kernel", "zero-one"} or array of shape (n_clusters, n_clusters)
        What it costs to answer column where row is right; see `depcluster.labels`.
        "label-kernel" is half the squared distance of the labels in the label kernel.
    normalization : {"l1", "l2", None}, default="l1"
        Norm of the columns of the partition matrix.
    penalty : float, default=2.5
        Weight of the l1 norm of the partition matrix, ``m / (4 C gamma)`` in the paper's
        letters. It plays no part under "l1".
    kernel : str or callable, default="rbf"
        A pairwise kernel of scikit-learn, "graph", "precomputed" or a function.
    gamma : float, "median" or "scale", default="median"
        Width of the kernel; "median" is 1 / median squared distance.
    degree, coef0 : float, default=2, 1
        Of the polynomial kernel ``(gamma x'y + coef0)^degree``.
    n_neighbors : int or "auto", default="auto"
        Of the graph kernel; "auto" is 10, fewer below 55 samples (`graph_kernel`).
    kernel_params : dict, optional
        More parameters of a callable or the graph kernel.
    init : {"auto", "random", "k-means++", "spectral"} or array of int of shape (m,)
        A dask array in the chunks of the samples, where these are one.
    n_init : int, default=20
        Number of searches.
    max_iter : int, default=100
    rank : int, optional
        Work on an incomplete Cholesky factor of at most this many columns, with pivots drawn at
        random, instead of the whole kernel matrix; see `incomplete_cholesky`. Of more than 20 000
        samples, or of 100 a cluster if that is more, a sample is searched first and then all, a
        block of rows at a time. The factor may end before (``stopped_by_``). Where it does not end
        at the eigengap, a warning says so if more than a tenth of the centred trace is left out.
        Dask arrays need rank, and so does `transform`: the rows of the factor are features of old
        and new samples.
    random_state : int, RandomState or None, default=None
    verbose : int, default=0

    Attributes
    ----------
    labels_ : ndarray or dask.array.Array of int of shape (m,)
        Of a dask array of samples they are computed when they are asked for, in its chunks.
    objective_ : float
        J of the labels.
    label_kernel_, loss_ : ndarray of shape (n_clusters, n_clusters)
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

    Examples
    --------
    >>> import numpy as np
    >>> from depcluster.datasets import make_circle
    >>> X, arcs = make_circle(n_clusters=4)
    >>> labels = CLUHSICAL(4, label_kernel="ring", random_state=0).fit_predict(X)
    >>> steps = np.diff(labels[np.r_[25:200:50, 25]]) % 4
    >>> bool(len(set(steps)) == 1)
    True
    """

    def __init__(
        self,
        n_clusters=3,
        *,
        label_kernel="plain",
        loss="label-kernel",
        normalization="l1",
        penalty=2.5,
        kernel="rbf",
        gamma="median",
        degree=2,
        coef0=1,
        n_neighbors="auto",
        kernel_params=None,
        init="auto",
        n_init=20,
        max_iter=100,
        rank=None,
        random_state=None,
        verbose=0,
    ):
        self.n_clusters = n_clusters
        self.label_kernel = label_kernel
        self.loss = loss
        self.normalization = normalization
        self.penalty = penalty
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.n_neighbors = n_neighbors
        self.kernel_params = kernel_params
        self.init = init
        self.n_init = n_init
        self.max_iter = max_iter
        self.rank = rank
        self.random_state = random_state
        self.verbose = verbose

    def fit(self, X, y=None, sample_weight=None):
        """Cluster the samples.

        Parameters
        ----------
        X : array-like or sparse array of shape (m, d), or (m, m) for kernel="precomputed"
            Sparse samples, for "linear", "cosine", "poly" and "rbf", and sparse matrices are
            never made dense.
            Or a dask array of shape (m, d) whose rows are worked on a block at a time. Widths,
            pivots and the first partition then come from a sample of 20 000 rows, or of 100 a
            cluster if that is more; the search goes on from there over all rows.
        y : ignored
        sample_weight : array-like of shape (m,), optional
            Non-negative weights, each as so many copies in J; a dask array in the chunks of X,
            where X is one. A sample of weight 0 is not there for the search, and is then
            labelled as `predict` would, for a graph kernel as the nearest sample that has one.

        Returns
        -------
        CLUHSICAL
            Itself.

        Raises
        ------
        ValueError
            If the samples or a parameter cannot be used; nothing is then left fitted.
        """
        return self._fit(X, sample_weight)

    def _make_objective(self):
        A = as_label_kernel(self.label_kernel, self.n_clusters).copy()
        Delta = as_loss(self.loss, A).copy()
        objective = cluhsical_objective(A, loss_rows(Delta), self.normalization, self.penalty)
        return objective, {"label_kernel_": A, "loss_": Delta}
