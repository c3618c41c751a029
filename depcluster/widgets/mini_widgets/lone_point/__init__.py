"""One point that is dragged away from two groups until it takes a cluster."""

from .widget import LonePoint
