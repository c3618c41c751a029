"""Tables: what stands in a file, what was decided in reading it, and what is open."""

from .columns import Question
from .table import Table, read_table

__all__ = ["Question", "Table", "read_table"]
