"""How long numerical taxonomy clustering takes: the faces, and thousands of samples.

    python benchmarks/taxonomy_speed.py [--samples 5000] [--clusters 20]

One BLAS thread. The budget: 0.5 s a start for 185 faces and 9 clusters, 15 s for one start with
the kernel matrix at 5000 samples and 20 clusters.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from sklearn.datasets import make_blobs
from threadpoolctl import threadpool_limits

from depcluster.datasets import make_faces
from depcluster.kernels import kernel_matrix
from depcluster.papers.blaschko2008 import numerical_taxonomy
from depcluster.reproduction import header
from depcluster.trees import fit_tree_metric

LOOPS = [("tree", "nni"), ("tree", "nj"), ("tree", "objective"), ("free", "nni")]


def timed(run):
    """Seconds on the clock, seconds of processor time and what came out."""
    clock, processor = time.perf_counter(), time.process_time()
    result = run()
    return time.perf_counter() - clock, time.process_time() - processor, result


def faces(difficulty, n_init):
    images, _, _ = make_faces(difficulty=difficulty)
    K = kernel_matrix(images.reshape(len(images), -1))
    for structure, tree_fit in LOOPS:
        seconds, processor, found = timed(
            lambda s=structure, t=tree_fit: numerical_taxonomy(
                K, 9, structure=s, tree_fit=t, n_init=n_init, random_state=0
            )
        )
        print(
            f"faces, difficulty {difficulty}, {structure} {tree_fit}: {seconds / n_init:.3f} s a "
            f"start ({processor / n_init:.3f} s of processor), {found.n_iter} turns"
        )


def many(m, c, spread):
    X, _ = make_blobs(m, n_features=20, centers=c, cluster_std=spread, random_state=0)
    kernel, processor, K = timed(lambda: kernel_matrix(X))
    print(f"m={m} c={c} spread {spread}: kernel {kernel:.1f} s ({processor:.1f} s of processor)")
    for structure, tree_fit in LOOPS:
        seconds, processor, found = timed(
            lambda s=structure, t=tree_fit: numerical_taxonomy(
                K, c, structure=s, tree_fit=t, n_init=1, random_state=0
            )
        )
        print(
            f"  {structure} {tree_fit}: {seconds:.1f} s one start ({processor:.1f} s of "
            f"processor), {found.n_iter} turns, {found.stopped}"
        )


def trees():
    for n in (9, 20, 40):
        points = np.random.default_rng(0).normal(size=(n, n))
        D = np.linalg.norm(points[:, None] - points, axis=2)
        for method in ("nj", "nni"):
            seconds, processor, tree = timed(lambda D=D, m=method: fit_tree_metric(D, method=m))
            print(
                f"tree of {n} leaves, {method}: {1000 * seconds:.1f} ms "
                f"({1000 * processor:.1f} ms of processor), misfit {tree.misfit(D):.4f}"
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--samples", type=int, default=5000)
    parser.add_argument("--clusters", type=int, default=20)
    args = parser.parse_args()
    print(header())
    with threadpool_limits(limits=1):
        trees()
        for difficulty in (1.0, 2.0):
            faces(difficulty, n_init=10)
        for spread in (3.0, 6.0):
            many(args.samples, args.clusters, spread)


if __name__ == "__main__":
    main()
