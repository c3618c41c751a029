"""Kernel k-means repeated down a given tree, which Zhong 2010 compares with and starts from."""

from __future__ import annotations

import numpy as np
from sklearn.utils import check_random_state

from ..._typing import ArrayLike, Ints, RandomState, Spec
from ..._validation import check_counts, checked, different_rows
from ...kernels.gram import without_constant
from ...papers.song2007.cluhsic import cluhsic
from .tree_cut import align_by_variance, check_along_tree, walk_down


@checked()
def hierarchical_kernel_kmeans(
    K: ArrayLike, spec: Spec, *, n_init: int = 10, random_state: RandomState = None
) -> Ints:
    r"""Divide the samples by kernel k-means at every inner node of a tree, from the root down.

    Zhong 2010, section IV-A. A node with k children divides its samples by kernel k-means with
    k clusters,

    .. math:: \max_\Pi\ \mathrm{tr}(K P P'), \qquad P = \Pi\, \mathrm{diag}(n)^{-1/2}

    on their block of K; the cluster with the largest variance goes to the child with the most
    leaves, as in `linkage_along_tree`. A level never sees the ones below it, which is what the
    joint objective of CLUHSIC changes.

    Parameters
    ----------
    K : array of shape (m, m)
        Kernel matrix; centring it changes nothing.
    spec : tuple of int, or nested lists
        A tree as `depcluster.labels.tree` takes it.
    n_init : int, default=10
        Searches of each kernel k-means; the best is kept.
    random_state : int, RandomState or None

    Returns
    -------
    ndarray of int of shape (m,)
        Leaves of the tree, numbered from left to right; each has a sample.

    Raises
    ------
    ValueError
        If K is no kernel matrix, has fewer samples than the tree has leaves, or n_init is no
        positive integer.

    Notes
    -----
    A cluster with fewer samples than its subtree has leaves is filled up with the samples that
    lie nearest to its mean, from clusters that can spare them.

    Examples
    --------
    >>> x = np.array([0.0, 0.1, 1.0, 1.2, 10.0, 10.3, 12.0, 12.4])
    >>> hierarchical_kernel_kmeans(np.outer(x, x), (2, 2), random_state=0)
    array([3, 3, 2, 2, 1, 1, 0, 0])
    """
    K, paths = check_along_tree(K, spec)
    check_counts(1, len(K), n_init)
    rng = check_random_state(random_state)

    def divide(members, sizes):
        parts = _divide(K, members, len(sizes), n_init, rng)
        parts = [parts[j] for j in align_by_variance(K, parts, sizes)]
        return fill(K, parts, sizes)

    labels = np.zeros(len(K), dtype=np.intp)
    for leaf, members in walk_down(paths, np.arange(len(K)), divide):
        labels[members] = leaf
    return labels


def _divide(K, members, k, n_init, rng):
    """Kernel k-means of some samples; where too few are different the largest parts are halved."""
    block = K[np.ix_(members, members)]
    n = len(different_rows(without_constant(block), range(len(block)), k))
    found = cluhsic(block, np.eye(n), n_init=n_init, random_state=rng).labels
    parts = [members[found == j] for j in range(n)]
    while len(parts) < k:
        parts.sort(key=len)
        parts += np.array_split(parts.pop(), 2)
    return parts


def fill(K, parts, sizes):
    """Bring each part up to the number of leaves below it, nearest samples first."""
    parts = list(parts)
    for short, size in enumerate(sizes):
        while len(parts[short]) < size:
            spare = [j for j in range(len(parts)) if len(parts[j]) > sizes[j]]
            others = np.concatenate([parts[j] for j in spare])
            to_mean = K[others, others] - 2 * K[np.ix_(others, parts[short])].mean(axis=1)
            nearest = others[to_mean.argmin()]
            parts = [part[part != nearest] for part in parts]
            parts[short] = np.append(parts[short], nearest)
    return parts
