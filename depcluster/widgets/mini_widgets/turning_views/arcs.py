"""The arcs of a turn that a label takes in."""

from __future__ import annotations

import numpy as np

GAP = 90.0  # degrees without a view that part one arc from the next


def arcs_of(angles):
    """The middles of the arcs that views at some angles lie on, in degrees, ascending."""
    turn = np.sort(angles)
    gaps = np.diff(turn, append=turn[0] + 360)
    ends = np.flatnonzero(gaps > GAP)
    if len(ends) < 2:
        ends = np.array([gaps.argmax()])
    last = turn[ends]
    first = turn[(np.roll(ends, 1) + 1) % len(turn)]
    return sorted(float((a + (b - a) % 360 / 2) % 360) for a, b in zip(first, last, strict=True))


def joined(angles, labels):
    """The labels whose views lie on several arcs, and the arcs' middles in whole degrees."""
    arcs = {int(k): arcs_of(angles[labels == k]) for k in np.unique(labels)}
    return {k: [round(a) % 360 for a in middles] for k, middles in arcs.items() if len(middles) > 1}


def joined_words(found):
    """What `joined` found as a sentence."""
    if not found:
        return "no label joins views that lie apart"
    return "; ".join(
        f"label {k} joins views at about {', '.join(map(str, middles[:-1]))} and {middles[-1]} "
        "degrees"
        for k, middles in found.items()
    )
