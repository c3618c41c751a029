"""Exercises: solutions pass, wrong answers get their own hint, nothing ends in a traceback."""

import ast
import json
import re
from pathlib import Path

import numpy as np
import pytest

from depcluster.exercises import EXERCISES, SHEETS, check
from depcluster.exercises.__main__ import main
from depcluster.exercises.core import KINDS
from depcluster.exercises.notebooks import FOLDER, build

ROOT = Path(__file__).parents[1]
SHEET_OF = {exercise.name: sheet for sheet in SHEETS for exercise in sheet.exercises}


def run(source, names):
    """Run the Python of a cell in `names`; return what its last expression gives."""
    *body, last = ast.parse(source).body
    if isinstance(last, ast.Expr):
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        return eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    exec(compile(ast.Module([*body, last], []), "cell", "exec"), names)
    return None


def answers(exercise, source):
    """What a student's cell leaves under the names that the check takes."""
    names = {}
    for cell in (SHEET_OF[exercise.name].imports, exercise.setup, source):
        if cell:
            run(cell, names)
    return [names[name] for name in exercise.answers]


def code_of(notebook):
    cells = json.loads(notebook)["cells"]
    return {c["id"]: "".join(c["source"]) for c in cells if c["cell_type"] == "code"}


@pytest.fixture(params=EXERCISES.values(), ids=EXERCISES)
def exercise(request):
    return request.param


def test_there_are_four_to_a_notebook():
    letters = [{exercise.name[0] for exercise in sheet.exercises} for sheet in SHEETS]
    numbers = [[exercise.name[1:] for exercise in sheet.exercises] for sheet in SHEETS]
    assert numbers == [["1", "2", "3", "4"]] * 6
    assert all(len(of_sheet) == 1 for of_sheet in letters)
    assert len(set.union(*letters)) == 6


def test_an_exercise_is_complete(exercise):
    assert exercise.kind in KINDS
    assert 1 <= exercise.stars <= 3
    assert 1 <= exercise.minutes <= 20
    assert len(exercise.slips) >= 2
    assert exercise.hints
    assert len({slip.hint for slip in exercise.slips}) == len(exercise.slips)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.notebook)
@pytest.mark.parametrize("solved", [False, True])
def test_a_notebook_runs_from_top_to_bottom(sheet, solved, capsys):
    name = f"{sheet.notebook}.ipynb"
    notebook = build()[FOLDER / "solved" / name if solved else FOLDER / name]
    names, verdicts = {}, {}
    for cell, source in code_of(notebook).items():
        shown = run(source, names)
        if cell.endswith("-check"):
            verdicts[cell.removesuffix("-check")] = shown
    assert list(verdicts) == [exercise.name for exercise in sheet.exercises]
    for verdict in verdicts.values():
        assert verdict.status == ("right" if solved else "open"), verdict
        assert verdict.passed is solved
        assert len(verdict.text) > 30


def test_every_likely_wrong_answer_gets_its_own_hint(exercise):
    for slip in exercise.slips:
        verdict = check(exercise.name, *answers(exercise, slip.source))
        assert verdict.status == "wrong"
        assert [other.hint for other in exercise.slips if other.hint in verdict.text] == [slip.hint]
        assert len(verdict.text) > len(slip.hint) + 10  # what is wrong with this answer, too


def broken(*given):
    raise RuntimeError("not today")


GARBAGE = [
    "text",
    "",
    np.nan,
    np.inf,
    -1e9,
    True,
    [],
    {},
    [1, "two"],
    np.full((3, 3), np.nan),
    np.ones((2, 5)),
    np.full((4, 4), np.nan),
    np.arange(16.0).reshape(4, 4),
    object(),
    int,
    broken,
    lambda: 1,
    lambda *given: "text",
    lambda *given: np.nan,
    lambda *given: np.full((2, 7), 1.0),
]


def test_garbage_gets_a_message(exercise):
    right = answers(exercise, exercise.solution)
    for place, name in enumerate(exercise.answers):
        for value in GARBAGE:
            given = [*right[:place], value, *right[place + 1 :]]
            verdict = check(exercise.name, *given)
            assert verdict.status == "wrong", (name, value)
            assert len(verdict.text) > 20
        for value in (None, ...):
            given = [*right[:place], value, *right[place + 1 :]]
            verdict = check(exercise.name, *given)
            assert verdict.status == "open"
            assert f"`{name}`" in verdict.text
    assert "got" in check(exercise.name, *right, 1).text


@pytest.mark.parametrize("name", ["L3", "K3", "J2"])
def test_a_widget_that_nobody_touched_is_no_answer(name):
    exercise = EXERCISES[name]
    rest = {"share": 0.05, "works": 0.5}
    stub = "\n".join(line for line in exercise.stub.splitlines() if "= ..." not in line)
    given = [f"{key} = {value}" for key, value in rest.items() if key in exercise.answers]
    verdict = check(name, *answers(exercise, "\n".join([stub, *given])))
    assert verdict.status == "open"
    assert "started" in verdict.text


def test_an_unknown_exercise():
    with pytest.raises(ValueError, match=r"name must be one of L1, .*; got 'Q9'"):
        check("Q9", 1)


def test_a_verdict_is_shown_in_the_colours_of_the_page(exercise):
    given = answers(exercise, exercise.slips[0].source)
    for verdict in (check(exercise.name, *given), check(exercise.name, *([None] * len(given)))):
        html = verdict._repr_html_()
        assert verdict.text in repr(verdict)
        assert f"{exercise.name}. " in html
        assert "`" not in html
        assert not re.search(r"#[0-9a-f]{3}|rgb|background", html)


def test_the_student_notebook_tells_no_solution(exercise):
    sheet = SHEET_OF[exercise.name]
    told = build()[FOLDER / f"{sheet.notebook}.ipynb"]
    text = "\n".join("".join(cell["source"]) for cell in json.loads(told)["cells"])
    given = f"{exercise.stub}\n{exercise.setup}\n{exercise.task}"
    given = {line.strip() for line in given.splitlines()}
    lines = {line.strip() for line in exercise.solution.splitlines()} - given
    lines = {line for line in lines if len(line) > 6}
    assert lines
    assert [line for line in lines if line in text] == []


def test_the_notebooks_are_what_the_exercises_say():
    for path, text in build(ROOT / FOLDER).items():
        assert path.read_text(encoding="utf-8") == text, "run python -m depcluster.exercises"


def test_the_command(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main([])
    assert "root of the repository" in capsys.readouterr().err
    Path("notebooks").mkdir()
    assert main(["--check"]) == 1
    assert "run python -m depcluster.exercises" in capsys.readouterr().out
    assert main([]) == main(["--check"]) == 0
    next(FOLDER.glob("*.ipynb")).write_text("{}")
    assert main(["--check"]) == 1
