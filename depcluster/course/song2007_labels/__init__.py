"""Of the notebook song2007_labels: what it shows, and its exercises."""

from . import graders
