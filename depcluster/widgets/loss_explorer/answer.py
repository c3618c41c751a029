"""What the loss explorer sends to its front end: labels as bytes, numbers, words."""

from __future__ import annotations

import numpy as np

from ..explorer.answer import changed, label_kernel_text
from .engine import CLUHSIC, LOSS, ZERO_ONE


def arrays(fits, plane):
    """Everything on screen that Python knows better than the page.

    Parameters
    ----------
    fits : Fits
    plane : str
        Caption of the plane.

    Returns
    -------
    dict
    """
    labels, objective = fits.found[LOSS]
    ringed = fits.unlike(ZERO_ONE)
    unlike = int(ringed.sum())
    points = ", ".join(filter(None, [f"{len(labels)} points", plane]))
    return {
        "labels": labels.astype(np.uint8).tobytes(),
        "sizes": np.bincount(labels, minlength=len(fits.question.loss)).tolist(),
        "objective": float(objective),
        "ringed": ringed.astype(np.uint8).tobytes(),
        "unlike_zero_one": unlike,
        "unlike_cluhsic": int(fits.unlike(CLUHSIC).sum()),
        "note": f"{points}; {unlike} ringed, unlike zero-one" if unlike else points,
    }


def foot(question, labels, before):
    """The status line."""
    what = f"{question.preset} label kernel, {question.loss_preset} loss"
    return "; ".join(filter(None, [what, changed(labels, before)]))


def python_line(engine, question, samples):
    """The line of Python that fits what is on screen; ``samples`` is the text for the samples."""
    A, loss = question.label_kernel, f'"{question.loss_preset}"'
    if question.loss_preset == "custom":
        loss = str(np.round(question.loss, 6).tolist())
    norm = f'"{question.normalization}"' if question.normalization else None
    width = f", gamma={engine.gamma:.6g}" if engine.gamma else ""
    return (
        f"CLUHSICAL({len(A)}, label_kernel={label_kernel_text(A, question.preset)}, "
        f"loss={loss}, normalization={norm}, penalty={question.penalty:g}, "
        f'kernel="{engine.kernel}"{width}, random_state={engine.random_state})'
        f".fit_predict({samples})"
    )
