"""Figures of choosing a kernel: the judges' table, their curves over a width, what they lose."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from .._validation import (
    FLAG,
    NAME,
    NOTHING,
    POSITIVE,
    axes,
    flags,
    masked,
    numbers,
    optional,
    short_repr,
    takes,
    words,
)
from .alt_text import FigureWithAlt
from .basics import as_text
from .palette import ACCENT, INK, INK_2, MATRIX_POSITIVE, RULE, RULE_2, colour, ink_on, mark

_SHADE = 0.55
_RING = "round,pad=0.3,rounding_size=0.8"


def _n_rows(value):
    listed = isinstance(value, (list, tuple)) or (isinstance(value, np.ndarray) and value.ndim)
    return len(value) if listed else -1


def _cells(texts, name, sizes):
    """Words in a table, rows of lists."""
    rows = _n_rows(texts)
    if rows != sizes.setdefault("n", rows):
        raise ValueError(f"{name} must be {sizes['n']} lists of words; got {short_repr(texts)}.")
    return [words("k", empty=False)(row, f"{name}[{i}]", sizes) for i, row in enumerate(texts)]


def _by_judge(lost, name, sizes):
    """A list of numbers for each name."""
    rows = _n_rows(lost)
    if rows != sizes.setdefault("n", rows):
        raise ValueError(f"{name} must be {sizes['n']} lists of numbers; got {short_repr(lost)}.")
    return [numbers(f"m{i}")(row, f"{name}[{i}]", {}) for i, row in enumerate(lost)]


def _ascending(widths, name, sizes):
    """Positive numbers, each larger than the one before."""
    widths = numbers("n", least=1e-100)(widths, name, sizes)
    if (np.diff(widths) <= 0).any():
        raise ValueError(f"{name} must ascend; sort them and leave out what stands twice.")
    return widths


def _widths(named, name, _):
    """Positive numbers by name."""
    if not isinstance(named, dict) or not all(isinstance(key, str) for key in named):
        raise ValueError(f"{name} must be a dict of widths by name; got {short_repr(named)}.")
    for key, width in named.items():
        if not POSITIVE.holds(width):
            raise ValueError(f"{name}[{key!r}] must be {POSITIVE.says}; got {short_repr(width)}.")
    return named


@takes(
    names=words("n", empty=False),
    titles=words("k", empty=False),
    scores=masked("n", "k"),
    texts=_cells,
    best=flags("n", "k"),
    ax=axes,
)
def plot_comparison(names, titles, scores, texts, best, ax):
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
        style = {"ha": "center", "va": "center", "color": ink, "fontsize": 9}
        if best[i, j]:
            ring = {"facecolor": "none", "edgecolor": INK, "linewidth": 1.6}
            style |= {"weight": "bold", "bbox": {"boxstyle": _RING} | ring}
        ax.text(j, i, as_text(texts[i][j]), **style)
    ax.set_xticks(range(len(titles)), map(as_text, titles), fontsize=9)
    ax.set_yticks(range(len(names)), map(as_text, names), fontsize=9)
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.set_xticks(np.arange(len(titles) + 1) - 0.5, minor=True)
    ax.set_yticks(np.arange(len(names) + 1) - 0.5, minor=True)
    ax.grid(which="minor", color="white", linewidth=2)
    ax.tick_params(which="minor", length=0)
    ax.spines[:].set_visible(False)
    return ax


def comparison_figure(names, titles, scores, texts, best):
    """`plot_comparison` as a figure of its own, described in words.

    Parameters
    ----------
    names, titles, scores, texts, best
        As in `plot_comparison`.

    Returns
    -------
    FigureWithAlt
    """
    figure = Figure(figsize=(1.6 + 1.35 * len(titles), 0.7 + 0.36 * len(names)))
    figure.set_layout_engine("constrained")
    plot_comparison(names, titles, scores, texts, best, figure.subplots())
    chosen = []
    for j, title in enumerate(titles):
        rows = np.flatnonzero(best[:, j])
        told = ", ".join(f"{names[i]} ({texts[i][j]})" for i in rows) or "undefined for all"
        chosen.append(f"{title.rstrip(' ↑↓')}: {told}")
    return FigureWithAlt(
        figure, f"Table of {len(names)} kernels. Best by each criterion: {'; '.join(chosen)}."
    )


@takes(
    widths=_ascending,
    values=masked("n"),
    ax=axes,
    ari=optional(numbers("n")),
    band=optional(masked(2, "n")),
    at=optional(POSITIVE),
    title=NAME,
    higher=FLAG | NOTHING,
    named=optional(_widths),
)
def plot_width_curve(
    widths, values, ax, *, ari=None, band=None, at=None, title="", higher=True, named=None
):
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
    steps = np.diff(np.log(widths)) / 2 if len(widths) > 1 else np.array([0.5])
    edges = np.exp(
        np.r_[
            np.log(widths[0]) - steps[0],
            np.log(widths[:-1]) + steps[: len(widths) - 1],
            np.log(widths[-1]) + steps[-1],
        ]
    )
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
    ax.set_title(as_text(title), fontsize=10, color=INK, loc="left")
    _plain(ax)
    return ax


@takes(names=words("n", empty=False), lost=_by_judge, ax=axes, own=words())
def plot_lost(names, lost, ax, *, own=()):
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
        ax.annotate(
            f"{values.mean():.2f}",
            (1.02, row),
            xycoords=("axes fraction", "data"),
            va="center",
            fontsize=9,
            color=INK,
        )
    ax.set_yticks(range(len(names)), map(as_text, names), fontsize=9)
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.set_xlabel("ARI lost against the best of the kernels", fontsize=9)
    ax.axvline(0, color=RULE_2, linewidth=0.8)
    ax.grid(axis="x", color=RULE, linewidth=0.8)
    ax.set_axisbelow(True)
    _plain(ax)
    return ax


def _name_widths(named, late, ax):
    """A line for each width, and its name at the right of it, or at the left of a late one."""
    for row, (name, width) in enumerate(named.items()):
        ax.axvline(width, color=RULE_2, linewidth=0.8, linestyle="--", zorder=0)
        side = "left" if width < late else "right"
        place = {"transform": ax.get_xaxis_transform(), "ha": side, "va": "top"}
        ax.text(width, 1 - 0.12 * row, f" {as_text(name)} ", fontsize=8, color=INK_2, **place)


def _plain(ax):
    ax.tick_params(labelsize=8)
    ax.spines[["top", "right"]].set_visible(False)
