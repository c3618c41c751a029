"""The paper's equations written out on small cases, for the claims that can be computed exactly."""

from __future__ import annotations

import numpy as np

from ... import kernel_matrix, regression_objective
from ...kernels import centre
from ...labels import block_sums, loss_rows, one_hot, ring, tree, tree_paths, zero_one_loss


def regression(K, y, A, Delta):
    """The joint kernel of all pairs (sample, wrong label), eq. (5) with the map (8)."""
    i, l = np.nonzero(Delta[y])
    own = y[i]
    inner = A[own[:, None], own] - A[own[:, None], l] - A[l[:, None], own] + A[l[:, None], l]
    return K[i[:, None], i] * inner, Delta[own, l], i, l


def regression_case(seed):
    """Propositions 1 and 2 on random data, labels, losses, C and gamma."""
    rng = np.random.default_rng(seed)
    m, c, C, gamma = 12, 4, 5 * rng.random() + 0.1, rng.random() + 0.1
    K, A = centre(np.cov(rng.standard_normal((m, 20)))), ring(4) + tree((2, 2)) / 3
    y, Delta = rng.permutation(np.arange(m) % c), rng.random((c, c)) * (1 - np.eye(c))
    J, D, i, l = regression(K, y, A, Delta)
    S_inv, one = np.diag(2 * C / m * D), np.ones(len(i))
    seven = one @ np.linalg.solve(gamma * J + np.diag(m / (2 * C * D)), one) / 2
    twenty = one @ (S_inv - gamma * S_inv @ J @ S_inv) @ one
    Pi = loss_rows(Delta)[y]
    trace, size = np.trace(K @ Pi @ A @ Pi.T), np.abs(Pi).sum()
    eleven = 4 * C**2 * gamma / m**2 * trace - C / m * size
    library = regression_objective(K, y, A, Delta)
    return {
        "dual": bool(np.isclose(_least_energy(gamma * K, y, A, 2 * C / m * D, i, l), seven)),
        "expansion": bool(np.isclose(-twenty, eleven)),
        "lemma 4": bool(np.isclose(D @ J @ D, trace)),
        "lemma 5": bool(np.isclose(D.sum(), size / 2)),
        "library": bool(
            np.isclose(library.exact(C, gamma), 2 * seven)
            and np.isclose(library.first_order(C, gamma), twenty)
        ),
    }


def _least_energy(K, y, A, weight, i, l):
    """The optimum of (3) by least squares on explicit features."""
    phi, psi = (
        vectors * np.sqrt(np.maximum(values, 0)) for values, vectors in map(np.linalg.eigh, (K, A))
    )
    lead = np.einsum("pa,pb->pab", phi[i], psi[y[i]] - psi[l]).reshape(len(i), -1)
    stiff = np.sqrt(weight)
    rows = np.vstack([np.eye(lead.shape[1]), stiff[:, None] * lead])
    goal = np.concatenate([np.zeros(lead.shape[1]), stiff])
    w = np.linalg.lstsq(rows, goal, rcond=None)[0]
    return ((rows @ w - goal) ** 2).sum() / 2


def ratio_of_scores(seed):
    """Score of unnormalised CLUHSICAL with the 0-1 loss over that of CLUHSIC, four labels."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((30, 3)) + np.array([1, 0, 0])
    K = centre(X @ X.T)
    R, A = loss_rows(zero_one_loss(4)), ring(4)
    S = block_sums(K, rng.permutation(np.arange(30) % 4), 4)
    return float((S * (R @ A @ R.T)).sum() / (S * A).sum())


def score_14(K, Pi):
    """Eq. (14) with the centres (18), by inner products."""
    M = Pi / np.abs(Pi).sum(axis=0)  # the centres are Phi' M
    norms = np.einsum("ic,ij,jc->c", M, K, M)
    distances = K.diagonal()[:, None] - 2 * np.sign(Pi) * (K @ M) + norms
    return float((np.abs(Pi) * distances).sum())


def slope_of_14(R, m, seed):
    """How (14) falls with the trace of the l1-normalised score, over labellings of equal sizes."""
    c = len(R)
    K = np.cov(np.random.default_rng(seed).standard_normal((m, 60)))
    traces, scores = [], []
    for labelling in range(60):
        rng = np.random.default_rng(labelling)
        Pi = one_hot(rng.permutation(np.arange(m) % c), c) @ R
        P = Pi / np.abs(Pi).sum(axis=0)
        traces.append(np.trace(P.T @ K @ P))
        scores.append(score_14(K, Pi))
    line = np.polyfit(traces, scores, 1)
    return float(-line[0]) if np.allclose(np.polyval(line, traces), scores) else np.nan


def one_round(K, labels, c):
    """The labels after a round of the greedy search in its plainest form: A = I, undivided."""
    labels = labels.copy()
    for i in range(len(K)):
        others = np.arange(len(K)) != i
        gains = [K[i, others & (labels == j)].sum() for j in range(c)]
        labels[i] = int(np.argmax(gains))
    return labels


def entries_that_count(seed, m=12, c=3):
    """How many of the m(m - 1)/2 entries of K can each alone change the labels of a round."""
    rng = np.random.default_rng(seed)
    K, labels = np.cov(rng.standard_normal((m, 20))), rng.integers(0, c, m)
    after, found = one_round(K, labels, c), 0
    for i, j in zip(*np.triu_indices(m, 1), strict=True):
        other = np.zeros((m, m))
        other[[i, j], [j, i]] = 1e3
        found += any((one_round(K + s * other, labels, c) != after).any() for s in (1, -1))
    return found


def node_features(spec):
    """The features of section IV-A.2: one for every node but the root, 1 at a leaf or above it."""
    paths = tree_paths(spec)
    nodes = sorted({path[:d] for path in paths for d in range(1, len(path) + 1)})
    return np.array([[path[: len(node)] == node for node in nodes] for path in paths], dtype=float)


def four_groups(seed):
    """The Gaussian kernel of forty points in four groups, cousins close together."""
    centres = np.array([[0, 0], [1.6, 0], [6, 0], [7.6, 0]])
    noise = 0.35 * np.random.default_rng(seed).standard_normal((40, 2))
    return centre(kernel_matrix(np.repeat(centres, 10, axis=0) + noise))
