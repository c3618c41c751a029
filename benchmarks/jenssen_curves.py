"""Figures 2 to 6 of Jenssen 2006 as numbers: error against the width of the window.

    DEPCLUSTER_DATA=folder python benchmarks/jenssen_curves.py [--sets NAME ...] [--output FILE]

The toys are drawn anew for each of 20 seeds, by the fitted recipe and by others that were written
down before any result of theirs was seen (`cases.py` of the paper). Outliers belong to no cluster
and are left out of the errors. Features are taken as they are, not standardised. Prints median and
range over the seeds and keeps set after set in the record.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

import numpy as np
from record import record_sets, rounded
from scipy.spatial.distance import cdist
from threadpoolctl import threadpool_limits

from depcluster.reproduction import header, record_path
from depcluster.reproduction.jenssen2006 import cases
from depcluster.search.progress import progress

TOY_WIDTHS = (0.06, 0.08, 0.1, 0.13, 0.16, 0.2, 0.24, 0.28, 0.34, 0.38, 0.42, 0.46, 0.5)
TOY_WIDTHS += (0.55, 0.6, 0.65, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.4)
FEWER_WIDTHS = (0.06, 0.08, 0.1, 0.16, 0.2, 0.28, 0.34, 0.38, 0.46, 0.5, 0.55, 0.6, 0.65, 0.8)
FEWER_WIDTHS += (1.0, 1.4)
RING_WIDTHS = (0.15, 0.2, 0.25, 0.3, 0.5, 0.7, 1.0, 1.3, 1.6, 1.8, 1.9, 2.0, 2.2)
BREAST_WIDTHS = (0.8, 1.0, 1.3, 1.6, 2.0, 2.3, 2.6, 3.0, 3.5, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0)
PENDIGITS_WIDTHS = (6, 8, 10, 12, 14, 16, 18, 20, 22, 25, 30, 35, 40, 50, 60)
SEEDS = 20
TWO = ("affinity", "laplacian")
# by whether there are outliers, and whether the recipe is the fitted one
METHODS = {
    (False, True): cases.THREE,
    (False, False): TWO,
    (True, True): tuple(cases.METHODS),
    (True, False): (*cases.THREE, "outlier"),
}


def real(file):
    def load(seed):
        folder = os.environ.get("DEPCLUSTER_DATA")
        if not folder:
            raise SystemExit("DEPCLUSTER_DATA must name the folder with the real data sets.")
        held = np.load(Path(folder) / file)
        return held["X"].astype(float), held["y"]

    return load


def drawn(kind, recipe):
    return lambda seed: cases.toy(kind, seed, recipe)


# name: figure, data, widths, seeds, methods, recipe
SETS = {
    "breast": ("5", real("breast_w.npz"), BREAST_WIDTHS, 1, cases.THREE, {}),
    "pendigits": ("5", real("pendigits_test_012.npz"), PENDIGITS_WIDTHS, 1, cases.THREE, {}),
}
for kind, figure in (("dense", "3a"), ("sparse", "3b"), ("rings", "4"), ("outliers", "6")):
    for recipe, options in cases.recipes(kind).items():
        fitted = recipe == "fitted"
        name = kind if fitted else f"{kind}, {recipe}"
        widths = RING_WIDTHS if kind == "rings" else TOY_WIDTHS if fitted else FEWER_WIDTHS
        methods = METHODS[kind == "outliers", fitted]
        SETS[name] = (figure, drawn(kind, recipe), widths, SEEDS, methods, options)


def wrong(y, labels):
    return round(cases.error(y, labels), 5)


def errors_at(rules, X, y):
    """What u = 1 and u = 1/f err at the width of each rule."""
    return {
        rule: {m: wrong(y, cases.METHODS[m](X, int(y.max()) + 1, s).labels) for m in TWO}
        for rule, s in rules.items()
        if s is not None
    }


def measure(name):
    """All curves of a set, (seeds, widths) a method."""
    figure, draw, widths, n_seeds, methods, recipe = SETS[name]
    start = time.perf_counter()
    errors = {method: [] for method in methods}
    changed, found_rules, at_rules, alone = [], [], [], []
    for seed in progress(range(n_seeds), name, verbose=1):
        X, y = draw(seed)
        c = int(y.max()) + 1
        answers = {m: [cases.METHODS[m](X, c, s).labels for s in widths] for m in methods}
        for method in methods:
            errors[method].append([wrong(y, labels) for labels in answers[method]])
        if "njw" in methods:
            pairs = zip(answers["laplacian"], answers["njw"], strict=True)
            changed.append([wrong(ours, theirs) for ours, theirs in pairs])
        found_rules.append(cases.rules(X))
        at_rules.append(errors_at(found_rules[-1], X, y))
        if (y < 0).any():
            distances = cdist(X[y < 0], X)
            alone.append(np.sort(distances, axis=1)[:, 1].min())
    return rounded(
        {
            "figure": figure,
            "recipe": recipe,
            "sigma": list(widths),
            "seeds": n_seeds,
            "rules": found_rules,
            "errors_at_rules": at_rules,
            "errors": errors,
            "laplacian_against_njw": changed,
            "outliers_alone_within": alone,
            "seconds": time.perf_counter() - start,
        }
    )


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
    if row["laplacian_against_njw"]:
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
        "recipes": "no recipe: fitted to the printed numbers; the others were written down before "
        "any result of theirs was seen, each moving one thing of the fitted one",
        "timing": "one BLAS thread",
    }
    with threadpool_limits(1):
        for name, row in record_sets(options.sets, measure, options.output, about):
            show(name, row)


if __name__ == "__main__":
    main()
