"""Small widgets for one idea each, which answer in the page within a frame and need no Python.

A folder a widget. All they show is computed in the page from arrays that are sent once; what a
hand has set is a trait that Python can read.
"""

from .block_sums.widget import BlockSums
from .class_sizes.widget import ClassSizes
from .coin_mosaic.widget import CoinMosaic
from .cosine_dial.widget import CosineDial
from .density_angle.widget import DensityAngle
from .filing_tree.widget import FilingTree
from .four_leaves.widget import FourLeaves
from .hsic_tables.widget import HsicTables
from .kernel_width_slider.widget import KernelWidthSlider
from .label_kernel_slider.widget import LabelKernelSlider
from .label_springs.widget import LabelSprings
from .lone_point.widget import LonePoint
from .new_point.widget import NewPoint
from .pair_similarity.widget import PairSimilarity
from .piece_graph.widget import PieceGraph
from .turning_views.widget import TurningViews
