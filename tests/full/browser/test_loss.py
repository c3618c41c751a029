"""The loss explorer under the hand: matrices follow without Python, points with it."""

import numpy as np
import pytest

from browser.lab import wait_painted
from browser.silent import hear_again, silence

CELLS = [
    "import numpy as np\n"
    "from depcluster.widgets import LossExplorer\n"
    "corners = np.repeat([(-2, 1), (-2, -1), (2, 1), (2, -1)], 25, axis=0)\n"
    "X = corners + 0.7 * np.random.default_rng(0).standard_normal((100, 2))\n"
    "explorer = LossExplorer(X, 4)\n"
    "explorer",
]
SCATTER = ".dc canvas"
# Whether the page has told of what it is asked now.
SETTLED = (
    "explorer._fit and explorer._fit['settled'] and explorer._found[0] == explorer._question()"
)
LOSS, KERNEL = '[data-panel="loss"]', '[data-panel="label_kernel"]'
ROWS, EFFECTIVE = '[data-panel="rows"]', '[data-panel="effective"]'
MATRICES = (LOSS, KERNEL, ROWS, EFFECTIVE)


@pytest.fixture
def explorer(open_page):
    notebook = open_page(CELLS, width=1280, height=900)
    notebook.page.wait_for_selector(f"{SCATTER}[data-draws]")
    notebook.page.locator(".dc").first.scroll_into_view_if_needed()
    return notebook


def cell(notebook, panel, i, j):
    return notebook.page.locator(f'.dc .panel{panel} [data-cell="{i},{j}"]')


def type_keys(notebook, *keys):
    for key in keys:
        notebook.page.keyboard.press(key)


def entries(notebook, panel):
    """The numbers that a panel tells."""
    script = "(cells) => cells.map((cell) => cell.getAttribute('aria-label'))"
    said = notebook.page.locator(f".dc .panel{panel} .cell").evaluate_all(script)
    numbers = [float(words.split(", ")[2].replace("−", "-")) for words in said]
    return np.array(numbers).reshape(int(len(numbers) ** 0.5), -1)


def test_the_matrices_follow_while_python_hears_nothing(explorer):
    loss, effective = entries(explorer, LOSS), entries(explorer, EFFECTIVE)
    levels = explorer.page.locator('.dc [data-panel="levels"] [role=img]')
    assert levels.get_attribute("aria-label") == "levels of A 3, 1, 1; of R A R' 192, 36, 36"
    silence(explorer)
    cell(explorer, LOSS, 0, 1).click()
    type_keys(explorer, "4", "Enter")
    loss[0, 1] = loss[1, 0] = 4
    assert entries(explorer, ROWS).tolist() == (np.diag(loss.sum(axis=1)) - loss).tolist()
    assert (entries(explorer, EFFECTIVE) != effective).any()
    hear_again(explorer)
    explorer.wait_python("explorer.loss[1, 0] == 4 and explorer.loss_preset == 'custom'")
    explorer.page.keyboard.press("Control+z")
    explorer.wait_python("explorer.loss_preset == 'label-kernel' and explorer.loss[1, 0] == 1")
    cell(explorer, KERNEL, 0, 1).click()  # the named loss follows the label kernel
    type_keys(explorer, "0", "Enter")
    explorer.wait_python("explorer.loss[0, 1] == 2 and explorer.loss_preset == 'label-kernel'")
    assert entries(explorer, LOSS)[0, 1] == 2
    explorer.page.get_by_role("radio", name="whole level").click()
    cell(explorer, LOSS, 0, 3).click()
    type_keys(explorer, "5", "Enter")
    explorer.wait_python("explorer.loss[:2, 2:].tolist() == [[5, 5], [5, 5]]")


def test_a_drag_moves_the_loss_but_no_diagonal_and_never_below_zero(explorer):
    explorer.drag(cell(explorer, LOSS, 1, 1), up=60)
    assert cell(explorer, LOSS, 1, 1).get_attribute("aria-readonly") == "true"
    explorer.drag(cell(explorer, LOSS, 0, 2), up=60)
    explorer.wait_python("explorer.loss[0, 2] == explorer.loss[2, 0] == 3")
    type_keys(explorer, "F2", ".", "1", "Enter", "-", "-")
    explorer.wait_python("explorer.loss[0, 2] == 0")
    alert = explorer.page.locator('.dc .statusbar [role="alert"]')
    type_keys(explorer, "F2", "-", "1", "Enter")
    assert "entry (0, 2) of a loss must be at least 0; got −1" in alert.text_content()
    type_keys(explorer, "F2", "1", "e", "2", "0", "0", "Enter")
    assert "entry (0, 2) of a loss must be at most 1e50; got 1e200" in alert.text_content()
    assert entries(explorer, LOSS)[0, 2] == entries(explorer, LOSS)[1, 1] == 0
    assert explorer.python("", "float(explorer.loss[0, 2])") == 0


def test_python_sets_and_the_page_follows(explorer):
    explorer.python("explorer.preset = 'ring'; explorer.normalization = 'l2'")
    explorer.page.wait_for_selector(f".dc .panel{LOSS} .ed[data-preset=label-kernel]")
    assert entries(explorer, LOSS)[0].tolist() == [0, 1, 2, 1]
    assert explorer.page.get_by_role("radio", name="l2").get_attribute("aria-checked") == "true"
    explorer.python("explorer.label_kernel = np.eye(3)")
    explorer.page.wait_for_function("document.querySelectorAll('.dc [data-cell]').length === 36")
    explorer.python("explorer.label_kernel = -np.eye(3)")
    alert = explorer.page.locator('.dc .statusbar [role="alert"]')
    alert.wait_for()
    assert "last result stays" in alert.text_content()
    explorer.page.get_by_role("button", name="Use nearest PSD").wait_for()


def test_labels_keep_their_glyphs_while_prices_change(explorer):
    """A price of its own for labels 0 and 1 makes it matter which groups are called so."""
    heads = "(nodes) => nodes.map((node) => Number(node.dataset.mark))"
    explorer.wait_python(SETTLED)
    explorer.python("before = explorer.labels_")
    cell(explorer, LOSS, 0, 1).click()
    type_keys(explorer, "4", "Enter")
    explorer.wait_python(f"explorer.loss[0, 1] == 4 and {SETTLED}")
    assert explorer.python("", "int((explorer.labels_ != before).sum())") > 50
    wait_painted(explorer.page)
    for panel in MATRICES:
        shown = explorer.page.locator(f".dc {panel} .rh[data-k] svg").evaluate_all(heads)
        assert shown == [0, 1, 2, 3]
    assert explorer.page.locator(".dc .legend svg").evaluate_all(heads) == [0, 1, 2, 3]
    assert "names swapped" in explorer.page.locator(".dc .statusbar .said").text_content()
