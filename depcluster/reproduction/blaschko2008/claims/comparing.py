"""Comparisons on the recorded draws of the faces: effects by level and by structure, in words."""

from __future__ import annotations

import numpy as np

from ...compare import effect
from ..cases import LETTERS, LEVELS, TAXONOMY, all_levels, draws, lower, record

ALL_OURS = [TAXONOMY] * len(LETTERS)
PAIRS = "pairs of structure and level of difficulty"


def recorded():
    """Date and versions of the faces' record."""
    return record("faces")["recorded"]


def the_draws():
    """How many draws, in words."""
    return f"{len(draws(LEVELS[0], 'entropy', TAXONOMY))} draws each of difficulty 1.5, 2 and 2.5"


def by_level(rival, ours=TAXONOMY):
    """Effects at the three levels, and their text: positive where ours is lower."""
    effects = [lower(rival, level, ours) for level in LEVELS]
    text = ", ".join(f"{e.text(digits=3)} at {x}" for e, x in zip(effects, LEVELS, strict=True))
    return effects, text


def against(rivals, ours):
    """Effects of pairs of methods at every level: above 0 where the one of `ours` is lower."""
    return [lower(b, level, a) for a, b in zip(ours, rivals, strict=True) for level in LEVELS]


def ahead_and_behind(rivals, ours):
    """What came out over all pairs, and the mean over the structures, draw by draw."""
    effects = against(rivals, ours)
    means = (np.mean([all_levels("entropy", m) for m in some], axis=0) for some in (rivals, ours))
    ahead, behind = sum(e.ahead for e in effects), sum(e.behind for e in effects)
    return (
        f"lower by {effect(*means).text(digits=3)} on average over the structures, the interval "
        f"above 0 for {ahead} of {len(effects)} pairs and below 0 for {behind}"
    )


def of(prefix):
    """Names of the eight structures' runs of one kind."""
    return [f"{prefix}{letter}" for letter in LETTERS]
