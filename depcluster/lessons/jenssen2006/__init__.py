"""Pictures and set-ups of the notebook on Jenssen 2006."""

from ...reproduction.jenssen2006.experiments import error
from .angles import degrees, passes, samples, two_samples
from .outliers import breaks_from, contenders, edge, rule, tied_pair
from .ties import bases, clustered_from, errors_over_orders, tied
from .weights import eigenvectors, weights
