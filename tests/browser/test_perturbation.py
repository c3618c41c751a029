"""The perturbation explorer: the page follows a hand, Python and the theme."""

import numpy as np
import pytest

from browser.lab import wait_painted
from browser.test_explorer import picture
from browser.touching import touching

CELLS = [
    "from depcluster.datasets import make_collinear\n"
    "from depcluster.widgets import PerturbationExplorer\n"
    "X, _ = make_collinear()\n"
    "explorer = PerturbationExplorer(X, 3, gamma=0.5)\n"
    "explorer",
]
VERDICT = ".dc .verdict"
KINDS = ("rbf", "input"), ("rbf", "rank"), ("rbf", "entries"), ("linear", "entries")


@pytest.fixture
def explorer(open_notebook):
    notebook = open_notebook(CELLS)
    notebook.page.wait_for_selector(".dc .pe canvas[data-draws]")
    notebook.page.locator(".dc").first.scroll_into_view_if_needed()
    return notebook


def slider(notebook):
    return notebook.page.get_by_role("slider")


def test_the_slider_leads_to_the_vacuous_and_back(explorer):
    assert "Informative" in explorer.page.locator(VERDICT).text_content()
    slider(explorer).focus()
    explorer.page.keyboard.press("End")
    explorer.wait_python("explorer.amount == 0.8")
    explorer.page.wait_for_selector(f"{VERDICT}.vacuous")
    assert "above 2(c − 1) = 4" in explorer.page.locator(VERDICT).text_content()
    assert slider(explorer).get_attribute("aria-valuetext") == "0.80"
    bound = explorer.python("", "round(explorer.bound_.bound, 2)")
    assert bound > 4
    label = explorer.page.locator(".dc .bound [role=img]").get_attribute("aria-label")
    assert f"bound {bound:.2f}" in label
    explorer.page.keyboard.press("Home")
    explorer.wait_python("explorer.amount == 0")
    explorer.page.wait_for_selector(f"{VERDICT}:not(.vacuous)")
    assert explorer.errors == []


def test_another_perturbation_fills_in_its_own_curve(explorer):
    explorer.page.get_by_role("radio", name="rank").click()
    explorer.wait_python("explorer.perturb == 'rank' and explorer.amount == 51")
    explorer.page.get_by_text("16 of 16 computed").wait_for()
    assert slider(explorer).get_attribute("aria-label") == "eigenvectors of K kept"
    assert slider(explorer).get_attribute("aria-valuetext") == "51 of 150"
    explorer.page.get_by_role("combobox", name="kernel").select_option("graph")
    explorer.wait_python("explorer.kernel == 'graph'")
    explorer.page.get_by_text("16 of 16 computed").wait_for()
    assert explorer.errors == []


def test_python_moves_the_page_and_a_bad_value_leaves_it(explorer):
    explorer.python("explorer.perturb = 'entries'; explorer.amount = 2.02")
    explorer.page.wait_for_function(
        "document.querySelector('.dc input[type=range]')?.getAttribute('aria-valuetext') === '2.02'"
    )
    assert explorer.page.get_by_role("radio", name="entries").get_attribute("aria-checked")
    with pytest.raises(RuntimeError, match="amount must be a number from 0 to 4"):
        explorer.python("explorer.amount = 9.0")
    assert slider(explorer).get_attribute("aria-valuetext") == "2.02"


@pytest.mark.parametrize("width", [1280, 400])
def test_no_words_ever_touch_others_or_a_line(open_notebook, width):
    cells = [
        "from depcluster.datasets import make_blobs4\n"
        "from depcluster.widgets import PerturbationExplorer\n"
        "X, _ = make_blobs4(60)",
        "",
    ]
    seen = set()
    for n_clusters in (2, 3, 5, 10):
        cells[1] = f"explorer = PerturbationExplorer(X, {n_clusters})\nexplorer"
        notebook = open_notebook(cells, width=width)
        notebook.page.wait_for_selector(".dc .pe canvas[data-draws]")
        for kernel, perturb in KINDS:
            notebook.python(f"explorer.kernel, explorer.perturb = {kernel!r}, {perturb!r}")
            notebook.wait_python(f"explorer.answer['perturb'] == {perturb!r}")
            notebook.page.wait_for_function(
                "(name) => [...document.querySelectorAll('.dc [role=radio]')].some("
                "(each) => each.textContent === name && each.ariaChecked === 'true')",
                arg=perturb,
            )
            slider(notebook).press("Home")
            for _ in range(6):
                notebook.wait_python("explorer.answer['request'] == explorer._request")
                wait_painted(notebook.page)
                assert touching(notebook.page) == []
                for _ in range(4):
                    slider(notebook).press("PageUp")
            seen.add(round(notebook.python("", "explorer.answer['epsilon']")))
    assert len(seen) > 3, "the observed distance was never far from 0"
    assert notebook.errors == []


def test_the_kernel_has_a_width_and_the_bound_a_gamma(explorer):
    said = explorer.page.locator(".dc .foot").text_content()
    width = explorer.python("from depcluster import median_rule", "float(0.5 / median_rule(X))")
    assert f"width {width:.2f} × median rule" in said
    assert "γ" not in said
    assert "√γ" in explorer.page.locator(".dc .bound").text_content()


def test_a_cluster_is_highlighted_in_both_pictures(explorer):
    first = explorer.page.get_by_role("button", name="cluster 1")
    first.nth(0).click()
    assert first.nth(1).get_attribute("aria-pressed") == "true"
    first.nth(1).click()
    assert first.nth(0).get_attribute("aria-pressed") == "false"


def test_dark_theme(explorer):
    explorer.use_theme("JupyterLab Dark")
    explorer.page.wait_for_selector('.dc[data-theme="dark"]')
    wait_painted(explorer.page)
    for panel in (".dc .pe canvas >> nth=0", ".dc .curve svg"):
        pixels = picture(explorer.page.locator(panel))
        assert np.median(pixels) < 0.2
        assert np.mean(pixels.max(axis=-1) > 0.4) > 0.005


def test_a_finger_moves_the_slider_on_a_narrow_page(open_notebook):
    notebook = open_notebook(CELLS, width=560, touch=True)
    notebook.page.wait_for_selector(".dc .pe canvas[data-draws]")
    slider(notebook).scroll_into_view_if_needed()
    box = slider(notebook).bounding_box()
    notebook.finger((box["x"] + 0.75 * box["width"], box["y"] + box["height"] / 2))
    notebook.wait_python("0.55 < explorer.amount < 0.65")
    notebook.page.wait_for_selector(f"{VERDICT}.vacuous")
    fits = "document.querySelector('.dc').scrollWidth <= document.querySelector('.dc').clientWidth"
    assert notebook.page.evaluate(fits)
