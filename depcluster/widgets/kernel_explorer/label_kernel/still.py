"""The kernel explorer where no kernel runs."""

from __future__ import annotations

import numpy as np

from ...._validation import counted
from ....kernels.gram import centre
from ....plotting.basics import plot_eigenvectors
from ...base.sheet import CAPTION, HEADS, WIDTH, Sheet
from .engine import N_VECTORS, width_text


def explorer_still(
    *, points, labels, objective, scene, kernel, panels, words, plane="", drawn=None, below=None
):
    """KernelExplorer as a figure: its pictures, read-outs and controls' values.

    ``points`` (m, 2) lie in the ``plane``, ``scene`` has the kernel matrix, its eigenpairs and the
    controls, ``panels`` are the names of those to draw, ``drawn`` the classes of points drawn by
    hand. ``below`` is a picture for the foot, with a ``height`` and ``draw(sheet, top)``.
    """
    top, scatter = 60, 400
    sizes = np.bincount(labels, minlength=scene.controls.n_clusters)
    matrices = panels & {"gram", "label_kernel", "eigenvectors"}
    width, left = (370, 392) if matrices or drawn is not None else (WIDTH, WIDTH)
    end = top + CAPTION + scatter + 12 + 24 * -(-len(sizes) // (5 if width < WIDTH else 12))
    foot = end + (below.height if below else 0)
    sheet = Sheet(foot + 18)
    sheet.readouts(0, 0, _values(kernel, len(sizes), scene, objective))
    note = ", ".join(filter(None, [counted(len(points), "point"), plane]))
    if drawn is not None:
        sheet.partition((0, top, width, scatter), points, drawn, "", title="Your data")
        sheet.partition((left, top, WIDTH - left, scatter), points, labels, note, sizes)
    elif "points" in panels:
        sheet.partition((0, top, width, scatter), points, labels, note, sizes)
    else:
        left = 0
    if drawn is None:
        _matrices(sheet, left, top, labels, scene, matrices)
    if below:
        below.draw(sheet, end + 4)
    sheet.foot(foot, words)
    return sheet.figure


def _values(kernel, n_clusters, scene, objective):
    """What the controls and read-outs say."""
    return [
        ("kernel", kernel, "", 190),
        ("clusters", str(n_clusters), "", 90),
        ("width", width_text(scene), "", 310),
        ("objective J", f"{objective:.1f}", "", 190),
        ("eigengap", f"{scene.eigengap:.1f}", "", 100),
    ]


def _matrices(sheet, left, top, labels, scene, panels):
    """The Gram matrix and the label kernel over the eigenvectors, as far as they are asked for."""
    low = 224 if "eigenvectors" in panels else 344
    side = min(low, (WIDTH - left - 34) if "label_kernel" not in panels else 224)
    at = left
    if "gram" in panels:
        K = centre(scene.problem.gram.K)
        sheet.gram(at, top, side, K, labels, "Gram, centred")
        at += 34 + side + 24
    if "label_kernel" in panels:
        A = scene.controls.label_kernel
        cells = min(WIDTH - at - HEADS, 48 * len(A), low)
        sheet.label_kernel(at, top, cells, A, "Label kernel", scene.controls.preset)
    if "eigenvectors" in panels:
        below = top + 2 * CAPTION + 224 + 16 if len(panels) > 1 else top
        n, about = min(N_VECTORS, len(scene.values)), "points by cluster; eigenvalue at right"
        axes = sheet.panel(left, below, WIDTH - left, 118, "Leading eigenvectors", about, 20, 50)
        plot_eigenvectors(scene.vectors[:, :n], scene.values[:n], labels, axes)
