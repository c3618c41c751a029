"""The objectives, one small class each.

Every method of the package that searches over partitions maximises

    J(Pi) = <W(n), S> + b(n),    n = Pi' 1,    S = Pi' K Pi,

and is nothing but its weights ``W(n)`` and, for one of them, its offset ``b(n)``. An
objective answers five questions: ``weights(n)``; ``offset(n)``; ``gradient(S, n)``, the
derivative of J with respect to the sizes at fixed S, which turns the linearised step into
Lloyd's; ``alignment(S, n)``, a pair (A, T) with ``J = <A, T>``, in which renaming the clusters
permutes T; and ``structure``, the matrices on the labels it rests on: where renaming leaves
them all alone, the order of the labels carries no meaning.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Unnormalized:
    """``J = tr(K Pi A Pi')``, so ``W(n) = A`` (Song 2007, eq. 5).

    Parameters
    ----------
    A : ndarray of shape (c, c)
    """

    A: np.ndarray

    def weights(self, n):
        """W(n), shape (..., c, c), for sizes n of shape (..., c)."""
        return np.broadcast_to(self.A, (*n.shape[:-1], *self.A.shape))

    def offset(self, n):
        """b(n) = 0, shape (...)."""
        return np.zeros(n.shape[:-1])

    def gradient(self, S, n):
        """dJ/dn = 0, shape (c,): the sizes do not enter."""
        return np.zeros(len(n))

    def alignment(self, S, n):
        """(A, S)."""
        return self.A, S

    @property
    def structure(self):
        """(A,)."""
        return (self.A,)


@dataclass(frozen=True)
class Normalized:
    """``J = tr(K P A P')``, ``P = Pi diag(n)^(-1/2)``: ``W_jl = A_jl / sqrt(n_j n_l)``.

    With A = I it is (weighted) kernel k-means: ``W = diag(1 / n)``. Song 2007, section 3
    and eq. (7); eq. (8) as printed lacks the inversion of the weights' sums.

    Parameters
    ----------
    A : ndarray of shape (c, c)
    """

    A: np.ndarray

    def weights(self, n):
        """W(n), shape (..., c, c), for sizes n of shape (..., c); 0 for an empty cluster."""
        d = np.zeros_like(n)
        np.divide(1.0, np.sqrt(n), out=d, where=n > 0)
        return self.A * d[..., :, None] * d[..., None, :]

    def offset(self, n):
        """b(n) = 0, shape (...)."""
        return np.zeros(n.shape[:-1])

    def gradient(self, S, n):
        """dJ/dn_j = -(1/n_j) sum_l W_jl S_jl, shape (c,)."""
        rows = (self.weights(n) * S).sum(axis=1)
        return -np.divide(rows, n, out=np.zeros_like(n), where=n > 0)

    def alignment(self, S, n):
        """(A, S_jl / sqrt(n_j n_l))."""
        return self.A, Normalized(np.ones_like(S)).weights(n) * S

    @property
    def structure(self):
        """(A,)."""
        return (self.A,)


@dataclass(frozen=True)
class WithLoss:
    """``J = tr(K Pi~ A Pi~') - penalty ||Pi~||_1`` with the loss in ``Pi~ = Pi R``.

    Zhong 2010, eqs. (11) and (12): ``W(n) = R A R'`` and ``b(n) = -penalty sum_j n_j r_j``,
    r_j the sum of the absolute entries of row j of R.

    Parameters
    ----------
    A : ndarray of shape (c, c)
    R : ndarray of shape (c, c)
        See `depcluster.labels.loss_rows`.
    penalty : float
    """

    A: np.ndarray
    R: np.ndarray
    penalty: float

    def weights(self, n):
        """W(n), shape (..., c, c), for sizes n of shape (..., c)."""
        return Unnormalized(self.R @ self.A @ self.R.T).weights(n)

    def offset(self, n):
        """b(n), shape (...)."""
        return n @ self.gradient(None, n)

    def gradient(self, S, n):
        """dJ/dn_j = -penalty r_j, shape (c,)."""
        return -self.penalty * np.abs(self.R).sum(axis=1)

    def alignment(self, S, n):
        """(R A R', S): J without its offset, which renaming changes little or not at all."""
        return self.R @ self.A @ self.R.T, S

    @property
    def structure(self):
        """(A, R)."""
        return self.A, self.R


@dataclass(frozen=True)
class NormalizedWithLoss:
    """The same with every column of ``Pi~`` divided by its l_p norm (Zhong 2010, eq. 13).

    With ``|R|^p`` taken entry by entry, the norms are ``n' |R|^p`` to the power 1/p, so
    ``N = diag(n' |R|^p)^(-1/p)``, ``W(n) = R N A N R'``, and ``b(n) = -penalty n' |R| N 1``,
    which is constant for p = 1.

    Parameters
    ----------
    A, R : ndarray of shape (c, c)
    power : {1, 2}
        p of the norm.
    penalty : float
    """

    A: np.ndarray
    R: np.ndarray
    power: int
    penalty: float

    def _scales(self, n):
        norms = n @ np.abs(self.R) ** self.power  # (..., c)
        return np.divide(1, norms, out=np.zeros_like(norms), where=norms > 0) ** (1 / self.power)

    def weights(self, n):
        """W(n), shape (..., c, c), for sizes n of shape (..., c)."""
        rows = self.R * self._scales(n)[..., None, :]
        return rows @ self.A @ np.swapaxes(rows, -1, -2)

    def offset(self, n):
        """b(n), shape (...)."""
        return -self.penalty * (n @ np.abs(self.R) * self._scales(n)).sum(axis=-1)

    def gradient(self, S, n):
        """dJ/dn_j at fixed S, shape (c,); ``dN_y/dn_j = -|R_jy|^p N_y^(1 + p) / p``."""
        p, N, R = self.power, self._scales(n), np.abs(self.R)
        T = self.A * (self.R.T @ S @ self.R) * N[:, None] * N  # (c, c)
        slope = -(R**p) @ (N**p * (2 * T.sum(axis=1) - self.penalty * (n @ R) * N)) / p
        return slope - self.penalty * R @ N

    def alignment(self, S, n):
        """(W at equal sizes, S): renaming then permutes S, and J but for unequal sizes."""
        return self.weights(np.full_like(n, n.mean())), S

    @property
    def structure(self):
        """(A, R)."""
        return self.A, self.R


def cluhsic_objective(A, normalization):
    """The objective of CLUHSIC for a label kernel.

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
    """
    if normalization not in ("l2", None):
        raise ValueError(f'normalization must be "l2" or None; got {normalization!r}.')
    return Normalized(A) if normalization == "l2" else Unnormalized(A)


def cluhsical_objective(A, R, normalization, penalty):
    """The objective of CLUHSICAL for a label kernel and the partition rows of a loss.

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
    """
    if normalization not in ("l1", "l2", None):
        raise ValueError(f'normalization must be "l1", "l2" or None; got {normalization!r}.')
    number = isinstance(penalty, (int, float, np.number)) and not isinstance(penalty, bool)
    if not number or not 0 <= penalty < np.inf:
        raise ValueError(f"penalty must be a finite number of at least 0; got {penalty!r}.")
    if normalization is None:
        return WithLoss(A, R, penalty)
    return NormalizedWithLoss(A, R, {"l1": 1, "l2": 2}[normalization], penalty)


def value(objective, S, n):
    """``J = <W(n), S> + b(n)`` for block sums S (..., c, c) and sizes n (..., c)."""
    return (objective.weights(n) * S).sum(axis=(-2, -1)) + objective.offset(n)
