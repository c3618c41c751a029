"""Pictures and tables of the notebook that puts five judges of kernels on trial."""

from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.figure import Figure
from sklearn.datasets import load_breast_cancer, load_iris, load_wine, make_moons
from sklearn.preprocessing import StandardScaler

from ... import datasets
from ...choice import (
    BLIND,
    CRITERIA,
    compare_kernels,
    default_kernels,
    diffusion_kernels,
    kernel_rows,
    rbf_kernels,
    read_kernel_study,
    winners,
)
from ...datasets import make_xor
from ...kernels.matrix import median_rule
from ...labels.symmetries import align_labels
from ...papers.jenssen2006 import amise, lscv
from ...plotting import ACCENT, COLOURS, as_plane, plot_lost, plot_width_curve, plot_with_hollow
from ...plotting.style import styled
from ...widgets import Dropdown, SelectionSlider, interactive_figure

# Two moons, ten kernels, five judges.

DRAWS = (0, 1, 2)


@cache
def moons(seed=0):
    """Two hundred points in two crescents, and the crescent of each."""
    return make_moons(200, noise=0.06, random_state=seed)


@cache
def judged(seed=0):
    """The ten kernels compared on a draw of the moons, as in the recorded study."""
    X, y = moons(seed)
    return compare_kernels(X, default_kernels(X), n_clusters=2, y=y, random_state=seed)


def agreement_of_picks(found, judge):
    """ARI of the kernel a judge prefers; the mean over those that share the place."""
    return float(np.mean([found[name].values["ari"] for name in found.picks(judge)]))


def _as_true(labels, y):
    """Labels renamed so that as many as possible are the true ones."""
    return align_labels(labels, y, np.eye(max(labels.max(), y.max()) + 1))


def ten_partitions():
    """The partitions of ten kernels, and under each the judges that prefer its kernel."""
    return interactive_figure(_draw_ten, seed=SelectionSlider(DRAWS, 0, "draw"))


@styled()
def _draw_ten(seed):
    (X, y), found = moons(seed), judged(seed)
    chosen = {judge: found.picks(judge) for judge in BLIND}
    figure = Figure(figsize=(9, 4.5))
    for ax, row in zip(figure.subplots(2, 5).flat, found.rows, strict=True):
        labels = _as_true(row.labels, y)
        plot_with_hollow(X, labels, labels != y, ax)
        ax.set_title(f"{row.name}\nARI {abs(row.values['ari']):.2f}", fontsize=9)
        mine = [CRITERIA[judge].title for judge in BLIND if row.name in chosen[judge]]
        ax.set_xlabel("\n".join(mine), fontsize=9, color=ACCENT, weight="bold")
        ax.spines[:].set_visible(bool(mine))
        ax.spines[:].set(color=ACCENT, linewidth=2)
    told = "; ".join(
        f"{CRITERIA[judge].title} prefers {', '.join(names)} "
        f"(ARI {agreement_of_picks(found, judge):.2f})"
        for judge, names in chosen.items()
    )
    return figure, f"Two moons, draw {seed}, clustered with ten kernels. {told}."


# Five judges over the width of a Gaussian kernel, or over the time of a diffusion.

FAMILIES = {
    "Gaussian": (2.0 ** np.linspace(-2, 5, 15), rbf_kernels),
    "diffusion": (2.0 ** np.linspace(-2, 8, 15), diffusion_kernels),
}
STATIONS = (2, 6, 8, 10, 12, 14)  # of the fifteen kernels, those that the slider stops at
UNDEFINED = "undefined: no window"


@cache
def _dataset(name):
    """Points, classes and their number: "moons" or "iris"."""
    if name == "moons":
        return *moons(), 2
    X, y = load_iris(return_X_y=True)
    return StandardScaler().fit_transform(X), y, 3


@cache
def _along(family, name, judges=BLIND):
    """A row for each of fifteen kernels of a family, from the widest Gaussian on."""
    (widths, kernels), (X, y, c) = FAMILIES[family], _dataset(name)
    return tuple(kernel_rows(X, kernels(X, widths), c, criteria=judges, y=y))


def curve(family, name, judge):
    """What a judge says of the fifteen kernels; masked where it has nothing to say."""
    values = [row.values[judge] for row in _along(family, name)]
    return np.ma.masked_invalid([np.nan if value is None else value for value in values])


def cosine_over_time(name):
    """The cosine and ARI of the fifteen diffusions; no other judge is asked."""
    rows = _along("diffusion", name, ("cosine",))
    return tuple(np.array([row.values[key] for row in rows]) for key in ("cosine", "ari"))


def chosen_width(family, name, judge):
    """The width, or time, that a judge prefers."""
    values = curve(family, name, judge)
    return FAMILIES[family][0][values.argmax() if CRITERIA[judge].higher else values.argmin()]


def mean_rule(X):
    """Jenssen 2006, III-B: the mean of two density rules, as a multiple of the median rule."""
    try:
        sigma = (lscv(X) + amise(X)) / 2
    except ValueError:  # repeated rows
        sigma = amise(X)
    return 1 / (4 * sigma**2) / float(median_rule(X))


def curves():
    """What five judges say of a family of kernels, and the partition at the slider's kernel."""
    return interactive_figure(
        _draw_curves,
        family=Dropdown(list(FAMILIES), label="kernels"),
        data=Dropdown(["moons", "iris"], label="data"),
        stop=SelectionSlider(range(1, len(STATIONS) + 1), 1, "place on the curve"),
    )


@styled()
def _draw_curves(family, data, stop):
    (widths, _), rows = FAMILIES[family], _along(family, data)
    X, y, _ = _dataset(data)
    place = STATIONS[stop - 1]
    figure = Figure(figsize=(9, 4.2))
    *axes, last = figure.subplots(2, 3).flat
    told = [
        _draw_judge(judge, family, data, place, ax) for judge, ax in zip(BLIND, axes, strict=True)
    ]
    for ax in axes[3:]:
        ax.set_xlabel("width s / median rule" if family == "Gaussian" else "time", fontsize=9)
    labels = _as_true(rows[place].labels, y)
    plot_with_hollow(as_plane(X)[0], labels, labels != y, last)
    ari = [abs(row.values["ari"]) for row in rows]
    last.set_title(f"at {widths[place]:.2g}: ARI {ari[place]:.2f}")
    return figure, (
        f"Five judges over the {family} kernels on {data}; chosen: "
        f"{', '.join(filter(None, told))}. At {widths[place]:.2g} ARI {ari[place]:.2f}; "
        f"best {max(ari):.2f}."
    )


def _draw_judge(judge, family, data, place, ax):
    """One curve; in words, what the judge prefers."""
    (widths, _), rows = FAMILIES[family], _along(family, data)
    values, ari = curve(family, data, judge), [row.values["ari"] for row in rows]
    title, higher = f"{CRITERIA[judge].title} {CRITERIA[judge].arrow}", CRITERIA[judge].higher
    more = {"ari": ari, "at": widths[place], "title": title, "higher": higher}
    if (family, judge) == ("Gaussian", "lsmi"):
        more["named"] = {"median rule": 1, "mean rule": mean_rule(_dataset(data)[0])}
    if judge == "gamma":
        ax.set_yscale("log")
        more["band"] = np.array([row.bands["gamma"] for row in rows]).T
    plot_width_curve(widths, values, ax, **more)
    if judge == "gamma":
        ax.yaxis.set_major_formatter("{x:g}")  # exponents would be too small to read
    shown = [w for w in (0.3, 1, 3, 10, 30, 100) if widths[0] <= w <= widths[-1]]
    ax.set_xticks(shown, [f"{w:g}" for w in shown])
    ax.minorticks_off()
    if values.mask.all():
        ax.set_yticks([])
        ax.text(0.5, 0.5, UNDEFINED, ha="center", transform=ax.transAxes, fontsize=10)
        return None
    best = chosen_width(family, data, judge)
    return f"{CRITERIA[judge].title} {best:.2g} (ARI {ari[list(widths).index(best)]:.2f})"


# Four heaps, two ways to pair them: predictability against stability.

RIVALS = ("diffusion s=5", "poly 2")
NOISES = (0.01, 0.02, 0.05, 0.1, 0.2)
XOR_DRAWS = (0, 1, 2, 3)
_FLOOR = 1e-5


@cache
def judged_heaps(seed, noise=0.1, judge="gamma"):
    """What a judge says of the two kernels on a draw of XOR, by name."""
    X, y = make_xor(random_state=seed)
    kernels = {name: default_kernels(X)[name] for name in RIVALS}
    return {row.name: row for row in kernel_rows(X, kernels, 2, criteria=judge, y=y, noise=noise)}


def heaps():
    """The two partitions, what LSMI says of them, and gamma against the size of the shake."""
    shakes = Dropdown({"small, 0.01": 0.01, "a tenth, 0.1": 0.1}, 0.1, "shake / spread")
    return interactive_figure(_draw_heaps, seed=SelectionSlider(XOR_DRAWS, 0, "draw"), shake=shakes)


@styled()
def _draw_heaps(seed, shake):
    X, y = make_xor(random_state=seed)
    figure = Figure(figsize=(9, 3.3))
    *axes, right = figure.subplots(1, 3, width_ratios=[1, 1, 1.3])
    told = []
    for ax, name in zip(axes, RIVALS, strict=True):
        row = judged_heaps(seed, shake)[name]
        lsmi = judged_heaps(seed, judge="lsmi")[name].text("lsmi")
        labels, ari = _as_true(row.labels, y), abs(row.values["ari"])
        plot_with_hollow(X, labels, labels != y, ax)
        said = f"LSMI {lsmi}, gamma {row.values['gamma']:.2g}"
        ax.set_title(f"{name}: ARI {ari:.2f}\n{said}")
        told.append(f"{name} ARI {ari:.2f}, {said}")
    _draw_gammas(seed, shake, right)
    return figure, f"XOR, draw {seed}, shake {shake:g} of the spread: {'; '.join(told)}."


def _draw_gammas(seed, shake, ax):
    """Median and spread of gamma over the size of the shake, a curve a kernel."""
    for name, k, marker in zip(RIVALS, (0, 4), "os", strict=True):
        rows = [judged_heaps(seed, noise)[name] for noise in NOISES]
        middle = np.maximum([row.values["gamma"] for row in rows], _FLOOR)
        low, high = np.maximum(np.array([row.bands["gamma"] for row in rows]).T, _FLOOR)
        ax.fill_between(NOISES, low, high, color=COLOURS[k], alpha=0.15, linewidth=0)
        ax.plot(NOISES, middle, f"{marker}-", color=COLOURS[k], label=name)
    ax.axvline(shake, color=ACCENT, linewidth=1.2)
    ax.set(xscale="log", yscale="log", xlabel="shake / spread", ylim=(0.7 * _FLOOR, 5))
    ax.yaxis.set_major_formatter("{x:g}")
    ax.set_xticks(NOISES, [f"{noise:g}" for noise in NOISES])
    ax.minorticks_off()
    ax.set_title("gamma, less is better")
    ax.legend(loc="lower right", bbox_to_anchor=(0.76, 0))


# The recorded study: what each judge's choice loses, by data.

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


def recorded_picks(name, seed, judge):
    """ARI of each kernel that a judge prefers in a recorded draw of a set, by name."""
    held = part(name).sets[name]
    values, ari = (held["values"][key][held["seeds"].index(seed)] for key in (judge, "ari"))
    best = winners(np.ma.masked_invalid(values), CRITERIA[judge].higher)
    return {part(name).kernels[k]: float(ari[k]) for k in np.flatnonzero(best)}


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


def _interval(per_set):
    """From the 5 % to the 95 % quantile of the mean, sets drawn again 4000 times."""
    again = np.random.default_rng(0).choice(per_set, (4000, len(per_set))).mean(axis=1)
    return np.quantile(again, [0.05, 0.95])


def beyond(judge, other, group="all data"):
    """What a judge loses more than another: by set, and the interval of the mean."""
    gap = lost(group)[judge] - lost(group)[other]
    return gap, _interval(gap)


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
    return interactive_figure(_draw_study, data=Dropdown([*GROUPS, *ALONE], label="data"))


@styled()
def _draw_study(data):
    alone = data not in GROUPS
    names = NAMES | {best_always(data): f"{best_always(data)}\n(known only afterwards)"}
    by_draw = part(data).lost() if alone else {}
    values = [by_draw[j][data] if alone else lost(data)[j] for j in names]
    figure = Figure(figsize=(9, 4))
    ax = figure.subplots()
    plot_lost(list(names.values()), values, ax, own=list(names.values())[5:])
    what = "a dot is a draw" if alone else f"{len(part(data).sets)} data sets, a dot each"
    best = f"the best of ten kernels has ARI {best_ari(data):.2f}"
    ax.set_title(f"{data}: {what}; {best}", fontsize=11)
    ax.set_xlabel("ARI lost against the best of the ten kernels", fontsize=10)
    ax.set_xlim(left=-0.03)
    told = ", ".join(
        f"{name.split(chr(10))[0]} {v.mean():.2f}"
        for name, v in zip(names.values(), values, strict=True)
    )
    return figure, f"ARI lost on {data}, mean: {told}; {best}."


# Data of the recorded study, drawn again.

TOYS = {
    "three": datasets.make_three,
    "rings": datasets.make_rings,
    "blobs": datasets.make_blobs4,
    "spirals": datasets.make_spirals,
    "high & low": datasets.make_high_low,
}
BUNDLED = {"iris": load_iris, "wine": load_wine, "WDBC": load_breast_cancer}


def drawn(name, seed):
    """Points and classes as in the record; of a real set 80 % of the rows, standardised."""
    if name == "moons":
        return moons(seed)
    if name in TOYS:
        return TOYS[name](random_state=seed)
    X, y = BUNDLED[name](return_X_y=True)
    rows = np.random.default_rng(seed).choice(len(X), min(300, round(0.8 * len(X))), replace=False)
    return StandardScaler().fit_transform(X[rows]), np.unique(y[rows], return_inverse=True)[1]


def rule_loses(name, seeds=(0, 1)):
    """ARI that the Gaussian at Jenssen's mean rule loses against the best of the ten, a mean."""
    held, losses = part().sets[name], []
    for seed in seeds:
        X, y = drawn(name, seed)
        kernel = {"kernel": "rbf", "gamma": mean_rule(X) * float(median_rule(X))}
        (row,) = kernel_rows(
            X, {"rule": kernel}, y.max() + 1, criteria="ari", y=y, random_state=seed
        )
        best = held["values"]["ari"][held["seeds"].index(seed)].max()
        losses.append(best - row.values["ari"])
    return np.mean(losses)
