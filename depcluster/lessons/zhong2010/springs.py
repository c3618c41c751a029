"""The regression behind the score: springs, and the energy that is left in them."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from ... import kernel_matrix, regression_objective
from ...kernels import centre
from ...labels import tree, tree_loss
from ...plotting import COLOURS, INK
from ...reproduction.zhong2010 import derivations
from ...widgets import choice, redrawn, stops
from ...widgets.mini_widgets.label_springs.widget import four_groups

SHARES = (1e-4, 1e-3, 1e-2, 0.1, 1, 10)


def energy():
    """The energy (7) that is left against the stiffness C, and its tangent (20)."""
    points, groups = four_groups()
    K, A = centre(kernel_matrix(points)), tree((2, 2))
    curves = {"K / m": regression_objective(K / 40, groups, A)}
    curves["K"] = regression_objective(K, groups, A)
    stiff = derivations.regression(K, groups, A, tree_loss((2, 2)))[1].sum()

    def draw(C, scale):
        return _draw_energy(curves[scale], stiff, C, scale)

    return redrawn(
        draw,
        C=stops(SHARES, 0.1, label="stiffness C", show="{:g} m".format),
        scale=choice(["K / m", "K"], label="similarities"),
    )


def _draw_energy(curve, stiff, share, scale):
    Cs = np.logspace(-5, 1.3, 200)
    figure = Figure(figsize=(9, 2.5), layout="constrained")
    ax = figure.subplots()
    for of, style, hue in ((curve.exact, "-", 0), (curve.first_order, "--", 4)):
        ax.semilogx(Cs, of(40 * Cs) / (2 * Cs * stiff), style, color=COLOURS[hue], linewidth=2.5)
        here = float(of(40 * share)) / (2 * share * stiff)
        ax.plot([share], [max(here, -0.27)], "o", color=COLOURS[hue], markersize=9, clip_on=False)
    error = curve.relative_error(40 * share).item()
    ax.set(ylim=(-0.27, 1.08), xlabel="C / m", ylabel="share of the energy left")
    ax.text(1.1e-5, 0.14, "line: eq. (7)", color=COLOURS[0], fontsize=10)
    ax.text(1.1e-5, 0.0, "dashes: eq. (20)", color=COLOURS[4], fontsize=10)
    ax.spines[["top", "right"]].set_visible(False)
    ax.set_title(f"relative error of (20): {error:.2g}", fontsize=12, color=INK)
    return figure, f"C = {share:g} m, {scale}: the tangent (20) is off by {error:.2g}."
