"""Views of what is given: a partition of points, a kernel matrix."""

from .gram_view import GramView
from .partition_view import PartitionView
