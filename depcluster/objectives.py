"""The objectives, one small class each.

Every method of the package that searches over partitions maximises

    J(Pi) = <W(n), S> + b(n),    n = Pi' 1,    S = Pi' K Pi,

and is nothing but its weights ``W(n)`` and, for one of them, its offset ``b(n)``. An
objective answers four questions: ``weights(n)``; ``offset(n)``; ``gradient(S, n)``, the
derivative of J with respect to the sizes at fixed S, which turns the linearised step into
Lloyd's; and ``alignment(S, n)``, the pair (A, T) with ``J = <A, T>``, in which renaming the
clusters permutes T.
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


def value(objective, S, n):
    """``J = <W(n), S> + b(n)`` for block sums S (..., c, c) and sizes n (..., c)."""
    return (objective.weights(n) * S).sum(axis=(-2, -1)) + objective.offset(n)
