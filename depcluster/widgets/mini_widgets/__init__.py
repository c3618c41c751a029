"""Small widgets for one idea each, which answer in the page within a frame and need no Python.

A folder a widget. All they show is computed in the page from arrays that are sent once; what a
hand has set is a trait that Python can read.
"""

from .bells import Bells
from .blocks import Blocks
from .class_sizes import ClassSizes
from .coin_mosaic import CoinMosaic
from .cosine_dial import CosineDial
from .filing_tree import FilingTree
from .four_leaves import FourLeaves
from .label_kernel_slider import LabelKernelSlider
from .label_springs import LabelSprings
from .lone_point import LonePoint
from .new_point import NewPoint
from .pair import Pair
from .piece_graph import PieceGraph
from .tables import Tables
from .turning_views import TurningViews
from .width import Width
