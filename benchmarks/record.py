"""How recorded studies keep what they found: set by set, so that a stopped run loses no set."""

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


def record_sets(names, measure, path, about):
    """Measure set after set; each is kept as soon as it is done, the others stay as they were.

    Yields (name, row). ``about`` are the other entries of the record.
    """
    for name in names:
        row = measure(name) | {"recorded": about["recorded"]}
        sets = read(path).get("sets", {}) | {name: row}
        write(about | {"sets": sets}, path, indent=1)
        yield name, row


def rounded(value):
    """Floats to six digits after the point, wherever they are."""
    if isinstance(value, dict):
        return {key: rounded(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(inner) for inner in value]
    return round(value, 6) if isinstance(value, float) else value
