"""A search, one step after the other."""

from .widget import PartitionStepper
