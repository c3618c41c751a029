"""How fast LSMI is, as ratios from one run.

    python benchmarks/lsmi_speed.py

The pseudo-code of Figure 3 of Sugiyama 2011 in NumPy, with H^(y) computed anew for every width,
regulariser, fold and class, against `LsmiPlan`, which computes all that knows no labels once.
Then the plan and ten labellings at n = 5000, c = 10: what choosing among ten kernels costs.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.datasets import make_blobs
from threadpoolctl import threadpool_limits

from depcluster.papers.sugiyama2011 import LsmiPlan, gaussian
from depcluster.reproduction import header


def fit(D, y, z, gamma, delta, c):
    """theta^(y) of eq. (13) for every class; D holds squared distances, samples by centres."""
    n, theta = len(y), np.zeros(D.shape[1])
    for label in range(c):
        own = z == label
        L = gaussian(D[:, own], gamma)
        H = np.count_nonzero(y == label) / n**2 * L.T @ L
        h = L[y == label].sum(axis=0) / n
        theta[own] = np.linalg.solve(H + delta * np.eye(len(h)), h)
    return theta


def error(D, y, z, theta, gamma, c):
    """Half the mean of r^2 over all pairs less the mean of r over the samples."""
    n = len(y)
    r = gaussian(D, gamma) @ (theta[:, None] * (z[:, None] == np.arange(c)))
    squares = (r**2).sum(axis=0) @ np.bincount(y, minlength=c)
    return squares / (2 * n**2) - r[np.arange(n), y].sum() / n


def literal(plan, y, c):
    """LSMI of one labelling by Figure 3, with the centres and folds of the plan."""
    bases = plan.bases
    D, z = cdist(bases.X, bases.X[bases.centres], "sqeuclidean"), y[bases.centres]
    cv = np.zeros((len(bases.gammas), len(plan.deltas)))
    for g, gamma in enumerate(bases.gammas):
        for k, delta in enumerate(plan.deltas):
            for m in range(bases.n_folds):
                held, kept = bases.folds == m, bases.folds[bases.centres] != m
                train = D[np.ix_(~held, kept)]
                theta = fit(train, y[~held], z[kept], gamma, delta, c)
                cv[g, k] += error(D[np.ix_(held, kept)], y[held], z[kept], theta, gamma, c)
    g, k = np.unravel_index(cv.argmin(), cv.shape)
    theta = fit(D, y, z, bases.gammas[g], plan.deltas[k], c)
    return -error(D, y, z, theta, bases.gammas[g], c) - 0.5


def labellings(y, c, number):
    """The true labels and ever noisier ones, as candidates of a model selection."""
    rng = np.random.default_rng(0)
    noise = np.linspace(0, 0.9, number)
    return [np.where(rng.random(len(y)) < p, rng.integers(0, c, len(y)), y) for p in noise]


def timed(run):
    start = time.perf_counter()
    result = run()
    return time.perf_counter() - start, result


def samples(n, c, d):
    X, y = make_blobs(n, n_features=d, centers=c, cluster_std=6.0, random_state=0)
    return (X - X.mean(axis=0)) / X.std(axis=0), y


def compare(n, c, d):
    X, y = samples(n, c, d)
    setup, plan = timed(lambda: LsmiPlan(X, random_state=0))
    fast, found = timed(lambda: plan.value(y, c))
    slow, value = timed(lambda: literal(plan, y, c))
    print(f"n={n} c={c} d={d}: literal {slow:.2f} s, plan {setup:.2f} s, value {fast:.3f} s;")
    print(f"  ratio with the plan {slow / (setup + fast):.0f}, once it stands {slow / fast:.0f};")
    print(f"  LSMI {found.value:.6f}, difference {abs(found.value - value):.1e}")


def ten_candidates(n, c, d):
    X, y = samples(n, c, d)
    labels = labellings(y, c, 10)
    setup, plan = timed(lambda: LsmiPlan(X, random_state=0))
    seconds, values = timed(lambda: [plan.value(z, c).value for z in labels])
    print(f"ten candidates, n={n} c={c} d={d}: plan {setup:.2f} s + {seconds:.2f} s")
    print("  LSMI", " ".join(f"{value:.3f}" for value in values))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--samples", type=int, default=5000)
    parser.add_argument("--clusters", type=int, default=10)
    parser.add_argument("--features", type=int, default=256)
    args = parser.parse_args()
    print(header())
    with threadpool_limits(limits=1):
        compare(1000, 4, 2)
        compare(args.samples, args.clusters, args.features)
        ten_candidates(args.samples, args.clusters, args.features)


if __name__ == "__main__":
    main()
