"""Blaschko 2008's formulas written out literally: slow, and independent of the package."""

import itertools
import math

import numpy as np
from scipy.optimize import nnls

from depcluster.trees import Tree
from reference import block_means, centred, partition_matrix


def centring(m):
    return np.eye(m) - np.ones((m, m)) / m


def objective(M, labels, Y):
    """(1)."""
    H, Pi = centring(len(M)), partition_matrix(labels, len(Y))
    L = Pi @ Y @ Pi.T
    return np.trace(M @ H @ L @ H) / math.sqrt(np.trace(L @ H @ L @ H))


def best_structure(M, labels, c):
    """Y* of (8), with Moore-Penrose inverses."""
    H, Pi = centring(len(M)), partition_matrix(labels, c)
    inverse = np.linalg.pinv(Pi.T @ H @ Pi)
    S = Pi.T @ H @ M @ H @ Pi
    return inverse @ S @ inverse / math.sqrt(np.trace(S @ inverse @ S @ inverse))


def set_kernel(M, labels, c):
    """(9)."""
    return block_means(centred(M), labels, c)


def best_value(M, labels, c):
    """(10)."""
    H, Pi = centring(len(M)), partition_matrix(labels, c)
    S, inverse = Pi.T @ H @ M @ H @ Pi, np.linalg.inv(Pi.T @ Pi)
    return math.sqrt(np.trace(S @ inverse @ S @ inverse))


def objective_of_sizes(Y, S, n):
    """(1) as a function of block sums and sizes, m their sum."""
    C = np.diag(n) - np.outer(n, n) / n.sum()
    return (Y * S).sum() / math.sqrt(np.trace(Y @ C @ Y @ C))


def alternate(M, labels, c, structure_step, partition_step, max_iter=50):
    """The loop of section 4: block sums anew each turn, the best pair kept, the later of equals.

    ``structure_step(S, n, tree)`` gives Y and a tree, ``partition_step(labels, Y)`` labels.
    """
    H = centring(len(M))
    history, met, best, tree = [], [], None, None
    while len(history) < 2 * max_iter:
        met.append(list(labels))
        Pi = partition_matrix(labels, c)
        Y, tree = structure_step(Pi.T @ H @ M @ H @ Pi, Pi.sum(axis=0), tree)
        after = partition_step(labels, Y)
        for found in (labels, after):
            history.append(objective(M, found, Y))
            if best is None or history[-1] >= best[2] * (1 - 1e-12):
                best = found, Y, history[-1]
        labels = after
        if list(labels) in met:
            break
    return *best, history


def path(edges, lengths, start, end):
    """Length of the path between two nodes, by trying all ways from the start."""
    ways = [(start, None, 0.0)]
    while ways:
        here, before, length = ways.pop()
        if here == end:
            return length
        for (u, v), l in zip(edges, lengths, strict=True):
            for a, b in ((u, v), (v, u)):
                if a == here and b != before:
                    ways.append((b, here, length + l))
    raise AssertionError("not connected")


def path_metric(edges, lengths, n):
    return np.array([[path(edges, lengths, i, j) for j in range(n)] for i in range(n)])


def four_point_violation(D):
    """(11), over all a, b, c, d."""
    worst = -math.inf
    for a, b, c, d in itertools.product(range(len(D)), repeat=4):
        worst = max(worst, D[a, b] + D[c, d] - max(D[a, c] + D[b, d], D[a, d] + D[b, c]))
    return worst


def topologies(n):
    """Every binary tree on n leaves: each leaf is hung into each edge of the smaller trees."""
    if n == 2:
        return [[(0, 1)]]
    if n == 3:
        return [[(0, 3), (1, 3), (2, 3)]]
    grown = []
    for tree in topologies(n - 1):
        tree = [tuple(v + (v >= n - 1) for v in edge) for edge in tree]  # room for leaf n - 1
        new = 2 * n - 3
        for k, (u, v) in enumerate(tree):
            grown.append([*tree[:k], *tree[k + 1 :], (u, new), (new, v), (n - 1, new)])
    return grown


def splits(edges, n):
    """Leaves on the other side of each edge than leaf 0."""
    found = []
    for k in range(len(edges)):
        rest, side = [e for j, e in enumerate(edges) if j != k], {0}
        while True:
            more = {v for e in rest for v in e if side & set(e)} - side
            if not more:
                break
            side |= more
        found.append([leaf not in side for leaf in range(n)])
    return np.array(found)


def path_problem(edges, D):
    """(12): a column for each edge, a row for each two leaves, and their distances."""
    pairs = list(itertools.combinations(range(len(D)), 2))
    S = splits(edges, len(D))
    return np.array([[float(s[i] != s[j]) for s in S] for i, j in pairs]), [
        D[i, j] for i, j in pairs
    ]


def objective_problem(edges, S, n):
    """A column (F s)(F s)' for each edge, and N^(-1/2) S N^(-1/2): the cosine is (1)."""
    root = np.sqrt(n)
    F = np.diag(root) @ (np.eye(len(n)) - np.outer(np.ones(len(n)), n) / n.sum())
    columns = [np.outer(F @ s, F @ s).ravel() for s in splits(edges, len(n))]
    return np.array(columns).T, (S / np.outer(root, root)).ravel()


def lengths(X, target):
    """Those at least 0 of the least squares, and the squares."""
    w, residual = nnls(X, np.array(target))
    return w, residual**2


def conditional_entropy(y, labels):
    m, H = len(y), 0.0
    for l in set(labels):
        inside = [a for a, b in zip(y, labels, strict=True) if b == l]
        for a in set(inside):
            p = inside.count(a) / len(inside)
            H -= len(inside) / m * p * math.log(p)
    return H


def partitions(m, c):
    """Every partition of m points into c clusters once, named in the order they occur."""
    for labels in itertools.product(range(c), repeat=m):
        if list(dict.fromkeys(labels)) == list(range(c)):
            yield np.array(labels)


def random_tree(n, rng, short=False):
    """A random binary tree; a third of the edges of length 0 if short."""
    edges = [(0, 1)] if n == 2 else [(0, n), (1, n), (2, n)]
    for leaf in range(3, n):
        u, v = edges.pop(rng.integers(len(edges)))
        new = n + leaf - 2
        edges += [(u, new), (new, v), (leaf, new)]
    lengths = rng.random(len(edges)) + 0.05
    if short:
        lengths[rng.random(len(edges)) < 1 / 3] = 0
    return Tree(edges, lengths, range(n))


def distances(points):
    return np.linalg.norm(points[:, None] - points, axis=2)
