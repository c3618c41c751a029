"""Scores: dependence of two tables of similarities, entropy, structured losses and accuracies."""

from __future__ import annotations

import numpy as np
from scipy.stats import entropy
from sklearn.metrics.cluster import contingency_matrix

from ._validation import (
    as_array,
    as_numbers,
    check_labels,
    check_symmetric,
    check_whole,
    short_repr,
)
from .kernels.gram import centre
from .labels.kernels import as_label_kernel, tree, tree_paths
from .labels.losses import check_loss
from .labels.renaming import best_automorphism, overlaps

_MOST_CLUSTERS = 500  # whose renamings are searched


def hsic(K, L):
    r"""The Hilbert-Schmidt independence criterion (Song 2007, eq. 2).

    .. math:: \frac{\mathrm{tr}(H K H L)}{(m - 1)^2}, \qquad
       H = I - \tfrac1m \mathbf 1 \mathbf 1' \tag{2}

    The sum, pixel by pixel, of the centred K times L. The estimate is biased: for labels
    independent of the data it is small but not 0 on average.

    Parameters
    ----------
    K, L : array-like of shape (m, m)
        Kernel matrices of the data and of the labels.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If the two are not square matrices of the same size with m >= 2, dense, finite and
        symmetric.

    Examples
    --------
    >>> hsic(np.eye(2), np.eye(2))
    1.0
    """
    K, L = as_numbers(K, "K"), as_numbers(L, "L")
    if K.ndim != 2 or K.shape[0] != K.shape[1] or K.shape != L.shape or len(K) < 2:
        raise ValueError(
            "K and L must be square matrices of the same size, at least 2 x 2; got shapes "
            f"{K.shape} and {L.shape}."
        )
    check_symmetric(K)
    check_symmetric(L, "L")
    return float((centre(K) * L).sum() / (len(K) - 1) ** 2)


def conditional_entropy(y_true, labels):
    r"""Entropy of the true labels given the clusters, H(y|l), in nats.

    .. math:: H(y | l) = -\sum_{j,l} \frac{n_{jl}}{m} \log \frac{n_{jl}}{n_l}

    with n_jl the samples of class j in cluster l. It is 0 where every cluster holds one class
    only, and never more than the log of the number of classes (Blaschko 2008, section 5.1). More
    clusters never raise it: compare at equal numbers.

    Parameters
    ----------
    y_true, labels : array-like of shape (m,)

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If the two are not lists of the same length, of at least one sample, or one is missing.

    Examples
    --------
    >>> conditional_entropy([0, 0, 1, 1], [1, 1, 0, 0])
    0.0
    >>> round(conditional_entropy([0, 1, 2, 3, 4, 5, 6, 7, 8], [0] * 9), 3)
    2.197
    """
    y_true = as_array(y_true, "y_true", "one label a sample")
    labels = as_array(labels, "labels", "one label a sample")
    if y_true.ndim != 1 or y_true.shape != labels.shape or not y_true.size:
        raise ValueError(
            "y_true and labels must hold one label a sample each; got shapes "
            f"{y_true.shape} and {labels.shape}."
        )
    table = contingency_matrix(_numbered(y_true, "y_true"), _numbered(labels, "labels"))
    return float(entropy(table) @ table.sum(axis=0) / table.sum())


def _numbered(labels, name):
    """Labels of any kind as numbers from 0, in their order."""
    try:
        used, numbers = np.unique(labels, return_inverse=True)
    except TypeError:
        raise ValueError(
            f"{name} must hold labels of one kind; got {short_repr(labels)}."
        ) from None
    if (used != used).any():
        raise ValueError(f"{name} must have no missing labels; got NaN in it.")
    return numbers


def structured_loss(y_true, y_pred, loss):
    r"""Mean loss of the answers (Zhong 2010, section IV-A).

    .. math:: \frac1m \sum_i \Delta(y_i, \hat y_i)

    Clusters keep their names: bring them in line first, with `relabelled`.

    Parameters
    ----------
    y_true, y_pred : array-like of int of shape (m,)
    loss : array-like of shape (c, c)
        See `depcluster.labels`.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If the labels do not fit each other or the loss, or the loss is none.

    Examples
    --------
    >>> from depcluster.labels import tree_loss
    >>> structured_loss([0, 0, 3], [0, 1, 0], tree_loss((2, 2)))
    1.0
    """
    loss = check_loss(loss, _size(loss, "loss"))
    y_true, y_pred, _ = _check_labels(y_true, y_pred, len(loss))
    return float(loss[y_true, y_pred].mean())


def structured_accuracy(y_true, y_pred, structure, n_clusters=None):
    r"""Share of right labels under the best renaming that the structure allows.

    .. math:: \max_p\ \frac1m \sum_i [\,y_i = p(\hat y_i)\,], \qquad A_{p(j) p(l)} = A_{jl}

    2c renamings of a ring, 2 of a chain, 4 or 8 of a grid, the automorphisms of a tree, all
    of them for "plain": those that leave the label kernel as it is. `labels.best_automorphism` says
    how the best is found.

    Parameters
    ----------
    y_true, y_pred : array-like of int of shape (m,)
        Labels 0..c-1, the true ones in the order of the structure.
    structure : {"plain", "chain", "ring"} or array of shape (c, c)
        A name, or a label kernel: `labels.tree(spec)`, `labels.grid(...)`.
    n_clusters : int, optional
        Needed for a name when the last label occurs in neither; the default is the largest
        label plus one. At most 500.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If the labels do not fit each other or the structure.

    Examples
    --------
    >>> structured_accuracy([0, 1, 2, 3], [1, 2, 3, 0], "ring")
    1.0
    >>> structured_accuracy([0, 1, 2, 3], [1, 2, 3, 0], "chain")
    0.5
    """
    renamed = relabelled(y_true, y_pred, structure, n_clusters)
    return float((renamed == np.asarray(y_true)).mean())


def relabelled(y_true, y_pred, structure, n_clusters=None):
    """The answers under the best renaming that the structure allows.

    Parameters
    ----------
    y_true, y_pred, structure, n_clusters
        As in `structured_accuracy`.

    Returns
    -------
    ndarray of int of shape (m,)

    Examples
    --------
    >>> relabelled([0, 0, 1, 1], [1, 1, 0, 0], "plain")
    array([0, 0, 1, 1])
    """
    if n_clusters is None and isinstance(structure, str):
        *_, n_clusters = _check_labels(y_true, y_pred)
    if n_clusters is None:
        n_clusters = _size(structure, "structure")
    check_whole(n_clusters, "n_clusters", 1, _MOST_CLUSTERS)
    A = as_label_kernel(structure, n_clusters, name="structure")
    y_true, y_pred, c = _check_labels(y_true, y_pred, len(A))
    return best_automorphism(A, overlaps(y_pred, y_true, c))[y_pred]


def tree_accuracies(y_true, y_pred, spec):
    """Share of samples in the right node of each level of a tree (Zhong 2010, Tables I-III).

    The renaming is one that the tree allows, the one with the most right leaves; where
    several have as many, the one with the most right nodes above them.

    Parameters
    ----------
    y_true, y_pred : array-like of int of shape (m,)
        Leaves, numbered from left to right.
    spec : tuple of int, or nested lists
        The tree, as `labels.tree` takes it. A leaf that ends early stands for itself
        on the levels below it.

    Returns
    -------
    ndarray of shape (n_levels,)
        From the level below the root to the leaves.

    Notes
    -----
    Where all leaves are equally deep, the mean tree loss is the sum over levels of one minus
    the accuracy.

    Examples
    --------
    >>> tree_accuracies([0, 1, 2, 3], [1, 0, 3, 0], (2, 2))
    array([0.75, 0.75])
    """
    A, paths = tree(spec), tree_paths(spec)
    y_true, y_pred, c = _check_labels(y_true, y_pred, len(A))
    overlap = overlaps(y_pred, y_true, c)
    nodes = _nodes(paths)  # (levels, c)
    alike = nodes[:, :, None] == nodes[:, None, :]  # (levels, c, c)
    right = overlap @ alike  # (levels, c, c): of cluster j, if it is called l
    p = best_automorphism(A, right[-1] * (len(y_true) * len(nodes) + 1) + right.sum(axis=0))
    return right[:, np.arange(c), p].sum(axis=1) / len(y_true)


def _nodes(paths):
    depth = max(map(len, paths))
    levels = [[path[: k + 1] for path in paths] for k in range(depth)]
    return np.array([[level.index(node) for node in level] for level in levels])


def _check_labels(y_true, y_pred, n_clusters=None):
    most = _MOST_CLUSTERS if n_clusters is None else n_clusters
    y_true, y_pred = (
        check_labels(given, None, most, name=name, every=False)
        for name, given in (("y_true", y_true), ("y_pred", y_pred))
    )
    if len(y_true) != len(y_pred):
        raise ValueError(
            f"y_true and y_pred must have the same length; got {len(y_true)} and {len(y_pred)}."
        )
    return y_true, y_pred, n_clusters or 1 + int(max(y_true.max(), y_pred.max()))


def _size(matrix, name):
    given = as_array(matrix, name, "a (c, c) array")
    if given.ndim != 2:
        raise ValueError(f"{name} must be a (c, c) array; got {short_repr(matrix)}.")
    return len(given)
