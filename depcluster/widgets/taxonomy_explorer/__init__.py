"""Blaschko 2008: clusters and the tree that relates them."""

from .widget import TaxonomyExplorer
