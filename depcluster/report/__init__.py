"""A table clustered, and what the clusters are and how sure that is on one page."""

from .writing import Report, report

__all__ = ["Report", "report"]
