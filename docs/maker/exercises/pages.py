"""The pages of the exercises: one a sheet, and an index."""

from __future__ import annotations

from html import escape

from threadpoolctl import threadpool_limits

from depcluster.exercises import SHEETS
from depcluster.exercises.notebooks import FOLDER

from ..links import linked
from .record import packed, record

LOOK = """```{raw} html
<link rel="stylesheet" href="../_static/exercises.css">
<script defer src="../_static/exercises_code.js"></script>
<script defer src="../_static/exercises.js"></script>
```"""
ANSWERS = """**These pages need no Python.** *Check* shows what the judge said of your answer
when the page was made. It knows right answers, likely wrong ones and most numbers. A number may be
written as `(3 + 4) / 2` or `sqrt(2)`. Of code it knows a few likely ways to write it, whatever the
spacing and the names of the variables. In JupyterLab the judge reads every answer:
[install](/install.md) depcluster and open"""
LECTURERS = f"""## For lecturers

The solved notebooks, with the likely wrong answers and the hint that each gets, stand in
[{FOLDER}/solved]({FOLDER}/solved). These pages do not show them; who looks into their source finds
the judge's words, packed but not secret. Marks of what is solved stay in the student's browser."""

_ROWS = ",\n ".join(["[..., ..., ..., ...]"] * 4)


def write(folder):
    """Write the pages of all exercises.

    Parameters
    ----------
    folder : Path
        Made if it is missing.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for sheet in SHEETS:
        with threadpool_limits(1):  # small matrices, and other processes want the cores
            text = page(sheet)
        (folder / f"{sheet.notebook}.md").write_text(text, encoding="utf-8")
    (folder / "index.md").write_text(index(), encoding="utf-8")


def index():
    """The page that lists the sheets.

    Returns
    -------
    str
        Markdown.
    """
    parts = ["# Exercises", LOOK, f"Four to a notebook. {ANSWERS} `{FOLDER}`."]
    for sheet in SHEETS:
        rows = "\n".join(
            f"- [{e.name}. {e.title}](#exercise-{e.name.lower()}), {e.kind}, {e.minutes} minutes "
            f"{_mark(e)}"
            for e in sheet.exercises
        )
        head = f"## [{sheet.title}]({sheet.notebook}.md)"
        parts.append(f"{head}\n\n{sheet.minutes} minutes together.\n\n{rows}")
    names = "\n".join(sheet.notebook for sheet in SHEETS)
    parts += [linked(LECTURERS, ""), f"```{{toctree}}\n:hidden:\n\n{names}\n```"]
    return "\n\n".join(parts) + "\n"


def page(sheet, exercises=None):
    """The page of a sheet.

    Parameters
    ----------
    sheet : Sheet
    exercises : sequence of Exercise, default=None
        Those to put on it; None stands for all.

    Returns
    -------
    str
        Markdown for MyST, with formulas between dollars.
    """
    there = f"{FOLDER}/{sheet.notebook}.ipynb"
    lesson = f"[{sheet.notebook}](/notebooks/{sheet.notebook}.ipynb)"
    parts = [
        f"# {sheet.title}",
        LOOK,
        f"{sheet.minutes} minutes, after the notebook {lesson}. {ANSWERS} `{there}`.",
        _folded("What every exercise here imports", _python(sheet.imports), "exercise-setup"),
    ]
    for exercise in exercises or sheet.exercises:
        parts += _exercise(sheet, exercise, there)
    return "\n\n".join(parts) + "\n"


def _exercise(sheet, exercise, there):
    name = exercise.name
    stars = "★" * exercise.stars + "☆" * (3 - exercise.stars)
    yield f"(exercise-{name.lower()})=\n## {name}. {exercise.title}"
    yield _html(
        f'<p class="exercise-about">{escape(exercise.kind)} · <span role="img" '
        f'aria-label="difficulty {exercise.stars} of 3">{stars}</span> · '
        f"{exercise.minutes} minutes {_mark(exercise)}</p>"
    )
    yield exercise.task
    if exercise.setup:
        yield "Before your cell runs:"
        long = exercise.setup.count("\n") > 10
        code = _python(exercise.setup)
        yield _folded("Show the code", code, "exercise-setup") if long else code
    hints = [_folded(f"Hint {k}", hint) for k, hint in enumerate(exercise.hints, 1)]
    yield "\n\n".join([_html('<div class="exercise-hints">'), *hints, _html("</div>")])
    yield _html(_form(exercise, there, *record(sheet, exercise)))


def _form(exercise, there, fields, recorded):
    check = f'check("{exercise.name}", {", ".join(exercise.answers)})'
    inputs = "\n".join(_input(exercise, field) for field in fields)
    return f"""<form class="exercise" data-exercise="{exercise.name}" data-notebook="{there}"
 data-check="{escape(check)}" aria-label="Answer to {exercise.name}" autocomplete="off">
{inputs}
<button type="submit">Check</button><span class="exercise-note">or Ctrl + Enter</span>
<noscript><p>Checking needs JavaScript.</p></noscript>
<div role="status"></div>
<script type="text/plain" data-record>{packed(recorded)}</script>
</form>"""


def _input(exercise, field):
    name, note = f"{exercise.name}-{field.name}", escape(field.note)
    about = f'id="{name}" name="{field.name}" data-kind="{field.kind}"'
    if field.kind == "word":
        words = "".join(f"<option>{escape(word)}</option>" for word in field.options)
        control, note = f'<select {about}><option value="">...</option>{words}</select>', ""
    elif field.kind == "number":
        control = (
            f'<input {about} type="text" inputmode="text" placeholder="..." spellcheck="false">'
        )
    else:
        text = f"[{_ROWS}]" if field.kind == "matrix" else exercise.stub
        size = text.count("\n") + (2 if field.kind == "matrix" else 8)
        # A text area drops the first line break after its tag: the stub may begin with one.
        control = (
            f'<textarea {about} rows="{size}" spellcheck="false" autocapitalize="off">\n'
            f"{escape(text)}</textarea>"
        )
    sign = "" if field.kind == "code" else " ="
    told = f' <span class="exercise-note">{note}</span>' if note else ""
    label = f'<label for="{name}">{field.name}{sign}{told}</label>'
    return f'<div class="exercise-field">{label}{control}</div>'


def _mark(exercise):
    return f'<span data-solved-mark="{exercise.name}"></span>'


def _folded(summary, text, name=""):
    about = f' class="{name}"' if name else ""
    opening = _html(f"<details{about}><summary>{summary}</summary>")
    return f"{opening}\n\n{text}\n\n{_html('</details>')}"


def _python(source):
    return f"```python\n{source}\n```"


def _html(text):
    return f"```{{raw}} html\n{text}\n```"
