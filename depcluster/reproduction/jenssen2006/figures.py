"""Figures 1 to 6 of Jenssen 2006, a function each. The curves are recorded, all else is live."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from ...checks.rules import SEED, number, one_of
from ...papers.jenssen2006 import (
    angle_clustering,
    leading_pairs,
    mean_cosine,
    weighted_kernel,
    window_kernel,
)
from ...plotting import (
    COLOURS,
    INK,
    INK_2,
    RULE_2,
    plot_mean_vectors,
    plot_partition,
    plot_with_hollow,
)
from ...plotting.palette import mark_style
from ..exhibit import exhibit
from . import cases
from .curves import draw_curves, draw_legend, draw_strips, set_of, strips_of, told
from .densities import bell

WIDTH = number(0.01, 100)
CRESCENTS = one_of(*cases.CRESCENTS)
PANEL = one_of("a", "b", "c", "all")


@exhibit("Fig. 1", "stand-in data", sigma=WIDTH, random_state=SEED)
def figure_1(sigma=0.35, random_state=0):
    """Two small samples on a line, their densities, and a bar 1/f on every point.

    Beside it, not in the paper: where that weight puts them, with the clusters' mean vectors.

    Parameters
    ----------
    sigma : float, default=0.35
        Width of the window.
    random_state : int, default=0
        Of the samples.

    Returns
    -------
    FigureWithAlt

    Notes
    -----
    Jenssen et al. 2006, Figure 1 and section II-B. The paper's samples are not to be had: ours are
    12 points around -2, 11 around 2 and one at 0.
    """
    x, y = cases.small_samples(random_state)
    u = cases.inverse_density(x, sigma)
    figure = Figure(figsize=(9, 3.4), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=[3, 1.25])
    grid = np.linspace(-4.5, 4.5, 600)
    top = bell(grid, x, sigma).mean(axis=0).max()
    for k in (0, 1):
        own, style = x[y == k], mark_style(k, 26)
        heights = 1.6 * top * u[y == k] / u.max()
        left.bar(own[:, 0], heights, 0.05, color=style["color"], edgecolor=style["edgecolor"])
        left.scatter(own[:, 0], np.full(len(own), -0.04 * top), **style)
        density = bell(grid, own, sigma).mean(axis=0)
        left.plot(grid, density, "--", color=COLOURS[k], lw=2, label=f"p{k + 1}, estimated")
    left.plot(grid, bell(grid, x, sigma).mean(axis=0), color=INK, lw=2, label="f, of all points")
    left.set(xlabel="x", ylabel="density", yticks=[], xlim=(-4.5, 4.5))
    left.set_title("bars: the weight 1/f of each point", fontsize=10, color=INK_2)
    left.spines[["top", "right"]].set_visible(False)
    left.legend(frameon=False, loc="upper right", fontsize=9)
    K = window_kernel(x, sigma=sigma)
    values, V = leading_pairs(weighted_kernel(K, u), 2)
    Phi = np.sqrt(values) * V
    means = np.array([Phi[y == k].mean(axis=0) for k in (0, 1)])
    plot_mean_vectors(Phi, means, y, right)
    right.set_title("embedding, u = 1/f", fontsize=10, color=INK_2)
    heaviest = u[-1] / np.median(u)
    return figure, (
        "Two samples on a line with their estimated densities and that of all points; a bar on "
        f"each point shows 1/f: short in the crowds, {heaviest:.1f} times the median on the point "
        f"in the middle. Beside it the embedding with the two mean vectors at "
        f"{np.degrees(np.arccos(mean_cosine(means))):.1f} degrees."
    )


@exhibit("Fig. 2", "stand-in data", recipe=CRESCENTS, random_state=SEED)
def figure_2(recipe="fitted", random_state=0):
    """The crescents, (a) both dense and (b) one of them sparse, with their true labels.

    Parameters
    ----------
    recipe : str, default="fitted"
        One of `cases.CRESCENTS`. The fitted one was made so that the rules choose the widths that
        the paper prints for (a).
    random_state : int, default=0

    Returns
    -------
    FigureWithAlt

    Notes
    -----
    Jenssen et al. 2006, Figure 2. The paper's points are not to be had; their numbers, 209 and 210
    or 21, are the paper's.
    """
    figure = Figure(figsize=(10, 4.1), layout="constrained")
    told_rules = []
    printed = {"dense": {"amise": " (paper .8)", "mean": " (paper .5)"}, "sparse": {}}
    for ax, kind, name in zip(figure.subplots(1, 2), printed, ("(a)", "(b)"), strict=True):
        X, y = cases.toy(kind, random_state, recipe)
        plot_partition(X, y, ax)
        widths = cases.rules(X)
        texts = [
            f"{label} {widths[rule]:.2f}{printed[kind].get(rule, '')}"
            for rule, label in (("amise", "AMISE"), ("lscv", "LSCV"), ("mean", "mean"))
        ]
        told_rules.append(", ".join(texts))
        n = np.bincount(y)
        title = f"{name} {n[0]} and {n[1]} points\n{told_rules[-1]}"
        ax.set_title(title, fontsize=10, color=INK_2)
    return figure, (
        f"Two interlocking crescents with true labels, recipe {recipe}: both dense, and the second "
        f"with 21 points. Widths of the rules: {told_rules[0]}; and {told_rules[1]}."
    )


@exhibit(
    "Fig. 3",
    "stand-in data",
    panel=PANEL,
    recipe=CRESCENTS,
    sigma=WIDTH,
    random_state=SEED,
)
def figure_3(panel="all", recipe="fitted", sigma=0.5, random_state=0):
    """Error over width for (a) dense and (b) sparse crescents, and (c) the weight of each point.

    The paper draws one curve a method; here the line is the median over 20 draws and the band
    goes from the best to the worst, in a strip a method. Grey: what the paper prints.

    Parameters
    ----------
    panel : {"a", "b", "c", "all"}, default="all"
    recipe : str, default="fitted"
        One of `cases.CRESCENTS`.
    sigma : float, default=0.5
        Width of the window in (c).
    random_state : int, default=0
        Of the draw in (c). The curves are those of seeds 0 to 19, recorded.

    Returns
    -------
    FigureWithAlt

    Notes
    -----
    Jenssen et al. 2006, Figure 3 and section IV-A.
    """
    panels = "abc" if panel == "all" else panel
    rows = {"a": set_of("dense", recipe), "b": set_of("sparse", recipe)}
    strips = {name: strips_of(name, row, cases.THREE) for name, row in rows.items()}
    layout = {"all": [[strips["a"], strips["b"]], ["c", "c"]], "c": [["c"]], **strips}[panel]
    options = {"height_ratios": [2, 1]} if panel == "all" else {}
    figure = Figure(figsize=(9, {"all": 7, "c": 3}.get(panel, 4.4)), layout="constrained")
    axes = figure.subplot_mosaic(layout, **options)
    texts = []
    for name, kind, *printed in (
        ("a", "dense", "affinity", "right 0.38 to 0.65", 0.38, 0.65),
        ("b", "sparse", "laplacian", "fails beyond 0.51", 0.51, 1.4),
    ):
        if name in panels:
            title, own = f"({name}) {kind} crescents, recipe {recipe}", [k for (k,) in strips[name]]
            draw_strips([axes[k] for k in own], rows[name], cases.THREE, title, printed)
            texts.append(f"({name}) {told(rows[name], cases.THREE)}")
    if "c" in panels:
        texts.append(f"(c) {_weights(axes['c'], recipe, sigma, random_state)}")
    return figure, f"Recipe {recipe}. " + " ".join(texts)


def _weights(ax, recipe, sigma, seed):
    """Figure 3 (c); returns what it shows."""
    said = []
    for kind, hue, style in (("sparse", COLOURS[4], "-"), ("dense", COLOURS[0], (0, (3, 1.5)))):
        first, second = cases.relative_weights(kind, sigma, seed, recipe)
        label = f"{len(first)} and {len(second)} points"
        ax.plot(np.concatenate([first, second]), color=hue, ls=style, lw=1.4, label=label)
        said.append(
            f"With {label} the second crescent's weights lie between {second.min():.1f} and "
            f"{second.max():.1f} times the first one's median."
        )
    end = len(first) - 0.5
    ax.axvline(end, color=RULE_2, lw=1, ls=":")
    top = ax.get_ylim()[1]
    for x, text, side in ((end - 4, "first crescent", "right"), (end + 25, "second", "left")):
        ax.text(x, top, text, ha=side, va="top", color=INK_2, fontsize=9)
    ax.set(xlabel="point", ylabel="weight 1/f / median of the first", xlim=(0, 419))
    ax.set_title(f"(c) the weight of each point at σ = {sigma:g}", fontsize=10, color=INK_2)
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(frameon=False, loc="center right", fontsize=9)
    return " ".join(said)


@exhibit("Fig. 4", "stand-in data", recipe=one_of(*cases.RINGS), sigma=WIDTH, random_state=SEED)
def figure_4(recipe="fitted", sigma=1.0, random_state=0):
    """Three rings as u = 1/f clusters them, and the error over width.

    Parameters
    ----------
    recipe : str, default="fitted"
        One of `cases.RINGS`.
    sigma : float, default=1.0
        Width of the window in the picture.
    random_state : int, default=0
        Of the picture. The curves are those of seeds 0 to 19, recorded.

    Returns
    -------
    FigureWithAlt

    Notes
    -----
    Jenssen et al. 2006, Figure 4, which shows the points; the range of widths without an error
    stands in its caption. The curves are ours.
    """
    X, y = cases.toy("rings", random_state, recipe)
    found = angle_clustering(X, 3, sigma=sigma).labels
    found = cases.names(y, found)[found]
    row = set_of("rings", recipe)
    strips = strips_of("error", row, cases.THREE)
    figure = Figure(figsize=(9, 4.4), layout="constrained")
    axes = figure.subplot_mosaic([["rings", strips]], width_ratios=[2, 3])
    plot_partition(X, found, axes["rings"])
    wrong = cases.error(y, found)
    title = f"u = 1/f at σ = {sigma:g}: error {wrong:.3f}"
    axes["rings"].set_title(title, fontsize=10, color=INK_2)
    printed = "laplacian", "right 0.3 to 1.9", 0.3, 1.9
    curves = [axes[name] for (name,) in strips]
    draw_strips(curves, row, cases.THREE, f"error, recipe {recipe}", printed)
    return figure, (
        f"A tight ring inside two wide ones, clustered with u = 1/f at width {sigma:g}: error "
        f"{wrong:.3f}. Beside it the error over width, recipe {recipe}. {told(row, cases.THREE)}"
    )


@exhibit("Fig. 5", "the paper's data, recorded")
def figure_5():
    """Error over width on breast cancer and on the handwritten digits 0, 1 and 2.

    Returns
    -------
    FigureWithAlt

    Notes
    -----
    Jenssen et al. 2006, Figure 5 and section IV-B. Features as they come, not standardised. The
    paper prints the AMISE widths 1.6 and 20 and no other number.
    """
    figure = Figure(figsize=(9, 3.8), layout="constrained")
    texts = []
    titles = {
        "breast": "breast cancer, 683 x 9; AMISE {:.2f} (paper 1.6)",
        "pendigits": "digits 0, 1, 2, 1091 x 16; AMISE {:.1f} (paper 20)",
    }
    for ax, (name, title) in zip(figure.subplots(1, 2), titles.items(), strict=True):
        row = set_of(name)
        draw_curves(ax, row, cases.THREE)
        title = title.format(row["rules"][0]["amise"])
        ax.set_title(title, fontsize=10, color=INK_2, pad=16)
        texts.append(f"{title}. {told(row, cases.THREE)}")
    draw_legend(figure, figure.axes[0])
    return figure, " ".join(texts)


@exhibit(
    "Fig. 6",
    "stand-in data",
    panel=PANEL,
    recipe=one_of(*cases.OUTLIERS),
    sigma=WIDTH,
    random_state=SEED,
)
def figure_6(panel="all", recipe="fitted", sigma=0.6, random_state=0):
    """Crescents with outliers: (a) the data, (b) error over width, (c) a broken solution.

    Parameters
    ----------
    panel : {"a", "b", "c", "all"}, default="all"
    recipe : str, default="fitted"
        One of `cases.OUTLIERS`.
    sigma : float, default=0.6
        Width of the window in (c).
    random_state : int, default=0
        Of (a) and (c). The curves are those of seeds 0 to 19, recorded.

    Returns
    -------
    FigureWithAlt

    Notes
    -----
    Jenssen et al. 2006, Figure 6 and section V. The outliers belong to no cluster and count in no
    error; the paper does not say how it counts them.
    """
    panels = "abc" if panel == "all" else panel
    row, methods = set_of("outliers", recipe), (*cases.THREE, "outlier")
    strips = strips_of("b", row, methods)
    layout = {"all": [[[["a"], ["c"]], strips]], "b": strips}.get(panel, [[panel]])
    options = {"width_ratios": [2, 3]} if panel == "all" else {}
    figure = Figure(figsize=(9, 6 if panel == "all" else 4.4), layout="constrained")
    axes = figure.subplot_mosaic(layout, **options)
    X, y = cases.toy("outliers", random_state, recipe)
    texts = []
    if "a" in panels:
        plot_with_hollow(X, np.where(y < 0, 0, y), y < 0, axes["a"])
        axes["a"].set_title("(a) true labels; hollow: outliers", fontsize=10, color=INK_2)
        texts.append(f"(a) Two crescents and {(y < 0).sum()} outliers.")
    if "b" in panels:
        own = [axes[name] for (name,) in strips]
        draw_strips(own, row, methods, "(b) error, outliers left out")
        texts.append(f"(b) {told(row, methods)}")
    if "c" in panels:
        found = angle_clustering(X, 2, sigma=sigma).labels
        found = cases.names(y, found)[found]
        plot_with_hollow(X, found, y < 0, axes["c"])
        wrong = cases.error(y, found)
        title = f"(c) u = 1/f at σ = {sigma:g}: error {wrong:.3f}"
        axes["c"].set_title(title, fontsize=10, color=INK_2)
        alone = np.bincount(found).min()
        texts.append(f"(c) u = 1/f at width {sigma:g}: error {wrong:.3f}, {alone} in one cluster.")
    return figure, f"Recipe {recipe}. " + " ".join(texts)
