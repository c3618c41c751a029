"""What the site has beside its own texts, made anew by each build.

The notebooks with the outputs stored in them and live widgets; pages of the repository; the
exercises; error rates and front ends; the start page; the show. Of a notebook only the solutions
of exercises are run, and of the texts the code of `designs.md`. autosummary writes the reference.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from sphinx.errors import ExtensionError

from . import (
    alive,
    error_rates,
    executed,
    exercises,
    formulas,
    front_ends,
    lessons,
    links,
    plans,
    reference,
    reproduced,
    start,
    third_party,
)

MADE = ("exercises", "notebooks", "pages", "reference", "reproduction")


def setup(app):
    """Called by Sphinx."""
    app.connect("config-inited", _begin)
    app.connect("builder-inited", _write, priority=400)  # before autosummary
    app.connect("builder-inited", _find)
    app.connect("html-page-context", alive.load)
    formulas.setup(app)
    reference.setup(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


def _begin(app, config):
    alive.begin()
    try:
        third_party.fetch()
    except third_party.CannotFetch as error:
        raise ExtensionError(str(error)) from None


def _write(app):
    source = Path(app.srcdir)
    for name in MADE:
        shutil.rmtree(source / name, ignore_errors=True)
        (source / name).mkdir()
    told = lessons.write(source / "notebooks")
    links.write(source)
    reproduced.write(source)
    error_rates.write(source)
    executed.write(source)
    front_ends.write(source)
    exercises.write(source / "exercises")
    start.write(source, told)
    plans.write(source, told)


def _find(app):
    """Let codeautolink see the pages that were made just now."""
    app.env.find_files(app.config, app.builder)
