"""Views of something that turns, each with its label and its place in an embedding."""

from .widget import TurningViews
