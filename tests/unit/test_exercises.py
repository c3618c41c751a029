"""Exercises: solutions pass, so do other words, wrong answers hear what is wrong with them."""

import ast
import json
import re
from pathlib import Path

import numpy as np
import pytest

from depcluster import optimal_structure, smic
from depcluster.course import EXERCISES, check
from depcluster.course.assignments import FOLDER, assignments
from depcluster.kernels import centre
from depcluster.labels import ring, tree

ROOT = Path(__file__).parents[2]
ASSIGNMENTS = assignments(ROOT / FOLDER)
ASSIGNMENT_OF = {e.name: assignment for assignment in ASSIGNMENTS for e in assignment.exercises}


def answers(exercise, source=None):
    return ASSIGNMENT_OF[exercise.name].answers(exercise, source)


def run(source, names):
    """Run the Python of a cell in `names`; return what its last expression gives."""
    *body, last = ast.parse(source).body
    if isinstance(last, ast.Expr):
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        return eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    exec(compile(ast.Module([*body, last], []), "cell", "exec"), names)
    return None


@pytest.mark.parametrize("assignment", ASSIGNMENTS, ids=lambda each: each.name)
def test_solved_notebooks_pass_and_students_are_open(assignment):
    for notebook, status in (
        (assignment.notebook, "right"),
        (json.loads(assignment.students()), "open"),
    ):
        names, found = {}, {}
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                shown = run("".join(cell["source"]), names)
                if cell["id"].endswith("-check"):
                    found[cell["id"].removesuffix("-check")] = shown.status
        assert found == {exercise.name: status for exercise in assignment.exercises}


def test_every_likely_wrong_answer_gets_its_own_hint():
    for exercise in EXERCISES.values():
        mistakes = ASSIGNMENT_OF[exercise.name].mistakes(exercise)
        hints = [hint for _, hint in mistakes]
        assert len({*hints}) == len(hints) >= 2
        for source, hint in mistakes:
            verdict = exercise.check(*answers(exercise, source))
            assert verdict.status == "wrong", (exercise.name, source)
            assert [other for other in hints if other in verdict.text] == [hint]


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
    lambda *given: "text",
    lambda *given: np.full((2, 7), 1.0),
]


def test_garbage_gets_a_message():
    for exercise in EXERCISES.values():
        right = answers(exercise)
        for place, name in enumerate(exercise.answers):
            for value in (*GARBAGE, None, ...):
                verdict = exercise.check(*right[:place], value, *right[place + 1 :])
                missing = value is None or value is ...
                assert verdict.status == ("open" if missing else "wrong"), (name, value)
                assert f"`{name}`" in verdict.text or not missing
        assert "got" in exercise.check(*right, 1).text
    with pytest.raises(ValueError, match="name must be"):
        check("Q9", 1)


def test_the_student_notebook_tells_no_solution():
    for exercise in EXERCISES.values():
        assignment = ASSIGNMENT_OF[exercise.name]
        cells = {c["id"]: "".join(c["source"]) for c in json.loads(assignment.students())["cells"]}
        task = cells[f"{exercise.name}-task"]  # which may tell the first lines
        given = {line.strip() for t in cells.values() if t != task for line in t.splitlines()}
        solved = assignment.cells[f"{exercise.name}-answer"]
        solution = re.search("### BEGIN SOLUTION\n(.*)### END SOLUTION", solved, re.S)[1]
        lines = {line.strip() for line in solution.splitlines()} - {""}
        assert lines
        assert not lines & given, exercise.name
        assert not re.search(r"### (BEGIN|END)|A likely wrong answer", "\n".join(cells.values()))


def test_the_solved_notebooks_are_sources_of_nbgrader():
    for exercise in EXERCISES.values():
        cells = {c["id"]: c for c in ASSIGNMENT_OF[exercise.name].notebook["cells"]}
        answer, graded = (cells[f"{exercise.name}-{part}"] for part in ("answer", "check"))
        told = {"grade_id": answer["id"], "schema_version": 3, "task": False}
        told |= {"grade": False, "locked": False, "solution": True}
        assert answer["metadata"]["nbgrader"] == told
        told |= {"grade_id": graded["id"], "grade": True, "locked": True, "solution": False}
        told |= {"points": ASSIGNMENT_OF[exercise.name].head(exercise)[2]}
        assert graded["metadata"]["nbgrader"] == told
        source, hint = ASSIGNMENT_OF[exercise.name].mistakes(exercise)[0]
        given = dict(zip(exercise.answers, answers(exercise, source), strict=True))
        with pytest.raises(AssertionError, match=re.escape(hint)):
            run("".join(graded["source"]), {"check": check, **given})


def angles_by_hand(X, K):
    lonely = (np.linalg.norm(X[:, None] - X, axis=2) <= 0.9).sum(axis=1) == 1
    return [0.001 if alone else 2 / f for alone, f in zip(lonely, K.mean(axis=1), strict=True)]


# Widgets may be answered by what they show, and there is more than one right answer.
RIGHT = [
    ("L1", "below", -12.3),
    ("L2", lambda c: ring(c).astype(int).tolist()),
    ("L3", 3 * tree((2, 2)) - 1),
    ("L3", [[2, 1, 0, 0], [1, 2, 0, 0], [0, 0, 4, 2], [0, 0, 2, 4]]),
    ("K3", 0.54, 0.027),
    ("J1", 68.4156, 1.7),
    ("J2", 0.4, 0.5),
    ("J3", angles_by_hand),
    ("J4", "c)", np.array([17])),
    ("Z1", np.array([[5, -1, -2, -2], [-1, 5, -2, -2], [-2, -2, 5, -1], [-2, -2, -1, 5.0]])),
    ("Z4", 1.227),
    ("B1", " ab|cd ", 2, 1),
    ("B1", [["b", "a"], ["c", "d"]], 2, 1),
    ("B2", lambda K, y: -5 + 2 * optimal_structure(K, y)),
    ("B3", 0.2, 0.41),
    ("S1", 0.13, 1.5),
    ("S3", lambda K, c: (smic(K, c).labels + 1).tolist()),
]


def test_there_is_more_than_one_way_to_be_right():
    assert [answer for answer in RIGHT if not check(*answer).passed] == []


def test_a_loss_is_felt_through_differences_only():
    A = 2.5 * np.kron(np.eye(3), np.full((3, 3), 1.2268) + 0.7732 * np.eye(3))
    v = 0.1 * np.arange(9)
    assert check("Z4", A).passed
    assert check("Z4", A + v + v[:, None]).passed


def rival(K, c, *, cut=np.maximum):
    """Labels from the top eigenvectors that are not those of the closed form."""
    V = np.linalg.eigh(K)[1][:, ::-1][:, :c]
    V = cut(V * np.sign(V.sum(axis=0)), 0)
    return (V / V.sum(axis=0)).argmax(axis=1)


WRONG = [
    ("L1", ("below", 20), "not by 20"),
    ("L2", (lambda c: -np.eye(c) - np.roll(np.eye(c), 1, 0),), "is not symmetric"),
    ("L3", (np.diag([1.0, 1, 1, -1]),), "smallest eigenvalue is -1"),
    ("L3", (np.kron(np.eye(2), [[2, 1.99], [1.99, 2]]),), "no halves"),
    ("L3", (ring(4)[[0, 2, 1, 3]][:, [0, 2, 1, 3]] + 1,), "Who should be whose relative"),
    ("K1", ("diffusion", "diffusion", "poly2"), "At noise 0.1 diffusion has gamma"),
    ("K2", (lambda K, y: 1 / 0,), "raised ZeroDivisionError"),
    ("K3", (0.9, 0.05), "above the cap 4 already"),
    ("Z1", (np.diag([5, 5, 5, 5]),), "`R[0, 1]` is 0; it should be minus the cost"),
    (
        "Z2",
        (lambda K, y, A, Delta: np.trace(centre(K) * 16 * (y[:, None] == y)) / 60**2,),
        "you get",
    ),
    ("Z3", ("b", 10), "not 10"),
    ("Z4", (np.zeros((9, 9)),), "0.000 within families and 0.000 between them; those"),
    ("B1", ("abcd none", 2, 1), "must be one of"),
    ("B2", (lambda K, y: np.zeros((3, 3)),), "tells no two clusters apart"),
    ("B3", (0.207, 0.169), "The misfit is not 0.169"),
    ("B4", ("c", 5), "the norms are 5.025 and 4.243"),
    ("J1", (1.194, 1.665), "is right in radians"),
    ("J3", (lambda X, K: np.where(np.arange(420) < 419, 2, 0.01),), "should weigh 1/f"),
    ("S2", ("pair", 0.9), "not from 0.9 on"),
    ("S1", (0.131, 1.386), "with the logarithm"),
    ("S3", (lambda K, c: rival(K, c, cut=lambda V, _: V),), "1.00 at worst on six draws"),
    ("S3", (lambda K, c: rival(K, c, cut=lambda V, _: abs(V)),), "The steps"),
    ("S4", ("c", 2), "can't be 2 at most"),
]


def test_a_check_tells_what_is_wrong_with_this_answer():
    for name, given, told in WRONG:
        verdict = check(name, *given)
        assert verdict.status == "wrong", (name, told)
        assert told in verdict.text, verdict


def test_a_widget_that_nobody_touched_is_no_answer():
    for name, rest in {"L3": "", "K3": "share = 0.05", "J2": "works = 0.5"}.items():
        assert check(name, *answers(EXERCISES[name], rest)).status == "open"


def test_a_verdict_is_shown_in_the_colours_of_the_page():
    html = check("L1", "above", 12.3)._repr_html_()
    assert "L1. " in html
    assert not re.search(r"`|#[0-9a-f]{3}|rgb|background", html)


def test_the_students_notebooks_are_what_their_solutions_say():
    for each in assignments(ROOT / FOLDER):
        made = (ROOT / FOLDER / f"{each.name}.ipynb").read_text(encoding="utf-8")
        assert made == each.students(), f"python tools/exercises.py makes another {each.name}"
