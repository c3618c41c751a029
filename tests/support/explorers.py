"""What the tests of the explorers share: all five of them, and what they show and say."""

import numpy as np
import pytest

from depcluster.widgets import (
    KernelExplorer,
    LossExplorer,
    ModelSelectionExplorer,
    PerturbationExplorer,
    TaxonomyExplorer,
)

ANSWERS = {  # the folder and the function of what the page of each computes
    KernelExplorer: ("kernel_explorer", "createKernelAnswers"),
    LossExplorer: ("loss_explorer", "createLossAnswers"),
    ModelSelectionExplorer: ("model_selection_explorer", "createSelectionAnswers"),
    PerturbationExplorer: ("perturbation_explorer", "createPerturbationAnswers"),
    TaxonomyExplorer: ("taxonomy_explorer/page", "createTaxonomyAnswers"),
}
every = pytest.mark.parametrize("explorer_of", ANSWERS, ids=lambda made: made.__name__)


class AngleExplorer(KernelExplorer):
    """KernelExplorer under its second method."""

    def __init__(self, X, n_clusters=3, **options):
        super().__init__(X, n_clusters, method="angle", **options)


def points_sent(explorer):
    """Points of the plane as the page is sent them, shape (m, 2)."""
    by_name = explorer._input if isinstance(explorer, ModelSelectionExplorer) else {}
    return np.frombuffer(by_name.get("points") or explorer._points, np.float32).reshape(-1, 2)
