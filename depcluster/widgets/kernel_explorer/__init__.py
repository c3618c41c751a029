"""The kernel, its width and the label kernel, with the data clustered anew at each move."""

from .widget import KernelExplorer
