"""Small data sets to teach with."""

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
    "make_circle",
    "make_collinear",
    "make_nine",
    "make_rings",
    "make_row",
    "make_three",
    "make_xor",
]
