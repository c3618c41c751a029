"""Classes that go from one size to many, and two methods that file their points."""

from .widget import ClassSizes
