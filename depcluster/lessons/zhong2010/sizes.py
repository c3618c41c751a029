"""How a cluster's size is paid, with and without the rows of R."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from ... import cluhsic, cluhsical
from ...kernels import centre
from ...plotting import COLOURS, INK, RULE_2
from ...widgets import choice, redrawn

_METHODS = {
    "none": ("none", "one-hot", RULE_2, "-"),
    "CLUHSIC, l1": ("l1", "one-hot", COLOURS[4], "-"),
    "CLUHSIC, l2": ("l2", "one-hot", COLOURS[1], "-"),
    "CLUHSICAL, l1": ("l1", "with R", COLOURS[0], "-"),
    "CLUHSICAL, l2": ("l2", "with R", COLOURS[2], "--"),
}


def weight_of_pair(n, c, norm, rows, m=100):
    """1 / N(n)^2, N the norm of a column with n of m points, scaled to 1 at m / 2."""
    if norm == "none":
        return np.ones_like(n)

    def squared(n):
        if norm == "l1":
            return (n * (c - 2) + m if rows == "with R" else n) ** 2
        return n * c * (c - 2) + m if rows == "with R" else n

    return squared(m / 2) / squared(n)


def paid_for_one(c=9):
    """What a cluster of one is paid, for each normalisation, half of all points being paid 1."""
    return {
        name: float(weight_of_pair(1.0, c, norm, rows))
        for name, (norm, rows, *_) in _METHODS.items()
    }


def prices():
    """The weight of a pair against the size of its cluster, for the normalisations."""
    return redrawn(
        _draw_prices,
        c=choice([9, 4, 2], label="labels"),
        method=choice(list(_METHODS), "CLUHSIC, l2", label="normalised as"),
    )


def _draw_prices(c, method):
    n = np.arange(1, 97.0)
    figure = Figure(figsize=(9, 2.9), layout="constrained")
    ax = figure.subplots()
    for name, (norm, rows, hue, style) in _METHODS.items():
        y, wide = weight_of_pair(n, c, norm, rows), name == method
        ax.loglog(n, y, style, color=hue, linewidth=4 if wide else 1.6, label=name)
    one = paid_for_one(c)[method]
    ax.plot([1], [one], "o", color=INK, markersize=9, clip_on=False)
    shown = f"{one:.3g}" if one < 1000 else f"{one:.0f}"
    ax.set_title(
        f"{method}: a cluster of one is paid {shown} times what half of all is",
        fontsize=12,
        color=INK,
    )
    ax.set(xlabel="points in the cluster, of 100", ylabel="weight of a pair")
    ax.set(xlim=(1, 110), ylim=(0.2, 4000))
    ax.set_xticks([1, 10, 50], ["1", "10", "50"])
    ax.set_yticks([1, 10, 100, 1000], ["1", "10", "100", "1000"])
    ax.minorticks_off()
    ax.legend(loc="upper right", frameon=False, fontsize=9)
    ax.spines[["top", "right"]].set_visible(False)
    return figure, f"{c} labels, {method}: a cluster of one is paid {shown} times as much as half."


def unevenness(c, n_draws=5):
    """Spread of the cluster sizes over their mean, for points without any groups.

    k-means, and A = I with the rows of the 0-1 loss under l1 and l2; means over the draws.
    """
    spreads = []
    for seed in range(n_draws):
        cloud = np.random.default_rng(seed).standard_normal((120, 2))
        K, options = centre(cloud @ cloud.T), {"n_init": 3, "random_state": seed}
        runs = [cluhsic(K, np.eye(c), **options)]
        for norm in ("l1", "l2"):
            runs.append(cluhsical(K, np.eye(c), "zero-one", normalization=norm, **options))
        spreads.append([c / 120 * np.std(np.bincount(r.labels, minlength=c)) for r in runs])
    return np.mean(spreads, axis=0)
