"""Two points and their pixel of the Gram matrix."""

from .widget import Pair
