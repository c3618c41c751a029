"""What the perturbation explorer sends to its front end: arrays as bytes, numbers, words."""

from __future__ import annotations

import numpy as np


def arrays(given, shaken, mode, amount):
    """Everything on screen that follows from two clusterings; infinite numbers are None.

    Parameters
    ----------
    given : Given
    shaken : Shaken
    mode : Mode
    amount : float

    Returns
    -------
    dict
    """
    theorem = shaken.theorem
    sizes = np.bincount(given.labels)
    moved = int(np.count_nonzero(given.labels != shaken.labels))
    return {
        "perturb": mode.value,
        "amount": amount,
        "label": mode.label,
        "amount_text": mode.text(amount),
        "amount_short": mode.short(amount),
        "n_clusters": len(sizes),
        "labels": given.labels.astype(np.uint8).tobytes(),
        "perturbed_labels": shaken.labels.astype(np.uint8).tobytes(),
        "perturbed_points": shaken.points.astype(np.float32).tobytes(),
        "moved": moved,
        "values": given.values.tolist(),
        "perturbed_values": shaken.values.tolist(),
        "eigengap": theorem.eigengap,
        "perturbed_eigengap": theorem.eigengap_perturbed,
        "epsilon": theorem.epsilon,
        "bound": _finite(theorem.bound),
        "trivial": theorem.trivial,
        "terms": [
            _finite(term)
            for term in (theorem.term_delta, theorem.term_delta_perturbed, theorem.term_gamma)
        ],
        "verdict": verdict(theorem),
        "foot": _foot(given, shaken, mode, amount),
    }


def curve(known):
    """The computed part of a curve, stop by stop.

    Parameters
    ----------
    known : list of Shaken

    Returns
    -------
    dict
    """
    return {
        "epsilon": [shaken.theorem.epsilon for shaken in known],
        "bound": [_finite(shaken.theorem.bound) for shaken in known],
    }


def verdict(theorem):
    """Whether the bound says anything, and why not.

    Parameters
    ----------
    theorem : PerturbationBound

    Returns
    -------
    dict
        "vacuous", "title" and "reason".
    """
    cap = f"2(c \u2212 1) = {theorem.trivial:g}"
    if theorem.reason:
        title, reason = "Vacuous", f"The bound is infinite, because {theorem.reason}."
    elif theorem.vacuous:
        title = "Vacuous"
        reason = (
            f"The bound {theorem.bound:.2f} is above {cap}, which holds for any two partitions."
        )
    else:
        title = "Informative"
        reason = f"ε can be at most {theorem.bound:.2f}; any two partitions stay within {cap}."
    return {"vacuous": theorem.vacuous, "title": title, "reason": reason}


def _foot(given, shaken, mode, amount):
    change = f"K changed by {100 * shaken.change:.0f} %"
    words = given.width, mode.share(amount), change, f"found from the {shaken.start}"
    return "; ".join(filter(None, words))


def _finite(x):
    return float(x) if np.isfinite(x) else None
