"""How often `compare_n_clusters` says the right number, "none" included, and so do other rules.

Each run draws 120 samples and compares the numbers from 2 to 8, as the function does by default.
"""

from __future__ import annotations

from collections import Counter
from functools import partial

import numpy as np

from depcluster import compare_n_clusters

from . import heaps_and_clusters as drawn

RECORD = drawn.FOLDER / "compare_n_clusters.csv"
DRAWS = 30
OPINIONS = ("silhouette", "stability", "prediction_strength", "log_eigengap")
# By name, what draws samples, and how many clusters there are.
SETS = {name: (draw, None) for name, draw in drawn.HEAPS.items()}
SETS |= {
    f"{c} blobs, {distance} apart": (drawn.blobs(c, distance), c)
    for distance in (4, 5)
    for c in (2, 3, 4, 5)
}
SETS |= {f"{c} blobs, 5 apart, 5 features": (drawn.blobs(c, 5, 5), c) for c in (2, 3, 4, 5)}
SETS |= {name: (draw, c) for (name, draw), c in zip(drawn.SCENES.items(), (3, 4), strict=True)}
SETS |= {
    name: (draw, c)
    for sets, c in ((drawn.IRIS, 3), (drawn.WINE, 3), (drawn.CANCER, 2), (drawn.FIVE_DIGITS, 5))
    for name, draw in sets.items()
}


def measure(set, draws=None):
    draw, right = SETS[set]
    draws = draws or DRAWS
    said = {key: [] for key in ("n_clusters", *OPINIONS)}
    for seed in range(draws):
        found = compare_n_clusters(draw(np.random.default_rng(seed)), random_state=seed)
        for key, value in {"n_clusters": found.n_clusters, **found.second_opinions}.items():
            said[key].append(value)
    hits = {key: round(numbers.count(right) / draws, 4) for key, numbers in said.items()}
    most, _ = Counter(said["n_clusters"]).most_common(1)[0]
    return {"right": right or "none", "draws": draws} | hits | {"most_often": most or "none"}


def run(names, n_draws):
    """Record all sets or some; a few draws are only printed."""
    cells = [{"set": name} for name in names or SETS]
    drawn.record(RECORD, cells, partial(measure, draws=n_draws), kept=n_draws is None)
