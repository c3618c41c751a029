"""Losses on the labels: the matrix Delta of what it costs to answer l where j is right.

CLUHSICAL (Zhong 2010) puts a loss into its partition matrix, and scores are read with one.
A loss is a (c, c) array, non-negative and with a zero diagonal; it need not be symmetric.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .._typing import Floats, Loss, Spec
from .._validation import as_array, check_numbers, short_repr
from .kernels import plain, ring, shared_depth, tree_paths

NAMED_LOSSES = ("label-kernel", "zero-one")
LEAST, MOST = 1e-100, 1e100  # of the largest entry: its square times K must be a number


def zero_one_loss(n_clusters: int) -> Floats:
    r"""1 for every wrong label.

    .. math:: \Delta = \mathbf 1 \mathbf 1' - I

    Parameters
    ----------
    n_clusters : int

    Returns
    -------
    ndarray of shape (n_clusters, n_clusters)

    Examples
    --------
    >>> zero_one_loss(2)
    array([[0., 1.],
           [1., 0.]])
    """
    return 1 - plain(n_clusters)


def label_kernel_loss(A: Floats) -> Floats:
    r"""Half the squared distance of the labels in the feature space of A.

    .. math:: \Delta_{jl} = \frac{A_{jj} + A_{ll}}{2} - A_{jl}

    It is the tree loss for a tree whose leaves all have the same depth, 0, 1, 2 on a ring or
    a chain, and the zero-one loss for A = I. On a ragged tree it differs from `tree_loss`:
    there it is half the number of edges between the two leaves.

    Parameters
    ----------
    A : ndarray of shape (c, c)
        A label kernel; positive semi-definite, so that the loss is not negative.

    Returns
    -------
    ndarray of shape (c, c)

    Examples
    --------
    >>> from depcluster.labels import chain
    >>> label_kernel_loss(chain(3))
    array([[0., 1., 2.],
           [1., 0., 1.],
           [2., 1., 0.]])
    """
    A = check_numbers(A, "A", ("c", "c"))
    d = A.diagonal()
    loss = (d[:, None] + d) / 2 - A
    np.fill_diagonal(loss, 0)
    return np.maximum(loss, 0)


def ring_loss(n_clusters: int) -> Floats:
    """`label_kernel_loss` of ``ring(n_clusters)`` (Zhong 2010, section IV-B).

    0 for the right label, 1 for its neighbours on the ring, 2 otherwise.

    Parameters
    ----------
    n_clusters : int

    Returns
    -------
    ndarray of shape (n_clusters, n_clusters)

    Examples
    --------
    >>> ring_loss(4)
    array([[0., 1., 2., 1.],
           [1., 0., 1., 2.],
           [2., 1., 0., 1.],
           [1., 2., 1., 0.]])
    """
    return label_kernel_loss(ring(n_clusters))


def tree_loss(spec: Spec) -> Floats:
    """Height of the first common ancestor of two leaves (Zhong 2010, section IV-A).

    The height of a node is the number of edges down to its deepest leaf. Where leaves differ
    in depth this is not `label_kernel_loss` of the tree's kernel.

    Parameters
    ----------
    spec : tuple of int, or nested lists
        A tree as `depcluster.labels.tree` takes it.

    Returns
    -------
    ndarray of shape (n_leaves, n_leaves)

    Examples
    --------
    >>> tree_loss((2, 2))
    array([[0., 1., 2., 2.],
           [1., 0., 2., 2.],
           [2., 2., 0., 1.],
           [2., 2., 1., 0.]])
    """
    paths = tree_paths(spec)
    height: dict[Any, Any] = {}
    for path in paths:
        for depth in range(len(path) + 1):
            node = path[:depth]
            height[node] = max(height.get(node, 0), len(path) - depth)
    loss = np.zeros((len(paths), len(paths)))
    for j, p in enumerate(paths):
        for l, q in enumerate(paths):
            if j != l:
                loss[j, l] = height[p[: shared_depth(p, q)]]
    return loss


def loss_rows(loss: Floats) -> Floats:
    r"""The partition row of each label, with the loss in it (Zhong 2010, eq. 12).

    .. math:: R = \mathrm{diag}(\Delta \mathbf 1) - \Delta, \qquad \tilde\Pi = \Pi R \tag{12}

    Row j is what label j earns, minus what every other label costs; it sums to 0.

    Parameters
    ----------
    loss : ndarray of shape (c, c)

    Returns
    -------
    ndarray of shape (c, c)

    Examples
    --------
    >>> loss_rows(zero_one_loss(3))
    array([[ 2., -1., -1.],
           [-1.,  2., -1.],
           [-1., -1.,  2.]])
    """
    loss = check_numbers(loss, "loss", ("c", "c"))
    return np.diag(loss.sum(axis=1)) - loss


def as_loss(loss: Loss, A: Floats) -> Floats:
    """The matrix behind an estimator's ``loss`` parameter.

    Parameters
    ----------
    loss : {"label-kernel", "zero-one"} or array of shape (c, c)
    A : ndarray of shape (c, c)
        The label kernel.

    Returns
    -------
    ndarray of shape (c, c)

    Raises
    ------
    ValueError
        For an unknown name or an array that is no loss.

    Examples
    --------
    >>> as_loss("zero-one", np.eye(2))
    array([[0., 1.],
           [1., 0.]])
    """
    if isinstance(loss, str):
        if loss not in NAMED_LOSSES:
            names = ", ".join(NAMED_LOSSES)
            raise ValueError(
                f"loss must be one of {names} or a (c, c) array; got {short_repr(loss)}."
            )
        A = check_numbers(A, "A", ("c", "c"))
        loss = label_kernel_loss(A) if loss == "label-kernel" else zero_one_loss(len(A))
    return check_loss(loss, np.shape(A)[0])


def check_loss(loss: Any, n_clusters: int) -> Floats:
    """A loss of n_clusters labels as a float array, or a ValueError."""
    try:
        Delta = as_array(loss, "loss", "a (c, c) array of numbers")
        Delta = Delta.astype(float, casting="safe", copy=True)
    except TypeError:
        raise ValueError(
            f"loss must be a (c, c) array of numbers; got {short_repr(loss)}."
        ) from None
    if Delta.shape != (n_clusters, n_clusters):
        raise ValueError(
            f"loss must have one row and column a cluster, ({n_clusters}, {n_clusters}); got "
            f"shape {Delta.shape}."
        )
    if not np.isfinite(Delta).all() or Delta.min() < 0:
        raise ValueError(
            f"loss must hold finite numbers of at least 0; got {_worst(Delta):g}. "
            "What is right costs 0, what is wrong costs more."
        )
    if Delta.diagonal().any():
        j = int(np.flatnonzero(Delta.diagonal())[0])
        raise ValueError(
            f"loss must be 0 on the diagonal; got {Delta[j, j]:g} at ({j}, {j}). The right label "
            "costs nothing."
        )
    if n_clusters > 1 and not Delta.any():
        raise ValueError("loss must have a positive entry; got 0 everywhere. Try zero_one_loss(c).")
    if Delta.any() and not LEAST <= Delta.max() <= MOST:
        raise ValueError(
            f"loss must have its largest entry from {LEAST:g} to {MOST:g}; got {Delta.max():g}. "
            "Only the ratios of its entries matter: try loss / loss.max()."
        )
    return Delta


def _worst(Delta):
    """An entry that is not finite, or the least."""
    odd = Delta[~np.isfinite(Delta)]
    return odd[0] if odd.size else Delta.min()
