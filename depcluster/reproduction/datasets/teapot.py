"""Views of a rotating teapot, rendered with NumPy alone.

The pot's body is a surface of revolution: it has one depth map for all views, and only the
painting on it turns. Spout and handle are tubes of balls, which a depth buffer takes a ball at
a time, all views together.
"""

from __future__ import annotations

import numpy as np
from scipy.interpolate import CubicSpline, PchipInterpolator
from scipy.ndimage import gaussian_filter

from ..._typing import Floats, Ints
from ..._validation import generator_of, number, short_repr, warn_if_long, whole
from ...datasets.makers import MOST_IMAGES, N_IMAGES, SHARE, checked_maker

_SHAPE = (38, 50)
_SUPER = 3
_PIXEL = 0.083  # side of a pixel, in radii of the pot
_MIDDLE = 0.12  # height of the picture's centre
_TILT = np.deg2rad(18)
_SOFT = 0.7  # blur, in pixels
_BACKGROUND = 0.12
_LIGHT = np.array([-0.45, 0.65, 0.62]) / np.linalg.norm([-0.45, 0.65, 0.62])

# Radius of the body and the lid against height.
_HEIGHTS = [-0.86, -0.80, -0.60, -0.20, 0.20, 0.52, 0.64, 0.67, 0.72, 0.84, 0.92]
_RADII = [0.60, 0.64, 0.86, 1.02, 0.93, 0.66, 0.58, 0.60, 0.54, 0.30, 0.02]
_KNOB = (0.0, 1.0, 0.0, 0.14)
# x, y and radius of the tubes' balls, in the plane z = 0 of the pot.
_SPOUT = [(0.80, -0.38, 0.30), (1.22, -0.12, 0.21), (1.42, 0.30, 0.15), (1.74, 0.62, 0.12)]
_HANDLE = [(-0.80, 0.46, 0.09), (-1.28, 0.58, 0.10), (-1.66, 0.30, 0.10)]
_HANDLE += [(-1.48, -0.14, 0.10), (-0.90, -0.42, 0.09)]
_N_BALLS = 32


@checked_maker(n_views=whole(4, MOST_IMAGES), blend=number(0, 0.5), pattern=SHARE)
def make_teapot(
    n_views: int = 400, blend: float = 0.37, pattern: float = 0.4, random_state: int = 0
) -> tuple[Floats, Floats]:
    """Views of a teapot that turns once around, some of them mixed with the opposite view.

    The teapot experiment of Song et al. (2007, section 7.3 and Fig. 4) with a pot of our own:
    the views whose number lies in 90..105 and 290..305 (of 400; in proportion for another
    number of views) are mixed with the view of the other side.

    Parameters
    ----------
    n_views : int, default=400
        At least 4.
    blend : float, default=0.37
        Weight of the opposite view in the mixed views, between 0 and 0.5; at 0.5 a mixed view
        and its opposite are the same picture.
    pattern : float, default=0.4
        Strength of the light and dark glaze around the pot as a share of the shading, between
        0 and 1.
    random_state : int, default=0
        Seed of the camera's noise, standard deviation 0.01.

    Returns
    -------
    images : ndarray of shape (n_views, 38, 50)
        Grey levels between 0 and 1.
    angle : ndarray of shape (n_views,)
        In degrees, from 0 up.

    Raises
    ------
    ValueError
        If a parameter is out of its range.

    Examples
    --------
    >>> made = make_teapot(4)
    >>> made[0].shape
    (4, 38, 50)
    """
    warn_if_long(0.006 * n_views, f"Rendering {n_views} views", "Take fewer.")
    angle = 360 * np.arange(n_views) / n_views
    images = _render(np.deg2rad(angle), pattern)
    number = 400 * np.arange(n_views) / n_views % 200
    mixed = (number >= 90) & (number < 106)
    other = _render(np.deg2rad(angle[mixed] + 180), pattern)
    images[mixed] = (1 - blend) * images[mixed] + blend * other
    noise = generator_of(random_state).standard_normal(images.shape)
    return np.clip(images + 0.01 * noise, 0, 1), angle


@checked_maker(n_views=N_IMAGES, n_clusters=N_IMAGES, gap=whole(0))
def teapot_subset(n_views: int = 400, n_clusters: int = 10, gap: int = 5) -> tuple[Ints, Ints]:
    """Which views make ten clusters that stand apart on the ring (Zhong 2010, section IV-B).

    The ring is cut into arcs of equal length, 40 views each of 400, and the last views of
    every arc are left out: 35 stay. Which five of forty the paper leaves out it does not say;
    consecutive ones at the end of an arc part it from the next.

    Parameters
    ----------
    n_views : int, default=400
        As of `make_teapot`; a multiple of n_clusters.
    n_clusters : int, default=10
    gap : int, default=5
        Views left out of each arc, at least 0 and fewer than it has.

    Returns
    -------
    indices : ndarray of int of shape (n_views - gap n_clusters,)
        Of the views that stay, in ring order.
    y : ndarray of int of the same shape
        Their clusters, 0..n_clusters-1 in ring order.

    Raises
    ------
    ValueError
        If the views cannot be cut like this.

    Examples
    --------
    >>> indices, y = teapot_subset()
    >>> len(indices), indices[34:37].tolist(), y[34:37].tolist()
    (350, [34, 40, 41], [0, 1, 1])
    """
    if n_views % n_clusters:
        raise ValueError(
            f"n_views must be a multiple of n_clusters = {n_clusters}; got {short_repr(n_views)}. "
            f"Try {40 * n_clusters}."
        )
    arc = n_views // n_clusters
    if gap >= arc:
        raise ValueError(
            f"gap must be below {arc}, the views of an arc; got {short_repr(gap)}. Try {arc // 8}."
        )
    indices = np.flatnonzero(np.arange(n_views) % arc < arc - gap)
    return indices, indices // arc


def _render(angles, pattern, at_once=50):
    pot = _pot()
    views = [
        _some_views(angles[k : k + at_once], pattern, pot) for k in range(0, len(angles), at_once)
    ]
    return np.concatenate(views) if views else np.empty((0, *_SHAPE))


def _some_views(angles, pattern, pot):
    depth, shade, azimuth, height, painted = pot
    paint = pattern * painted * _glaze(azimuth - angles[:, None, None], height)
    images = np.where(np.isfinite(depth), shade * (1 + paint), _BACKGROUND)
    depths = np.broadcast_to(depth, images.shape).copy()
    for tube in (_SPOUT, _HANDLE):
        knots = CubicSpline(np.linspace(0, 1, len(tube)), tube)
        for x, y, radius in knots(np.linspace(0, 1, _N_BALLS)):
            ahead = np.full(len(angles), y)
            centre = np.column_stack([x * np.cos(angles), ahead, x * np.sin(angles)])
            _add_ball(images, depths, _to_camera(centre), radius)
    small = images.reshape(len(angles), _SHAPE[0], _SUPER, _SHAPE[1], _SUPER).mean(axis=(2, 4))
    return gaussian_filter(small, (0, _SOFT, _SOFT), mode="nearest")


def _glaze(azimuth, height):
    """The painting, between -1 and 1: a light and a dark side whose border winds upwards."""
    return np.cos(azimuth + 0.6 * height)


def _grid():
    rows, cols = _SHAPE[0] * _SUPER, _SHAPE[1] * _SUPER
    step = _PIXEL / _SUPER
    x = (np.arange(cols) - (cols - 1) / 2) * step
    y = ((rows - 1) / 2 - np.arange(rows)) * step + _MIDDLE
    return x, y, step


def _to_camera(points):
    x, y, z = np.moveaxis(np.asarray(points, dtype=float), -1, 0)
    return np.stack(
        [x, y * np.cos(_TILT) - z * np.sin(_TILT), y * np.sin(_TILT) + z * np.cos(_TILT)], axis=-1
    )


def _pot():
    """Depth, shade, azimuth, height and whether painted, for body, lid and knob."""
    x, y, _ = _grid()
    profile = PchipInterpolator(_HEIGHTS, _RADII)
    z = np.linspace(2.2, -2.2, 441)[:, None, None]
    up = y[:, None] * np.cos(_TILT) + z * np.sin(_TILT)  # (depths, rows, 1)
    back = z * np.cos(_TILT) - y[:, None] * np.sin(_TILT)
    inside = (up >= _HEIGHTS[0]) & (up <= _HEIGHTS[-1])
    radius = np.where(inside, profile(np.clip(up, _HEIGHTS[0], _HEIGHTS[-1])), 0.0)
    hit = x**2 + back**2 < radius**2
    first = hit.argmax(axis=0)
    found = hit.any(axis=0)
    rows = np.arange(len(y))[:, None]
    h, b = up[first, rows, 0], back[first, rows, 0]
    rho = np.hypot(x, b)
    slope = profile.derivative()(np.clip(h, _HEIGHTS[0], _HEIGHTS[-1]))
    normal = np.stack([x / rho, -slope, b / rho], axis=-1)
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    shade = _shading(_to_camera(normal))
    depth = np.where(found, z[first, 0, 0], -np.inf)
    images, depths = shade[None], depth[None].copy()
    _add_ball(images, depths, _to_camera([_KNOB[:3]]), _KNOB[3])
    return depths[0], images[0], np.arctan2(b, x), h, found & (depths[0] == depth)


def _add_ball(images, depths, centres, radius):
    """Draw a ball into all views, where it is nearer than what is there."""
    x, y, step = _grid()
    reach = int(np.ceil(radius / step))
    window = np.arange(-reach, reach + 1)
    row = np.rint((y[0] - centres[:, 1]) / step).astype(int)[:, None] + window
    col = np.rint((centres[:, 0] - x[0]) / step).astype(int)[:, None] + window
    dy = (y[row] - centres[:, 1, None])[:, :, None]
    dx = (x[col] - centres[:, 0, None])[:, None, :]
    rise = np.sqrt(np.maximum(radius**2 - dx**2 - dy**2, 0))
    at = (np.arange(len(centres))[:, None, None], row[:, :, None], col[:, None, :])
    depth = centres[:, 2, None, None] + rise
    seen = (rise > 0) & (depth > depths[at])
    normal = np.stack(np.broadcast_arrays(dx, dy, rise), axis=-1) / radius
    images[at] = np.where(seen, _shading(normal), images[at])
    depths[at] = np.where(seen, depth, depths[at])


def _shading(normal):
    """Grey level of white china: ambient, diffuse and a highlight."""
    diffuse = np.maximum(normal @ _LIGHT, 0)
    half = _LIGHT + np.array([0, 0, 1])
    shine = np.maximum(normal @ (half / np.linalg.norm(half)), 0) ** 24
    return 0.22 + 0.5 * diffuse + 0.16 * shine
