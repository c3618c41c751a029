"""Refuse a tag that is not the version told in pyproject.toml, CITATION.cff and CHANGELOG.md.

``python .ci/tag.py v1.2.3``, in a folder that holds the three.
"""

import re
import sys
import tomllib
from pathlib import Path


def told():
    """What each file says of the version, as the tag of a release would."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    cited = re.search(r"^version: (\S+)$", Path("CITATION.cff").read_text("utf-8"), re.MULTILINE)
    newest = re.search(r"^## (.+)$", Path("CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    return {
        "pyproject.toml": f"v{project['version']}",
        "CITATION.cff": f"v{cited[1]}",
        "CHANGELOG.md": f"v{re.sub(r', [0-9]{4}-[0-9]{2}-[0-9]{2}$', '', newest[1])}",
    }


def main(tag):
    wrong = [f"{name} says {version}" for name, version in told().items() if version != tag]
    if wrong:
        sys.exit(f"The tag is {tag}, but {' and '.join(wrong)}.")


if __name__ == "__main__":
    main(*sys.argv[1:])
