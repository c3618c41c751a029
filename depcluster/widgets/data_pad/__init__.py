"""A board to draw points on, which explorers follow."""

from .widget import DataPad
