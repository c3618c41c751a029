"""Refuse a tag that is not the version which the package, its citation and its history tell.

``python .ci/tag.py v1.2.3``, in a folder that holds the three files.
"""

import re
import sys
from pathlib import Path

TOLD = {
    "depcluster/__init__.py": r'^__version__ = "(.+)"$',
    "CITATION.cff": r"^version: (\S+)$",
    "CHANGELOG.md": r"^## (.+?)(?:, \d{4}-\d{2}-\d{2})?$",  # `, unreleased` is no date
}


def main(tag):
    told = {
        name: "v" + re.search(how, Path(name).read_text("utf-8"), re.M)[1]
        for name, how in TOLD.items()
    }
    wrong = [f"{name} says {version}" for name, version in told.items() if version != tag]
    if wrong:
        sys.exit(f"The tag is {tag}, but {' and '.join(wrong)}.")


if __name__ == "__main__":
    main(*sys.argv[1:])
