"""Exercises: solutions pass, wrong answers get their own hint, nothing ends in a traceback."""

import ast
import json
import re
from pathlib import Path

import numpy as np
import pytest

from depcluster import optimal_structure, smic
from depcluster.exercises import EXERCISES, SHEETS, check
from depcluster.exercises.__main__ import main
from depcluster.exercises.core import KINDS
from depcluster.exercises.notebooks import FOLDER, build
from depcluster.label_kernels import ring, tree

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


# Widgets may be answered by what they show, and there is more than one right answer.
RIGHT = {
    "L1": ("below", -12.3),
    "L3": (3 * tree((2, 2)) - 1,),
    "K3": (0.54, 0.047),
    "J2": (0.4, 0.5),
    "Z1": (np.array([[5, -1, -2, -2], [-1, 5, -2, -2], [-2, -2, 5, -1], [-2, -2, -1, 5.0]]),),
    "Z4": (1.227,),
    "B1": (" ab|cd ", 2, 1),
    "B2": (lambda K, y: -5 + 2 * optimal_structure(K, y),),
    "S3": (lambda K, c: 3 - smic(K, c).labels,),
    "J4": ("C", 17.0),
}


@pytest.mark.parametrize("name", RIGHT)
def test_there_is_more_than_one_way_to_be_right(name):
    verdict = check(name, *RIGHT[name])
    assert verdict.passed, verdict


def test_a_loss_is_felt_through_differences_only():
    A = 2.5 * np.kron(np.eye(3), np.full((3, 3), 1.2268) + 0.7732 * np.eye(3))
    v = 0.1 * np.arange(9)
    assert check("Z4", A).passed
    assert check("Z4", A + v + v[:, None]).passed


@pytest.mark.parametrize("name", ["L3", "K3", "J2", "Z4"])
def test_a_widget_that_nobody_touched_is_no_answer(name):
    exercise = EXERCISES[name]
    rest = {"share": 0.05, "works": 0.5}
    stub = "\n".join(line for line in exercise.stub.splitlines() if "= ..." not in line)
    given = [f"{key} = {value}" for key, value in rest.items() if key in exercise.answers]
    verdict = check(name, *answers(exercise, "\n".join([stub, *given])))
    assert verdict.status == "open"
    assert "started" in verdict.text


@pytest.mark.parametrize(
    ("name", "given", "told"),
    [
        ("L1", ("below", 20), "not by 20"),
        ("L2", (lambda c: -np.eye(c) - np.roll(np.eye(c), 1, 0),), "is not symmetric"),
        ("L2", (lambda c: np.zeros((c, c + 1)),), "must have shape (4, 4); got shape (4, 5)"),
        ("L3", (np.diag([1.0, 1, 1, -1]),), "smallest eigenvalue is -1"),
        ("L3", (np.kron(np.eye(2), [[2, 1.99], [1.99, 2]]),), "no halves"),
        ("L3", (ring(4)[[0, 2, 1, 3]][:, [0, 2, 1, 3]] + 1,), "Who should be whose relative"),
        ("L4", (lambda S, g, n, k, a, b, A: 0,), "Off by"),
        ("K1", ("diffusion", "diffusion", "poly2"), "At noise 0.1 diffusion has gamma"),
        ("K2", (lambda K, y: 1 / 0,), "raised ZeroDivisionError"),
        ("K3", (0.9, 0.05), "above the cap 4 already"),
        ("K3", (0.54, 5), "5 % of the points have another label there, not 500 %"),
        ("K3", (7, 0.05), "from 0 to 2; got 7"),
        ("Z1", (np.diag([5, 5, 5, 5]),), "`R[0, 1]` is 0; it should be minus the cost"),
        ("Z2", (lambda K, y, A, Delta: 0,), "you get 0.00"),
        ("Z3", ("b", 10), "not 10"),
        ("Z4", (1.0,), "ratio 4.00"),
        ("B1", ("ab|cd", 2, 2), "a's edge is not 2"),
        ("B2", (lambda K, y: np.eye(3),), "your structure has"),
        ("B3", (0.207, 0.146), "The misfit is not 0.146"),
        ("B4", ("c", 5), "the norms are 5.025 and 4.243"),
        ("J1", (68.4, 2.5), "`distance` = 2.5 is off"),
        ("J2", (0.3, 1.9), "At `works` = 1.9"),
        ("J3", (lambda X, K: -np.ones(420),), "must be positive"),
        ("J3", (lambda X, K: np.where(np.arange(420) < 419, 2, 0.01),), "should weigh 1/f"),
        ("J4", ("c", 3), "not number 3"),
        ("S1", (0.125, 2), "`perfect` is off"),
        ("S2", ("pair", 0.9), "not from 0.9 on"),
        ("S3", (lambda K, c: np.arange(200) % 4,), "The steps"),
        ("S4", ("c", 2), "can't be 2 at most"),
    ],
)
def test_a_check_tells_what_is_wrong_with_this_answer(name, given, told):
    verdict = check(name, *given)
    assert verdict.status == "wrong"
    assert told in verdict.text, verdict


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
