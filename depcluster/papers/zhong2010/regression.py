r"""Where CLUHSICAL comes from: kernel ridge regression on structured labels (Zhong 2010, III).

With one slack a sample and wrong label, the best value of the regression is, up to a factor,

.. math:: \mathbf 1' (\gamma J + S)^{-1} \mathbf 1 \tag{7}

and its first-order approximation in gamma J is the objective that CLUHSICAL maximises.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import eigh

from ..._typing import ArrayLike, Floats, Loss
from ..._validation import as_kernel, check_labels, check_memory, checked, short_repr, warn_if_long
from ...kernels.gram import centre
from ...labels.kernels import check_label_kernel
from ...labels.losses import as_loss

_ROWS = 256
_HINT = "Take a sample of fewer rows of K, every tenth say."


@dataclass(frozen=True)
class RegressionObjective:
    r"""The regression of one labelling, for any C and gamma.

    .. math:: \mathbf 1' (\gamma J + S)^{-1} \mathbf 1
       = \sum_k \frac{\mathrm{squares}_k}{\gamma\, \mathrm{eigenvalues}_k + m / 2C}

    for eq. (7) of Zhong 2010.

    Attributes
    ----------
    eigenvalues : ndarray of shape (p,)
        Of ``D^1/2 J D^1/2``, with D the losses of the p pairs (sample, wrong label) that cost
        anything.
    squares : ndarray of shape (p,)
        Squared coordinates of ``D^1/2 1`` in its eigenvectors.
    n_samples : int
    """

    eigenvalues: Floats
    squares: Floats
    n_samples: int

    def exact(self, C: float | Floats, gamma: float | Floats = 1.0) -> Floats:
        r"""Twice the optimum of the regression (Zhong 2010, eq. 7).

        .. math:: \mathbf 1' (\gamma J + S)^{-1} \mathbf 1 \tag{7}

        Parameters
        ----------
        C, gamma : float or ndarray, broadcast against each other
            Positive: weight of the slacks, scale of the joint kernel.

        Returns
        -------
        ndarray
        """
        s, gamma = self._scales(C, gamma)
        return (self.squares / (gamma * self.eigenvalues + 1 / s)).sum(axis=-1)

    def first_order(self, C: float | Floats, gamma: float | Floats = 1.0) -> Floats:
        r"""The first two terms of its series in gamma J, for C and gamma as in `exact`.

        .. math:: \mathbf 1' S^{-1} \mathbf 1
           - \gamma\, \mathbf 1' S^{-1} J S^{-1} \mathbf 1 \tag{20}
        """
        s, gamma = self._scales(C, gamma)
        return (self.squares * (s - gamma * s**2 * self.eigenvalues)).sum(axis=-1)

    def relative_error(self, C: float | Floats, gamma: float | Floats = 1.0) -> Floats:
        r"""How far the first order is from the exact value, the entries of Table VI.

        .. math:: \frac{|\mathrm{exact} - \mathrm{first\ order}|}{\mathrm{exact}}

        Its numerator is written as ``sum_k squares_k s x_k^2 / (1 + x_k)`` with
        ``x = gamma s eigenvalue``, so that no digits cancel.
        """
        s, scale = self._scales(C, gamma)
        x = scale * s * self.eigenvalues
        return (self.squares * s * x**2 / (1 + x)).sum(axis=-1) / self.exact(C, gamma)

    def ratio(self, C: float | Floats, gamma: float | Floats = 1.0) -> Floats:
        r"""What must be below 1 for the series to converge, in its sharpest form.

        .. math:: \lambda_1(\gamma S^{-1} J) \le \gamma\, \|S^{-1}\|\, \|J\|

        the product of norms being that of eq. (10), Zhong 2010.
        """
        s, gamma = self._scales(C, gamma)
        return (gamma * s * self.eigenvalues).max(axis=-1)

    def _scales(self, C, gamma):
        for name, value in (("C", C), ("gamma", gamma)):
            number = np.issubdtype(np.asarray(value).dtype, np.number)
            if not (number and np.isfinite(value).all() and np.greater(value, 0).all()):
                raise ValueError(f"{name} must be positive and finite; got {short_repr(value)}.")
        s = 2 * np.asarray(C, dtype=float) / self.n_samples
        return s[..., None], np.asarray(gamma, dtype=float)[..., None]


@checked()
def regression_objective(
    K: ArrayLike, labels: ArrayLike, label_kernel: ArrayLike, loss: Loss = "label-kernel"
) -> RegressionObjective:
    r"""The kernel ridge regression behind CLUHSICAL, for a given labelling (Zhong 2010, eqs. 3-7).

    .. math:: \mathbf 1' (\gamma J + S)^{-1} \mathbf 1, \qquad S = \frac{m}{2C} D^{-1} \tag{7}

    .. math:: J_{(i,y),(k,z)} = K_{ik}
       \langle \lambda(y_i) - \lambda(y),\ \lambda(y_k) - \lambda(z) \rangle

    over the pairs (sample, wrong label), D being their losses. One eigendecomposition of
    ``D^1/2 J D^1/2`` serves every C and gamma.

    Parameters
    ----------
    K : array-like of shape (m, m)
        Kernel matrix of the data; centred here.
    labels : array-like of int of shape (m,)
        Labels 0..c-1, each used.
    label_kernel : array-like of shape (c, c)
    loss : {"label-kernel", "zero-one"} or array of shape (c, c)

    Returns
    -------
    RegressionObjective

    Raises
    ------
    ValueError
        If K, the labels, the label kernel or the loss are unusable, or K is not positive
        semi-definite: the regression has no least energy then. Also if the pairs are so many
        that their table and its eigenvectors take more than 4 GiB.

    Warns
    -----
    UserWarning
        Before an eigenproblem of more than about ten seconds, which cannot be interrupted.

    Notes
    -----
    J has m (c - 1) rows: memory is O(m^2 c^2), time O(m^3 c^3).

    Examples
    --------
    >>> x = np.array([[0.0], [0.1], [1.0], [1.1]])
    >>> found = regression_objective(x @ x.T, [0, 0, 1, 1], np.eye(2))
    >>> bool(found.relative_error(C=0.01) < found.relative_error(C=0.1))
    True
    """
    K = as_kernel(K)
    A = check_label_kernel(label_kernel)
    Delta = as_loss(loss, A)
    labels = check_labels(labels, len(K), len(A))
    i, y = np.nonzero(Delta[labels])  # the p pairs (sample, wrong label)
    table = f"labels and loss form {len(i)} pairs of a sample and a wrong label; their eigenproblem"
    check_memory(32.0 * len(i) ** 2, table, _HINT)
    warn_if_long(2.5e-10 * len(i) ** 3, table, _HINT)
    root = np.sqrt(Delta[labels[i], y])
    B = _joint_kernel(centre(K), A, labels[i], i, y, root)
    values, vectors = eigh(B, overwrite_a=True, driver="evd")
    if values.size and values[0] < -1e-8 * np.abs(values).max():
        raise ValueError(
            "K must be positive semi-definite; the inner products of the pairs (sample, label) "
            f"have smallest eigenvalue {values[0]:.3g}. Try another kernel."
        )
    return RegressionObjective(np.maximum(values, 0), (vectors.T @ root) ** 2, len(K))


def _joint_kernel(K, A, own, i, y, root):
    """``D^1/2 J D^1/2`` of shape (p, p), written some rows at a time."""
    kinds, kind = np.unique(own * len(A) + y, return_inverse=True)
    a, b = np.divmod(kinds, len(A))
    inner = A[a[:, None], a] - A[a[:, None], b] - A[b[:, None], a] + A[b[:, None], b]
    J = np.empty((len(i), len(i)))
    for k in range(0, len(i), _ROWS):
        rows = slice(k, k + _ROWS)
        J[rows] = K[i[rows, None], i] * inner[kind[rows, None], kind] * root[rows, None] * root
    return J
