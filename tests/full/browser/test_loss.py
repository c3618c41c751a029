"""The loss explorer under the hand: matrices follow without Python, points with it."""

import numpy as np
import pytest

from browser.lab import picture, wait_painted
from browser.touching import seat, violations

CELLS = [
    "import numpy as np\n"
    "from depcluster.widgets import LossExplorer\n"
    "corners = np.repeat([(-2, 1), (-2, -1), (2, 1), (2, -1)], 25, axis=0)\n"
    "X = corners + 0.7 * np.random.default_rng(0).standard_normal((100, 2))\n"
    "explorer = LossExplorer(X, 4)\n"
    "explorer",
]
SCATTER = ".dc canvas"
LOSS, KERNEL = '[data-panel="loss"]', '[data-panel="label_kernel"]'
ROWS, EFFECTIVE = '[data-panel="rows"]', '[data-panel="effective"]'
MATRICES = (LOSS, KERNEL, ROWS, EFFECTIVE)


@pytest.fixture
def explorer(open_page):
    notebook = open_page(CELLS)
    notebook.page.wait_for_selector(f"{SCATTER}[data-draws]")
    notebook.page.locator(".dc").first.scroll_into_view_if_needed()
    return notebook


def cell(notebook, panel, i, j):
    return notebook.page.locator(f'.dc .panel{panel} [data-cell="{i},{j}"]')


def entries(notebook, panel):
    """The numbers that a panel tells."""
    script = "(cells) => cells.map((cell) => cell.getAttribute('aria-label'))"
    said = notebook.page.locator(f".dc .panel{panel} .cell").evaluate_all(script)
    numbers = [float(words.split(", ")[2].replace("−", "-")) for words in said]
    return np.array(numbers).reshape(int(len(numbers) ** 0.5), -1)


def shown_by(loss, A):
    R = np.diag(loss.sum(axis=1)) - loss
    return R, R @ A @ R.T


def test_the_matrices_follow_while_python_is_busy(explorer):
    loss, A = entries(explorer, LOSS), entries(explorer, KERNEL)
    assert entries(explorer, EFFECTIVE)[0].tolist() == [66, 30, -48, -48]
    levels = explorer.page.locator('.dc [data-panel="levels"] [role=img]')
    assert levels.get_attribute("aria-label") == "levels of A 3, 1, 1; of R A R' 192, 36, 36"
    words = explorer.page.locator('.dc [data-panel="levels"] .hint > span').first.text_content()
    assert words == "coarse : fine 3 → 5.33"

    explorer.keep_busy(1.5)
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
    alert = explorer.page.locator('.dc .statusbar [role="alert"]')
    assert "entry (0, 2) of a loss must be at least 0; got −1" in alert.text_content()
    for key in ("F2", "1", "e", "2", "0", "0", "Enter"):
        explorer.page.keyboard.press(key)
    assert "entry (0, 2) of a loss must be at most 1e50; got 1e200" in alert.text_content()
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
        "document.querySelector('.dc .read').lastChild.previousSibling"
        ".textContent.endsWith('0of 100')"
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
    alert = explorer.page.locator('.dc .statusbar [role="alert"]')
    alert.wait_for()
    assert "last result stays" in alert.text_content()
    explorer.page.get_by_role("button", name="Use nearest PSD").wait_for()


def test_a_finger_moves_the_loss_on_a_narrow_page(open_page):
    notebook = open_page(CELLS, touch=True, width=480, height=900)
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
    explorer.use_theme(theme)
    dark = theme.endswith("Dark")
    explorer.page.wait_for_selector(f'.dc[data-theme="{"dark" if dark else "light"}"]')
    wait_painted(explorer.page)
    for panel in (SCATTER, f".dc .panel{KERNEL} .mat", '.dc [data-panel="levels"] svg'):
        assert (np.median(picture(explorer.page.locator(panel))[..., 2]) < 0.55) == dark
    assert violations(explorer.page) == {}


@pytest.mark.parametrize(
    ("width", "most"), [(1280, 560), (587, 880), (390, np.inf)], ids=["hall", "narrow", "phone"]
)
def test_it_fits_the_room_and_its_height_stays(open_page, width, most):
    """1000, 471 and 274 px of widget; four labels and ten, an answer and a refusal."""
    notebook = open_page(CELLS, width=width, height=900)
    notebook.page.wait_for_selector(f"{SCATTER}[data-draws]")
    heights = []
    for n_clusters in (4, 10):
        notebook.python(f"explorer.n_clusters = {n_clusters}")
        notebook.page.wait_for_function(
            "(n) => document.querySelectorAll('.dc [data-cell]').length === 4 * n * n",
            arg=n_clusters,
        )
        for matrix in ("explorer.label_kernel", f"-np.eye({n_clusters})"):
            notebook.python(f"explorer.label_kernel = {matrix}")
            wait_painted(notebook.page)
            seen = seat(notebook.page)
            assert seen["out"] == []
            assert seen["least"] >= 9
            heights.append(seen["height"])
        notebook.python("explorer.preset = 'tree'")
    assert max(heights) - min(heights) < 1 or width == 390
    assert max(heights) <= most


def test_numbers_stay_readable_in_cells_of_any_size(open_page):
    """Letters of 9 px or more that fit their cells, a unit in the corner, exact at the headline."""
    notebook = open_page(CELLS, width=1280, height=720)
    notebook.page.wait_for_selector(f"{SCATTER}[data-draws]")
    written = """(panel) => {
      const digits = [..."⁰¹²³⁴⁵⁶⁷⁸⁹"], root = document.querySelector(`.dc ${panel}`);
      const unit = root.querySelector(".unit").textContent;
      const power = !unit ? 0 : unit === "×10" ? 1
        : Number([...unit.slice(3)].map((c) => c === "⁻" ? "-" : digits.indexOf(c)).join(""));
      return [...root.querySelectorAll(".cell")].map((cell) => ({
        shown: Number(cell.textContent.replace("−", "-").replace("≈", "")) * 10 ** power, power,
        size: parseFloat(getComputedStyle(cell.firstChild).fontSize),
        fits: cell.firstChild.getBoundingClientRect().width <= cell.clientWidth + 0.5,
      }));
    }"""
    powers = set()
    for n_clusters, factor in ((4, 1), (9, 1), (9, 70), (10, 1e5), (3, 1e-5)):
        notebook.python(
            f"explorer.n_clusters = {n_clusters}; explorer.loss_preset = 'label-kernel'"
        )
        notebook.python(f"explorer.loss = {factor} * explorer.loss")
        loss = np.array(notebook.python("", "explorer.loss.tolist()"))
        A = np.array(notebook.python("", "explorer.label_kernel.tolist()"))
        R, effective = shown_by(loss, A)
        notebook.page.wait_for_function(
            "(n) => document.querySelectorAll('.dc [data-cell]').length === 4 * n * n",
            arg=n_clusters,
        )
        wait_painted(notebook.page)
        for panel, matrix in zip(MATRICES, (loss, A, R, effective), strict=True):
            cells = notebook.page.evaluate(written, panel)
            assert all(cell["fits"] and cell["size"] >= 9 for cell in cells)
            shown = np.array([cell["shown"] for cell in cells]).reshape(matrix.shape)
            largest = np.abs(matrix).max()
            assert np.abs(shown - matrix).max() <= 0.5 * 10 ** np.floor(np.log10(largest))
            powers.add(cells[0]["power"])
    assert max(powers) > 3
    assert min(powers) < -3
    cell(notebook, EFFECTIVE, 0, 1).hover()
    exact = notebook.page.locator(f".dc {EFFECTIVE} .reading").inner_text()
    assert exact.startswith("0, 1: ")


def test_each_word_explains_itself_to_hand_keyboard_and_finger(explorer):
    hints = explorer.page.locator(".dc .hint:visible")
    words = [text.split("\n")[0] for text in hints.all_inner_texts()]
    assert {"objective J", "moved by the loss", "unlike CLUHSIC", "penalty"} <= set(words)
    box = explorer.page.locator(".dc").first.bounding_box()
    for hint in hints.all():
        tip = hint.get_by_role("tooltip")
        assert not tip.is_visible()
        hint.hover()
        place = tip.bounding_box()
        assert box["x"] <= place["x"]
        assert place["x"] + place["width"] <= box["x"] + box["width"] + 1
        explorer.page.mouse.move(0, 0)
        assert not tip.is_visible()
        hint.focus()
        assert tip.is_visible()
        assert hint.get_attribute("aria-describedby") == tip.get_attribute("id")
        assert len(tip.inner_text()) > 60
        explorer.page.keyboard.press("Escape")
        assert not tip.is_visible()
    scale = explorer.page.locator(".dc .read .hint .tip").first.text_content()
    assert "No partition into clusters of these sizes" in scale
    assert "points dealt out at random" in scale
    penalty = explorer.page.locator(".dc .slider .top")
    assert "no effect with l1" in penalty.text_content()
    explorer.page.get_by_role("radio", name="l2").click()
    explorer.page.wait_for_function(
        "!document.querySelector('.dc .slider .top').textContent.includes('no effect')"
    )


def test_a_word_explains_itself_under_a_finger(open_page):
    notebook = open_page(CELLS, touch=True, width=480, height=900)
    hint = notebook.page.locator(".dc .read .hint").first
    hint.wait_for()
    notebook.finger(notebook.middle(hint))
    hint.get_by_role("tooltip").wait_for()


def test_labels_keep_their_glyphs_while_prices_change(explorer):
    """A price of its own for labels 0 and 1 makes it matter which groups are called so."""
    heads = "(nodes) => nodes.map((node) => Number(node.dataset.mark))"
    explorer.python("before = explorer.labels_")
    cell(explorer, LOSS, 0, 1).click()
    for key in ("4", "Enter"):
        explorer.page.keyboard.press(key)
    explorer.wait_python("explorer.loss[0, 1] == 4 and explorer.state == 'settled'")
    assert explorer.python("", "int((explorer.labels_ != before).sum())") > 50
    wait_painted(explorer.page)
    for panel in MATRICES:
        shown = explorer.page.locator(f".dc {panel} .rh[data-k] svg").evaluate_all(heads)
        assert shown == [0, 1, 2, 3]
    assert explorer.page.locator(".dc .legend svg").evaluate_all(heads) == [0, 1, 2, 3]
    assert "names swapped" in explorer.page.locator(".dc .statusbar .said").text_content()


def test_numbers_and_dots_of_small_cells_keep_apart(open_page):
    notebook = open_page([CELLS[0].replace("(X, 4)", "(X, 9)")], width=1280, height=720)
    notebook.page.wait_for_selector(f"{SCATTER}[data-draws]")
    cell(notebook, LOSS, 0, 1).click()
    for key in ("4", "Enter"):
        notebook.page.keyboard.press(key)
    dot = cell(notebook, LOSS, 0, 1).locator(".dirty")
    dot.wait_for()
    gaps = """(cells) => cells.slice(1).map((cell, i) => {
      const box = (node) => node.firstChild.getBoundingClientRect(), before = box(cells[i]);
      return before.top === box(cell).top ? box(cell).left - before.right : Infinity;
    })"""
    assert min(notebook.page.locator(f".dc {ROWS} .cell").evaluate_all(gaps)) >= 2.5
    low = dot.bounding_box()["y"] + dot.bounding_box()["height"]
    box = cell(notebook, LOSS, 0, 1).bounding_box()
    letters = notebook.page.locator(f".dc {LOSS} .mat").evaluate(
        "(mat) => parseFloat(getComputedStyle(mat).getPropertyValue('--text'))"
    )
    assert low <= box["y"] + (box["height"] - 0.73 * letters) / 2 + 0.5  # where digits begin


def test_a_point_lights_its_row_and_a_cluster_stays_while_the_rest_fades(explorer):
    explorer.page.locator(".dc .frame").focus()
    explorer.page.keyboard.press("ArrowRight")
    name = explorer.page.locator(".dc .frame .tip").inner_text()
    k = name.split("cluster ")[1].split("\n")[0].split()[0]
    lit = "(nodes) => nodes.map((node) => node.dataset.k)"
    for panel in MATRICES:
        heads = explorer.page.locator(f".dc {panel} .rh.lit")
        assert heads.evaluate_all(lit) == [k]
    explorer.page.keyboard.press("Enter")
    explorer.page.keyboard.press("Tab")
    assert explorer.page.locator(".dc .rh.lit").count() == 4
    explorer.page.locator(f'.dc {EFFECTIVE} .rh[data-k="2"]').click()
    pressed = explorer.page.locator('.dc .legend [aria-pressed="true"]')
    assert pressed.get_attribute("aria-label").startswith("cluster 2")
    for panel in MATRICES:
        assert explorer.page.locator(f".dc {panel} .cell.faded").count() == 9
    cell(explorer, ROWS, 2, 0).focus()
    explorer.page.keyboard.press(" ")
    assert explorer.page.locator(".dc .cell.faded").count() == 0
    explorer.page.keyboard.press("ArrowDown")
    assert explorer.page.evaluate("document.activeElement.dataset.cell") == "3,0"
    assert explorer.page.locator(f".dc {ROWS} .reading").inner_text().startswith("3, 0: −2")


def test_panels_are_chosen_and_fold(open_page):
    begin = CELLS[0].replace("(X, 4)", "(X, 4, panels=('loss', 'points'))")
    notebook = open_page([begin], width=1280, height=720)
    notebook.page.wait_for_selector(f"{SCATTER}[data-draws]")
    shown = notebook.page.locator(".dc .panel:visible")
    names = "(nodes) => nodes.map((node) => node.dataset.panel)"
    assert shown.evaluate_all(names) == ["loss", "points"]
    for name in ("an edit changes", "clusters", "normalization"):
        assert notebook.page.locator(f".dc [aria-label='{name}']").is_visible()
    assert notebook.page.get_by_text("unlike CLUHSIC").is_visible()
    cell(notebook, LOSS, 0, 2).click()
    notebook.page.keyboard.press("+")
    notebook.wait_python("explorer.loss[0, 2] == 2.1")
    notebook.python("explorer.panels = ('points', 'levels', 'label_kernel', 'loss', 'effective')")
    notebook.page.locator(f".dc .panel{EFFECTIVE}").wait_for()
    assert shown.evaluate_all(names) == ["loss", "label_kernel", "effective", "points", "levels"]
    loss, A = entries(notebook, LOSS), entries(notebook, KERNEL)
    np.testing.assert_allclose(entries(notebook, EFFECTIVE), shown_by(loss, A)[1], rtol=5e-3)
    notebook.page.get_by_role("button", name="Effective kernel").focus()
    notebook.page.keyboard.press("Enter")
    notebook.wait_python("explorer.folded == ('effective',)")
    assert not notebook.page.locator(f".dc .panel{EFFECTIVE}").is_visible()
    notebook.page.keyboard.press("Enter")
    notebook.page.locator(f".dc .panel{EFFECTIVE}").wait_for()
    np.testing.assert_allclose(entries(notebook, EFFECTIVE), shown_by(loss, A)[1], rtol=5e-3)
    assert notebook.errors == []


@pytest.mark.parametrize(
    "of",
    ["", "kernel='laplacian'", "kernel='graph'", "kernel='sigmoid', gamma=0.01"],
    ids=["rbf", "laplacian", "graph", "a matrix"],
)
def test_the_page_computes_while_python_is_silent(open_page, of):
    """Python then has the same labels, and its own sums give the J on screen."""
    notebook = open_page([CELLS[0].replace("(X, 4)", f"(X, 4, {of})")])
    notebook.page.wait_for_selector(".dc .statusbar[data-state=settled]")
    notebook.keep_busy(4)
    draws = int(notebook.page.locator(SCATTER).get_attribute("data-draws"))
    cell(notebook, LOSS, 0, 2).click()
    for key in ("5", "Enter"):
        notebook.page.keyboard.press(key)
    notebook.page.get_by_role("radio", name="l2").click()
    notebook.page.get_by_role("button", name="clusters: one more").click()
    notebook.page.get_by_role("slider", name="penalty").press("Home")
    notebook.page.wait_for_function(
        "(n) => Number(document.querySelector('.dc canvas').dataset.draws) >= n", arg=draws + 4
    )
    notebook.page.wait_for_selector(".dc .statusbar[data-state=settled]")
    assert "loss; " in notebook.page.locator(".dc .statusbar .said").text_content()
    asked = "(explorer.n_clusters, explorer.penalty, explorer.state) == (5, 0, 'settled')"
    notebook.wait_python(asked)
    told = notebook.python("", "list(explorer._labelling['labels'])")
    assert notebook.python("", "explorer.labels_.tolist()") == told
    assert notebook.python("", "explorer.objective_ == explorer._labelling['objective']")
    J, words = notebook.python("", "(explorer.objective_, repr(explorer))")
    for name in ("zero_one", "cluhsic"):
        kept = f"explorer._compared('{name}').tolist() == list(explorer._{name}['labels'])"
        assert notebook.python("", kept)
    reads = notebook.page.locator(".dc .read").text_content()
    share = words.split("% of the most")[0].split()[-1]
    moved, unlike = (words.split(f" {of}")[0].split()[-1] for of in ("of 100", "unlike CLUHSIC"))
    assert f"{share} % of the most" in reads
    called = "whatever they are called."
    assert reads.count(called) == 2
    assert [read.split("of 100")[0] for read in reads.split(called)[1:]] == [moved, unlike]
    assert f"{abs(J):.2f}" in reads
    assert notebook.errors == []


def test_the_copied_line_reproduces_the_screen(explorer):
    explorer.page.evaluate(
        "Object.defineProperty(navigator, 'clipboard', { value: { writeText: (text) => {"
        " globalThis.copied = text; return Promise.resolve(); } } })"
    )
    for change in (
        "explorer.preset = 'ring'",
        "explorer.loss_preset = 'zero-one'; explorer.normalization = 'l2'",
        "loss = explorer.loss.copy(); loss[0, 1] = loss[1, 0] = 2.5; explorer.loss = loss",
    ):
        explorer.python(change)
        explorer.wait_python("explorer.state == 'settled'")
        explorer.page.get_by_role("button", name="Copy Python").click()
        line = explorer.page.evaluate("globalThis.copied")
        explorer.python("from depcluster import CLUHSICAL, labels")
        fit = line.replace(".fit_predict(X)", ".fit(X).objective_")
        assert explorer.python("", f"{fit} <= explorer.objective_ + 1e-6")
        assert explorer.python("", f"{fit} >= explorer.objective_ - 1e-3")
