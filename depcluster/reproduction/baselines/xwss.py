"""XWSS: train a structured predictor on the labels, relabel by it, repeat."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse.linalg import LinearOperator, cg

from ..._typing import ArrayLike, Ints, Loss
from ..._utils.blas import one_blas_thread
from ..._validation import as_kernel, check_labels, checked
from ...kernels.gram import centre
from ...labels.kernels import check_label_kernel
from ...labels.losses import as_loss
from ...labels.partition import one_hot
from ...search.restarts import warn_of_max_iter


@dataclass(frozen=True)
class XwssResult:
    """Where `xwss` ended.

    Attributes
    ----------
    labels : ndarray of int of shape (m,)
    n_iter : int
        Rounds, the confirming one included.
    converged : bool
        Whether the last round changed nothing.
    n_changed : ndarray of int of shape (n_iter,)
        Samples relabelled in each round.
    """

    labels: Ints
    n_iter: int
    converged: bool
    n_changed: Ints


@checked()
def xwss(
    K: ArrayLike,
    labels: ArrayLike,
    label_kernel: ArrayLike,
    loss: Loss = "label-kernel",
    *,
    C: float,
    max_iter: int = 50,
) -> XwssResult:
    r"""The iterative heuristic of Xu, Wilkinson, Southey and Schuurmans (ICML 2006).

    Train a discriminative structured predictor on the present labels, give every sample the
    label predicted for it, and repeat until none changes.

    The original trains a large-margin predictor, a structured SVM. This is the ridge variant:
    the kernel ridge regression of Zhong 2010, eqs. (3)-(6), see `ridge_discriminant`. It has
    the same ingredients, label kernel, loss and C, with a square loss for the hinge loss.

    .. math:: y_i \leftarrow \arg\max_y f(x_i, y), \qquad
       \alpha = (J + S)^{-1} \mathbf 1

    with f the discriminant that the multipliers alpha give.

    Parameters
    ----------
    K : array of shape (m, m)
        Kernel matrix of the data, centred first.
    labels : array of int of shape (m,)
        The start, for example of `hierarchical_kernel_kmeans`.
    label_kernel : array of shape (c, c)
    loss : {"label-kernel", "zero-one"} or array of shape (c, c), default="label-kernel"
        Non-negative, with a zero diagonal.
    C : float
        Weight of the errors against the norm of the predictor.
    max_iter : int, default=50

    Returns
    -------
    XwssResult

    Raises
    ------
    ValueError
        If K, the labels, the label kernel, the loss, C or max_iter cannot be used.

    Notes
    -----
    A cluster may lose all its samples, or have none at the start: that is no error. Nothing
    is maximised, so the rounds may also go round in a circle; ``converged`` is then False and
    the labels are those of the last round. The larger C, the closer the predictor follows its
    own training labels, and the less changes.

    Examples
    --------
    >>> x = np.array([0.0, 0.1, 0.2, 1.0, 1.1, 1.2])
    >>> xwss(np.outer(x, x), [0, 0, 0, 0, 1, 1], np.eye(2), C=0.6).labels
    array([0, 0, 0, 1, 1, 1])
    """
    K = centre(as_kernel(K))
    A = check_label_kernel(label_kernel)
    Delta = as_loss(loss, A)
    labels = check_labels(labels, len(K), len(A), every=False)
    changed: list[int] = []
    with one_blas_thread():
        while len(changed) < max_iter and 0 not in changed:
            F = ridge_discriminant(K, labels, A, Delta, C)
            before, labels = labels, _better_label(F, labels)
            changed.append(int((labels != before).sum()))
    if changed[-1]:
        warn_of_max_iter(max_iter, "labels still changed, as they also do going round in a circle")
    return XwssResult(labels, len(changed), changed[-1] == 0, np.array(changed))


def ridge_discriminant(K, labels, A, Delta, C):
    """Kernel ridge regression for structured outputs (Zhong 2010, eqs. 3-8).

    ``f(x_j, y) = [K M A]_jy`` with ``M_(i, y_i) = sum_y alpha_iy``, ``M_iy = -alpha_iy`` for
    ``y != y_i`` and ``alpha = (J + S)^-1 1``. J has m (c - 1) rows and is never formed: with
    alpha in an (m, c) array V, 0 at the own labels,

        ``(J alpha)_iy = F_(i, y_i) - F_iy,  F = K M A,  M = diag(V 1) Pi - V,``

    costs O(m^2 c). With ``D = S^-1 = 2 C Delta / m`` conjugate gradients solve
    ``(I + D^1/2 J D^1/2) beta = D^1/2 1, alpha = D^1/2 beta``, where a loss of 0, an infinite
    entry of S, simply gives alpha_iy = 0. Returns f, (m, c).
    """
    m, c = len(K), len(A)
    Pi = one_hot(labels, c)
    root = np.sqrt(2 * C * Delta[labels] / m)  # D^1/2, (m, c)

    def discriminant(V):
        M = V.sum(axis=1, keepdims=True) * Pi - V
        return K @ M @ A  # (m, c)

    def product(beta):
        V = root * beta.reshape(m, c)
        F = discriminant(V)
        own = np.take_along_axis(F, labels[:, None], axis=1)
        return beta.ravel() + (root * (own - F)).ravel()

    system = LinearOperator((m * c, m * c), matvec=product, dtype=float)
    beta, failed = cg(system, root.ravel(), rtol=1e-10)
    if failed:
        raise ValueError(f"C must be smaller for the equations to be solved; got {C:g}.")
    return discriminant(root * beta.reshape(m, c))


def _better_label(F, labels):
    """The label of the largest discriminant; a tie up to rounding keeps the present one."""
    best = F.argmax(axis=1)
    rows = np.arange(len(F))
    gain = F[rows, best] - F[rows, labels]
    return np.where(gain > 1e-7 * np.abs(F).max(), best, labels)
