"""The explorers of the notebooks whose main slider works on the site, made as they are there."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.datasets import load_digits, make_moons

from depcluster.datasets import (
    make_blobs4,
    make_circle,
    make_collinear,
    make_crescents,
    make_nine,
    make_row,
    make_xor,
)
from depcluster.labels.kernels import PRESETS
from depcluster.lessons import blaschko2008, your_data
from depcluster.widgets import (
    DataFile,
    DataPad,
    KernelExplorer,
    LossExplorer,
    ModelSelectionExplorer,
    PadExplorer,
    PerturbationExplorer,
    TaxonomyExplorer,
)


@dataclass
class Slider:
    """What an explorer's main slider moves, and what of the explorer lives without Python.

    Attributes
    ----------
    trait : str
    stops : callable
        ``stops(explorer)`` gives the values to record.
    alive : tuple of str
        Traits the front end answers for alone.
    rests : str
        CSS selector of the controls that need Python.
    """

    trait: str
    stops: callable
    alive: tuple = ()
    rests: str = ".controls :is(select, .seg, .step), .ed, .adding, .ghost"


def _amounts(explorer):
    mode = explorer._modes[explorer.perturb]
    return mode["amounts"][:: mode["fine"]]


def _widths(explorer):
    return np.arange(-4, 4.1, 0.5 if len(explorer.X) <= 200 else 1).tolist()


SLIDERS = {
    "KernelExplorer": Slider("width", _widths),
    "PadExplorer": Slider("width", _widths, rests=".controls :is(select, .seg, .step), .dp"),
    "PerturbationExplorer": Slider("amount", _amounts),
    "ModelSelectionExplorer": Slider(
        "n_neighbors",
        lambda explorer: explorer._frame["candidates"],
        alive=("judge", "posterior"),
        rests=".controls .seg[aria-label=kernel]",
    ),
    "LossExplorer": Slider(
        "penalty",
        lambda explorer: [] if explorer.normalization == "l1" else [0, 1, 5, 25, 100, 250],
        alive=("label_kernel", "preset", "loss", "loss_preset"),
        rests=".controls :is(.step, .seg)",
    ),
    "TaxonomyExplorer": Slider(
        "n_clusters",
        lambda explorer: list(range(explorer._limits_of[0], explorer._limits_of[1] + 1)),
        alive=("selected", "rotation"),
        rests=".controls .seg, .ed",
    ),
}
ANGLE_SLIDER = Slider("sigma", lambda explorer: explorer._sigmas[::3])
PRESET_MENU = Slider(
    "preset", lambda explorer: PRESETS, rests=".controls .step, .ed .body, .ed .travel"
)


def slider_of(name, method=None, panels=()):
    """The slider of a class; the angle method of `KernelExplorer` has its own.

    An explorer of points and a label kernel alone has no slider, but a menu of label kernels.
    """
    if {*panels} == {"points", "label_kernel"}:
        return PRESET_MENU
    return ANGLE_SLIDER if method == "angle" else SLIDERS.get(name)


def _digits():
    X = load_digits().data
    return X[np.random.default_rng(0).permutation(len(X))[:500]]


def _circle():
    panels = ("points", "label_kernel")
    return KernelExplorer(make_circle()[0], 8, colours="wheel", panels=panels)


def _judged():
    X, y = make_moons(200, noise=0.06, random_state=0)
    return KernelExplorer(X, 2, y=y, criteria=True, panels=("points", "criteria"))


def _row():
    return KernelExplorer(make_row()[0], 5, label_kernel=2 * np.eye(5), colours="ramp")


def _heaps():
    X, y = make_xor()
    return KernelExplorer(X, 2, y=y, panels=("points", "gram", "eigenvectors"))


def _shaken():
    return PerturbationExplorer(make_collinear()[0], 3, gamma=0.5, random_state=0)


def _sparse():
    X, y = make_crescents((209, 21))
    return KernelExplorer(X, 2, method="angle", weighting="affinity", sigma=0.4, y=y)


def _dense():
    X, y = make_crescents()
    return KernelExplorer(X, 2, method="angle", sigma="mean", y=y)


def _clear():
    X, y = make_crescents(random_state=4)
    return KernelExplorer(X, 2, method="angle", sigma=0.4, y=y, target=(1.4, 6))


def _ring():
    explorer = ModelSelectionExplorer(candidates=range(4, 11))
    explorer.data = "circle"
    return explorer


def _blobs():
    return ModelSelectionExplorer(make_blobs4(random_state=0)[0], 4)


def _levels():
    X, _ = make_nine()
    return LossExplorer(X, 9, label_kernel="tree", loss="zero-one", normalization=None, penalty=0)


def _growing():
    images, X, y = blaschko2008.faces()
    return TaxonomyExplorer(X, images, 3, y=y, panels=("tree", "members"))


def _faces():
    images, X, y = blaschko2008.faces(difficulty=2)
    return TaxonomyExplorer(X, images, 9, y=y, target_names=blaschko2008.FACES)


def _pad():
    X, y = make_moons(160, noise=0.07, random_state=0)
    return PadExplorer(DataPad(DataPad.fitted(X), y), n_clusters=2, width=4)


def _table():
    with tempfile.TemporaryDirectory() as folder:
        table = DataFile(your_data.example_table(Path(folder, "cells.csv")))
        return KernelExplorer(table, 2, criteria=True, panels=("points", "criteria"))


RECIPES = {
    "00_start_here": [_circle, _row, lambda: KernelExplorer(_digits(), 10)],
    "song2007_labels": [_row],
    "song2007_kernels": [_shaken, _heaps],
    "zhong2010": [_levels],
    "blaschko2008": [_growing, _faces],
    "jenssen2006": [_sparse, _dense, _clear],
    "sugiyama2011": [_ring, _blobs],
    "choosing_a_kernel": [_judged, _pad],
    "your_data": [_table],
}
