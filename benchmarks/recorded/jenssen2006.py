"""Error over width, and the widths of rules, of Jenssen 2006.

Curves (Figures 2 to 6): the toys are drawn anew for each seed by every recipe of `experiments`;
outliers belong to no cluster and count in no error; features of the real data, which have one draw,
are taken as they are. Densities (section III-B): in each draw the widths of LSCV and AMISE and the
one with the least squared error for that very draw.
"""

from __future__ import annotations

from depcluster.papers.jenssen2006 import amise, lscv
from depcluster.reproduction.datasets import load_real
from depcluster.reproduction.jenssen2006 import experiments as ex

TRUTH_SEED = 10_000  # the large sample of a density is another one for each draw
REAL = ("breast", "pendigits")
SETS = {ex.set_name(kind, of): (kind, of) for kind, recipes in ex.RECIPES.items() for of in recipes}
SETS |= {kind: (kind, "fitted") for kind in REAL}


def curves(name, seed):
    kind, recipe = SETS[name]
    if kind in REAL and seed:
        return
    X, y = load_real(kind) if kind in REAL else ex.toy(kind, seed, recipe)

    def wrong(method, s):
        return round(ex.error(y, ex.METHODS[method](X, int(y.max()) + 1, s)), 5)

    for method in ex.methods_of(kind, recipe):
        errors = [wrong(method, s) for s in ex.widths_of(kind, recipe)]
        yield "paper", method, "error", errors
    rules = ex.rules(X)
    for rule in ("amise", "lscv"):
        yield "", rule, "width", rules[rule]
    for rule, s in rules.items() if kind in ("dense", "sparse", "rings") else ():
        yield "paper", "laplacian", f"error at {rule}", wrong("laplacian", s)


def densities(name, seed):
    draw, many = ex.KNOWN[name]
    X = draw(seed)
    best = ex.best_width(X, many(TRUTH_SEED + seed))
    for rule, width in (("lscv", lscv(X)), ("amise", amise(X)), ("best", best)):
        yield "", rule, "width", round(width, 5)


PARTS = {ex.CURVES: (curves, list(SETS)), ex.DENSITIES: (densities, list(ex.KNOWN))}
