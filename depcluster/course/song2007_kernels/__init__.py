"""Of the notebook song2007_kernels: what it shows, and its exercises."""

from . import graders
