"""The model-selection explorer: the page follows a hand, Python, the judge and the theme."""

import numpy as np
import pytest

from browser.lab import wait_painted
from browser.test_explorer import picture

CELLS = [
    "from depcluster.datasets import make_blobs4\n"
    "from depcluster.widgets import ModelSelectionExplorer\n"
    "X, _ = make_blobs4()\n"
    "explorer = ModelSelectionExplorer(X, 4)\n"
    "explorer",
]
WIDE = [
    "import numpy as np\n"
    "from depcluster.widgets import ModelSelectionExplorer\n"
    "centres = 4 * np.random.default_rng(1).standard_normal((7, 10))\n"
    "X = np.repeat(centres, 20, axis=0) + np.random.default_rng(0).standard_normal((140, 10))\n"
    "explorer = ModelSelectionExplorer(X, 7)\n"
    "explorer",
]
MAP, CURVE = ".dc .ms .map canvas", ".dc .judged [role=img]"

TOO_WIDE = (
    "[...document.querySelectorAll('.dc .ms, .dc .row')]"
    ".some((part) => part.scrollWidth > part.clientWidth)"
)


@pytest.fixture
def explorer(open_notebook):
    notebook = open_notebook(CELLS)
    shown(notebook)
    return notebook


def shown(notebook):
    notebook.page.wait_for_selector(f"{MAP}.over[data-draws]")
    notebook.page.locator(".dc").first.scroll_into_view_if_needed()
    notebook.wait_python("explorer.choice_ == explorer.n_neighbors")


def slider(notebook):
    return notebook.page.get_by_role("slider", name="neighbours t")


def read(notebook):
    return notebook.page.locator(".dc .ms .read").text_content()


def wait_read(notebook, text):
    script = "(text) => document.querySelector('.dc .ms .read').textContent.includes(text)"
    notebook.page.wait_for_function(script, arg=text)


def test_the_slider_leads_to_pieces_and_hollow_points_and_back(explorer):
    choice = explorer.python("", "explorer.choice_")
    assert slider(explorer).get_attribute("aria-valuetext") == f"t = {choice}"
    assert "undecided0of 200" in read(explorer)
    slider(explorer).press("Home")
    explorer.wait_python("explorer.n_neighbors == 1")
    pieces, undecided = explorer.python("", "[explorer.answer[k] for k in ('pieces', 'undecided')]")
    wait_read(explorer, f"undecided{undecided}of 200pieces{pieces}")
    label = explorer.page.locator(f"{MAP}[role=img]").get_attribute("aria-label")
    assert f"{undecided} undecided, hollow" in label
    slider(explorer).press("End")
    explorer.wait_python("explorer.n_neighbors == 10")
    wait_read(explorer, "neighbours t10")
    foot = explorer.page.locator(".dc .foot").text_content()
    assert f"LSMI chooses t = {choice} of 10 candidates" in foot
    assert explorer.errors == []


def test_another_judge_takes_the_picture_to_its_choice(explorer):
    choice = explorer.python("", "explorer.choice_")
    assert f"at t = {choice}" in explorer.page.locator(CURVE).get_attribute("aria-label")
    explorer.page.get_by_role("radio", name="SMI (8)").click()
    explorer.wait_python("explorer.judge == 'smi' and explorer.n_neighbors == 1")
    wait_read(explorer, "neighbours t1SMI (8)")
    label = explorer.page.locator(CURVE).get_attribute("aria-label")
    assert label.startswith("estimate (8) against t: largest,")
    assert label.endswith("at t = 1")
    assert "impossible" in explorer.page.locator(".dc .judged").text_content()
    explorer.page.get_by_role("radio", name="LSMI").click()
    explorer.wait_python(f"explorer.n_neighbors == {choice}")
    wait_read(explorer, f"neighbours t{choice}LSMI")


def test_another_kernel_fills_in_behind(explorer):
    slider(explorer).press("End")
    explorer.page.get_by_role("radio", name="sym").click()
    explorer.wait_python("explorer.kernel_normalization == 'sym'")
    explorer.page.wait_for_function(
        "document.querySelector('.dc .foot').textContent.includes('Kernel sym, t = 10')"
    )
    explorer.wait_python("explorer.choice_ is not None")
    explorer.page.wait_for_function("document.querySelectorAll('.dc .judged circle').length === 10")
    explorer.page.wait_for_function(
        "document.querySelector('.dc .foot').textContent.includes('LSMI chooses')"
    )
    assert explorer.python("", "explorer.n_neighbors") == 10
    assert explorer.errors == []


def test_a_press_on_the_curve_goes_there(explorer):
    dot = explorer.page.locator(".dc .judged circle").nth(7)
    box = dot.bounding_box()
    explorer.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 60)
    explorer.wait_python("explorer.n_neighbors == 8")
    explorer.page.wait_for_function(
        "document.querySelector('.dc input[type=range]').getAttribute('aria-valuetext') === 't = 8'"
    )


def test_python_moves_the_page_and_a_bad_value_leaves_it(explorer):
    explorer.python("explorer.n_neighbors = 2; explorer.judge = 'smi'")
    wait_read(explorer, "neighbours t2SMI (8)")
    assert slider(explorer).get_attribute("aria-valuetext") == "t = 2"
    chosen = explorer.page.get_by_role("radio", name="SMI (8)")
    assert chosen.get_attribute("aria-checked") == "true"
    with pytest.raises(RuntimeError, match="n_neighbors must be one of the candidates"):
        explorer.python("explorer.n_neighbors = 11")
    assert slider(explorer).get_attribute("aria-valuetext") == "t = 2"


def test_the_posterior_can_be_put_away(explorer):
    button = explorer.page.get_by_role("button", name="Posterior")
    below = explorer.page.locator(f"{MAP}.under")
    assert button.get_attribute("aria-pressed") == "true"
    assert np.mean(np.ptp(picture(below), axis=-1) > 0.1) > 0.5
    button.click()
    explorer.wait_python("explorer.posterior is False")
    assert button.get_attribute("aria-pressed") == "false"
    assert np.mean(np.ptp(picture(below), axis=-1) > 0.1) < 0.2
    explorer.python("explorer.posterior = True")
    explorer.page.wait_for_selector(".dc button[aria-pressed=true]:has-text('Posterior')")


def test_ten_features_have_no_posterior_and_seven_eigenvectors(open_notebook):
    notebook = open_notebook(WIDE, width=800)
    shown(notebook)
    assert notebook.page.get_by_role("button", name="Posterior").count() == 0
    assert notebook.page.locator(".dc .vectors canvas").count() == 7
    assert "PCA" in notebook.page.locator(".dc .map .cap").text_content()
    assert not notebook.page.evaluate(TOO_WIDE)
    assert notebook.errors == []


def test_a_finger_moves_the_slider_on_a_narrow_page(open_notebook):
    notebook = open_notebook(CELLS, width=480, touch=True)
    shown(notebook)
    slider(notebook).scroll_into_view_if_needed()
    box = slider(notebook).bounding_box()
    notebook.finger((box["x"] + box["width"] - 8, box["y"] + box["height"] / 2))
    notebook.wait_python("explorer.n_neighbors == 10")
    wait_read(notebook, "neighbours t10")
    assert not notebook.page.evaluate(TOO_WIDE)


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_both_themes_and_accessibility(explorer, theme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    explorer.use_theme(theme)
    dark = theme.endswith("Dark")
    explorer.page.wait_for_selector(f'.dc[data-theme="{"dark" if dark else "light"}"]')
    explorer.page.get_by_role("radio", name="SMI (8)").click()
    explorer.wait_python("explorer.n_neighbors == 1")
    wait_painted(explorer.page)
    for panel in (f"{MAP}.over", ".dc .judged svg", ".dc .vectors canvas >> nth=0"):
        assert (np.median(picture(explorer.page.locator(panel))[..., 2]) < 0.55) == dark
    found = axe.Axe().run(explorer.page, context=".dc", options={"resultTypes": ["violations"]})
    assert found.violations_count == 0, found.generate_report()
