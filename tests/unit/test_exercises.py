"""Exercises: solutions pass, wrong answers get their own hint, nothing ends in a traceback."""

import ast
import json
import re
import shutil
from pathlib import Path

import numpy as np
import pytest

from depcluster.exercises import EXERCISES, check
from depcluster.exercises.notebooks import FOLDER, assignments, main

ROOT = Path(__file__).parents[2]
ASSIGNMENTS = assignments(ROOT / FOLDER)
ASSIGNMENT_OF = {e.name: assignment for assignment in ASSIGNMENTS for e in assignment.exercises}


@pytest.fixture(params=EXERCISES.values(), ids=EXERCISES)
def exercise(request):
    return request.param


def answers(exercise, source=None):
    return ASSIGNMENT_OF[exercise.name].answers(exercise, source)


def test_there_are_four_to_a_notebook():
    names = [[exercise.name for exercise in each.exercises] for each in ASSIGNMENTS]
    assert names == [[f"{letter}{k}" for k in (1, 2, 3, 4)] for letter in "LKZBJS"]
    assert [name for each in names for name in each] == [*EXERCISES]
    for each in ASSIGNMENTS:
        minutes = sum(each.head(exercise)[3] for exercise in each.exercises)
        assert f"**{minutes} minutes to work through" in each.cells["title"]


def run(source, names):
    """Run the Python of a cell in `names`; return what its last expression gives."""
    *body, last = ast.parse(source).body
    if isinstance(last, ast.Expr):
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        return eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    exec(compile(ast.Module([*body, last], []), "cell", "exec"), names)
    return None


@pytest.mark.parametrize("assignment", ASSIGNMENTS, ids=lambda each: each.name)
@pytest.mark.parametrize("solved", [False, True])
def test_a_notebook_runs_from_top_to_bottom(assignment, solved, capsys):
    notebook = assignment.notebook if solved else json.loads(assignment.students())
    names, verdicts = {}, {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            shown = run("".join(cell["source"]), names)
            if cell["id"].endswith("-check"):
                verdicts[cell["id"].removesuffix("-check")] = shown
    assert list(verdicts) == [exercise.name for exercise in assignment.exercises]
    for verdict in verdicts.values():
        assert verdict.status == ("right" if solved else "open"), verdict
        assert verdict.passed is solved
        assert len(verdict.text) > 30


def test_every_likely_wrong_answer_gets_its_own_hint(exercise):
    mistakes = ASSIGNMENT_OF[exercise.name].mistakes(exercise)
    hints = [hint for _, hint in mistakes]
    assert len({*hints}) == len(hints) >= 2
    for source, hint in mistakes:
        verdict = exercise.check(*answers(exercise, source))
        assert verdict.status == "wrong"
        assert [other for other in hints if other in verdict.text] == [hint]
        assert len(verdict.text) > len(hint) + 10  # what is wrong with this answer, too


def broken(*given):
    raise RuntimeError("not today")


GARBAGE = [
    "text",
    np.nan,
    -1e9,
    True,
    [],
    [1, "two"],
    np.full((4, 4), np.nan),
    np.arange(16.0).reshape(4, 4),
    object(),
    broken,
    lambda: 1,
    lambda *given: "text",
    lambda *given: np.full((2, 7), 1.0),
]


def test_garbage_gets_a_message(exercise):
    right = answers(exercise)
    for place, name in enumerate(exercise.answers):
        for value in (*GARBAGE, None, ...):
            verdict = exercise.check(*right[:place], value, *right[place + 1 :])
            missing = value is None or value is ...
            assert verdict.status == ("open" if missing else "wrong"), (name, value)
            assert len(verdict.text) > 20
            assert f"`{name}`" in verdict.text or not missing
    assert "got" in exercise.check(*right, 1).text


@pytest.mark.parametrize(
    ("name", "rest"), [("L3", ""), ("K3", "share = 0.05"), ("J2", "works = 0.5")]
)
def test_a_widget_that_nobody_touched_is_no_answer(name, rest):
    verdict = check(name, *answers(EXERCISES[name], rest))
    assert verdict.status == "open"
    assert "started" in verdict.text


def test_an_unknown_exercise():
    with pytest.raises(ValueError, match=r"name must be one of L1, .*; got 'Q9'"):
        check("Q9", 1)


@pytest.mark.parametrize("given", [("above", 12.3), (None, None)])
def test_a_verdict_is_shown_in_the_colours_of_the_page(given):
    verdict = check("L1", *given)
    html = verdict._repr_html_()
    assert verdict.text in repr(verdict)
    assert "L1. " in html
    assert "`" not in html
    assert not re.search(r"#[0-9a-f]{3}|rgb|background", html)


def test_the_student_notebook_tells_no_solution(exercise):
    assignment = ASSIGNMENT_OF[exercise.name]
    cells = {c["id"]: "".join(c["source"]) for c in json.loads(assignment.students())["cells"]}
    task = cells[f"{exercise.name}-task"]  # which may tell the first lines
    given = {line.strip() for text in cells.values() if text != task for line in text.splitlines()}
    solved = assignment.cells[f"{exercise.name}-answer"]
    solution = re.search("### BEGIN SOLUTION\n(.*)### END SOLUTION", solved, re.S)[1]
    lines = {line.strip() for line in solution.splitlines()} - {""}
    assert lines
    assert not lines & given
    assert not re.search(r"### (BEGIN|END)|A likely wrong answer", "\n".join(cells.values()))
    assert "..." in cells[f"{exercise.name}-answer"] or exercise.name == "L3"  # a widget alone


def test_the_solved_notebooks_are_sources_of_nbgrader(exercise):
    cells = {c["id"]: c for c in ASSIGNMENT_OF[exercise.name].notebook["cells"]}
    answer, graded = (cells[f"{exercise.name}-{part}"] for part in ("answer", "check"))
    told = {"grade_id": answer["id"], "schema_version": 3, "task": False}
    told |= {"grade": False, "locked": False, "solution": True}
    assert answer["metadata"]["nbgrader"] == told
    told |= {"grade_id": graded["id"], "grade": True, "locked": True, "solution": False}
    points = graded["metadata"]["nbgrader"].pop("points")
    assert graded["metadata"]["nbgrader"] == told
    assert points == ASSIGNMENT_OF[exercise.name].head(exercise)[2]
    source, hint = ASSIGNMENT_OF[exercise.name].mistakes(exercise)[0]
    given = dict(zip(exercise.answers, answers(exercise, source), strict=True))
    with pytest.raises(AssertionError, match=re.escape(hint)):
        run("".join(graded["source"]), {"check": check, **given})
    assert "### BEGIN HIDDEN TESTS\nassert " in "".join(graded["source"])


def test_the_notebooks_are_what_their_solutions_say(monkeypatch):
    monkeypatch.chdir(ROOT)
    assert main(["--check"]) == 0


def test_the_command(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main([])
    assert "root of the repository" in capsys.readouterr().err
    shutil.copytree(ROOT / FOLDER / "solved", FOLDER / "solved")
    assert main(["--check"]) == 1
    assert "run python -m depcluster.exercises" in capsys.readouterr().out
    assert main([]) == main(["--check"]) == 0
    next(FOLDER.glob("*.ipynb")).write_text("{}")
    assert main(["--check"]) == 1
