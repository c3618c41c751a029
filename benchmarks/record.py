"""JSON of a benchmark that is stopped halfway stays as it was."""

from __future__ import annotations

import json


def read(path):
    """What is recorded, nothing where there is no file yet."""
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def write(record, path, **layout):
    """Write beside, then replace: a run that is stopped never leaves half a file."""
    beside = path.with_suffix(".part")
    beside.write_text(json.dumps(record, **layout) + "\n", encoding="utf-8")
    beside.replace(path)
