"""Colours of the palette as CSS variables that follow the theme of the page."""

from __future__ import annotations

import numpy as np
from matplotlib.colors import to_hex, to_rgb

from ..palette import ACCENT, COLOURS, INK, INK_2, RULE, RULE_2, darkened, edge_colour

WASH = "#f6f6f6"
IN_DARK = (
    "#2b83d6",
    "#e69f00",
    "#12a87c",
    "#82ccf7",
    "#e66a1f",
    "#cc79a7",
    "#f0e442",
    "#e4e6e8",
    "#c0568e",
    "#b3b32e",
)
GROUND_IN_DARK, INK_IN_DARK = "#111111", "#eceef0"


def _mix(share):
    return f"color-mix(in srgb,var(--f-k) {share}%,var(--f-g))"


def _pair(light, dark):
    return f"light-dark({light},{dark})"


VARIABLES = {
    "g": f"var(--jp-layout-color0,{_pair('#fff', GROUND_IN_DARK)})",
    "k": f"var(--jp-content-font-color0,{_pair(INK, INK_IN_DARK)})",
    "k2": _mix(66),
    "r": _mix(14),
    "r2": _mix(50),
    "w": _mix(4),
    "a": f"var(--jp-brand-color1,{_pair(ACCENT, '#42a5f5')})",
}
NAMES = {
    "#ffffff": "g",
    "#000000": "k",
    INK: "k",
    INK_2: "k2",
    RULE: "r",
    RULE_2: "r2",
    WASH: "w",
    ACCENT: "a",
}
_EDGE_OF_BLACK, _EDGE_OF_WHITE = (np.array(darkened(c)) for c in ("#000000", "#ffffff"))
RIMS = {}  # edge colours by name of the variable for marks that are hollow
for _k, _dark in enumerate(IN_DARK):
    _light, _edge = COLOURS[_k].lower(), to_hex(edge_colour(_k))
    VARIABLES[f"s{_k}"] = _pair(_light, _dark)
    VARIABLES[f"e{_k}"] = _pair(_edge, f"color-mix(in srgb,{_dark} 55%,var(--f-g))")
    VARIABLES[f"h{_k}"] = _pair(_edge, _dark)
    NAMES[_light] = f"s{_k}"
    NAMES[_edge] = f"e{_k}"
    RIMS[f"e{_k}"] = f"h{_k}"


def themed(style):
    """A style with the variables in the place of the palette's colours.

    Parameters
    ----------
    style : dict of str to str
        CSS properties.

    Returns
    -------
    dict of str to str
    """
    style = dict(style)
    names = {of: NAMES.get(style.get(of, "").lower()) for of in ("fill", "stroke")}
    # On dark pages the edge of a filled mark is dimmer than the mark, that of a hollow one not.
    if names["fill"] not in {name for name in VARIABLES if name[0] == "s"}:
        names["stroke"] = RIMS.get(names["stroke"], names["stroke"])
    names["fill"] = RIMS.get(names["fill"], names["fill"])
    if names["fill"] == "g" and style.get("stroke", "none") not in ("none", *NAMES):
        style["stroke"] = _pair(style["stroke"], _as_fill(style["stroke"]))
    for of, name in names.items():
        if name:
            style[of] = f"var(--f-{name})"
    return style


def _as_fill(edge):
    """The colour whose edge colour this is."""
    hue = (np.array(to_rgb(edge)) - _EDGE_OF_BLACK) / (_EDGE_OF_WHITE - _EDGE_OF_BLACK)
    return to_hex(np.clip(hue, 0, 1))


def variables(css):
    """The definitions of the variables that some CSS uses, as declarations."""
    wanted = {name for name in VARIABLES if f"var(--f-{name})" in css} | {"g", "k"}
    return "".join(f"--f-{name}:{VARIABLES[name]};" for name in VARIABLES if name in wanted)
