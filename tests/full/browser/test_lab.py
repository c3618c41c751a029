"""Widgets in JupyterLab itself: each answers, in the theme, and JupyterLab's keys stay its own."""

from pathlib import Path

import nbformat
import pytest

from browser.keys import CELLS, HEAD, check_keys
from browser.lab import wait_painted

NOTEBOOKS = Path(__file__).parents[3] / "notebooks"


def test_each_widget_shows_and_answers(open_notebook):
    check_keys(open_notebook(CELLS))


EXPLORER = f"{HEAD}\nexplorer = KernelExplorer(X, 4)\nexplorer"
DRAWS = "Number(document.querySelector('.dc canvas').dataset.draws)"


def test_the_theme_is_that_of_jupyterlab_and_python_moves_the_page(open_notebook):
    notebook = open_notebook([EXPLORER])
    root = notebook.page.locator(".dc").first
    colours = "(root) => [getComputedStyle(root).color, getComputedStyle(root).backgroundColor]"
    notebook.page.wait_for_function(f"{DRAWS} > 0")
    light, drawn = root.evaluate(colours), notebook.page.evaluate(DRAWS)
    notebook.use_theme("JupyterLab Dark")
    notebook.page.wait_for_selector('.dc[data-theme="dark"]')
    notebook.page.wait_for_function(f"{DRAWS} > {drawn}")
    wait_painted(notebook.page)
    assert root.evaluate(colours) != light
    notebook.use_theme("JupyterLab Light")
    notebook.page.wait_for_selector('.dc[data-theme="light"]')
    wait_painted(notebook.page)
    assert root.evaluate(colours) == light
    notebook.python("explorer.width = -1.0")
    at = "document.querySelector('.dc [type=range]')?.value"
    notebook.page.wait_for_function(f"{at} === '24'")


def test_a_message_of_the_page_is_answered_beside_a_cell(open_notebook):
    """JupyterLab brings it in a thread of its own."""
    notebook = open_notebook([EXPLORER])
    notebook.page.evaluate(
        """() => {
          const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
          kernel.requestExecute({ code: "import time; time.sleep(1.5)", store_history: false });
        }"""
    )
    notebook.page.get_by_role("button", name="clusters: one more").click()
    notebook.page.get_by_role("combobox", name="preset").select_option("chain")
    notebook.wait_python("explorer.preset == 'chain' and explorer.label_kernel.shape == (5, 5)")
    notebook.wait_python("explorer._fit and explorer._fit['settled']")


def test_keys_of_a_widget_are_none_of_jupyterlab(open_notebook):
    """Otherwise d d would delete the cell, and Control+z undo an edit of the notebook."""
    notebook = open_notebook([f"{HEAD}\npad = DataPad()\npad", "", ""])
    page = notebook.page
    page.locator(".dc .board").focus()
    page.keyboard.press("Space")
    notebook.wait_python("len(pad.X) == 3")
    for key in ("d", "d", "b", "a", "Control+z"):
        page.keyboard.press(key)
    notebook.wait_python("len(pad.X) == 0")
    assert page.locator(".jp-CodeCell").count() == 3


def test_a_file_of_several_pieces_comes_whole(open_notebook):
    pytest.importorskip("pandas")
    notebook = open_notebook([f"{HEAD}\ntable = DataFile()\ntable"])
    notebook.page.get_by_role("button", name="Choose a file").wait_for()
    text = "a,b\n" + "\n".join(f"{i % 13},{i % 7}" for i in range(300_000))
    file = {"name": "long.csv", "mimeType": "text/csv", "buffer": text.encode()}
    notebook.page.set_input_files(".df input[type=file]", file)
    notebook.page.get_by_text("2000 of 300000 rows, drawn with seed 0").wait_for()


MINE = "name;age;score;group\n" + "\n".join(
    f"p{i};{20 + 30 * (i % 2) + i % 5},5;{i % 7 - 40 * (i % 2)};{'ab'[i % 2]}" for i in range(40)
)


def test_the_page_of_a_file_that_is_chosen_ends_in_a_report_of_the_labels_judged(open_notebook):
    pytest.importorskip("pandas")
    lesson = nbformat.read(NOTEBOOKS / "your_data.ipynb", as_version=4)
    cells = [cell.source for cell in lesson.cells if cell.cell_type == "code"]
    start = next(i for i, code in enumerate(cells) if code.startswith("# Your table"))
    notebook = open_notebook(cells[: start + 1])
    file = {"name": "mine.csv", "mimeType": "text/csv", "buffer": MINE.encode()}
    notebook.page.set_input_files(".df input[type=file]", file)
    notebook.wait_python("table.table and table.table.name == 'mine.csv' and len(table) == 40")
    notebook.page.get_by_role("combobox", name="label").select_option(label="group")
    notebook.wait_python("table.target_names == ('a', 'b')")
    for code in cells[start + 1 :]:
        notebook.python(code, seconds=240)
    label = "import base64, csv, io\npage = (folder / 'report.html').read_text()\n"
    label += "data = re.search('base64,([^\"]+)', page)[1]\n"
    label += "rows = list(csv.DictReader(io.StringIO(base64.b64decode(data).decode())))"
    judged = notebook.python(label, "([int(row['label']) for row in rows], choice.labels.tolist())")
    assert judged[0] == judged[1]
    assert notebook.python("", "'Clusters of mine.csv' in page")
    assert notebook.python("", "'score' in page and 'mean radius' not in page")


def test_after_a_restart_the_foot_says_how_to_join_python_and_the_cell_does(open_notebook):
    notebook = open_notebook([EXPLORER])
    notebook.page.wait_for_selector(".dc > .statusbar[data-state=settled]")
    restart = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"
    notebook.page.evaluate(f"async () => {{ await {restart}; }}")
    join = notebook.page.get_by_text("again to join it").first
    join.wait_for()
    notebook.wait_idle()
    value = notebook.page.locator(".dc .read .v").first
    before = value.inner_text()
    notebook.page.get_by_role("slider", name="width").press("PageUp")
    notebook.page.wait_for_function(
        "([node, before]) => node.innerText !== before", arg=[value.element_handle(), before]
    )
    assert notebook.run_all() == []
    join.wait_for(state="detached")
    notebook.page.get_by_role("slider", name="width").press("PageUp")
    notebook.wait_python("explorer.width == 0.5")
