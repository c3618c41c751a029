"""Names for anyone's clusters, so that neighbouring names are neighbouring clusters."""

from __future__ import annotations

import numpy as np

from .._typing import ArrayLike, Ints, LabelKernel
from .._validation import CLASSES, NAME, SQUARE, array, as_classes, as_kernel, checked, warn_if_long
from ..kernels.gram import Dense
from ..labels.kernels import as_label_kernel
from ..labels.symmetries import canonical_labels
from ..search.quadratic_assignment import matching_seconds
from .compare_designs import distances, matched, unit


@checked(K=SQUARE, labels=CLASSES, label_kernel=NAME | array(2))
def order_labels(K: ArrayLike, labels: ArrayLike, label_kernel: LabelKernel = "ring") -> Ints:
    r"""Rename clusters, of any method, so that their order suits a label kernel.

    .. math:: \max_{p}\ \mathrm{corr}_{j < l} \bigl(A_{jl},\ -D_{p_j p_l}\bigr)

    with the distances D of the clusters' means in feature space, as in `compare_designs`. The
    samples stay together as they are. Of names that suit equally, as the turns of a ring do, the
    same are taken however the clusters were called.

    Parameters
    ----------
    K : array-like of shape (m, m)
        Kernel matrix of the samples.
    labels : array-like of shape (m,)
        Clusters, by names of any kind, -1 among them.
    label_kernel : {"plain", "chain", "ring", ...} or array-like of shape (c, c), default="ring"
        How the new names are related. Only what stands off the diagonal counts.

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

    Notes
    -----
    CLUHSIC names its clusters by the dependence that it maximises (Song 2007, eqs. 3 and 4), to
    which a pair of clusters counts the more, the more samples they have. Of nine given clusters of
    6 to 120 samples on a chain, a ring, a fork, a double fork, a loop with a tail or a grid, that
    named all as they lie in 179 of 240 draws, the distances in 236; of 10 to 20 samples it was 470
    and 477 of 480, of six and nine clusters.

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
    B = unit(A)
    _, p = matched(B, -distances(Dense(K), labels, len(names)))
    return canonical_labels(np.argsort(p)[labels], B)
