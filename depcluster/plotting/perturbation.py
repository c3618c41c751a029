"""Figures of Theorem 1 of Song et al. (2007): spectra, the bound's terms, the bound's course."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from .._typing import Floats
from .._validation import number, numbers, optional, whole, words
from .basics import as_text
from .palette import ACCENT, INK, INK_2, MATRIX_POSITIVE, RULE_2, WASH
from .style import draws

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BOUND = MATRIX_POSITIVE(0.66)  # the one blue of bars and lines: an accent colours no data
_REACH = 2.25  # of an axis, in trivial caps
_TERMS = (
    ("√δ", "rounding, given", 0.78),
    ("√δ\u0303", "rounding, perturbed", 0.55),
    ("√γ", "shaking", 0.32),
)


@draws(perturbed=numbers("k"), n_clusters=whole(2))
def plot_spectra(values: Floats, perturbed: Floats, n_clusters: int, ax: Axes) -> Axes:
    """Leading eigenvalues before and after a perturbation, and the eigengap that is left.

    Parameters
    ----------
    values, perturbed : ndarray of shape (k,)
        Falling; drawn grey and blue, hollow from the c-th on.
    n_clusters : int
        The gap is that between the eigenvalues c - 1 and c.
    ax : Axes

    Returns
    -------
    Axes

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> values = np.array([3.0, 2.0, 0.2])
    >>> ax = plot_spectra(values, values + 0.1, 3, Figure().subplots())
    """
    n, c = len(values), n_clusters
    k, top = np.arange(1, n + 1), np.arange(n) < c - 1
    ax.bar(k - 0.17, values, 0.32, color=RULE_2)
    ax.bar(k[top] + 0.17, perturbed[top], 0.32, color=BOUND)
    ax.bar(k[~top] + 0.17, perturbed[~top], 0.3, facecolor="white", edgecolor=BOUND)
    ax.set(xticks=k, yticks=[0, max(values.max(), perturbed.max())], xlim=(0.3, n + 0.8))
    ax.yaxis.set_major_formatter(lambda v, _: f"{v:.3g}")
    if c <= n:
        high, low, was = perturbed[c - 2], perturbed[c - 1], values[c - 2] - values[c - 1]
        for height, start in ((high, c - 0.6), (low, c + 0.4)):
            ax.plot([start, n + 0.7], [height, height], ":", color=INK_2, linewidth=0.8)
        ax.plot([n - 0.4, n - 0.4], [low, high], color=INK, linewidth=0.9)
        covered = max(high, values[n // 3 :].max(), perturbed[n // 3 :].max())
        place = {"xytext": (0, 3), "textcoords": "offset points", "ha": "right", "fontsize": 8}
        words = f"eigengap {high - low:.3g}, was {was:.3g}"
        ax.annotate(words, (n + 0.7, covered), **place)
    return _plain(ax)


@draws(terms=numbers(3, finite=False, least=0), epsilon=number(0, 1e6))
def plot_bound(terms: Sequence[float], epsilon: float, trivial: float, ax: Axes) -> Axes:
    """The terms of the bound (14) end to end on an axis of roots, against what was observed.

    The bound is twice the square of the sum of the terms' roots, so that on such an axis lengths
    add. Grey terms: the bound is above what holds for any two partitions.

    Parameters
    ----------
    terms : sequence of three float
        ``delta``, ``delta~`` and ``gamma`` of (15); infinite where an eigengap is closed.
    epsilon : float
        The distance (13) of the two partitions.
    trivial : float
        ``2 (c - 1)``.
    ax : Axes

    Returns
    -------
    Axes

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_bound([0.0, 0.01, 0.02], 0.01, 2.0, Figure().subplots())
    """
    roots, reach, reached = np.sqrt(terms), np.sqrt(_REACH * trivial / 2), 0.0
    vacuous = 2 * roots.sum() ** 2 >= trivial
    for root, (name, meaning, ink) in zip(roots, _TERMS, strict=True):
        fill = str(1.01 - 0.5 * ink) if vacuous else MATRIX_POSITIVE(ink)
        value = f"{root:.2f}" if np.isfinite(root) else "∞"
        style = {"color": fill, "edgecolor": "white", "label": f"{name} {value} {meaning}"}
        ax.barh(0.5, min(root, reach - reached), 0.9, left=reached, **style)
        reached = min(reach, reached + root)
    ticks = trivial * np.array([0, 1 / 8, 1 / 4, 1 / 2, 1, 1.5, 2])
    names = [f"trivial cap {v:g}" if v == trivial else f"{v:g}" for v in ticks]
    ax.set(xlim=(0, reach), ylim=(0, 1), yticks=[])
    ax.set_xticks(np.sqrt(ticks / 2), names)
    observed = np.sqrt(epsilon / 2)
    ax.axvline(np.sqrt(trivial / 2), 0, 1.15, clip_on=False, color=INK_2, linestyle="--")
    ax.axvline(observed, 0, 1.15, clip_on=False, color=INK, linewidth=2)
    side = "left" if observed < 0.1 * reach else "right" if observed > 0.9 * reach else "center"
    told = f"observed ε {epsilon:.2f}"
    ax.text(observed, 1.25, told, fontsize=8, ha=side, weight="bold")
    below = {"loc": "upper left", "bbox_to_anchor": (0, 0), "borderpad": 0, "borderaxespad": 2.4}
    ax.legend(**below, ncols=3, fontsize=8, labelcolor=INK_2, handlelength=1)
    return _plain(ax)


@draws(
    stops=words("k", empty=False),
    epsilon=numbers("n", finite=False, empty=True),
    bound=numbers("n", finite=False, empty=True),
    now=optional(numbers(3, finite=False)),
)
def plot_stability(
    stops: Sequence[str],
    epsilon: Sequence[float],
    bound: Sequence[float],
    trivial: float,
    ax: Axes,
    *,
    now: Sequence[float] | None = None,
) -> Axes:
    """What was observed and what the bound (14) allows, over ever larger perturbations.

    Parameters
    ----------
    stops : sequence of str
        Names of the perturbations, as many as there will be; the first ones are computed.
    epsilon, bound : sequence of float
        Of the computed ones, drawn black and blue; infinite ones are left out.
    trivial : float
        ``2 (c - 1)``, dashed; above it, shaded, the bound says nothing.
    ax : Axes
    now : tuple of three float, optional
        A perturbation to mark, counted in stops, its epsilon and its bound.

    Returns
    -------
    Axes

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_stability(["0.1", "0.2"], [0.0, 0.1], [0.5, 1.0], 2.0, Figure().subplots())
    """
    top = _REACH * trivial
    ax.axhspan(trivial, top, color=WASH, zorder=0)
    ax.axhline(trivial, color=INK_2, linestyle="--", linewidth=0.8)
    bound = np.where(np.isfinite(bound), bound, np.nan)
    for values, hue in ((bound, BOUND), (epsilon, INK)):
        ax.plot(np.arange(len(values)), values, color=hue)
    if now is not None:
        at, *values = now
        ax.axvline(at, color=ACCENT, linewidth=0.8)
        for value, hue in zip(values, (INK, BOUND), strict=True):
            shown = value if value <= top else np.nan
            ax.plot([at], [shown], "o", color=hue, markersize=5, clip_on=False)
    named = np.unique(np.linspace(0, len(stops) - 1, 5).round().astype(int))
    ax.set(xlim=(0, max(len(stops) - 1, 1)), ylim=(0, top), yticks=[0, trivial, 2 * trivial])
    ax.set_xticks(named, [as_text(stops[k]) for k in named])
    return _plain(ax)


def _plain(ax):
    ax.spines[["left", "top", "right"]].set_visible(False)
    ax.spines["bottom"].set_color(RULE_2)
    ax.tick_params(labelsize=8, labelcolor=INK_2, color=RULE_2, length=3)
    return ax
