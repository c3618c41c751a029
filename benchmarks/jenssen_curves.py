"""Figures 2 to 6 of Jenssen 2006 as numbers: error against the width of the window.

    DEPCLUSTER_DATA=folder python benchmarks/jenssen_curves.py [--sets NAME ...] [--output FILE]

The toys are drawn anew for each seed, so every curve comes with a band. Outliers belong to no
cluster and are left out of the errors. Features are taken as they are, not standardised. Prints
median and range over the seeds and keeps set after set in the record.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

import numpy as np
from record import record_sets
from scipy.optimize import linear_sum_assignment
from scipy.spatial.distance import cdist
from sklearn.metrics.cluster import contingency_matrix
from threadpoolctl import threadpool_limits

from depcluster.datasets import add_outliers, make_crescents, make_three_rings
from depcluster.papers.baselines import njw
from depcluster.papers.jenssen2006 import (
    amise,
    angle_clustering,
    laplacian_weights,
    lscv,
    scale_free_outlier_weights,
    window_kernel,
)
from depcluster.progress import progress
from depcluster.reproduction import header, record_path

TOY_WIDTHS = (0.06, 0.08, 0.1, 0.13, 0.16, 0.2, 0.24, 0.28, 0.34, 0.38, 0.42, 0.46, 0.5)
TOY_WIDTHS += (0.55, 0.6, 0.65, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.4)
RING_WIDTHS = (0.15, 0.2, 0.25, 0.3, 0.5, 0.7, 1.0, 1.3, 1.6, 1.8, 1.9, 2.0, 2.2)
BREAST_WIDTHS = (0.8, 1.0, 1.3, 1.6, 2.0, 2.3, 2.6, 3.0, 3.5, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0)
PENDIGITS_WIDTHS = (6, 8, 10, 12, 14, 16, 18, 20, 22, 25, 30, 35, 40, 50, 60)

METHODS = {
    "affinity": lambda X, c, s: angle_clustering(X, c, sigma=s, weighting="affinity"),
    "laplacian": lambda X, c, s: angle_clustering(X, c, sigma=s, weighting="laplacian"),
    "njw": lambda X, c, s: njw(X, c, sigma=s),
    "outlier": lambda X, c, s: angle_clustering(X, c, sigma=s, weighting="outlier"),
    "scale_free_outlier": lambda X, c, s: angle_clustering(
        X, c, sigma=s, weighting=scale_free_outlier_weights
    ),
}
THREE = ("affinity", "laplacian", "njw")


def real(file):
    def load(seed):
        folder = os.environ.get("DEPCLUSTER_DATA")
        if not folder:
            raise SystemExit("DEPCLUSTER_DATA must name the folder with the real data sets.")
        held = np.load(Path(folder) / file)
        return held["X"].astype(float), held["y"]

    return load


def with_outliers(seed):
    return add_outliers(*make_crescents(random_state=seed), random_state=seed)


# name: figure, data, widths, seeds, methods
SETS = {
    "dense": ("3a", lambda k: make_crescents(random_state=k), TOY_WIDTHS, 10, THREE),
    "sparse": ("3b", lambda k: make_crescents((209, 21), random_state=k), TOY_WIDTHS, 10, THREE),
    "rings": ("4", lambda k: make_three_rings(random_state=k), RING_WIDTHS, 6, THREE),
    "breast": ("5", real("breast_w.npz"), BREAST_WIDTHS, 1, THREE),
    "pendigits": ("5", real("pendigits_test_012.npz"), PENDIGITS_WIDTHS, 1, THREE),
    "outliers": ("6", with_outliers, TOY_WIDTHS, 10, tuple(METHODS)),
}


def differing(y, labels):
    """Share of samples, those with y >= 0, that no renaming of the clusters brings to agree."""
    table = contingency_matrix(y[y >= 0], labels[y >= 0])
    right = table[linear_sum_assignment(table, maximize=True)].sum()
    return round(1 - right / (y >= 0).sum(), 5)


def rules(X):
    """The widths the rules choose; none where cross-validation has no minimum."""
    wide = amise(X)
    try:
        narrow = lscv(X)
    except ValueError:
        return {"amise": wide, "lscv": None, "mean": None}
    return {"amise": wide, "lscv": narrow, "mean": (wide + narrow) / 2}


def weights(X, y, sigma=0.5):
    """Figure 3(c): weights 1/f of each class in units of the median, smallest to largest."""
    u = laplacian_weights(X, window_kernel(X, sigma=sigma))
    u /= np.median(u)
    return [np.quantile(u[y == k], [0, 0.5, 1]).tolist() for k in range(y.max() + 1)]


def measure(name):
    """All curves of a set, (seeds, widths) a method."""
    figure, draw, widths, n_seeds, methods = SETS[name]
    start = time.perf_counter()
    errors = {method: [] for method in methods}
    changed, found_rules, heavy, alone = [], [], [], []
    for seed in progress(range(n_seeds), name, verbose=1):
        X, y = draw(seed)
        c = int(y.max()) + 1
        answers = {m: [METHODS[m](X, c, s).labels for s in widths] for m in methods}
        for method in methods:
            errors[method].append([differing(y, labels) for labels in answers[method]])
        pairs = zip(answers["laplacian"], answers["njw"], strict=True)
        changed.append([differing(ours, theirs) for ours, theirs in pairs])
        found_rules.append(rules(X))
        heavy.append(weights(X, y))
        if (y < 0).any():
            distances = cdist(X[y < 0], X)
            alone.append(np.sort(distances, axis=1)[:, 1].min())
    return {
        "figure": figure,
        "sigma": list(widths),
        "seeds": n_seeds,
        "rules": found_rules,
        "errors": errors,
        "laplacian_against_njw": changed,
        "weights_at_half": heavy,
        "outliers_alone_within": alone,
        "seconds": time.perf_counter() - start,
    }


def show(name, row):
    """Median and range of each curve, as they are printed."""
    first = row["rules"][0]
    print(f"\n{name} (Fig. {row['figure']}), {row['seeds']} seeds, {row['seconds']:.0f} s")
    print("  rules, seed 0:", {k: v and round(v, 3) for k, v in first.items()})
    print("  sigma      ", *(f"{s:5g}" for s in row["sigma"]))
    for method, curves in row["errors"].items():
        for label, of in (("median", np.median), ("worst", np.max)):
            values = of(np.array(curves), axis=0)
            print(f"  {method[:11]:11s}", *(f"{v:5.3f}" for v in values), label)
    same = (np.array(row["laplacian_against_njw"]) == 0).mean()
    print(f"  laplacian and njw agree on every sample in {100 * same:.0f} % of the fits")
    if row["outliers_alone_within"]:
        ends = np.array(row["outliers_alone_within"]) / 3
        print(f"  an outlier has a neighbour within 3 sigma from {ends.min():.2f}-{ends.max():.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sets", nargs="+", choices=SETS, default=list(SETS))
    parser.add_argument("--output", type=Path, default=record_path("jenssen2006", "curves"))
    options = parser.parse_args()
    print(header())
    about = {
        "recorded": header(),
        "error": "share of samples no renaming of clusters brings to agree, outliers left out",
        "timing": "one BLAS thread",
    }
    with threadpool_limits(1):
        for name, row in record_sets(options.sets, measure, options.output, about):
            show(name, row)


if __name__ == "__main__":
    main()
