"""A small graph of pieces, the eigenvectors of its weights, and the classes they give."""

from .widget import PieceGraph
