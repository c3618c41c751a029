"""Small data sets to teach with, the real ones of the papers, and stand-ins for the others.

`toys` and `paper_toys` are points, `faces` and `teapot` drawn images, `docstrings` and
`newsgroups` texts, `proteins` sequences, `real` the sets that come from elsewhere. No data is part
of the package. Imports nothing of it but `checks`.
"""

from .corpus import Corpus
from .docstrings import load_docstrings
from .faces import make_faces
from .images import image_features
from .newsgroups import NEWSGROUP_TREE, load_newsgroup_tree, load_newsgroups
from .paper_toys import (
    add_outliers,
    make_blobs4,
    make_brownian,
    make_circle_gauss,
    make_crescents,
    make_high_low,
    make_spirals,
    make_three_rings,
)
from .proteins import SUPERFAMILY_TREE, make_superfamilies
from .real import draw_real, load_real
from .teapot import make_teapot, teapot_subset
from .toys import (
    make_circle,
    make_collinear,
    make_nine,
    make_rings,
    make_row,
    make_three,
    make_xor,
)
