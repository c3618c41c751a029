"""Sections 1 to 3 and 5 of Song 2007: HSIC as an estimate, kernel PCA, larger label spaces."""

from __future__ import annotations

import numpy as np

from ... import Claim, claims_of
from ..cases.dependence import (
    DIMENSIONS,
    DRAWS,
    RELAXED,
    SIZES,
    bias,
    components,
    hsic,
    relaxations,
    toy_hsic,
)
from ..cases.kernels import TOYS

_HIGH = [d for d in DIMENSIONS if d >= 100]
_DATA = (
    "Three round groups with random labels; a Gaussian of one fixed width; the bias is the mean "
    "difference to the estimate without bias on the same draws."
)


def _listed(values):
    return ", ".join(f"{value:,}" for value in values)


@claims_of("Section 1")
def section_1():
    """HSIC is said to have very little bias, even in high dimensions."""
    pairs = [(m, d, e) for e in (True, False) for d in DIMENSIONS for m in SIZES]
    scaled = np.array([m * bias(m, d, e)[0] for m, d, e in pairs])
    yield Claim(
        "HSIC has very little bias, even in high dimensions: off by less than 1/m, whatever the "
        "dimension.",
        kind="stand-in",
        word="always",
        held=np.abs(scaled) < 1,
        unit="pairs of dimension and m, groups apart in all coordinates or in one",
        measured=f"m times the bias is {scaled.min():.2f} to {scaled.max():.2f}; "
        f"{_listed(DIMENSIONS)} dimensions, m = {_listed(SIZES)}, {DRAWS} draws each",
        theirs="stated, after Gretton et al. (2005)",
        note=_DATA + " The kernels are at most 1.",
    )
    for everywhere, where in ((True, "every coordinate"), (False, "one coordinate only")):
        found = [bias(m, d, everywhere) for d in _HIGH for m in SIZES]
        relative = np.array([off / value for off, value in found])
        yield Claim(
            "HSIC has very little bias, even in high dimensions: at most a tenth of its value, "
            f"groups apart in {where}.",
            kind="stand-in",
            word="always",
            held=np.abs(relative) <= 0.1,
            unit="pairs of dimension and m",
            measured=f"bias {100 * relative.min():.0f} to {100 * relative.max():.0f} % of HSIC; "
            f"{_listed(_HIGH)} dimensions, m = {_listed(SIZES)}, {DRAWS} draws each",
            theirs="stated, after Gretton et al. (2005)",
            note=_DATA
            + (
                ""
                if everywhere
                else " Where the other coordinates are noise, HSIC gets small with "
                "the dimension and its bias does not."
            ),
        )


@claims_of("Section 2")
def section_2():
    """HSIC is said to be concentrated: random draws give very similar values."""
    of_toys = {toy: toy_hsic(toy) for toy in TOYS}
    near = [np.abs(values / values.mean() - 1) < 0.1 for values in of_toys.values()]
    spread = ", ".join(f"{toy} {100 * v.std() / v.mean():.1f} %" for toy, v in of_toys.items())
    yield Claim(
        "HSIC is concentrated: random draws give very similar values.",
        kind="stand-in",
        word="usually",
        held=np.concatenate(near),
        unit="draws of three toys",
        measured=f"within a tenth of the mean over the draws; standard deviation {spread}",
        theirs="stated, after Gretton et al. (2005)",
        note="HSIC (2) of the toys of Fig. 1 and their classes, 150 to 240 points, Gaussian "
        f"kernel, seeds 0-{len(near[0]) - 1}.",
    )
    cases = [(d, e) for e in (True, False) for d in DIMENSIONS]
    sd = np.array([[hsic(m, d, e)[:, 0].std(ddof=1) for m in SIZES] for d, e in cases])
    ratio = sd[:, -1] / sd[:, 0]
    times = SIZES[-1] // SIZES[0]
    yield Claim(
        "HSIC is concentrated: its spread over random draws falls as the root of m.",
        kind="stand-in",
        word="always",
        held=ratio < 0.7,
        unit="pairs of dimension and kind of groups",
        measured=f"at {times} times the samples {ratio.min():.2f} to {ratio.max():.2f} of the "
        f"standard deviation, below .7; {times**-0.5:.2f} would be the root; "
        f"{_listed(DIMENSIONS)} dimensions, {DRAWS} draws each",
        theirs="stated, after Gretton et al. (2005)",
        note=_DATA.split(";")[0] + ", apart in all coordinates or in one.",
    )


@claims_of("Section 3, kernel PCA")
def section_3():
    """Kernel PCA is said to be a special case."""
    found = np.array(components())
    yield Claim(
        "With real labels of orthonormal columns and a linear kernel on them, (3) is kernel PCA.",
        kind="theorem or derivation",
        word="theorem",
        held=found.all(axis=1),
        unit="sets of toy, kernel and number of columns",
        measured="ascent from random labels ends at the sum of the leading eigenvalues, in the "
        "span of the components that scikit-learn finds; three toys, two kernels, 1 to 3 columns",
        theirs="stated",
        note="(3) does not tell columns from their rotations among each other: with more than one "
        "it gives the span of the components, not each of them.",
    )


@claims_of("Section 5")
def section_5():
    """Eq. (12): a larger label space holds at least as much dependence."""
    best, relaxed = relaxations().T
    yield Claim(
        "Eq. (12): a larger label space captures at least as much dependence.",
        kind="theorem or derivation",
        word="theorem",
        held=best <= relaxed + 1e-9,
        unit=f"draws of {len(RELAXED)} toys",
        measured="J of the best partition found, over that of the best orthonormal P, at most "
        f"{(best / relaxed).max():.4f}",
        theirs="follows from the definition",
        note="COLLINEAR and XOR with a Gaussian, RINGS with the graph kernel, seeds 0-19.",
    )
