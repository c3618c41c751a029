"""The perturbation explorer: the page follows a hand, Python and the theme."""

import numpy as np
import pytest

from browser.lab import picture, wait_painted
from browser.touching import seat, touching, violations

CELLS = [
    "from depcluster.datasets import make_collinear\n"
    "from depcluster.widgets import PerturbationExplorer\n"
    "X, _ = make_collinear()\n"
    "explorer = PerturbationExplorer(X, 3, gamma=0.5)\n"
    "explorer",
]
VERDICT = ".dc .verdict"
SETTLED = ".dc > .statusbar[data-state=settled]"
POINTS = "given", "perturbed"
LABELS = "labels_", "perturbed_labels_"
KINDS = ("rbf", "input"), ("rbf", "rank"), ("rbf", "entries"), ("linear", "entries")

# Elements with their attributes and words.
DRAWN = """() => {
  const attributes = (node) => [...node.attributes].map(({ name, value }) => [name, value]).sort();
  const told = (node) => node.nodeType === Node.TEXT_NODE ? node.data
    : [node.nodeName, attributes(node), [...node.childNodes].map(told)];
  return [...document.querySelectorAll(".dc .pe :is([role=img] > svg, .terms)")].map(told);
}"""


@pytest.fixture
def explorer(open_page):
    notebook = open_page(CELLS)
    notebook.page.wait_for_selector(SETTLED)
    notebook.page.locator(".dc").first.scroll_into_view_if_needed()
    return notebook


def panel(notebook, name):
    return notebook.page.locator(f'.dc .panel[data-panel="{name}"]')


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
    label = explorer.page.locator('.dc [data-panel="bound"] [role=img]').get_attribute("aria-label")
    assert f"bound {bound:.2f}" in label
    explorer.page.keyboard.press("Home")
    explorer.wait_python("explorer.amount == 0")
    explorer.page.wait_for_selector(f"{VERDICT}:not(.vacuous)")
    assert explorer.errors == []


def test_charts_moved_to_and_fro_look_as_if_drawn_at_once(explorer, open_page):
    explorer.page.evaluate("window.first = document.querySelector('.dc .pe svg text')")
    slider(explorer).focus()
    for key in ["End", "Home", "PageUp"]:
        explorer.page.keyboard.press(key)
        explorer.page.get_by_text("17 of 17 computed").wait_for()
    assert explorer.page.evaluate("window.first.isConnected")
    amount, moved = explorer.python("", "explorer.amount"), explorer.page.evaluate(DRAWN)
    fresh = open_page([CELLS[0].removesuffix("explorer") + f"explorer.amount = {amount}\nexplorer"])
    fresh.page.get_by_text("17 of 17 computed").wait_for()
    assert fresh.page.evaluate(DRAWN) == moved


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


@pytest.mark.parametrize(("width", "n_clusters"), [(1280, 2), (1280, 10), (400, 10)])
def test_no_words_ever_touch_others_or_a_line(open_page, width, n_clusters):
    cell = (
        "from depcluster.datasets import make_blobs4\n"
        "from depcluster.widgets import PerturbationExplorer\n"
        f"explorer = PerturbationExplorer(make_blobs4(60)[0], {n_clusters})\nexplorer"
    )
    notebook = open_page([cell], width=width)
    notebook.page.wait_for_selector(SETTLED)
    seen = set()
    for kernel, perturb in KINDS:
        notebook.python(f"explorer.kernel, explorer.perturb = {kernel!r}, {perturb!r}")
        notebook.page.get_by_role("radio", name=perturb, checked=True).wait_for()
        most = int(slider(notebook).get_attribute("max"))
        for share in (0, 0.2, 0.4, 0.6, 0.8, 1):
            slider(notebook).fill(str(round(share * most)))
            notebook.page.wait_for_selector(SETTLED)
            wait_painted(notebook.page)
            assert touching(notebook.page) == []
        seen.add(round(notebook.python("", "explorer.bound_.epsilon")))
    assert len(seen) > 1, "the observed distance was never far from 0"
    assert notebook.errors == []


def test_the_kernel_has_a_width_and_the_bound_a_gamma(explorer):
    said = explorer.page.locator(".dc .statusbar").text_content()
    width = explorer.python("from depcluster import median_rule", "float(0.5 / median_rule(X))")
    assert f"width {width:.2f} × median rule" in said
    assert "γ" not in said
    assert "√γ" in panel(explorer, "bound").text_content()


def test_a_cluster_is_highlighted_in_both_pictures(explorer):
    first = explorer.page.get_by_role("button", name="cluster 1")
    first.nth(0).click()
    assert first.nth(1).get_attribute("aria-pressed") == "true"
    first.nth(1).click()
    assert first.nth(0).get_attribute("aria-pressed") == "false"


def test_dark_theme(explorer):
    explorer.use_theme("JupyterLab Dark")
    explorer.page.wait_for_selector('.dc[data-theme="dark"]')
    explorer.page.get_by_text("17 of 17 computed").wait_for()  # it is drawn anew until then
    wait_painted(explorer.page)
    for shown in (".dc .pe canvas >> nth=0", '.dc [data-panel="curve"] svg[height]'):
        pixels = picture(explorer.page.locator(shown))
        assert np.median(pixels) < 0.2
        assert np.mean(pixels.max(axis=-1) > 0.4) > 0.005


SIZES = {"wide": (1280, 1000, 560), "room": (586, 470, 880), "phone": (390, 274, 1450)}
STATES = [
    "explorer.amount = 0.32",
    "explorer.kernel = 'linear'",
    "explorer.perturb = 'rank'",
    "explorer.amount = 12",
]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("n_clusters", [2, 10])
def test_it_fits_and_never_jumps(open_page, size, n_clusters):
    window, width, most = SIZES[size]
    cells = [
        "from depcluster.datasets import make_blobs4\n"
        "from depcluster.widgets import PerturbationExplorer\n"
        "X, _ = make_blobs4(120)\n"
        f"explorer = PerturbationExplorer(X, {n_clusters})\n"
        "explorer",
    ]
    notebook = open_page(cells, width=window, height=720)
    notebook.page.wait_for_selector(SETTLED)
    reasons, heights = set(), set()
    for move in ["pass", *STATES]:
        notebook.python(move)
        wait_painted(notebook.page)
        notebook.page.wait_for_selector(SETTLED)
        wait_painted(notebook.page)
        seen = seat(notebook.page)
        assert abs(seen["width"] - width) < 8
        assert seen["height"] <= most
        assert seen["least"] >= 9
        assert seen["out"] == []
        assert seen["clipped"] == []
        reasons.add(notebook.page.locator(VERDICT).text_content())
        heights.add(seen["height"])
    assert len(reasons) > 2
    assert len(heights) == 1
    assert touching(notebook.page) == []


def test_panels_fold_and_come_back_by_keyboard(explorer):
    page = explorer.page
    for name in ("given", "bound"):
        head = panel(explorer, name).locator("button.fold")
        head.focus()
        page.keyboard.press("Enter")
        assert panel(explorer, name).is_hidden()
    explorer.wait_python("explorer.folded == ('given', 'bound')")
    page.keyboard.press("Enter")  # the name on the shelf has the focus
    explorer.wait_python("explorer.folded == ('given',)")
    assert panel(explorer, "bound").is_visible()
    page.get_by_role("button", name="As given").press("Enter")
    wait_painted(page)
    one, two = (panel(explorer, name).locator("canvas").bounding_box() for name in POINTS)
    assert one["height"] == two["height"] > 100
    explorer.python("explorer.panels = ('perturbed', 'bound')")
    panel(explorer, "curve").wait_for(state="hidden")
    controls = page.locator(".dc .controls :is(select, input, button), .dc .read > div")
    assert all(each.is_visible() for each in controls.all())


def test_a_point_lights_up_in_both_scatters_by_hand_and_by_keyboard(explorer):
    page = explorer.page
    frames = [panel(explorer, name).locator(".frame") for name in ("given", "perturbed")]
    tips = [frame.locator(".tip") for frame in frames]
    frames[0].focus()
    page.keyboard.press("ArrowRight")
    assert tips[1].is_visible()
    first, second = (tip.locator("b").text_content() for tip in tips)
    assert first == second
    page.keyboard.press("Enter")
    page.mouse.move(2, 2)
    assert tips[1].is_visible()
    page.keyboard.press("Escape")
    assert [tip.is_hidden() for tip in tips] == [True, True]
    i = explorer.python("", "int((explorer.labels_ != explorer.perturbed_labels_).argmax())")
    x0, y0, x1, y1 = explorer.python("", "explorer._extent")
    x, y = explorer.python("", f"X[{i}].tolist()")
    box = frames[0].bounding_box()
    scale = min((box["width"] - 30) / (x1 - x0), (box["height"] - 30) / (y1 - y0))
    page.mouse.move(
        box["x"] + box["width"] / 2 + (x - (x0 + x1) / 2) * scale,
        box["y"] + box["height"] / 2 - (y - (y0 + y1) / 2) * scale,
    )
    names = [explorer.python("", f"int(explorer.{which}[{i}])") for which in LABELS]
    for tip in tips:
        assert tip.locator("b").text_content() == f"point {i}"
        assert f"cluster {names[0]} as given, {names[1]} perturbed" in tip.text_content()


def test_the_copied_line_is_python_and_shows_the_same(explorer):
    explorer.page.get_by_role("radio", name="entries").click()
    explorer.wait_python("explorer.perturb == 'entries'")
    explorer.page.evaluate(
        "navigator.clipboard.writeText = async (text) => { window.copied = text; }"
    )
    explorer.page.get_by_role("button", name="Copy Python").click()
    line = explorer.page.evaluate("window.copied")
    same = "abs(explorer.bound_.bound / before.bound_.bound - 1) < 1e-9"
    explorer.python(f"before = explorer; {line}; same = {same}")
    assert explorer.python("", "same")


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_accessibility(explorer, theme):
    explorer.use_theme(theme)
    explorer.page.wait_for_selector(f'.dc[data-theme="{theme.split()[1].lower()}"]')
    for move in ("explorer.folded = ('spectrum',)", "explorer.amount = 0.8"):
        explorer.python(move)
        explorer.page.get_by_role("button", name="cluster 1").first.click()
        wait_painted(explorer.page)
        assert violations(explorer.page) == {}


def test_a_finger_moves_the_slider_on_a_narrow_page(open_page):
    notebook = open_page(CELLS, width=560, touch=True)
    notebook.page.wait_for_selector(SETTLED)
    slider(notebook).scroll_into_view_if_needed()
    box = slider(notebook).bounding_box()
    notebook.finger((box["x"] + 0.75 * box["width"], box["y"] + box["height"] / 2))
    notebook.wait_python("0.55 < explorer.amount < 0.65")
    notebook.page.wait_for_selector(f"{VERDICT}.vacuous")
    fits = "document.querySelector('.dc').scrollWidth <= document.querySelector('.dc').clientWidth"
    assert notebook.page.evaluate(fits)
