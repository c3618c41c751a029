"""Small data sets to teach with, and the real ones of the papers."""

from .faces import make_faces
from .images import image_features
from .real import load_real
from .teapot import make_teapot
from .toys import (
    make_circle,
    make_collinear,
    make_nine,
    make_rings,
    make_row,
    make_three,
    make_xor,
)

__all__ = [
    "image_features",
    "load_real",
    "make_circle",
    "make_collinear",
    "make_faces",
    "make_nine",
    "make_rings",
    "make_row",
    "make_teapot",
    "make_three",
    "make_xor",
]
