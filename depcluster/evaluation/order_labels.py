"""Names for anyone's clusters, so that neighbouring names are neighbouring clusters."""

from __future__ import annotations

import numpy as np

from .._typing import ArrayLike, Ints, LabelKernel
from .._validation import (
    CLASSES,
    NAME,
    SQUARE,
    array,
    as_classes,
    as_kernel,
    checked,
    warn_if_long,
)
from ..kernels.gram import Dense
from ..labels.kernels import as_label_kernel
from ..labels.partition import block_sums_of
from ..labels.renaming import canonical_labels
from ..search.order import match_order, matching_seconds


@checked(K=SQUARE, labels=CLASSES, label_kernel=NAME | array(2))
def order_labels(K: ArrayLike, labels: ArrayLike, label_kernel: LabelKernel = "ring") -> Ints:
    r"""Rename clusters, of any method, so that their order suits a label kernel.

    .. math:: \max_p \sum_{j,l} A_{jl}\, \frac{S_{p_j p_l}}{\sqrt{n_{p_j} n_{p_l}}}

    with the block sums S of the centred kernel and the sizes n: the dependence that CLUHSIC
    maximises (Song 2007, eqs. 3 and 4), over the names alone. The samples stay together as they
    are. Of names that suit equally, as the turns of a ring do, the same are taken however the
    clusters were called.

    Parameters
    ----------
    K : array-like of shape (m, m)
        Kernel matrix of the samples.
    labels : array-like of shape (m,)
        Clusters, by names of any kind.
    label_kernel : {"plain", "chain", "ring", ...} or array-like of shape (c, c), default="ring"
        How the new names are related.

    Returns
    -------
    ndarray of int of shape (m,)
        Names from 0 to c - 1.

    Raises
    ------
    ValueError
        If K is no symmetric matrix, does not fit the labels, some label is missing, or the label
        kernel has another number of labels.

    Warns
    -----
    UserWarning
        If matching the order of so many labels takes long.

    Examples
    --------
    >>> x = np.arange(4.0)
    >>> order_labels(np.outer(x, x), ["b", "d", "a", "c"], "chain")
    array([0, 1, 2, 3])
    """
    K = as_kernel(K)
    names, labels = as_classes(labels, len(K))
    A = as_label_kernel(label_kernel, len(names))
    what = f"matching the order of {len(names)} labels"
    warn_if_long(matching_seconds(len(names)), what, "Take fewer clusters.")
    labels = canonical_labels(labels, np.eye(len(names)))  # the search is to begin the same
    size = np.sqrt(np.bincount(labels))
    T = block_sums_of(Dense(K), labels, len(names)) / np.outer(size, size)
    new = np.empty(len(names), dtype=np.intp)
    new[match_order(A, T, np.random.RandomState(0))] = np.arange(len(names))
    return canonical_labels(new[labels], A)
