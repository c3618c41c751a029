"""The loss explorer under the hand: matrices follow without Python, points with it."""

import numpy as np
import pytest

from browser.lab import wait_painted
from browser.test_explorer import picture

CELLS = [
    "import numpy as np\n"
    "from depcluster.widgets import LossExplorer\n"
    "corners = np.repeat([(-2, 1), (-2, -1), (2, 1), (2, -1)], 25, axis=0)\n"
    "X = corners + 0.7 * np.random.default_rng(0).standard_normal((100, 2))\n"
    "explorer = LossExplorer(X, 4)\n"
    "explorer",
]
SCATTER = ".dc canvas"
LOSS, KERNEL = '[aria-label="Loss Δ"]', '[aria-label="Label kernel A"]'
ROWS, EFFECTIVE = '[aria-label="Partition rows R"]', '[aria-label="Effective label kernel"]'
BUSY = """(seconds) => {
  const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
  const code = `import time; time.sleep(${seconds})`;
  kernel.requestExecute({ code, store_history: false });
}"""


@pytest.fixture
def explorer(open_notebook):
    notebook = open_notebook(CELLS)
    notebook.page.wait_for_selector(f"{SCATTER}[data-draws]")
    notebook.page.locator(".dc").first.scroll_into_view_if_needed()
    return notebook


def cell(notebook, panel, i, j):
    return notebook.page.locator(f'.dc .panel{panel} [data-cell="{i},{j}"]')


def entries(notebook, panel):
    """The numbers that a panel shows."""
    texts = notebook.page.locator(f".dc .panel{panel} .cell").all_text_contents()
    numbers = [float(text.replace("−", "-")) for text in texts]
    return np.array(numbers).reshape(int(len(numbers) ** 0.5), -1)


def shown_by(loss, A):
    R = np.diag(loss.sum(axis=1)) - loss
    return R, R @ A @ R.T


def test_the_matrices_follow_while_python_is_busy(explorer):
    loss, A = entries(explorer, LOSS), entries(explorer, KERNEL)
    assert entries(explorer, EFFECTIVE)[0].tolist() == [66, 30, -48, -48]
    levels = explorer.page.locator(".dc .levels [role=img]")
    assert levels.get_attribute("aria-label") == "levels of A 3, 1, 1; of R A R' 192, 36, 36"
    assert "3.00 → 5.33" in explorer.page.locator(".dc .read").text_content()

    explorer.page.evaluate(BUSY, 1.5)
    cell(explorer, LOSS, 0, 1).click()
    for key in ("4", "Enter"):
        explorer.page.keyboard.press(key)
    loss[0, 1] = loss[1, 0] = 4
    R, effective = shown_by(loss, A)
    assert entries(explorer, ROWS).tolist() == R.tolist()
    np.testing.assert_allclose(entries(explorer, EFFECTIVE), effective, rtol=5e-3)
    assert explorer.python("", "explorer.loss_preset", seconds=10) == "custom"
    explorer.wait_python("explorer.loss[1, 0] == 4")
    explorer.wait_python("explorer.state == 'settled'")
    objective = explorer.python("", "explorer.objective_")
    assert f"{abs(objective):.2f}" in explorer.page.locator(".dc .read").text_content()
    explorer.page.keyboard.press("Control+z")
    explorer.wait_python("explorer.loss_preset == 'label-kernel' and explorer.loss[1, 0] == 1")
    assert explorer.errors == []


def test_a_drag_moves_the_loss_and_never_below_zero(explorer):
    before = int(explorer.page.locator(SCATTER).get_attribute("data-draws"))
    explorer.drag(cell(explorer, LOSS, 0, 2), up=60)
    explorer.wait_python("explorer.loss[0, 2] == explorer.loss[2, 0] == 3")
    explorer.page.wait_for_function(
        "([where, n]) => Number(document.querySelector(where).dataset.draws) > n",
        arg=[SCATTER, before],
    )
    for _ in range(4):
        explorer.page.keyboard.press("-")
    explorer.wait_python("abs(explorer.loss[0, 2] - 2.6) < 1e-9")
    explorer.python("loss = explorer.loss.copy(); loss[0, 2] = loss[2, 0] = 0.1")
    explorer.python("explorer.loss = loss")
    explorer.page.wait_for_function(
        "(where) => document.querySelector(where).textContent === '0.1'",
        arg=f'.dc .panel{LOSS} [data-cell="0,2"]',
    )
    for _ in range(3):
        explorer.page.keyboard.press("-")
    explorer.wait_python("explorer.loss[0, 2] == 0")
    for key in ("F2", "-", "1", "Enter"):
        explorer.page.keyboard.press(key)
    alert = explorer.page.locator(f'.dc .panel{LOSS} [role="alert"]')
    assert "entry (0, 2) of a loss must be at least 0; got −1" in alert.text_content()
    for key in ("F2", "1", "e", "2", "0", "0", "Enter"):
        explorer.page.keyboard.press(key)
    assert "entry (0, 2) of a loss must be at most 1e100; got 1e200" in alert.text_content()
    assert entries(explorer, LOSS)[0, 2] == 0
    assert explorer.python("", "float(explorer.loss[0, 2])") == 0


def test_the_diagonal_is_reached_but_locked(explorer):
    diagonal = cell(explorer, LOSS, 1, 1)
    diagonal.click()
    assert diagonal.get_attribute("aria-readonly") == "true"
    for key in ("+", "5", "Enter", "F2"):
        explorer.page.keyboard.press(key)
    explorer.drag(diagonal, up=60)
    assert entries(explorer, LOSS)[1, 1] == 0
    explorer.page.keyboard.press("ArrowRight")
    at = "document.activeElement.dataset.cell"
    assert explorer.page.evaluate(at) == "1,2"
    assert explorer.python("", "explorer.loss_preset") == "label-kernel"


def test_a_whole_level_moves_together(explorer):
    explorer.page.get_by_role("radio", name="whole level").click()
    cell(explorer, LOSS, 0, 3).click()
    for key in ("5", "Enter"):
        explorer.page.keyboard.press(key)
    explorer.wait_python(
        "explorer.loss.tolist() == [[0, 1, 5, 5], [1, 0, 5, 5], [5, 5, 0, 1], [5, 5, 1, 0]]"
    )


def test_the_named_loss_follows_an_edit_of_the_label_kernel(explorer):
    cell(explorer, KERNEL, 0, 1).click()
    for key in ("0", "Enter"):
        explorer.page.keyboard.press(key)
    explorer.wait_python("explorer.loss[0, 1] == 2 and explorer.loss_preset == 'label-kernel'")
    assert entries(explorer, LOSS)[0, 1] == 2
    explorer.page.get_by_role("combobox", name="loss preset").select_option("zero-one")
    explorer.wait_python("explorer.loss_preset == 'zero-one'")
    explorer.page.wait_for_function(
        "document.querySelector('.dc .read').textContent.includes('unlike zero-one0of 100')"
    )
    explorer.page.get_by_role("button", name="clusters: one more").click()
    explorer.wait_python("explorer.loss.shape == explorer.label_kernel.shape == (5, 5)")
    assert entries(explorer, EFFECTIVE).shape == (5, 5)
    cell(explorer, LOSS, 0, 4).click()
    explorer.page.keyboard.press("+")
    explorer.wait_python("explorer.loss[4, 0] == 1.1 and explorer.loss_preset == 'custom'")
    explorer.page.get_by_role("radio", name="none").click()
    explorer.wait_python("explorer.normalization is None")
    explorer.page.get_by_role("slider", name="penalty").press("Home")
    explorer.wait_python("explorer.penalty == 0")
    assert explorer.errors == []


def test_python_sets_and_the_page_follows(explorer):
    explorer.python("explorer.preset = 'ring'; explorer.normalization = 'l2'")
    explorer.wait_python("explorer.answer['request'] == explorer._request")
    explorer.page.wait_for_selector(f".dc .panel{LOSS} .ed[data-preset=label-kernel]")
    assert entries(explorer, LOSS)[0].tolist() == [0, 1, 2, 1]
    assert explorer.page.get_by_role("radio", name="l2").get_attribute("aria-checked") == "true"
    explorer.python("explorer.label_kernel = np.eye(3)")
    explorer.page.wait_for_function("document.querySelectorAll('.dc [data-cell]').length === 36")
    loss, A = entries(explorer, LOSS), entries(explorer, KERNEL)
    assert entries(explorer, ROWS).tolist() == shown_by(loss, A)[0].tolist()
    with pytest.raises(RuntimeError, match="loss must be 0 on the diagonal"):
        explorer.python("explorer.loss = np.eye(3)")
    explorer.python("explorer.label_kernel = -np.eye(3)")
    alert = explorer.page.locator('.dc > [role="alert"]:not([hidden])')
    alert.wait_for()
    assert "last result stays" in alert.text_content()
    explorer.page.get_by_role("button", name="Use nearest PSD").wait_for()


def test_a_finger_moves_the_loss_on_a_narrow_page(open_notebook):
    notebook = open_notebook(CELLS, touch=True, width=480, height=900)
    at = cell(notebook, LOSS, 1, 3)
    at.wait_for()
    x, y = notebook.middle(at)
    notebook.finger(*((x, y - 6 * step) for step in range(6)))
    notebook.wait_python("explorer.loss[1, 3] == explorer.loss[3, 1] == 2.5")
    wide = (
        "[...document.querySelectorAll('.dc .le, .dc .row')]"
        ".some((part) => part.scrollWidth > part.clientWidth)"
    )
    assert not notebook.page.evaluate(wide)


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_both_themes_and_accessibility(explorer, theme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    explorer.use_theme(theme)
    dark = theme.endswith("Dark")
    explorer.page.wait_for_selector(f'.dc[data-theme="{"dark" if dark else "light"}"]')
    wait_painted(explorer.page)
    for panel in (SCATTER, f".dc .panel{KERNEL} .mat", ".dc .levels svg"):
        assert (np.median(picture(explorer.page.locator(panel))[..., 2]) < 0.55) == dark
    found = axe.Axe().run(explorer.page, context=".dc", options={"resultTypes": ["violations"]})
    assert found.violations_count == 0, found.generate_report()
