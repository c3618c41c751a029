"""Zhong 2010 written out with loops: slow, literal, independent of the package."""

import math

import numpy as np


def partition_row(j, Delta):
    """Pi~ of one sample with label j, eq. (12)."""
    c = len(Delta)
    return [
        sum(Delta[j][l] for l in range(c) if l != j) if y == j else -Delta[j][y] for y in range(c)
    ]


def loss_matrix(labels, Delta):
    """Pi~, (m, c)."""
    return np.array([partition_row(j, Delta) for j in labels], dtype=float)


def normalized(rows, power):
    out = rows.copy()
    for y in range(rows.shape[1]):
        norm = sum(abs(entry) ** power for entry in rows[:, y]) ** (1 / power)
        out[:, y] = rows[:, y] / norm if norm > 0 else 0.0
    return out


def cluhsical(K, labels, A, Delta, normalization, penalty):
    """Eqs. (11) divided by C~ and (13), with K as it is to be used."""
    P = loss_matrix(labels, Delta)
    if normalization:
        P = normalized(P, {"l1": 1, "l2": 2}[normalization])
    size = sum(abs(entry) for row in P for entry in row)
    return np.trace(K @ P @ A @ P.T) - penalty * size


def scatter_14(K, Pi):
    """Eq. (14) with the centres (18), through inner products of K alone."""
    m, c = Pi.shape
    total = 0.0
    for y in range(c):
        weight = sum(abs(Pi[i, y]) for i in range(m))
        mu = [Pi[i, y] / weight for i in range(m)]
        norm = sum(mu[i] * mu[k] * K[i, k] for i in range(m) for k in range(m))
        for i in range(m):
            sign = math.copysign(1, Pi[i, y])
            cross = sum(mu[k] * K[i, k] for k in range(m))
            total += abs(Pi[i, y]) * (K[i, i] - 2 * sign * cross + norm)
    return total


def ridge_pairs(labels, Delta):
    """The pairs (sample, wrong label) with a slack."""
    c = len(Delta)
    return [(i, y) for i, j in enumerate(labels) for y in range(c) if y != j and Delta[j][y] > 0]


def ridge_J(K, labels, A, pairs):
    """Eq. (5) with the tensor-product feature map (8)."""
    J = np.zeros((len(pairs), len(pairs)))
    for a, (i, y) in enumerate(pairs):
        for b, (k, z) in enumerate(pairs):
            p, q = labels[i], labels[k]
            J[a, b] = K[i, k] * (A[p, q] - A[p, z] - A[y, q] + A[y, z])
    return J


def ridge_D(labels, Delta, pairs):
    return np.diag([float(Delta[labels[i]][y]) for i, y in pairs])


def common_ancestor_height(nested, a, b):
    """Height of the first common ancestor of two leaf names of nested lists."""

    def height(node):
        return 1 + max(map(height, node)) if isinstance(node, list) else 0

    def leaves(node):
        return [x for child in node for x in leaves(child)] if isinstance(node, list) else [node]

    if a == b:
        return 0
    for child in nested:
        if isinstance(child, list) and {a, b} <= set(leaves(child)):
            return common_ancestor_height(child, a, b)
    return height(nested)
