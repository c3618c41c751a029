"""What the loss explorer sends to its front end: labels as bytes, numbers, words."""

from __future__ import annotations

import numpy as np

from ..._validation import counted
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
    labels = fits.found[LOSS][0]
    ringed = fits.unlike(ZERO_ONE)
    unlike = int(ringed.sum())
    points = ", ".join(filter(None, [counted(len(labels), "point"), plane]))
    return {
        "labels": labels.astype(np.uint8).tobytes(),
        "sizes": np.bincount(labels, minlength=len(fits.question.loss)).tolist(),
        **words_of(fits),
        "ringed": ringed.astype(np.uint8).tobytes(),
        "unlike_zero_one": unlike,
        "unlike_cluhsic": int(fits.unlike(CLUHSIC).sum()),
        "note": f"{points}, {unlike} ringed" if unlike else points,
    }


def words_of(fits):
    """The objective, its share of the most, and what it consists of."""
    J, scale = fits.found[LOSS][1], fits.scale
    share = "" if scale.share is None else f"{100 * scale.share:.0f} % of the most"
    return {
        "objective": float(J),
        "J": readable(J),
        "share": share,
        "scale": _scale_words(J, scale),
    }


def _scale_words(J, scale):
    words = (
        f"J is larger the better, and may be negative: a reward of {readable(scale.reward)} less "
        f"a penalty of {readable(scale.charge)}, {readable(J)} in all. "
    )
    if scale.share is None:
        return words + "Here no partition is rewarded more than another."
    return words + (
        f"No partition into clusters of these sizes has a reward above {readable(scale.most)}; "
        f"points dealt out at random have {100 * scale.chance / scale.most:.0f} % of it on average."
    )


def readable(x):
    """A number of four digits or more, the large ones in groups of three.

    Parameters
    ----------
    x : float

    Returns
    -------
    str

    Examples
    --------
    >>> [readable(x) for x in (-8.0642, 0.00012, 99.96, 146250.7, -2.5e9, 0)]
    ['−8.06', '1.2×10⁻⁴', '99.96', '146 251', '−2.5×10⁹', '0.00']
    """
    size, sign = abs(x), "−" if x < 0 else ""
    if size == 0 or 0.01 <= size < 1e7:
        text = f"{size:.2f}" if size < 1000 else f"{size:,.0f}".replace(",", " ")
        return sign + text
    front, power = f"{size:.1e}".split("e")
    return f"{sign}{front}{raised(int(power))}"


def raised(power):
    """A power of ten.

    Examples
    --------
    >>> raised(-12)
    '×10⁻¹²'
    """
    return "×10" + str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


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
