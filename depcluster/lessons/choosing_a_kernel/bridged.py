"""Two moons with a bridge of points between them: recorded runs, and their picture.

``benchmarks/studies.py bridges`` writes `RECORD`; here it is read.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from sklearn.metrics import adjusted_rand_score

from ...plotting import ACCENT, INK, plot_with_hollow
from ...selection import CRITERIA, compare_kernels, default_kernels
from ...widgets import choice, redrawn, stops
from .ten import moons, picks

RECORD = Path(__file__).parent / "bridges.json"
ENDS = {"across the gap": ((1, 0), (1, -0.5)), "from tip to tip": ((1, 0), (0, 0.5))}
JUDGES = ("eigengap", "lsmi", "cosine")
KERNELS = ("rbf x1", "rbf x3", "rbf x10", "diffusion s=1", "diffusion s=5", "diffusion s=20")
KERNELS += ("poly 2",)
SHOWN = ("rbf x10", "diffusion s=1", "diffusion s=5", "poly 2")
DRAWS = (0, 1, 2)


def with_bridge(count, bridge, seed):
    """A draw of the moons with some points in a row, which come last and belong to neither."""
    X, _ = moons(seed)
    start, end = map(np.array, ENDS[bridge])
    along = (np.arange(count)[:, None] + 0.5) / max(count, 1)
    noise = np.random.default_rng(seed).normal(0, 0.03, (count, 2))
    return np.vstack([X, start + along * (end - start) + noise])


def run(count, bridge, seed, n_init):
    """What each kernel finds, how far it agrees with the moons, and what the judges prefer.

    The bridge belongs to neither moon, so ARI counts the moons alone.
    """
    X, y = with_bridge(count, bridge, seed), moons(seed)[1]
    ten = default_kernels(X)
    found = compare_kernels(X, {k: ten[k] for k in KERNELS}, 2, criteria=JUDGES, n_init=n_init)
    ari = {row.name: adjusted_rand_score(y, row.labels[: len(y)]) for row in found.rows}
    return {
        "labels": {row.name: "".join(map(str, row.labels)) for row in found.rows},
        "ari": {name: round(float(value), 6) for name, value in ari.items()},
        "picks": {judge: picks(found, judge) for judge in JUDGES},
    }


def key(count, bridge, seed, n_init):
    """Under which name a run is recorded; without points there is no bridge to name."""
    return f"{count} {bridge if count else 'none'}, draw {seed}, {n_init} searches"


@cache
def recorded():
    """The record: its "header", and its "runs" by `key`."""
    return json.loads(RECORD.read_text(encoding="utf-8"))


def of_draws(count, bridge, n_init=60):
    """The recorded runs of all draws."""
    runs, seeds = recorded()["runs"], range(recorded()["draws"])
    return [runs[key(count, bridge, seed, n_init)] for seed in seeds]


def median_ari(count, bridge, n_init=60):
    """Median agreement over the draws, by kernel."""
    runs = of_draws(count, bridge, n_init)
    return {name: float(np.median([one["ari"][name] for one in runs])) for name in KERNELS}


def ari_of_picks(count, bridge, n_init=60):
    """Mean agreement over the draws of what each judge prefers, and of the best kernel."""
    runs = of_draws(count, bridge, n_init)
    means = {
        judge: np.mean([np.mean([one["ari"][k] for k in one["picks"][judge]]) for one in runs])
        for judge in JUDGES
    }
    return means | {"best": np.mean([max(one["ari"].values()) for one in runs])}


def bridges():
    """The clusters of four kernels on moons with a bridge, and what three judges prefer."""
    controls = {"count": stops((0, 10), 10, "bridge points")}
    controls |= {"bridge": choice(list(ENDS), label="bridge"), "seed": stops(DRAWS, 0, "draw")}
    return redrawn(_draw_bridge, **controls)


def _draw_bridge(count, bridge, seed):
    X, y = with_bridge(count, bridge, seed), moons(seed)[1]
    held = recorded()["runs"][key(count, bridge, seed, 60)]
    figure = Figure(figsize=(9, 2.7), layout="constrained")
    told = []
    for ax, name in zip(figure.subplots(1, 4), SHOWN, strict=True):
        labels, ari = np.array([*map(int, held["labels"][name])]), abs(held["ari"][name])
        labels = labels if (labels[: len(y)] == y).mean() > 0.5 else 1 - labels
        hollow = np.r_[labels[: len(y)] != y, np.zeros(count, bool)]
        plot_with_hollow(X, labels, hollow, ax)
        ax.plot(*X[len(y) :].T, "o", mfc="none", mec=INK, markersize=8, mew=0.8)
        ax.set_title(f"{name}\nARI {ari:.2f}", fontsize=9.5, color=INK)
        mine = [CRITERIA[judge].title for judge in JUDGES if name in held["picks"][judge]]
        ax.set_xlabel(", ".join(mine), fontsize=9.5, color=ACCENT, weight="bold")
        told.append(f"{name} ARI {ari:.2f}{f' preferred by {mine}' if mine else ''}")
    return figure, (
        f"Two moons with {count} bridge points {bridge}, draw {seed}: {'; '.join(told)}."
    )
