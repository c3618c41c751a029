"""What the site has beside its own texts, made anew by each build.

The notebooks with the outputs stored in them, live widgets and recorded answers; pages of the
repository; the reference; the start page. Nothing of a notebook is run.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from sphinx.errors import ExtensionError

from . import exercises, lessons, pages, reference, reproduced, start, third_party

MADE = ("exercises", "notebooks", "pages", "reference", "reproduction")


def setup(app):
    """Called by Sphinx."""
    app.connect("config-inited", _fetch)
    app.connect("builder-inited", _write)
    reference.setup(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


def _fetch(app, config):
    scripts = Path(app.confdir, "..", "build", "scripts").resolve()
    try:
        third_party.put_scripts(scripts)
    except third_party.CannotFetch as error:
        raise ExtensionError(str(error)) from None


def _write(app):
    source = Path(app.srcdir)
    for name in MADE:
        shutil.rmtree(source / name, ignore_errors=True)
        (source / name).mkdir()
    told = lessons.write(source / "notebooks")
    pages.write(source)
    reproduced.write(source)
    reference.write(source / "reference")
    exercises.write(source / "exercises")
    start.write(source, told)
