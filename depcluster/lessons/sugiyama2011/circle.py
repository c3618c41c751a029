"""Circle and Gaussian painted with the leading eigenvectors of both kernels."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from ...kernels import component_eigenvectors, local_scaling
from ...plotting import ACCENT, INK, INK_2, RULE, plot_painted
from ...reproduction.sugiyama2011.experiments import KERNELS, toy
from ...widgets import choice, redrawn, stops

NEAR = (5, 7, 10, 12, 13, 20)


def leading(kernel, t, seed=0, k=6):
    """Leading eigenvectors of the circle's kernel, and how much of each lies on the ring.

    Returns
    -------
    X, K, values, V, on_ring : ndarray
        K is sparse; ``on_ring`` of shape (k,) is between 0 and 1.
    """
    X, y, _ = toy("circle & Gaussian", seed)
    K = local_scaling(X, t, kernel_normalization=KERNELS[kernel]).K
    values, V, _ = component_eigenvectors(K, k)
    return X, K, values, V, (V[y == 1] ** 2).sum(axis=0)


def painted():
    """The points painted with six eigenvectors, at a t and with a kernel that one chooses."""
    found = {(kernel, t): leading(kernel, t) for kernel in KERNELS for t in NEAR}

    def draw(kernel, t):
        X, _, values, V, on_ring = found[kernel, t]
        figure, told = Figure(figsize=(9, 2.4), layout="constrained"), []
        for k, ax in enumerate(figure.subplots(1, 6)):
            plot_painted(X, (np.sign(V[:, k].sum()) or 1) * V[:, k], ax)
            place = "ring" if on_ring[k] > 0.9 else "Gaussian" if on_ring[k] < 0.1 else "both"
            ink = INK if k < 2 else INK_2
            ax.set_title(f"{k + 1}.  λ = {values[k]:.2f}\n{place}", fontsize=10, color=ink)
            ax.spines[:].set(color=ACCENT if k < 2 else RULE, linewidth=2 if k < 2 else 1)
            told.append(f"{values[k]:.2f} {place}")
        title = "framed: the two that become classes; blue above 0, orange below"
        figure.suptitle(title, fontsize=10, color=INK_2)
        return figure, f"Leading eigenvectors, kernel {kernel}, t = {t}: {', '.join(told)}."

    return redrawn(
        draw,
        kernel=choice({"as printed": "printed", "sym": "sym"}, label="kernel"),
        t=stops(NEAR, value=5, label="neighbours t"),
    )
