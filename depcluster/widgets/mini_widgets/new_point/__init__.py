"""A new point that a hand takes anywhere: its scores by SMIC beside its posterior."""

from .widget import NewPoint
