r"""How far a perturbation of the data can move a partition: Theorem 1 of Song 2007.

A partition is compared through its projection ``L = H P P' H``, of rank c - 1; U holds the top
c - 1 eigenvectors of the centred K, and a tilde marks the perturbed counterpart. Three legs
lead from L to L~: rounding (L to UU'), shaking (UU' to U~U~'), rounding (U~U~' to L~). By Ky
Fan's argument the squared length of each is at most twice "dependence lost / eigengap", and
the triangle inequality adds the legs:

.. math:: \varepsilon = \|L - \tilde L\|_F^2
   \le 2 \left(\sqrt\delta + \sqrt{\tilde\delta} + \sqrt\gamma\right)^2 \tag{14}

.. math:: \delta = \frac{D_0 - D}{\lambda_{c-1} - \lambda_c}, \quad
   \tilde\delta = \frac{\tilde D_0 - \tilde D}{\tilde\lambda_{c-1} - \tilde\lambda_c}, \quad
   \gamma = \frac{D_0 - \tilde D_0 + \eta}{\lambda_{c-1} - \lambda_c} \tag{15}

with ``eta = tr(E U~U~')``, E = K~ - K (Delta in the paper); D0 is the dependence that U has,
D that of L. The scanned paper reads "- eta"; with that sign the bound fails.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from sklearn.metrics.cluster import contingency_matrix

from ..._typing import ArrayLike
from ..._utils.units import frobenius
from ..._validation import NAME, as_kernel, check_labels, checked, short_repr
from ...kernels.eigenvectors import leading_eigenvectors
from ...kernels.gram import centre
from ...labels.partition import cluster_sizes, one_hot

_SMALL = 500


@dataclass(frozen=True)
class PerturbationBound:
    """Observed distance of two partitions and the bound on it.

    Attributes
    ----------
    epsilon : float
        ``||L - L~||_F^2`` (Song 2007, eq. 13).
    bound : float
        What epsilon cannot exceed; infinite when an eigengap is closed.
    trivial : float
        ``2 (c - 1)``: what it cannot exceed for any two partitions.
    term_delta, term_delta_perturbed, term_gamma : float
        The three terms; the bound is ``2 (sum of their roots)^2``.
    eta : float
        ``tr(E U~U~')``.
    eigengap, eigengap_perturbed : float
        ``lambda_(c-1) - lambda_c`` of the two centred matrices, on the complement of 1.
    reason : str
        Why the bound says nothing; empty when it does.
    """

    epsilon: float
    bound: float
    trivial: float
    term_delta: float
    term_delta_perturbed: float
    term_gamma: float
    eta: float
    eigengap: float
    eigengap_perturbed: float
    reason: str

    @property
    def vacuous(self) -> bool:
        """Whether any two partitions satisfy the bound."""
        return self.bound >= self.trivial


@checked()
def partition_distance(labels: ArrayLike, other: ArrayLike) -> float:
    r"""How far apart two partitions are (Song 2007, eq. 13).

    .. math:: \varepsilon = \|H P P' H - H \tilde P \tilde P' H\|_F^2 \tag{13}

    Parameters
    ----------
    labels, other : array-like of int of shape (m,)
        Labels 0..c-1; the two may have different numbers of clusters.

    Returns
    -------
    float
        Between 0 and c + c~ - 2; unchanged by renaming clusters.

    Raises
    ------
    ValueError
        If the two differ in length or skip a label.

    Examples
    --------
    >>> partition_distance([0, 0, 1, 1], [1, 1, 0, 0])
    0.0
    >>> partition_distance([0, 0, 1, 1], [0, 1, 0, 1])
    2.0
    """
    labels, other = np.asarray(labels), np.asarray(other)
    labels, other = (
        check_labels(z, len(labels), name=name)
        for z, name in ((labels, "labels"), (other, "other"))
    )
    both = contingency_matrix(labels, other, sparse=True).astype(float).tocoo()
    # ||P'P~||^2; the constant direction is centred away, and equal ones are exactly 0 apart
    sizes = np.bincount(labels)[both.row] * np.bincount(other)[both.col]
    overlap = (both.data**2 / sizes).sum() - 1
    return float(max(sum(both.shape) - 2 - 2 * overlap, 0.0))


@checked(spectrum=NAME)
def perturbation_bound(
    K: ArrayLike,
    K_perturbed: ArrayLike,
    labels: ArrayLike,
    labels_perturbed: ArrayLike,
    *,
    spectrum: Literal["gap", "whole"] = "gap",
) -> PerturbationBound:
    r"""Theorem 1 of Song 2007: a bound on the distance of two partitions, and what it is made of.

    .. math:: \varepsilon
       \le 2 \left(\sqrt\delta + \sqrt{\tilde\delta} + \sqrt\gamma\right)^2 \tag{14}

    .. math:: \delta = \frac{D_0 - D}{\lambda_{c-1} - \lambda_c}, \quad
       \tilde\delta = \frac{\tilde D_0 - \tilde D}{\tilde\lambda_{c-1} - \tilde\lambda_c}, \quad
       \gamma = \frac{D_0 - \tilde D_0 + \eta}{\lambda_{c-1} - \lambda_c} \tag{15}

    D is the dependence that a partition has, D0 what the top c - 1 eigenvectors have, and a tilde
    marks what is perturbed; `partition_distance` is epsilon.

    Parameters
    ----------
    K, K_perturbed : array-like of shape (m, m)
        Kernel matrices before and after; centred here.
    labels, labels_perturbed : array-like of int of shape (m,)
        Partitions into the same number c >= 2 of clusters, each of 0..c-1 used.
    spectrum : {"gap", "whole"}, default="gap"
        "gap" divides dependence lost by the eigengap, as the paper does; "whole" uses c - 1
        eigenvalues on either side of it, is never looser, and stays finite when the gap is closed.

    Returns
    -------
    PerturbationBound

    Raises
    ------
    ValueError
        If sizes differ, labels skip a cluster, or a matrix is not finite and symmetric.

    Notes
    -----
    For "whole", with r = c - 1 and

    .. math:: \varphi(s) = \int_0^s
       \lambda_{r - \lfloor t \rfloor} - \lambda_{r + 1 + \lfloor t \rfloor}\, dt

    the share s of a rank-r projection
    that lies outside the top r eigenvectors costs at least phi(s) of dependence, since the
    cheapest way is to take mass from lambda_r, lambda_(r-1), ... to lambda_(r+1), ..., at most
    1 from and to each. So each leg is at most ``2 phi^-1(dependence lost)``. Spectra are taken on
    the complement of 1, because an indefinite K~ may otherwise have 1 among its top vectors.

    Above 500 samples only the eigenvalues that are needed are computed, which takes O(m^2) a
    product with K and about 50 products where the spectrum decays.

    Examples
    --------
    >>> x = np.array([0.0, 0.1, 1.0, 1.1])
    >>> shaken = x + [0.01, -0.01, 0.01, 0.0]
    >>> labels = np.array([0, 0, 1, 1])
    >>> found = perturbation_bound(np.outer(x, x), np.outer(shaken, shaken), labels, labels)
    >>> bool(found.epsilon <= found.bound)
    True
    """
    return bound_from(K, labels, spectrum=spectrum)(K_perturbed, labels_perturbed)


def bound_from(K, labels, *, spectrum="gap"):
    """`perturbation_bound` as a function of what is perturbed; K's spectrum is taken once."""
    if spectrum not in ("gap", "whole"):
        raise ValueError(f'spectrum must be "gap" or "whole"; got {short_repr(spectrum)}.')
    K = centre(as_kernel(K))
    m = len(K)
    z = check_labels(labels, m)
    c = int(z.max()) + 1
    if not 2 <= c < m:
        raise ValueError(f"labels must form from 2 to {m - 1} clusters; got {c}.")
    before = _Leg(K, z, c, spectrum)

    def bound(K_perturbed, labels_perturbed):
        K_new = as_kernel(K_perturbed, "K_perturbed")
        if K.shape != K_new.shape:
            raise ValueError(f"K_perturbed must have the shape of K, {K.shape}; got {K_new.shape}.")
        K_new, z_new = centre(K_new), check_labels(labels_perturbed, m, c, name="labels_perturbed")
        after = _Leg(K_new, z_new, c, spectrum)
        return _bound(before, after, K_new - K, partition_distance(z, z_new), spectrum)

    return bound


def _bound(before, after, E, epsilon, spectrum):
    """The bound from its two legs and what lies between them."""
    eta = float((E * (after.U @ after.U.T)).sum())
    lost = before.top - after.top + eta  # D0 - tr(K U~U~')
    if spectrum == "gap":
        terms = [before.ratio(before.lost), after.ratio(after.lost), before.ratio(lost)]
    else:
        lost_back = after.top - before.top - float((E * (before.U @ before.U.T)).sum())
        terms = [
            before.share(before.lost),
            after.share(after.lost),
            min(before.share(lost), after.share(lost_back)),
        ]
    bound = 2 * float(np.sqrt(terms).sum()) ** 2
    return PerturbationBound(
        epsilon=epsilon,
        bound=bound,
        trivial=2.0 * before.r,
        term_delta=terms[0],
        term_delta_perturbed=terms[1],
        term_gamma=terms[2],
        eta=eta,
        eigengap=before.gap,
        eigengap_perturbed=after.gap,
        reason="" if np.isfinite(bound) else _closed(before, after, before.r + 1),
    )


class _Leg:
    """A centred kernel matrix with a partition: spectrum, top vectors, dependence lost."""

    def __init__(self, K, labels, c, spectrum="whole"):
        self.r = c - 1
        needed = c if spectrum == "gap" else min(2 * self.r, len(K) - 1)
        self.values, vectors = leading_off_the_constant(K, needed)
        self.U = vectors[:, : self.r]
        self.top = float(self.values[: self.r].sum())
        self.gap = float(self.values[self.r - 1] - self.values[self.r])
        self.slack = 1e-12 * max(np.abs(K.diagonal()).sum(), np.finfo(float).tiny)
        P = _normalized(labels)
        self.lost = max(self.top - float((P * (K @ P)).sum()), 0.0)

    def ratio(self, lost):
        """Dependence lost over the eigengap; infinite where that is closed."""
        return max(lost, 0.0) / self.gap if self.gap > self.slack else np.inf

    def share(self, lost):
        """``phi^-1(lost)``: the largest share outside the top r that this loss allows."""
        r, values = self.r, self.values
        n = min(r, len(values) - r)
        slopes = values[r - 1 :: -1][:n] - values[r : r + n]
        cost = np.concatenate([[0.0], np.cumsum(slopes)])
        lost = max(lost, 0.0) + self.slack
        if lost >= cost[-1]:
            return float(n)
        k = int(np.searchsorted(cost, lost, side="right")) - 1
        return float(k + (lost - cost[k]) / slopes[k])


def leading_off_the_constant(K, k):
    """At least k eigenvalues in descending order, and eigenvectors, on the complement of 1."""
    m = len(K)
    if m > _SMALL and k < m // 10:
        return leading_eigenvectors(_OffTheConstant(K), k)
    v = np.full(m, m**-0.5)
    v[0] += 1  # I - vv' takes the constant direction to the first axis
    v *= np.sqrt(2 / (v @ v))
    w = K @ v
    w -= (v @ w / 2) * v
    reflected = K - np.outer(v, w) - np.outer(w, v)
    values, vectors = np.linalg.eigh(reflected[1:, 1:])
    vectors = vectors[:, : -k - 1 : -1]
    back = np.vstack([np.zeros((1, k)), vectors]) - np.outer(v, v[1:] @ vectors)
    return values[::-1], back


class _OffTheConstant:
    """A centred K with the eigenvalue of 1 moved from 0 to below all others."""

    dtype = np.dtype(float)

    def __init__(self, K):
        self.K, self.shape = K, K.shape
        self.below = frobenius(K)

    def matvec(self, v):
        v = np.ravel(v)
        return self.K @ v - self.below * v.mean()

    def rows(self, idx):
        return self.K[idx] - self.below / len(self.K)


def _normalized(labels):
    c = int(labels.max()) + 1
    return one_hot(labels, c) / np.sqrt(cluster_sizes(labels, c))


def _closed(before, after, c):
    which = "K" if before.gap <= before.slack else "K_perturbed"
    return f"eigenvalues {c - 1} and {c} of {which} are equal: its eigengap is closed"
