"""Of the notebook sugiyama2011: what it shows, and its exercises."""

from . import graders
