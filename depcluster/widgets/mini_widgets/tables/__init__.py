"""Two tables, of points and of labels, and their product."""

from .widget import Tables
