"""The recorded studies of Jenssen 2006: error over width, and the widths of rules.

    DEPCLUSTER_DATA=folder python benchmarks/jenssen_studies.py [--sets NAME ...]

Curves (Figures 2 to 6): the toys are drawn anew for each of 20 seeds by every recipe of
`experiments.py`; outliers belong to no cluster and count in no error; features of the real data are
taken as they are. Densities (section III-B): in each draw the widths of LSCV and AMISE and the one
with the least squared error for that very draw. Each set is recorded as soon as it is done.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from depcluster._utils.progress import progress, say
from depcluster.papers.jenssen2006 import amise, lscv
from depcluster.reproduction import record
from depcluster.reproduction.jenssen2006 import experiments as ex

FILES = {"breast": "breast_w.npz", "pendigits": "pendigits_test_012.npz"}
TRUTH_SEED = 10_000  # the large sample of a density is another one for each draw
SETS = {ex.set_name(kind, of): (kind, of) for kind, recipes in ex.RECIPES.items() for of in recipes}
SETS |= {kind: (kind, "fitted") for kind in FILES}


def draws_of(kind, recipe):
    """X and y of each draw; one of real data."""
    if kind not in FILES:
        return [ex.toy(kind, seed, recipe) for seed in range(ex.SEEDS)]
    folder = os.environ.get("DEPCLUSTER_DATA")
    if not folder:
        raise SystemExit("DEPCLUSTER_DATA must name the folder with the real data sets.")
    held = np.load(Path(folder) / FILES[kind])
    return [(held["X"].astype(float), held["y"])]


def measure(name):
    """The rows of a set of curves."""
    kind, recipe = SETS[name]
    methods, sigma = ex.methods_of(kind, recipe), ex.widths_of(kind, recipe)
    errors, rules, at_rules = {method: [] for method in methods}, [], []
    draws = draws_of(kind, recipe)

    def wrong(method, X, y, s):
        return round(ex.error(y, ex.METHODS[method](X, int(y.max()) + 1, s)), 5)

    for X, y in progress(draws, name, verbose=1):
        for method in methods:
            errors[method].append([wrong(method, X, y, s) for s in sigma])
        rules.append(ex.rules(X))
        if kind in ("dense", "sparse", "rings"):
            at_rules.append({rule: wrong("laplacian", X, y, s) for rule, s in rules[-1].items()})
    for method, E in errors.items():
        yield name, "paper", method, "error", np.array(E) if len(E) > 1 else E[0]
    for rule in ("amise", "lscv"):
        yield name, "", rule, "width", [found[rule] for found in rules]
    for rule in at_rules[0] if at_rules else ():
        yield name, "paper", "laplacian", f"error at {rule}", [found[rule] for found in at_rules]


def measure_density(name):
    """The widths of each draw from a known density."""
    draw, many = ex.KNOWN[name]
    found = {"lscv": [], "amise": [], "best": []}
    for seed in progress(range(ex.SEEDS), name, verbose=1):
        X = draw(seed)
        best = ex.best_width(X, many(TRUTH_SEED + seed))
        for rule, width in (("lscv", lscv(X)), ("amise", amise(X)), ("best", best)):
            found[rule].append(round(width, 5))
    return [(name, "", rule, "width", widths) for rule, widths in found.items()]


def main():
    names = [*SETS, *ex.KNOWN]
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sets", nargs="+", choices=names, default=names)
    with threadpool_limits(1):
        for name in parser.parse_args().sets:
            known = name in ex.KNOWN
            rows = list((measure_density if known else measure)(name))
            record(ex.DENSITIES if known else ex.CURVES, rows)
            say(f"{name}: {'; '.join(f'{of} {np.mean(values):.3f}' for *_, of, _, values in rows)}")


if __name__ == "__main__":
    main()
