"""What the notebook on kernels draws and sets up. May import every other room."""

from .bound import AMOUNTS, corners, leg_bounds, moved, shaken, ten_draws, vacuous, walk
from .distance import distance, label_table, recoloured
from .low_rank import low_rank
from .relaxed import rungs
from .search import best_of, race, true_J
from .shapes import eigenvectors_of, kernels_of, shapes, share
from .starts import first_cuts
