"""The star among its points, and what becomes of its scores on the way out, as a figure."""

from __future__ import annotations

import numpy as np

from ....plotting.palette import COLOURS, INK, INK_2, RULE_2
from ....plotting.smi import plot_with_hollow
from ...base.mosaic import Panel, mosaic

NEAR = 1.7  # radii that the plane shows
LOWEST = 1e-10


def new_point_figure(shown, X, labels, lost):
    """The widget as a figure."""
    far = float(np.linalg.norm(shown.place))
    way = shown.place / far if far else np.array([1.0, 0.0])
    stops = np.geomspace(1, 100, 160)
    scores, posterior, of_lsmi = shown.at(stops[:, None] * way)

    def plane(ax):
        plot_with_hollow(X, labels, lost, ax)
        edge = shown.middle + shown.radius * min(far, NEAR) * way
        ax.plot(*edge, "*", color=COLOURS[2], mec=INK, ms=17, mew=1.5)
        ax.set(aspect="equal")

    def out(ax):
        ax.semilogx(stops, posterior.max(axis=1), color=INK, lw=2, label="surest posterior")
        style = {"color": COLOURS[2], "ls": "--", "lw": 2}
        ax.semilogx(stops, of_lsmi.sum(axis=1), label="LSMI: sum over the classes", **style)
        ax.set(ylim=(-0.05, 1.15), xlabel="distance in radii")
        ax.legend(loc=(0.22, 0.2), fontsize=9)
        _mark(ax, far)

    def raw(ax):
        ax.loglog(stops, np.maximum(scores.max(axis=1), LOWEST), color=COLOURS[4], lw=2)
        ax.set(ylim=(LOWEST, 3), xlabel="distance in radii")
        ax.text(0.98, 0.9, "largest raw score", transform=ax.transAxes, ha="right", color=INK_2)
        _mark(ax, far)

    panels = {
        "plane": Panel("The plane", plane, "star: the new point", (), 300, 300),
        "out": Panel("Away from the middle", out, "along the star's direction", (), 300, 300),
        "raw": Panel("Raw score", raw, "", (), 300, 300),
    }
    return mosaic(shown, "plane out raw", panels)


def _mark(ax, far):
    if far >= 1:
        ax.axvline(far, color=RULE_2, lw=1)
