"""How often `compare_n_clusters` says the right number, "none" included, and so do other rules.

Each run draws samples and compares the numbers from 2 to 8, as the function does by default.
"""

from __future__ import annotations

from collections import Counter
from functools import partial

import numpy as np
from sklearn.cluster import KMeans

from depcluster import compare_n_clusters
from depcluster.choice.null import reference_samples

from . import heaps_and_clusters as drawn

RECORD = drawn.FOLDER / "compare_n_clusters.csv"
DRAWS = 30
HIDDEN = {(5, 2, 1), (5, 2, 3), (8, 2, 1), (8, 2, 3)}  # clusters that kernel k-means misses
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
SETS |= {
    f"{c} clear, {d} features, {n} of noise": (drawn.clear(c, d, n), c if c > 1 else None)
    for c in (1, 2, 3, 5, 8)
    for d in (2, 5, 20)
    for n in (0, 1, 3)
    if (c, d, n) not in HIDDEN
}


def gap_statistic(X, seed, n_references=10):
    """The number by Tibshirani, Walther and Hastie (2001), k-means, principal axes; 1 is None."""
    rng, numbers = np.random.RandomState(seed), range(1, 10)
    data, *null = (
        [np.log(KMeans(c, n_init=4, random_state=seed).fit(Z).inertia_) for c in numbers]
        for Z in (X, *reference_samples(X, "uniform", rng, n_references))
    )
    gap = np.mean(null, axis=0) - data
    slack = np.std(null, axis=0) * np.sqrt(1 + 1 / n_references)
    enough = gap[:-1] >= gap[1:] - slack[1:]
    c = int(numbers[enough.argmax()]) if enough.any() else 8
    return None if c == 1 else c


def measure(set, draws=None):
    draw, right = SETS[set]
    draws = draws or DRAWS
    said = {key: [] for key in ("n_clusters", *OPINIONS, "gap_statistic")}
    for seed in range(draws):
        X = draw(np.random.default_rng(seed))
        found = compare_n_clusters(X, random_state=seed)
        others = found.second_opinions | {"gap_statistic": gap_statistic(X, seed)}
        for key, value in {"n_clusters": found.n_clusters, **others}.items():
            said[key].append(value)
    hits = {key: round(numbers.count(right) / draws, 4) for key, numbers in said.items()}
    most, _ = Counter(said["n_clusters"]).most_common(1)[0]
    return {"right": right or "none", "draws": draws} | hits | {"most_often": most or "none"}


def run(names, n_draws):
    """Record all sets or some; a few draws are only printed."""
    cells = [{"set": name} for name in names or SETS]
    drawn.record(RECORD, cells, partial(measure, draws=n_draws), kept=n_draws is None)
