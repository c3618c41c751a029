"""HTML from templates; what is put into them is escaped."""

from __future__ import annotations

import hashlib
from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined


def render(path, **values):
    """The HTML of a template with values."""
    return _environment(path.parent).get_template(path.name).render(values)


@cache
def _environment(folder):
    return Environment(loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined)


def group_of(text):
    """A name for folds of which one is open at a time, the same whenever a page is made."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]
