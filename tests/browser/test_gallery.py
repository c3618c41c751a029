"""The gallery in a browser, opened from the disk with the network cut."""

import importlib.util
import re
from pathlib import Path

import nbformat
import numpy as np
import pytest

pytest.importorskip("nbconvert")
from browser.lab import wait_painted
from browser.test_explorer import picture

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
VIEW = "application/vnd.jupyter.widget-view+json"
STEMS = sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))
MOVED = "song2007_kernels"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site, with answers recorded for one notebook only: the others take half a minute."""
    spec = importlib.util.spec_from_file_location("build_gallery", NOTEBOOKS / "build_gallery.py")
    builder = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(builder)
    from gallery import recipes, third_party

    out = tmp_path_factory.mktemp("gallery")
    with pytest.MonkeyPatch.context() as patch:
        for stem in recipes.RECIPES.keys() - {MOVED}:
            patch.setitem(recipes.RECIPES, stem, [])
        try:
            builder.build(out)
        except third_party.CannotFetch as error:  # a registry out of reach is no fault of ours
            pytest.skip(str(error))
    return out


@pytest.fixture
def visit(browser, site):
    """Open a page of the site from the disk, in a browser without a network."""
    contexts, requests, errors = [], [], []

    def open_it(stem, **options):
        options = {"viewport": {"width": 1200, "height": 900}, "color_scheme": "light"} | options
        contexts.append(browser.new_context(offline=True, **options))
        page = contexts[-1].new_page()
        page.on("request", lambda request: requests.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto((site / f"{stem}.html").as_uri())
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert [url for url in requests if not url.startswith(("file:", "data:", "blob:"))] == []
    assert errors == []


def outputs_of(stem):
    cells = nbformat.read(NOTEBOOKS / f"{stem}.ipynb", as_version=4).cells
    return [output for cell in cells for output in cell.get("outputs", [])]


@pytest.mark.parametrize("stem", STEMS)
def test_every_widget_is_drawn_and_every_formula_set(visit, stem):
    views = sum(VIEW in output.get("data", {}) for output in outputs_of(stem))
    page = visit(stem)
    drawn = "(n) => document.querySelectorAll('.jp-OutputArea .widget-subarea > *').length === n"
    page.wait_for_function(drawn, arg=views)
    own = "document.querySelectorAll('.dc:not(.follower > .dc)')"  # not a follower's notice
    drawn = f"[...{own}].every((widget) => widget.querySelector('canvas, svg'))"
    page.wait_for_function(drawn)
    assert page.get_by_text("Error displaying widget").count() == 0
    page.wait_for_function("window.MathJax?.startup?.promise")
    page.evaluate("() => MathJax.startup.promise.then(() => null)")
    assert page.locator("mjx-container svg").count() > 5
    assert page.locator("mjx-merror, [data-mjx-error]").count() == 0
    text = "".join(page.locator(".jp-RenderedMarkdown").all_inner_texts())
    assert not re.search(r"\\(frac|sum|mathrm|top|Pi)\b", text)


def test_the_index_leads_to_every_notebook_and_back(visit):
    page = visit("index")
    cards = page.locator(".gallery-cards a")
    assert sorted(card.get_attribute("href") for card in cards.all()) == [
        f"{stem}.html" for stem in STEMS
    ]
    loaded = "[...document.images].every((image) => image.complete && image.naturalWidth > 100)"
    page.wait_for_function(loaded)
    assert all(image.get_attribute("alt") for image in page.locator("img").all())
    title = cards.first.locator("h2").text_content()
    cards.first.click()
    assert page.locator("h1").first.text_content() == title
    page.get_by_role("link", name="All notebooks").click()
    page.wait_for_selector(".gallery-cards")


@pytest.mark.parametrize("stem", ["index", MOVED])
def test_light_and_dark_follow_the_system_and_the_button(visit, stem):
    page = visit(stem, color_scheme="dark")
    ground = (
        "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)"
    )
    assert np.mean(page.evaluate(ground)) < 60
    page.get_by_role("button", name="Light page").click()
    assert np.mean(page.evaluate(ground)) > 220
    page.reload()
    assert np.mean(page.evaluate(ground)) > 220
    if stem == MOVED:
        page.wait_for_selector('.dc[data-theme="light"] canvas[data-draws]')
        page.get_by_role("button", name="Dark page").click()
        page.wait_for_selector('.dc[data-theme="dark"]')


def test_the_main_slider_moves_the_picture_without_python(visit):
    page = visit(MOVED)
    explorer = page.locator(".dc", has=page.locator(".pe canvas[data-draws]"))
    explorer.scroll_into_view_if_needed()
    assert "17 recorded positions" in explorer.locator(".foot").text_content()
    assert explorer.get_by_role("combobox").evaluate("(node) => node.inert")
    slider = explorer.get_by_role("slider")
    slider.focus()
    page.keyboard.press("Home")
    wait_painted(page)
    canvas = explorer.locator("canvas").nth(1)
    calm = picture(canvas)
    assert slider.get_attribute("aria-valuetext") == "0.00"
    page.keyboard.press("ArrowRight")
    assert slider.get_attribute("aria-valuetext") == "0.05"
    page.keyboard.press("End")
    page.wait_for_selector(".dc .verdict.vacuous")
    wait_painted(page)
    assert slider.get_attribute("aria-valuetext") == "0.80"
    assert np.abs(picture(canvas) - calm).mean() > 0.005
    page.keyboard.press("ArrowLeft")
    assert slider.get_attribute("aria-valuetext") == "0.75"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessibility(visit, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    for stem, ready in (("index", ".gallery-cards"), (MOVED, ".dc canvas[data-draws]")):
        page = visit(stem, color_scheme=scheme)
        page.wait_for_selector(ready)
        context = "header, .gallery-note, .gallery-cards, .dc"
        found = axe.Axe().run(page, context=context, options={"resultTypes": ["violations"]})
        assert found.violations_count == 0, found.generate_report()
