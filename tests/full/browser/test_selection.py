"""The model-selection explorer: the page follows a hand, Python and the judge."""

import numpy as np
import pytest

from browser.lab import picture, wait_painted

CELLS = [
    "import numpy as np\n"
    "from depcluster.datasets import *\n"
    "from depcluster.papers.sugiyama2011 import SMIC, smic\n"
    "from depcluster.widgets import ModelSelectionExplorer\n"
    "X, _ = make_blobs4()\n"
    "explorer = ModelSelectionExplorer(X, 4)\n"
    "explorer",
]
MAP, CURVE = ".dc .ms .scatter canvas", ".dc .judged"


@pytest.fixture
def explorer(open_page):
    notebook = open_page(CELLS)
    notebook.page.wait_for_selector(f"{MAP}.over[data-draws]")
    notebook.page.locator(".dc").first.scroll_into_view_if_needed()
    notebook.page.wait_for_selector(".dc > .statusbar[data-state=settled]")
    notebook.wait_python("explorer._fit and explorer._fit['settled']")
    return notebook


def panel(notebook, name):
    return notebook.page.locator(f'.dc .panel[data-panel="{name}"]')


def slider(notebook):
    return notebook.page.get_by_role("slider", name="neighbours t")


def wait_read(notebook, text):
    script = "(text) => document.querySelector('.dc .ms .read').textContent.includes(text)"
    notebook.page.wait_for_function(script, arg=text)


def test_the_slider_leads_to_pieces_and_hollow_points_and_a_judge_to_its_choice(explorer):
    choice = explorer.python("", "explorer.n_neighbors")
    assert slider(explorer).get_attribute("aria-valuetext") == f"t = {choice}"
    wait_read(explorer, "undecided0of 200")
    slider(explorer).press("Home")
    explorer.wait_python("explorer.n_neighbors == 1")
    wait_read(explorer, "undecided178of 200pieces58")
    label = explorer.page.locator(f"{MAP}[role=img]").get_attribute("aria-label")
    assert "178 undecided, hollow" in label
    status = explorer.page.locator(".dc .statusbar").text_content()
    assert f"LSMI chooses t = {choice} of 10 candidates" in status
    for _ in range(1, choice):
        slider(explorer).press("ArrowRight")
    wait_read(explorer, f"neighbours t{choice}")
    explorer.page.get_by_role("radio", name="SMI (8)").click()
    wait_read(explorer, "neighbours t1SMI (8)")
    label = explorer.page.locator(CURVE).get_attribute("aria-label")
    assert label.startswith("estimate (8) against t: largest,")
    assert label.endswith("at t = 1")
    assert "impossible" in explorer.page.locator(CURVE).text_content()
    explorer.page.get_by_role("radio", name="LSMI").click()
    explorer.wait_python(f"explorer.n_neighbors == {choice}")
    wait_read(explorer, f"neighbours t{choice}LSMI")
    explorer.python("explorer.n_neighbors = 2")  # where it stays
    wait_read(explorer, "neighbours t2LSMI")
    explorer.page.wait_for_selector(".dc > .statusbar[data-state=settled]")
    assert slider(explorer).get_attribute("aria-valuetext") == "t = 2"
    box = explorer.page.locator(f"{CURVE} circle:has(title)").nth(7).bounding_box()
    explorer.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 60)
    explorer.wait_python("explorer.n_neighbors == 8")
    assert slider(explorer).get_attribute("aria-valuetext") == "t = 8"


def test_the_posterior_can_be_put_away(explorer):
    button = explorer.page.get_by_role("button", name="Posterior")
    below = explorer.page.locator(f"{MAP}.under")
    assert np.mean(np.ptp(picture(below), axis=-1) > 0.1) > 0.5
    button.click()
    explorer.wait_python("explorer.posterior is False")
    assert button.get_attribute("aria-pressed") == "false"
    assert np.mean(np.ptp(picture(below), axis=-1) > 0.1) < 0.2


def test_data_of_the_menu_and_your_own_keep_their_choice_and_the_copied_line_its_labels(explorer):
    page, menu = explorer.page, explorer.page.get_by_role("combobox", name="data")
    caption, seen = panel(explorer, "points").locator(".cap"), {}
    for name in ("circle", "own", "circle"):
        menu.select_option(name)
        explorer.wait_python(f"explorer.data == '{name}'")
        page.wait_for_selector(".dc > .statusbar[data-state=settled]")
        assert seen.setdefault(name, caption.inner_text()) == caption.inner_text()
    sizes = "sorted(map(int, np.bincount(explorer.labels_)))"
    assert explorer.python("", sizes) != [100, 100]
    page.get_by_role("radio", name="sym").click()
    explorer.wait_python(f"{sizes} == [100, 100]")
    wait_read(explorer, "undecided0of 200pieces2")
    assert page.locator(".dc .legend .n").all_text_contents() == ["100", "100"]
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.get_by_role("button", name="Copy Python").click()
    line = page.evaluate("window.copied")
    assert explorer.python("", f"np.bincount({line}).tolist()") == [100, 100]


def test_a_point_tells_its_values_in_the_eigenvectors(explorer):
    page, heads = explorer.page, explorer.page.locator(".dc .cells .head")
    eigenvalues = heads.all_text_contents()
    page.locator(".dc .ms .scatter .frame").focus()
    page.keyboard.press("ArrowRight")
    note = panel(explorer, "eigenvectors").locator(".cap > span")
    i = note.text_content().removeprefix("values at point ")
    values = explorer.python(
        "from depcluster.kernels import local_scaling",
        f"smic(local_scaling(X, explorer.n_neighbors).K, 5).vectors[{i}].round(2).tolist()",
    )
    said = [float(text.replace("\u2212", "-")) for text in heads.all_text_contents()]
    assert said == pytest.approx(values, abs=0.011)
    assert f"point {i}" in page.locator(".dc .scatter .tip").text_content()
    cells = [page.locator(".dc .cells canvas").nth(q) for q in (0, 4)]
    lit = [picture(cell) for cell in cells]
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert heads.all_text_contents() == eigenvalues
    wait_painted(page)
    for was, cell in zip(lit, cells, strict=True):
        assert np.abs(was - picture(cell)).max() > 0.2
    box = cells[0].bounding_box()
    for across in range(4, int(box["width"]), 4):
        page.mouse.move(box["x"] + across, box["y"] + 0.25 * box["height"])
        if note.text_content().startswith("values at"):
            break
    assert page.locator(".dc .scatter .tip").is_visible()
