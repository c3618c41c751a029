"""Small widgets for one idea each, which answer in the page within a frame and need no Python.

A folder a widget. All they show is computed in the page from arrays that are sent once; what a
hand has set is a trait that Python can read.
"""

from .bells.widget import Bells
from .blocks.widget import Blocks
from .class_sizes.widget import ClassSizes
from .coin_mosaic.widget import CoinMosaic
from .cosine_dial.widget import CosineDial
from .filing_tree.widget import FilingTree
from .four_leaves.widget import FourLeaves
from .label_kernel_slider.widget import LabelKernelSlider
from .label_springs.widget import LabelSprings
from .lone_point.widget import LonePoint
from .new_point.widget import NewPoint
from .pair.widget import Pair
from .piece_graph.widget import PieceGraph
from .tables.widget import Tables
from .turning_views.widget import TurningViews
from .width.widget import Width
