"""The clusters of the same points under one label kernel after the other."""

from .widget import LabelKernelSlider
