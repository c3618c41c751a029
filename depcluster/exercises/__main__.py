"""The command ``python -m depcluster.exercises``: make the notebooks, or compare them."""

from __future__ import annotations

import argparse
from pathlib import Path

from .notebooks import FOLDER, build


def main(arguments=None):
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m depcluster.exercises", description=f"Make the notebooks in {FOLDER}."
    )
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    check = parser.parse_args(arguments).check
    if not Path("notebooks").is_dir():
        parser.error("there is no folder notebooks here; run it at the root of the repository")
    made = build()
    stale = [p for p, text in made.items() if not p.exists() or p.read_text("utf-8") != text]
    if check:
        for path in stale:
            print(f"{path} is not what its exercises say; run python -m depcluster.exercises")
        return int(bool(stale))
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(made[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
