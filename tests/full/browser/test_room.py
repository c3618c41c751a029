"""Every widget fits the room, a projector, half a laptop or a phone, and can be read there."""

from importlib.util import find_spec

import pytest

from browser.lab import wait_painted
from browser.rooms import MEASURE, ROOMS
from browser.touching import violations

HEAD = """
import numpy as np
from sklearn.datasets import load_digits
from depcluster.datasets import *
from depcluster.widgets import *
X, y = make_blobs4(40)
rows = [f"{a:.3f},{b:.3f},{i % 7},{'abcd'[k]}" for i, ((a, b), k) in enumerate(zip(X, y))]
rows[5] = "1,no,2,a"
open("blobs.csv", "w").write("\\n".join(["long,wide,day,kind", *rows]))
row = make_row()[0]
digits = load_digits()
"""
WIDGETS = {
    "KernelExplorer": "KernelExplorer(X, 4)",
    "KernelExplorer, ten clusters": "KernelExplorer(X, 10, label_kernel='ring')",
    "KernelExplorer, a row": "KernelExplorer(row, 5)",
    "KernelExplorer, criteria": "KernelExplorer(X, 4, criteria=True)",
    "KernelExplorer, two panels": "KernelExplorer(X, 4, panels=('points', 'gram'))",
    "KernelExplorer, angle": "KernelExplorer(X, 3, method='angle', y=y)",
    "PadExplorer": "PadExplorer(DataPad.fitted(X), 4, y=y)",
    "PadExplorer, empty": "PadExplorer()",
    "LossExplorer": "LossExplorer(X, 4, label_kernel='tree')",
    "LossExplorer, nine clusters": "LossExplorer(X, 9)",
    "PerturbationExplorer": "PerturbationExplorer(X, 4)",
    "ModelSelectionExplorer": "ModelSelectionExplorer(X, 4)",
    "TaxonomyExplorer": "TaxonomyExplorer(digits.data[:60], thumbnails=digits.images[:60], "
    "n_clusters=6, n_init=2, y=digits.target[:60])",
    "TaxonomyExplorer, free": "TaxonomyExplorer(digits.data[:60], structure='free', "
    "thumbnails=digits.images[:60], n_clusters=9, n_init=2, y=digits.target[:60])",
    "PairSimilarity": "PairSimilarity(X, y)",
    "HsicTables": "HsicTables(np.exp(-((X[:, None] - X) ** 2).sum(-1)), y)",
    "BlockSums": "BlockSums(np.cov(X[:6]), [0, 0, 1, 1, 2, 2])",
    "KernelWidthSlider": "KernelWidthSlider({'four blobs': (X, y), 'a row': make_row()}, 4, "
    "n_init=2)",
    "ClassSizes": "ClassSizes({name: (X, y, [5, 5, 5, 5], [6, 5, 3, 2]) "
    "for name in ('four blobs', 'four blobs, shaken')})",
    "PartitionStepper": "PartitionStepper(X, 4)",
    "GramView": "GramView(np.exp(-((X[:, None] - X) ** 2).sum(-1)), y)",
    "LabelKernelEditor": "LabelKernelEditor(8, preset='ring')",
    "DataPad": "DataPad(DataPad.fitted(X), y)",
    "DataFile": "DataFile('blobs.csv', label='kind', missing='median')",
    "DataFile, none yet": "DataFile()",
    "KernelExplorer, of a file": "KernelExplorer(DataFile('blobs.csv'), 4)",
    "DensityAngle": "DensityAngle()",
    "CoinMosaic": "CoinMosaic()",
    "NewPoint": "NewPoint(X, 4)",
    "FourLeaves": "FourLeaves()",
    "FourLeaves, free": "FourLeaves(free=True)",
    "TurningViews": "TurningViews(digits.images[:60] / 16, np.arange(60) * 6, "
    "digits.data[:60, 20:22], digits.target[:60])",
    "FilingTree": "FilingTree()",
    "FilingTree, nine leaves": "FilingTree((3, 3), truth=np.arange(40) % 9, "
    "filed=np.arange(40) % 7)",
    "LabelSprings": "LabelSprings(X, y)",
    "LonePoint": "LonePoint(X)",
    "CosineDial": "CosineDial(np.exp(-((X[:, None] - X) ** 2).sum(-1)), y)",
    "CosineDial, ten clusters": "CosineDial(np.exp(-((X[:, None] - X) ** 2).sum(-1)), "
    "np.arange(len(X)) % 10, 'ring')",
    "LabelKernelSlider": "LabelKernelSlider(X, {2: 2 * np.eye(4), 3: 3 * np.eye(4)})",
    "PieceGraph": "PieceGraph(np.eye(6) + 0.5 * np.eye(6, k=1) + 0.5 * np.eye(6, k=-1))",
}
if not find_spec("pandas"):
    WIDGETS = {name: made for name, made in WIDGETS.items() if "blobs.csv" not in made}
LISTED = "small", "wide", "scrolled"


@pytest.fixture(scope="module")
def notebook(plain_page):
    plain_page.show([HEAD, *WIDGETS.values()])
    return plain_page


@pytest.mark.parametrize("room", ROOMS)
def test_every_widget_fits(notebook, room):
    width, height, most = ROOMS[room]
    notebook.page.set_viewport_size({"width": width, "height": height})
    wait_painted(notebook.page)
    hosts = notebook.page.locator(".jp-OutputArea-output .dc-host:not(.dc-host .dc-host)")
    measures = hosts.evaluate_all(f"(hosts) => hosts.map({MEASURE})")
    found = dict(zip(WIDGETS, measures, strict=True))
    for what in LISTED:
        assert {name: f[what] for name, f in found.items() if f[what]} == {}, what
    heights = {name: f["height"] for name, f in found.items()}
    assert {name: high for name, high in heights.items() if most and high > most} == {}


def test_every_widget_can_be_read_and_used(notebook):
    """By day; in the dark that is told by the walk."""
    notebook.page.set_viewport_size({"width": 1280, "height": 720})
    wait_painted(notebook.page)
    assert violations(notebook.page, ".jp-Notebook") == {}
