"""The lecturer's plans as shows: lists of moves, each with the beats that it stops at.

The tables of notebooks/README.md are the one source. A place in them is a notebook with "beat 3",
"beats 1 to 3", "the opening" or "section *title*"; after a semicolon the notebook may stay. Words
between places are for the reader.
"""

from __future__ import annotations

import json
import re

import nbformat
from sphinx.errors import ExtensionError

from depcluster.course.assignments import FOLDER, assignments
from depcluster.widgets.base.widget import VIEW

from .links import ROOT
from .templates import render

PLANS = ("Two hours", "Twenty minutes")
CHECKS = "How the numbers were checked"
NOTEBOOK = re.compile(r"(?:then )?([\w]+), ")
PLACE = re.compile(
    r"(?P<opening>the opening)|beats? (?P<beats>\d+(?:(?:, | and | to )\d+)*)"
    r"|section \*(?P<section>[^*]+)\*"
)
EXERCISES = re.compile(r"exercises (\w+(?:(?:, | and )\w+)*)$")


def write(source, told):
    """Write the page of the show, and the links to it on the lecturer's page."""
    page = source / "pages" / "teach.md"
    text = page.read_text(encoding="utf-8")
    lessons = {f"notebooks/{card.stem}": beats(notebook) for card, notebook in told}
    try:
        plans = {_slug(title): plan(title, text, lessons) for title in PLANS}
    except ValueError as error:
        raise ExtensionError(f"notebooks/README.md: {error}") from None
    seen = {f"notebooks/{card.stem}": pictures(notebook) for card, notebook in told}
    data = json.dumps({"plans": plans, "lessons": lessons, "pictures": seen}, ensure_ascii=False)
    shown = render("show.md", data=data.replace("</", "<\\/"))
    (source / "show.md").write_text(shown, encoding="utf-8")
    for title in PLANS:
        link = f'<p><a href="../show.html?plan={_slug(title)}">Play this plan: {title}</a></p>'
        text = text.replace(f"## {title}\n", f"## {title}\n\n{link}\n", 1)
    page.write_text(text, encoding="utf-8")


def beats(notebook):
    """Titles of a notebook's sections that are shown, after that of the notebook."""
    words = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    titles = re.findall(r"^##? (.+)", words, re.M)
    return [title.strip() for title in titles if title != CHECKS]


def pictures(notebook):
    """Of each of its `beats` the name of the first widget, which is that of its picture."""
    found = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            found += [None for _ in beats(nbformat.v4.new_notebook(cells=[cell]))]
        for output in cell.get("outputs", ()):
            if found and found[-1] is None and VIEW in output.get("data", {}):
                found[-1] = output.data[VIEW]["model_id"]
    return found


def plan(title, text, lessons):
    """Title and moves of the table below a heading; ValueError says which row cannot be played."""
    table = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    rows = re.findall(r"^\| *(\d.*?) *\|$", table[1] if table else "", re.M)
    if not rows:
        raise ValueError(f"there is no table of moves below '## {title}'.")
    moves = []
    for row in rows:
        minute, what, where, move, ask = ([*row.split(" | "), "", ""])[:5]
        try:
            found = stops(where.strip(), lessons)
        except ValueError as error:
            raise ValueError(f"'{title}', minute {minute}: {error}") from None
        words = {"minute": minute, "what": what, "where": where, "move": move, "ask": ask}
        words = {key: text.replace("*", "").strip() for key, text in words.items()}
        moves.append(words | {"stops": found})
    return {"title": title, "moves": moves}


def stops(where, lessons):
    """Page and number of each beat that a move stops at, 0 being what stands before the first."""
    if found := EXERCISES.match(where):
        return [_exercise(name) for name in re.split(", | and ", found[1])]
    page, found = None, []
    for part in where.split("; "):
        named = NOTEBOOK.match(part)
        if named:
            page = _page(named[1], lessons)
        places = list(PLACE.finditer(part))
        if page is None or not places:
            raise ValueError(
                f"{part!r} names no place; expected a notebook with 'the opening', 'beat 3', "
                "'beats 1 to 3' or 'section *title*', as in '00, beat 4'."
            )
        for place in places:
            found += [{"page": page, "beat": k} for k in _numbers(place, page, lessons[page])]
    return found


def _page(name, lessons):
    stems = {page.removeprefix("notebooks/"): page for page in lessons}
    pages = [page for stem, page in stems.items() if name in (stem, stem.partition("_start")[0])]
    if not pages:
        raise ValueError(f"there is no notebook {name!r}; there are 00 and {', '.join(stems)}.")
    return pages[0]


def _numbers(place, page, titles):
    if place["opening"]:
        return [0]
    if title := place["section"]:
        if title not in titles:
            raise ValueError(f"{page} has no section {title!r}; it has {', '.join(titles[1:])}.")
        return [titles.index(title)]
    named = [int(number) for number in re.findall(r"\d+", place["beats"])]
    if " to " in place["beats"]:
        named = list(range(named[0], named[-1] + 1))
    at = {int(t.partition(".")[0]): k for k, t in enumerate(titles) if re.match(r"\d+\. ", t)}
    for number in named:
        if number not in at:
            raise ValueError(f"{page} has no beat {number}; it has {min(at)} to {max(at)}.")
    return [at[number] for number in named]


def _exercise(name):
    for each in assignments(ROOT / FOLDER):
        names = [exercise.name for exercise in each.exercises]
        if name in names:
            return {"page": f"exercises/{each.name}", "beat": names.index(name) + 1}
    raise ValueError(f"there is no exercise {name!r}.")


def _slug(title):
    return title.lower().replace(" ", "-")
