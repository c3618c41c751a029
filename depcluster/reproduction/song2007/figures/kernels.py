"""Figures 1 and 2 and Table 1 of Song 2007."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from ....checks.rules import POSITIVE, SEED, one_of, whole
from ....plotting import COLOURS, INK, INK_2, RULE_2, plot_eigenvectors, plot_partition
from ... import Table, exhibit
from ..cases.bound import table_1 as recorded_table
from ..cases.kernels import (
    LARGEST,
    RIVALS,
    SMALLEST,
    TOYS,
    menu,
    shakes,
    share,
    spectrum,
)

_PAIRS = {"collinear": ("linear", "rbf"), "rings": ("rbf", "graph"), "xor": ("graph", "poly")}
_TITLES = {"collinear": "Collinear", "rings": "Ring", "xor": "XOR"}
_PARTS = {"collinear": ("I", "II"), "rings": ("III", "IV"), "xor": ("V", "VI")}
_NAMES = {"linear": "linear kernel", "rbf": "RBF kernel", "graph": "graph kernel"}
_NAMES |= {"poly": "polynomial kernel"}
_HUES = dict(zip(RIVALS, (COLOURS[0], COLOURS[4], COLOURS[2]), strict=True))
_MARKS = dict(zip(RIVALS, "osD", strict=True))
_BINS = 6
_FLOOR = 1e-9
MEDIAN_RULE = "median rule"
WIDTHS = (
    MEDIAN_RULE,
    "half the median rule",
    "twice the median rule",
    "four times the median rule",
    "1/d, as in section 7.3",
)


@exhibit("Fig. 1", "stand-in data", random_state=SEED, n_neighbors=whole(1, 100), times=POSITIVE)
def figure_1(random_state=0, n_neighbors=8, times=1):
    """Three toys, and the first two eigenvectors of two kernels on each.

    Below each kernel every sample stands as a bar, class by class in the order of the data: a
    kernel that sees the classes has eigenvectors like stairs, one step a class, and one that does
    not has grass.

    Parameters
    ----------
    random_state : int, default=0
        Seed of the toys.
    n_neighbors : int, default=8
        Of the graph kernel ``exp(-5 G)``.
    times : float, default=1
        Of the width s of the Gaussian: 0.5, 0.3 and 0.3 on the three toys.

    Returns
    -------
    FigureWithAlt

    Notes
    -----
    Song 2007, section 7.1. The toys are of the paper's make, not its own: it shows them in a small
    picture only. It names neither the width of its Gaussian nor the graph.
    """
    figure, told = Figure(figsize=(9, 6.4), layout="constrained"), []
    rows = figure.subplots(3, 3, width_ratios=[2, 3, 3])
    for row, (toy, names) in zip(rows, _PAIRS.items(), strict=True):
        X, y = TOYS[toy](random_state)
        plot_partition(X, y, row[0])
        data, vectors = _PARTS[toy]
        row[0].set_title(f"({data}) {_TITLES[toy]}", fontsize=10, color=INK)
        for ax, name in zip(row[1:], names, strict=True):
            values, V = spectrum(menu(toy, n_neighbors, times)[name](X), 2)
            plot_eigenvectors(V, values, y, ax, by_value=False)
            parts = [max(share(v, y), 0) for v in V.T]
            title = (
                f"({vectors}) {_NAMES[name]}\nshare of the classes {parts[0]:.2f}, {parts[1]:.2f}"
            )
            ax.set_title(title, fontsize=9.5, color=INK_2)
            told.append(f"{_TITLES[toy]}, {name} {parts[0]:.2f} and {parts[1]:.2f}")
    return figure, (
        "Three toys and their first two eigenvectors under two kernels each, bars class "
        "by class. Part of the eigenvectors that is constant on the classes, 1 for a staircase: "
        f"{'; '.join(told)}."
    )


@exhibit(
    "Fig. 2",
    "stand-in data",
    kernel=one_of("all", *RIVALS),
    n_toys=whole(_BINS, 1000),
    random_state=SEED,
)
def figure_2(kernel="all", n_toys=30, random_state=0):
    """gamma of Theorem 1 against the size of the perturbation, for three kernels on three toys.

    A mark is one toy, drawn anew and shaken once; the lines are medians over a sixth of the toys.

    Parameters
    ----------
    kernel : {"all", "rbf", "graph", "poly"}, default="all"
        Which to bring forward.
    n_toys : int, default=30
        Independent draws of each toy, each with noise of its own size, spread evenly over the
        octaves from 1/16 of to twice the scatter of its groups.
    random_state : int, default=0
        Seed of the first toy.

    Returns
    -------
    FigureWithAlt

    Notes
    -----
    Song 2007, section 7.1. The paper shows one curve a kernel and tells neither the sizes nor the
    number of draws. A gamma below 1e-9 stands at the bottom; an infinite one, from an eigengap
    that is closed, at the top.
    """
    figure = Figure(figsize=(9, 3.7), layout="constrained")
    told = []
    parts = zip(["I", "II", "III"], TOYS, figure.subplots(1, 3, sharey=True), strict=True)
    for part, toy, ax in parts:
        sizes, gamma = shakes(toy, n_toys, random_state)
        lowest = np.bincount(gamma.argmin(axis=1), minlength=3)
        for k, name in enumerate(RIVALS):
            _course(ax, sizes, gamma[:, k], name, kernel in ("all", name))
        _axes_of_gamma(ax)
        ax.set_title(f"({part}) {_TITLES[toy]}", fontsize=10, color=INK)
        counts = ", ".join(f"{name} {n}" for name, n in zip(RIVALS, lowest, strict=True))
        ax.set_xlabel(f"noise / scatter of the groups\nlowest: {counts}")
        told.append(f"({part}) {_TITLES[toy]}: {counts}")
        if part == "I":
            ax.set_ylabel("γ")
            ax.legend(frameon=False, loc="lower right", fontsize=9)
    return figure, (
        f"Gamma against noise for three kernels, {kernel} in front, on {n_toys} independent draws "
        f"of each toy. In how many each has the lowest gamma: {'; '.join(told)}."
    )


def _course(ax, sizes, gamma, name, front):
    """Marks and medians of one kernel."""
    shown = np.clip(gamma, _FLOOR, 10)
    alpha = 1 if front else 0.2
    style = {"color": _HUES[name], "marker": _MARKS[name]}
    ax.scatter(sizes, shown, s=14, alpha=0.45 * alpha, linewidths=0, **style)
    order = np.array_split(np.argsort(sizes), _BINS)
    x, middle = ([np.median(of[part]) for part in order] for of in (sizes, shown))
    ax.plot(x, middle, markersize=6, alpha=alpha, label=name, **style)


def _axes_of_gamma(ax):
    ax.set(xscale="log", yscale="log", ylim=(_FLOOR / 2, 20))
    ax.set_xlim(SMALLEST / 1.15, 1.15 * LARGEST)
    ax.set_xticks([1 / 16, 1 / 4, 1, 2], ["1/16", "1/4", "1", "2"])
    ax.set_yticks([_FLOOR, 1e-6, 1e-3, 1, 10], ["≤ 1e-9", "1e-6", "0.001", "1", "≥ 10"])
    ax.minorticks_off()
    ax.spines[["top", "right"]].set_visible(False)
    ax.spines[["left", "bottom"]].set_color(RULE_2)


@exhibit("Table 1", "recorded", width=one_of(*WIDTHS))
def table_1(width=MEDIAN_RULE):
    """Clustering error and time before and after incomplete Cholesky, nine data sets.

    Parameters
    ----------
    width : str, default="median rule"
        Width of the Gaussian: "half the median rule", "twice the median rule", "four times the
        median rule" or "1/d, as in section 7.3" instead; for these no times were recorded.

    Returns
    -------
    Table
        A row a data set: our figure, and below it the paper's.

    Notes
    -----
    Song 2007, section 7.2. The paper does not name its kernel. Ours is a Gaussian on standardised
    data. err1 and err2 are of the spectral start and one search, t1 a full eigendecomposition of
    K and t2 a full singular value decomposition of the factor, as in the paper.
    """
    recorded, sets = recorded_table()
    columns = ("Data", "m, d", "c", "err1 %", "err2 %", "relabelled %", "t1 s", "t2 s", "columns")
    return Table(
        "Clustering error (err1: full kernel, err2: factor) and time (t1: eigenvectors of K, t2: "
        "singular vectors of the factor) before and after incomplete Cholesky; Gaussian kernel, "
        f"width {width}.",
        columns,
        [_row(name, row, width) for name, row in sets.items()],
        f"Recorded {recorded}. Times: shortest of three runs, one BLAS thread. "
        "Relabelled: samples on which the two clusterings differ; the paper does not print it.",
    )


def _row(name, row, width):
    """A data set of Table 1."""
    theirs = row["paper"]
    shape, printed = (f"{of['m']}, {of['d']}" for of in (row, theirs))
    if width == MEDIAN_RULE:
        ours = row["spectral_start"] | {"columns": row["columns"]}
        seconds = [row[key] for key in ("seconds_eigh", "seconds_svd")]
        times = [f"{t:.3f}" if t >= 0.0005 else "below 0.001" for t in seconds]
    else:
        ours, times = row["other_widths"][width], ["not recorded"] * 2
    return (
        name,
        shape if shape == printed else (shape, printed),
        str(row["c"]),
        *((f"{ours[key]:.1f}", f"{theirs[key]:.1f}") for key in ("err1", "err2")),
        f"{ours['changed']:.1f}",
        *((of, f"{theirs[key]:.1f}") for of, key in zip(times, ("t1", "t2"), strict=True)),
        (str(ours["columns"]), str(theirs["columns"])),
    )
