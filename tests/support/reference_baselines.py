"""Zhong 2010's baselines written out with loops: slow, literal, independent of the package."""

import itertools
import math

import numpy as np

from reference_zhong import ridge_D, ridge_J, ridge_pairs


def kernel_distance(K, i, j):
    return math.sqrt(max(K[i, i] + K[j, j] - 2 * K[i, j], 0.0))


def squared_distance_of_means(K, a, b):
    """||mean of a - mean of b||^2 in feature space."""

    def inner(p, q):
        return sum(K[i, j] for i in p for j in q) / (len(p) * len(q))

    return inner(a, a) + inner(b, b) - 2 * inner(a, b)


def dissimilarity(K, a, b, method):
    """Section IV-A of Zhong 2010, where Ward's is printed without scipy's factor root 2."""
    if method == "average":
        return sum(kernel_distance(K, i, j) for i in a for j in b) / (len(a) * len(b))
    if method == "complete":
        return max(kernel_distance(K, i, j) for i in a for j in b)
    weight = len(a) * len(b) / (len(a) + len(b))
    return math.sqrt(weight * max(squared_distance_of_means(K, a, b), 0.0))


def merges(K, method):
    """Every merge as (height, members, members), closest pair first."""
    clusters = [(i,) for i in range(len(K))]
    done = []
    while len(clusters) > 1:
        pairs = itertools.combinations(clusters, 2)
        a, b = min(pairs, key=lambda pair: dissimilarity(K, *pair, method))
        done.append((dissimilarity(K, a, b, method), a, b))
        clusters = [c for c in clusters if c not in (a, b)] + [tuple(sorted(a + b))]
    return done


def variance(K, members):
    """Mean squared distance to the mean, as half the mean squared distance of two members."""
    total = sum(kernel_distance(K, i, j) ** 2 for i in members for j in members)
    return total / (2 * len(members) ** 2)


def leaves_below(node):
    return sum(leaves_below(child) for child in node) if isinstance(node, list) else 1


def cut_along_tree(K, node, method):
    """Leaves in their order, each as a set of samples; ``node`` is a tree as nested lists."""
    history = merges(K, method)

    def undo(members):
        for _, a, b in history:
            if set(a) | set(b) == members:
                return set(a), set(b)
        raise AssertionError("no such merge")

    def height(members):
        return next((h for h, a, b in history if set(a) | set(b) == members), -1.0)

    def cut(members, node):
        if not isinstance(node, list):
            return [members]
        parts = [members]
        while len(parts) < min(len(node), len(members)):
            widest = max(parts, key=height)
            parts.remove(widest)
            parts += undo(widest)
        parts.sort(key=lambda part: -variance(K, sorted(part)))
        children = sorted(range(len(node)), key=lambda k: -leaves_below(node[k]))
        given = dict(zip(children, parts, strict=False))
        out = []
        for k, child in enumerate(node):
            out += cut(given[k], child) if k in given else [set()] * leaves_below(child)
        return out

    return cut(set(range(len(K))), node)


def ridge_discriminant(K, labels, A, Delta, C):
    """Zhong 2010, eqs. (4)-(8): J and S entry by entry, one dense solve."""
    m, c, pairs = len(K), len(A), ridge_pairs(labels, Delta)
    S = np.linalg.inv(ridge_D(labels, Delta, pairs)) * m / (2 * C)
    alpha = np.linalg.solve(ridge_J(K, labels, A, pairs) + S, np.ones(len(pairs)))
    f = np.zeros((m, c))
    for a, (i, y) in zip(alpha, pairs, strict=True):
        for j in range(m):
            for z in range(c):
                f[j, z] += a * K[i, j] * (A[labels[i], z] - A[y, z])
    return f


def xwss(K, labels, A, Delta, C, max_iter):
    """Train, relabel, repeat."""
    labels = list(labels)
    for _ in range(max_iter):
        f = ridge_discriminant(K, labels, A, Delta, C)
        new = [int(np.argmax(row)) for row in f]
        if new == labels:
            break
        labels = new
    return np.array(labels)
