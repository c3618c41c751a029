"""Of the notebook zhong2010: what it shows, and its exercises."""

from . import graders
