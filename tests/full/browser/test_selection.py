"""The model-selection explorer: the page follows a hand, Python, the judge and the theme."""

import numpy as np
import pytest

from browser.lab import picture, wait_painted
from browser.touching import seat, touching, violations

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
MAP, CURVE = ".dc .ms .scatter canvas", ".dc .judged"

TOO_WIDE = (
    "[...document.querySelectorAll('.dc .ms, .dc .row')]"
    ".some((part) => part.scrollWidth > part.clientWidth)"
)


@pytest.fixture
def explorer(open_page):
    notebook = open_page(CELLS)
    shown(notebook)
    return notebook


def shown(notebook):
    notebook.page.wait_for_selector(f"{MAP}.over[data-draws]")
    notebook.page.locator(".dc").first.scroll_into_view_if_needed()
    notebook.page.wait_for_selector(".dc > .statusbar[data-state=settled]")
    notebook.wait_python("explorer.choice_ == explorer.n_neighbors")


def panel(notebook, name):
    return notebook.page.locator(f'.dc .panel[data-panel="{name}"]')


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
    pieces = explorer.python("", "explorer._engine.tried(None, 1).pieces")
    undecided = explorer.python("", "int(explorer.undecided_.sum())")
    wait_read(explorer, f"undecided{undecided}of 200pieces{pieces}")
    label = explorer.page.locator(f"{MAP}[role=img]").get_attribute("aria-label")
    assert f"{undecided} undecided, hollow" in label
    slider(explorer).press("End")
    explorer.wait_python("explorer.n_neighbors == 10")
    wait_read(explorer, "neighbours t10")
    status = explorer.page.locator(".dc .statusbar").text_content()
    assert f"LSMI chooses t = {choice} of 10 candidates" in status
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
        "document.querySelector('.dc .statusbar').textContent.includes('sym, t = 10')"
    )
    explorer.wait_python("explorer.choice_ is not None")
    explorer.page.wait_for_function(
        "document.querySelectorAll('.dc .judged circle title').length === 10"
    )
    explorer.page.wait_for_function(
        "document.querySelector('.dc .statusbar').textContent.includes('LSMI chooses')"
    )
    assert explorer.python("", "explorer.n_neighbors") == 10
    assert explorer.errors == []


def test_a_press_on_the_curve_goes_there(explorer):
    dot = explorer.page.locator(".dc .judged circle:has(title)").nth(7)
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


def test_ten_features_have_no_posterior_and_seven_eigenvectors(open_page):
    notebook = open_page(WIDE, width=800)
    shown(notebook)
    assert notebook.page.get_by_role("button", name="Posterior").count() == 0
    assert panel(notebook, "eigenvectors").locator("canvas").count() == 7
    assert "PCA" in panel(notebook, "points").locator(".cap").text_content()
    assert not notebook.page.evaluate(TOO_WIDE)
    assert notebook.errors == []


TOYS = [
    "from depcluster.widgets import ModelSelectionExplorer\n"
    "explorer = ModelSelectionExplorer()\n"
    "explorer",
]


def test_choose_the_circle_and_press_sym(open_page):
    notebook = open_page(TOYS)
    shown(notebook)
    menu = notebook.page.get_by_role("combobox", name="data")
    assert menu.locator("option").all_text_contents() == [
        "blobs", "circle", "spirals", "high & low",
    ]  # fmt: skip
    menu.select_option("circle")
    notebook.wait_python("explorer.data == 'circle'")
    notebook.wait_python("explorer.choice_ == explorer.n_neighbors", seconds=60)
    sizes = "sorted(map(int, np.bincount(explorer.labels_)))"
    broken = notebook.python("import numpy as np", sizes)
    assert broken != [100, 100]
    notebook.page.get_by_role("radio", name="sym").click()
    notebook.wait_python(f"{sizes} == [100, 100]", seconds=60)
    wait_read(notebook, "undecided0of 200pieces2")
    sizes = notebook.page.locator(".dc .legend .n").all_text_contents()
    assert sizes == ["100", "100"]
    notebook.page.evaluate(
        "navigator.clipboard.writeText = async (text) => { window.copied = text; }"
    )
    notebook.page.get_by_role("button", name="Copy Python").click()
    line = notebook.page.evaluate("window.copied")
    imports = "from depcluster.datasets import *\nfrom depcluster.papers.sugiyama2011 import SMIC\n"
    notebook.python(f"{imports}import numpy\nfound = numpy.bincount({line}).tolist()")
    assert notebook.python("", "found") == [100, 100]
    assert notebook.errors == []


def test_your_own_come_first_and_come_back(explorer):
    menu = explorer.page.get_by_role("combobox", name="data")
    assert menu.locator("option").first.text_content() == "your own"
    menu.select_option("spirals")
    explorer.wait_python("explorer.data == 'spirals'")
    explorer.page.wait_for_function("document.querySelectorAll('.dc .legend button').length === 2")
    menu.select_option("own")
    explorer.page.wait_for_function("document.querySelectorAll('.dc .legend button').length === 4")
    assert "undecided0of 200" in read(explorer)


SIZES = {"wide": (1280, 1000, 560), "room": (586, 470, 880), "phone": (390, 274, 1450)}
STATES = [
    "explorer.n_neighbors = 1",
    "explorer.judge = 'smi'",
    "explorer.data = 'circle'",
    "explorer.kernel_normalization = 'sym'",
    "explorer.data = 'own'",
]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("cells", [CELLS, WIDE], ids=["four", "seven"])
def test_it_fits_and_never_jumps(open_page, size, cells):
    window, width, most = SIZES[size]
    notebook = open_page(cells, width=window, height=720)
    shown(notebook)
    heights = set()
    for move in ["pass", *STATES]:
        notebook.python(move)
        notebook.page.wait_for_selector(".dc > .statusbar[data-state=settled]")
        wait_painted(notebook.page)
        seen = seat(notebook.page)
        assert abs(seen["width"] - width) < 8
        assert seen["height"] <= most
        assert seen["least"] >= 9
        assert seen["out"] == []
        assert seen["clipped"] == []
        assert touching(notebook.page) == []
        heights.add(seen["height"])
    assert len(heights) == 1


def test_panels_fold_and_the_controls_stay(explorer):
    page = explorer.page
    panel(explorer, "curve").locator("button.fold").press("Enter")
    explorer.wait_python("explorer.folded == ('curve',)")
    assert panel(explorer, "curve").is_hidden()
    page.keyboard.press("Enter")
    panel(explorer, "curve").wait_for()
    size = page.locator(f"{MAP}.over").bounding_box()
    panel(explorer, "points").locator("button.fold").press("Enter")
    explorer.python("explorer.n_neighbors = 6")
    page.get_by_role("button", name="Graph and clusters").press("Enter")
    wait_painted(page)
    again = page.locator(f"{MAP}.over").bounding_box()
    assert (again["width"], again["height"]) == (size["width"], size["height"])
    explorer.python("explorer.panels = ('points', 'curve')")
    panel(explorer, "eigenvectors").wait_for(state="hidden")
    controls = page.locator(".dc .controls :is(select, input, button)")
    assert all(each.is_visible() for each in controls.all())
    explorer.python("explorer.panels = ('eigenvectors',)")
    panel(explorer, "points").wait_for(state="hidden")
    hidden = [each.inner_text() for each in controls.all() if not each.is_visible()]
    assert hidden == ["Posterior"]


def test_a_point_tells_its_values_in_the_eigenvectors(explorer):
    page, heads = explorer.page, explorer.page.locator(".dc .cells .head")
    eigenvalues = heads.all_text_contents()
    page.locator(".dc .ms .scatter .frame").focus()
    page.keyboard.press("ArrowRight")
    note = panel(explorer, "eigenvectors").locator(".cap > span")
    i = int(note.text_content().removeprefix("values at point "))
    values = explorer.python("", f"explorer._seen.tried.vectors[{i}].round(2).tolist()")
    said = [float(text.replace("\u2212", "-")) for text in heads.all_text_contents()]
    assert said == pytest.approx(values, abs=0.011)
    assert f"point {i}" in page.locator(".dc .scatter .tip").text_content()
    before = [picture(page.locator(".dc .cells canvas").nth(q)) for q in (0, 4)]
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert heads.all_text_contents() == eigenvalues
    wait_painted(page)
    after = [picture(page.locator(".dc .cells canvas").nth(q)) for q in (0, 4)]
    for lit, dark in zip(before, after, strict=True):
        assert np.abs(lit - dark).max() > 0.2
    box = page.locator(".dc .cells canvas").nth(0).bounding_box()
    for across in range(4, int(box["width"]), 4):
        page.mouse.move(box["x"] + across, box["y"] + 0.25 * box["height"])
        if note.text_content().startswith("values at"):
            break
    assert page.locator(".dc .scatter .tip").is_visible()


def test_a_chosen_cluster_stays_and_the_rest_fades_everywhere(explorer):
    page = explorer.page
    parts = [f"{MAP}.under", f"{MAP}[role=img]", ".dc .cells canvas >> nth=1"]
    before = [picture(page.locator(part)) for part in parts]
    page.locator(".dc .ms .scatter .frame").focus()
    page.keyboard.press("0")
    wait_painted(page)
    chosen = page.get_by_role("button", name="cluster 0")
    assert chosen.get_attribute("aria-pressed") == "true"
    for part, was in zip(parts, before, strict=True):
        now = picture(page.locator(part))
        assert np.ptp(now, axis=-1).mean() < 0.9 * np.ptp(was, axis=-1).mean()


def test_a_finger_moves_the_slider_on_a_narrow_page(open_page):
    notebook = open_page(CELLS, width=480, touch=True)
    shown(notebook)
    slider(notebook).scroll_into_view_if_needed()
    box = slider(notebook).bounding_box()
    notebook.finger((box["x"] + box["width"] - 8, box["y"] + box["height"] / 2))
    notebook.wait_python("explorer.n_neighbors == 10")
    wait_read(notebook, "neighbours t10")
    assert not notebook.page.evaluate(TOO_WIDE)


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_both_themes_and_accessibility(explorer, theme):
    explorer.use_theme(theme)
    dark = theme.endswith("Dark")
    explorer.page.wait_for_selector(f'.dc[data-theme="{"dark" if dark else "light"}"]')
    explorer.page.get_by_role("radio", name="SMI (8)").click()
    explorer.wait_python("explorer.n_neighbors == 1")
    wait_painted(explorer.page)
    for shown_in in (f"{MAP}.over", ".dc .judged svg", ".dc .cells canvas >> nth=0"):
        assert (np.median(picture(explorer.page.locator(shown_in))[..., 2]) < 0.55) == dark
    explorer.python("explorer.folded = ('eigenvectors',); explorer.set_state({'n_neighbors': 99})")
    explorer.page.get_by_role("button", name="cluster 1").click()
    wait_painted(explorer.page)
    assert violations(explorer.page) == {}
