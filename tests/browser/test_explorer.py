"""The explorer: controls recluster the data on screen, in light and in dark."""

import io

import numpy as np
import pytest
from matplotlib.image import imread

CELLS = [
    "from depcluster.datasets import make_circle\n"
    "from depcluster.widgets import KernelExplorer\n"
    "X, _ = make_circle(n_samples=120)\n"
    "explorer = KernelExplorer(X, n_clusters=4, label_kernel='ring')\n"
    "explorer",
]
SCATTER = ".dc canvas"


@pytest.fixture
def explorer(open_notebook):
    notebook = open_notebook(CELLS)
    notebook.page.wait_for_selector(f"{SCATTER}[data-draws]")
    notebook.page.get_by_role("slider", name="width").scroll_into_view_if_needed()
    return notebook


def draws(notebook):
    return int(notebook.page.locator(SCATTER).first.get_attribute("data-draws"))


def wait_redrawn(notebook, before):
    script = "([where, before]) => Number(document.querySelector(where).dataset.draws) > before"
    notebook.page.wait_for_function(script, arg=[SCATTER, before])


def picture(locator):
    pixels = imread(io.BytesIO(locator.screenshot()), format="png")
    return pixels[..., :3]


def test_slider_recolours_the_scatter(explorer):
    slider = explorer.page.get_by_role("slider", name="width")
    before, labels = draws(explorer), explorer.python("", "explorer.labels_.tolist()")
    picture_before = picture(explorer.page.locator(SCATTER).first)
    slider.focus()
    for _ in range(6):
        explorer.page.keyboard.press("PageUp")
    explorer.wait_python("explorer.width == 3.0")
    wait_redrawn(explorer, before)
    explorer.wait_python("explorer.answer['request'] == explorer._request")
    explorer.wait_python(f"explorer.labels_.tolist() != {labels}")
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
    explorer.page.wait_for_timeout(300)
    pixels = picture(scatter)
    assert np.median(pixels) < 0.2
    assert np.mean(pixels.max(axis=-1) > 0.4) > 0.01


def test_bad_input_is_shown_and_the_last_result_stays(explorer):
    labels = explorer.python("", "explorer.labels_.tolist()")
    explorer.python("import numpy as np; explorer.label_kernel = -np.eye(4)")
    alert = explorer.page.locator('.dc [role="alert"]:not([hidden])')
    alert.first.wait_for()
    assert "label_kernel" in alert.first.text_content()
    assert explorer.python("", "explorer.labels_.tolist()") == labels


def test_a_preset_picked_while_python_is_busy_keeps_the_clusters(explorer):
    explorer.page.evaluate(
        """() => {
          const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
          kernel.requestExecute({ code: "import time; time.sleep(1.5)", store_history: false });
          document.querySelector(".dc [aria-label='clusters: one more']").click();
        }"""
    )
    assert explorer.page.locator("[data-cell]").count() == 25
    explorer.page.get_by_role("combobox", name="preset").select_option("chain")
    explorer.wait_python("explorer.preset == 'chain'")
    assert explorer.python("", "explorer.label_kernel.shape") == (5, 5)
    assert explorer.python("", "explorer.n_clusters") == 5


def test_a_message_waits_for_the_end_of_a_drag(explorer):
    cell = explorer.page.locator('[data-cell="0,2"]')
    alert = explorer.page.locator('.dc > [role="alert"]')
    cell.scroll_into_view_if_needed()
    box = cell.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    explorer.page.mouse.move(x, y)
    explorer.page.mouse.down()
    explorer.page.mouse.move(x, y - 300)
    explorer.wait_python("explorer.answer['error'] and explorer.label_kernel[0, 2] == 5")
    explorer.page.wait_for_timeout(200)
    assert not alert.is_visible()
    assert cell.bounding_box() == box
    explorer.page.mouse.up()
    alert.wait_for()
    slider = explorer.page.get_by_role("slider", name="width")
    slider.press("PageUp")
    assert "1.41 × median rule" in slider.get_attribute("aria-valuetext")
