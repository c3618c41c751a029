"""Texts of pages from Jinja2 templates in docs/templates."""

from pathlib import Path

import jinja2

_ENVIRONMENT = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parents[1] / "templates"),
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=jinja2.StrictUndefined,
)
_ENVIRONMENT.filters["line"] = lambda text: " ".join(text.split())  # an empty line ends HTML


def render(name, **values):
    """A template filled in; write ``| e`` where a value stands in HTML."""
    return _ENVIRONMENT.get_template(name).render(values) + "\n"
