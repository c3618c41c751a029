"""Texts of the repository that are pages of the site, too."""

from __future__ import annotations

import posixpath

from .links import PAGES, ROOT, linked


def write(source):
    """Write the pages.

    Parameters
    ----------
    source : Path
        Folder of the site's sources.
    """
    for path, page in PAGES.items():
        if page.startswith("/pages/"):
            text = (ROOT / path).read_text(encoding="utf-8")
            text = linked(text, posixpath.dirname(path))
            (source / page.lstrip("/")).write_text(text, encoding="utf-8")
