"""What the model-selection explorer sends to its front end: arrays as bytes, numbers, words."""

from __future__ import annotations

import numpy as np

KERNEL_NAMES = {None: "as printed", "sym": "sym"}
JUDGE_NAMES = {"lsmi": "LSMI", "smi": "the estimate (8)"}


def arrays(seen, normalization, posterior):
    """Everything on screen that belongs to one candidate.

    Parameters
    ----------
    seen : Seen
    normalization : {None, "sym"}
    posterior : ndarray of uint8 of shape (g, g) or None

    Returns
    -------
    dict
    """
    tried, labels = seen.tried, seen.labels
    largest = tried.weights.max(initial=0) or 1.0
    return {
        "n_neighbors": tried.kernel.n_neighbors,
        "kernel_normalization": normalization,
        "labels": labels.astype(np.uint8).tobytes(),
        "names": seen.names.tolist(),
        "sizes": np.bincount(labels, minlength=len(seen.names)).tolist(),
        "hollow": tried.result.undecided.astype(np.uint8).tobytes(),
        "undecided": tried.undecided,
        "pieces": tried.pieces,
        "edges": tried.edges.astype(np.uint32).tobytes(),
        "weights": np.rint(255 * tried.weights / largest).astype(np.uint8).tobytes(),
        "vectors": tried.vectors.T.astype(np.float32).tobytes(),
        "values": tried.values.tolist(),
        "posterior": b"" if posterior is None else seen.renamed(posterior).tobytes(),
        "foot": foot(seen, normalization),
    }


def curve(engine, normalization):
    """Both judges' values of every candidate as far as they are known, and what they chose.

    Parameters
    ----------
    engine : Engine
    normalization : {None, "sym"}

    Returns
    -------
    dict
        Lists with None for candidates to come; a choice is None until all are judged.
    """
    lsmi = engine.known(normalization)
    judged = [t for t, value in zip(engine.candidates, lsmi, strict=True) if value is not None]
    tried = {t: engine.tried(normalization, t) for t in judged}
    return {
        "kernel_normalization": normalization,
        "lsmi": lsmi,
        "smi": [tried[t].result.smi if t in tried else None for t in engine.candidates],
        "undecided": [tried[t].undecided if t in tried else None for t in engine.candidates],
        "choice": {judge: engine.choice(normalization, judge) for judge in JUDGE_NAMES},
        "verdict": {judge: verdict(engine, normalization, judge) for judge in JUDGE_NAMES},
    }


def foot(seen, normalization):
    """The status line of one candidate."""
    tried = seen.tried
    words = f"{KERNEL_NAMES[normalization]}, t = {tried.kernel.n_neighbors}"
    edges = f"{len(tried.edges)} edges"
    return f"{words}: " + ", ".join(filter(None, [edges, seen.change]))


def verdict(engine, normalization, judge):
    """Whom the judge chose, or how far it has come."""
    choice, n = engine.choice(normalization, judge), len(engine.candidates)
    if choice is None:
        judged = n - engine.known(normalization).count(None)
        return f"{judged} of {n} candidates judged"
    return f"{JUDGE_NAMES[judge]} chooses t = {choice} of {n} candidates"


def python_line(tried, normalization, n_clusters, samples):
    """The line of Python that fits what is on screen; ``samples`` is the text for the samples."""
    norm = f', kernel_normalization="{normalization}"' if normalization else ""
    t = tried.kernel.n_neighbors
    return f"SMIC({n_clusters}, n_neighbors={t}{norm}).fit_predict({samples})"


def frame(engine):
    """What the page knows of the samples: candidates, corners, cells of the map."""
    return {
        "n_clusters": engine.n_clusters,
        "candidates": engine.candidates,
        "bound": engine.bound,
        "extent": engine.extent,
        "plane": engine.plane,
        "grid": [engine.grid_size, *engine.grid_extent] if engine.has_map else [],
    }
