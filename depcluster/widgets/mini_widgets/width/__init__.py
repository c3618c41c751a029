"""One width after the other, with what it does to K and to the clusters."""

from .widget import Width
