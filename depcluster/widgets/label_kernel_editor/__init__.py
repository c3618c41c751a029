"""The label kernel A to drag, type and step in; `algebra.js` is its mathematics."""

from .widget import LabelKernelEditor
