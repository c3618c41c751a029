"""How fast the local search is, as ratios from one run.

    python benchmarks/search.py

From one start at m = 2000, c = 10 with K given: this package, a literal Algorithm 1 of Song
2007 with incremental updates in NumPy, and, where it is installed, tslearn's KernelKMeans. Then
one screening pass over m = 10,000 against the matrix products that it cannot do without.
"""

from __future__ import annotations

import argparse
import statistics
import time

import numpy as np
from sklearn.datasets import make_blobs
from versions import header

from depcluster import kernel_matrix
from depcluster.kernels import Dense, centre
from depcluster.labels import plain, ring
from depcluster.search import Normalized, Problem, climb
from depcluster.search.local_search import _State


def algorithm_1(K, A, labels, tol=1e-10):
    """Song's Algorithm 1, normalised, point by point, G and S updated with each move."""
    labels = labels.copy()
    c = len(A)
    Pi = np.eye(c)[labels]
    n, G = Pi.sum(axis=0), K @ Pi
    S = Pi.T @ G
    loops, changed = 0, True
    while changed:
        loops += 1
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
    return labels, float((A * S / np.sqrt(np.outer(n, n))).sum()), loops


def moved(S, n, g, k, a, b):
    """Block sums and sizes after one move, ``S' = S + (e_b - e_a) g' + ...``."""
    e = np.zeros(len(n))
    e[b] += 1
    e[a] -= 1
    return S + np.outer(e, g) + np.outer(g, e) + k * np.outer(e, e), n + e


def objective_after(A, S, n, g, k, a, b):
    S, n = moved(S, n, g, k, a, b)
    return (A * S / np.sqrt(np.outer(n, n))).sum()


def timed(run, repeats):
    seconds, result = [], None
    for _ in range(repeats):
        start = time.perf_counter()
        result = run()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds), result


def ours(K, A, labels):
    *_, last = climb(Problem(Dense(K), Normalized(A), len(A)), labels)
    return last.labels, last.objective


def tslearn_kernel_kmeans(K, c):
    """tslearn's KernelKMeans on the same kernel matrix, from a random start of its own."""
    try:
        from tslearn.clustering import KernelKMeans
    except ImportError:
        return None
    model = KernelKMeans(c, kernel="linear", n_init=1, random_state=0, max_iter=300, tol=1e-10)
    model._get_kernel = lambda X, Y=None: K
    return model.fit(np.zeros((len(K), 2, 1))).labels_


def compare_searches(m, c, repeats):
    X, _ = make_blobs(m, n_features=8, centers=c, cluster_std=4.0, random_state=0)
    K = kernel_matrix(X)
    Kc = centre(K)
    labels = np.random.default_rng(0).permutation(np.arange(m) % c)
    for name, A in (("plain", plain(c)), ("ring", ring(c))):
        t, (_, J) = timed(lambda A=A: ours(K, A, labels), repeats)
        t1, (_, J1, loops) = timed(lambda A=A: algorithm_1(Kc, A, labels), 1)
        print(f"{name:6s} m={m} c={c}: ours {t:.3f} s, J {J:.4f}; Algorithm 1 {t1:.2f} s,")
        print(f"       J {J1:.4f} in {loops} loops; ratio {t1 / t:.1f}")
    found = tslearn_kernel_kmeans(K, c)
    if found is None:
        print("tslearn is not installed: pip install tslearn")
        return
    t, (_, J) = timed(lambda: ours(K, plain(c), labels), repeats)
    t2, found = timed(lambda: tslearn_kernel_kmeans(K, c), repeats)
    J2 = _State(Problem(Dense(K), Normalized(plain(c)), c), found).J
    print(f"tslearn KernelKMeans(n_init=1): {t2:.3f} s, J {J2:.4f}; ratio {t2 / t:.1f}")


def screening_pass(m, c, repeats):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(m, 4))
    problem = Problem(Dense(kernel_matrix(X, gamma=0.3)), Normalized(ring(c)), c)
    state = _State(problem, np.arange(m) % c)
    G = np.ascontiguousarray(state.gram.scores(state.sums, slice(None)))
    rows = [np.ascontiguousarray(G[state.labels == a]) for a in range(c)]
    D = rng.normal(size=(c, c))
    whole, _ = timed(state.best_gains, repeats)
    full, _ = timed(lambda: [G @ D for _ in range(c)], repeats)
    own, _ = timed(lambda: [part @ D for part in rows], repeats)
    print(f"screening pass m={m} c={c}: {1e3 * whole:.2f} ms")
    print(f"  ratio to c products G @ (c, c), {1e3 * full:.2f} ms: {whole / full:.1f}")
    print(f"  ratio to the rows of each cluster only, {1e3 * own:.2f} ms: {whole / own:.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--samples", type=int, default=2000)
    parser.add_argument("--clusters", type=int, default=10)
    parser.add_argument("--repeats", type=int, default=7)
    args = parser.parse_args()
    print(header())
    compare_searches(args.samples, args.clusters, args.repeats)
    screening_pass(10_000, args.clusters, 5 * args.repeats)


if __name__ == "__main__":
    main()
