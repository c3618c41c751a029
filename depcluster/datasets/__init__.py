"""Small data sets to teach with, the real ones of the papers, and stand-ins for the others.

`toys` are points, `faces` and `teapot` drawn images, `corpus` and `newsgroups` texts, `proteins`
sequences, `real` the sets that come from elsewhere; `makers` checks what generators are given,
`local_files` what a folder holds. No data is part of the package. Imports nothing of it but
`_validation`.
"""

from .corpus import Corpus, load_docstrings
from .faces import image_features, make_faces
from .newsgroups import NEWSGROUP_TREE, load_newsgroup_tree, load_newsgroups
from .proteins import SUPERFAMILY_TREE, make_superfamilies
from .real import draw_real, load_real
from .teapot import make_teapot, teapot_subset
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
    "NEWSGROUP_TREE",
    "SUPERFAMILY_TREE",
    "Corpus",
    "add_outliers",
    "draw_real",
    "image_features",
    "load_docstrings",
    "load_newsgroup_tree",
    "load_newsgroups",
    "load_real",
    "make_blobs4",
    "make_brownian",
    "make_circle",
    "make_circle_gauss",
    "make_collinear",
    "make_crescents",
    "make_faces",
    "make_fork",
    "make_high_low",
    "make_nine",
    "make_rings",
    "make_row",
    "make_spirals",
    "make_superfamilies",
    "make_teapot",
    "make_three",
    "make_three_rings",
    "make_xor",
    "teapot_subset",
]
