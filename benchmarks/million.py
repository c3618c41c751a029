"""CLUHSIC on a million samples through a low-rank factor.

    python benchmarks/million.py [--samples 1000000] [--rank 50]

Ten round groups in ten dimensions. Prints the time of the factor and of the search, the peak
memory of the process, and the agreement with the groups; then, on a part where the whole
kernel matrix fits, the agreement of low rank and full.
"""

from __future__ import annotations

import argparse
import resource
import time

from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score

from depcluster import CLUHSIC, median_rule
from depcluster.reproduction import header

SEED = 0


def fit(X, gamma, rank, n_init):
    start = time.perf_counter()
    model = CLUHSIC(10, gamma=gamma, rank=rank, n_init=n_init, random_state=SEED).fit(X)
    return model, time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--samples", type=int, default=1_000_000)
    parser.add_argument("--rank", type=int, default=50)
    options = parser.parse_args()
    print(header())
    X, y = make_blobs(options.samples, 10, centers=10, cluster_std=2.5, random_state=SEED)
    gamma = median_rule(X)
    model, seconds = fit(X, gamma, options.rank, n_init=1)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    ari = adjusted_rand_score(y, model.labels_)
    print(f"m = {len(X)}, rank {options.rank}: {seconds:.1f} s, peak {memory:.2f} GB, ", end="")
    print(f"ARI {ari:.4f}")
    part = slice(0, 3000)
    for name, rank in (("low rank", options.rank), ("full kernel", None)):
        model, seconds = fit(X[part], gamma, rank, n_init=10)
        ari = adjusted_rand_score(y[part], model.labels_)
        print(f"m = 3000, {name}: {seconds:.2f} s, ARI {ari:.4f}")


if __name__ == "__main__":
    main()
