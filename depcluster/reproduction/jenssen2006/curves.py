"""The recorded curves of Jenssen 2006, error over width, and how they are drawn and told."""

from __future__ import annotations

import numpy as np

from ...plotting import COLOURS, INK_2, RULE, RULE_2
from ..records import read_record

STYLE = {
    "affinity": ("affinity, u = 1", COLOURS[1], "--", "s"),
    "laplacian": ("Laplacian, u = 1/f", COLOURS[0], "-", "o"),
    "njw": ("Ng, Jordan, Weiss", "#26292c", ":", "x"),
    "outlier": ("outlier weighted", COLOURS[4], "-.", "^"),
}
RULES = {"lscv": "LSCV", "mean": "mean", "amise": "AMISE"}
RIGHT = 0.01  # "correct" and "perfect": at most this share of the points wrong
GOOD = 0.05  # "good" and "reasonable"
TICKS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50)


def set_of(kind, recipe="fitted"):
    """A recorded set: its widths, errors, rules."""
    name = kind if recipe == "fitted" else f"{kind}, {recipe}"
    return read_record("jenssen2006", "curves")["sets"][name]


def recorded():
    """When the curves were recorded and with which versions."""
    return read_record("jenssen2006", "curves")["recorded"]


def errors(kind, method, low=0.0, high=np.inf, recipe="fitted"):
    """Errors of a method at the widths from low to high, (seeds, widths)."""
    row = set_of(kind, recipe)
    sigma = np.array(row["sigma"])
    return np.array(row["errors"][method])[:, (sigma >= low - 1e-9) & (sigma <= high + 1e-9)]


def shown(row, methods):
    """Those methods that were run on a set; recipes other than the fitted one have fewer."""
    return [method for method in methods if method in row["errors"]]


def draw_curves(ax, row, methods, printed=None):
    """Median over the seeds as a line, from best to worst as a band; the rules' widths.

    ``printed``: a text and the range of widths that the paper prints.
    """
    sigma = np.array(row["sigma"])
    for method in shown(row, methods):
        label, hue, dash, marker = STYLE[method]
        E = np.array(row["errors"][method])
        if len(E) > 1:
            ax.fill_between(sigma, E.min(axis=0), E.max(axis=0), color=hue, alpha=0.15, lw=0)
        style = {"color": hue, "lw": 2, "marker": marker, "ms": 4, "label": label}
        ax.plot(sigma, np.median(E, axis=0), dash, **style)
    ax.set(xscale="log", xlabel="width σ", ylabel="error", ylim=(-0.02, 0.82))
    ticks = [s for s in TICKS if sigma[0] <= s <= sigma[-1]]
    ax.set_xticks(ticks, [f"{s:g}" for s in ticks])
    ax.minorticks_off()
    ax.spines[["top", "right"]].set_visible(False)
    for rule, text in RULES.items():
        widths = [found[rule] for found in row["rules"] if found[rule] is not None]
        if widths and sigma[0] < np.mean(widths) < sigma[-1]:
            ax.axvline(np.mean(widths), color=RULE_2, lw=1, ls=(0, (4, 2)), zorder=0)
            style = {"rotation": 90, "va": "top", "ha": "right", "size": 8, "color": INK_2}
            ax.text(np.mean(widths), 0.81, text, **style)
    if printed:
        _mark_printed(ax, *printed)


def _mark_printed(ax, text, low, high):
    ax.axvspan(low, high, color=RULE, alpha=0.6, zorder=0, lw=0)
    halo = {"boxstyle": "round,pad=0.15", "fc": "white", "ec": "none", "alpha": 0.85}
    style = {"size": 8, "color": INK_2, "ha": "center", "va": "bottom", "bbox": halo}
    ax.text(np.sqrt(low * high), 0.55, f"paper: {text}", **style)


def draw_legend(figure, ax, bands=True):
    """Above the figure: the methods of ax, and what lines and bands are."""
    rules = "dashed grey: widths of the rules"
    figure.legend(
        *ax.get_legend_handles_labels(),
        frameon=False,
        fontsize=9,
        loc="outside upper center",
        ncols=4,
        title="line: median of the draws; band: from the best to the worst; " * bands + rules,
        title_fontsize=9,
    )


def told(row, methods):
    """The curves in words: at which widths each method is right in the median."""
    sigma, texts = np.array(row["sigma"]), []
    for method in shown(row, methods):
        median = np.median(row["errors"][method], axis=0)
        right = sigma[median <= RIGHT]
        if len(right):
            said = (
                f"at most {RIGHT:g} at {len(right)} widths from {right.min():g} to {right.max():g}"
            )
        else:
            said = f"least {median.min():.2f}, at {sigma[median.argmin()]:g}"
        texts.append(f"{STYLE[method][0]}: {said}")
    of = f"in the median of {row['seeds']} draws" if row["seeds"] > 1 else "on the one data set"
    return f"Error {of}: {'; '.join(texts)}."
