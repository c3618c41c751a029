"""CLUHSICAL: CLUHSIC with a loss on the labels, of Zhong et al. (IEEE TNN 2010)."""

from __future__ import annotations

import numpy as np
from sklearn.utils import check_random_state

from ..._base.estimator import estimator
from ..._base.kernel_clusterer import SearchClusterer
from ..._base.parameters import described
from ..._base.weighted import solve_weighted
from ..._validation import checked, is_number, short_repr
from ...labels.kernels import as_label_kernel, check_label_kernel
from ...labels.losses import as_loss, loss_rows
from ...search.objectives import NormalizedWithLoss, WithLoss


@described()
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
    together=None,
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
    label_kernel : array of shape (c, c)
        The label kernel A, symmetric and positive semi-definite.
    loss : {"label-kernel", "zero-one"} or array of shape (c, c)
        The loss Delta: what A says of the labels (`labels.label_kernel_loss`), 1 for
        every wrong label, or a non-negative matrix with a zero diagonal.
    normalization : {"l1", "l2", None}
        Norm of the columns of the partition matrix.
    penalty : float
        Weight of the l1 norm of the partition matrix: ``m / (4 C gamma)``, eq. (11) divided by
        the constant before its trace; the paper's C = 0.1 m and gamma = 1 give 2.5. Under "l1"
        its term is constant; 0 drops it.

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
    return solve_weighted(K, objective, sample_weight, together, *tries)[0]


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
    >>> from depcluster.labels import zero_one_loss
    >>> objective = cluhsical_objective(np.eye(2), loss_rows(zero_one_loss(2)), "l1", 0.0)
    >>> type(objective).__name__
    'NormalizedWithLoss'
    """
    if normalization not in ("l1", "l2", None):
        raise ValueError(
            'normalization must be "l1", "l2" or None; got '
            f"{short_repr(normalization)}."
        )
    if not is_number(penalty) or penalty < 0:
        raise ValueError(
            "penalty must be a finite number of at least 0; got "
            f"{short_repr(penalty)}."
        )
    if normalization is None:
        return WithLoss(A, R, penalty)
    return NormalizedWithLoss(A, R, {"l1": 1, "l2": 2}[normalization], penalty)


@estimator(cluhsical)
class CLUHSICAL(SearchClusterer):
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
    label_kernel : {"plain", "chain", "ring", "grid", "tree"} or array of shape (c, c)
        The label kernel A. See `depcluster.labels`.
    loss : {"label-kernel", "zero-one"} or array of shape (n_clusters, n_clusters)
        What it costs to answer column where row is right; see `depcluster.labels`.
        "label-kernel" is half the squared distance of the labels in the label kernel.

    Attributes
    ----------
    labels_, objective_, label_kernel_
    loss_ : ndarray of shape (n_clusters, n_clusters)
    n_iter_, history_, rank_, residual_, stopped_by_, n_features_in_

    References
    ----------
    W. Zhong, W. Pan, J. T. Kwok, I. W. Tsang. Incorporating the loss function into
    discriminative clustering of structured outputs. IEEE Transactions on Neural Networks,
    2010.

    Examples
    --------
    >>> from depcluster.datasets import make_circle
    >>> X, arcs = make_circle(n_clusters=4)
    >>> CLUHSICAL(4, label_kernel="ring", random_state=0).fit(X).loss_
    array([[0., 1., 2., 1.],
           [1., 0., 1., 2.],
           [2., 1., 0., 1.],
           [1., 2., 1., 0.]])
    """

    label_kernel: str | np.ndarray = "plain"
    loss: str | np.ndarray = "label-kernel"
    normalization: str | None = "l1"
    penalty: float = 2.5

    def _make_objective(self):
        A = as_label_kernel(self.label_kernel, self.n_clusters).copy()
        Delta = as_loss(self.loss, A).copy()
        objective = cluhsical_objective(A, loss_rows(Delta), self.normalization, self.penalty)
        return objective, {"label_kernel_": A, "loss_": Delta}
