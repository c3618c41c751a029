"""What the kernel explorer sends under the angle method: arrays as bytes, numbers, words."""

from __future__ import annotations

import numpy as np

from ....labels.partition import block_sums
from ....plotting.basics import gram_pixels
from ...explorer.answer import changed
from ..samples import samples_text

N_COORDINATES = 3


def angle_arrays(seen, alone):
    """Everything on screen that follows from one answer of the angle method.

    Parameters
    ----------
    seen : Seen
    alone : ndarray of bool of shape (m,)
        Samples added or known to be outliers, to draw a circle around beside those that are
        found to be alone.

    Returns
    -------
    dict
    """
    result, m = seen.result, len(seen.K_u)
    gram = kernel_pixels(seen.K_u, result.labels)
    u = result.weights / np.median(result.weights)
    V = result.embedding / np.sqrt(result.eigenvalues)
    return {
        "method": "angle",
        "weighting": seen.weighting,
        "sigma": result.sigma,
        "labels": result.labels.astype(np.uint8).tobytes(),
        "sizes": gram["sizes"],
        "gram": {**gram, "pixels": gram["pixels"].tobytes(), "signed": False},
        "embedding": result.embedding[:, :N_COORDINATES].astype(np.float32).tobytes(),
        "means": result.means.tolist(),
        "angles": seen.angles.tolist(),
        "weights": u.astype(np.float32).tobytes(),
        "eigenvalues": (result.eigenvalues / m).tolist(),
        "eigenvectors": V.T.astype(np.float32).tobytes(),
        "cost": float(result.history[-1]),
        "divergence": result.divergence if np.isfinite(result.divergence) else None,
        "outliers": int(seen.alone.sum()),
        "error_rate": seen.error,
        "alone": np.flatnonzero(alone | seen.alone).tolist(),
        "empty": seen.alone[alone | seen.alone].tolist(),
    }


def cut(K_u):
    """K_u up to its largest entry off the diagonal: that of a lonely sample is far above."""
    off = K_u - np.diag(K_u.diagonal())
    return np.minimum(K_u, off.max() or K_u.max())


def kernel_pixels(K_u, labels):
    """K_u as bytes, as `cut` shows it, with its own block means."""
    gram = gram_pixels(cut(K_u), labels)
    sizes = np.array(gram["sizes"])
    means = block_sums(K_u, labels, len(sizes)) / np.outer(sizes, sizes)
    return {**gram, "means": means.tolist()}


def spectrum_arrays(seen):
    """The same eigenpairs and the next, for an answer that stays."""
    values, V = seen.spectrum
    c = len(seen.result.means)
    return {
        "spare": (values[c:] / len(V)).tolist(),
        "spare_vectors": V[:, c:].T.astype(np.float32).tobytes(),
    }


def width_words(sigma):
    """A window's width, and s of the kernel exp(-s d^2) that is the same."""
    return f"σ {sigma:.3g} (s {1 / (4 * sigma**2):.3g})"


def angle_foot(seen, before):
    """The status line."""
    labels, undecided = seen.result.labels, int(seen.result.undecided.sum())
    words = [f"{seen.weighting} weighting", changed(labels, before)]
    return "; ".join(filter(None, [*words, f"{undecided} undecided" if undecided else ""]))


def angle_line(seen, samples):
    """The line of Python that fits what is on screen."""
    return (
        f'AngleSpectralClustering({len(seen.result.means)}, weighting="{seen.weighting}", '
        f"sigma={seen.result.sigma:.6g}).fit_predict({samples_text(samples)})"
    )


def numbers(answer):
    """Read-outs of an answer as (label, value) pairs."""
    divergence = answer["divergence"]
    shown = [
        ("cost (11)", f"{answer['cost']:z.4f}".replace("-", "\u2212")),
        ("CS divergence", "\u221e" if divergence is None else f"{divergence:.2f}"),
        ("outliers", str(answer["outliers"])),
    ]
    if answer["error_rate"] is not None:
        shown.append(("error", f"{answer['error_rate']:.3f}"))
    return shown
