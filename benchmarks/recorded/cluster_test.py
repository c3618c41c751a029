"""How often `cluster_test` finds clusters where there are some, and where there are none.

Each run draws 120 samples and tests them at 5 %, with 19 references: 100 runs as the test is by
default, 40 each with the wider kernel and with the other kinds of samples without clusters.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from depcluster import cluster_test

from . import heaps_and_clusters as drawn

RECORD = drawn.FOLDER / "cluster_test.csv"
LEVEL, DRAWS, OTHERS = 0.05, 100, 40
SETTINGS = {
    "default": {},
    "wide": {"gamma": "mean"},
    "gaussian": {"null": "gaussian"},
    "unimodal": {"null": "unimodal"},
}
# By name, what draws samples, the numbers of clusters asked for, and whether there are clusters.
SETS = {name: (draw, (2, 3), False) for name, draw in drawn.HEAPS.items()}
SETS |= {name: (draw, (2, 3), True) for name, draw in drawn.RING.items()}
SETS |= {name: (draw, (2,), True) for name, draw in (drawn.TWO | drawn.MOONS).items()}
SETS |= {f"three blobs, {d} apart": (drawn.blobs(3, d), (3,), True) for d in (3, 4)}
SETS |= {name: (draw, (2,), True) for name, draw in (drawn.IRIS | drawn.DIGITS).items()}
SETS |= {name: (draw, (2, 3), True) for name, draw in drawn.WINE.items()}
SETS |= {name: (draw, (2,), True) for name, draw in drawn.CANCER.items()}


def measure(set, n_clusters, setting, draws=None):
    """The share of runs in which the samples of a set are found to have clusters."""
    draw, _, clusters = SETS[set]
    draws = draws or (OTHERS if SETTINGS[setting] else DRAWS)
    p = [
        cluster_test(
            draw(np.random.default_rng(seed)), n_clusters, random_state=seed, **SETTINGS[setting]
        ).pvalue
        for seed in range(draws)
    ]
    found = float(np.mean(np.array(p) <= LEVEL + 1e-9))
    return {"clusters": clusters, "draws": draws, "found": round(found, 4)}


def run(names, n_draws):
    """Record all sets or some; a few draws are only printed."""
    cells = [
        {"set": name, "n_clusters": c, "setting": setting}
        for setting in SETTINGS
        for name in names or SETS
        for c in SETS[name][1]
    ]
    drawn.record(RECORD, cells, partial(measure, draws=n_draws), kept=n_draws is None)
