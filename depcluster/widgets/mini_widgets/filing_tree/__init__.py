"""Texts filed at the leaves of a tree, and what each misfiled one costs."""

from .widget import FilingTree
