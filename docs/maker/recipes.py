"""The explorers of the notebooks that ask Python, and whose main slider works on the site."""

from __future__ import annotations

from dataclasses import dataclass

from depcluster.datasets import make_blobs4, make_collinear, make_crescents
from depcluster.lessons import blaschko2008
from depcluster.widgets import (
    KernelExplorer,
    ModelSelectionExplorer,
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
        CSS selector of the controls that need Python and are shown without it.
    """

    trait: str
    stops: callable
    alive: tuple = ()
    rests: str = ".controls :is(select, .seg, .step), .ed"


def _amounts(explorer):
    mode = explorer._modes[explorer.perturb]
    return mode["amounts"][:: mode["fine"]]


SLIDERS = {
    "KernelExplorer": Slider("sigma", lambda explorer: explorer._sigmas[::3], rests=""),
    "PerturbationExplorer": Slider("amount", _amounts),
    "ModelSelectionExplorer": Slider(
        "n_neighbors",
        lambda explorer: explorer._frame["candidates"],
        alive=("judge", "posterior"),
        rests=".controls .seg[aria-label=kernel]",
    ),
    "TaxonomyExplorer": Slider(
        "n_clusters",
        lambda explorer: list(range(explorer._limits_of[0], explorer._limits_of[1] + 1)),
        alive=("selected", "rotation"),
        rests=".controls .seg, .ed",
    ),
}


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


def _growing():
    images, X, y = blaschko2008.faces()
    return TaxonomyExplorer(X, images, 3, y=y, panels=("tree", "members"))


def _faces():
    images, X, y = blaschko2008.faces(difficulty=2)
    return TaxonomyExplorer(X, images, 9, y=y, target_names=blaschko2008.FACES)


RECIPES = {
    "song2007_kernels": [_shaken],
    "blaschko2008": [_growing, _faces],
    "jenssen2006": [_sparse, _dense, _clear],
    "sugiyama2011": [_ring, _blobs],
}
