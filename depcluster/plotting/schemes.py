"""Colours that tell the order of labels: a wheel, a ramp, families.

All are made in Ottosson's Oklab, where equal steps look equal, at lightnesses that stand out from
a white page and from a dark one.
"""

from __future__ import annotations

import numpy as np

from .._typing import Scheme
from .._validation import Rule, check_parameters, one_of, whole
from .palette import colour

SCHEMES = ("plain", "wheel", "ramp", "families")
_HUES_OF_FAMILIES = (250, 50, 150, 330, 95, 200)
_COUNT = whole(1, 1000)
_SIZES = Rule(
    "a tuple of numbers of branches",
    lambda v: isinstance(v, tuple) and 0 < len(v) <= 8 and all(map(whole(1, 30).holds, v)),
)


def scheme(kind: Scheme, c: int | tuple[int, ...]) -> list[str]:
    """Colours of labels 0 to c - 1, in which one sees how the labels are related.

    Parameters
    ----------
    kind : {"plain", "wheel", "ramp", "families"}
        "wheel" for rings, whose last label is the first one's neighbour; "ramp" for chains;
        "families" for trees, a hue each; "plain" has the usual colours of clusters.
    c : int or tuple of int
        How many; for "families" also (families, members of each), as `tree` takes it. A single
        number is then cut into families as nearly square as it goes.

    Returns
    -------
    list of str
        As "#d4716b".

    Raises
    ------
    ValueError
        If there is no such kind, or c is no number of labels.

    Examples
    --------
    >>> scheme("ramp", 2)
    ['#635ea5', '#dac46d']
    >>> len(scheme("families", (3, 3)))
    9
    """
    check_parameters({"kind": kind}, kind=one_of(*SCHEMES))
    check_parameters({"c": c}, c=_COUNT | _SIZES if kind == "families" else _COUNT)
    if kind == "families":
        return _families(*_shape(c))
    if kind == "plain":
        return [colour(k) for k in range(c)]
    if kind == "wheel":
        return [_hex(0.66, 0.15, 25 + 360 * k / c) for k in range(c)]
    at = np.linspace(0, 1, c) if c > 1 else [0.0]
    return [_hex(0.52 + 0.3 * t, 0.11, 285 - 190 * t) for t in at]


def _shape(c):
    """Families, and members of each."""
    if isinstance(c, tuple):
        return c[0], int(np.prod(c[1:]))
    families = next(f for f in range(int(np.sqrt(c)), 0, -1) if c % f == 0)
    return families, c // families


def _families(families, members):
    at = np.linspace(0, 1, members) if members > 1 else [0.5]
    hues = [_HUES_OF_FAMILIES[f % len(_HUES_OF_FAMILIES)] for f in range(families)]
    return [_hex(0.5 + 0.26 * t, 0.12, hue) for hue in hues for t in at]


def _hex(lightness, chroma, hue):
    """A colour of Oklab, brought into the screen's range, as text."""
    a, b = chroma * np.cos(np.radians(hue)), chroma * np.sin(np.radians(hue))
    roots = np.array([[1, 0.3963377774, 0.2158037573],
                      [1, -0.1055613458, -0.0638541728],
                      [1, -0.0894841775, -1.2914855480]]) @ [lightness, a, b]  # fmt: skip
    to_rgb = np.array([[4.0767416621, -3.3077115913, 0.2309699292],
                       [-1.2684380046, 2.6097574011, -0.3413193965],
                       [-0.0041960863, -0.7034186147, 1.7076147010]])  # fmt: skip
    linear = np.clip(to_rgb @ roots**3, 0, 1)
    rgb = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return "#" + "".join(f"{round(255 * v):02x}" for v in rgb)
