"""Agglomerative clustering cut along a given tree, as Zhong 2010 (section IV-A) compares with."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Literal

import numpy as np
from scipy.cluster.hierarchy import linkage, to_tree
from scipy.spatial.distance import squareform

from ..._typing import ArrayLike, Floats, Ints, Spec
from ..._validation import NAME, as_kernel, checked, short_repr
from ...kernels.gram import without_constant
from ...labels.kernels import tree_paths

METHODS = ("average", "complete", "ward")


@dataclass(frozen=True)
class TreeCut:
    """What `linkage_along_tree` found.

    Attributes
    ----------
    labels : ndarray of int of shape (m,)
        Leaves of the tree, numbered from left to right.
    linkage : ndarray of shape (m - 1, 4)
        The whole dendrogram, as `scipy.cluster.hierarchy.linkage` gives it.
    empty_leaves : ndarray of int
        Leaves without a sample, because their branch of the dendrogram had too few.
    """

    labels: Ints
    linkage: Floats
    empty_leaves: Ints


@checked(method=NAME)
def linkage_along_tree(
    K: ArrayLike, spec: Spec, method: Literal["average", "complete", "ward"] = "average"
) -> TreeCut:
    r"""Cut a dendrogram where a given tree branches (Zhong 2010, section IV-A).

    From the top of the dendrogram the last merges are undone until there are as many clusters
    as the root has children. Each cluster goes to one child and is cut again within its own
    branch, into as many clusters as that child has children, and so on to the leaves.

    Clusters are aligned by variance,

    .. math:: \frac1n \sum_i \|\phi(x_i) - \bar\phi\|^2:

    the largest goes to the child with the most leaves. Children with equally many leaves take
    theirs from left to right, clusters of equal variance as the dendrogram lists them.

    Parameters
    ----------
    K : array of shape (m, m)
        Kernel matrix, positive semi-definite; centring it changes nothing. Squared distances are
        the same where they agree to twelve digits of the largest; of those that tie, the order
        of the samples decides.
    spec : tuple of int, or nested lists
        A tree as `depcluster.labels.tree` takes it.
    method : {"average", "complete", "ward"}, default="average"
        Linkage on the distances `kernel_distances`.

    Returns
    -------
    TreeCut

    Raises
    ------
    ValueError
        If K is no kernel matrix, has fewer samples than the tree has leaves, or fewer than 2,
        or the method is unknown.

    Notes
    -----
    The dendrogram does not know the tree: it may put a lone outlier into a branch that is to
    give three leaves. A branch of n samples is then cut into n clusters, which are aligned as
    above, and the rest of its leaves stay empty. No other cut is looked for, so such a
    dendrogram scores as badly as it fits.

    Examples
    --------
    >>> x = np.array([0.0, 0.1, 1.0, 1.2, 10.0, 10.3, 12.0, 12.4])
    >>> linkage_along_tree(np.outer(x, x), (2, 2), "ward").labels
    array([3, 3, 2, 2, 1, 1, 0, 0])
    """
    K, paths = check_along_tree(K, spec)
    if method not in METHODS:
        raise ValueError(f"method must be one of {', '.join(METHODS)}; got {short_repr(method)}.")
    if len(K) < 2:
        raise ValueError("K must hold at least 2 samples to merge; got 1.")
    Z = linkage(squareform(kernel_distances(K), checks=False), method)

    def divide(branch, sizes):
        parts = _cut(branch, len(sizes))
        order = align_by_variance(K, [part.pre_order() for part in parts], sizes)
        return [None if k is None else parts[k] for k in order]

    labels = np.zeros(len(K), dtype=np.intp)
    for leaf, branch in walk_down(paths, to_tree(Z), divide):
        labels[branch.pre_order()] = leaf
    return TreeCut(labels, Z, np.setdiff1d(np.arange(len(paths)), labels))


def kernel_distances(K):
    """Distances in feature space, ``d_ij = sqrt(K_ii + K_jj - 2 K_ij)``."""
    d = K.diagonal()
    squared = d[:, None] + d - 2 * K
    if squared.min() < -1e-8 * np.abs(K).max():
        raise ValueError(
            f"K must be positive semi-definite to give distances; got a squared distance of "
            f"{squared.min():.3g}. Try a kernel such as 'rbf' or 'linear'."
        )
    size = max(squared.max(), np.finfo(float).tiny)
    distances = np.sqrt(size * np.maximum(np.round(squared / size, 12), 0))  # ties stay ties
    np.fill_diagonal(distances, 0)
    return distances


def variance(K, members):
    """Mean squared distance in feature space to the mean of members, ``tr(K)/n - 1'K1/n^2``."""
    block = without_constant(K[np.ix_(members, members)])
    return float(block.diagonal().mean() - block.mean())


def align_by_variance(K, parts, sizes):
    """For each child the number of its part: the largest variance to the largest subtree.

    ``parts`` are lists of members, ``sizes`` the leaves below each child; None where parts are
    too few.
    """
    spread = np.array([variance(K, part) for part in parts])
    size = max(np.abs(spread).max(), np.finfo(float).tiny)
    spread = np.round(spread / size, 9)  # rounding is no order
    by_variance = np.argsort(-spread, kind="stable")
    by_size = np.argsort([-size for size in sizes], kind="stable")
    chosen = [None] * len(sizes)
    for child, part in zip(by_size, by_variance, strict=False):
        chosen[child] = int(part)
    return chosen


def walk_down(paths, top, divide):
    """Divide the samples at every inner node of a tree; yields each leaf and its part.

    ``paths`` are those of `depcluster.labels.tree_paths`, ``top`` is all the samples, in whatever
    form ``divide(part, sizes)`` takes a part and gives a list of one for each child, None for an
    empty one; sizes are the numbers of leaves below the children.
    """
    waiting = [(list(enumerate(paths)), top)]
    while waiting:
        leaves, part = waiting.pop()
        if not leaves[0][1]:
            yield leaves[0][0], part
            continue
        children = [
            [(leaf, path[1:]) for leaf, path in below]
            for _, below in groupby(leaves, key=lambda leaf: leaf[1][0])
        ]
        parts = divide(part, [len(below) for below in children]) if len(children) > 1 else [part]
        pairs = zip(children, parts, strict=True)
        waiting += [(below, given) for below, given in pairs if given is not None]


def check_along_tree(K, spec):
    """A kernel matrix, and the paths to the leaves of a tree that is to divide its samples."""
    K = as_kernel(K)
    if K.diagonal().min() < 0:
        raise ValueError(
            "K must be positive semi-definite; a diagonal entry is "
            f"{K.diagonal().min():.3g}. Pass a matrix that a kernel gives."
        )
    paths = tree_paths(spec)
    if len(K) < len(paths):
        raise ValueError(
            f"spec must have at most as many leaves as there are samples, {len(K)}; got "
            f"{len(paths)}. Choose a smaller tree or add samples."
        )
    return without_constant(K), paths


def _cut(branch, k):
    """Undo the last merges of a branch until it is in k clusters, or in single samples."""
    parts = [branch]
    while len(parts) < min(k, branch.count):
        at = max(range(len(parts)), key=lambda j: parts[j].id)  # samples come before all merges
        parts[at : at + 1] = [parts[at].left, parts[at].right]
    return parts
