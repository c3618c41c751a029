"""Shapes clustered at every width, and what the page needs of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from sklearn.metrics import adjusted_rand_score

from ...._validation import check_labels
from ....kernels.matrix import median_rule
from ....labels.renaming import align_labels
from ....papers.song2007.cluhsic import CLUHSIC
from ..points import flat_points


@dataclass(frozen=True)
class Shape:
    """Points, and what CLUHSIC finds in them at each width."""

    X: np.ndarray
    shown: bytes  # X as it is sent, see `flat_points`
    unit: float
    rule: float  # the median rule's width
    labels: np.ndarray  # (n_factors, m), named like those of the width before, or the true groups
    ari: np.ndarray  # with the true groups

    def sent(self, name):
        """What the page is told."""
        return {
            "name": name,
            "points": self.shown,
            "s": self.rule,
            "unit": self.unit,
            "labels": self.labels.astype(np.uint8).tobytes(),
            "ari": self.ari.tolist(),
        }


def fitted(X, y, n_clusters, factors, n_init, random_state):
    """A `Shape`, clustered by CLUHSIC with a Gaussian kernel at multiples of the median rule."""
    X, shown, unit = flat_points(X)
    y, rule = check_labels(y, len(X), name="y", every=False), float(median_rule(X))
    alike = np.eye(n_clusters)
    labels, before = [], np.minimum(y, n_clusters - 1)
    for factor in factors:
        fit = CLUHSIC(
            n_clusters, gamma=factor * rule, n_init=n_init, random_state=random_state
        ).fit(X)
        before = align_labels(fit.labels_, before, alike)
        labels.append(before)
    ari = np.array([adjusted_rand_score(y, found) for found in labels])
    return Shape(X, shown, unit, rule, np.array(labels), ari)
