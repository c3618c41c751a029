"""The model-selection explorer's answer in words and numbers, where no page tells them."""

from __future__ import annotations

KERNEL_NAMES = {None: "as printed", "sym": "sym"}
JUDGE_NAMES = {"lsmi": "LSMI", "smi": "the estimate (8)"}


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
        "lsmi": lsmi,
        "smi": [tried[t].result.smi if t in tried else None for t in engine.candidates],
        "undecided": [tried[t].undecided if t in tried else None for t in engine.candidates],
        "choice": {judge: engine.choice(normalization, judge) for judge in JUDGE_NAMES},
    }


def verdict(engine, normalization, judge):
    """Whom the judge chose, or how far it has come."""
    choice, n = engine.choice(normalization, judge), len(engine.candidates)
    if choice is None:
        judged = n - engine.known(normalization).count(None)
        return f"{judged} of {n} candidates judged"
    return f"{JUDGE_NAMES[judge]} chooses t = {choice} of {n} candidates"
