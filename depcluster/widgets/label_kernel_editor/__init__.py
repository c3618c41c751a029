"""The label kernel A to drag, type, step and draw in; `algebra.js` is its mathematics."""

from .widget import LabelKernelEditor
