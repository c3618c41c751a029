"""The angle between the table of the points and the table of their labels."""

from .widget import CosineDial
