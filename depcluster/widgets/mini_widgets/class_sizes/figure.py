"""The points as two methods file them, and the accuracies that have been seen, as a figure."""

from __future__ import annotations

from functools import partial

from ....plotting.basics import plot_partition
from ....plotting.palette import ACCENT, INK, INK_2, RULE_2
from ...base.mosaic import Panel, mosaic

_LOOKS = ({"color": INK_2, "marker": "o"}, {"color": ACCENT, "marker": "D"})


def sizes_figure(shown, seen, last):
    """The widget as a figure; ``seen`` has what was found, by step."""
    panels = {}
    for method, found in shown.filed.items():
        note = f"ringed: {found.wrong.sum()} misfiled; cross: mean"
        draw = partial(_draw_filed, found)
        panels[method.lower()] = Panel(method, draw, note, (), 400, 260)
    curve = lambda ax: _draw_curve(shown, seen, last, ax)  # noqa: E731
    panels["curve"] = Panel("Right", curve, "share of the points", (), 800, 130)
    return mosaic(shown, "k-means cluhsical / curve", panels)


def _draw_filed(found, ax):
    plot_partition(found.X, found.labels, ax)
    ring = {"facecolor": "none", "edgecolor": INK, "linewidth": 1, "s": 80}
    ax.scatter(*found.X[found.wrong].T, **ring)
    ax.plot(*found.X.mean(axis=0), "+", color=INK, markersize=14, markeredgewidth=2)


def _draw_curve(shown, seen, last, ax):
    ax.axvline(shown.step, color=RULE_2, linewidth=1)
    steps = sorted(seen)
    for method, look in zip(shown.filed, _LOOKS, strict=True):
        totals = shown._classes[shown.shape].sizes.sum(axis=1)
        right = [seen[step][method].right / totals[step] for step in steps]
        ax.plot(steps, right, linewidth=1, markersize=6, label=method, **look)
    ends = (" / ".join(map(str, shown._classes[shown.shape].sizes[step])) for step in (0, last))
    ax.set_xticks([0, last], list(ends))
    ax.set(xlim=(-0.5, last + 0.5), ylim=(0.45, 1.03), yticks=[0.5, 0.75, 1])
    ax.legend(loc="upper left", bbox_to_anchor=(1, 1), fontsize=8)
    ax.spines[["top", "right"]].set_visible(False)
