"""Exercises on the site: what a page knows of an answer is what the judge says of it."""

import base64
import doctest
import json
import re
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("myst_nb")
ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "docs"), str(ROOT / "notebooks")]

from maker.exercises import answers, forms, normal, numbers, pages, record  # noqa: E402

from depcluster.exercises import EXERCISES, SHEETS  # noqa: E402

SHEET_OF = {exercise.name: sheet for sheet in SHEETS for exercise in sheet.exercises}


@cache
def recorded(name):
    return record.record(SHEET_OF[name], EXERCISES[name])


@cache
def known_names(name):
    return record.known_names(SHEET_OF[name], EXERCISES[name])


KINDS = {
    name: kind
    for kind, names in {
        "code": ["L2", "L4", "K2", "Z2", "B2", "J3", "S3"],
        "matrix": ["L3", "Z1"],
    }.items()
    for name in names
}
TYPED = [name for name in EXERCISES if name not in KINDS]


@pytest.fixture(params=EXERCISES.values(), ids=EXERCISES)
def exercise(request):
    return request.param


def raw(exercise, source):
    """The answers as a notebook's check gets them, widgets and all."""
    names = answers.names_after(SHEET_OF[exercise.name], exercise, source)
    return [names[name] for name in exercise.answers]


def told(name, values):
    """What the page's script finds for words and numbers: status and text, or None."""
    _, found = recorded(name)
    block = found["block"]
    for cells, value in zip(found["cells"], values, strict=True):
        at = [
            k
            for k, cell in enumerate(cells)
            if (cell == value if isinstance(value, str) else cell[0] <= value <= cell[1])
        ]
        if not at:
            return None
        if isinstance(block, list):
            block = block[at[0]]
    if block < 0:
        return None
    status, text = found["verdicts"][block]
    text = re.sub(r"⟦(\d)⟧", lambda k: f"{values[int(k[1])]:g}", text)
    return status, re.sub(r"⟦\|(\d)\|⟧", lambda k: f"{abs(values[int(k[1])]):g}", text)


def keys(exercise, source):
    """Under which of its forms an answer stands in the record."""
    names = known_names(exercise.name)
    if KINDS[exercise.name] == "code":
        return [normal.key(normal.normal(source, names))]
    (A,) = answers.answers(SHEET_OF[exercise.name], exercise, source)
    code = answers.assigned(source, exercise.answers[0])
    return [normal.key(record.written(A)), normal.key(normal.normal(code, names))]


def test_right_and_likely_wrong_answers_hear_what_the_judge_says(exercise):
    name, (_, found) = exercise.name, recorded(exercise.name)
    for source in (exercise.solution, *(slip.source for slip in exercise.slips)):
        verdict = exercise.check(*raw(exercise, source))
        said = [verdict.status, verdict.text]
        assert verdict.status == ("right" if source == exercise.solution else "wrong")
        if name in KINDS:
            for key in keys(exercise, source):
                assert found["verdicts"][found["known"][key]] == said
        else:
            values = answers.answers(SHEET_OF[name], exercise, source)
            assert list(told(name, values)) == said


def test_a_missing_answer_is_told_so(exercise):
    fields, found = recorded(exercise.name)
    solved = raw(exercise, exercise.solution)
    for k, field in enumerate(fields):
        verdict = exercise.check(*(None if j == k else a for j, a in enumerate(solved)))
        assert found["verdicts"][found["open"][k]] == ["open", verdict.text]
        assert f"`{field.name}`" in verdict.text


@pytest.mark.parametrize("name", [n for n, kind in KINDS.items() if kind == "code"])
def test_a_stub_is_no_answer(name):
    _, found = recorded(name)
    place = found["known"][keys(EXERCISES[name], EXERCISES[name].stub)[0]]
    assert found["verdicts"][place][0] == "open"


def likely(k, name):
    """Numbers for answer k: typed ones, and ones at and beside where the judge changes."""
    edges = [edge for cell in recorded(name)[1]["cells"][k] for edge in cell]
    beside = st.tuples(st.sampled_from(edges), st.sampled_from([-1e-3, -1e-6, 0, 1e-6, 1e-3]))
    typed = st.decimals(-20, 100, places=2).map(float)
    return typed | st.floats(-100, 100) | beside.map(sum) | st.integers(-200, 2000).map(float)


@pytest.mark.parametrize("name", TYPED)
@given(data=st.data())
def test_a_page_says_what_the_judge_says_or_nothing(name, data):
    fields, _ = recorded(name)
    values = []
    for k, field in enumerate(fields):
        if field.kind == "word":
            values.append(data.draw(st.sampled_from(field.options)))
        elif field.name in record.STOPS:
            values.append(data.draw(st.sampled_from(record.STOPS[field.name])))
        else:
            values.append(data.draw(likely(k, name)) + 0.0)  # a page reads -0 as 0
    said = told(name, values)
    verdict = EXERCISES[name].check(*values)
    assert said is None or said == (verdict.status, verdict.text)


@pytest.mark.parametrize("name", sorted({*TYPED} - {"B1", "B4", "J2", "K3", "Z4"}))
@given(data=st.data())
def test_any_typed_number_is_judged_where_the_words_repeat_it(name, data):
    fields, _ = recorded(name)
    wide = st.decimals(-1000, 1000, places=2).map(float)
    values = [data.draw(st.sampled_from(f.options) if f.options else wide) for f in fields]
    assert told(name, values) is not None


@pytest.mark.parametrize("name", [n for n, kind in KINDS.items() if kind == "matrix"])
def test_recorded_matrices_hear_what_the_judge_says(name):
    _, found = recorded(name)
    for A in list(record.MATRICES[name]())[::7]:
        verdict = EXERCISES[name].check(A)
        place = found["known"][normal.key(record.written(A))]
        assert found["verdicts"][place] == [verdict.status, verdict.text]


@pytest.mark.parametrize("name", forms.FUNCTIONS)
def test_other_ways_to_write_a_function_are_right_and_wrong(name):
    statuses = [status for status, _ in recorded(name)[1]["verdicts"]]
    assert {"right", "wrong"} <= set(statuses)
    assert not any("raised" in text for _, text in recorded(name)[1]["verdicts"])
    for text in forms.FUNCTIONS[name]:
        made = forms.forms(text)
        shapes = {normal.normal(source, known_names(name)) for source in made}
        assert len(shapes) == len(made)  # none is another one in other words


BASE = """
def make_ring(c):
    after = (np.arange(c) + 1) % c
    A = 2 * np.eye(c)
    A[np.arange(c), after] = A[after, np.arange(c)] = 1
    for j, word in enumerate(['a', "b"]):
        print(word, f(j, axis=1), {1: (j,)})
    return A
"""
SAME = [
    ("two spaces", lambda s: s.replace("    ", "  ")),
    ("tabs", lambda s: s.replace("    ", "\t")),
    ("comments", lambda s: s.replace("\n    ", "  # so\n    ")),
    ("empty lines", lambda s: s.replace("\n", "\n\n   \n")),
    ("a docstring", lambda s: s.replace("(c):", '(c):\n    """A ring, "round"."""')),
    ("other names", lambda s: re.sub(r"\bA\b", "ring_of", s).replace("after", "nxt")),
    ("quotes", lambda s: s.replace("'a'", '"a"')),
    ("no spaces", lambda s: s.replace(" = ", "=").replace(" + ", "+").replace(", ", ",")),
    ("a list over lines", lambda s: s.replace("['a', ", "[\n      'a',\n").replace('"]', '",\n]')),
    ("commas at ends", lambda s: s.replace("arange(c)", "arange(c,)").replace('"b"]', '"b", ]')),
    ("Windows", lambda s: s.replace("\n", "\r\n")),
    ("a joined line", lambda s: s.replace("= A[after", "= \\\n A[after")),
]
OTHER = [
    ("a number", lambda s: s.replace("2 *", "3 *")),
    ("an operator", lambda s: s.replace("2 *", "2 **")),
    ("a tuple", lambda s: s.replace("(j,)", "(j)")),
    ("an index", lambda s: s.replace("A[after, np.arange(c)]", "A[after, np.arange(c),]")),
    ("an outdent", lambda s: s.replace("    return", "return")),
    ("an indent", lambda s: s.replace("    return", "        return")),
    ("a text", lambda s: s.replace("'a'", "'A'")),
    ("an attribute", lambda s: s.replace("np.eye", "np.ones")),
    ("a keyword", lambda s: s.replace("axis=", "dtype=")),
    ("another variable", lambda s: s.replace("return A", "return after")),
    ("two names made one", lambda s: s.replace("word", "after")),
    ("a name of Python's", lambda s: s.replace("after", "len")),
    ("a known name", lambda s: s.replace("after", "np")),
    ("another function", lambda s: s.replace("make_ring", "make_chain")),
    ("a text with a hash", lambda s: s.replace("'a'", "'#a'")),
    ("code in a text", lambda s: s.replace("    return A", '    """\n    return A\n    """')),
]


@pytest.mark.parametrize(("how", "change"), SAME, ids=[how for how, _ in SAME])
def test_the_same_code_in_other_dress_is_the_same(how, change):
    assert change(BASE) != BASE
    names = ["make_ring", "np", "f"]
    assert normal.normal(change(BASE), names) == normal.normal(BASE, names)


@pytest.mark.parametrize(("how", "change"), OTHER, ids=[how for how, _ in OTHER])
def test_other_code_is_other_code(how, change):
    assert change(BASE) != BASE
    names = ["make_ring", "np", "f"]
    assert normal.normal(change(BASE), names) != normal.normal(BASE, names)


@given(st.text(alphabet="ab1 \n\t#'\"\\()[]{},.:=*+-éλ"))
def test_any_text_has_a_form(text):
    assert isinstance(normal.normal(text), str)


@pytest.mark.parametrize("name", forms.FUNCTIONS)
def test_every_name_in_recorded_code_is_known_or_its_own(name):
    """Else a student's own name could stand for one that means something."""
    exercise = EXERCISES[name]
    sources = [exercise.solution, *(slip.source for slip in exercise.slips)]
    sources += [source for text in forms.FUNCTIONS[name] for source in forms.forms(text)]
    for source in sources:
        code = compile(source, "cell", "exec").co_consts[0]
        after_a_point = set(re.findall(r"\.([A-Za-z_]\w*)", source))
        assert {*code.co_names} <= {*known_names(name), *normal.KNOWN, *after_a_point}


@pytest.fixture
def page_of(monkeypatch):
    monkeypatch.setattr(pages, "record", lambda sheet, exercise: recorded(exercise.name))
    return lambda exercise: pages.page(SHEET_OF[exercise.name], [exercise])


def test_a_page_tells_the_task_and_no_solution(exercise, page_of):
    text = page_of(exercise)
    assert exercise.task in text
    assert f"{exercise.name}. {exercise.title}" in text
    assert f"{exercise.kind} · " in text
    assert f"· {exercise.minutes} minutes" in text
    assert exercise.setup in text
    for hint in exercise.hints:
        assert hint in text
    given = f"{exercise.stub}\n{exercise.setup}\n{exercise.task}\n{SHEET_OF[exercise.name].imports}"
    given = {line.strip() for line in given.splitlines()}
    lines = {line.strip() for line in exercise.solution.splitlines()} - given
    assert [line for line in lines if len(line) > 6 and line in text] == []
    assert not any(slip.hint in text for slip in exercise.slips)


def test_what_a_page_carries_can_be_read_back(exercise, page_of):
    (packed,) = re.findall(r"data-record>([^<]*)<", page_of(exercise))
    found = json.loads(base64.b64decode(packed))
    _, kept = recorded(exercise.name)
    assert found == json.loads(json.dumps(kept))


def test_every_field_has_a_label(exercise, page_of):
    text = page_of(exercise)
    ids = re.findall(r'<(?:input|select|textarea) id="([^"]+)"', text)
    assert ids == [f"{exercise.name}-{name}" for name in exercise.answers]
    assert re.findall(r'<label for="([^"]+)"', text) == ids


def test_the_index_leads_to_every_exercise_and_lecturers_to_the_solved():
    text = pages.index()
    for exercise in EXERCISES.values():
        assert f"[{exercise.name}. {exercise.title}](#exercise-{exercise.name.lower()})" in text
    assert "/notebooks/exercises/solved)" in text


def test_a_verdict_with_an_open_place_repeats_the_number():
    judge = EXERCISES["L1"].check
    at = [(values, judge(*values)) for values in (("below", 3.0), ("below", 4.5))]
    assert "not by ⟦1⟧." in numbers.common(at).text
    at.append((("below", -2.0), judge("below", -2.0)))
    assert "not by ⟦|1|⟧." in numbers.common(at).text
    assert numbers.common([*at, (("below", 12.3), judge("below", 12.3))]) is None


def test_matrices_are_written_as_the_script_does():
    assert record.written([[1, -0.0], [0.5, -1 / 3]]) == "1 0;0.5 -0.3333333333333333"
    assert record.written(np.eye(2)) == "1 0;0 1"


@pytest.mark.parametrize("module", [answers, forms, normal, numbers, record])
def test_the_examples_in_docstrings_run(module):
    assert doctest.testmod(module, extraglobs={"np": np}).failed == 0
