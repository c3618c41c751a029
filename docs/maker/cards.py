"""What the index tells of a notebook, read from the notebook itself."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from depcluster.plotting.alt_text import RATIO
from depcluster.widgets.base.widget import VIEW

IN_HTML = re.compile(r'<img alt="([^"]*)"[^>]*?base64,([^"]+)"')
COVER_WIDTH = 720


@dataclass
class Entry:
    """A notebook on the index; `alt` says what the picture shows."""

    stem: str
    title: str
    sentence: str
    minutes: int
    png: bytes
    alt: str


def entry(stem, notebook):
    """Title, sentence, minutes and picture of a notebook.

    The words before the first section begin with ``# title``, list what a reader can do
    afterwards and say ``**N minutes``. The picture is that of the cell tagged "cover", else of the
    first widget, else the first one. Raises ValueError if one of these is missing.
    """
    text = _opening(notebook)
    found = {
        "title": re.search(r"^# (.+)", text),
        "list of what one can do afterwards": re.search(r"^- (.+)", text, re.M),
        "'**N minutes' of work": re.search(r"\*\*(\d+) minutes", text),
    }
    for what, match in found.items():
        if not match:
            where = "before the first section; the index needs it"
            raise ValueError(f"{stem}: there is no {what} {where}.")
    title, able, minutes = (match[1] for match in found.values())
    sentence = f"Afterwards you can {able.strip().rstrip(';.')}."
    png, alt, foot = _cover(stem, notebook)
    return Entry(stem, title.strip(), sentence, int(minutes), shrunk(png, foot)[0], alt)


def _opening(notebook):
    """The words before the first section."""
    words = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    sections = (k for k, text in enumerate(words) if text.startswith("## "))
    return "\n\n".join(words[: next(sections, len(words))])


def _cover(stem, notebook):
    pictures = [found for cell in notebook.cells for found in _pictures(cell)]
    if not pictures:
        raise ValueError(f"{stem} holds no picture; run it and save its outputs.")
    return max(pictures, key=lambda each: each[:2])[2:]


def _pictures(cell):
    """(is the cover, is a widget, png, alt, height of its foot) of each picture of a cell."""
    tagged = "cover" in cell.metadata.get("tags", ())
    for output in cell.get("outputs", ()):
        data = output.get("data", {})
        if "image/png" in data:
            about = output.metadata.get("image/png", {})
            alt = about.get("alt", data.get("text/plain", ""))
            png = base64.b64decode(data["image/png"])
            yield tagged, VIEW in data, png, alt, about.get("foot", 0)
        elif found := IN_HTML.search(data.get("text/html", "")):
            yield tagged, False, base64.b64decode(found[2]), found[1], 0


def shrunk(png, foot):
    """A stored picture without the line that says how to wake it in a notebook, and its size."""
    picture = Image.open(BytesIO(png)).convert("RGB")
    picture = picture.crop((0, 0, picture.width, picture.height - round(RATIO * foot)))
    size = picture.size
    picture.thumbnail((COVER_WIDTH, COVER_WIDTH))
    out = BytesIO()
    picture.quantize(128, dither=Image.Dither.NONE).save(out, format="PNG", optimize=True)
    return out.getvalue(), size
