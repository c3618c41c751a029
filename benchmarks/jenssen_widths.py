"""Is the width of cross-validation too small? Against the best width, where the density is known.

    python benchmarks/jenssen_widths.py [--sets NAME ...] [--output FILE]

For each of 20 draws: the widths of LSCV and AMISE, and the one with the least integrated squared
error for that very draw (`densities.py` of the paper). Keeps set after set in the record.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from record import record_sets
from threadpoolctl import threadpool_limits

from depcluster.papers.jenssen2006 import amise, lscv
from depcluster.reproduction import header, record_path
from depcluster.reproduction.jenssen2006.densities import KNOWN, best_width
from depcluster.search.progress import progress

DRAWS = 20
TRUTH_SEED = 10_000  # the large sample is another one for each draw


def measure(name):
    """Widths of each draw."""
    draw, many = KNOWN[name]
    rows = []
    for seed in progress(range(DRAWS), name, verbose=1):
        X = draw(seed)
        best = best_width(X, many(TRUTH_SEED + seed))
        rows.append({"lscv": lscv(X), "amise": amise(X), "best": best})
    return {rule: [round(row[rule], 5) for row in rows] for rule in rows[0]}


def show(name, row):
    """Median widths, and how often the rules are below the best, as they are printed."""
    best = np.array(row["best"])
    for rule in ("lscv", "amise"):
        ratio = np.array(row[rule]) / best
        print(
            f"{name:36} {rule:5} median {np.median(row[rule]):.3f}, best {np.median(best):.3f}, "
            f"below it in {(ratio < 1).mean():.0%}, by a fifth in {(ratio < 0.8).mean():.0%}, "
            f"above it by a quarter in {(ratio > 1.25).mean():.0%}"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sets", nargs="+", choices=KNOWN, default=list(KNOWN))
    parser.add_argument("--output", type=Path, default=record_path("jenssen2006", "widths"))
    options = parser.parse_args()
    about = {"recorded": header(), "best": "least integrated squared error for that very draw"}
    with threadpool_limits(1):
        for name, row in record_sets(options.sets, measure, options.output, about):
            show(name, row)


if __name__ == "__main__":
    main()
