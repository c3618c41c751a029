"""A table of one's own: a file read, columns chosen, numbers scaled, which explorers follow."""

from .widget import DataFile
