"""Toys: small sets of points to see a method on, each with what is right.

`toys` draws them, `makers` checks what generators are given. Imports nothing of the package but
`_validation`. Data that the papers use stand in `reproduction.datasets`.
"""

from .toys import (
    add_outliers,
    make_blobs4,
    make_brownian,
    make_circle,
    make_circle_gauss,
    make_collinear,
    make_crescents,
    make_fork,
    make_high_low,
    make_nine,
    make_rings,
    make_row,
    make_spirals,
    make_three,
    make_three_rings,
    make_xor,
)

__all__ = [
    "add_outliers",
    "make_blobs4",
    "make_brownian",
    "make_circle",
    "make_circle_gauss",
    "make_collinear",
    "make_crescents",
    "make_fork",
    "make_high_low",
    "make_nine",
    "make_rings",
    "make_row",
    "make_spirals",
    "make_three",
    "make_three_rings",
    "make_xor",
]
