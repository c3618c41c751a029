"""The kernel explorer: a hand reclusters the data on screen, under either method."""

import numpy as np
import pytest

from browser.lab import picture, wait_painted
from depcluster.datasets import make_crescents

CELLS = [
    "from depcluster.datasets import make_circle\n"
    "from depcluster.widgets import KernelExplorer\n"
    "X, _ = make_circle(n_samples=120)\n"
    "explorer = KernelExplorer(X, n_clusters=4, label_kernel='ring')\n"
    "explorer",
]
SCATTER, SETTLED = ".dc canvas", ".dc > .statusbar[data-state=settled]"
TOLD = "explorer._fit and explorer._fit['settled']"
AT = "document.querySelector('.dc input[type=range]').value"


@pytest.fixture
def explorer(open_page):
    notebook = open_page(CELLS)
    notebook.page.wait_for_selector(SETTLED)
    notebook.page.get_by_role("slider", name="width").scroll_into_view_if_needed()
    notebook.wait_python(TOLD)
    return notebook


def draws(notebook):
    return int(notebook.page.locator(SCATTER).first.get_attribute("data-draws"))


def wait_redrawn(notebook, before):
    script = "([where, before]) => Number(document.querySelector(where).dataset.draws) > before"
    notebook.page.wait_for_function(script, arg=[SCATTER, before])


def test_the_slider_recolours_the_scatter_and_python_moves_the_page(explorer):
    slider = explorer.page.get_by_role("slider", name="width")
    scatter = explorer.page.locator(SCATTER).first
    before, labels = draws(explorer), explorer.python("", "explorer.labels_.tolist()")
    picture_before = picture(scatter)
    for _ in range(6):
        slider.press("PageUp")
    explorer.wait_python(f"explorer.width == 3.0 and {TOLD}")
    wait_redrawn(explorer, before)
    explorer.page.wait_for_selector(SETTLED)
    told = explorer.python("", "explorer._fit")
    assert explorer.python("", "explorer.labels_.tolist()") == list(told["labels"]) != labels
    assert explorer.python("", "explorer.objective_") == told["objective"]
    wait_painted(explorer.page)
    assert np.abs(picture(scatter) - picture_before).max() > 0.2
    before = draws(explorer)
    explorer.python("explorer.width = -1.0")
    wait_redrawn(explorer, before)
    explorer.page.wait_for_function(f"{AT} === '24'")
    assert "0.50 × median rule" in slider.get_attribute("aria-valuetext")


def test_a_message_moves_nothing(explorer):
    cell, root = explorer.page.locator('[data-cell="0,2"]'), explorer.page.locator(".dc").first
    alert = explorer.page.locator('.dc [role="alert"]')
    x, y = explorer.middle(cell)
    before = cell.bounding_box(), root.bounding_box()
    explorer.page.mouse.move(x, y)
    explorer.page.mouse.down()
    explorer.page.mouse.move(x, y - 300)
    explorer.wait_python("explorer.label_kernel[0, 2] == 5")
    alert.wait_for()
    assert "label_kernel" in alert.text_content()
    for act in (wait_painted, lambda page: page.mouse.up(), wait_painted):
        act(explorer.page)
        assert (cell.bounding_box(), root.bounding_box()) == before
    slider = explorer.page.get_by_role("slider", name="width")
    slider.press("PageUp")
    assert "1.41 × median rule" in slider.get_attribute("aria-valuetext")


def test_a_point_lights_up_everywhere_and_a_chosen_cluster_fades_the_rest(explorer):
    page = explorer.page
    pictures = [
        page.locator(f".dc [data-panel={name}]:visible") for name in ("gram", "eigenvectors")
    ]
    note = pictures[1].locator(".cap > span")
    frame = page.locator(".dc [data-panel=points] .frame")
    before = [picture(each.locator("canvas").last) for each in pictures]
    frame.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".dc .tip b:text('point')")
    lit = page.locator(".dc .cell.lit")
    assert lit.count() == 4
    k = int(lit.first.get_attribute("data-cell").split(",")[0])
    i = int(page.locator(".dc [data-panel=points] .tip b").text_content().split()[1])
    assert explorer.python("", f"int(explorer.labels_[{i}])") == k
    assert note.text_content() == f"at right point {i}"
    explorer.python(
        "import numpy as np\n"
        "from depcluster import kernel_matrix\n"
        "from depcluster.kernels import centre\n"
        "K = centre(kernel_matrix(explorer.X, gamma=explorer.estimator().gamma))"
    )
    value = explorer.python("", f"float(np.linalg.eigh(K)[1][{i}, -1])")
    said = pictures[1].locator(".spark").first.locator("span").last.text_content()
    assert abs(float(said.replace("\u2212", "-"))) == pytest.approx(abs(value), abs=6e-4)
    wait_painted(page)
    after = [picture(each.locator("canvas").last) for each in pictures]
    assert all(np.abs(new - old).max() > 0.2 for new, old in zip(after, before, strict=True))
    page.keyboard.press("Enter")
    page.get_by_role("slider", name="width").focus()
    assert note.text_content() == f"at right point {i}"
    frame.focus()
    page.keyboard.press("Escape")
    assert lit.count() == 0
    assert note.text_content() == "at right \u03bb"

    legend = page.locator(".dc .legend button")
    page.locator(".dc .mat .rh[data-k='1']").click()
    assert legend.nth(1).get_attribute("aria-pressed") == "true"
    assert page.locator(".dc .cell.faded").count() == 9
    page.locator(".dc .frame:has([aria-label^='Gram'])").first.focus()
    page.keyboard.press("Escape")
    assert legend.nth(1).get_attribute("aria-pressed") == "false"
    assert page.locator(".dc .cell.faded").count() == 0
    page.locator('[data-cell="2,3"]').focus()
    page.keyboard.press("Space")
    assert legend.nth(2).get_attribute("aria-pressed") == "true"


def test_the_echo_of_an_earlier_move_takes_no_later_one_back(explorer):
    slider = explorer.page.get_by_role("slider", name="width")
    slider.press("ArrowRight")
    explorer.wait_python(f"explorer.width == 0.125 and {TOLD}")
    set_and_echoed = """(input) => {
      const model = [...models.values()].find((each) => each.get("width") === 0.125);
      input.stepUp();
      input.dispatchEvent(new Event("input"));
      model.set("width", 0.125); // as it comes before the answer to 0.25 is told
    }"""
    slider.evaluate(set_and_echoed)
    explorer.wait_python(f"explorer.width == 0.25 and {TOLD}")
    assert slider.input_value() == "34"


COLOURS = """() => {
  const canvas = document.querySelector('.dc [aria-label="Partition"] canvas');
  const { width, height } = canvas;
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
  return new Set(new Uint32Array(data.buffer)).size;
}"""


def test_points_are_coloured_by_a_vector_and_panels_fold_onto_a_shelf(explorer):
    page = explorer.page
    wait_painted(page)
    before = page.evaluate(COLOURS)
    page.get_by_role("button", name="v₂").press("Enter")
    page.get_by_text("coloured by v₂").wait_for()
    wait_painted(page)
    assert page.evaluate(COLOURS) != before
    name = page.get_by_role("button", name="v₁")
    name.press("Enter")
    page.get_by_role("slider", name="width").press("ArrowRight")
    page.wait_for_selector(SETTLED)
    page.get_by_text("coloured by v₁").wait_for()
    assert name.get_attribute("aria-pressed") == "true"
    name.press("Enter")
    assert name.get_attribute("aria-pressed") == "false"

    height = page.locator(".dc").first.bounding_box()["height"]
    page.get_by_role("button", name="Gram, centred").click()
    explorer.wait_python("'gram' in explorer.folded")
    assert not page.locator(".dc [data-panel=gram]").is_visible()
    page.keyboard.press("Enter")  # the focus is on the shelf's button
    explorer.wait_python("'gram' not in explorer.folded")
    assert page.locator(".dc [data-panel=gram]").is_visible()
    assert page.locator(".dc").first.bounding_box()["height"] == height
    explorer.python("explorer.panels = ('points', 'gram')")
    page.wait_for_selector(".dc [data-panel=label_kernel]", state="hidden")
    for name in ("method", "kernel", "width", "clusters"):
        assert page.locator(f".dc .controls [aria-label={name}]").is_visible()
    explorer.python("explorer.panels = ('points', 'criteria')")
    page.wait_for_selector(".dc .controls [aria-label=method]", state="hidden")
    assert page.locator(".dc .controls [aria-label=kernel]").is_visible()


# Of every state of the panel how many widths were done, and how many rings were drawn.
RINGS = """() => {
  const panel = document.querySelector(".dc div[data-panel=criteria]");
  window.seen = [];
  const look = () => {
    const done = Number(/(\\d+) of 17/.exec(panel.textContent)?.[1] ?? 0);
    window.seen.push([done, panel.querySelectorAll(".best").length]);
  };
  const parts = { subtree: true, childList: true, characterData: true };
  new MutationObserver(look).observe(panel, parts);
}"""
CHART = ".dc .criterion [role=slider]"


def test_criteria_open_grow_and_set_the_width(open_page):
    cell = (
        "from depcluster.datasets import make_crescents\n"
        "from depcluster.widgets import KernelExplorer\n"
        "X, y = make_crescents((25, 25))\n"
        "explorer = KernelExplorer(X, 2, y=y)\n"
        "explorer"
    )
    notebook = open_page([cell])
    page, charts = notebook.page, notebook.page.locator(CHART)
    page.wait_for_selector(SETTLED)
    assert charts.count() == 0
    page.evaluate(RINGS)
    page.get_by_role("button", name="Criteria over the width").click()
    page.locator(".dc [data-panel=criteria] .cap", has_text="17 of 17 widths").wait_for()
    seen = page.evaluate("window.seen")
    assert {rings for done, rings in seen if done < 17} == {0}  # they wait for the last width
    assert seen[-1] == [17, 6]
    notebook.wait_python("'criteria' not in explorer.folded")
    assert [chart.get_attribute("tabindex") for chart in charts.all()] == ["0"] + 5 * ["-1"]
    ring = page.locator(f"{CHART} .best").nth(1)
    box = ring.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 30)
    notebook.wait_python("explorer.width != 0")
    mark = page.locator(f"{CHART} svg g:last-child line")
    assert mark.nth(1).get_attribute("x1") == ring.get_attribute("cx")
    now, best = charts.nth(1).get_attribute("aria-valuetext").split("; best ")
    assert now.startswith(best)
    charts.first.focus()
    page.keyboard.press("Home")
    notebook.wait_python("explorer.width == -4")
    left = float(mark.first.get_attribute("x1"))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    notebook.wait_python("explorer.width == 4")
    assert float(mark.first.get_attribute("x1")) > left + 2
    focus = "document.activeElement.getAttribute('aria-label')"
    assert page.evaluate(focus) == "eigengap, more is better"
    page.get_by_role("combobox", name="kernel", exact=True).select_option("poly")
    page.locator(".dc [data-panel=criteria]", has_text="no density window").wait_for()
    page.get_by_role("combobox", name="method").select_option("angle")
    page.locator(".dc div[data-panel=criteria]").wait_for(state="hidden")


ANGLE = [
    "from depcluster.datasets import make_crescents\n"
    "from depcluster.widgets import KernelExplorer\n"
    "X, y = make_crescents(random_state=4)\n"
    "explorer = KernelExplorer(X, 2, method='angle', sigma=0.3, y=y)\n"
    "explorer",
]


def place(notebook, x, y):
    """Where the scatter draws the plane's (x, y): a square around the points, and the target."""
    X, _ = make_crescents(random_state=4)
    middle, half = (X.min(axis=0) + X.max(axis=0)) / 2, 1.35 * np.ptp(X, axis=0).max() / 2
    low, high = np.minimum(middle - half, (x, y)), np.maximum(middle + half, (x, y))
    canvas = notebook.page.locator(SCATTER).first
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    scale = min(((box["width"], box["height"]) - np.array(28.0)) / (high - low))
    across, down = (np.array([x, y]) - (low + high) / 2) * scale * [1, -1]
    return box["x"] + box["width"] / 2 + across, box["y"] + box["height"] / 2 + down


@pytest.mark.parametrize("touch", [False, True])
def test_one_press_adds_an_outlier_and_the_slider_heals_it(open_page, touch):
    notebook = open_page(ANGLE, width=1280, touch=touch)
    page, ghost = notebook.page, notebook.page.locator(".dc .ghost")
    page.wait_for_selector(".dc [data-panel=embedding] canvas[data-draws]")
    error = page.locator(".dc .read > div:has-text('error'):visible .v")
    assert error.text_content() == "0.000"
    press = notebook.finger if touch else lambda at: page.mouse.click(*at)
    press(place(notebook, 1.4, 6))
    notebook.wait_python("explorer.added.tolist() == [[1.4, 6.0]]")
    notebook.wait_python("sorted(explorer.labels_.tolist().count(k) for k in (0, 1)) == [1, 419]")
    page.locator(".dc .legend", has_text="419").wait_for()
    assert error.text_content() == "0.499"
    slider = page.get_by_role("slider", name="window width")
    for _ in range(5):
        slider.press("ArrowRight")
    assert slider.get_attribute("aria-valuetext").startswith("\u03c3 0.5 ")
    notebook.wait_python("explorer.sigma == 0.5")
    page.locator(".dc .read > div:has-text('error'):visible .v", has_text="0.000").wait_for()
    said = "[...document.querySelectorAll('.dc [data-panel=embedding] canvas')].at(-1).ariaLabel"
    page.wait_for_function(f"{said}.includes('89.9\u00b0 between mean vectors 0 and 1')")
    page.get_by_role("button", name="Remove added").click()
    notebook.wait_python("explorer.X.shape == (419, 2)")
    notebook.python("explorer.target = (1.4, 6)")
    ghost.wait_for()
    assert ghost.text_content() == "add (1.4, 6)"
    box, (across, down) = ghost.bounding_box(), place(notebook, 1.4, 6)
    assert abs(box["x"] + 12 - across) < 2
    assert abs(box["y"] + box["height"] / 2 - down) < 2
    notebook.finger((across, down)) if touch else ghost.press("Enter")
    notebook.wait_python("explorer.added.tolist() == [[1.4, 6.0]]")
    ghost.wait_for(state="hidden")


def test_the_curve_of_errors_its_rules_and_points_by_keyboard(open_page):
    notebook = open_page(ANGLE, width=1280)
    page, dot = notebook.page, notebook.page.locator(".dc .errors circle.now")
    names = page.locator(".dc .errors text:text-matches('LSCV|mean|AMISE')")
    names.nth(2).wait_for(state="attached")
    marks = page.locator(".dc .errors line[stroke-dasharray]")
    middle = [float(name.get_attribute("x")) for name in names.all()]
    assert middle == sorted(float(mark.get_attribute("x1")) for mark in marks.all())
    on_slider = page.locator(".dc .slider .ends .rule:visible")
    assert " ".join(on_slider.all_text_contents()) == "LSCV mean AMISE"
    n = notebook.python("", "len(explorer._sigmas)")
    page.wait_for_function(f"document.querySelectorAll('.dc .errors circle').length === {n} + 1")
    before = float(dot.get_attribute("cx"))
    box = page.locator(".dc .errors").bounding_box()
    page.mouse.click(box["x"] + box["width"] - 12, box["y"] + box["height"] / 2)
    notebook.wait_python("explorer.sigma > 1")
    assert float(dot.get_attribute("cx")) > before
    notebook.python("explorer.sigma = 0.3")
    page.get_by_label("x of the point to add").fill("-3")
    page.get_by_label("y of the point to add").fill("5.5")
    page.keyboard.press("Enter")
    notebook.wait_python("explorer.added.tolist() == [[-3.0, 5.5]]")
    page.get_by_role("combobox", name="weighting").select_option("outlier")
    notebook.wait_python("explorer.weighting == 'outlier'")
    page.locator(".dc .read > div:has-text('error'):visible .v", has_text="0.000").wait_for()
    page.get_by_role("combobox", name="method").select_option("cluhsic")
    page.wait_for_selector("[data-cell]:visible")
    notebook.wait_python("len(explorer._fit['labels']) == len(explorer.X)")
    notebook.python("explorer.method = 'angle'")
    page.wait_for_selector(".dc [data-panel=embedding]:visible")
