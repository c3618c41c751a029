"""The objective of Blaschko and Gretton (NIPS 2008), and the structure that is best for it.

    tr(M H Pi Y Pi' H) / sqrt(tr(Pi Y Pi' H Pi Y Pi' H))        (1)

is the length of the centred table of similarities times the cosine of its angle to that of the
labels: what is left of HSIC once the scale of the label kernel no longer counts. Y is the label
kernel, A elsewhere; M the kernel matrix K.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...kernels.gram import as_centred_gram
from ...labels.kernels import check_label_kernel
from ...labels.partition import block_sums_of, check_labels, cluster_sizes

_FLAT = 1e-10


@dataclass(frozen=True)
class Taxonomic:
    """``W(n) = Y / sqrt(tr(Y C Y C))``, ``C = diag(n) - n n'/m``: (1) for a fixed Y.

    For block sums S of a centred K. With p = n/m and ``Y~ = Y - Y p 1' - 1 p'Y + p'Y p 1 1'``
    the root is that of ``sum_jl n_j n_l Y~_jl^2``. Where Y is constant but for what centring
    removes, (1) is 0/0 and counts as minus infinity.

    Parameters
    ----------
    Y : ndarray of shape (c, c), symmetric
    """

    Y: np.ndarray

    def _centred(self, n):
        """Y~, of shape (..., c, c)."""
        p = n / n.sum(axis=-1, keepdims=True)
        r = p @ self.Y
        return self.Y - r[..., None, :] - r[..., :, None] + (r * p).sum(axis=-1)[..., None, None]

    def _norm(self, n):
        """``sqrt(tr(Y C Y C))``, 0 where it is nothing but rounding, of shape (...)."""
        squares = _pair_sum(n, self._centred(n) ** 2)
        return np.sqrt(np.where(squares > _FLAT**2 * _pair_sum(n, self.Y**2), squares, 0))

    def weights(self, n):
        """W(n), shape (..., c, c), for sizes n of shape (..., c); 0 for a Y that is flat."""
        norm = self._norm(n)
        scale = np.divide(1, norm, out=np.zeros_like(norm), where=norm > 0)
        return self.Y * scale[..., None, None]

    def offset(self, n):
        """b(n), shape (...): 0, minus infinity for a Y that is flat."""
        return np.where(self._norm(n) > 0, 0.0, -np.inf)

    def gradient(self, S, n):
        """dJ/dn_j = -<W, S> sum_l n_l Y~_jl^2 / tr(YCYC), shape (c,); m is the sum of n."""
        norm = self._norm(n)
        if not norm:
            return np.zeros(len(n))
        return -(self.weights(n) * S).sum() * (self._centred(n) ** 2 @ n) / norm**2

    def alignment(self, S, n):
        """(W at equal sizes, S): renaming then permutes S, and J but for unequal sizes."""
        return self.weights(np.full_like(n, n.mean())), S

    @property
    def structure(self):
        """(Y,)."""
        return (self.Y,)


def _pair_sum(n, M):
    """``sum_jl n_j n_l M_jl``."""
    return (n * (M @ n[..., None])[..., 0]).sum(axis=-1)


def set_kernel(S, n):
    """``S_jl / (n_j n_l)``: mean similarity of clusters j and l (Blaschko 2008, eq. 9).

    Parameters
    ----------
    S : ndarray of shape (c, c)
        Block sums of K.
    n : ndarray of shape (c,)
        Sizes of the clusters.

    Returns
    -------
    ndarray of shape (c, c)
    """
    return S / np.outer(n, n)


def best_value(S, n):
    """(10), the root of ``tr(S N^-1 S N^-1)``: what (1) is at the best structure.

    Parameters
    ----------
    S : ndarray of shape (c, c)
        Block sums of a centred K.
    n : ndarray of shape (c,)

    Returns
    -------
    float
    """
    return float(np.linalg.norm(S / np.sqrt(np.outer(n, n))))


def optimal_structure(K, labels):
    """The positive semi-definite Y that makes (1) largest for a partition (Blaschko 2008, eq. 8).

    ``Y* = C^+ S C^+`` over the root of ``tr(S C^+ S C^+)``, S being the block sums of the
    centred K. Since ``C^+ Pi' H = H (Pi'Pi)^-1 Pi' H`` it is the set kernel (9), centred.

    Parameters
    ----------
    K : array or sparse array of shape (m, m), or a Gram
    labels : array-like of int of shape (m,)
        0..c-1, each used.

    Returns
    -------
    ndarray of shape (c, c)
        With ``tr(Y* C Y* C) = 1``; 0 for a K that is constant.

    Raises
    ------
    ValueError
        If K or the labels cannot be used.

    Examples
    --------
    >>> K = np.array([[2, 1, 0, -1], [1, 2, -1, 0], [0, -1, 2, 1], [-1, 0, 1, 2]])
    >>> optimal_structure(K, [0, 0, 1, 1])
    array([[ 0.25, -0.25],
           [-0.25,  0.25]])
    """
    gram, labels, c = _checked(K, labels)
    return scaled_set_kernel(block_sums_of(gram, labels, c), cluster_sizes(labels, c))


def scaled_set_kernel(S, n):
    """Y* of (8) from the block sums of a centred K and the sizes.

    Parameters
    ----------
    S : ndarray of shape (c, c)
    n : ndarray of shape (c,)

    Returns
    -------
    ndarray of shape (c, c)
    """
    Y = set_kernel(S, n)
    Y = Y - Y.mean(axis=0) - Y.mean(axis=1)[:, None] + Y.mean()
    size = best_value(S, n)
    return Y / size if size else np.zeros_like(Y)


def taxonomy_value(K, labels, structure):
    """The objective (1) of Blaschko 2008 for a partition and a structure.

    Parameters
    ----------
    K : array or sparse array of shape (m, m), or a Gram
        Centred here.
    labels : array-like of int of shape (m,)
        0..c-1, each used.
    structure : array-like of shape (c, c)
        Symmetric; neither its scale nor ``a 1 1' + 1 v' + v 1'`` added to it matters.

    Returns
    -------
    float
        Minus infinity for a structure that is nothing but such a sum.

    Raises
    ------
    ValueError
        If K, the labels or the structure cannot be used.

    Examples
    --------
    >>> K = np.array([[2, 1, 0, -1], [1, 2, -1, 0], [0, -1, 2, 1], [-1, 0, 1, 2]])
    >>> round(taxonomy_value(K, [0, 0, 1, 1], np.eye(2)), 12)
    4.0
    """
    gram, labels, c = _checked(K, labels)
    Y = check_label_kernel(structure, c, psd=False)
    n = cluster_sizes(labels, c)
    objective = Taxonomic(Y)
    S = block_sums_of(gram, labels, c)
    return float((objective.weights(n) * S).sum() + objective.offset(n))


def taxonomy_cosine(K, labels, structure):
    """Cosine between the centred tables of similarities of samples and labels.

    (1) over ``|HKH|``: unlike (1) it can be compared between kernels, and unlike the objective
    of Song 2007 between structures.

    Parameters
    ----------
    K : array or sparse array of shape (m, m), or a Gram
    labels : array-like of int of shape (m,)
    structure : array-like of shape (c, c)

    Returns
    -------
    float
        At most 1.

    Raises
    ------
    ValueError
        As `taxonomy_value`, and for a K that is constant.

    Examples
    --------
    >>> y = [0, 0, 1, 1, 1]
    >>> round(taxonomy_cosine(np.equal.outer(y, y).astype(float), y, np.eye(2)), 12)
    1.0
    """
    gram = as_centred_gram(K)
    size = float(np.linalg.norm(gram.rows(np.arange(gram.shape[0]))))
    if not size:
        raise ValueError("K must not be constant: centred it is 0 and has no angle to anything.")
    return taxonomy_value(gram, labels, structure) / size


def as_similarity(K, similarity="hsic"):
    """The matrix M of (1) from a kernel matrix (Blaschko 2008, sections 3 and 3.1).

    Parameters
    ----------
    K : ndarray of shape (m, m)
    similarity : {"hsic", "normalized-cut"}, default="hsic"
        "hsic" is K itself, "normalized-cut" ``D^-1/2 K D^-1/2`` with the row sums of K in the
        diagonal matrix D.

    Returns
    -------
    ndarray of shape (m, m)
        Not centred.

    Raises
    ------
    ValueError
        For another similarity, or row sums that are not positive.

    Examples
    --------
    >>> as_similarity(np.array([[3.0, 1.0], [1.0, 3.0]]), "normalized-cut")
    array([[0.75, 0.25],
           [0.25, 0.75]])
    """
    if similarity not in ("hsic", "normalized-cut"):
        raise ValueError(f'similarity must be "hsic" or "normalized-cut"; got {similarity!r}.')
    if similarity == "hsic":
        return K
    degree = np.asarray(K.sum(axis=1))
    if not (degree > 0).all():
        raise ValueError(
            'similarity="normalized-cut" needs a kernel with positive row sums; the least is '
            f'{degree.min():.3g}. Try kernel="rbf" or similarity="hsic".'
        )
    root = np.sqrt(degree)
    return K / root[:, None] / root


def _checked(K, labels):
    gram = as_centred_gram(K)
    c = int(np.max(labels, initial=0)) + 1
    return gram, check_labels(labels, gram.shape[0], c), c
