"""Texts of the repository that are pages of the site, too, and where their links lead."""

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
    "docs/evaluation.md": "/evaluation.md",
    "docs/developing.md": "/developing.md",
}


def write(source):
    """Write the texts of the repository that are pages."""
    for path, page in PAGES.items():
        if page.startswith("/pages/"):
            text = (ROOT / path).read_text(encoding="utf-8")
            text = linked(text, posixpath.dirname(path))
            (source / page.lstrip("/")).write_text(text, encoding="utf-8")


def repository():
    """Address of the repository, from ``pyproject.toml``."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)["project"]["urls"]["Repository"]


def linked(text, folder):
    """Markdown whose relative links, from a folder of the repository, lead to pages or to there."""
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
