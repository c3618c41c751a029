"""The data of the papers, and stand-ins for those that are not to be had.

`faces` and `teapot` are drawn images, `corpus` and `newsgroups` texts, `proteins` sequences, `real`
the sets that come from elsewhere, found in a folder by `local_files`. No data is part of the
package. Imports `datasets`, `kernels` and `_validation`.
"""

from .corpus import Corpus, load_docstrings
from .faces import image_features, make_faces
from .newsgroups import NEWSGROUP_TREE, load_newsgroup_tree, load_newsgroups
from .proteins import SUPERFAMILY_TREE, make_superfamilies
from .real import draw_real, load_real
from .teapot import make_teapot, teapot_subset

__all__ = [
    "NEWSGROUP_TREE",
    "SUPERFAMILY_TREE",
    "Corpus",
    "draw_real",
    "image_features",
    "load_docstrings",
    "load_newsgroup_tree",
    "load_newsgroups",
    "load_real",
    "make_faces",
    "make_superfamilies",
    "make_teapot",
    "teapot_subset",
]
