"""Exercises on the site, typed by hand in a browser without a network."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("myst_nb")
from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "docs"), str(ROOT / "notebooks")]

from maker.exercises import answers, normal, numbers, pages, record  # noqa: E402

from depcluster.exercises import EXERCISES, SHEETS  # noqa: E402

SHEET_OF = {exercise.name: sheet for sheet in SHEETS for exercise in sheet.exercises}
NAMES = ["L1", "L2", "L3", "K1", "Z1", "J1", "S1"]  # words, numbers, matrices, code
CONF = f"""
extensions = ["myst_nb", "sphinx.ext.mathjax"]
myst_enable_extensions = ["dollarmath"]
suppress_warnings = ["myst.xref_missing"]
mathjax_path = "not_here.js"
html_theme = "pydata_sphinx_theme"
html_title = "depcluster"
html_static_path = [{str(ROOT / "docs/static")!r}]
html_theme_options = {{
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}}
"""
HEADS = {"right": "✓ {}. Right:", "wrong": "✗ {}. Not yet:", "open": "○ {}. Not answered yet:"}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A page for each of a few exercises, and the index, under the site's theme."""
    folder = tmp_path_factory.mktemp("exercises")
    (folder / "src" / "exercises").mkdir(parents=True)
    (folder / "src" / "conf.py").write_text(CONF, encoding="utf-8")
    texts = {name: pages.page(SHEET_OF[name], [EXERCISES[name]]) for name in NAMES}
    listed = pages.index().partition("```{toctree}")[0]
    texts["index"] = listed + "```{toctree}\n" + "\n".join(NAMES) + "\n```\n"
    for name, text in texts.items():
        (folder / "src" / "exercises" / f"{name}.md").write_text(text, encoding="utf-8")
    (folder / "src" / "index.md").write_text("# Top\n\n```{toctree}\nexercises/index\n```\n")
    out = folder / "out"
    Sphinx(folder / "src", folder / "src", out, folder / "read", "html", status=None).build()
    return out / "exercises"


@pytest.fixture
def visit(browser, site):
    """Open an exercise from the disk."""
    contexts, requests, errors = [], [], []

    def open_it(name, theme="light", **options):
        options = {"viewport": {"width": 1200, "height": 900}} | options
        contexts.append(browser.new_context(offline=True, color_scheme=theme, **options))
        page = contexts[-1].new_page()
        page.on("request", lambda request: requests.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto((site / f"{name}.html").as_uri())
        page.wait_for_function(f"document.documentElement.dataset.theme === '{theme}'")
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert [url for url in requests if not url.startswith(("file:", "data:"))] == []
    assert errors == []


def fill(page, name, values):
    for key, value in zip(EXERCISES[name].answers, values, strict=True):
        field = page.locator(f"#{name}-{key}")
        if field.evaluate("(node) => node.localName") == "select":
            field.select_option(value)
        else:
            field.fill(value)


def said(page, name, values):
    """What the page says of answers."""
    fill(page, name, values)
    page.get_by_role("button", name="Check").click()
    return page.get_by_role("status").inner_text()


def words(verdict):
    return f"{HEADS[verdict.status].format(verdict.name)} {verdict.text}".replace("`", "")


def typed(name, source):
    """A student's cell as what one types into the fields."""
    exercise = EXERCISES[name]
    given = answers.answers(SHEET_OF[name], exercise, source)
    if callable(given[0]):
        return [source]
    return [
        answer if isinstance(answer, str) else json.dumps(np.asarray(answer).tolist())
        for answer in given
    ]


@pytest.mark.parametrize("name", NAMES)
def test_right_and_likely_wrong_answers_hear_the_judge(visit, name):
    page, exercise = visit(name), EXERCISES[name]
    assert page.get_by_role("heading", name=f"{name}. {exercise.title}").count() == 1
    for source in (exercise.solution, *(slip.source for slip in exercise.slips)):
        given = answers.answers(SHEET_OF[name], exercise, source)
        assert said(page, name, typed(name, source)) == words(exercise.check(*given))


def test_an_answer_that_is_missing(visit):
    page = visit("L1")
    for given in (["", ""], ["below", ""], ["below", "..."], ["", "12.3"]):
        missing = [None if value in ("", "...") else value for value in given]
        assert said(page, "L1", given) == words(EXERCISES["L1"].check(*missing))
    page = visit("L2")
    of_stub = said(page, "L2", [page.locator("#L2-make_ring").input_value()])
    assert "○ L2. Not answered yet: make_ring returns nothing." in of_stub
    assert "is still empty" in said(page, "L2", ["  # nothing"])
    assert "is still empty" in said(visit("Z1"), "Z1", ["[[5, ..., ..., ...]]"])


@pytest.mark.parametrize(
    ("given", "value"),
    [
        ("12.30", 12.3),
        (" +24.6/2 ", 12.3),
        ("-12.3", -12.3),
        ("20", 20),
        ("2 * 3**2 / 4", 4.5),
        ("np.sqrt(16) + .5", 4.5),
        ("−2", -2),
        ("-2**2", -4),
        ("2**-1", 0.5),
        ("-0", 0),
        ("6.1490  # half", 6.149),
        ("pi", np.pi),
        ("math.log(exp(1))", 1),
        ("1e1", 10),
        ("123456.7 / 10", 12345.67),
        ("0.00001234", 0.00001234),
        ("8 / 4 / 2", 1),
        ("3 - 2 - 1", 0),
        ("degrees(radians(90))", 90),
    ],
)
def test_a_number_may_be_a_sum(visit, given, value):
    assert said(visit("L1"), "L1", ["below", given]) == words(EXERCISES["L1"].check("below", value))


@pytest.mark.parametrize(
    "given",
    ["abc", "12,3", "1 2", "(3", "3)", "sqrt 2", "2 *", "alert(1)", "None", "0x10", "1..2", "()"],
)
def test_nonsense_is_no_number(visit, given):
    told = said(visit("L1"), "L1", ["below", given])
    assert told.startswith("○ L1. Not a number: by takes a number with a decimal point")


@pytest.mark.parametrize("far", ["1e30", "123456789", "1 / 0"])
def test_what_nobody_asked_the_judge_is_not_answered(visit, far):
    told = said(visit("L1"), "L1", ["below", far])
    assert told.startswith("○ L1. Not recorded on this page:")
    assert 'open notebooks/exercises/song2007_labels.ipynb and run check("L1", side, by)' in told


def test_code_in_other_dress(visit):
    page, exercise = visit("L2"), EXERCISES["L2"]
    right = words(exercise.check(*answers.answers(SHEET_OF["L2"], exercise, exercise.solution)))
    dressed = exercise.solution.replace("    ", "  ").replace(" = ", "=").replace("after", "nxt")
    dressed = dressed.replace(":\n", ":  # a ring\n\n", 1) + "\n\n"
    assert said(page, "L2", [dressed]) == right
    others = [("= 1", "= 1.5"), ("return", " return"), ("nxt", "np"), ("=1", "=2")]
    changed = [dressed.replace(*other) for other in others]
    for other in (*(c for c in changed if c != dressed), "print('x')", "((((", "'''", "]"):
        assert "Not recorded on this page" in said(page, "L2", [other])


@pytest.mark.parametrize(
    "given",
    [
        "[[5, -1, -2, -2], [-1, 5, -2, -2], [-2, -2, 5, -1], [-2, -2, -1, 5]]",
        "np.array([[5,-1,-2,-2],\n[-1,5,-2,-2],\n[-2,-2,5,-1],\n[-2,-2,-1,5.0],])  # R",
        "5 -1 -2 -2\n-1 5 -2 -2\n-2 -2 5 -1\n-2 -2 -1 5\n",
        "5, -1, -2, -2\n-1, 5, -2, -2\n-2, -2, 5, -1\n-2, -2, -1, 10/2",
    ],
)
def test_a_matrix_may_be_lists_or_lines(visit, given):
    assert said(visit("Z1"), "Z1", [given]).startswith("✓ Z1. Right: 5 on the diagonal")


def test_other_matrices_are_not_answered(visit):
    page = visit("Z1")
    for given in ("[[1, 2], [3, 4]]", "[5, -1, -2, -2]", "1 2 3", "[[5, -1", "text"):
        assert "Not recorded on this page" in said(page, "Z1", [given])


def test_by_keyboard_alone_and_kept_in_the_browser(visit):
    page = visit("L1")
    assert page.get_by_text("✓ solved").count() == 0
    page.locator("#L1-side").focus()
    page.keyboard.type("below")
    page.keyboard.press("Tab")
    page.keyboard.type("12.3")
    page.keyboard.press("Control+Enter")
    assert page.get_by_role("status").inner_text().startswith("✓ L1. Right:")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Check"
    page.reload()
    page.wait_for_selector("text=✓ solved")
    page.goto(page.url.replace("L1.html", "index.html"))
    page.wait_for_selector("text=✓ solved")
    assert page.get_by_text("✓ solved").count() == 1


def test_a_browser_that_keeps_nothing(visit):
    page = visit("L1")
    page.evaluate("""Object.defineProperty(window, "localStorage", {
      get() { throw new DOMException("no", "SecurityError"); } })""")
    assert said(page, "L1", ["below", "12.3"]).startswith("✓ L1. Right:")


def test_a_new_line_of_code_begins_below_the_one_before(visit):
    page = visit("L2")
    field = page.locator("#L2-make_ring")
    field.fill("")
    field.focus()
    for line in ("def make_ring(c):  # so", "A = 1", "return A"):
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    expected = "def make_ring(c):  # so\n    A = 1\n    return A\n    "
    assert field.input_value() == expected
    page.keyboard.press("Control+Enter")
    assert field.input_value() == expected
    assert "Not recorded" in page.get_by_role("status").inner_text()
    page.keyboard.press("Tab")  # no trap
    assert page.evaluate("document.activeElement.textContent") == "Check"


def test_the_page_brings_code_into_the_same_form_as_the_record(visit):
    known = [*record.known_names(SHEET_OF["L2"], EXERCISES["L2"]), *normal.KNOWN]
    sources = [source for e in EXERCISES.values() for source in (e.solution, e.setup, e.stub)]
    sources += [slip.source for e in EXERCISES.values() for slip in e.slips]
    sources += [Path(module.__file__).read_text("utf-8") for module in (normal, pages, record)]
    sources += ["x = 'a\\'b' + \"it's\"", "f(a,)[1,](x=(1,),)", "'''", "a\\\n b", "\tif é:\r\n  λ"]
    script = """([sources, known, words]) => sources.map((source) => {
      const form = window.depclusterExercises.normal(source, known, words);
      return [form, window.depclusterExercises.key(form)];
    })"""
    found = visit("L2").evaluate(script, [sources, known, normal.WORDS])
    forms = [normal.normal(source, known) for source in sources]
    assert found == [[form, normal.key(form)] for form in forms]


def test_the_page_shows_numbers_as_the_judge_does(visit):
    values = [0, 1, -2.5, 1 / 3, 123456.7, 1234567.8, 99999.5, 1e-4, 1e-5, -1.5e-7, 1e21, 2e5]
    script = "(values) => values.map(window.depclusterExercises.shown)"
    assert visit("L1").evaluate(script, values) == [numbers.shown(value) for value in values]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ["L1", "L2", "index"])
def test_accessibility(visit, name, theme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = visit(name, theme)
    if name == "L1":
        said(page, name, ["below", "12.3"])
    elif name == "L2":
        said(page, name, [EXERCISES[name].slips[0].source])
    found = axe.Axe().run(page, context="article", options={"resultTypes": ["violations"]})
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("name", ["L1", "L2", "L3", "index"])
def test_a_narrow_page(visit, name):
    page = visit(name, viewport={"width": 390, "height": 800})
    if name == "L2":
        said(page, name, [EXERCISES[name].solution])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for field in page.locator(".exercise :is(input, select, textarea, button)").all():
        box = field.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert box["height"] >= 30
