"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from .._validation import short_repr


def write_whole(path, text, name):
    """Write a text; where that fails an error names the parameter, and what stood there stays."""
    part = None
    try:
        handle, part = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(part).chmod(_mode_of(path))
        Path(part).replace(path)
    except BaseException as error:
        if part is not None:
            Path(part).unlink(missing_ok=True)
        if isinstance(error, OSError | ValueError):  # no such name, or text that is no Unicode
            raise ValueError(not_written(path, error, name)) from None
        raise


def _mode_of(path):
    """Of a file that is there its own mode, else what a new one gets."""
    if path.exists():
        return stat.S_IMODE(path.stat().st_mode)
    os.umask(mask := os.umask(0))
    return 0o666 & ~mask


def not_written(path, error, name):
    """What is said of a path where nothing can be written."""
    got = f"{short_repr(str(path))}: {getattr(error, 'strerror', None) or error}"
    return f"{name} must be a file that can be written; got {got}."
