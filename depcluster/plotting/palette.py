"""Colours and marks of the clusters and of matrices, the same in figures and widgets.

Okabe and Ito's colours, which most colour-blind readers can tell apart, in an order that keeps
look-alikes from being neighbours; each with a mark of its own, so that colour never stands
alone. Below them the same as CSS variables, which follow the theme of a page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

import numpy as np
from matplotlib.colors import LinearSegmentedColormap, to_hex, to_rgb
from matplotlib.path import Path

from .._validation import check_numbers, check_whole
from .style import SHEET

# Colours of the clusters in their order, and what they are on dark pages.
COLOURS = (
    "#0072B2", "#E69F00", "#009E73", "#56B4E9", "#D55E00",
    "#CC79A7", "#F0E442", "#26292c", "#882255", "#8A8A00",
)  # fmt: skip
IN_DARK = (
    "#2b83d6", "#e69f00", "#12a87c", "#82ccf7", "#e66a1f",
    "#cc79a7", "#f0e442", "#e4e6e8", "#c0568e", "#b3b32e",
)  # fmt: skip
INK = SHEET["text.color"]  # Of words.
INK_2 = "#696a6b"  # Of words that stand back.
RULE = "#dfdfe0"  # Of thin lines.
RULE_2 = "#8d8e8f"  # Of lines that must be seen.
WASH = "#f6f6f6"  # Of grounds that are set apart.
ACCENT = "#1976d2"  # Of what is pointed at.
GROUND_IN_DARK, INK_IN_DARK = "#111111", "#eceef0"

_BOW_TIE = Path([(-1.3, -1), (0, -0.25), (1.3, -1), (1.3, 1), (0, 0.25), (-1.3, 1), (-1.3, -1)])
_HOURGLASS = Path(_BOW_TIE.vertices[:, ::-1])
# Marks of the clusters, one beside each colour.
MARKS = ("o", "s", "^", "D", "P", "v", "X", "*", _BOW_TIE, _HOURGLASS)
MARK_AREA = (1.0, 0.85, 1.15, 0.8, 1.25, 1.15, 1.2, 1.9, 1.2, 1.2)

_POSITIVE = ("#ffffff", "#d3e4f3", "#86b6dc", "#2f7fbf", "#0a4a8a", "#062f5e")
_NEGATIVE = ("#ffffff", "#fbdcc4", "#f0a877", "#d2691e", "#8f3d05", "#5a2400")
# Colours of a matrix: orange below 0, paper at 0, blue above.
MATRIX = LinearSegmentedColormap.from_list("depcluster", (*_NEGATIVE[:0:-1], *_POSITIVE))
MATRIX_POSITIVE = LinearSegmentedColormap.from_list("depcluster_positive", _POSITIVE)

_painted = ContextVar("painted", default=())


@contextmanager
def painting(colours: Sequence[str]) -> Iterator[None]:
    """Within it the clusters have other colours, one each; those they had if there are none.

    Parameters
    ----------
    colours : sequence of str
        As from `scheme`; empty to change nothing.

    Examples
    --------
    >>> with painting(["#ff0000", "#0000ff"]):
    ...     first = colour(0)
    >>> first
    '#ff0000'
    """
    token = _painted.set(tuple(colours) or _painted.get())
    try:
        yield
    finally:
        _painted.reset(token)


def colour(cluster: int) -> str:
    """Colour of a cluster; from the eleventh on they repeat, unless `painting` has more.

    Examples
    --------
    >>> colour(0)
    '#0072B2'
    """
    check_whole(cluster, "cluster", 0)
    painted = _painted.get()
    return painted[cluster] if cluster < len(painted) else COLOURS[cluster % len(COLOURS)]


def mark(cluster: int) -> tuple[str | Path, float]:
    """Marker of a cluster, for matplotlib, and the factor that evens out its area.

    Examples
    --------
    >>> mark(1)
    ('s', 0.85)
    """
    check_whole(cluster, "cluster", 0)
    return MARKS[cluster % len(MARKS)], MARK_AREA[cluster % len(MARKS)]


def edge_colour(cluster: int) -> tuple[float, ...]:
    """The cluster's hue darkened, which gives pale fills their contrast on white.

    Examples
    --------
    >>> np.round(edge_colour(0), 2)
    array([0.03, 0.31, 0.47])
    """
    return _darkened(colour(cluster))


def _darkened(hue):
    return tuple(np.array(to_rgb(hue)) * 0.62 + np.array([20, 22, 24]) / 255 * 0.38)


def mark_style(cluster, area, **more):
    """Keywords of `Axes.scatter` for the mark of a cluster, of a disc's area in square points."""
    marker, factor = mark(cluster)
    style = {"color": colour(cluster), "edgecolor": edge_colour(cluster), "linewidth": 0.7}
    return {"marker": marker, "s": area * factor, **style, **more}


def ink_on(rgb: Sequence[float]) -> str:
    """Black or white, whichever contrasts more with a fill.

    Examples
    --------
    >>> ink_on((1.0, 1.0, 1.0))
    '#000000'
    """
    channel = check_numbers(rgb, "rgb", ("three or four",))[:3]
    if len(channel) < 3 or channel.min() < 0 or channel.max() > 1:
        raise ValueError("rgb must be three numbers or four, from 0 to 1.")
    linear = np.where(channel <= 0.03928, channel / 12.92, ((channel + 0.055) / 1.055) ** 2.4)
    luminance = linear @ [0.2126, 0.7152, 0.0722]
    return "#000000" if (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) else "#ffffff"


def _mix(share):
    return f"color-mix(in srgb,var(--f-k) {share}%,var(--f-g))"


def _pair(light, dark):
    return f"light-dark({light},{dark})"


# CSS variables, each without the "--f-" before its name; `s0` is the colour of cluster 0, `e0` of
# the edge of its mark, `h0` of the edge of a hollow one.
VARIABLES = {
    "g": f"var(--jp-layout-color0,{_pair('#fff', GROUND_IN_DARK)})",
    "k": f"var(--jp-content-font-color0,{_pair(INK, INK_IN_DARK)})",
    "k2": _mix(66),
    "r": _mix(14),
    "r2": _mix(50),
    "w": _mix(4),
    "a": f"var(--jp-brand-color1,{_pair(ACCENT, '#42a5f5')})",
}
_NAMES = {"#ffffff": "g", "#000000": "k", INK: "k", INK_2: "k2", RULE: "r", RULE_2: "r2"}
_NAMES |= {WASH: "w", ACCENT: "a"}
_KEPT = 0.55  # of a mark's hue in its edge on dark pages
EDGES_IN_DARK = tuple(
    tuple(_KEPT * np.array(to_rgb(hue)) + (1 - _KEPT) * np.array(to_rgb(GROUND_IN_DARK)))
    for hue in IN_DARK
)
for _k, (_hue, _dark) in enumerate(zip(COLOURS, IN_DARK, strict=True)):
    _edge = to_hex(edge_colour(_k))
    VARIABLES[f"s{_k}"] = _pair(_hue.lower(), _dark)
    VARIABLES[f"e{_k}"] = _pair(_edge, f"color-mix(in srgb,{_dark} {_KEPT:.0%},var(--f-g))")
    VARIABLES[f"h{_k}"] = _pair(_edge, _dark)
    _NAMES |= {_hue.lower(): f"s{_k}", _edge: f"e{_k}"}
# What the filter `invert(.933) hue-rotate(180deg)`, by which images of matrices turn, makes of RGB.
_INVERTED = 0.933
_HUE_ROTATED = np.array([[-0.574, 1.43, 0.144], [0.426, 0.43, 0.144], [0.426, 1.43, -0.856]])


def _turned(rgb):
    """A colour of a matrix as it is on dark pages, where zero is the ground."""
    inverted = _INVERTED - (2 * _INVERTED - 1) * np.asarray(rgb)
    return to_hex(np.clip(_HUE_ROTATED @ inverted, 0, 1))


_OF_MATRICES = {
    to_hex(hue): _pair(to_hex(hue), _turned(hue[:3]))
    for shades in (MATRIX, MATRIX_POSITIVE)
    for hue in shades(np.arange(shades.N))
}
_EDGE_OF_BLACK, _EDGE_OF_WHITE = (np.array(_darkened(c)) for c in ("#000000", "#ffffff"))


def themed(style):
    """A dict of CSS properties with variables in the place of the palette's colours."""
    style = dict(style)
    fill, stroke = (_NAMES.get(style.get(of, "").lower(), "") for of in ("fill", "stroke"))
    # On dark pages the edge of a filled mark is dimmer than the mark, that of a hollow one not.
    if fill[:1] != "s":
        stroke = stroke.replace("e", "h")
    fill = fill.replace("e", "h")
    if fill == "g" and style.get("stroke", "none") not in ("none", *_NAMES):
        style["stroke"] = _pair(style["stroke"], _as_fill(style["stroke"]))
    for of, name in (("fill", fill), ("stroke", stroke)):
        if name:
            style[of] = f"var(--f-{name})"
        elif of in style:
            style[of] = _OF_MATRICES.get(style[of], style[of])
    return style


def _as_fill(edge):
    """The colour whose edge colour this is."""
    hue = (np.array(to_rgb(edge)) - _EDGE_OF_BLACK) / (_EDGE_OF_WHITE - _EDGE_OF_BLACK)
    return to_hex(np.clip(hue, 0, 1))


def variables(css):
    """The definitions of the variables that some CSS uses, as declarations."""
    wanted = {name for name in VARIABLES if f"var(--f-{name})" in css} | {"g", "k"}
    return "".join(f"--f-{name}:{VARIABLES[name]};" for name in VARIABLES if name in wanted)
