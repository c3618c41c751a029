"""How often `compare_designs` names the right design, and `design_test` finds an order.

Each run draws clusters of 10 to 20 rows around centres that lie on a design, nearest ones one step
apart, or anywhere. All six designs are compared; the test, with 39 references, is of the right
one, or of a chain, a ring and a fork where there is none.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.cluster import KMeans

from depcluster import compare_designs, design_test, kernel_matrix
from depcluster.labels import chain, graph, preset, ring

from . import heaps_and_clusters as drawn

RECORD = drawn.FOLDER / "designs.csv"
LEVEL, REFERENCES, DRAWS = 0.05, 39, 12
LAID, NOISE, BEND = 0.15, 0.3, 0.45  # deviations, in steps: of centres, rows, directions


def path(*nodes):
    return list(pairwise(nodes))


def fork(c):
    """Three arms, as even as possible, that begin at node 0."""
    return [e for arm in np.array_split(np.arange(1, c), 3) for e in path(0, *arm.tolist())]


def double_fork(c):
    """A path with two arms at either end; its edges lead away from node 0, one of the ends."""
    spine, *arms = np.split(np.arange(c), (c - 4 * (c // 5)) + c // 5 * np.arange(4))
    ends = spine[[0, 0, -1, -1]].tolist()
    edges = path(*spine.tolist())
    return edges + [e for end, a in zip(ends, arms, strict=True) for e in path(end, *a.tolist())]


def loop_with_tail(c):
    r = c - c // 3
    return [*path(*range(r), 0), *path(*range(r - 1, c))]


def unit(v):
    return v / np.linalg.norm(v)


def grown(edges, c, d, rng):
    """Centres of a tree: every edge one step on in a direction that bends, branches spread out."""
    at, towards = np.zeros((c, d)), {0: unit(rng.standard_normal(d))}
    for a in range(c):
        after = [l for j, l in edges if j == a]
        k = len(after) + (a > 0)
        e = unit(towards[a])
        other = rng.standard_normal(d)
        other = unit(other - other @ e * e)
        for n, b in enumerate(after):
            turn = np.pi * (a > 0) + 2 * np.pi * (n + (a > 0)) / k
            way = np.cos(turn) * e + np.sin(turn) * other
            towards[b] = unit(way + BEND * rng.standard_normal(d) / np.sqrt(d))
            at[b] = at[a] + towards[b]
    return at


def flat(points, d):
    return np.column_stack([points, np.zeros((len(points), d - 2))])


def on_circle(r):
    turn = 2 * np.pi * np.arange(r) / r
    return np.column_stack([np.cos(turn), np.sin(turn)]) / (2 * np.sin(np.pi / r))


def looped(c, d, rng):
    circle = on_circle(c - c // 3)
    tail = circle[-1] + np.arange(1, c // 3 + 1)[:, None] * unit(circle[-1])
    return flat(np.vstack([circle, tail]), d)


def cells(c):
    rows = max(r for r in range(1, int(c**0.5) + 1) if c % r == 0)
    return np.argwhere(np.ones((rows, c // rows)))


def of_tree(edges):
    return lambda c, d, rng: grown(edges(c), c, d, rng)


DESIGNS = {
    "chain": (chain, of_tree(lambda c: path(*range(c)))),
    "ring": (ring, lambda c, d, rng: flat(on_circle(c), d)),
    "fork": (lambda c: graph(fork(c)), of_tree(fork)),
    "double fork": (lambda c: graph(double_fork(c)), of_tree(double_fork)),
    "loop with a tail": (lambda c: graph(loop_with_tail(c)), looped),
    "grid": (partial(preset, "grid"), lambda c, d, rng: flat(cells(c), d)),
}


def normal(c, d, rng):
    return rng.standard_normal((c, d))


def stretched(c, d, rng):
    return rng.standard_normal((c, d)) * 0.8 ** np.arange(d)


def cube(c, d, rng):
    return rng.uniform(size=(c, d))


ANYWHERE = {f"{made.__name__} centres": made for made in (normal, stretched, cube)}
HEAP = "a heap that k-means cuts"
SETS = [*DESIGNS, *ANYWHERE, HEAP]


def draw(set, c, d, rng):
    """Rows and their clusters."""
    if set == HEAP:
        X = rng.standard_normal((15 * c, d))
        return X, KMeans(c, n_init=4, random_state=0).fit_predict(X)
    if set in DESIGNS:
        centres = DESIGNS[set][1](c, d, rng) + LAID * rng.standard_normal((c, d)) * np.sqrt(2 / d)
    else:
        centres = ANYWHERE[set](c, d, rng)
        away = cdist(centres, centres) + np.diag(np.full(c, np.inf))
        centres = centres / np.median(away.min(axis=0))
    y = rng.permutation(np.repeat(rng.permutation(c), rng.integers(10, 21, c)))
    return centres[y] + NOISE * rng.standard_normal((len(y), d)) * np.sqrt(3 / d), y


def measure(set, n_clusters, columns, draws=None):
    """The shares of runs in which the design is right, undecided and wrong, and some is found."""
    ordered, c = set in DESIGNS, n_clusters
    designs = {name: of(c) for name, (of, _) in DESIGNS.items()}
    tested = [designs[set]] if ordered else [designs[name] for name in ("chain", "ring", "fork")]
    draws = draws or DRAWS
    verdicts, p = [], []
    for seed in range(draws):
        X, y = draw(set, c, columns, np.random.default_rng(seed))
        if ordered:
            verdicts.append(compare_designs(kernel_matrix(X), y, designs, verbose=0).winner)
        p += [
            design_test(X, y, A, n_references=REFERENCES, random_state=seed, verbose=0).pvalue
            for A in tested
        ]
    verdicts = ["right" if v == set else "wrong" if v else "undecided" for v in verdicts]
    told = {v: round(verdicts.count(v) / draws, 4) for v in ("right", "undecided", "wrong")}
    found = round(float(np.mean(np.array(p) <= LEVEL + 1e-9)), 4)
    return {"draws": draws} | (told if ordered else dict.fromkeys(told, "")) | {"found": found}


def run(names, n_draws):
    """Record all sets or some; a few draws are only printed."""
    cells = [
        {"set": name, "n_clusters": c, "columns": d}
        for name in names or SETS
        for c in ((9,) if name in DESIGNS else (5, 9, 15))
        for d in ((2, 10) if name in DESIGNS else (2, 5, 20))
    ]
    drawn.record(RECORD, cells, partial(measure, draws=n_draws), kept=n_draws is None)
