"""Widgets in a room: whatever they show, they are as high as before, and nothing sticks out."""

import pytest

from browser.lab import wait_painted
from browser.rooms import MEASURE, ROOMS
from browser.touching import touching

HEAD = """
import numpy as np
from depcluster.datasets import make_blobs4
from depcluster.kernels import kernel_matrix
from depcluster.reproduction.datasets import make_faces
from depcluster.widgets import *
X, y = make_blobs4(60)
K = kernel_matrix(X)
seven = np.repeat(4 * np.random.default_rng(1).standard_normal((7, 10)), 20, axis=0)
seven += np.random.default_rng(0).standard_normal((140, 10))
faces = make_faces(45)[0]
many = np.random.default_rng(0).uniform(-1, 1, (1000, 2)), np.arange(1000) % 10
"""
STATES = {  # what is made, and what is then shown one after the other
    "loss": (
        "LossExplorer(X, 4)",
        "label_kernel = -np.eye(4)",
        "n_clusters, widget.preset = 10, 'tree'",
        "label_kernel = -np.eye(10)",
    ),
    "perturbation": (
        "PerturbationExplorer(X, 10)",
        "amount = 0.32",
        "kernel = 'linear'",
        "perturb = 'rank'",
        "amount = 12",
    ),
    "selection": (
        "ModelSelectionExplorer(seven, 7)",
        "n_neighbors = 1",
        "judge = 'smi'",
        "data = 'circle'",
        "kernel_normalization = 'sym'",
        "data = 'own'",
    ),
    "taxonomy": (
        "TaxonomyExplorer(faces.reshape(45, -1), faces, 9)",
        "n_clusters = 2",
        "n_clusters = 12",
        "structure = 'free'",
        "structure = 'fixed'",
        "label_kernel = -np.eye(12)",
        "preset = 'ring'",
    ),
    "editor": (
        "LabelKernelEditor(8)",
        "n_clusters = 2",
        "n_clusters = 10",
        "preset = 'tree'",
        "value = np.eye(10) - 3.25 * np.eye(10)[::-1]",
    ),
    "gram": ("GramView(K, y, centred=True)", "sort = False", "labels = [0, 1] * 30", "sort = True"),
    "pad": ("DataPad(DataPad.fitted(X), y)", "put([])", "put(*many)"),
    "stepper": (
        "PartitionStepper(X, n_clusters=10, n_init=4)",
        "step = 1",
        "step = widget.n_steps // 2",
        "step = widget.n_steps",
    ),
}
CUT = """(all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.textContent)"""
WORDS = "loss", "perturbation"  # words and lines of charts keep apart there
GROWS = ("phone", "loss")  # ten labels are higher than four, one below the other


def opened(open_page, name, **window):
    notebook = open_page([HEAD, f"widget = {STATES[name][0]}\nwidget"], **window)
    notebook.page.locator(".dc :is(canvas, svg):visible").first.wait_for()
    return notebook


def measured(notebook):
    return notebook.page.locator(".jp-OutputArea-output .dc-host").first.evaluate(MEASURE)


def wait_shown(notebook):
    """Wait until what Python has set is on screen, and an explorer's answer to it."""
    wait_painted(notebook.page)
    notebook.page.wait_for_function("""() => {
      const state = document.querySelector(".dc > .statusbar")?.dataset.state;
      return state === undefined || state === "settled" || state === "refused";
    }""")
    wait_painted(notebook.page)


@pytest.mark.parametrize("room", ROOMS)
def test_no_state_changes_a_height_and_nothing_sticks_out(open_page, room):
    width, height, most = ROOMS[room]
    for name, (_, *states) in STATES.items():
        notebook = opened(open_page, name, width=width, height=height, touch=not most)
        heights = set()
        for state in ("layout = widget.layout", *states):
            notebook.python(f"widget.{state}")
            wait_shown(notebook)
            found, where = measured(notebook), (room, name, state)
            assert (found["small"], found["wide"]) == ([], []), where
            assert notebook.page.locator(".dc :is(.v, .lab)").evaluate_all(CUT) == [], where
            if name in WORDS:
                assert touching(notebook.page) == [], where
            heights.add(found["height"])
        assert len(heights) == 1 or (room, name) == GROWS, (room, name, heights)
        assert most is None or max(heights) <= most, (room, name, heights)


BYTES = "new DataView(new ArrayBuffer"
REFUSED = {  # the widgets without a line of their own for it: what a page may ask, in vain and not
    "editor": ("value", "[[1, 2], [3, 4]]", "get('value').map((row) => row.map((x) => x + 1))"),
    "gram": ("sort", "'evil'", "!get('sort')"),
    "pad": ("_rows", f"{BYTES}(5))", f"{BYTES}(24))"),
    "stepper": ("step", "1e9", "1"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_stands_in_the_status_bar_until_something_else_is_asked(open_page, name):
    trait, bad, good = REFUSED[name]
    notebook = opened(open_page, name)
    page, bar = notebook.page, notebook.page.locator(".dc .statusbar")
    ask = f"""() => {{
      const model = models.get({notebook.python("", "widget.model_id")!r});
      const get = (name) => model.get(name);
      model.set({trait!r}, VALUE);
      model.save_changes();
    }}"""
    before = measured(notebook)["height"]
    page.evaluate(ask.replace("VALUE", bad))
    page.locator(".dc .statusbar.wrong").wait_for()
    words = bar.locator(".said").text_content()
    assert trait.strip("_") in words
    assert words.endswith("What was on screen stays.")
    assert measured(notebook)["height"] == before
    page.evaluate(ask.replace("VALUE", good))
    page.locator(".dc .statusbar:not(.wrong)").wait_for()
