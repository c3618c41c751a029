"""The regression behind CLUHSICAL as springs: one point, its right label and its wrong ones."""

from .widget import LabelSprings
