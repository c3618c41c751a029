"""What the search is measured against: Song's Algorithm 1 to the letter, tslearn, scikit-learn."""

from __future__ import annotations

import numpy as np
from sklearn.cluster import SpectralClustering


def algorithm_1(K, A, labels, tol=1e-10):
    """Song's Algorithm 1, normalised, point by point, G and S updated with each move.

    K is centred. It serves as a lesson on what batch sweeps and screening passes save.
    """
    labels = labels.copy()
    c = len(A)
    Pi = np.eye(c)[labels]
    n, G = Pi.sum(axis=0), K @ Pi
    S = Pi.T @ G
    changed = True
    while changed:
        changed = False
        for i in range(len(labels)):
            a = labels[i]
            if n[a] == 1:
                continue
            J = np.empty(c)
            for b in range(c):
                J[b] = objective_after(A, S, n, G[i], K[i, i], a, b)
            b = int(J.argmax())
            if J[b] > J[a] + tol * abs(J[a]):
                S, n = moved(S, n, G[i], K[i, i], a, b)
                G[:, a] -= K[i]
                G[:, b] += K[i]
                labels[i] = b
                changed = True
    return labels


def moved(S, n, g, k, a, b):
    """Block sums and sizes after one move, ``S' = S + (e_b - e_a) g' + ...``."""
    e = np.zeros(len(n))
    e[b] += 1
    e[a] -= 1
    return S + np.outer(e, g) + np.outer(g, e) + k * np.outer(e, e), n + e


def objective_after(A, S, n, g, k, a, b):
    S, n = moved(S, n, g, k, a, b)
    return (A * S / np.sqrt(np.outer(n, n))).sum()


def tslearn_kernel_kmeans(K, c, seed):
    """tslearn's KernelKMeans on a kernel matrix, from one random start."""
    from tslearn.clustering import KernelKMeans

    model = KernelKMeans(c, kernel="linear", n_init=1, random_state=seed, max_iter=300, tol=1e-10)
    model._get_kernel = lambda X, Y=None: K
    return model.fit(np.zeros((len(K), 2, 1))).labels_


def spectral_clustering(K, c, seed):
    """scikit-learn's SpectralClustering, the kernel matrix as its affinity."""
    return SpectralClustering(c, affinity="precomputed", random_state=seed).fit_predict(K)


def others():
    """By name, those that are installed: functions of K, the number of clusters and a seed."""
    found = {"SpectralClustering": spectral_clustering}
    try:
        import tslearn  # noqa: F401
    except ImportError:
        print("tslearn is not installed and left out: pip install tslearn")
        return found
    return {"tslearn": tslearn_kernel_kmeans, **found}
