"""Of the notebook jenssen2006: what it shows, and its exercises."""

from . import graders
