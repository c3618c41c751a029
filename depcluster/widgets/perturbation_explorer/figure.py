"""The perturbation explorer as a figure."""

from __future__ import annotations

import numpy as np

from ..._validation import counted
from ...plotting.basics import plot_partition
from ...plotting.perturbation import plot_bound, plot_spectra, plot_stability
from ..base.mosaic import Panel, mosaic


def perturbation_figure(widget, engine, extent, read, curve):
    """What is open of it.

    ``extent`` has the corners of both scatters, ``curve`` what is computed of the curve.
    """
    given, shaken, moved, mode = read.given, read.shaken, read.moved, read.mode
    n_clusters, n_stops = len(np.unique(given.labels)), len(mode.stops)
    sizes = [np.bincount(each.labels, minlength=n_clusters) for each in (given, shaken)]
    points = ", ".join(filter(None, [counted(len(engine.points), "point"), engine.plane]))
    ringed = f"{len(moved)} moved, ringed" if len(moved) else "none moved"
    computed = f"{len(curve)} of {n_stops} computed; " if len(curve) < n_stops else ""

    def scatter(points, labels):
        def draw(ax):
            plot_partition(points, labels, ax, moved=moved)
            ax.update_datalim(np.reshape(extent, (2, 2)))
            ax.margins(0.06)

        return draw

    def spectrum(ax):
        plot_spectra(given.values, shaken.values, n_clusters, ax)
        ax.margins(y=0.1)

    panels = {
        "given": Panel(
            "As given", scatter(engine.points, given.labels), points, sizes[0], 300, 190
        ),
        "perturbed": Panel(
            "Perturbed", scatter(shaken.points, shaken.labels), ringed, sizes[1], 300, 190
        ),
        "spectrum": Panel("Spectrum", spectrum, "grey given, blue after", (), 280, 190),
        "bound": Panel(
            "Bound on ε",
            lambda ax: _bound(read.theorem, ax),
            "root scale: 2(√δ + √δ\u0303 + √γ)²",
            (),
            580,
            130,
        ),
        "curve": Panel(
            mode.curve,
            lambda ax: _curve(read, curve, ax),
            f"{computed}blue bound; grey: vacuous",
            (),
            290,
            130,
        ),
    }
    verdict = f"{read.title}: {read.reason} " if "bound" in panels else ""
    return mosaic(
        widget, "given perturbed spectrum; bound curve", widget._opened(panels), verdict + read.foot
    )


def _bound(theorem, ax):
    terms = theorem.term_delta, theorem.term_delta_perturbed, theorem.term_gamma
    plot_bound(terms, theorem.epsilon, theorem.trivial, ax.inset_axes([0.01, 0.5, 0.98, 0.28]))
    ax.set_axis_off()


def _curve(read, curve, ax):
    mode, theorem = read.mode, read.theorem
    now = mode.place(read.amount) / mode.fine, theorem.epsilon, theorem.bound
    epsilon, bound = ([getattr(each, name) for each in curve] for name in ("epsilon", "bound"))
    plot_stability(mode.ends, epsilon, bound, theorem.trivial, ax, now=now)
