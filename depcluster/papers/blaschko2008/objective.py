r"""The objective of Blaschko and Gretton (NIPS 2008), as a value and as a cosine.

.. math:: \frac{\mathrm{tr}(M H \Pi Y \Pi' H)}
   {\sqrt{\mathrm{tr}(\Pi Y \Pi' H \Pi Y \Pi' H)}} \tag{1}

is the length of the centred table of similarities times the cosine of its angle to that of the
labels: what is left of HSIC once the scale of the label kernel no longer counts. Y is the label
kernel, A elsewhere; M the kernel matrix K. `depcluster.search.Taxonomic` is it for the search,
`structure` has the Y that makes it largest.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from scipy import sparse

from ..._typing import ArrayLike, SparseArray
from ..._utils.units import frobenius
from ..._validation import as_kernel, check_labels, checked, short_repr
from ...kernels.gram import Gram, as_centred_gram
from ...labels.kernels import check_label_kernel
from ...labels.partition import block_sums_of, cluster_sizes
from ...search.objectives import Taxonomic, value


@checked()
def taxonomy_value(
    K: ArrayLike | SparseArray | Gram, labels: ArrayLike, structure: ArrayLike
) -> float:
    r"""The objective (1) of Blaschko 2008 for a partition and a structure.

    .. math:: \frac{\mathrm{tr}(M H \Pi Y \Pi' H)}
       {\sqrt{\mathrm{tr}(\Pi Y \Pi' H \Pi Y \Pi' H)}} \tag{1}

    Parameters
    ----------
    K : array-like or sparse array of shape (m, m), or a Gram
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
    Y = check_label_kernel(structure, c, psd=False, name="structure")
    n = cluster_sizes(labels, c)
    return float(value(Taxonomic(Y), block_sums_of(gram, labels, c), n))


@checked()
def taxonomy_cosine(
    K: ArrayLike | SparseArray | Gram, labels: ArrayLike, structure: ArrayLike
) -> float:
    r"""Cosine between the centred tables of similarities of samples and labels.

    .. math:: \frac{\mathrm{tr}(K H \Pi Y \Pi' H)}{\|H K H\|_F\, \|H \Pi Y \Pi' H\|_F}

    Eq. (1) of Blaschko 2008 over the size of the centred K: unlike (1) it can be compared between
    kernels, and unlike the objective of Song 2007 between structures.

    Parameters
    ----------
    K : array-like or sparse array of shape (m, m), or a Gram
        Centred here.
    labels : array-like of int of shape (m,)
        0..c-1, each used.
    structure : array-like of shape (c, c)
        Symmetric; neither its scale nor ``a 1 1' + 1 v' + v 1'`` added to it matters.

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
    size = frobenius(gram.rows(np.arange(gram.shape[0])))
    if not size:
        raise ValueError("K must not be constant: centred it is 0 and has no angle to anything.")
    return taxonomy_value(gram, labels, structure) / size


def as_similarity(
    K: ArrayLike | SparseArray, similarity: Literal["hsic", "normalized-cut"] = "hsic"
) -> Any:
    r"""The matrix M of (1) from a kernel matrix (Blaschko 2008, sections 3 and 3.1).

    .. math:: M = K \quad\text{or}\quad M = D^{-1/2} K D^{-1/2}, \qquad
       D = \mathrm{diag}(K \mathbf 1)

    Parameters
    ----------
    K : array-like or sparse array of shape (m, m)
    similarity : {"hsic", "normalized-cut"}, default="hsic"
        "hsic" is K itself, "normalized-cut" ``D^-1/2 K D^-1/2`` with the row sums of K in the
        diagonal matrix D.

    Returns
    -------
    ndarray of shape (m, m), or csr_array for a sparse K
        Not centred.

    Raises
    ------
    ValueError
        For another similarity, a K that is no kernel matrix, or row sums that are not positive.

    Examples
    --------
    >>> as_similarity(np.array([[3.0, 1.0], [1.0, 3.0]]), "normalized-cut")
    array([[0.75, 0.25],
           [0.25, 0.75]])
    """
    if similarity not in ("hsic", "normalized-cut"):
        raise ValueError(
            f'similarity must be "hsic" or "normalized-cut"; got {short_repr(similarity)}.'
        )
    K = as_kernel(K, allow_sparse=True)
    if similarity == "hsic":
        return K
    degree = np.asarray(K.sum(axis=1))
    if not (degree > 0).all():
        raise ValueError(
            'similarity="normalized-cut" needs a kernel with positive row sums; the least is '
            f'{degree.min():.3g}. Try kernel="rbf" or similarity="hsic".'
        )
    root = np.sqrt(degree)
    if sparse.issparse(K):
        return sparse.csr_array(K).multiply(1 / root[:, None]).multiply(1 / root).tocsr()
    return K / root[:, None] / root


def _checked(K, labels):
    gram = as_centred_gram(K)
    labels = check_labels(labels, gram.shape[0])
    return gram, labels, labels.max() + 1
