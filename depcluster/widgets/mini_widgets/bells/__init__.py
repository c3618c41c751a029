"""Two bells a distance apart, and the angle between them."""

from .widget import Bells
