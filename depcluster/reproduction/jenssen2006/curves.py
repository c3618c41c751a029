"""The recorded curves of Jenssen 2006, error over width, and how they are drawn and told."""

from __future__ import annotations

import numpy as np

from ...plotting import COLOURS, INK, INK_2, RULE, RULE_2
from ..records import read_record

STYLE = {
    "affinity": ("affinity, u = 1", COLOURS[1], "--", "s"),
    "laplacian": ("Laplacian, u = 1/f", COLOURS[0], "-", "o"),
    "njw": ("Ng, Jordan, Weiss", COLOURS[7], ":", "x"),
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


def strips_of(name, row, methods):
    """Names of the axes that `draw_strips` wants, one below the other, for `subplot_mosaic`."""
    return [[f"{name}, {method}"] for method in shown(row, methods)]


def draw_strips(axes, row, methods, title, printed=None):
    """An axis a method: median over the seeds as a line, from best to worst as a band.

    ``axes`` are from the top; ``printed`` is a method, with what the paper prints of it as a text
    and a range of widths, which is shaded.
    """
    for ax, method in zip(axes, shown(row, methods), strict=True):
        label, hue, *_ = STYLE[method]
        sigma, E = np.array(row["sigma"]), np.array(row["errors"][method])
        ax.fill_between(sigma, E.min(axis=0), E.max(axis=0), color=hue, alpha=0.25, lw=0)
        _draw_line(ax, row, method)
        _set_axis(ax, row)
        ax.set(ylabel="error", yticks=[0, 0.5], ylim=(-0.04, max(0.55, 1.05 * E.max())))
        ax.set_title(label, fontsize=9, color=INK, loc="left", pad=2)
        ax.label_outer()
        if printed and printed[0] == method:
            _, text, low, high = printed
            ax.axvspan(low, high, color=RULE, zorder=0, lw=0)
            ax.set_title(f"grey: paper, {text}", fontsize=9, color=INK_2, loc="right", pad=2)
    _name_rules(axes, row, 13)
    axes[0].annotate(
        title,
        (0, 1),
        (0, 34),
        xycoords="axes fraction",
        textcoords="offset points",
        fontsize=10,
        color=INK,
        fontweight="bold",
    )


def draw_curves(ax, row, methods):
    """One data set's error over width, all methods in one axis."""
    for method in shown(row, methods):
        _draw_line(ax, row, method)
    _set_axis(ax, row)
    ax.set(ylabel="error", ylim=(-0.02, 0.82))
    _name_rules([ax], row, 2)


def _draw_line(ax, row, method):
    label, hue, dash, marker = STYLE[method]
    median = np.median(row["errors"][method], axis=0)
    ax.plot(row["sigma"], median, dash, color=hue, lw=1.8, marker=marker, ms=4, label=label)


def _set_axis(ax, row):
    low, high = row["sigma"][0], row["sigma"][-1]
    ax.set(xscale="log", xlabel="width σ", xlim=(0.93 * low, 1.07 * high))
    ticks = [s for s in TICKS if low <= s <= high]
    ax.set_xticks(ticks, [f"{s:g}" for s in ticks])
    ax.minorticks_off()
    ax.spines[["top", "right"]].set_visible(False)


def _name_rules(axes, row, height):
    """A dashed line at the mean width of each rule, its name above, with an arrow if outside."""
    low, high = axes[0].get_xlim()
    before = low / high
    for rule, text in RULES.items():
        widths = [found[rule] for found in row["rules"] if found[rule] is not None]
        if not widths:
            continue
        width = np.mean(widths)
        if not low < width < high:
            text = f"{text} {width:.2f} →" if width > high else f"← {text} {width:.2f}"
        at = np.clip(width, low, high)
        for ax in axes:
            ax.axvline(width, color=RULE_2, lw=1, ls=(0, (4, 2)), zorder=0)
        raised = np.log(at / before) < 0.16 * np.log(high / low)
        style = {"xycoords": axes[0].get_xaxis_transform(), "textcoords": "offset points"}
        side = "center" if at == width else "right" if width > high else "left"
        place = {"ha": side, "va": "bottom", "size": 9, "color": INK_2}
        axes[0].annotate(text, (at, 1), (0, height + 10 * raised), **style, **place)
        before = before if raised else at


def draw_legend(figure, ax):
    """Above the figure: the methods of ax."""
    figure.legend(
        *ax.get_legend_handles_labels(),
        frameon=False,
        fontsize=9,
        loc="outside upper center",
        ncols=4,
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
