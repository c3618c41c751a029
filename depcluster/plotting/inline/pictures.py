"""Images inside a figure: heat maps turn with the theme, drawn marks too, photographs don't."""

from __future__ import annotations

import base64
from io import BytesIO

import numpy as np
from matplotlib.colors import to_rgb
from PIL import Image

from ..palette import COLOURS, INK, INK_2, MATRIX, MATRIX_POSITIVE, RULE_2
from .theme import GROUND_IN_DARK, IN_DARK, INK_IN_DARK

_LEVELS = 0b11111100  # of grey that are told apart
PREFIX = "data:image/png;base64,"


def _key(rgb):
    rgb = np.asarray(rgb, np.int64)
    return rgb[..., 0] << 16 | rgb[..., 1] << 8 | rgb[..., 2]


def _steps(cmap):
    return (cmap(np.arange(cmap.N), bytes=True))[:, :3]


_OF_MATRICES = np.unique(_key(np.vstack([_steps(MATRIX), _steps(MATRIX_POSITIVE)])))
_MIDDLE_GREY = to_rgb("#a2a3a4")
_LIGHT = 255 * np.array([to_rgb(c) for c in (*COLOURS, INK, INK_2, RULE_2, "white")])
_DARK = 255 * np.array(
    [to_rgb(c) for c in (*IN_DARK, INK_IN_DARK, _MIDDLE_GREY, "#7e8081", GROUND_IN_DARK)]
)


def kind(pixels):
    """What an image is: "matrix", "marks" or "photograph".

    A matrix has colours of the matrix colour maps only, marks leave the ground free.

    Parameters
    ----------
    pixels : ndarray of uint8 of shape (rows, columns, 4)

    Returns
    -------
    str
    """
    solid = pixels[..., 3] == 255
    if solid.any():
        found, counts = np.unique(_key(pixels[solid]), return_counts=True)
        grey = (found >> 16 == (found & 255)) & (found >> 16 == (found >> 8 & 255))
        ours = np.isin(found, _OF_MATRICES)
        if counts[ours].sum() > 0.97 * counts.sum() and not grey.all():
            return "matrix"
    return "photograph" if solid.mean() > 0.9 else "marks"


def in_dark(pixels):
    """Drawn marks in the colours they have on a dark page.

    Parameters
    ----------
    pixels : ndarray of uint8 of shape (rows, columns, 4)

    Returns
    -------
    ndarray of the same shape
    """
    found, place = np.unique(_key(pixels[..., :3]), return_inverse=True)
    rgb = np.stack([found >> 16, found >> 8 & 255, found & 255], axis=-1)
    nearest = np.linalg.norm(rgb[:, None] - _LIGHT, axis=-1).argmin(axis=1)
    turned = pixels.copy()
    turned[..., :3] = np.rint(_DARK[nearest])[place.reshape(pixels.shape[:2])]
    return turned


def decoded(source):
    """The pixels of a data URI, as an array of shape (rows, columns, 4)."""
    data = base64.b64decode(source.removeprefix(PREFIX))
    return np.asarray(Image.open(BytesIO(data)).convert("RGBA"))


def encoded(pixels):
    """Pixels as a data URI, in as few bytes as they need."""
    picture, out = Image.fromarray(pixels), BytesIO()
    if (pixels[..., 3] == 255).all():
        flat = pixels[..., 0]
        grey = (pixels[..., :3] == flat[..., None]).all()
        picture = Image.fromarray(flat & _LEVELS) if grey else picture.convert("RGB")
        if not grey and len(np.unique(_key(pixels))) <= 256:
            picture = picture.quantize(256, dither=Image.Dither.NONE)
    else:
        picture = picture.quantize(256, method=Image.Quantize.FASTOCTREE, dither=0)
    picture.save(out, format="PNG", optimize=True)
    return PREFIX + base64.b64encode(out.getvalue()).decode("ascii")
