"""Files that are written whole or not at all."""

from __future__ import annotations

import secrets
import shutil
from contextlib import suppress

from .._validation import short_repr


def write_whole(path, text, name):
    """Write a text; where that fails an error names the parameter, and what stood there stays."""
    part = path.parent / f".{secrets.token_hex(8)}.part"  # told before it is there: see below
    try:
        if path.exists() and not path.is_file():
            raise OSError("what is there is no ordinary file")
        with part.open("x", encoding="utf-8") as file:  # not where anything is, be it a link
            if path.exists():
                shutil.copymode(path, part)
            file.write(text)
        part.replace(path)
    except BaseException as error:  # an interrupt may come anywhere
        with suppress(OSError, ValueError):
            part.unlink()
        if isinstance(error, OSError | ValueError):  # no such name, or text that is no Unicode
            raise ValueError(not_written(path, error, name)) from None
        raise


def not_written(path, error, name):
    """What is said of a path where nothing can be written."""
    got = f"{short_repr(str(path))}: {getattr(error, 'strerror', None) or error}"
    return f"{name} must be a file that can be written; got {got}."
