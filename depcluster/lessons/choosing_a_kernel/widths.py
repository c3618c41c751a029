"""Five judges over the width of a Gaussian kernel, or over the time of a diffusion."""

from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.figure import Figure
from sklearn.datasets import load_iris
from sklearn.preprocessing import StandardScaler

from ...kernels.matrix import median_rule
from ...papers.jenssen2006 import amise, lscv
from ...plotting import INK, as_plane, plot_width_curve, plot_with_hollow
from ...selection import BLIND, CRITERIA, diffusion_kernels, kernel_rows, rbf_kernels
from ...widgets import choice, redrawn, stops
from .ten import as_true, moons

FAMILIES = {
    "Gaussian": (2.0 ** np.linspace(-2, 5, 15), rbf_kernels),
    "diffusion": (2.0 ** np.linspace(-2, 8, 15), diffusion_kernels),
}
STATIONS = (2, 6, 8, 10, 12, 14)  # of the fifteen kernels, those that the slider stops at
UNDEFINED = "undefined: no window"


@cache
def dataset(name):
    """Points, classes and their number: "moons" or "iris"."""
    if name == "moons":
        return *moons(), 2
    X, y = load_iris(return_X_y=True)
    return StandardScaler().fit_transform(X), y, 3


@cache
def along(family, name):
    """A row for each of fifteen kernels of a family, from the widest Gaussian on."""
    (widths, kernels), (X, y, c) = FAMILIES[family], dataset(name)
    return tuple(kernel_rows(X, kernels(X, widths), c, y=y))


def curve(family, name, judge):
    """What a judge says of the fifteen kernels; masked where it has nothing to say."""
    values = [row.values[judge] for row in along(family, name)]
    return np.ma.masked_invalid([np.nan if value is None else value for value in values])


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
    return redrawn(
        _draw_curves,
        family=choice(list(FAMILIES), label="kernels"),
        data=choice(["moons", "iris"], label="data"),
        stop=stops(range(1, len(STATIONS) + 1), 1, "place on the curve"),
    )


def _draw_curves(family, data, stop):
    (widths, _), rows = FAMILIES[family], along(family, data)
    X, y, _ = dataset(data)
    place = STATIONS[stop - 1]
    figure = Figure(figsize=(9, 4.4), layout="constrained")
    *axes, last = figure.subplots(2, 3).flat
    told = [
        _draw_judge(judge, family, data, place, ax) for judge, ax in zip(BLIND, axes, strict=True)
    ]
    for ax in axes[3:]:
        ax.set_xlabel("width s / median rule" if family == "Gaussian" else "time", fontsize=9)
    labels = as_true(rows[place].labels, y)
    plot_with_hollow(as_plane(X)[0], labels, labels != y, last)
    ari = [abs(row.values["ari"]) for row in rows]
    last.set_title(f"at {widths[place]:.2g}: ARI {ari[place]:.2f}", fontsize=10, color=INK)
    return figure, (
        f"Five judges over the {family} kernels on {data}; chosen: "
        f"{', '.join(filter(None, told))}. At {widths[place]:.2g} ARI {ari[place]:.2f}; "
        f"best {max(ari):.2f}."
    )


def _draw_judge(judge, family, data, place, ax):
    """One curve; in words, what the judge prefers."""
    (widths, _), rows = FAMILIES[family], along(family, data)
    values, ari = curve(family, data, judge), [row.values["ari"] for row in rows]
    title, higher = f"{CRITERIA[judge].title} {CRITERIA[judge].arrow}", CRITERIA[judge].higher
    more = {"ari": ari, "at": widths[place], "title": title, "higher": higher}
    if (family, judge) == ("Gaussian", "lsmi"):
        more["named"] = {"median rule": 1, "mean rule": mean_rule(dataset(data)[0])}
    if judge == "gamma":
        ax.set_yscale("log")
        more["band"] = np.array([row.bands["gamma"] for row in rows]).T
    plot_width_curve(widths, values, ax, **more)
    if judge == "gamma":
        ax.tick_params(axis="y", labelsize=9.5)  # its exponents are smaller than that
    shown = [w for w in (0.3, 1, 3, 10, 30, 100) if widths[0] <= w <= widths[-1]]
    ax.set_xticks(shown, [f"{w:g}" for w in shown])
    ax.minorticks_off()
    if values.mask.all():
        ax.set_yticks([])
        ax.text(0.5, 0.5, UNDEFINED, ha="center", transform=ax.transAxes, color=INK)
        return None
    best = chosen_width(family, data, judge)
    return f"{CRITERIA[judge].title} {best:.2g} (ARI {ari[list(widths).index(best)]:.2f})"
