"""Pictures of the notebook on Blaschko 2008: clusters as leaves of a tree."""

from ...reproduction.blaschko2008.experiments import inner_share
from .loop import (
    FACES,
    clusters_and_tree,
    digits,
    faces,
    first_labels,
    improved,
    numbers_of_clusters,
    path,
)
from .objectives import (
    DESIGNS,
    at_random,
    bars,
    best_value,
    mean_similarity,
    random_structures,
    reached,
    song_objective,
)
from .sets import NAMES, STRUCTURES, kernel_of, points_of, structure
from .seven import T_of, seven_points, walk
from .trees import CASES, clusters, distances, misfits, search, steps, wrong_splits
