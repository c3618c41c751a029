"""Section IV beside the curves: no random component, weights, rings, Ng et al., eigenvalues."""

from __future__ import annotations

import numpy as np

from ....papers.jenssen2006 import (
    angle_clustering,
    angle_steps,
    axis_means,
    laplacian_weights,
    leading_pairs,
    weighted_kernel,
    window_kernel,
)
from ...claim import Claim
from ...compare import effect
from ...paper import claims_of
from .. import cases
from ..curves import GOOD, RIGHT, errors, recorded, set_of
from .ranges import by_recipe, fitted_and_others, on_all, pooled, whole_range

SEEDS = range(20)
HOW_RINGS = "The recipe was fitted: radii and spread were chosen so that 1/f is right as printed."


def _laplacian(X, sigma):
    K = window_kernel(X, sigma=sigma)
    return weighted_kernel(K, laplacian_weights(X, K))


@claims_of("Section IV, opening")
def no_random_component():
    same, tied = [], []
    for seed in SEEDS:
        X, _ = cases.toy("dense", seed)
        for sigma in (0.1, 0.2, 0.4):
            first, second = (angle_clustering(X, 2, sigma=sigma).labels for _ in range(2))
            same.append(np.array_equal(first, second))
    for kind in ("dense", "sparse"):
        for seed in (0, 1):
            X, _ = cases.toy(kind, seed)
            for sigma in (0.1, 0.13, 0.2, 0.34, 0.5):
                values, _ = leading_pairs(_laplacian(X, sigma), 3)
                tied.append(values[2] > (1 - 1e-9) * values[1])
    yield Claim(
        "There is no random component: the same data and width always give the same result.",
        kind="stand-in",
        word="always",
        held=same,
        unit="repeated fits",
        measured="identical labels",
        theirs="stated",
        note=f"Determined is another matter: at {sum(tied)} of {len(tied)} settings the "
        "eigenvalues at the cut tie to 1e-9, and the answer hangs on the basis that the solver "
        "returns.",
    )


def _range(values, digits=2):
    return f"{np.min(values):.{digits}f} to {np.max(values):.{digits}f}"


@claims_of("Fig. 3 (c)")
def weights():
    flat, high, medians, largest = {}, {}, [], []
    for recipe in cases.CRESCENTS:
        flat[recipe], high[recipe] = [], []
        for seed in SEEDS:
            both = np.concatenate(cases.relative_weights("dense", 0.5, seed, recipe))
            flat[recipe].append(0.5 < both.min() and both.max() < 3)
            first, second = cases.relative_weights("sparse", 0.5, seed, recipe)
            medians.append(np.median(second))
            largest.append(second.max())
            high[recipe].append(medians[-1] > 3 and largest[-1] > 10 and first.max() < medians[-1])
    row = {"kind": "stand-in", "word": "usually", "unit": "draws of nine recipes"}
    yield Claim(
        "With two dense clusters all points are weighted fairly equally.",
        held=np.concatenate(list(flat.values())),
        measured="all weights between half and three times the first crescent's median at "
        f"sigma .5; by recipe: {by_recipe(flat)}",
        theirs="one curve",
        **row,
    )
    yield Claim(
        "Points of a sparse cluster get higher weights, some of them much higher.",
        held=np.concatenate(list(high.values())),
        measured="sparse median above 3, some point above 10 and no dense point above the sparse "
        f"median; medians {_range(medians, 1)} times the dense one's, largest weights "
        f"{_range(largest, 0)} times; by recipe: {by_recipe(high)}",
        theirs="one curve",
        **row,
    )


@claims_of("Section IV-A")
def wide_windows():
    found = np.array(
        [
            [np.median(cases.relative_weights("sparse", s, k, r)[1]) for s in (0.5, 1.0)]
            for r in cases.CRESCENTS
            for k in SEEDS
        ]
    )
    yield Claim(
        "A wider window evens out the weights.",
        kind="stand-in",
        word="usually",
        held=found[:, 1] < found[:, 0],
        unit="draws of nine recipes",
        measured="sparse over dense weight, median at sigma .5 and at 1: "
        + " and ".join(f"{m:.1f}" for m in np.median(found, axis=0)),
        theirs="stated, as what may explain why wide windows do worse",
        note="Too little to explain it: there the windows reach across the gap.",
    )


@claims_of("Fig. 4")
def rings():
    def middle(recipe):
        return errors("rings", "laplacian", 0.3, 1.9, recipe)

    yield from fitted_and_others(
        "rings",
        "Rings: 1/f is perfect from .3 to 1.9.",
        lambda recipe: (middle(recipe) <= RIGHT).all(axis=1),
        lambda recipes: whole_range(pooled("rings", "laplacian", 0.3, 1.9, recipes)),
        how=HOW_RINGS,
        beside="The ends of the range move with the radii and with the gaps along a ring.",
        unit="draws",
        theirs=".3 to 1.9",
    )
    nowhere = {r: (errors("rings", "affinity", recipe=r) > GOOD).all(axis=1) for r in cases.RINGS}
    yield on_all(
        "Rings: u = 1 gives no reasonable result.",
        nowhere,
        unit="draws of five recipes",
        measured="error above .05 at all our widths, .15 to 2.2; smallest error "
        f"{pooled('rings', 'affinity', 0, 9, cases.RINGS).min():.2f}",
        theirs="stated",
    )


@claims_of("Fig. 3 (Ng et al.)")
def ng_jordan_weiss():
    changed = {
        kind: np.array(set_of(kind)["laplacian_against_njw"])
        for kind in ("dense", "sparse", "rings")
    }
    effects = {
        kind: effect(*(errors(kind, method).mean(axis=1) for method in ("njw", "laplacian")))
        for kind in changed
    }
    yield Claim(
        "Ng, Jordan and Weiss give nearly the same result as 1/f.",
        kind="stand-in",
        word="usually",
        held=np.concatenate([E.ravel() for E in changed.values()]) <= RIGHT,
        unit="pairs of draw and width",
        measured="at most 1 % of the points change their cluster; none in "
        + ", ".join(f"{kind} {(E == 0).mean():.0%}" for kind, E in changed.items())
        + "; error of theirs less that of 1/f, mean over the widths with 95 % interval: "
        + ", ".join(f"{kind} {one.text(digits=4)}" for kind, one in effects.items()),
        theirs="nearly identical curves",
        note="They part where both are wrong: at wide windows, and inside ties.",
        recorded=recorded(),
    )


@claims_of("Section IV-C")
def eigenvalues():
    close, changed = [], []
    for kind in ("dense", "sparse"):
        for seed in SEEDS:
            X, _ = cases.toy(kind, seed)
            for sigma in (0.3, 0.5, 0.7):
                values, V = leading_pairs(_laplacian(X, sigma), 2)
                close.append(values[1] / values[0])
                with_them, without = (
                    [*angle_steps(Phi, axis_means(Phi))][-1].labels
                    for Phi in (np.sqrt(values) * V, V)
                )
                changed.append(cases.error(with_them, without))
    row = {"kind": "stand-in", "word": "often", "unit": "fits", "theirs": "stated"}
    yield Claim(
        "The C largest eigenvalues of the Laplacian matrix are often close.",
        held=np.array(close) > 0.98,
        measured=f"smaller over larger above .98; smallest ratio {min(close):.3f}",
        note="20 draws, widths .3, .5, .7, dense and sparse.",
        **row,
    )
    yield Claim(
        "So leaving the eigenvalues out changes little.",
        held=np.array(changed) <= RIGHT,
        measured="at most 1 % of the points change their cluster; most in one fit "
        f"{max(changed):.1%}",
        note="The method with and without sqrt(lambda) in (12), on the same fits.",
        **row,
    )
