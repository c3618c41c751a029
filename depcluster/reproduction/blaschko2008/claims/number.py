"""Claims of section 6: how many clusters there are."""

from __future__ import annotations

import numpy as np

from ...claim import Claim
from ...paper import claims_of
from .. import partitions
from ..cases import record

NUMBERS = np.arange(2, 13)
# Name in the record, words, and the number that is right.
KINDS = (
    ("tree of six, 200 dimensions, noise 0.5", "trees of six leaves", 6),
    ("faces 1, nine", "faces", 9),
)


@claims_of("Section 6")
def never_smaller():
    """The best of all partitions of seven points into 2 to 6."""
    rises = []
    for seed in range(20):
        K = partitions.seven(seed)
        best = [partitions.values_of_all(K, c)[1].max() for c in range(2, 7)]
        rises += (np.diff(best) > -1e-12).tolist()
    yield Claim(
        "More clusters never make the best value of (1) smaller.",
        kind="theorem or derivation",
        word="theorem",
        held=rises,
        unit="steps from c to c + 1, twenty random sets of seven points",
        measured="all partitions tried, free structure.",
        theirs="stated",
    )


def elbows(J, numbers=NUMBERS):
    """Two usual rules: the sharpest bend, and the point furthest above the chord."""
    J = np.asarray(J)
    bend = np.argmax(2 * J[1:-1] - J[:-2] - J[2:]) + 1
    chord = J - (J[0] + (J[-1] - J[0]) * (numbers - numbers[0]) / (numbers[-1] - numbers[0]))
    return int(numbers[bend]), int(numbers[chord.argmax()])


def told():
    """(number that is right, by bend, by chord, by gap) of every draw."""
    found = record("choice of c")["found"]
    return np.array(
        [
            (right, *elbows(path["objective"]), path["largest"])
            for name, _, right in KINDS
            for path in found[name]["free"]
        ]
    )


@claims_of("Section 6")
def elbow():
    """The elbow of recorded paths, and the eigengap."""
    right, bend, chord, gap = told().T
    n = len(right) // 2
    shared = {
        "kind": "stand-in",
        "word": "usually",
        "unit": f"draws, {n} of {KINDS[0][1]} and {n} of {KINDS[1][1]}",
        "recorded": record("choice of c")["recorded"],
    }
    by = {"bend": bend == right, "chord": chord == right}
    best = max(by, key=lambda rule: by[rule].sum())
    named = [np.bincount(gap[right == number]).argmax() for _, _, number in KINDS]
    yield Claim(
        "The elbow of (1) can serve to choose the number of clusters.",
        held=by[best],
        measured=f"free structure, c = 2 to 12: right by the sharpest bend in {by['bend'].sum()}, "
        f"by the distance from the chord in {by['chord'].sum()}; the better rule counts.",
        theirs="suggested",
        note=f"The largest log eigengap is right in {(gap == right).sum()}; most often it names "
        f"{named[0]} on the trees and {named[1]} on the faces, of which {KINDS[1][2]} are wanted.",
        **shared,
    )
    yield Claim(
        "The elbow is closely related to the eigengap.",
        held=(gap == bend) | (gap == chord),
        measured="the largest log eigengap names what one of the two rules for elbows names.",
        theirs="stated",
        **shared,
    )
    yield noisy()


def noisy():
    found = record("choice of c")["found"]
    right = {
        noise: np.concatenate(
            [
                np.array(found[f"tree of six, {d} dimensions, noise {noise}"]["largest"]) == 6
                for d in (200, 30)
            ]
        )
        for noise in ("0", "0.5", "1", "2")
    }
    return Claim(
        "The largest log eigengap finds the leaves of a tree while the noise is below the steps.",
        kind="our finding",
        word="always",
        held=np.concatenate([right[noise] for noise in ("0", "0.5", "1")]),
        unit="draws of trees of six leaves, 200 and 30 dimensions, noise 0, .5 and 1",
        measured=f"at a noise of 2 in {right['2'].sum()} of {right['2'].size}.",
        theirs="not tested",
        recorded=record("choice of c")["recorded"],
    )
