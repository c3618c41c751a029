"""The kernel, its width and the label kernel, with the data clustered anew at each move."""

from .pad import PadExplorer
from .widget import KernelExplorer
