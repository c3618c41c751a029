"""How often the labels come out in the right order, start by start.

    python benchmarks/label_order.py [--seeds 20]

Data on a ring, a chain and a tree, clustered with the label kernel of that shape. "Right" is
an objective within a relative 1e-9 of the true partition's in its best order, or above it.
Compared are one and ten random starts with search alone, one spectral start with order
matching, and ten searches as ``init="auto"`` makes them.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from sklearn.utils import check_random_state

from depcluster import kernel_matrix
from depcluster.kernels import Dense
from depcluster.labels import chain, ring, tree
from depcluster.reproduction import header
from depcluster.search import Normalized, Problem, best_runs, climb, polish, random_labels


def ring_of_ten(rng):
    angle = 2 * np.pi * np.repeat(np.arange(10), 30) / 10
    X = 3 * np.column_stack([np.cos(angle), np.sin(angle)])
    return X + 0.25 * rng.standard_normal(X.shape), np.repeat(np.arange(10), 30), ring(10)


def chain_of_eight(rng):
    y = np.repeat(np.arange(8), 30)
    X = np.column_stack([2.0 * y, np.zeros(len(y))])
    return X + 0.35 * rng.standard_normal(X.shape), y, chain(8)


def tree_of_eight(rng):
    y = np.repeat(np.arange(8), 30)
    bits = (y[:, None] >> np.array([2, 1, 0])) & 1
    X = (2.0 * bits - 1) * np.array([6.0, 3.0, 1.4])
    return X + 0.35 * rng.standard_normal(X.shape), y, tree((2, 2, 2))


def random_search(problem, n_starts, rng):
    best = -np.inf
    for _ in range(n_starts):
        start = random_labels(problem.gram.shape[0], problem.n_clusters, rng)
        *_, last = climb(problem, start)
        best = max(best, last.objective)
    return best


def auto(problem, vectors, init, n_init, rng):
    *_, (_, best) = best_runs(problem, init, n_init, rng, vectors=vectors)
    return best.objective


def compare(name, make, n_seeds):
    methods = {
        "random x1": lambda p, v, r: random_search(p, 1, r),
        "random x10": lambda p, v, r: random_search(p, 10, r),
        "spectral + matching": lambda p, v, r: auto(p, v, "spectral", 1, r),
        "auto, 10 searches": lambda p, v, r: auto(p, v, "auto", 10, r),
    }
    right, seconds = dict.fromkeys(methods, 0), dict.fromkeys(methods, 0.0)
    for seed in range(n_seeds):
        X, y, A = make(np.random.default_rng(seed))
        problem = Problem(Dense(kernel_matrix(X)), Normalized(A), len(A))
        truth = polish(problem, y, check_random_state(0)).objective
        vectors = problem.spectrum(len(A) - 1)[1]
        for method, run in methods.items():
            start = time.perf_counter()
            J = run(problem, vectors, check_random_state(seed))
            seconds[method] += time.perf_counter() - start
            right[method] += J >= truth * (1 - 1e-9)
    for method in methods:
        share, mean = right[method] / n_seeds, seconds[method] / n_seeds
        print(f"{name:8s} {method:20s} right {share:.2f}   {mean:.2f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seeds", type=int, default=20)
    n_seeds = parser.parse_args().seeds
    print(header())
    for name, make in (("ring", ring_of_ten), ("chain", chain_of_eight), ("tree", tree_of_eight)):
        compare(name, make, n_seeds)


if __name__ == "__main__":
    main()
