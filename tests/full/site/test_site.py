"""The site in a browser, opened from the disk with no network: its pages are alive."""

import json
import re
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

import nbformat
import numpy as np
import pytest

from browser.lab import picture, wait_painted
from depcluster.course.assignments import FOLDER, assignments
from depcluster.reproduction.command import papers

ROOT = Path(__file__).parents[3]
VIEW = "application/vnd.jupyter.widget-view+json"
STEMS = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
LESSON = "notebooks/song2007_kernels"
OWN = "[...document.querySelectorAll('.dc:not(.follower > .dc)')]"  # not a follower's notice
# An Interactive's picture stands beside its controls, or the words that are there without Python.
DRAWN = f"{OWN}.every((widget) => widget.querySelector('canvas, svg, table, .rd'))"
READY = ".dc canvas[data-draws]"
PAGES = ("index", LESSON, "exercises/song2007_labels", "reference/papers.song2007")
PAGES += ("pages/reproduction",)


class UnderPolicy(SimpleHTTPRequestHandler):
    """Sends files with the content security policy that the page on installing tells."""

    install = (ROOT / "docs/install.md").read_text(encoding="utf-8")
    policy = re.search(r"```text\n(default-src.*?)```", install, re.DOTALL)[1]

    def end_headers(self):
        self.send_header("Content-Security-Policy", " ".join(self.policy.split()))
        super().end_headers()

    def log_message(self, *words):
        pass


@pytest.fixture
def served(site):
    """The address of the site on a server: of a file's page a browser may forget what it stored."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(UnderPolicy, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def wait_widgets(page, stem):
    """Bring every widget of a notebook's page near the window, and wait until all are drawn."""
    cells = nbformat.read(ROOT / "notebooks" / f"{stem}.ipynb", as_version=4).cells
    views = sum(VIEW in o.get("data", {}) for cell in cells for o in cell.get("outputs", []))
    widgets = page.locator(".cell_output .widget")
    assert widgets.count() == views
    for widget in widgets.all():
        widget.scroll_into_view_if_needed()
        widget.locator(".dc").first.wait_for()  # seen, as it is when its picture has gone
    page.wait_for_function(DRAWN)


def assert_formulas(page):
    widths = "all => all.map((each) => each.getBoundingClientRect().width)"
    assert page.locator("math").count() > 5
    assert min(page.locator("math:visible").evaluate_all(widths)) > 3
    assert page.locator(".temml-error, math merror").count() == 0


@pytest.mark.parametrize("stem", STEMS)
def test_every_widget_is_drawn_and_every_formula_set(visit, stem):
    page = visit(f"notebooks/{stem}")
    wait_widgets(page, stem)
    assert page.get_by_text("This widget cannot be shown").count() == 0
    heights = "all => all.map((each) => each.getBoundingClientRect().height)"
    assert min(page.locator(".cell_output .pic").evaluate_all(heights), default=99) > 60
    assert_formulas(page)
    text = page.locator("article").inner_text()
    assert not re.search(r"\\(frac|sum|mathrm|top|Pi)\b", text)


def test_the_start_page_leads_to_every_notebook_and_its_picture_answers(visit):
    page = visit("index")
    page.wait_for_selector(READY)
    cards = page.locator(".notebook-card")
    leads = cards.locator("a.sd-stretched-link").evaluate_all("all => all.map((a) => a.href)")
    assert sorted(Path(unquote(urlsplit(link).path)).stem for link in leads) == STEMS
    loaded = "[...document.images].every((image) => image.complete && image.naturalWidth > 100)"
    page.wait_for_function(loaded)
    assert all(image.get_attribute("alt") for image in page.locator("img").all())

    box = "all => all.map((each) => each.getBoundingClientRect().toJSON())"
    controls = page.locator(".dc .row.controls > :visible").evaluate_all(box)
    assert len(controls) > 1
    assert np.ptp([each["y"] for each in controls]) < 5  # side by side, no row of a grid each
    cells = page.locator(".dc .mat .cell").evaluate_all(box)
    assert np.ptp([each["x"] for each in cells]) == np.ptp([each["y"] for each in cells])
    ground = "all => all.map((each) => getComputedStyle(each).backgroundColor)"
    assert {*page.locator(".dc .legend .mark").evaluate_all(ground)} <= {"rgba(0, 0, 0, 0)"}

    canvas = page.locator(".dc canvas").first
    plain = picture(canvas)
    page.get_by_role("combobox", name="preset").select_option("ring")
    wait_painted(page)
    assert np.abs(picture(canvas) - plain).mean() > 0.005

    title = cards.first.locator(".sd-card-title").text_content().strip()
    cards.first.click()
    page.wait_for_url("**/notebooks/00_start_here.html")
    assert page.locator("h1").first.text_content().startswith(title)


def test_the_start_page_is_light(visit):
    page, asked = visit("index"), set()
    page.on("request", lambda request: asked.add(urlsplit(request.url)))
    page.reload()
    page.wait_for_selector(READY)
    page.wait_for_load_state()
    files = {Path(unquote(address.path)) for address in asked if address.scheme == "file"}
    assert len(files) > 20
    assert sum(file.stat().st_size for file in files) < 3e6


def test_a_widget_is_its_picture_until_it_is_near_or_a_link_calls_it(visit):
    page = visit(LESSON)
    page.wait_for_selector(READY)
    last = page.locator(".widget").last
    assert last.locator(".dc").count() == 0
    assert last.locator("img").get_attribute("alt")
    there = visit(LESSON, f"#{last.get_attribute('data-called')}&show=").locator(".widget")
    there.last.locator(".dc").first.wait_for()
    assert there.nth(there.count() // 2).locator(".dc").count() == 0


def test_explorers_of_a_lesson_compute(visit):
    page = visit(LESSON)
    wait_widgets(page, Path(LESSON).name)
    explorer = page.locator(".dc", has=page.locator(f".ke {READY[4:]}")).first
    settled = explorer.locator(".statusbar[data-state=settled]")
    explorer.scroll_into_view_if_needed()
    settled.wait_for()
    assert explorer.locator("[inert]").count() == 0
    value = explorer.locator(".read .v").first
    before = value.inner_text()
    explorer.get_by_role("slider", name="width").press("End")
    page.wait_for_function(
        "([v, old]) => v.innerText !== old", arg=[value.element_handle(), before]
    )
    settled.wait_for()

    explorer = page.locator(".dc", has=page.locator(f".pe {READY[4:]}"))
    explorer.scroll_into_view_if_needed()
    explorer.locator(".statusbar[data-state=settled]").wait_for()
    assert explorer.locator("[inert], :disabled").count() == 0
    slider = explorer.get_by_role("slider")
    slider.press("Home")
    wait_painted(page)
    calm = picture(explorer.locator("canvas").nth(1))
    slider.press("End")
    explorer.locator(".verdict.vacuous").wait_for()
    wait_painted(page)
    assert slider.get_attribute("aria-valuetext") == "0.80"
    assert np.abs(picture(explorer.locator("canvas").nth(1)) - calm).mean() > 0.005


def test_points_drawn_on_a_pad_are_clustered(visit):
    page = visit("notebooks/choosing_a_kernel")
    wait_widgets(page, "choosing_a_kernel")
    explorer = page.locator(".dc", has=page.locator(".ke [data-panel=pad]")).first
    explorer.scroll_into_view_if_needed()
    explorer.get_by_text("17 of 17 widths").wait_for()
    explorer.get_by_role("combobox", name="start from").select_option("two circles")
    explorer.locator(".statusbar[data-state=settled]").wait_for()
    explorer.get_by_role("button", name="Clear").click()
    explorer.get_by_text("Draw at least 3 points on the pad, for 2 clusters.").wait_for()


def test_a_table_rests(visit):
    page = visit("notebooks/your_data")
    wait_widgets(page, "your_data")
    file = page.locator(".dc .df")
    file.locator("td").first.wait_for()
    file.get_by_text("can be chosen where Python runs").wait_for()
    assert file.locator("input, select").count() == 0
    assert file.get_by_role("button").all_inner_texts() == ["Copy Python"]


IS_LAST = "(c) => (c.max ?? String(c.length - 1)) === c.value"
OTHER_WORDS = """([shown, words]) =>
  shown.querySelector(".pic").getAttribute("aria-label") !== words"""


def test_pictures_with_controls_move_and_a_link_says_where_they_stand(visit):
    """Each control at its other end, and all of them back at the start."""
    stem = "notebooks/song2007_labels"
    page = visit(stem)
    wait_widgets(page, "song2007_labels")
    pictures = page.locator(".dc-host:has(> .dc > .rd)")
    assert pictures.count() > 1
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
        shown.get_by_role("button", name="Copy link").click()
        shown.get_by_text("Copied", exact=True).wait_for()
        fragment = page.url.partition("#")[2]
        shown.get_by_role("button", name="Back to the start").click()
        assert told.get_attribute("aria-label") == first
    of = "interactive-figure"
    name = of if pictures.count() == 1 else f"{of}-{pictures.count()}"
    assert fragment.startswith(f"{name}&")
    there = visit(stem, f"#{fragment}&digits=x").locator(f".widget[data-called={name}]")
    there.get_by_text("The link has what is not known here").wait_for()
    # All pictures but the first come in a packed trait, and a moment later.
    there.locator(f".pic[aria-label={json.dumps(before, ensure_ascii=False)}]").first.wait_for()


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


def typed(given):
    """An answer as one types it; a widget's as what it shows."""
    for trait in ("value", "sigma", "amount"):
        given = getattr(given, trait, given)
    return given if isinstance(given, str) else json.dumps(np.asarray(given).tolist())


def test_exercises_know_right_and_likely_wrong_answers(visit):
    """Fields of each kind: words, numbers and matrices."""
    for assignment in assignments(ROOT / FOLDER):
        if assignment.name not in {"song2007_labels", "blaschko2008"}:
            continue
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
                assert said.startswith(f"{mark} {exercise.name}. ")
                assert said.split(": ", 1)[1] in exercise.check(*given).text.replace("`", "")


def test_a_number_may_be_a_sum_and_a_matrix_lists_or_lines(visit):
    page = visit("exercises/song2007_labels")
    for given, head in {
        "24.6/2": "✓ L1. Right",
        "-12.30": "✓ L1. Right",
        "np.sqrt(151.29)  # so": "✓ L1. Right",
        "2 * (3 + 4)": "✗ L1. Not yet: by is off",
        "−2": "✗ L1. Not yet: by is off",
        "1e30": "✗ L1. Not yet: by is off",
        "": "○ L1. Not answered yet: by is still empty",
        **dict.fromkeys(("12,3", "(3", "alert(1)", "1..2"), "○ L1. Not a number: by takes"),
    }.items():
        assert answer(page, "L1", "below", given).startswith(head), given
    assert answer(page, "L3", "[[1, 2], [3, 4]]").startswith("○ L3. Not known on this page")
    page = visit("exercises/zhong2010")
    lists = "np.array([[5,-1,-2,-2],\n[-1,5,-2,-2],\n[-2,-2,5,-1],\n[-2,-2,-1,5.0],])  # R"
    for given, head in {
        lists: "✓ Z1. Right: 5 on the diagonal",
        "5 -1 -2 -2\n-1 5 -2 -2\n-2 -2 5 -1\n-2 -2 -1 5\n": "✓ Z1. Right: 5 on the diagonal",
        "[[1, 2], [3, 4]]": "✗ Z1. Not yet: R is off",
        "1 2 3": "✗ Z1. Not yet: R is off",
        "[[5, -1": "○ Z1. Not a number",
        "[[5, ..., ..., ...]]": "○ Z1. Not answered",
    }.items():
        assert answer(page, "Z1", given).startswith(head), given


def test_an_exercise_is_solved_by_keyboard_and_kept_in_the_browser(browser, served):
    page = browser.new_page()
    page.goto(f"{served}/exercises/song2007_labels.html")
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
    page.close()


def test_formulas_of_the_reference_are_set(visit):
    assert_formulas(visit("reference/papers.sugiyama2011"))


GROUND = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)"


def test_light_and_dark_follow_the_system_and_the_button(browser, served):
    page = browser.new_page(color_scheme="dark")
    page.goto(f"{served}/index.html")
    assert np.mean(page.evaluate(GROUND)) < 60
    page.wait_for_selector(f'.dc[data-theme="dark"] {READY[4:]}')
    page.get_by_role("button", name="Color mode").click()
    page.get_by_role("button", name="Light").click()
    page.wait_for_selector(f'.dc[data-theme="light"] {READY[4:]}')
    assert np.mean(page.evaluate(GROUND)) > 220
    page.reload()
    page.wait_for_selector(f'.dc[data-theme="light"] {READY[4:]}')
    page.close()


def test_a_name_is_found_by_typing_it_and_one_click(visit):
    page = visit("index")
    page.wait_for_load_state()
    page.keyboard.press("Control+k")
    page.keyboard.type("perturbation_bound")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=*")
    page.locator("#search-results li a").first.click()
    page.wait_for_url("**/reference/**")
    entry = page.locator("dt[id$='.perturbation_bound']")
    entry.wait_for()
    assert entry.bounding_box()["y"] < 900


def test_accessibility(visit):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    for name, scheme in [
        ("index", "light"),
        ("exercises/song2007_labels", "light"),
        (LESSON, "dark"),
        ("reference/papers.song2007", "dark"),
        ("pages/reproduction", "dark"),
    ]:
        page = visit(name, color_scheme=scheme)
        if name in {"index", LESSON}:
            page.wait_for_selector(READY)
        if name.startswith("exercises"):
            answer(page, "L1", "below", "12.3")
        # From a file no page may ask for its own style sheets, as axe does for orientation.
        found = axe.Axe().run(page, options={"resultTypes": ["violations"], "preload": False})
        assert found.violations_count == 0, (name, found.generate_report())
        page.close()


def test_claims_are_filtered_by_verdict_and_paper(visit):
    page = visit("pages/reproduction")
    rows, bar = page.locator(".verdicts tbody tr:visible"), page.locator(".verdicts-filter")
    everything = rows.count()
    assert everything == sum(len(paper.recorded()[1]) for paper in papers())
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
    shown = rows.evaluate_all("rows => rows.map((row) => row.dataset.paper)")
    assert {*shown} == {"Zhong 2010"}


def test_a_phone_shows_a_page_whole(visit):
    for name in PAGES:
        page = visit(name, viewport={"width": 390, "height": 800})
        page.wait_for_load_state()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
        assert page.locator("article").bounding_box()["width"] > 330, name
        page.close()


def test_the_content_security_policy_that_is_told_is_enough(browser, served):
    page = browser.new_page()
    page.add_init_script(
        "window.refused = []; document.addEventListener('securitypolicyviolation', (event) => "
        "refused.push(`${event.violatedDirective} ${event.blockedURI}`))"
    )
    for name in ("index", LESSON, "exercises/song2007_labels", "search", "show"):
        page.goto(f"{served}/{name}.html")
        if name == LESSON:
            wait_widgets(page, Path(LESSON).name)
        assert page.evaluate("refused") == [], name
    page.close()
