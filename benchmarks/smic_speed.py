"""How long SMIC takes beside scikit-learn's spectral clustering, as ratios from one run.

    DEPCLUSTER_DATA=folder python benchmarks/smic_speed.py [--samples N] [--repeats R]

On the handwritten digits of USPS: SMIC at a fixed number of neighbours, and SMIC with LSMI
choosing among ten, against SpectralClustering(affinity="nearest_neighbors") as it comes. The
three take turns, with one BLAS thread; a ratio is one of median times.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from sklearn.cluster import SpectralClustering
from threadpoolctl import threadpool_limits

from depcluster import SMIC
from depcluster.datasets import draw_real
from depcluster.reproduction import header

N_CLUSTERS = 10
N_NEIGHBORS = 7


def estimators():
    spectral = SpectralClustering(N_CLUSTERS, affinity="nearest_neighbors", random_state=0)
    return {
        "spectral clustering": spectral,
        "SMIC at one t": SMIC(N_CLUSTERS, n_neighbors=N_NEIGHBORS),
        "SMIC with ten candidates": SMIC(N_CLUSTERS, random_state=0),
    }


def alternating(X, repeats):
    """Seconds of every run, by method, shape (repeats,) each."""
    seconds = {name: [] for name in estimators()}
    for _ in range(repeats):
        for name, estimator in estimators().items():
            begun = time.perf_counter()
            estimator.fit(X)
            seconds[name].append(time.perf_counter() - begun)
    return {name: np.array(values) for name, values in seconds.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--samples", type=int, default=5000, help="at most 5000, of all classes")
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    print(header())
    X, _ = draw_real("digit")
    X = np.random.default_rng(0).permutation(X)[: options.samples]
    with threadpool_limits(limits=1):
        seconds = alternating(X, options.repeats)
    base = np.median(seconds["spectral clustering"])
    print(f"n={len(X)} d={X.shape[1]} c={N_CLUSTERS}, {options.repeats} runs")
    for name, values in seconds.items():
        print(
            f"  {name:25s} median {np.median(values):6.2f} s, "
            f"{values.min():.2f} to {values.max():.2f}, ratio {np.median(values) / base:.2f}"
        )


if __name__ == "__main__":
    main()
