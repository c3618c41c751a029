"""Figures 1 to 6 of Jenssen 2006, a function each. The curves are recorded, all else is live."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from ..._validation import SEED, number, one_of
from ...papers.jenssen2006 import angle_clustering
from ...plotting import COLOURS, INK, INK_2, RULE, RULE_2, plot_partition, plot_with_hollow
from ...plotting.palette import mark_style
from ..figure import figure
from ..tables import Table
from . import experiments as ex

WIDTH = number(0.01, 100)
PANEL = one_of("a", "b", "c", "all")
STYLE = {
    "affinity": ("affinity, u = 1", COLOURS[1], "--", "s"),
    "laplacian": ("Laplacian, u = 1/f", COLOURS[0], "-", "o"),
    "outlier": ("outlier weighted", COLOURS[4], "-.", "^"),
    "njw": ("Ng, Jordan, Weiss", COLOURS[7], ":", "x"),
}
_RULES = {"lscv": "LSCV", "mean": "mean", "amise": "AMISE"}
_PRINTED = {
    "dense": ("affinity", "u = 1 right {:g} to {:g}"),
    "sparse": ("laplacian", "1/f fails beyond {:g}"),
    "rings": ("laplacian", "1/f right {:g} to {:g}"),
}


def _draw_curves(ax, kind, title, recipe="fitted"):
    """Error-rate over kernel size, a line a method; returns the curves in words."""
    sigma, told, top = ex.widths_of(kind, recipe), [], 0.3
    for method, (label, hue, dash, marker) in STYLE.items():
        if method not in ex.methods_of(kind, recipe):
            continue
        E = ex.errors_of(kind, method, recipe)
        low, middle, high = np.percentile(E, (25, 50, 75), axis=0)
        if method != "njw":
            ax.fill_between(sigma, low, high, color=hue, alpha=0.2, lw=0)
        ax.plot(sigma, middle, dash, color=hue, lw=1.8, marker=marker, ms=4, label=label)
        told.append(f"{label}: {_reach(sigma, middle)}")
        top = max(top, high.max())
    ax.set(xlabel="kernel size σ", ylabel="error-rate", ylim=(-0.02, 1.08 * top))
    ax.set_xlim(0, 1.02 * sigma[-1])
    rules = ex.rules_of(kind, recipe)
    pad = 26 if max(map(np.mean, rules.values())) > ax.get_xlim()[1] else 15
    ax.set_title(title, fontsize=10, color=INK, loc="left", pad=pad)
    ax.spines[["top", "right"]].set_visible(False)
    if kind in _PRINTED:
        method, text = _PRINTED[kind]
        ends = np.atleast_1d(ex.REPORTED[kind, method])
        ax.axvspan(ends[0], ends[1] if ends.size > 1 else sigma[-1], color=RULE, zorder=0, lw=0)
        text = f"grey: paper, {text.format(*ends)}"
        ax.set_title(text, fontsize=9, color=INK_2, loc="right", pad=pad)
    _name_rules(ax, rules)
    of = f"in the median of {len(E)} draws" if len(E) > 1 else "on the one data set"
    return f"Error {of}: {'; '.join(told)}."


def _reach(sigma, error):
    right = sigma[error <= ex.RIGHT]
    if len(right):
        return f"at most {ex.RIGHT} at {len(right)} widths from {right.min():g} to {right.max():g}"
    return f"least {error.min():.2f}, at {sigma[error.argmin()]:g}"


def _name_rules(ax, widths):
    """A dashed line at the mean width of each rule, its name above, with an arrow if outside."""
    low, high = ax.get_xlim()
    for rule, text in _RULES.items():
        width = np.mean(widths[rule])
        if np.isnan(width):
            continue
        side, height = "center", 3
        if width > high:
            text, side, height = f"{text} {width:.2f} →", "right", 13
        else:
            ax.axvline(width, color=RULE_2, lw=1, ls=(0, (4, 2)), zorder=0)
        style = {"xycoords": ax.get_xaxis_transform(), "textcoords": "offset points"}
        place = {"ha": side, "va": "bottom", "size": 9, "color": INK_2}
        ax.annotate(text, (np.clip(width, low, high), 1), (0, height), **style, **place)


def _draw_legend(page, ax):
    handles = ax.get_legend_handles_labels()
    page.legend(*handles, frameon=False, fontsize=9, loc="outside upper center", ncols=4)


@figure("Fig. 1", "stand-in data", sigma=WIDTH, random_state=SEED)
def figure_1(sigma=0.35, random_state=0):
    """Two small samples on a line, their densities, and a bar 1/f on every point.

    Parameters
    ----------
    sigma : float, default=0.35
        Width of the window.
    random_state : int, default=0
        Of the samples.

    Notes
    -----
    Jenssen et al. 2006, Figure 1 and section II-B. The paper's samples are not to be had: ours are
    12 points around -2, 11 around 2 and one at 0.
    """
    x, y = ex.small_samples(random_state)
    u = ex.inverse_density(x, sigma)
    page = Figure(figsize=(7, 3.2), layout="constrained")
    ax, grid = page.subplots(), np.linspace(-4.5, 4.5, 600)
    f = ex.bell(grid, x, sigma).mean(axis=0)
    for k in (0, 1):
        own, style = x[y == k], mark_style(k, 26)
        heights = 1.6 * f.max() * u[y == k] / u.max()
        ax.bar(own[:, 0], heights, 0.05, color=style["color"], edgecolor=style["edgecolor"])
        ax.scatter(own[:, 0], np.full(len(own), -0.04 * f.max()), **style)
        density = ex.bell(grid, own, sigma).mean(axis=0)
        ax.plot(grid, density, "--", color=COLOURS[k], lw=2, label=f"p{k + 1}, estimated")
    ax.plot(grid, f, color=INK, lw=2, label="f, of all points")
    ax.set(xlabel="x", ylabel="density", yticks=[], xlim=(-4.5, 4.5))
    ax.set_title("bars: the weight 1/f of each point", fontsize=10, color=INK_2)
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(frameon=False, loc="upper right", fontsize=9)
    return page, (
        "Two samples on a line with their estimated densities and that of all points; a bar on "
        f"each point shows 1/f: short in the crowds, {u[-1] / np.median(u):.1f} times the median "
        "on the point in the middle."
    )


@figure("Fig. 2", "stand-in data", recipe=one_of(*ex.RECIPES["dense"]), random_state=SEED)
def figure_2(recipe="fitted", random_state=0):
    """The crescents, (a) both dense and (b) one of them sparse, with their true labels.

    Parameters
    ----------
    recipe : str, default="fitted"
        One of `RECIPES["dense"]`. The fitted one was made so that the rules choose the widths that
        the paper prints for (a).
    random_state : int, default=0

    Notes
    -----
    Jenssen et al. 2006, Figure 2. The paper's points are not to be had; their numbers, 209 and 210
    or 21, are the paper's.
    """
    page, told, kinds = Figure(figsize=(8, 3.7), layout="constrained"), [], ("dense", "sparse")
    for ax, kind, name in zip(page.subplots(1, 2), kinds, "ab", strict=True):
        X, y = ex.toy(kind, random_state, recipe)
        plot_partition(X, y, ax)
        texts = []
        for rule, width in ex.rules(X).items():
            printed = ex.REPORTED.get((kind, rule))
            texts.append(f"{_RULES[rule]} {width:.2f}" + f" (paper {printed})" * bool(printed))
        told.append(", ".join(texts))
        n = np.bincount(y)
        title = f"({name}) {n[0]} and {n[1]} points\n{told[-1]}"
        ax.set_title(title, fontsize=9, color=INK_2)
    return page, (
        f"Two interlocking crescents with true labels, recipe {recipe}: both dense, and the second "
        f"with 21 points. Widths of the rules: {told[0]}; and {told[1]}."
    )


@figure(
    "Fig. 3",
    "stand-in data",
    panel=PANEL,
    recipe=one_of(*ex.RECIPES["dense"]),
    sigma=WIDTH,
    random_state=SEED,
)
def figure_3(panel="all", recipe="fitted", sigma=0.5, random_state=0):
    """Error over width for (a) dense and (b) sparse crescents, and (c) the weight of each point.

    The paper draws one curve a method; here the line is the median over 20 recorded draws and the
    band holds the middle half of them. Grey: what the paper prints.

    Parameters
    ----------
    panel : {"a", "b", "c", "all"}, default="all"
    recipe : str, default="fitted"
        One of `RECIPES["dense"]`.
    sigma : float, default=0.5
        Width of the window in (c).
    random_state : int, default=0
        Of the draw in (c).

    Notes
    -----
    Jenssen et al. 2006, Figure 3 and section IV-A.
    """
    panels = "abc" if panel == "all" else panel
    page = Figure(figsize=(7, 2.9 * len(panels)), layout="constrained")
    axes = dict(zip(panels, page.subplots(len(panels), squeeze=False)[:, 0], strict=True))
    texts = []
    for name, kind in (("a", "dense"), ("b", "sparse")):
        if name in panels:
            curves = _draw_curves(axes[name], kind, f"({name}) {kind} crescents", recipe)
            texts.append(f"({name}) {curves}")
    if "c" in panels:
        texts.append(f"(c) {_draw_weights(axes['c'], recipe, sigma, random_state)}")
    if panel != "c":
        _draw_legend(page, axes[panels[0]])
    return page, f"Recipe {recipe}. " + " ".join(texts)


def _draw_weights(ax, recipe, sigma, seed):
    """Figure 3 (c); returns what it shows."""
    said = []
    for kind, hue, style in (("sparse", COLOURS[4], "-"), ("dense", COLOURS[0], (0, (3, 1.5)))):
        first, second = ex.relative_weights(kind, sigma, seed, recipe)
        label = f"{len(first)} and {len(second)} points"
        ax.plot(np.concatenate([first, second]), color=hue, ls=style, lw=1.4, label=label)
        said.append(
            f"With {label} the second crescent's weights lie between {second.min():.1f} and "
            f"{second.max():.1f} times the first one's median."
        )
    end, top = len(first) - 0.5, ax.get_ylim()[1]
    ax.axvline(end, color=RULE_2, lw=1, ls=":")
    for x, text, side in ((end - 4, "first crescent", "right"), (end + 25, "second", "left")):
        ax.text(x, top, text, ha=side, va="top", color=INK_2, fontsize=9)
    ax.set(xlabel="point", ylabel="1/f / median of the first", xlim=(0, 419))
    ax.set_title(f"(c) the weight of each point at σ = {sigma:g}", fontsize=10, loc="left")
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(frameon=False, loc="center right", fontsize=9)
    return " ".join(said)


@figure(
    "Fig. 4", "stand-in data", recipe=one_of(*ex.RECIPES["rings"]), sigma=WIDTH, random_state=SEED
)
def figure_4(recipe="fitted", sigma=1.0, random_state=0):
    """Three rings as u = 1/f clusters them, and, not in the paper, the error over width.

    Parameters
    ----------
    recipe : str, default="fitted"
        One of `RECIPES["rings"]`.
    sigma : float, default=1.0
        Width of the window in the picture of the points.
    random_state : int, default=0
        Of those points. The curves are the medians of 20 recorded draws.

    Notes
    -----
    Jenssen et al. 2006, Figure 4; the range of widths without an error stands in its caption.
    """
    X, y = ex.toy("rings", random_state, recipe)
    found = angle_clustering(X, 3, sigma=sigma).labels
    found = ex.names(y, found)[found]
    page = Figure(figsize=(8.5, 4.2), layout="constrained")
    points, curves = page.subplots(1, 2, width_ratios=[5, 6])
    plot_partition(X, found, points)
    wrong = ex.error(y, found)
    title = f"u = 1/f at σ = {sigma:g}: error {wrong:.3f}"
    points.set_title(title, fontsize=10, color=INK_2)
    told = _draw_curves(curves, "rings", "not in the paper", recipe)
    _draw_legend(page, curves)
    return page, (
        f"A tight ring inside two wide ones, clustered with u = 1/f at width {sigma:g}: error "
        f"{wrong:.3f}. Beside it the error over width, recipe {recipe}. {told}"
    )


@figure("Fig. 5", "the paper's data, recorded")
def figure_5():
    """Error over width on breast cancer (upper) and on the handwritten digits 0, 1, 2 (lower).

    Features as they come, not standardised. The paper prints the AMISE widths and no other number.

    Notes
    -----
    Jenssen et al. 2006, Figure 5 and section IV-B.
    """
    page, texts = Figure(figsize=(7, 6), layout="constrained"), []
    about = {"breast": "breast cancer, 683 x 9", "pendigits": "digits 0, 1, 2, 1091 x 16"}
    for ax, (kind, text) in zip(page.subplots(2), about.items(), strict=True):
        width, printed = ex.rules_of(kind)["amise"][0], ex.REPORTED[kind, "amise"]
        title = f"{text}; AMISE {width:.3g} (paper {printed:g})"
        texts.append(f"{title}. {_draw_curves(ax, kind, title)}")
    _draw_legend(page, page.axes[0])
    return page, " ".join(texts)


@figure(
    "Fig. 6",
    "stand-in data",
    panel=PANEL,
    recipe=one_of(*ex.RECIPES["outliers"]),
    sigma=WIDTH,
    random_state=SEED,
)
def figure_6(panel="all", recipe="fitted", sigma=0.6, random_state=0):
    """Crescents with outliers: (a) the data, (b) error over width, (c) a broken solution.

    Parameters
    ----------
    panel : {"a", "b", "c", "all"}, default="all"
    recipe : str, default="fitted"
        One of `RECIPES["outliers"]`.
    sigma : float, default=0.6
        Width of the window in (c).
    random_state : int, default=0
        Of (a) and (c). The curves are the medians of 20 recorded draws, the bands their middle
        halves.

    Notes
    -----
    Jenssen et al. 2006, Figure 6 and section V. The outliers belong to no cluster and count in no
    error; the paper does not say how it counts them.
    """
    panels = "abc" if panel == "all" else panel
    page = Figure(figsize=(7, 3 * len(panels)), layout="constrained")
    axes = dict(zip(panels, page.subplots(len(panels), squeeze=False)[:, 0], strict=True))
    (X, y), texts = ex.toy("outliers", random_state, recipe), []
    if "a" in panels:
        plot_with_hollow(X, np.where(y < 0, 0, y), y < 0, axes["a"])
        axes["a"].set_title("(a) true labels; hollow: outliers", fontsize=10)
        texts.append(f"(a) Two crescents and {(y < 0).sum()} outliers.")
    if "b" in panels:
        told = _draw_curves(axes["b"], "outliers", "(b) outliers not counted", recipe)
        texts.append(f"(b) {told}")
        _draw_legend(page, axes["b"])
    if "c" in panels:
        found = angle_clustering(X, 2, sigma=sigma).labels
        found = ex.names(y, found)[found]
        plot_with_hollow(X, found, y < 0, axes["c"])
        wrong = ex.error(y, found)
        axes["c"].set_title(f"(c) u = 1/f at σ = {sigma:g}: error {wrong:.3f}", fontsize=10)
        alone = np.bincount(found).min()
        texts.append(f"(c) u = 1/f at width {sigma:g}: error {wrong:.3f}, {alone} in one cluster.")
    return page, f"Recipe {recipe}. " + " ".join(texts)


_RANGES = {
    "dense crescents, 1/f": ("dense", "laplacian", "none given"),
    "dense crescents, u = 1": ("dense", "affinity", "{:.2f} to {:.2f}"),
    "sparse crescents, 1/f": ("sparse", "laplacian", "not beyond {:.2f}"),
    "sparse crescents, u = 1": ("sparse", "affinity", "at none"),
    "rings, 1/f": ("rings", "laplacian", "{:.2f} to {:.2f}"),
    "rings, u = 1": ("rings", "affinity", "at none"),
}


def right_widths(recipe="fitted"):
    """Least and largest width at which at most 1 % of the points are wrong, and the paper's.

    Parameters
    ----------
    recipe : str, default="fitted"
        One that the crescents and the rings have: "fitted", "smaller", "larger" or "thicker".
    """
    rows = []
    for name, (kind, method, printed) in _RANGES.items():
        E, sigma = ex.errors_of(kind, method, recipe), ex.widths_of(kind, recipe)
        ends = [sigma[e <= ex.RIGHT] for e in (np.median(E, axis=0), E.max(axis=0))]
        told = [f"{of.min():.2f} to {of.max():.2f}" if of.size else "at none" for of in ends]
        ends = np.atleast_1d(ex.REPORTED.get((kind, method), ()))
        rows.append((name, *told, printed.format(*ends)))
    columns = "data and weight", "in the median", "in all twenty draws", "paper, one draw"
    caption = f"Widths at which at most 1 % of the points are wrong, recipe {recipe}"
    return Table(caption, columns, rows, ex.PAPER.sentence)
