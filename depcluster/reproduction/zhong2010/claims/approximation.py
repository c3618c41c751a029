"""Table VI and condition (10): how good the first-order approximation is at the true labels."""

from __future__ import annotations

import numpy as np

from ....labels import label_kernel_loss, ring, tree
from ...claim import Claim
from ...paper import claims_of
from .. import cases, printed, recorded

_ROWS = [(data, loss) for loss in printed.LOSSES for data in printed.SETS_OF_TABLE_6]
_STAND_INS = "Our own faces and teapot, stand-ins for SCOP and WIPO; one draw of each."
_READING = {
    "K": "K as it is",
    "K / m": "K / m",
}
_SCALING = "The paper does not say how K is scaled. "


def _common():
    return {
        "kind": "stand-in",
        "unit": "rows of the table",
        "recorded": recorded.when(recorded.TEXTS),
    }


@claims_of("Table VI")
def approximation():
    yield _order()
    for scale in recorded.SCALES:
        yield _magnitude(scale)
    for scale in recorded.SCALES:
        yield _smallness(scale)
    yield from _losses()


def _order():
    """Slopes below C gamma = 0.001 m, where the error is small."""
    shares = 10.0 ** -np.arange(3, 8)
    errors = [recorded.errors(*row)["K / m"][2, 1:] for row in _ROWS]
    slopes = np.array([np.polyfit(np.log(shares), np.log(of), 1)[0] for of in errors])
    return Claim(
        "The error of (20) falls a hundredfold when C or gamma falls tenfold.",
        word="always",
        held=abs(slopes - 2) < 0.05,
        measured=f"slope of log error on log Cγ {slopes.min():.3f} to {slopes.max():.3f}; K / m, "
        "Cγ from 0.001 m down",
        theirs="in all rows",
        note="Only the product Cγ counts, so the 18 columns hold 8 different numbers. "
        + _STAND_INS,
        **_common(),
    )


def _magnitude(scale):
    theirs = np.array([float(printed.TABLE_6[1.0, loss, data][2]) for data, loss in _ROWS])
    off = np.array([recorded.errors(*row)[scale][0, 2] for row in _ROWS]) / theirs
    return Claim(
        f"The errors themselves, within a factor of 10 at Cγ = 0.01 m, with {_READING[scale]}.",
        word="usually",
        held=(off > 0.1) & (off < 10),
        measured=f"ours over theirs {off.min():.2g} to {off.max():.2g}",
        theirs=f"{theirs.min():.2g} to {theirs.max():.2g}",
        note=_SCALING + _STAND_INS,
        **_common(),
    )


def _smallness(scale):
    errors = np.concatenate([recorded.errors(*row)[scale].ravel() for row in _ROWS])
    at_use = np.array([recorded.errors(*row)[scale][0, 1] for row in _ROWS])
    common = _common() | {"unit": "cells of the table"}
    return Claim(
        f"The approximation error is usually very small: below 1 %, with {_READING[scale]}.",
        word="usually",
        held=errors < 0.01,
        measured=f"at C = 0.1 m and γ = 1, which the experiments use, {at_use.min():.2g} to "
        f"{at_use.max():.2g}",
        theirs="usually very small",
        note="Most columns have so small a C that any first-order approximation is good there. "
        + _SCALING
        + _STAND_INS,
        **common,
    )


def _losses():
    """How the error grows from the 0-1 loss to the structured one, as defined and scaled."""
    sets = printed.SETS_OF_TABLE_6
    here, in_print, scaled = [], [], []
    for data in sets:
        zero_one, structured = (recorded.errors(data, of)["K / m"][2, 3] for of in printed.LOSSES)
        theirs = [float(printed.TABLE_6[0.01, of, data][3]) for of in printed.LOSSES]
        here.append(structured / zero_one)
        in_print.append(theirs[1] / theirs[0])
        scaled.append(here[-1] / _mean_loss(data) ** 2)
    here, scaled = np.array(here), np.array(scaled)
    common = _common() | {"unit": "data sets", "theirs": _range(in_print) + " times"}
    yield Claim(
        "The error with the structured loss is 1.1 to 1.6 times that with the 0-1 loss.",
        word="always",
        held=(here > 1.1) & (here < 1.6),
        measured=f"{_range(here)} times, the losses as the paper defines them",
        note=_STAND_INS,
        **common,
    )
    yield Claim(
        "The error with the structured loss is 1.1 to 1.6 times that with the 0-1 loss, once each "
        "loss is divided by its mean over the wrong labels.",
        word="always",
        held=(scaled > 1.1) & (scaled < 1.6),
        measured=f"{_range(scaled)} times",
        note="So the paper's losses seem to have been scaled to a common mean for this table, "
        "which it does not say. " + _STAND_INS,
        **(common | {"kind": "our finding"}),
    )


def _mean_loss(data):
    """Mean structured loss of the wrong labels."""
    if data in recorded.TEAPOTS:
        A = ring(10)
    elif data in recorded.FACES:
        A = tree(cases.TREES["faces"])
    else:
        A = tree(cases.TREES["WIPO" if data == recorded.TEXTS else "SCOP"])
    return label_kernel_loss(A).sum() / (len(A) * (len(A) - 1))


def _range(values):
    return f"{min(values):.2f} to {max(values):.2f}"


@claims_of("Proposition 2")
def condition():
    for scale in recorded.SCALES:
        ratios = np.array([recorded.convergence(*row, scale) for row in _ROWS])
        yield Claim(
            "The condition (10) of the expansion is met where the experiments are made, at "
            f"C = 0.1 m and γ = 1, with {_READING[scale]}.",
            word="always",
            held=ratios < 1,
            measured=f"largest eigenvalue of γ S^-1 J {ratios.min():.2g} to {ratios.max():.2g}; "
            "the series converges below 1",
            theirs="not checked",
            note="This is the weakest form of (10). A smaller C meets it. Normalised CLUHSICAL "
            "does not need it: C, γ and the scale of K drop out of (13). " + _STAND_INS,
            **_common(),
        )
