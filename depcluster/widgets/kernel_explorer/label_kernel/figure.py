"""The kernel explorer as a figure."""

from __future__ import annotations

import numpy as np

from ...._validation import counted
from ....kernels.gram import centre
from ....plotting.basics import plot_eigenvectors
from ...base.mosaic import Panel, gram, matrix, mosaic, partition
from .engine import N_VECTORS

_LAYOUT = "pad | points | gram label_kernel; eigenvectors / "


def explorer_figure(widget, found, criteria):
    """What is open of it; ``criteria`` are those over the width, and a line about them."""
    scene, samples, labels = found.scene, found.samples, found.labels
    asked, (curves, foot) = scene.controls, criteria
    note = ", ".join(filter(None, [counted(len(samples.points), "point"), samples.plane]))
    sizes, n = np.bincount(labels, minlength=found.n_clusters), min(N_VECTORS, len(scene.values))
    gap = f"eigengap {scene.eigengap:.1f}; at right the eigenvalues"
    points = partition(samples.points, labels, note, sizes)
    if widget._is_open("pad"):
        drawn = partition(samples.points, samples.classes, title="Your data")
        panels = {"pad": drawn, "points": points}
    else:
        vectors = lambda ax: plot_eigenvectors(scene.vectors[:, :n], scene.values[:n], labels, ax)  # noqa: E731
        panels = {
            "points": points,
            "gram": gram(centre(scene.problem.gram.K), labels, "Gram, centred", 224),
            "label_kernel": matrix(asked.label_kernel, "Label kernel", asked.preset, 224),
            "eigenvectors": Panel("Leading eigenvectors", vectors, gap, (), 448, 118),
        }
    return mosaic(widget, _LAYOUT + " ".join(curves), widget._opened(panels) | curves, foot)
