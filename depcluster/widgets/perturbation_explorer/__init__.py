"""Theorem 1 of Song 2007: what a perturbation of K does to the partition."""

from .widget import PerturbationExplorer
