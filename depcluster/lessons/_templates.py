"""HTML from the templates beside this module; what is put into them is escaped."""

from __future__ import annotations

import hashlib
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

FOLDER = Path(__file__).with_name("templates")
_ENVIRONMENT = Environment(
    loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined
)


def render(template, **values):
    return _ENVIRONMENT.get_template(template).render(values)


def group_of(text):
    """A name for folds of which one is open at a time, the same whenever a page is made."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]
