"""Of the notebook blaschko2008: what it shows, and its exercises."""

from . import graders
