"""The kernel explorer where no kernel runs."""

from __future__ import annotations

import numpy as np

from ....kernels.gram import centre
from ....plotting.basics import plot_eigenvectors
from ...base.sheet import CAPTION, HEADS, WIDTH, Sheet, signed
from .engine import N_VECTORS


def explorer_still(*, points, labels, scene, kernel, answer, plane="", below=None):
    """KernelExplorer as a figure: its pictures, read-outs and controls' values.

    ``points`` (m, 2) lie in the ``plane``, ``scene`` has the kernel matrix, its eigenpairs and the
    controls. ``below`` is a picture for the foot, with a ``height`` and ``draw(sheet, top)``.
    """
    top, scatter, side, middle = 60, 400, 224, 392
    right, A = middle + 34 + side + 24, scene.controls.label_kernel
    sizes = np.bincount(labels, minlength=len(A))
    end = top + CAPTION + scatter + 12 + 24 * -(-len(sizes) // 5)
    foot = end + (below.height if below else 0)
    sheet = Sheet(foot + 18)
    change = "" if answer["change"] is None else signed(answer["change"], 1)
    reads = [
        ("kernel", kernel, "", 190),
        ("clusters", str(len(sizes)), "", 90),
        ("width", answer["width_text"], "", 310),
        ("objective J", f"{answer['objective']:.1f}", change, 190),
        ("eigengap", f"{answer['eigengap']:.1f}", "", 100),
    ]
    sheet.readouts(0, 0, reads)
    note = ", ".join(filter(None, [f"{len(points)} points", plane]))
    sheet.partition((0, top, 370, scatter), points, labels, note, sizes)
    sheet.gram(middle, top, side, centre(scene.problem.gram.K), labels, "Gram, centred")
    cells = min(WIDTH - right - HEADS, 48 * len(A))
    sheet.label_kernel(right, top, cells, A, "Label kernel", scene.controls.preset)
    low, n = top + 2 * CAPTION + side + 16, min(N_VECTORS, len(scene.values))
    about = "points by cluster; eigenvalue at right"
    spectrum = sheet.panel(middle, low, WIDTH - middle, 118, "Leading eigenvectors", about, 20, 50)
    plot_eigenvectors(scene.vectors[:, :n], scene.values[:n], labels, spectrum)
    if below:
        below.draw(sheet, end + 4)
    sheet.foot(foot, answer["foot"])
    return sheet.figure
