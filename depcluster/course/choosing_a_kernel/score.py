"""The score of the bet on the page on choosing a kernel: how often each judge was right."""

from __future__ import annotations

import numpy as np

from ...choice import BLIND, KernelStudy
from ...reproduction import Table
from . import bridges
from .lesson import NAMES, part

NEAR = 0.1  # a choice is right if it loses no more of ARI against the best candidate
DRAWS = 20


def _gaussians(study):
    """A study with the Gaussian kernels as its only candidates."""
    kept = [k for k, name in enumerate(study.kernels) if name.startswith("rbf")]
    sets = {
        name: held | {"values": {key: v[:, kept] for key, v in held["values"].items()}}
        for name, held in study.sets.items()
    }
    return KernelStudy(tuple(study.kernels[k] for k in kept), sets, study.settings)


def _of_study(study):
    """In how many of twenty draws each choice was right; over several sets, the mean."""
    near = study.within(NEAR)
    return {by: DRAWS * np.mean([v.mean() for v in near[by].values()]) for by in NAMES}


def _of_bridge():
    """The same where a bridge of ten points joins the moons."""
    hits = {judge: DRAWS * bridges.right(10, judge, NEAR) for judge in BLIND}
    close = [bridges.best_ari(10) - bridges.kernel_ari(10, k) <= NEAR for k in bridges.KERNELS]
    rule = close[bridges.KERNELS.index("rbf x1")]
    return hits | {"median rule": rule.sum(), "random kernel": DRAWS * np.mean(close)}


ROUNDS = {
    "moons, five Gaussians": lambda: _of_study(_gaussians(part("moons"))),
    "1: moons, ten kernels": lambda: _of_study(part("moons")),
    "2: iris": lambda: _of_study(part("iris")),
    "3: four heaps": lambda: _of_study(part("xor")),
    "4: real sets, mean of 17": lambda: _of_study(part("real sets")),
    "5: moons with a bridge": _of_bridge,
}


def points(beat):
    """The rounds up to a beat, the opening being 0: by name, what each bet has won."""
    return {name: ROUNDS[name]() for name in list(ROUNDS)[: beat + 1]}


def score(beat, whole=False):
    """The table of a beat's round, or of the whole up to it, with the sum so far."""
    won = points(beat)
    sums = {by: sum(row[by] for row in won.values()) for by in NAMES}
    rows = [(name, *(f"{round(row[by], 1):g}" for by in NAMES)) for name, row in won.items()]
    rows = rows if whole else rows[-1:]
    total = ("sum so far", *(f"{sums[by]:.0f}" for by in NAMES))
    return Table(
        f"The score: in how many of {DRAWS} recorded draws each choice was right.",
        ("beat", *list(NAMES.values())[:-1], "at random"),
        rows + [total] * (beat > 0),
        f"Right: at most {NEAR:g} of ARI below the best candidate." * (whole or not beat),
    )
