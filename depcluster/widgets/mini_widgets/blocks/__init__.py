"""A small kernel matrix and the sums of its blocks."""

from .widget import Blocks
