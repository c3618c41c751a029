"""What the kernel explorer sends to its front end: arrays as bytes, and words."""

from __future__ import annotations

import numpy as np

from ....kernels.gram import centre
from ....papers.song2007.cluhsic import objective_bound
from ....plotting.basics import gram_pixels
from ...explorer.answer import changed, label_kernel_text
from .engine import N_VECTORS


def arrays(scene, labels, objective):
    """Everything on screen that follows from a scene and its labels.

    Parameters
    ----------
    scene : Scene
    labels : ndarray of int of shape (m,)
    objective : float

    Returns
    -------
    dict
    """
    c, values = scene.controls.n_clusters, scene.values
    gram = gram_pixels(centre(scene.problem.gram.K), labels)
    return {
        "labels": labels.astype(np.uint8).tobytes(),
        "sizes": gram["sizes"],
        "objective": objective,
        "bound": objective_bound(values[: c - 1], scene.problem.objective.A),
        "eigengap": scene.eigengap,
        "eigenvalues": values[:N_VECTORS].tolist(),
        "eigenvectors": scene.vectors[:, :N_VECTORS].T.astype(np.float32).tobytes(),
        "gram": {**gram, "pixels": gram["pixels"].tobytes(), "signed": True},
        "gamma": scene.gamma,
        "rule": scene.rule,
        "width_text": width_text(scene),
    }


def width_text(scene):
    """The width in words, with a fixed number of decimals for its size."""
    if scene.gamma is None:
        return "this kernel has no width"
    g = scene.gamma
    text = f"{g:.2g}" if g < 0.01 or g >= 1000 else f"{g:.{3 if g < 0.1 else 2 if g < 10 else 1}f}"
    rule = "1/features" if scene.controls.kernel == "poly" else "median rule"
    return f"s {text} = {g / scene.rule:.2f} × {rule}"


def foot(preset, labels, before):
    """The status line."""
    return "; ".join(filter(None, [f"{preset} label kernel", changed(labels, before)]))


def python_line(scene, samples, random_state):
    """The line of Python that fits what is on screen; ``samples`` is the text that makes them."""
    A = scene.problem.objective.A
    kernel = label_kernel_text(A, scene.controls.preset)
    width = f", gamma={scene.gamma:.6g}" if scene.gamma else ""
    return (
        f'CLUHSIC({len(A)}, label_kernel={kernel}, kernel="{scene.controls.kernel}"{width}, '
        f"random_state={random_state}).fit_predict({samples})"
    )
