"""The site in a browser, built as the README says and opened from the disk, with no network."""

import json
import re
import subprocess
import sys
import threading
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

import nbformat
import numpy as np
import pytest

pytest.importorskip("myst_nb")
from sphinx.util import inventory

from browser.disk import opened_from_disk
from browser.lab import picture, wait_painted
from depcluster.exercises.notebooks import FOLDER, assignments

ROOT = Path(__file__).parents[3]
sys.path[:0] = [str(ROOT / "docs"), str(ROOT / "notebooks")]

from maker import reference  # noqa: E402

ASSIGNMENTS = assignments(ROOT / FOLDER)
VIEW = "application/vnd.jupyter.widget-view+json"
PATHS = sorted((ROOT / "notebooks").glob("*.ipynb"))
MOVED = "notebooks/song2007_kernels"
OWN = "[...document.querySelectorAll('.dc:not(.follower > .dc)')]"  # not a follower's notice
# An Interactive's picture stands beside its controls, or the words that are there without Python.
DRAWN = f"{OWN}.every((widget) => widget.querySelector('canvas, svg, table, .rd'))"
# The theme at its first page; anywidget of a widget that comes late, on a busy machine.
OF_OTHERS = {
    "Got invalid theme mode: . Resetting to auto.",
    "[anywidget] Failed to initialize model.",
}
INSTALL = (ROOT / "docs/install.md").read_text(encoding="utf-8")
IS_LAST = "(c) => (c.max ?? String(c.length - 1)) === c.value"
OTHER_WORDS = """([shown, words]) =>
  shown.querySelector(".pic").getAttribute("aria-label") !== words"""
LOADING = {"src", "href", "data", "srcset", "poster"}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The whole site, every warning an error."""
    out = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q"]
    command += ["-d", str(out / "read"), str(ROOT / "docs"), str(out / "site")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if re.search(r"npm (is not installed|could not fetch|gave no answer)", done.stderr):
        pytest.skip(done.stderr)  # a registry out of reach is no fault of ours
    assert (done.returncode, done.stderr) == (0, "")
    return out / "site"


@pytest.fixture
def visit(browser, site):
    """Open a page of the site from the disk, in a browser without a network."""
    size = {"width": 1280, "height": 900}
    with opened_from_disk(browser, size, lambda line: line.type == "error", OF_OTHERS) as open_it:
        yield lambda name, query="", **options: open_it(
            (site / f"{name}.html").as_uri() + query, **options
        )


def wait_widgets(page, stem):
    """Wait until all widgets of a notebook's page are drawn."""
    cells = nbformat.read(ROOT / "notebooks" / f"{stem}.ipynb", as_version=4).cells
    views = sum(VIEW in o.get("data", {}) for cell in cells for o in cell.get("outputs", []))
    drawn = "(n) => document.querySelectorAll('.cell_output .widget-subarea > *').length === n"
    page.wait_for_function(drawn, arg=views)
    page.wait_for_function(DRAWN)


class Page(HTMLParser):
    """What a page links to, what it loads by itself, and the anchors it has."""

    def __init__(self, path):
        super().__init__()
        self.links, self.loads, self.anchors = [], [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.anchors.add(value)
            elif tag == "a" and name == "href":
                self.links.append(value)
            elif name in LOADING and value and dict(attributes).get("rel") not in {"next", "prev"}:
                self.loads.append(value)


@pytest.fixture(scope="module")
def pages(site):
    return {path: Page(path) for path in site.rglob("*.html") if "_static" not in path.parts}


def test_no_internal_link_is_dead(site, pages):
    dead = []
    for path, page in pages.items():
        for link in page.links:
            at = urlsplit(link)
            if at.scheme or at.netloc:
                continue
            target = (path.parent / unquote(at.path)).resolve() if at.path else path
            ok = target.exists()
            if ok and at.fragment and target in pages:
                ok = unquote(at.fragment) in pages[target].anchors
            if not ok:
                dead.append((path.relative_to(site).as_posix(), link))
    assert len(pages) > 20
    assert dead == []


def test_a_page_loads_what_stands_beside_it_and_nothing_else(site, pages):
    for path, page in pages.items():
        for address in page.loads:
            at = urlsplit(address)
            assert at.scheme in {"", "data"}, (path, address)
            if not at.scheme and at.path:
                assert (path.parent / unquote(at.path)).exists(), (path, address)


@pytest.mark.parametrize("stem", [path.stem for path in PATHS])
def test_every_widget_is_drawn_and_every_formula_set(visit, stem):
    page = visit(f"notebooks/{stem}")
    wait_widgets(page, stem)
    assert page.get_by_text("Error displaying widget").count() == 0
    heights = "all => all.map((each) => each.getBoundingClientRect().height)"
    figures = page.locator(".cell_output .pic").evaluate_all(heights)
    assert min(figures, default=0) > 60
    page.wait_for_function("window.MathJax?.startup?.promise")
    page.evaluate("() => MathJax.startup.promise.then(() => null)")
    assert page.locator("mjx-container svg").count() > 5
    assert page.locator("mjx-merror, [data-mjx-error]").count() == 0
    text = page.locator("article").inner_text()
    assert not re.search(r"\\(frac|sum|mathrm|top|Pi)\b", text)


def test_the_start_page_leads_to_every_notebook(visit):
    page = visit("index")
    page.wait_for_selector(".dc canvas[data-draws]")
    cards = page.locator(".notebook-card")
    leads = cards.locator("a.sd-stretched-link").evaluate_all("all => all.map((a) => a.href)")
    assert sorted(Path(unquote(urlsplit(link).path)).stem for link in leads) == [
        path.stem for path in PATHS
    ]
    loaded = "[...document.images].every((image) => image.complete && image.naturalWidth > 100)"
    page.wait_for_function(loaded)
    assert all(image.get_attribute("alt") for image in page.locator("img").all())
    title = cards.first.locator(".sd-card-title").text_content().strip()
    cards.first.click()
    page.wait_for_url("**/notebooks/00_start_here.html")
    assert page.locator("h1").first.text_content().startswith(title)


def test_the_first_picture_answers_on_the_start_page(visit):
    page = visit("index")
    page.wait_for_selector(".dc canvas[data-draws]")
    canvas = page.locator(".dc canvas").first
    plain = picture(canvas)
    page.get_by_role("combobox", name="preset").select_option("ring")
    wait_painted(page)
    assert np.abs(picture(canvas) - plain).mean() > 0.005


def test_the_theme_leaves_the_widgets_as_they_are(visit):
    page = visit("index")
    page.wait_for_selector(".dc canvas[data-draws]")
    box = "all => all.map((each) => each.getBoundingClientRect().toJSON())"
    controls = page.locator(".dc .row.controls > :visible").evaluate_all(box)
    assert len(controls) > 1
    assert np.ptp([each["y"] for each in controls]) < 5  # side by side, no row of a grid each
    cells = page.locator(".dc .mat .cell").evaluate_all(box)
    assert np.ptp([each["x"] for each in cells]) == np.ptp([each["y"] for each in cells])
    marks = page.locator(".dc .legend .mark").evaluate_all(
        "all => all.map((each) => getComputedStyle(each).backgroundColor)"
    )
    assert {*marks} <= {"rgba(0, 0, 0, 0)"}


def answer(page, name, *values):
    """What a page says of answers."""
    form = page.locator(f"form[data-exercise={name}]")
    for field, value in zip(form.locator("[data-kind]").all(), values, strict=True):
        if field.get_attribute("data-kind") == "word":
            field.select_option(value)
        else:
            field.fill(value)
    form.get_by_role("button", name="Check").click()
    return form.get_by_role("status").inner_text()


@pytest.mark.parametrize("assignment", ASSIGNMENTS, ids=lambda each: each.name)
def test_exercises_know_right_and_likely_wrong_answers(visit, assignment):
    page = visit(f"exercises/{assignment.name}")
    for exercise in assignment.exercises:
        form = page.locator(f"form[data-exercise={exercise.name}]")
        kind = assignment.head(exercise)[1]
        assert form.count() == (kind != "code")
        told = f'run check("{exercise.name}", {", ".join(exercise.answers)}) there'
        assert page.get_by_text(told).count() == (kind == "code")
        cases = [(None, "✓"), *((source, "✗") for source, _ in assignment.mistakes(exercise))]
        for source, mark in cases if kind != "code" else ():
            given = assignment.answers(exercise, source)
            said = answer(page, exercise.name, *map(typed, given))
            verdict = exercise.check(*given).text.replace("`", "")
            assert said.startswith(f"{mark} {exercise.name}. ")
            assert said.split(": ", 1)[1] in verdict


def typed(given):
    """An answer as one types it; a widget's as what it shows."""
    for trait in ("value", "sigma", "amount"):
        given = getattr(given, trait, given)
    return given if isinstance(given, str) else json.dumps(np.asarray(given).tolist())


@pytest.mark.parametrize(
    ("given", "head"),
    [
        ("24.6/2", "✓ L1. Right"),
        ("-12.30", "✓ L1. Right"),
        ("np.sqrt(151.29)  # so", "✓ L1. Right"),
        ("2 * (3 + 4)", "✗ L1. Not yet: by is off"),
        ("−2", "✗ L1. Not yet: by is off"),
        ("1e30", "✗ L1. Not yet: by is off"),
        ("", "○ L1. Not answered yet: by is still empty"),
        *((text, "○ L1. Not a number: by takes") for text in ("12,3", "(3", "alert(1)", "1..2")),
    ],
)
def test_a_number_may_be_a_sum(visit, given, head):
    assert answer(visit("exercises/song2007_labels"), "L1", "below", given).startswith(head)


def test_a_matrix_may_be_lists_or_lines(visit):
    page = visit("exercises/zhong2010")
    for given in (
        "np.array([[5,-1,-2,-2],\n[-1,5,-2,-2],\n[-2,-2,5,-1],\n[-2,-2,-1,5.0],])  # R",
        "5 -1 -2 -2\n-1 5 -2 -2\n-2 -2 5 -1\n-2 -2 -1 5\n",
    ):
        assert answer(page, "Z1", given).startswith("✓ Z1. Right: 5 on the diagonal")
    for given in ("[[1, 2], [3, 4]]", "1 2 3"):
        assert answer(page, "Z1", given).startswith("✗ Z1. Not yet: R is off")
    assert answer(page, "Z1", "[[5, -1").startswith("○ Z1. Not a number")
    assert answer(page, "Z1", "[[5, ..., ..., ...]]").startswith("○ Z1. Not answered")
    page = visit("exercises/song2007_labels")
    assert answer(page, "L3", "[[1, 2], [3, 4]]").startswith("○ L3. Not known on this page")


def test_an_exercise_is_solved_by_keyboard_and_kept_in_the_browser(visit):
    page = visit("exercises/song2007_labels")
    page.locator("#L1-side").focus()
    page.keyboard.type("below")
    page.keyboard.press("Tab")
    page.keyboard.type("12.3")
    page.keyboard.press("Control+Enter")
    page.get_by_text("✓ L1. Right:").wait_for()
    page.reload()
    page.wait_for_selector("text=✓ solved")
    page.goto(page.url.replace("song2007_labels", "index"))
    page.wait_for_selector("text=✓ solved")
    assert page.get_by_text("✓ solved").count() == 1


def test_code_of_a_notebook_leads_to_the_reference_and_back(visit):
    page = visit(MOVED)
    link = page.locator(".cell_input a.sphinx-codeautolink-a", has_text="perturbation_bound").first
    assert link.get_attribute("href").endswith(
        "reference/papers.song2007.html#depcluster.papers.song2007.perturbation_bound"
    )
    page = visit("reference/papers.song2007")
    back = page.locator("dd details a[href*='notebooks/song2007_kernels.html']").first
    assert back.get_attribute("href")


def test_every_public_name_has_an_entry(site):
    found = inventory.InventoryFile.load((site / "objects.inv").open("rb"), "", lambda *at: "")
    entries = {path for kind in found if kind.startswith("py:") for path in found[kind]}
    pages = {path for path in found["py:module"] if path != "depcluster"}
    assert len(pages) > 20
    missing = {f"{page}.{name}" for page in pages for name in reference.names(page)} - entries
    assert missing == set()
    top = {name for name, thing in reference.names("depcluster").items()}
    assert {name for name in top if not any(path.endswith(f".{name}") for path in entries)} == set()


@pytest.mark.parametrize("name", ["kernels", "search", "papers.sugiyama2011"])
def test_formulas_of_the_reference_are_set(visit, name):
    page = visit(f"reference/{name}")
    page.wait_for_function("window.MathJax?.startup?.promise")
    page.evaluate("() => MathJax.startup.promise.then(() => null)")
    assert page.locator("mjx-container svg").count() > 5
    assert page.locator("mjx-merror, [data-mjx-error]").count() == 0


GROUND = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)"


def test_light_and_dark_follow_the_system_and_the_button(visit):
    page = visit(MOVED, color_scheme="dark")
    assert np.mean(page.evaluate(GROUND)) < 60
    page.wait_for_selector('.dc[data-theme="dark"] canvas[data-draws]')
    page.get_by_role("button", name="Color mode").click()
    page.get_by_role("button", name="Light").click()
    page.wait_for_selector('.dc[data-theme="light"] canvas[data-draws]')
    assert np.mean(page.evaluate(GROUND)) > 220
    page.reload()
    page.wait_for_selector('.dc[data-theme="light"] canvas[data-draws]')


def test_the_perturbation_explorer_computes_without_python(visit):
    page = visit(MOVED)
    explorer = page.locator(".dc", has=page.locator(".pe canvas[data-draws]"))
    explorer.scroll_into_view_if_needed()
    explorer.locator(".statusbar[data-state=settled]").wait_for()
    assert explorer.locator("[inert], :disabled").count() == 0
    slider = explorer.get_by_role("slider")
    slider.focus()
    page.keyboard.press("Home")
    wait_painted(page)
    canvas = explorer.locator("canvas").nth(1)
    calm = picture(canvas)
    assert slider.get_attribute("aria-valuetext") == "0.00"
    page.keyboard.press("ArrowRight")
    assert slider.get_attribute("aria-valuetext") == "0.01"
    page.keyboard.press("End")
    page.wait_for_selector(".dc .verdict.vacuous")
    wait_painted(page)
    assert slider.get_attribute("aria-valuetext") == "0.80"
    assert np.abs(picture(canvas) - calm).mean() > 0.005
    explorer.get_by_role("radio", name="rank").click()
    explorer.get_by_text("16 of 16 computed").wait_for()
    explorer.get_by_role("combobox", name="kernel").select_option("graph")
    explorer.locator(".statusbar[data-state=settled]").wait_for()


@pytest.mark.parametrize("stem", ["00_start_here", "song2007_kernels"])
def test_the_kernel_explorer_computes_without_python(visit, stem):
    page = visit(f"notebooks/{stem}")
    explorer = page.locator(".dc", has=page.locator(".ke canvas[data-draws]")).first
    explorer.scroll_into_view_if_needed()
    settled = explorer.locator(".statusbar[data-state=settled]")
    settled.wait_for()
    assert explorer.locator("[inert]").count() == 0
    sizes = explorer.locator(".legend button")
    before = sizes.count()
    if explorer.get_by_role("group", name="clusters", exact=True).is_visible():
        step, by = ("one more", 1) if before < 10 else ("one fewer", -1)
        explorer.get_by_role("button", name=f"clusters: {step}").click()
        page.wait_for_function(
            "([first, n]) => first.parentNode.children.length === n",
            arg=[sizes.first.element_handle(), before + by],
        )
    else:
        value = explorer.locator(".read .v").first
        j = value.inner_text()
        explorer.get_by_role("slider", name="width").press("End")
        settled.wait_for()
        assert value.inner_text() != j
    settled.wait_for()


def test_points_drawn_on_a_pad_are_clustered_without_python(visit):
    page = visit("notebooks/choosing_a_kernel")
    explorer = page.locator(".dc", has=page.locator(".ke [data-panel=pad]")).first
    explorer.scroll_into_view_if_needed()
    explorer.get_by_text("17 of 17 widths").wait_for(timeout=60_000)
    explorer.get_by_role("combobox", name="start from").select_option("two circles")
    explorer.locator(".statusbar[data-state=settled]").wait_for()
    explorer.get_by_text("17 of 17 widths").wait_for(state="detached")  # of other points
    explorer.get_by_text("17 of 17 widths").wait_for(timeout=60_000)
    explorer.get_by_role("button", name="Clear").click()
    explorer.get_by_text("Draw at least 3 points on the pad, for 2 clusters.").wait_for()


@pytest.mark.parametrize("stem", [path.stem for path in PATHS])
def test_pictures_with_controls_move_without_python(visit, stem):
    """Each control at its other end, and all of them back at the start."""
    if '"_pictures"' not in (ROOT / "notebooks" / f"{stem}.ipynb").read_text(encoding="utf-8"):
        pytest.skip(f"not stored with all pictures: run notebooks/execute.py {stem}")
    page = visit(f"notebooks/{stem}")
    wait_widgets(page, stem)
    pictures = page.locator(".dc-host:has(> .dc > .rd)")
    assert pictures.count() > 0
    for shown in pictures.all():
        told = shown.locator(".pic").first
        first = before = told.get_attribute("aria-label")
        for control in shown.locator("input, select, [role=radiogroup]").all():
            if control.get_attribute("role") == "radiogroup":
                control.locator("[aria-checked=false]").last.click()
            else:
                control.press("Home" if control.evaluate(IS_LAST) else "End")
            page.wait_for_function(OTHER_WORDS, arg=[shown.element_handle(), before])
            before = told.get_attribute("aria-label")
        shown.get_by_role("button", name="Back to the start").click()
        assert told.get_attribute("aria-label") == first


def test_a_link_says_where_the_controls_of_a_picture_stand(visit):
    stem = "notebooks/song2007_labels"
    page = visit(stem)
    wait_widgets(page, "song2007_labels")
    shown = page.locator(".dc-host:has(> .dc > .rd)").nth(1)
    first = shown.locator(".pic").get_attribute("aria-label")
    shown.locator("[aria-checked=false]").last.click()
    page.wait_for_function(OTHER_WORDS, arg=[shown.element_handle(), first])
    words = shown.locator(".pic").get_attribute("aria-label")
    shown.get_by_role("button", name="Copy link").click()
    shown.get_by_text("Copied", exact=True).wait_for()
    fragment = page.url.partition("#")[2]
    assert fragment.startswith("interactive-2&")
    other = visit(stem, f"#{fragment}&digits=x").locator(".dc-host:has(> .dc > .rd)").nth(1)
    other.get_by_text("The link has what is not known here").wait_for()
    assert other.locator(".pic").get_attribute("aria-label") == words


def test_a_table_rests_and_its_explorer_moves(visit):
    page = visit("notebooks/your_data")
    file = page.locator(".dc .df")
    file.locator("td").first.wait_for()
    file.get_by_text("can be chosen where Python runs").wait_for()
    assert file.locator("input, select").count() == 0
    assert file.get_by_role("button").all_inner_texts() == ["Copy Python"]
    explorer = page.locator(".dc", has=page.locator(".ke canvas[data-draws]")).first
    explorer.get_by_role("slider", name="width").press("Home")
    explorer.locator(".statusbar[data-state=settled]").wait_for()
    assert "1/16" in explorer.locator("[data-panel=criteria]").inner_text()
    labels = explorer.get_by_role("button", name="Download labels")
    with page.expect_download() as saved:
        labels.click()
    rows = saved.value.path().read_text(encoding="utf-8").split()
    assert rows[0] == "row,name,label"
    assert rows[1] in {"0,S001,0", "0,S001,1"}
    assert len(rows) == 1 + 568


def test_a_name_is_found_by_typing_it_and_one_click(visit):
    page = visit("index")
    page.wait_for_load_state()
    page.keyboard.press("Control+k")
    page.keyboard.type("perturbation_bound")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=*")
    first = page.locator("#search-results li a").first
    first.wait_for()
    first.click()
    page.wait_for_url("**/reference/**")
    entry = page.locator("dt[id$='.perturbation_bound']")
    entry.wait_for()
    assert entry.bounding_box()["y"] < 900


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "name",
    [
        "index",
        MOVED,
        "exercises/song2007_labels",
        "reference/papers.song2007",
        "pages/reproduction",
    ],
)
def test_accessibility(visit, name, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = visit(name, color_scheme=scheme)
    if name in {"index", MOVED}:
        page.wait_for_selector(".dc canvas[data-draws]")
    if name.startswith("exercises"):
        answer(page, "L1", "below", "12.3")
    # From a file no page may ask for its own style sheets, as axe does for rules on orientation.
    found = axe.Axe().run(page, options={"resultTypes": ["violations"], "preload": False})
    assert found.violations_count == 0, found.generate_report()


def test_claims_are_filtered_by_verdict_and_paper(visit):
    page = visit("pages/reproduction")
    rows, bar = page.locator(".verdicts tbody tr:visible"), page.locator(".verdicts-filter")
    everything = rows.count()
    assert bar.locator("output").inner_text() == f"{everything} of {everything} claims"
    button = bar.get_by_role("button", name="not reproduced")
    of_it = int(button.inner_text().split()[-1])
    assert of_it > 0
    button.press("Enter")
    assert button.get_attribute("aria-pressed") == "false"
    assert rows.count() == everything - of_it
    button.press("Enter")
    bar.get_by_label("Paper").select_option("Zhong 2010")
    assert 0 < rows.count() < everything
    papers = {row.get_attribute("data-paper") for row in rows.all()}
    assert papers == {"Zhong 2010"}


@pytest.mark.parametrize(
    "name",
    ["index", MOVED, "reference/kernels", "exercises/song2007_labels", "pages/reproduction"],
)
def test_a_phone_shows_a_page_whole(visit, name):
    page = visit(name, viewport={"width": 390, "height": 800})
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator("article").bounding_box()["width"] > 330


def staged(page):
    """The frame that a show has on stage, once its step has found its size."""
    page.wait_for_selector("#stage .frames[data-ready='']", timeout=60_000)
    return page.locator("#stage iframe.on").element_handle().content_frame()


def act(page, key, at=None):
    """Press a key, in the notes' window if one is given, and wait until the stage has followed."""
    page.evaluate("document.querySelector('#stage .frames').dataset.ready = 'not yet'")
    (at or page).keyboard.press(key)
    return staged(page)


def place(page):
    """The stop, and the step there."""
    count = page.locator("#stage output").inner_text()
    return int(page.locator("#stage select").input_value()), count


def click(page, node):
    """Press the pointer on something in the frame, which is zoomed."""
    zoom = page.evaluate("Number(document.querySelector('#stage iframe.on').style.zoom)")
    at = node.evaluate("(node) => node.getBoundingClientRect().toJSON()")
    page.mouse.click(
        *(zoom * (at[x] + at[size] / 2) for x, size in (("x", "width"), ("y", "height")))
    )


LARGE = """() => [...document.querySelectorAll(
  "article :is(.dc, .pic, .cell_output :is(img, svg, table), form)"
)].some((each) => {
  const { width, height } = each.getBoundingClientRect();
  return width > 100 && height > 60;
})"""
CUT = """() => [...document.querySelectorAll("article :is(pre, .output, .output > [role=region])")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1).length"""


@pytest.mark.parametrize("plan", ["two-hours", "twenty-minutes"])
def test_a_plan_is_played_from_its_first_move_to_its_last(visit, plan):
    page = visit("show", f"?plan={plan}")
    data = json.loads(page.locator("#plans").text_content())
    stops = [stop for move in data["plans"][plan]["moves"] for stop in move["stops"]]
    kinds, frame = {}, staged(page)
    while True:
        at, count = place(page)
        stop, kind = stops[at], frame.locator("html").get_attribute("data-step")
        kinds.setdefault(at, set()).add(kind)
        assert frame.url.endswith(f"{stop['page']}.html")
        heading = frame.locator("article :is(h1, h2):visible")
        assert heading.count() == 1
        if titles := data["lessons"].get(stop["page"]):
            assert heading.inner_text().replace("*", "") == titles[stop["beat"]].replace("*", "")
        if kind == "picture":
            assert frame.evaluate(LARGE), (stop, count)
        assert frame.evaluate(CUT) == 0, (stop, count)
        if frame.locator("form:visible").count():
            assert frame.locator("form:visible").locator("xpath=../p").first.is_visible()
        secret = frame.locator(".dc-guess > button:visible").count()
        if at == len(stops) - 1 and len({*count.split(" / ")}) == 1 and not secret:
            break
        frame = act(page, "PageDown")
    assert sorted(kinds) == list(range(len(stops)))
    words = [stops[at] for at, shown in kinds.items() if "picture" not in shown]
    assert {data["lessons"][stop["page"]][stop["beat"]] for stop in words} <= {"Back to the circle"}


def test_a_vote_waits_for_its_answer_and_a_widget_keeps_its_keys_and_its_state(visit):
    page = visit("show", "?page=notebooks/00_start_here&move=5")
    staged(page)
    frame = act(page, "ArrowRight")
    option = frame.locator(".dc-guess:visible details").first
    hands = frame.locator(".dc-guess:visible input").first
    click(page, option.locator("summary"))
    click(page, option.locator("summary"))
    assert hands.input_value() == "2"
    assert frame.locator(".dc-guess details[open]").count() == 0
    act(page, "PageDown")
    assert "Yes." in frame.locator(".dc-guess details.right[open] > p").inner_text()
    frame = act(page, "PageDown")
    here, slider = place(page), frame.locator(".dc:visible input[type=range]")
    slider.focus()
    page.keyboard.press("End")
    assert place(page) == here
    page.keyboard.press("Escape")  # gives the keys back
    click(page, slider)
    left = slider.input_value()
    assert left not in {"0", slider.get_attribute("max")}
    act(page, "PageUp")  # a clicker's key is the stage's also after a pointer
    assert frame.locator(".dc-guess details.right[open]").is_visible()
    act(page, "ArrowRight")
    assert place(page) == here
    assert slider.input_value() == left
    act(page, "End")
    last = place(page)[0]
    assert last == page.locator("#stage option").count() - 1
    act(page, "Home")
    assert place(page)[0] == 0
    page.get_by_role("button", name="Leave").click()
    page.wait_for_url("**/notebooks/00_start_here.html")


def test_a_question_waits_for_its_answer(visit):
    page = visit("show", "?page=notebooks/00_start_here&move=7")
    frame = staged(page)
    told = frame.locator("article details:visible", has_text=re.compile(r"^\s*Answer"))
    while not told.count():
        act(page, "PageDown")
    here = place(page)
    assert told.get_attribute("open") is None
    act(page, "PageDown")
    assert place(page) == here
    assert told.get_attribute("open") is not None
    act(page, "PageDown")
    assert place(page) != here


def test_the_notes_follow_the_stage_and_lead_it(visit):
    page = visit("pages/teach")
    page.get_by_role("link", name="Play this plan: Twenty minutes").click()
    staged(page)
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Notes").click()
    notes = opened.value
    notes.get_by_text("planned: minute 0-2").wait_for()
    act(page, "ArrowRight", at=notes)
    notes.get_by_text("planned: minute 2-6").wait_for()
    assert "2-6" in page.locator("#stage select option:checked").inner_text()
    assert notes.locator(".what").inner_text() == "K, L and 999 shuffles: 0.141 against 0.023"
    assert re.fullmatch(r"\d+:\d\d", notes.get_by_role("timer").inner_text())
    assert notes.locator(".next").inner_text().startswith("Next: 6-8")


def test_a_link_goes_along_to_the_show_and_the_clock_runs_on_when_it_is_loaded_again(visit):
    state = "#kernel-explorer&width=2"
    page = visit("notebooks/00_start_here", state)
    page.get_by_role("link", name="Show this lesson").click()
    staged(page)
    assert page.url.endswith(f"show.html?page=notebooks%2F00_start_here&move=1{state}")
    page.locator("#stage select").select_option("7")
    frame = staged(page)
    while frame.locator("html").get_attribute("data-step") != "picture":
        act(page, "PageDown")
    assert frame.get_by_role("slider", name="width").input_value() == "32"
    began = page.evaluate("history.state.began")
    page.reload()
    staged(page)
    assert place(page)[0] == 7
    assert page.evaluate("history.state.began") == began


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_show_is_accessible(visit, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = visit("show", "?plan=twenty-minutes&move=3", color_scheme=scheme)
    options = {"resultTypes": ["violations"], "preload": False, "iframes": False}
    rules = {"page-has-heading-one": {"enabled": False}}  # the page around the frame has one
    frame = staged(page)
    for shown in (page, frame, act(page, "ArrowRight")):
        found = axe.Axe().run(shown, options=options | ({} if shown is page else {"rules": rules}))
        assert found.violations_count == 0, found.generate_report()
    assert frame.locator("html").get_attribute("data-theme") == scheme


class UnderPolicy(SimpleHTTPRequestHandler):
    """Sends files with the content security policy that the page on installing tells."""

    policy = re.search(r"```text\n(default-src.*?)```", INSTALL, re.DOTALL)[1]

    def end_headers(self):
        self.send_header("Content-Security-Policy", " ".join(self.policy.split()))
        super().end_headers()

    def log_message(self, *words):
        pass


def test_the_content_security_policy_that_is_told_is_enough(browser, site):
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(UnderPolicy, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    page.add_init_script(
        "window.refused = []; document.addEventListener('securitypolicyviolation', (event) => "
        "refused.push(`${event.violatedDirective} ${event.blockedURI}`))"
    )
    try:
        for name in ("index", MOVED, "exercises/song2007_labels", "search", "show"):
            page.goto(f"http://127.0.0.1:{server.server_port}/{name}.html")
            page.wait_for_load_state()
            if name == MOVED:
                wait_widgets(page, Path(MOVED).name)
            assert page.evaluate("refused") == [], name
    finally:
        page.close()
        server.shutdown()
        server.server_close()
