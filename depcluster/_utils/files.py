"""Files that are written whole or not at all."""

from __future__ import annotations

from .._validation import short_repr


def write_whole(path, text, name):
    """Write a text; where that fails an error names the parameter, and what stood there stays."""
    part = path.with_name(f".{path.stem}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise ValueError(not_written(path, error, name)) from None


def not_written(path, error, name):
    """What is said of a path where nothing can be written."""
    got = f"{short_repr(str(path))}: {error.strerror}"
    return f"{name} must be a file that can be written; got {got}."
