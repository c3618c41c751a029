"""Explorers in a room: whatever they show, they are as high as before."""

import pytest

from browser.lab import wait_painted
from browser.rooms import ROOMS, SMALLEST
from browser.touching import seat, touching

HEAD = """
import numpy as np
from depcluster.datasets import make_blobs4, make_faces
from depcluster.widgets import *
X, _ = make_blobs4(60)
seven = np.repeat(4 * np.random.default_rng(1).standard_normal((7, 10)), 20, axis=0)
seven += np.random.default_rng(0).standard_normal((140, 10))
faces = make_faces(45)[0]
"""
STATES = {  # what is made, and what is then shown one after the other
    "loss": (
        "LossExplorer(X, 4)",
        "label_kernel = -np.eye(4)",
        "n_clusters, explorer.preset = 10, 'tree'",
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
}
CUT = """(all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.textContent)"""
SAID = ".dc > .statusbar:is([data-state=settled], [data-state=refused])"
WORDS = "loss", "perturbation"  # words and lines of charts keep apart there
GROWS = ("phone", "loss")  # ten labels are higher than four, one below the other


@pytest.mark.parametrize("room", ["half a laptop", "phone"])
def test_no_state_changes_a_height_and_nothing_sticks_out(open_page, room):
    width, height, most = ROOMS[room]
    for name, (made, *states) in STATES.items():
        notebook = open_page(
            [HEAD, f"explorer = {made}\nexplorer"], width=width, height=height, touch=not most
        )
        notebook.page.wait_for_selector(SAID)
        heights = set()
        for state in ("panels = explorer.panels", *states):
            notebook.python(f"explorer.{state}")
            wait_painted(notebook.page)
            notebook.page.wait_for_selector(SAID)
            wait_painted(notebook.page)
            found, where = seat(notebook.page), (room, name, state)
            assert found["least"] >= SMALLEST, where
            assert found["out"] == [], where
            assert notebook.page.locator(".dc :is(.v, .lab)").evaluate_all(CUT) == [], where
            if name in WORDS:
                assert touching(notebook.page) == [], where
            heights.add(round(found["height"]))
        assert len(heights) == 1 or (room, name) == GROWS, (room, name, heights)
        assert most is None or max(heights) <= most, (room, name, heights)
        assert notebook.errors == []
