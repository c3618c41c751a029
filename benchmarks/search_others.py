"""What the search is measured against: tslearn and scikit-learn."""

from __future__ import annotations

import numpy as np
from sklearn.cluster import SpectralClustering


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
