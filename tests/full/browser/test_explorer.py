"""The explorer: controls recluster the data on screen, in light and in dark."""


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
SCATTER = ".dc canvas"


@pytest.fixture
def explorer(open_page):
    notebook = open_page(CELLS)
    notebook.page.wait_for_selector(f"{SCATTER}[data-draws]")
    notebook.page.get_by_role("slider", name="width").scroll_into_view_if_needed()
    notebook.wait_python("explorer.state == 'settled'")
    return notebook


def draws(notebook):
    return int(notebook.page.locator(SCATTER).first.get_attribute("data-draws"))


def wait_redrawn(notebook, before):
    script = "([where, before]) => Number(document.querySelector(where).dataset.draws) > before"
    notebook.page.wait_for_function(script, arg=[SCATTER, before])


def test_slider_recolours_the_scatter(explorer):
    slider = explorer.page.get_by_role("slider", name="width")
    before, labels = draws(explorer), explorer.python("", "explorer.labels_.tolist()")
    picture_before = picture(explorer.page.locator(SCATTER).first)
    slider.focus()
    for _ in range(6):
        explorer.page.keyboard.press("PageUp")
    explorer.wait_python("explorer.width == 3.0")
    wait_redrawn(explorer, before)
    explorer.page.wait_for_selector(".dc .statusbar[data-state=settled]")
    explorer.wait_python("explorer.state == 'settled'")
    told = explorer.python("", "explorer._labelling")
    assert explorer.python("", "explorer.labels_.tolist()") == list(told["labels"]) != labels
    assert explorer.python("", "explorer.objective_") == told["objective"]
    assert "8.00 × median rule" in slider.get_attribute("aria-valuetext")
    explorer.page.wait_for_function("!document.querySelector('.dc[aria-busy=true]')")
    assert np.abs(picture(explorer.page.locator(SCATTER).first) - picture_before).max() > 0.2


def test_python_moves_the_page(explorer):
    before = draws(explorer)
    explorer.python("explorer.width = -1.0")
    wait_redrawn(explorer, before)
    said = explorer.page.get_by_role("slider", name="width")
    at = "document.querySelector('.dc input[type=range]').value"
    explorer.page.wait_for_function(f"{at} === '24'")
    assert "0.50 × median rule" in said.get_attribute("aria-valuetext")


def test_dragging_a_cell_reclusters(explorer):
    objective = explorer.python("", "explorer.objective_")
    explorer.drag(explorer.page.locator('[data-cell="0,2"]'), up=60)
    explorer.wait_python("explorer.label_kernel[2, 0] == 1.0")
    explorer.wait_python(f"abs(explorer.objective_ - {objective}) > 1e-6")
    assert explorer.python("", "explorer.preset") == "custom"


def test_dark_theme(explorer):
    explorer.use_theme("JupyterLab Dark")
    explorer.page.wait_for_selector('.dc[data-theme="dark"]')
    scatter = explorer.page.locator(SCATTER).first
    wait_painted(explorer.page)
    pixels = picture(scatter)
    assert np.median(pixels) < 0.2
    assert np.mean(pixels.max(axis=-1) > 0.4) > 0.01


def test_bad_input_is_shown_and_the_last_result_stays(explorer):
    labels = explorer.python("", "explorer.labels_.tolist()")
    explorer.python("import numpy as np; explorer.label_kernel = -np.eye(4)")
    alert = explorer.page.locator('.dc [role="alert"]')
    alert.wait_for()
    assert "label_kernel" in alert.text_content()
    assert explorer.page.locator(".dc .statusbar .hint").text_content().startswith("refused")
    assert explorer.python("", "explorer.labels_.tolist()") == labels


def test_a_preset_picked_while_python_is_busy_keeps_the_clusters(explorer):
    explorer.keep_busy(1.5)
    explorer.page.get_by_role("button", name="clusters: one more").click()
    assert explorer.page.locator("[data-cell]").count() == 25
    explorer.page.get_by_role("combobox", name="preset").select_option("chain")
    explorer.wait_python("explorer.preset == 'chain'")
    assert explorer.python("", "explorer.label_kernel.shape") == (5, 5)
    assert explorer.python("", "explorer.n_clusters") == 5


def test_a_message_moves_nothing(explorer):
    cell, root = explorer.page.locator('[data-cell="0,2"]'), explorer.page.locator(".dc").first
    alert = explorer.page.locator('.dc [role="alert"]')
    cell.scroll_into_view_if_needed()
    box, whole = cell.bounding_box(), root.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    explorer.page.mouse.move(x, y)
    explorer.page.mouse.down()
    explorer.page.mouse.move(x, y - 300)
    explorer.wait_python("explorer.state == 'refused' and explorer.label_kernel[0, 2] == 5")
    alert.wait_for()
    wait_painted(explorer.page)
    assert (cell.bounding_box(), root.bounding_box()) == (box, whole)
    explorer.page.mouse.up()
    wait_painted(explorer.page)
    assert (cell.bounding_box(), root.bounding_box()) == (box, whole)
    slider = explorer.page.get_by_role("slider", name="width")
    slider.press("PageUp")
    assert "1.41 × median rule" in slider.get_attribute("aria-valuetext")


def test_the_state_is_a_word_with_a_meaning(explorer):
    word = explorer.page.locator(".dc .statusbar .hint")
    explorer.wait_python("explorer.state == 'settled'", seconds=30)
    explorer.page.wait_for_selector(".dc .statusbar[data-state=settled]")
    tip = word.locator("[role=tooltip]")
    assert not tip.is_visible()
    word.focus()
    assert tip.is_visible()
    assert word.get_attribute("aria-describedby") == tip.get_attribute("id")
    explorer.page.evaluate(
        """() => {
          const bar = document.querySelector(".dc .statusbar");
          window.states = [];
          new MutationObserver(() => window.states.push(bar.textContent))
            .observe(bar, { subtree: true, childList: true, characterData: true });
        }"""
    )
    explorer.page.get_by_role("slider", name="width").press("PageUp")
    explorer.wait_python("explorer.state == 'answer' or explorer.width == 0.5")
    explorer.page.wait_for_function(
        "window.states.some((text) => /searching \\d+ of 20/.test(text))"
    )
    explorer.page.wait_for_selector(".dc .statusbar[data-state=settled]")
    assert any("moved" in text for text in explorer.page.evaluate("window.states"))


def test_a_point_lights_up_everywhere_and_stays_when_pinned(explorer):
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
    value = explorer.python("", f"float(explorer._found.scene.vectors[{i}, 0])")
    shown = pictures[1].locator(".spark").first.locator("span").last.text_content()
    value = np.copysign(value, float(shown.replace("\u2212", "-")))  # the page has signs of its own
    assert float(shown.replace("\u2212", "-")) == pytest.approx(value, abs=6e-4)
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


def test_a_chosen_cluster_stays_while_the_rest_fades_everywhere(explorer):
    page = explorer.page
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
    assert explorer.errors == []


def test_the_echo_of_an_earlier_move_takes_no_later_one_back(explorer):
    slider = explorer.page.get_by_role("slider", name="width")
    slider.press("ArrowRight")
    explorer.wait_python("explorer.width == 0.125 and explorer.state == 'settled'")
    set_and_echoed = """(input) => {
      const model = [...models.values()].find((each) => each.get("width") === 0.125);
      input.stepUp();
      input.dispatchEvent(new Event("input"));
      model.set("width", 0.125); // as it comes before the answer to 0.25 is told
    }"""
    slider.evaluate(set_and_echoed)
    explorer.wait_python("explorer.width == 0.25 and explorer.state == 'settled'")
    assert slider.input_value() == "34"
    assert explorer.errors == []


def test_panels_fold_onto_a_shelf_and_come_back(explorer):
    page = explorer.page
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
    assert explorer.errors == []


ANGLE = [
    "from depcluster.datasets import make_crescents\n"
    "from depcluster.widgets import KernelExplorer\n"
    "X, y = make_crescents(random_state=4)\n"
    "explorer = KernelExplorer(X, 2, method='angle', sigma=0.3, y=y)\n"
    "explorer",
]


@pytest.fixture(params=[False, True], ids=["mouse", "touch"])
def angle(open_page, request):
    notebook = open_page(ANGLE, width=1280, touch=request.param)
    notebook.page.wait_for_selector(".dc [data-panel=embedding] canvas[data-draws]")
    notebook.touch = request.param
    return notebook


@pytest.fixture
def explorer_of_angle(open_page):
    notebook = open_page(ANGLE, width=1280)
    notebook.page.wait_for_selector(".dc [data-panel=embedding] canvas[data-draws]")
    return notebook


def room(*others):
    """Corners of what the scatter shows: a square around the points, and other places."""
    X, _ = make_crescents(random_state=4)
    middle, half = (X.min(axis=0) + X.max(axis=0)) / 2, 1.35 * np.ptp(X, axis=0).max() / 2
    return *np.min([middle - half, *others], axis=0), *np.max([middle + half, *others], axis=0)


def press_place(notebook, x, y):
    """Press the scatter where the plane's (x, y) is drawn."""
    canvas = notebook.page.locator(SCATTER).first
    canvas.scroll_into_view_if_needed()
    box, (x0, y0, x1, y1) = canvas.bounding_box(), room()
    scale = min((box["width"] - 28) / (x1 - x0), (box["height"] - 28) / (y1 - y0))
    across = box["x"] + box["width"] / 2 + (x - (x0 + x1) / 2) * scale
    down = box["y"] + box["height"] / 2 - (y - (y0 + y1) / 2) * scale
    if notebook.touch:
        notebook.finger((across, down))
    else:
        notebook.page.mouse.click(across, down)


def read(notebook, label):
    return notebook.page.locator(f".dc .read > div:has-text('{label}'):visible .v").text_content()


def test_one_press_adds_an_outlier_and_the_slider_heals_it(angle):
    assert read(angle, "error") == "0.000"
    press_place(angle, 1.4, 6)
    angle.wait_python("explorer.added.tolist() == [[1.4, 6.0]]")
    angle.wait_python("sorted(explorer.labels_.tolist().count(k) for k in (0, 1)) == [1, 419]")
    angle.page.wait_for_function(
        "document.querySelector('.dc .legend').textContent.includes('419')"
    )
    assert read(angle, "error") == "0.499"
    slider = angle.page.get_by_role("slider", name="window width")
    slider.focus()
    for _ in range(5):
        slider.press("ArrowRight")
    assert slider.get_attribute("aria-valuetext").startswith("\u03c3 0.5 ")
    angle.wait_python("explorer.angle_.sigma == 0.5")
    angle.wait_python("explorer.error_ == 0")
    said = "[...document.querySelectorAll('.dc [data-panel=embedding] canvas')].at(-1).ariaLabel"
    angle.page.wait_for_function(f"{said}.includes('89.9\u00b0 between mean vectors 0 and 1')")
    angle.page.get_by_role("button", name="Remove added").click()
    angle.wait_python("explorer.X.shape == (419, 2)")
    assert angle.errors == []


def test_points_by_keyboard_and_weighting(explorer_of_angle):
    page = explorer_of_angle.page
    page.get_by_label("x of the point to add").fill("-3")
    page.get_by_label("y of the point to add").fill("5.5")
    page.keyboard.press("Enter")
    explorer_of_angle.wait_python("explorer.added.tolist() == [[-3.0, 5.5]]")
    page.get_by_role("combobox", name="weighting").select_option("outlier")
    explorer_of_angle.wait_python("explorer.weighting == 'outlier'")
    explorer_of_angle.wait_python("explorer.error_ == 0")
    page.get_by_role("combobox", name="method").select_option("cluhsic")
    page.wait_for_selector("[data-cell]:visible")
    explorer_of_angle.wait_python("explorer.state == 'settled' and explorer.objective_ > 0")
    explorer_of_angle.wait_python("len(explorer._labelling['labels']) == len(explorer.X)")
    assert not page.locator(".dc [data-panel=embedding]").is_visible()
    explorer_of_angle.python("explorer.method = 'angle'")
    page.wait_for_selector(".dc [data-panel=embedding]:visible")
    assert explorer_of_angle.errors == []


def test_a_target_is_added_by_one_press_or_key(angle):
    page = angle.page
    ghost = page.locator(".dc .ghost")
    assert not ghost.is_visible()
    angle.python("explorer.target = (1.4, 6)")
    ghost.wait_for()
    assert ghost.text_content() == "add (1.4, 6)"
    canvas, box = page.locator(SCATTER).first.bounding_box(), ghost.bounding_box()
    x0, y0, x1, y1 = room((1.4, 6))
    scale = min((canvas["width"] - 28) / (x1 - x0), (canvas["height"] - 28) / (y1 - y0))
    across = canvas["x"] + canvas["width"] / 2 + (1.4 - (x0 + x1) / 2) * scale
    down = canvas["y"] + canvas["height"] / 2 - (6 - (y0 + y1) / 2) * scale
    assert abs(box["x"] + 12 - across) < 2
    assert abs(box["y"] + box["height"] / 2 - down) < 2
    angle.finger((across, down)) if angle.touch else ghost.press("Enter")
    angle.wait_python("explorer.added.tolist() == [[1.4, 6.0]]")
    ghost.wait_for(state="hidden")
    angle.wait_python("explorer.error_ > 0.49")
    page.get_by_role("button", name="Remove added").click()
    ghost.wait_for()
    page.get_by_role("combobox", name="method").select_option("cluhsic")
    ghost.wait_for(state="hidden")
    assert angle.errors == []


def test_the_rules_are_named_over_their_marks(explorer_of_angle):
    names = explorer_of_angle.page.locator(".dc .errors text:text-matches('LSCV|mean|AMISE')")
    names.nth(2).wait_for(state="attached")
    marks = explorer_of_angle.page.locator(".dc .errors line[stroke-dasharray]")
    middle = [float(name.get_attribute("x")) for name in names.all()]
    assert middle == sorted(float(mark.get_attribute("x1")) for mark in marks.all())
    on_slider = explorer_of_angle.page.locator(".dc .slider .ends .rule:visible")
    assert " ".join(on_slider.all_text_contents()) == "LSCV mean AMISE"


def test_the_dot_follows_python_and_the_curve_fills(explorer_of_angle):
    page = explorer_of_angle.page
    dot = page.locator(".dc .errors circle.now")
    before = float(dot.get_attribute("cx"))
    explorer_of_angle.python("explorer.sigma = 0.7")
    page.wait_for_function(
        f"Number(document.querySelector('.dc .errors circle.now').getAttribute('cx')) > {before}"
    )
    n = explorer_of_angle.python("", "len(explorer._sigmas)")
    whole = f"document.querySelectorAll('.dc .errors circle').length === {n} + 1"
    page.wait_for_function(whole, timeout=60_000)


def test_a_graph_has_neighbours_in_place_of_a_width(open_page):
    cell = (
        "from depcluster.datasets import make_crescents\n"
        "from depcluster.widgets import KernelExplorer\n"
        "explorer = KernelExplorer(make_crescents((30, 30))[0], 2)\nexplorer"
    )
    notebook = open_page([cell])
    page = notebook.page
    width, near = (page.get_by_role("slider", name=name) for name in ("width", "neighbours"))
    width.wait_for()
    assert not near.is_visible()
    page.get_by_role("combobox", name="kernel", exact=True).select_option("graph")
    near.wait_for()
    assert not width.is_visible()
    near.press("Home")
    notebook.wait_python("explorer.n_neighbors == 2")
    near.press("End")
    notebook.wait_python("explorer.n_neighbors == 20")
    page.wait_for_function("(n) => n.value === '9'", arg=near.element_handle())
    assert near.get_attribute("aria-valuetext") == "11"  # of sixty points
    assert notebook.errors == []
