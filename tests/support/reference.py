"""The papers' formulas written out with loops: slow, literal, independent of the package."""

import itertools
import math
from fractions import Fraction

import numpy as np


def centred(K, w=None):
    w = np.ones(len(K)) if w is None else np.asarray(w, dtype=float)
    H = np.eye(len(K)) - np.outer(np.ones(len(K)), w) / w.sum()
    return H @ K @ H.T


def partition_matrix(labels, c):
    """Pi of Song 2007, eq. (4)."""
    Pi = np.zeros((len(labels), c))
    for i, j in enumerate(labels):
        Pi[i, j] = 1
    return Pi


def cluhsic_objective(K, labels, A, normalization, w=None):
    """tr(K Pi A Pi') or tr(K P A P'), entry by entry; K as it is to be used."""
    m, c = len(K), len(A)
    w = [1.0] * m if w is None else w
    n = [sum(w[i] for i in range(m) if labels[i] == j) for j in range(c)]
    J = 0.0
    for i in range(m):
        for k in range(m):
            j, l = labels[i], labels[k]
            entry = w[i] * w[k] * K[i, k] * A[j, l]
            J += entry / math.sqrt(n[j] * n[l]) if normalization == "l2" else entry
    return J


def partition_distance(labels, other):
    """||H P P' H - H Q Q' H||_F^2 of the normalized partition matrices, entry by entry."""
    L = []
    for z in (labels, other):
        Pi = partition_matrix(z, max(z) + 1)
        P = Pi / np.sqrt(Pi.sum(axis=0))
        L.append(centred(P @ P.T))
    return sum((a - b) ** 2 for a, b in zip(*map(np.ravel, L), strict=True))


def off_the_constant(Kc):
    """All eigenvalues, falling, and eigenvectors of a centred matrix on the complement of 1."""
    m = len(Kc)
    B = np.linalg.qr(np.column_stack([np.ones(m), np.eye(m)[:, 1:]]))[0][:, 1:]
    values, vectors = np.linalg.eigh(B.T @ Kc @ B)
    return values[::-1], (B @ vectors)[:, ::-1]


def theorem_1(K, K_new, labels, labels_new):
    """Its bound (Song 2007, eq. 14), the three terms (15), eta and the two eigengaps."""
    c = max(labels) + 1
    Kc, Kc_new = centred(K), centred(K_new)
    (values, _), (values_new, U_new) = off_the_constant(Kc), off_the_constant(Kc_new)
    gap, gap_new = values[c - 2] - values[c - 1], values_new[c - 2] - values_new[c - 1]
    D0, D0_new = values[: c - 1].sum(), values_new[: c - 1].sum()
    D = cluhsic_objective(Kc, labels, np.eye(c), "l2")
    D_new = cluhsic_objective(Kc_new, labels_new, np.eye(c), "l2")
    eta = np.trace((Kc_new - Kc) @ U_new[:, : c - 1] @ U_new[:, : c - 1].T)
    terms = [(D0 - D) / gap, (D0_new - D_new) / gap_new, (D0 - D0_new + eta) / gap]
    bound = 2 * np.sqrt(np.maximum(terms, 0)).sum() ** 2
    return bound, terms, eta, gap, gap_new


def hsic(K, L):
    """tr(HKHL) / (m - 1)^2, Song 2007, eq. (2)."""
    return np.trace(centred(K) @ L) / (len(K) - 1) ** 2


def block_sums(K, labels, c):
    S = np.zeros((c, c))
    for i in range(len(K)):
        for k in range(len(K)):
            S[labels[i], labels[k]] += K[i, k]
    return S


def block_means(K, labels, c):
    n = [list(labels).count(k) for k in range(c)]
    return block_sums(K, labels, c) / np.outer(n, n)


def algorithm_1(K, A, labels, normalization):
    """Algorithm 1 of Song 2007: visit the points in turn, keep the best reassignment."""
    labels = list(labels)
    c = len(A)
    while True:
        before = list(labels)
        for i in range(len(labels)):
            if labels.count(labels[i]) == 1:
                continue
            best_J, best_j = -math.inf, labels[i]
            for j in [labels[i], *range(c)]:
                tried = [*labels[:i], j, *labels[i + 1 :]]
                J = cluhsic_objective(K, tried, A, normalization)
                if best_J + 1e-12 * abs(J) < J:
                    best_J, best_j = J, j
            labels[i] = best_j
        if labels == before:
            return np.array(labels)


def sweep_slopes(K, labels, A, normalization, step=1e-6):
    """dJ/dt of adding t of each sample to each cluster, by differences, with real partitions."""
    m, c = len(K), len(A)

    def J(Pi):
        n = Pi.sum(axis=0)
        S = Pi.T @ K @ Pi
        return sum(
            A[j, l] * S[j, l] / (math.sqrt(n[j] * n[l]) if normalization == "l2" else 1)
            for j in range(c)
            for l in range(c)
        )

    Pi = partition_matrix(labels, c)
    slopes = np.zeros((m, c))
    for i in range(m):
        for j in range(c):
            up, down = Pi.copy(), Pi.copy()
            up[i, j] += step
            down[i, j] -= step
            slopes[i, j] = (J(up) - J(down)) / (2 * step)
    return slopes


def swap_costs(K, labels, w, founder):
    """Scatter after a sample founds a cluster and each cluster in turn is given up.

    All other centres stay where they are; each sample goes to the nearest of those left, but
    leaves its own centre only for the new one or when its cluster is given up.
    """
    m, c = len(K), max(labels) + 1
    centres = []
    for j in range(c):
        share = np.array([w[i] if labels[i] == j else 0.0 for i in range(m)])
        centres.append(share / share.sum())
    centres.append(np.eye(m)[founder])

    def distance(i, j):
        p = np.eye(m)[i] - centres[j]
        return p @ K @ p

    costs = []
    for j in range(c):
        cost = 0.0
        for i in range(m):
            stay = range(c) if labels[i] == j else [labels[i]]
            cost += w[i] * min(distance(i, l) for l in [*stay, c] if l != j)
        costs.append(cost)
    return costs


def all_partitions(m, c):
    """Every labelling of m points that uses all of c labels."""
    for labels in itertools.product(range(c), repeat=m):
        if len(set(labels)) == c:
            yield np.array(labels)


def within_scatter(X, labels):
    """Inertia of k-means."""
    total = 0.0
    for j in set(labels):
        members = [X[i] for i in range(len(X)) if labels[i] == j]
        mean = sum(members) / len(members)
        total += sum(float((x - mean) @ (x - mean)) for x in members)
    return total


def shared_nodes(path, other):
    """Nodes that two root-to-leaf paths share, the root left out."""
    shared = 0
    while shared < min(len(path), len(other)) and path[shared] == other[shared]:
        shared += 1
    return shared


def gaussian(X, gamma, Y=None):
    Y = X if Y is None else Y

    def k(x, y):
        return math.exp(-gamma * sum((a - b) ** 2 for a, b in zip(x, y, strict=True)))

    return np.array([[k(x, y) for y in Y] for x in X])


def neighbour_graph_laplacian(X, k):
    m = len(X)
    W = np.zeros((m, m))
    for i in range(m):
        d = [(float(np.sum((X[i] - X[j]) ** 2)), j) for j in range(m) if j != i]
        for _, j in sorted(d)[:k]:
            W[i, j] = W[j, i] = 1
    return np.diag(W.sum(axis=1)) - W


def polynomial_seen_from(o, X, Y, gamma, degree, coef0):
    """k(x, y) - k(x, o) - k(o, y) + k(o, o) of the polynomial kernel, in exact fractions."""

    def k(x, y):
        inner = sum(Fraction(a) * Fraction(b) for a, b in zip(x, y, strict=True))
        return (Fraction(gamma) * inner + Fraction(coef0)) ** degree

    return np.array([[float(k(x, y) - k(x, o) - k(o, y) + k(o, o)) for y in Y] for x in X])


def cholesky_along(K, pivots):
    """Incomplete Cholesky of K along given pivots, and the trace that is left."""
    residual, columns = np.array(K, dtype=float), []
    for i in pivots:
        column = residual[:, i] / np.sqrt(residual[i, i])
        residual = residual - np.outer(column, column)
        columns.append(column)
    return np.array(columns).T, np.trace(residual)


def chances_of_pivots(K, n_columns):
    """The chance of each sequence of pivots, drawn in proportion to the diagonal that is left."""
    if n_columns == 0:
        return {(): 1.0}
    chances = {}
    for i in range(len(K)):
        if K[i, i] > 1e-12:
            rest = K - np.outer(K[:, i], K[i]) / K[i, i]
            for later, chance in chances_of_pivots(rest, n_columns - 1).items():
                chances[(i, *later)] = K[i, i] / np.trace(K) * chance
    return chances


def explained_share(K, labels):
    """Trace between clusters over the whole trace, both of the centred kernel, entry by entry."""
    Kc, c = centred(K), max(labels) + 1
    S = block_sums(Kc, labels, c)
    return sum(S[k, k] / list(labels).count(k) for k in range(c)) / np.trace(Kc)


def design_correlation(K, labels, A):
    """The largest correlation of A with minus the distances of means, over all names."""
    M, c = block_means(K, labels, len(A)), len(A)
    pairs = list(itertools.combinations(range(c), 2))
    D = {(j, l): math.sqrt(M[j, j] + M[l, l] - 2 * M[j, l]) for j, l in pairs}
    of_A = [A[j, l] for j, l in pairs]
    return max(
        np.corrcoef(of_A, [-D[min(p[j], p[l]), max(p[j], p[l])] for j, l in pairs])[0, 1]
        for p in itertools.permutations(range(c))
    )


def unbiased_hsic(K, L):
    """HSIC as a U-statistic: means over pairs, triples and quadruples of different samples."""
    places = range(len(K))
    pairs = [K[i, j] * L[i, j] for i, j in itertools.permutations(places, 2)]
    triples = [K[i, j] * L[i, q] for i, j, q in itertools.permutations(places, 3)]
    four = [K[i, j] * L[q, r] for i, j, q, r in itertools.permutations(places, 4)]
    return sum(pairs) / len(pairs) + sum(four) / len(four) - 2 * sum(triples) / len(triples)
