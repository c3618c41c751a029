"""Four leaves of a tree, or four points, and the three sums of their distances."""

from .widget import FourLeaves
