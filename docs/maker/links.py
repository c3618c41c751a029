"""Links of the repository's texts, led to the pages of the site or to the repository."""

from __future__ import annotations

import posixpath
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)")
# Files of the repository that are pages here.
PAGES = {
    "README.md": "/index",
    "CONTRIBUTING.md": "/pages/contributing.md",
    "CHANGELOG.md": "/pages/changelog.md",
    "REPRODUCTION.md": "/pages/reproduction.md",
    "notebooks/README.md": "/pages/teach.md",
    "notebooks/exercises": "/exercises/index.md",
    "docs/scale.md": "/scale.md",
}


def repository():
    """Address of the repository, from ``pyproject.toml``."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)["project"]["urls"]["Repository"]


def linked(text, folder):
    """A text with its relative links led on.

    Parameters
    ----------
    text : str
        Markdown.
    folder : str
        Folder of the repository that the links start from; "" for its root.

    Returns
    -------
    str
        Links to files that have a page here lead to it, those to other files to the repository.
    """
    return LINK.sub(lambda found: f"[{found[1]}]({_target(found[2], folder)})", text)


def _target(given, folder):
    if given.startswith("#") or "://" in given:
        return given
    path, mark, anchor = given.partition("#")
    path = posixpath.normpath(posixpath.join(folder, path))
    if path in PAGES:
        return PAGES[path] + mark + anchor
    if found := re.fullmatch(r"notebooks/(exercises/\w+)\.ipynb", path):
        return f"/{found[1]}.md{mark}{anchor}"
    if found := re.fullmatch(r"notebooks/(reproduction/\w+\.ipynb)", path):
        return f"/{found[1]}{mark}{anchor}"
    if re.fullmatch(r"notebooks/\w+\.ipynb", path):
        return f"/{path}{mark}{anchor}"
    kind = "tree" if (ROOT / path).is_dir() else "blob"
    return f"{repository()}/{kind}/main/{path}{mark}{anchor}"
