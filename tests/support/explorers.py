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

EXPLORERS = (
    KernelExplorer,
    LossExplorer,
    ModelSelectionExplorer,
    PerturbationExplorer,
    TaxonomyExplorer,
)
every = pytest.mark.parametrize("explorer_of", EXPLORERS, ids=lambda made: made.__name__)


class AngleExplorer(KernelExplorer):
    """KernelExplorer under its second method."""

    def __init__(self, X, n_clusters=3, **options):
        super().__init__(X, n_clusters, method="angle", **options)


def points_sent(explorer):
    """Points of the plane as the page is sent them, shape (m, 2)."""
    by_name = explorer._input if isinstance(explorer, ModelSelectionExplorer) else {}
    return np.frombuffer(by_name.get("points") or explorer._points, np.float32).reshape(-1, 2)
