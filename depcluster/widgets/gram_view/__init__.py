"""A kernel matrix as a picture, its rows sorted by cluster."""

from .widget import GramView
