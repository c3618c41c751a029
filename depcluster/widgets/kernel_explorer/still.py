"""The kernel explorer where no kernel runs."""

from __future__ import annotations

import numpy as np

from ...plotting.basics import plot_eigenvectors, plot_label_kernel, plot_partition
from ..base.sheet import CAPTION, WIDTH, Sheet, signed
from .engine import N_VECTORS


def explorer_still(*, points, labels, scene, kernel, answer, plane="", below=None):
    """KernelExplorer as a figure: its pictures, read-outs and controls' values.

    Parameters
    ----------
    points : ndarray of shape (m, 2)
    labels : ndarray of int of shape (m,)
    scene : Scene
        Kernel matrix, eigenpairs and controls.
    kernel : str
        The kernel's label.
    answer : dict
        "width_text", "objective", "change", "eigengap" and "foot" of the answer on screen.
    plane : str, optional
        Caption of the plane.
    below : object, optional
        A picture for the foot, with a ``height`` and ``draw(sheet, top)``.

    Returns
    -------
    Figure
    """
    top, scatter, side, middle = 60, 400, 224, 392
    right = middle + 34 + side + 24
    A = scene.controls.label_kernel
    sizes = np.bincount(labels, minlength=len(A))
    breaks = 26 * (-(-len(sizes) // 14) - 1)
    end = top + CAPTION + scatter + 34 + breaks
    foot = end + (below.height if below else 0)
    sheet = Sheet(foot + 18)
    sheet.readouts(0, 0, _explorer_readouts(kernel, len(sizes), answer))
    note = ", ".join(filter(None, [f"{len(points)} points", plane]))
    plot_partition(points, labels, sheet.panel(1, top, 368, scatter, "Partition", note))
    sheet.legend(0, top + CAPTION + scatter + 2, sizes)
    sheet.gram(middle, top, side, scene.problem.gram.K, labels, "Gram, centred")
    sheet.caption(right, top, WIDTH - right, "Label kernel", scene.controls.preset)
    cells = min(WIDTH - right - 34, 48 * len(A))
    plot_label_kernel(A, sheet.axes(right + 34, top + 2 * CAPTION, cells, cells))
    low = top + 2 * CAPTION + side + 16
    about = "points by cluster; eigenvalue at right"
    sheet.caption(middle, low, WIDTH - middle, "Leading eigenvectors", about)
    n = min(N_VECTORS, len(scene.values))
    spectrum = sheet.axes(middle + 20, low + CAPTION, WIDTH - middle - 70, 118)
    plot_eigenvectors(scene.vectors[:, :n], scene.values[:n], labels, spectrum)
    if below:
        below.draw(sheet, end + 4)
    sheet.foot(foot, answer["foot"])
    return sheet.figure


def _explorer_readouts(kernel, n_clusters, answer):
    return [
        ("kernel", kernel, "", 190),
        ("clusters", str(n_clusters), "", 90),
        ("width", answer["width_text"], "", 310),
        ("objective J", f"{answer['objective']:.1f}", _change(answer), 190),
        ("eigengap", f"{answer['eigengap']:.1f}", "", 100),
    ]


def _change(answer):
    return "" if answer["change"] is None else signed(answer["change"], 1)
