"""Images as features, and cartoon faces: a few people, each with three expressions.

Faces are drawn with NumPy alone, painted in layers, each the smooth-edged inside of a curve on a
finer grid. Coordinates: x to the right, y down, one unit half the height of the picture.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..._typing import ArrayLike, Floats, Ints
from ..._validation import MOST, as_array, generator_of, number, warn_if_long, whole
from ...datasets.makers import N_IMAGES, checked_maker
from ...kernels import centre, kernel_matrix

_SHAPE = (48, 36)
_SUPER = 3
_EDGE = 2 / _SHAPE[0] / _SUPER


@dataclass(frozen=True)
class _Person:
    skin: float
    hair: float
    shirt: float
    width: float
    height: float
    jaw: float  # the chin's width, as a share
    square: float  # exponent of the outline; 2 is an ellipse
    style: str
    eye: float
    apart: float
    brow: float
    nose: float
    mouth: float
    lips: float  # their grey level, as a share of the skin's


@dataclass(frozen=True)
class _Look:
    curve: float = 0.02  # how far the corners of the mouth are pulled up
    wide: float = 0.75
    upper: float = 0.01
    lower: float = 0.015
    round: float = 1  # exponent of the lips' curve; 1 is a parabola, 1/2 an ellipse
    eye: float = 0.85
    brow: float = 0
    teeth: bool = False
    jaw: float = 0  # how far the chin drops
    shrug: float = 0  # how far the shoulders rise
    blush: float = 0


_PEOPLE = (
    _Person(
        skin=0.86,
        hair=0.28,
        shirt=0.4,
        width=0.45,
        height=0.58,
        jaw=0.82,
        square=2.2,
        style="bob",
        eye=0.105,
        apart=0.19,
        brow=0.022,
        nose=0.05,
        mouth=0.2,
        lips=0.6,
    ),
    _Person(
        skin=0.74,
        hair=0.2,
        shirt=0.9,
        width=0.46,
        height=0.61,
        jaw=0.92,
        square=2.6,
        style="beard",
        eye=0.1,
        apart=0.19,
        brow=0.034,
        nose=0.07,
        mouth=0.2,
        lips=0.85,
    ),
    _Person(
        skin=0.56,
        hair=0.13,
        shirt=0.28,
        width=0.41,
        height=0.6,
        jaw=0.74,
        square=2.1,
        style="curls",
        eye=0.102,
        apart=0.18,
        brow=0.026,
        nose=0.06,
        mouth=0.2,
        lips=0.65,
    ),
)
_NEUTRAL = _Look()
_HAPPY = _Look(
    curve=0.14,
    wide=1.32,
    upper=0.05,
    lower=0.15,
    eye=0.55,
    brow=0.02,
    teeth=True,
    shrug=0.03,
    blush=1,
)
_SHOCKED = _Look(
    curve=0, wide=0.85, upper=-0.11, lower=0.24, round=0.5, eye=1.35, brow=0.07, jaw=0.09, shrug=0.1
)
_LOOKS = (_NEUTRAL, _HAPPY, _SHOCKED)


def image_features(images: ArrayLike) -> Floats:
    """Pixels as features of mean 0 and variance 1; pixels that never change are left out.

    The Gaussian kernel of the paper's image experiments has gamma = 1 / d with d the number of
    these features (Song et al. 2007, section 7.3).

    Parameters
    ----------
    images : array-like of shape (m, h, w)

    Returns
    -------
    ndarray of shape (m, d)

    Raises
    ------
    ValueError
        If images is not a stack of pictures, is not finite, or no pixel changes.

    Examples
    --------
    >>> image_features(np.arange(18.0).reshape(2, 3, 3)).shape
    (2, 9)
    """
    images = as_array(images, "images", "pictures, (m, h, w)")
    if images.ndim != 3 or images.dtype.kind not in "biuf":
        raise ValueError(
            f"images must have the shape (m, h, w); got {images.dtype} of shape {images.shape}. "
            "Reshape rows of pixels with X.reshape(m, h, w)."
        )
    images = images.astype(float)
    if not np.isfinite(images).all() or np.abs(images).max(initial=0) > MOST:
        raise ValueError(
            "images must be finite; got NaN, infinite or huge pixels. Replace them or leave those "
            "images out."
        )
    pixels = images.reshape(len(images), -1)
    changing = np.ptp(pixels, axis=0) > 0 if len(pixels) else np.zeros(pixels.shape[1], bool)
    if not changing.any():
        raise ValueError(
            f"images must differ somewhere; got {len(images)} without one changing pixel. Give "
            "at least two different images."
        )
    pixels = pixels[:, changing]
    return (pixels - pixels.mean(axis=0)) / pixels.std(axis=0)


def pixel_kernel(images):
    """The kernel matrix of Song 2007, section 7.3, and of Zhong 2010: scaled pixels, s = 1 / d.

    It is centred; d is the number of pixels.
    """
    X = image_features(images)
    return centre(kernel_matrix(X, gamma=1 / X.shape[1]))


@checked_maker(n=N_IMAGES, people=whole(1, 3), difficulty=number(0, 10))
def make_faces(
    n: int = 185, people: int = 3, difficulty: float = 1.0, random_state: int = 0
) -> tuple[Floats, Ints, Ints]:
    """Cartoon faces of a few people who look neutral, happy or shocked.

    The stand-in for the facial images of Song et al. (2007, section 7.3 and Fig. 3), which
    are not public: people and expressions in alternating order, eyes aligned up to a jitter,
    equal mean intensity.

    Parameters
    ----------
    n : int, default=185
        Number of images; at least one of each expression of each person.
    people : int, default=3
        Number of people, from 1 to 3.
    difficulty : float, default=1.0
        Size, between 0 and 10, of what changes from image to image: position, size, tilt,
        light, strength of the expression and camera noise. At 0 every image of one person's
        expression is the same; at 1 k-means tells the nine apart, at 1.5 it seldom does.
    random_state : int, default=0

    Returns
    -------
    images : ndarray of shape (n, 48, 36)
        Grey levels between 0 and 1.
    person : ndarray of int of shape (n,)
    expression : ndarray of int of shape (n,)
        0 neutral, 1 happy, 2 shocked.

    Raises
    ------
    ValueError
        If a parameter is out of its range.

    Examples
    --------
    >>> made = make_faces(9)
    >>> made[0].shape
    (9, 48, 36)
    """
    if n < 3 * people:
        raise ValueError(
            f"n must be at least {3 * people}, one image for each expression of each person; got "
            f"{n}. Try 185."
        )
    rng = generator_of(random_state)
    warn_if_long(0.006 * n, f"Drawing {n} faces", "Take fewer.")
    person, expression = np.divmod(np.arange(n) % (3 * people), 3)
    images = np.stack(
        [
            _photo(_PEOPLE[p], _LOOKS[e], difficulty, rng)
            for p, e in zip(person, expression, strict=True)
        ]
    )
    images += images.mean() - images.mean(axis=(1, 2), keepdims=True)
    images += 0.0085 * difficulty * rng.standard_normal(images.shape)
    return np.clip(images, 0, 1), person, expression


def _photo(who, look, difficulty, rng):
    """One picture, before its mean is evened out and the camera's noise is added."""
    shift_x, shift_y, zoom, tilt, strength, gain, light_x, light_y = (
        difficulty * rng.standard_normal(8)
    )
    rows, cols = _SHAPE[0] * _SUPER, _SHAPE[1] * _SUPER
    x = (np.arange(cols) - (cols - 1) / 2) * _EDGE
    y = ((np.arange(rows) - (rows - 1) / 2) * _EDGE)[:, None]
    light = 1 + 0.017 * (gain + light_x * x + light_y * y)
    zoom = 1 + 0.005 * zoom
    x, y = (x - 0.005 * shift_x) / zoom, (y - 0.005 * shift_y) / zoom
    cos, sin = np.cos(0.0085 * tilt), np.sin(0.0085 * tilt)
    x, y = cos * x + sin * y, cos * y - sin * x
    fine = light * _draw(x, y, who, look, np.clip(1 + 0.085 * strength, 0, 1.6))
    return fine.reshape(_SHAPE[0], _SUPER, _SHAPE[1], _SUPER).mean(axis=(1, 3))


def _draw(x, y, who, look, strength):
    canvas = np.full(np.broadcast(x, y).shape, 0.82)
    _hair_behind(canvas, x, y, who)
    _paint(canvas, _ellipse(x, y - 1.18 + look.shrug * strength, 0.64, 0.42, 2.6), who.shirt)
    _paint(canvas, _ellipse(x, y - 0.66, 0.17, 0.24, 4), 0.8 * who.skin)
    for side in (-1, 1):
        _paint(canvas, _ellipse(x - side * who.width, y - 0.06, 0.07, 0.11), 0.88 * who.skin)
    head = _head(x, y, who, look.jaw * strength)
    round_off = 1 - 0.13 * np.clip((x / who.width) ** 2 + (y / who.height) ** 2, 0, 1.3) ** 2
    _paint(canvas, head, who.skin * round_off)
    if who.style == "beard":
        _paint(canvas, np.maximum(head, 0.30 - 1.3 * x**2 - y), who.hair + 0.10)
    _hair_in_front(canvas, x, y, who, head)
    _nose(canvas, x, y, who)
    _cheeks(canvas, x, y, who, look.blush * strength)
    for side in (-1, 1):
        _eye(canvas, side * x - who.apart, y, who, look, strength)
    if who.style == "bob":
        _glasses(canvas, x, y, who)
    _mouth(canvas, x, y, who, look, strength, head)
    return canvas


def _paint(canvas, distance, grey):
    """Blend a grey level into the inside of a shape given by its signed distance."""
    cover = np.clip(0.5 - distance / (2 * _EDGE), 0, 1)
    canvas += cover * (grey - canvas)


def _ellipse(x, y, a, b, power=2):
    """Signed distance, in good approximation, to a superellipse around the origin."""
    norm = (np.abs(x / a) ** power + np.abs(y / b) ** power) ** (1 / power)
    return (norm - 1) * min(a, b)


def _arc(x, y, half, bend, thick):
    """Signed distance to a curved stroke through the origin, thinner towards its ends."""
    t = np.clip(x / half, -1.2, 1.2)
    return np.maximum(np.abs(y + bend * (1 - t**2)) - thick * (1.15 - 0.5 * t**2), abs(x) - half)


def _head(x, y, who, drop):
    y = y / (1 + drop * np.clip(4 * y, 0, 1) / who.height)
    narrow = 1 - (1 - who.jaw) * np.clip(y / who.height, 0, 1) ** 1.5
    return _ellipse(x / narrow, y, who.width, who.height, who.square)


def _hair_behind(canvas, x, y, who):
    if who.style == "bob":
        flare = 1 + 0.10 * np.clip(y + 0.2, 0, 1)
        _paint(canvas, _ellipse(x / flare, y - 0.02, 0.60, 0.72, 3.2), who.hair)
    if who.style == "curls":
        for angle in np.linspace(-205, 25, 13):
            cx, cy = 0.46 * np.cos(np.deg2rad(angle)), -0.18 + 0.50 * np.sin(np.deg2rad(angle))
            _paint(canvas, _ellipse(x - cx, y - cy, 0.17, 0.17), who.hair)


def _hair_in_front(canvas, x, y, who, head):
    if who.style == "bob":
        line = -0.30 - 0.5 * (x + 0.2) ** 2
        _paint(canvas, np.maximum(head - 0.03, y - line), who.hair)
    if who.style == "beard":
        line = -0.40 + 0.03 * np.cos(7 * (x - 0.1)) + 0.5 * np.clip(np.abs(x) - 0.36, 0, 1)
        _paint(canvas, np.maximum(_ellipse(x, y + 0.14, 0.51, 0.58, 2.8), y - line), who.hair)
    if who.style == "curls":
        for cx in np.linspace(-0.32, 0.32, 5):
            _paint(canvas, _ellipse(x - cx, y + 0.55 - 0.6 * cx**2, 0.13, 0.13), who.hair)


def _nose(canvas, x, y, who):
    shade = np.maximum(_ellipse(x, y - 0.17, who.nose, 0.05), 0.155 - y)
    _paint(canvas, shade, 0.72 * who.skin)


def _cheeks(canvas, x, y, who, blush):
    for side in (-1, 1):
        far = ((x - side * 0.27) / 0.13) ** 2 + ((y - 0.2) / 0.09) ** 2
        canvas -= 0.2 * who.skin * blush * np.exp(-far)


def _eye(canvas, x, y, who, look, strength):
    open_ = who.eye * (_NEUTRAL.eye + (look.eye - _NEUTRAL.eye) * strength)
    y = y + 0.03
    white = _ellipse(x, y, who.eye, open_)
    _paint(canvas, white - 0.014, 0.25)
    _paint(canvas, white, 0.98)
    _paint(canvas, np.maximum(white, _ellipse(x, y, 0.058, 0.058)), 0.06)
    _paint(canvas, _ellipse(x + 0.018, y + 0.022, 0.016, 0.016), 1.0)
    brow = y + 0.165 + look.brow * strength
    _paint(canvas, _arc(x, brow, 0.13, 0.03, who.brow), who.hair)


def _glasses(canvas, x, y, who):
    for side in (-1, 1):
        rim = np.abs(_ellipse(x - side * who.apart, y + 0.02, 0.165, 0.145, 2.6)) - 0.013
        _paint(canvas, rim, 0.12)
    _paint(canvas, _arc(x, y + 0.05, 0.05, 0.01, 0.013), 0.12)


def _mouth(canvas, x, y, who, look, strength, head):

    def now(name):
        rest = getattr(_NEUTRAL, name)
        return rest + (getattr(look, name) - rest) * strength

    half = who.mouth * now("wide")
    bow = np.clip(1 - (x / half) ** 2, 0, None) ** look.round
    y = y - 0.345 + 0.5 * now("curve")
    upper, lower = now("upper") * bow, (now("upper") + 0.02 + now("lower")) * bow
    inside = np.maximum.reduce([upper - y, y - lower, np.abs(x) - half, head + 0.05])
    _paint(canvas, inside - 0.024, who.lips * who.skin)
    _paint(canvas, inside, 0.10)
    if look.teeth:
        _paint(canvas, np.maximum(inside + 0.012, y - upper - 0.065), 0.97)
    tongue = _ellipse(x, y - now("upper") - now("lower"), 0.5 * half, 0.05)
    _paint(canvas, np.maximum(inside + 0.015, tongue), 0.45)
