"""The recorded study: what each judge's choice loses, by data."""

from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.figure import Figure

from ...plotting import INK, plot_lost
from ...selection import BLIND, CRITERIA, read_kernel_study, winners
from ...widgets import choice, redrawn

NAMES = {judge: CRITERIA[judge].title for judge in BLIND}
NAMES |= {"median rule": "median rule", "random kernel": "a kernel at random"}
GROUPS = {
    "all data": lambda name, held: True,
    "toys": lambda name, held: held["kind"] == "toy",
    "real sets": lambda name, held: held["kind"] == "real",
    "real sets, no analogues": lambda name, held: (
        held["kind"] == "real" and "analogue" not in held["note"]
    ),
}
ALONE = ("moons", "rings", "spirals", "crescents", "xor", "iris", "wine", "digits")


@cache
def part(group="all data"):
    """The recorded study on a group of sets, or on one set."""
    return read_kernel_study().only(GROUPS.get(group, lambda name, held: name == group))


@cache
def lost(group="all data"):
    """ARI that each judge's choice loses, a mean over the draws for each set of a group."""
    lost = part(group).lost()
    return {judge: np.array([v.mean() for v in sets.values()]) for judge, sets in lost.items()}


@cache
def within(group="all data"):
    """How often each judge's choice is within 0.02 of the best, a mean over the sets."""
    near = part(group).within(0.02)
    return {judge: np.mean([v.mean() for v in sets.values()]) for judge, sets in near.items()}


def best_always(group="all data"):
    """The one kernel that would have lost least if always used: known only afterwards."""
    always = {judge: v.mean() for judge, v in lost(group).items() if judge.startswith("always")}
    return min(always, key=always.get)


def best_ari(group="all data"):
    """ARI of the best of the ten kernels, the mean over draws and then over sets."""
    sets = part(group).sets.values()
    return np.mean([held["values"]["ari"].max(axis=1).mean() for held in sets])


def interval(per_set):
    """From the 5 % to the 95 % quantile of the mean, sets drawn again 4000 times."""
    again = np.random.default_rng(0).choice(per_set, (4000, len(per_set))).mean(axis=1)
    return np.quantile(again, [0.05, 0.95])


def table(group="all data"):
    """What each judge's choice loses, how often it is near the best, and its worst set."""
    lines = [f"{group:22} lost   (90 % over sets)  within .02   worst set"]
    for judge in [*NAMES, best_always(group)]:
        per_set, name = lost(group)[judge], NAMES.get(judge, judge)
        low, high = interval(per_set)
        worst = list(part(group).sets)[per_set.argmax()]
        lines.append(
            f"{name:22} {per_set.mean():.3f}  ({low:.2f} to {high:.2f})      "
            f"{within(group)[judge]:.2f}        {worst} {per_set.max():.2f}"
        )
    return "\n".join(lines)


def beyond(judge, other, group="all data"):
    """What a judge loses more than another: by set, and the interval of the mean."""
    gap = lost(group)[judge] - lost(group)[other]
    return gap, interval(gap)


def taken(judge):
    """How often a judge takes each kernel, over all sets and draws alike."""
    shares = np.zeros(len(part().kernels))
    for held in part().sets.values():
        for row in held["values"][judge]:
            best = winners(np.ma.masked_where(np.isnan(row), row), CRITERIA[judge].higher)
            shares += best / best.sum() / len(held["values"][judge]) / len(part().sets)
    return dict(zip(part().kernels, shares, strict=True))


def lost_by_judge():
    """What each judge's choice loses: a dot a set, or a draw of one set."""
    return redrawn(_draw_study, data=choice([*GROUPS, *ALONE], label="data"))


def _draw_study(data):
    alone = data not in GROUPS
    names = NAMES | {best_always(data): f"{best_always(data)}\n(known only afterwards)"}
    by_draw = part(data).lost() if alone else {}
    values = [by_draw[j][data] if alone else lost(data)[j] for j in names]
    figure = Figure(figsize=(9, 4), layout="constrained")
    ax = figure.subplots()
    plot_lost(list(names.values()), values, ax, own=list(names.values())[5:])
    what = "a dot is a draw" if alone else f"{len(part(data).sets)} data sets, a dot each"
    best = f"the best of ten kernels has ARI {best_ari(data):.2f}"
    ax.set_title(f"{data}: {what}; {best}", fontsize=11, color=INK)
    ax.set_xlabel("ARI lost against the best of the ten kernels", fontsize=10)
    ax.set_xlim(left=-0.03)
    told = ", ".join(
        f"{name.split(chr(10))[0]} {v.mean():.2f}"
        for name, v in zip(names.values(), values, strict=True)
    )
    return figure, f"ARI lost on {data}, mean: {told}; {best}."
