r"""The objectives, one small class each.

Every method of the package that searches over partitions maximises

.. math:: J(\Pi) = \langle W(n), S \rangle + b(n), \qquad
   n = \Pi' \mathbf 1, \quad S = \Pi' K \Pi, \quad W(n) = R N A N R'

with matrices A and R on the labels (R is mostly I) and a diagonal matrix N of sizes:

====================  ==========================================  =================================
objective             N                                           b(n)
====================  ==========================================  =================================
`Unnormalized`        :math:`I`                                   0
`Normalized`          :math:`\mathrm{diag}(n)^{-1/2}`             0
`WithLoss`            :math:`I`                                   :math:`-p\, n' |R| \mathbf 1`
`NormalizedWithLoss`  :math:`\mathrm{diag}(n' |R|^q)^{-1/q}`      :math:`-p\, n' |R| N \mathbf 1`
`Taxonomic`           :math:`\mathrm{tr}(Y C Y C)^{-1/4} I`       0
`MeanPairs`           :math:`\mathrm{diag}(n - 1)^{-1/2}`         0
====================  ==========================================  =================================

p is the penalty, q the power of the norm; `Taxonomic` has Y for A and ``C = diag(n) - n n'/m``,
`MeanPairs` I. An objective says what A and R are and answers four questions: ``scales(n)``, the
diagonal of N; ``offset(n)``, which is b(n); ``gradient(S, n)``, the derivative of J with respect
to the sizes at fixed S, which turns the linearised step into Lloyd's; and ``alignment(S, n)``, a
pair (A, T) with ``J = <A, T>``, in which renaming the clusters permutes T. ``structure`` are the
matrices on the labels it rests on: where renaming leaves them all alone, the order of the labels
carries no meaning.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .._typing import Floats, Ints
from .._utils.units import power_of
from ..labels.kernels import is_exchangeable

_FLAT = 1e-10
_LARGE = 300


@dataclass(frozen=True)
class Scale:
    """How the J of a problem is read off that of the same problem in other units."""

    power: int
    shift: float = 0.0

    def of(self, J: Floats) -> Floats:
        """``2^power J + shift``."""
        return np.ldexp(J, self.power) + self.shift


class _Objective:
    A: Any  # (c, c)
    R: Any  # (c, c), or None for I
    normalized = True  # whether J divides by the sizes of clusters
    separable = True  # whether N_j depends on n_j alone; b(n) is then linear

    def scales(self, n: Floats) -> Floats:
        """1, shape (..., c), for sizes n of shape (..., c)."""
        return np.ones(n.shape)

    def weights(self, n: Floats, N: Floats | None = None) -> Floats:
        """W(n), (..., c, c), for sizes n (..., c); here and below N is ``scales(n)``."""
        N = self.scales(n) if N is None else N
        if self.R is None:
            return self.A * N[..., :, None] * N[..., None, :]
        rows = self.R * N[..., None, :]
        return rows @ self.A @ np.swapaxes(rows, -1, -2)

    def rows(self, n: Floats, j: Ints, N: Floats | None = None) -> Floats:
        """Rows j of ``W(n)``, one for each n, (..., c); j goes with the leading axes of n."""
        N = self.scales(n) if N is None else N
        if self.R is not None:
            return ((self.R[j] * N) @ self.A * N) @ self.R.T
        own = np.broadcast_to(j, np.broadcast_shapes(N.shape[:-1], j.shape))[..., None]
        return np.take_along_axis(N, own, -1) * self.A[j] * N

    def offset(self, n: Floats, N: Floats | None = None) -> Floats:
        """``b(n) = 0``, shape (...), for sizes n of shape (..., c)."""
        return np.zeros(n.shape[:-1])

    @property
    def core(self) -> Floats:
        """``R A R'``, shape (c, c)."""
        return self.A if self.R is None else self.R @ self.A @ self.R.T

    @property
    def structure(self) -> tuple[Floats, ...]:
        """(A,) or (A, R)."""
        return (self.A,) if self.R is None else (self.A, self.R)


class _WithoutLoss(_Objective):
    R = None  # stands for I

    def in_units(self, gram: int, weights: int) -> tuple[Any, Scale]:
        """The objective where K is given over 2^gram and weights over 2^weights, and its `Scale`.

        Matrices on the labels are brought to an ordinary size, too.
        """
        e = power_of(np.abs(self.A).max())
        power = gram + (1 if self.normalized else 2) * weights + e
        return replace(self, A=np.ldexp(self.A, -e)), Scale(power)  # type: ignore[type-var]


@dataclass(frozen=True)
class Unnormalized(_WithoutLoss):
    r"""CLUHSIC without normalization (Song 2007, eq. 5).

    .. math:: J = \mathrm{tr}(K \Pi A \Pi'), \qquad W(n) = A \tag{5}

    Parameters
    ----------
    A : ndarray of shape (c, c)

    Examples
    --------
    >>> S, n = np.array([[6.0, -2.0], [-2.0, 6.0]]), np.array([2.0, 2.0])
    >>> float(value(Unnormalized(np.eye(2)), S, n))
    12.0
    """

    normalized = False

    A: Floats

    def gradient(self, S: Any, n: Floats) -> Floats:
        """dJ/dn = 0, shape (c,): the sizes do not enter."""
        return np.zeros(len(n))

    def alignment(self, S: Floats, n: Floats) -> tuple[Floats, Floats]:
        """(A, S)."""
        return self.A, S


@dataclass(frozen=True)
class Normalized(_WithoutLoss):
    r"""CLUHSIC, the columns of the partition matrix divided by the root of their sizes.

    .. math:: J = \mathrm{tr}(K P A P'), \quad P = \Pi\, \mathrm{diag}(n)^{-1/2}, \qquad
       W(n)_{jl} = \frac{A_{jl}}{\sqrt{n_j n_l}}

    With A = I it is (weighted) kernel k-means: ``W = diag(1 / n)``. Song 2007, section 3
    and eq. (7); eq. (8) as printed lacks the inversion of the weights' sums.

    Parameters
    ----------
    A : ndarray of shape (c, c)

    Examples
    --------
    >>> S, n = np.array([[6.0, -2.0], [-2.0, 6.0]]), np.array([2.0, 2.0])
    >>> round(float(value(Normalized(np.eye(2)), S, n)), 9)
    6.0
    """

    A: Floats

    def scales(self, n: Floats) -> Floats:
        """``n^(-1/2)``, shape (..., c), for sizes n of shape (..., c); 0 for an empty cluster."""
        return np.divide(1.0, np.sqrt(n), out=np.zeros(n.shape), where=n > 0)

    def gradient(self, S: Any, n: Floats) -> Floats:
        """dJ/dn_j = -(1/n_j) sum_l W_jl S_jl, shape (c,)."""
        rows = (self.weights(n) * S).sum(axis=1)
        return -np.divide(rows, n, out=np.zeros_like(n), where=n > 0)

    def alignment(self, S: Floats, n: Floats) -> tuple[Floats, Floats]:
        """(A, S_jl / sqrt(n_j n_l))."""
        N = self.scales(n)
        return self.A, N[:, None] * S * N


@dataclass(frozen=True)
class WithLoss(_Objective):
    r"""CLUHSICAL without normalization: the loss is in R (Zhong 2010, eqs. 11 and 12).

    .. math:: J = \mathrm{tr}(K \tilde\Pi A \tilde\Pi')
       - \mathrm{penalty}\, \|\tilde\Pi\|_1, \qquad \tilde\Pi = \Pi R \tag{11, 12}

    .. math:: W(n) = R A R', \qquad b(n) = -\mathrm{penalty} \sum_j n_j r_j

    with r_j the sum of the absolute entries of row j of R.

    Parameters
    ----------
    A : ndarray of shape (c, c)
    R : ndarray of shape (c, c)
        See `depcluster.labels.loss_rows`.
    penalty : float

    Examples
    --------
    >>> S, n = np.array([[6.0, -2.0], [-2.0, 6.0]]), np.array([2.0, 2.0])
    >>> R = np.array([[1.0, -1.0], [-1.0, 1.0]])
    >>> float(value(WithLoss(np.eye(2), R, penalty=1.0), S, n))
    24.0
    """

    normalized = False

    A: Floats
    R: Floats
    penalty: float

    def offset(self, n: Floats, N: Floats | None = None) -> Floats:
        """b(n), shape (...)."""
        return n @ self.gradient(None, n)

    def gradient(self, S: Any, n: Floats) -> Floats:
        """dJ/dn_j = -penalty r_j, shape (c,)."""
        return -self.penalty * np.abs(self.R).sum(axis=1)

    def in_units(self, gram: int, weights: int) -> tuple[Any, Scale]:
        """As `Normalized.in_units`."""
        r = power_of(np.abs(self.R).max())
        R = np.ldexp(self.R, -r)
        A, penalty, power = _paid(self.A, self.penalty, r + weights, gram + 2 * (r + weights))
        return WithLoss(A, R, penalty), Scale(power)

    def alignment(self, S: Floats, n: Floats) -> tuple[Floats, Floats]:
        """(R A R', S): J without its offset, which renaming changes little or not at all."""
        return self.core, S


@dataclass(frozen=True)
class NormalizedWithLoss(_Objective):
    r"""CLUHSICAL with every column of the partition matrix over its l_p norm (Zhong 2010, eq. 13).

    .. math:: W(n) = R N A N R', \quad b(n) = -\mathrm{penalty}\; n' |R| N \mathbf 1, \qquad
       N = \mathrm{diag}(n' |R|^p)^{-1/p} \tag{13}

    ``|R|^p`` is taken entry by entry; b(n) is constant for p = 1.

    Parameters
    ----------
    A, R : ndarray of shape (c, c)
    power : {1, 2}
        p of the norm.
    penalty : float

    Examples
    --------
    >>> S, n = np.array([[6.0, -2.0], [-2.0, 6.0]]), np.array([2.0, 2.0])
    >>> R = np.array([[1.0, -1.0], [-1.0, 1.0]])
    >>> float(value(NormalizedWithLoss(np.eye(2), R, power=1, penalty=0.0), S, n))
    2.0
    """

    separable = False

    A: Floats
    R: Floats
    power: int
    penalty: float

    def scales(self, n: Floats) -> Floats:
        """``(n' |R|^p)^(-1/p)``, shape (..., c), for sizes n of shape (..., c)."""
        norms = n @ np.abs(self.R) ** self.power  # (..., c)
        return np.divide(1, norms, out=np.zeros_like(norms), where=norms > 0) ** (1 / self.power)

    def offset(self, n: Floats, N: Floats | None = None) -> Floats:
        """b(n), shape (...)."""
        N = self.scales(n) if N is None else N
        return -self.penalty * (n @ np.abs(self.R) * N).sum(axis=-1)

    def gradient(self, S: Any, n: Floats) -> Floats:
        """dJ/dn_j at fixed S, shape (c,); ``dN_y/dn_j = -|R_jy|^p N_y^(1 + p) / p``."""
        p, N, R = self.power, self.scales(n), np.abs(self.R)
        T = self.A * (self.R.T @ S @ self.R) * N[:, None] * N  # (c, c)
        slope = -(R**p) @ (N**p * (2 * T.sum(axis=1) - self.penalty * (n @ R) * N)) / p
        return slope - self.penalty * R @ N

    def in_units(self, gram: int, weights: int) -> tuple[Any, Scale]:
        """As `Normalized.in_units`; the term of the penalty is left out where it is constant."""
        R = np.ldexp(self.R, -power_of(np.abs(self.R).max()))
        w = 2 * weights * (self.power - 1) // self.power
        constant = self.offset(np.ones(len(R))) if self.power == 1 else 0.0
        penalty = 0.0 if self.power == 1 else self.penalty
        A, penalty, power = _paid(self.A, penalty, w // 2, gram + w)
        return NormalizedWithLoss(A, R, self.power, penalty), Scale(power, float(constant))

    def alignment(self, S: Floats, n: Floats) -> tuple[Floats, Floats]:
        """(W at equal sizes, S): renaming then permutes S, and J but for unequal sizes."""
        return self.weights(np.full_like(n, n.mean())), S


def _paid(A, penalty, paid, power):
    """A and penalty in units, and the power of J's unit.

    Those are 2^paid of what the penalty is for, and 2^power of J but for A.
    """
    e = power_of(np.abs(A).max())
    if penalty:  # beside one that is larger by far A and K are nothing, and may become 0
        e = max(e, int(np.frexp(penalty)[1]) + paid - power - _LARGE)
    return np.ldexp(A, -e), float(np.ldexp(penalty, paid - power - e)), power + e


@dataclass(frozen=True)
class Taxonomic(_WithoutLoss):
    r"""Numerical taxonomy for a fixed structure Y (Blaschko 2008, eq. 1).

    .. math:: W(n) = \frac{Y}{\sqrt{\mathrm{tr}(Y C Y C)}}, \qquad
       C = \mathrm{diag}(n) - \tfrac1m n n' \tag{1}

    For block sums S of a centred K. With p = n/m and ``Y~ = Y - Y p 1' - 1 p'Y + p'Y p 1 1'``
    the root is that of ``sum_jl n_j n_l Y~_jl^2``. Where Y is constant but for what centring
    removes, (1) is 0/0 and counts as minus infinity.

    Parameters
    ----------
    Y : ndarray of shape (c, c), symmetric

    Examples
    --------
    >>> S, n = np.array([[6.0, -2.0], [-2.0, 6.0]]), np.array([2.0, 2.0])
    >>> round(float(value(Taxonomic(np.eye(2)), S, n)), 9)
    6.0
    """

    separable = False

    Y: Floats

    def __post_init__(self):  # J does not know the scale of Y
        object.__setattr__(self, "Y", np.ldexp(self.Y, -power_of(np.abs(self.Y).max())))

    @property
    def A(self) -> Floats:
        """Y."""
        return self.Y

    def _centred(self, n):
        """Y~, of shape (..., c, c)."""
        p = n / n.sum(axis=-1, keepdims=True)
        r = p @ self.Y
        centred = self.Y - r[..., None, :]
        centred -= r[..., :, None]
        centred += (r * p).sum(axis=-1)[..., None, None]
        return centred

    def _norm(self, n):
        """``sqrt(tr(Y C Y C))``, 0 where it is nothing but rounding, of shape (...)."""
        centred = self._centred(n)
        squares = _pair_sum(n, np.square(centred, out=centred))
        return np.sqrt(np.where(squares > _FLAT**2 * _pair_sum(n, self.Y**2), squares, 0))

    def scales(self, n: Floats) -> Floats:
        """``tr(Y C Y C)^(-1/4)``, shape (..., c), for sizes n of shape (..., c); 0 for a flat Y."""
        norm = self._norm(n)
        scale = np.divide(1, norm, out=np.zeros_like(norm), where=norm > 0)
        return np.broadcast_to(np.sqrt(scale)[..., None], n.shape)

    def offset(self, n: Floats, N: Floats | None = None) -> Floats:
        """b(n), shape (...): 0, minus infinity for a Y that is flat."""
        N = self.scales(n) if N is None else N
        return np.where(N[..., 0] > 0, 0.0, -np.inf)

    def gradient(self, S: Any, n: Floats) -> Floats:
        """dJ/dn_j = -<W, S> sum_l n_l Y~_jl^2 / tr(YCYC), shape (c,); m is the sum of n."""
        norm = self._norm(n)
        if not norm:
            return np.zeros(len(n))
        return -(self.weights(n) * S).sum() * (self._centred(n) ** 2 @ n) / norm**2

    def in_units(self, gram: int, weights: int) -> tuple[Any, Scale]:
        """As `Normalized.in_units`."""
        return self, Scale(gram + weights)

    def alignment(self, S: Floats, n: Floats) -> tuple[Floats, Floats]:
        """(W at equal sizes, S): renaming then permutes S, and J but for unequal sizes."""
        return self.weights(np.full_like(n, n.mean())), S


def _pair_sum(n, M):
    """``sum_jl n_j n_l M_jl``."""
    return (n * (M @ n[..., None])[..., 0]).sum(axis=-1)


@dataclass(frozen=True)
class MeanPairs(_WithoutLoss):
    r"""The mean over the pairs of each cluster, as `MeanNN` has it (Sugiyama 2011, eq. 17).

    .. math:: J = \sum_j \frac{S_{jj}}{n_j - 1}, \qquad
       W(n) = \mathrm{diag}\left(\frac{1}{n_j - 1}\right) \tag{17}

    with 0 where n_j = 1.

    Parameters
    ----------
    n_clusters : int

    Examples
    --------
    >>> S, n = np.array([[6.0, -2.0], [-2.0, 6.0]]), np.array([2.0, 2.0])
    >>> float(value(MeanPairs(2), S, n))
    12.0
    """

    n_clusters: int

    @property
    def A(self) -> Floats:
        """I: labels have no order."""
        return np.eye(self.n_clusters)

    def scales(self, n: Floats) -> Floats:
        """``(n - 1)^(-1/2)``, shape (..., c), for sizes n of shape (..., c); 0 where n = 1."""
        return np.sqrt(_per_pair(n))

    def gradient(self, S: Any, n: Floats) -> Floats:
        """``dJ/dn_j = -S_jj / (n_j - 1)^2``, shape (c,)."""
        return -(_per_pair(n) ** 2) * S.diagonal()

    def in_units(self, gram: int, weights: int) -> tuple[Any, Scale]:
        """As `Normalized.in_units`; there are no weights."""
        return self, Scale(gram)

    def alignment(self, S: Floats, n: Floats) -> tuple[Floats, Floats]:
        """(I, S_jl / (n_j - 1))."""
        return self.A, _per_pair(n)[:, None] * S


def _per_pair(n):
    return np.divide(1.0, n - 1, out=np.zeros_like(n), where=n > 1)


def value(objective: Any, S: Floats, n: Floats, N: Floats | None = None) -> Floats:
    r"""An objective's value for block sums S (..., c, c) and sizes n (..., c).

    .. math:: J = \langle W(n), S \rangle + b(n)

    N is ``scales(n)``, if that is at hand.

    Examples
    --------
    >>> S, n = np.array([[6.0, -2.0], [-2.0, 6.0]]), np.array([2.0, 2.0])
    >>> round(float(value(Normalized(np.eye(2)), S, n)), 9)
    6.0
    """
    R, N = objective.R, objective.scales(n) if N is None else N
    T = objective.A * (S if R is None else R.T @ S @ R)
    NT = N @ T if T.ndim == 2 else (N[..., None, :] @ T)[..., 0, :]
    return (NT * N).sum(axis=-1) + objective.offset(n, N)


def order_matters(objective):
    """Whether renaming clusters can change the objective."""
    return not all(is_exchangeable(matrix) for matrix in objective.structure)


def structure_of(objective: Any) -> Floats:
    """One matrix that stands for all the matrices on the labels an objective rests on.

    Parameters
    ----------
    objective : an objective of this module

    Returns
    -------
    ndarray of shape (c, c)
        A renaming that leaves it alone leaves alone every matrix of `structure`, and so J.

    Examples
    --------
    >>> structure_of(WithLoss(np.eye(2), np.array([[1.0, 0.0], [0.0, 2.0]]), 0.0))
    array([[1., 0.],
           [0., 2.]])
    """
    matrices = objective.structure
    if len(matrices) == 1:
        return matrices[0]
    scaled = [M / (np.abs(M).max() or 1.0) for M in matrices]
    entries = np.round(np.stack(scaled, axis=-1), 9).reshape(-1, len(matrices))
    codes = np.unique(entries, axis=0, return_inverse=True)[1]
    return codes.reshape(matrices[0].shape).astype(float)
