"""Every widget in Firefox: it draws, the explorers answer a hand, and a saved page lives."""

from pathlib import Path

import pytest
from made import MAKE

from browser.plain import PlainCells
from depcluster.datasets import make_circle
from depcluster.widgets import KernelExplorer

SUPPORT = str(Path(__file__).parents[2] / "support")
HEAD = (
    "import numpy as np\n"
    "from depcluster.datasets import make_blobs4\n"
    "from depcluster.widgets import *\n"
    "X, y = make_blobs4(40)\n"
)
SETTLED = "document.querySelector('.dc > .statusbar[data-state=settled]')"
HOST = ".jp-OutputArea-output .dc-host:not(.dc-host .dc-host)"
# Of each widget whether something is drawn, and no canvas in view is blank.
DRAWN = """[...document.querySelectorAll("HOST")].map((root) => {
  const isShown = (node) => node.getClientRects().length > 0;
  const isBlank = (canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const pixels = new Uint32Array(data.buffer);
    return pixels.every((pixel) => pixel === pixels[0]);
  };
  const canvases = [...root.querySelectorAll("canvas:not(.over)")].filter(isShown);
  const marks = root.querySelectorAll("svg :is(path, circle, line, rect, text), table td, img");
  return canvases.length + [...marks].filter(isShown).length > 0 && !canvases.some(isBlank);
})""".replace("HOST", HOST)


@pytest.fixture
def open_page(firefox, plain_server):
    """Show the widgets of the given cells in a plain page."""

    def open_it(cells):
        notebook = PlainCells(plain_server, firefox)
        notebook.show(cells)
        return notebook

    return open_it


def test_each_widget_draws(open_page):
    made = f"import sys\nsys.path.append({SUPPORT!r})\nfrom made import MAKE\n"
    notebook = open_page([f"{made}made = iter(MAKE.values())", *["next(made)()"] * len(MAKE)])
    notebook.page.wait_for(f"document.querySelectorAll('{HOST}').length === {len(MAKE)}")
    notebook.page.wait_for(f"{DRAWN}.every((drawn) => drawn)")
    assert notebook.errors == []


def test_explorers_answer_a_hand_and_a_file_is_chosen(open_page, tmp_path):
    pytest.importorskip("pandas")
    notebook = open_page(
        [
            f"{HEAD}kernel = KernelExplorer(X, 4)\nkernel",
            "loss = LossExplorer(X, 4)\nloss",
            "pad = PadExplorer(DataPad.fitted(X), 4)\npad",
            "table = DataFile()\ntable",
        ]
    )
    page, path = notebook.page, tmp_path / "few.csv"
    page.press("[aria-label=width]", "ArrowLeft")
    notebook.wait_python("kernel.width == -0.125 and kernel._fit and kernel._fit['settled']")
    page.wait_for(SETTLED)
    told = page.evaluate("() => document.querySelector('.dc .read .v').textContent")
    assert told == f"{notebook.python('', 'kernel.objective_'):.2f}"
    page.press("[data-panel=loss] [data-cell='0,2']", "+")
    notebook.wait_python("loss.loss[2, 0] == 2.1 and loss._fit and loss._fit['settled']")
    x, y = page.middle(".dc .board")
    page.drag((x - 60, y), (x - 30, y + 10), (x, y + 20))
    notebook.wait_python("len(pad.pad.X) > 40 and len(pad.labels_) == len(pad.pad.X)")
    path.write_text("a,b\n1,2\n3,5\n4,4\n")
    page.choose(".df input[type=file]", path)
    notebook.wait_python("table.X.shape == (3, 2)")
    page.wait_for("document.querySelector('.df').innerText.includes('few.csv')")
    assert notebook.errors == []


def test_a_saved_page_lives(firefox, tmp_path):
    X, _ = make_circle(n_samples=60)
    path = KernelExplorer(X, 4, label_kernel="ring").save_html(tmp_path / "ring.html")
    firefox.goto(path.as_uri())
    firefox.wait_for(SETTLED)
    value = "document.querySelector('.dc .read .v').textContent"
    before = firefox.evaluate(f"() => {value}")
    firefox.press("[aria-label=width]", "Home")
    firefox.wait_for(f"{value} !== given", before)
    firefox.wait_for(SETTLED)
    assert firefox.evaluate("() => document.getElementById('wrong').textContent") == ""
    assert firefox.errors == []
