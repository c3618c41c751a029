"""Figures of choosing a kernel: the judges' table, their curves over a width, what they lose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure

from .._typing import ArrayLike, Flags, Floats
from .._validation import (
    FLAG,
    NOTHING,
    POSITIVE,
    Rule,
    counted,
    flags,
    masked,
    numbers,
    optional,
    short_repr,
    words,
)
from .alt_text import FigureWithAlt
from .basics import CENTRED, as_text, cut_into_cells
from .palette import ACCENT, INK, INK_2, MATRIX_POSITIVE, RULE, RULE_2, colour, ink_on, mark
from .style import draws, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SHADE = 0.55
_ROUND = "round,pad=0.3,rounding_size=0.8"
_RING = {"boxstyle": _ROUND, "facecolor": "none", "edgecolor": INK, "linewidth": 1.6}


def _lists(what, kind):
    """A list for each name; ``kind(i)`` is that of the i-th."""

    def check(value, name, sizes):
        listed = isinstance(value, (list, tuple)) or (isinstance(value, np.ndarray) and value.ndim)
        rows = len(value) if listed else -1
        if rows != sizes.setdefault("n", rows):
            wanted = f"{sizes['n']} lists of {what}"
            raise ValueError(f"{name} must be {wanted}; got {short_repr(value)}.")
        return [kind(i)(row, f"{name}[{i}]", sizes) for i, row in enumerate(value)]

    return check


def _ascending(widths, name, sizes):
    """Positive numbers, each larger than the one before."""
    widths = numbers("n", least=1e-100)(widths, name, sizes)
    if (np.diff(widths) <= 0).any():
        raise ValueError(f"{name} must ascend; sort them and leave out what stands twice.")
    return widths


_CELLS = _lists("words", lambda _: words("k", empty=False))
_LOST = _lists("numbers", lambda i: numbers(f"m{i}"))
_WIDTHS = Rule(
    "a dict of positive numbers by name",
    lambda v: (
        isinstance(v, dict)
        and all(isinstance(key, str) and POSITIVE.holds(width) for key, width in v.items())
    ),
)


@draws(titles=words("k", empty=False), scores=masked("n", "k"), texts=_CELLS, best=flags("n", "k"))
def plot_comparison(
    names: Sequence[str],
    titles: Sequence[str],
    scores: np.ma.MaskedArray[Any, Any],
    texts: Sequence[Sequence[str]],
    best: Flags,
    ax: Axes,
) -> Axes:
    """Kernels by criteria, each cell shaded by rank in its column, the best ones circled.

    Parameters
    ----------
    names : sequence of str
        Of the kernels, one a row.
    titles : sequence of str
        Of the criteria, one a column.
    scores : MaskedArray of shape (n_kernels, n_criteria)
        From 0, the worst of its column, to 1; masked where the criterion means nothing.
    texts : sequence of sequence of str
        What stands in the cells.
    best : ndarray of bool of shape (n_kernels, n_criteria)
    ax : Axes

    Returns
    -------
    Axes

    Examples
    --------
    >>> import numpy as np
    >>> from matplotlib.figure import Figure
    >>> scores = np.ma.array([[0.0], [1.0]])
    >>> best, texts = scores == 1, [["0.1"], ["0.2"]]
    >>> ax = plot_comparison(["rbf", "poly"], ["LSMI"], scores, texts, best, Figure().subplots())
    """
    shade = np.ma.masked_array(_SHADE * np.ma.filled(scores, 0), np.ma.getmaskarray(scores))
    ax.imshow(shade, cmap=MATRIX_POSITIVE, vmin=0, vmax=1, aspect="auto")
    for i, j in np.ndindex(shade.shape):
        undefined = shade.mask[i, j]
        ink = INK_2 if undefined else ink_on(MATRIX_POSITIVE(shade[i, j]))
        style = {"weight": "bold", "bbox": _RING} if best[i, j] else {}
        ax.text(j, i, as_text(texts[i][j]), color=ink, **style, **CENTRED)
    ax.set_xticks(range(len(titles)), map(as_text, titles), fontsize=9)
    ax.set_yticks(range(len(names)), map(as_text, names), fontsize=9)
    ax.xaxis.tick_top()
    cut_into_cells(len(names), len(titles), 2, ax)
    return ax


@styled()
def comparison_figure(names, titles, scores, texts, best):
    """`plot_comparison` as a figure of its own, described in words."""
    figure = Figure(figsize=(1.6 + 1.35 * len(titles), 0.7 + 0.36 * len(names)))
    plot_comparison(names, titles, scores, texts, best, figure.subplots())
    chosen = []
    for j, title in enumerate(titles):
        rows = np.flatnonzero(best[:, j])
        told = ", ".join(f"{names[i]} ({texts[i][j]})" for i in rows) or "undefined for all"
        chosen.append(f"{title.rstrip(' ↑↓')}: {told}")
    return FigureWithAlt(
        figure,
        f"Table of {counted(len(names), 'kernel')}. Best by each criterion: {'; '.join(chosen)}.",
    )


@draws(
    widths=_ascending,
    values=masked("n"),
    ari=optional(numbers("n")),
    band=optional(masked(2, "n")),
    at=optional(POSITIVE),
    higher=FLAG | NOTHING,
    named=_WIDTHS | NOTHING,
)
def plot_width_curve(
    widths: Sequence[float],
    values: ArrayLike,
    ax: Axes,
    *,
    ari: Sequence[float] | None = None,
    band: Floats | None = None,
    at: float | None = None,
    title: str = "",
    higher: bool | None = True,
    named: Mapping[str, float] | None = None,
) -> Axes:
    """One criterion over the widths of a kernel; the true agreement as the ground behind it.

    Parameters
    ----------
    widths : sequence of float
        Positive, ascending; drawn on a logarithmic axis.
    values : MaskedArray or sequence of float, one a width
        Masked and infinite values are left out.
    ax : Axes
    ari : sequence of float, optional
        The deeper the blue behind a width, the better the labels agree with the known ones.
    band : ndarray of shape (2, n_widths), optional
        Lower and upper end, drawn as a ribbon.
    at : float, optional
        Width to mark.
    title : str
    higher : bool or None, default=True
        Whether the criterion chooses its largest value; its choice is ringed. None rings none.
    named : dict of str to float, optional
        Widths to name, such as those of rules; a dashed line each.

    Returns
    -------
    Axes

    Examples
    --------
    >>> import numpy as np
    >>> from matplotlib.figure import Figure
    >>> widths, values = np.array([1.0, 2.0, 4.0]), np.array([0.1, 0.3, 0.2])
    >>> ax = plot_width_curve(widths, values, Figure().subplots())
    """
    widths = np.asarray(widths, dtype=float)
    values = np.ma.masked_invalid(np.ma.asarray(values, dtype=float))
    at_log = np.log(widths)
    steps = np.diff(at_log) / 2 if len(widths) > 1 else np.array([0.5])
    middles = at_log[:-1] + steps[: len(widths) - 1]
    edges = np.exp(np.r_[at_log[0] - steps[0], middles, at_log[-1] + steps[-1]])
    if ari is not None:
        for left, right, share in zip(edges[:-1], edges[1:], np.clip(ari, 0, 1), strict=True):
            ax.axvspan(left, right, color=ACCENT, alpha=_SHADE * share, linewidth=0, zorder=0)
    if band is not None:
        ax.fill_between(widths, *np.ma.masked_invalid(band), color=INK, alpha=0.18, linewidth=0)
    ax.plot(widths, values, color=INK, linewidth=1.3, marker="o", markersize=3.5)
    kept = np.flatnonzero(~np.ma.getmaskarray(values))
    if len(kept) and higher is not None:
        chosen = kept[values[kept].argmax() if higher else values[kept].argmin()]
        ring = {"mfc": "none", "mec": INK, "mew": 1.8, "markersize": 11}
        ax.plot(widths[[chosen]], values[[chosen]], "o", **ring)
    if at is not None:
        ax.axvline(at, color=INK, linewidth=1.2, linestyle=(0, (4, 2)))
    _name_widths(named or {}, edges[0] ** (1 / 3) * edges[-1] ** (2 / 3), ax)
    ax.set_xscale("log")
    ax.set_xlim(edges[0], edges[-1])
    ax.set_title(as_text(title), loc="left")
    _plain(ax)
    return ax


@draws(lost=_LOST, own=words())
def plot_lost(
    names: Sequence[str], lost: Sequence[Floats], ax: Axes, *, own: Sequence[str] = ()
) -> Axes:
    """What each judge's choice loses: a dot a data set, a line from first to third quartile.

    Parameters
    ----------
    names : sequence of str
        Of the judges.
    lost : sequence of ndarray
        ARI lost by each judge, one number a data set; judges may differ in how many.
    ax : Axes
    own : sequence of str
        Judges to set apart, such as baselines.

    Returns
    -------
    Axes

    Examples
    --------
    >>> import numpy as np
    >>> from matplotlib.figure import Figure
    >>> lost = [np.array([0.0, 0.1]), np.array([0.2])]
    >>> ax = plot_lost(["LSMI", "gamma"], lost, Figure().subplots())
    """
    rng = np.random.default_rng(0)
    for row, (name, values) in enumerate(zip(names, lost, strict=True)):
        values = np.asarray(values, dtype=float)
        apart = name in own
        marker, area = mark(1 if apart else 0)
        style = {"color": colour(1 if apart else 0), "alpha": 0.45, "linewidth": 0}
        height = row + 0.22 * rng.uniform(-1, 1, len(values))
        ax.scatter(values, height, s=22 * area, marker=marker, **style)
        low, high = np.quantile(values, [0.25, 0.75])
        ax.plot([low, high], [row, row], color=INK, linewidth=2)
        ax.plot([values.mean()], [row], "D", color=INK, markersize=6)
        place = {"xycoords": ("axes fraction", "data"), "va": "center"}
        ax.annotate(f"{values.mean():.2f}", (1.02, row), **place)
    ax.set_yticks(range(len(names)), map(as_text, names), fontsize=9)
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.set_xlabel("ARI lost against the best of the kernels", fontsize=9)
    ax.axvline(0, color=RULE_2, linewidth=0.8)
    ax.grid(axis="x", color=RULE)
    ax.set_axisbelow(True)
    _plain(ax)
    return ax


def _name_widths(named, late, ax):
    """A line for each width, and its name above the curve, at the left of a late one."""
    if not named:  # whose axis scales itself
        return
    low, high = ax.get_ylim()
    ax.set_ylim(top=low + (high - low) / (1 - 0.13 * len(named)))
    for row, (name, width) in enumerate(named.items()):
        ax.axvline(width, color=RULE_2, linewidth=0.8, linestyle="--", zorder=0)
        side = "left" if width < late else "right"
        place = {"transform": ax.get_xaxis_transform(), "ha": side, "va": "top"}
        ground = {"fc": ax.get_facecolor(), "ec": "none", "pad": 0.5}  # above the next one's line
        text = f" {as_text(name)} "
        ax.text(width, 1 - 0.12 * row, text, fontsize=8, color=INK_2, bbox=ground, **place)


def _plain(ax):
    ax.tick_params(labelsize=8)
    ax.spines[["top", "right"]].set_visible(False)
