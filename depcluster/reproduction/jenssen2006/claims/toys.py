"""Section IV on crescents and rings: the curves, the weights, no random component."""

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

SEEDS = range(20)
HOW = (
    "The recipe was fitted: radius, spread and shift were chosen so that the rules give the "
    "printed widths and u = 1 is right at the printed ones."
)
HOW_RINGS = "The recipe was fitted: radii and spread were chosen so that 1/f is right as printed."
OTHERS = "Recipes written down before their results were seen, each with one thing moved."


def others(kind):
    """Recipes that were not fitted."""
    return [recipe for recipe in cases.recipes(kind) if recipe != "fitted"]


def by_recipe(held):
    """Share that held, by recipe."""
    return ", ".join(f"{recipe} {np.mean(flags):.0%}" for recipe, flags in held.items())


def fitted_and_others(kind, claim, held, measured, how=HOW, **row):
    """One row for the fitted recipe and one for the others.

    ``held(recipe)`` are the cases of a recipe, ``measured(recipes)`` the numbers of some.
    """
    for recipes in (["fitted"], others(kind)):
        fitted = recipes == ["fitted"]
        flags = {recipe: held(recipe).ravel() for recipe in recipes}
        shares = "" if fitted else f"; held, by recipe: {by_recipe(flags)}"
        yield Claim(
            claim if fitted else f"{claim[:-1]} (other recipes).",
            kind="fitted stand-in" if fitted else "stand-in",
            word="usually",
            held=np.concatenate(list(flags.values())),
            measured=measured(recipes) + shares,
            note=how if fitted else OTHERS,
            recorded=recorded(),
            **row,
        )


def _range(values, digits=2):
    return f"{np.min(values):.{digits}f} to {np.max(values):.{digits}f}"


def _pooled(kind, method, low, high, recipes):
    return np.concatenate([errors(kind, method, low, high, recipe) for recipe in recipes])


@claims_of("Section IV")
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


def _laplacian(X, sigma):
    K = window_kernel(X, sigma=sigma)
    return weighted_kernel(K, laplacian_weights(X, K))


@claims_of("Fig. 2")
def widths_of_the_rules():
    def found(recipe):
        rows = set_of("dense", recipe)["rules"]
        return np.array([[row["amise"], row["mean"]] for row in rows])

    yield from fitted_and_others(
        "dense",
        "Crescents for which the rules choose .8 (AMISE) and .5 (mean).",
        lambda recipe: (np.abs(found(recipe) - [0.8, 0.5]) < 0.05).all(axis=1),
        lambda recipes: (
            "within .05 of both; average AMISE and mean: "
            + ", ".join(
                f"{recipe} {' and '.join(f'{w:.2f}' for w in found(recipe).mean(axis=0))}"
                for recipe in recipes
            )
        ),
        unit="draws",
        theirs=".8 and .5",
    )


@claims_of("Fig. 3 (a)")
def dense_crescents():
    def u1(low, high):
        return lambda recipe: errors("dense", "affinity", low, high, recipe)

    def pooled(recipes, low, high):
        return _pooled("dense", "affinity", low, high, recipes)

    narrow, middle = u1(0.06, 0.34), u1(0.38, 0.65)
    yield from fitted_and_others(
        "dense",
        "Dense crescents, u = 1: not very good for widths below .38.",
        lambda recipe: narrow(recipe) > GOOD,
        lambda recipes: (
            "error above .05 at some such width in "
            f"{(pooled(recipes, 0.06, 0.34) > GOOD).any(axis=1).mean():.0%} of draws"
        ),
        unit="pairs of draw and width from .06 to .34",
        theirs="one curve",
    )
    yield from fitted_and_others(
        "dense",
        "Dense crescents, u = 1: correct from .38 to .65.",
        lambda recipe: middle(recipe) <= RIGHT,
        lambda recipes: (
            "no point wrong in "
            f"{(pooled(recipes, 0.38, 0.65) == 0).mean():.0%}; largest error by recipe: "
            + ", ".join(f"{recipe} {middle(recipe).max():.3f}" for recipe in recipes)
        ),
        unit="pairs of draw and width from .38 to .65",
        theirs="error 0",
    )
    yield from _worse_beyond()
    yield from _wider_range()


def _worse_beyond():
    def rise(recipe):
        return effect(
            errors("dense", "affinity", 1.4, 1.4, recipe)[:, 0],
            errors("dense", "affinity", 0.65, 0.65, recipe)[:, 0],
        )

    yield from fitted_and_others(
        "dense",
        "Dense crescents, u = 1: worse with growing width beyond .65.",
        lambda recipe: np.array([rise(recipe).ahead]),
        lambda recipes: (
            "error at 1.4 less that at .65, mean and 95 % interval: "
            + ", ".join(f"{recipe} {rise(recipe).text(digits=3)}" for recipe in recipes)
        ),
        unit="recipes",
        theirs="one curve",
    )


def _wider_range():
    def wider(recipe):
        ours, theirs = (
            (errors("dense", method, recipe=recipe) <= RIGHT).sum(axis=1)
            for method in ("laplacian", "affinity")
        )
        return effect(ours, theirs)

    yield from fitted_and_others(
        "dense",
        "Dense crescents: 1/f is right over a wider range of widths than u = 1.",
        lambda recipe: np.array([wider(recipe).ahead]),
        lambda recipes: (
            "more widths of 23, mean and 95 % interval: "
            + ", ".join(f"{recipe} {wider(recipe).text(digits=1)}" for recipe in recipes)
        ),
        unit="recipes",
        theirs="one curve",
    )
    yield from fitted_and_others(
        "dense",
        "Dense crescents: 1/f is perfect at a very small width, too.",
        lambda recipe: errors("dense", "laplacian", 0.08, 0.1, recipe) <= RIGHT,
        lambda recipes: (
            "largest error at .08 and .10 "
            f"{_pooled('dense', 'laplacian', 0.08, 0.1, recipes).max():.2f}"
        ),
        unit="pairs of draw and width .08 or .10",
        theirs="one curve",
    )


@claims_of("Fig. 3 (b)")
def sparse_crescents():
    everywhere = {
        r: (errors("sparse", "affinity", recipe=r) > GOOD).all(axis=1) for r in cases.CRESCENTS
    }
    row = {"kind": "stand-in", "word": "usually", "recorded": recorded()}
    yield Claim(
        "Sparse crescent: u = 1 gives no reasonable result at any width.",
        held=np.concatenate(list(everywhere.values())),
        unit="draws of nine recipes",
        measured=f"error above .05 at all 23 widths; by recipe: {by_recipe(everywhere)}; smallest "
        f"error {_pooled('sparse', 'affinity', 0, 9, cases.CRESCENTS).min():.2f}",
        theirs="one curve",
        note="The paper prints no numbers to which (b) could be fitted.",
        **row,
    )
    for claim, low, high, said, test in (
        (
            "Sparse crescent: 1/f is perfect for small widths.",
            0.2,
            0.5,
            "error 0",
            lambda E: E <= RIGHT,
        ),
        (
            "Sparse crescent: 1/f gives no reasonable result beyond .51.",
            0.55,
            0.65,
            "fails from .51",
            lambda E: E > GOOD,
        ),
    ):
        flags = {r: test(errors("sparse", "laplacian", low, high, r)) for r in cases.CRESCENTS}
        below, beyond = (
            _pooled("sparse", "laplacian", *ends, cases.CRESCENTS)
            for ends in ((0, 0.16), (0.8, 1.4))
        )
        notes = {
            0.2: f"Below .20 in {(below <= RIGHT).mean():.0%}: there the eigenvalues tie.",
            0.55: f"From .80 on in {(beyond > GOOD).mean():.0%}. Where it fails hangs on how far "
            "apart the crescents are.",
        }
        yield Claim(
            claim,
            held=np.concatenate([f.ravel() for f in flags.values()]),
            unit=f"pairs of draw and width from {low:.2f} to {high:.2f}",
            measured=f"by recipe: {by_recipe(flags)}",
            theirs=said,
            note=notes[low],
            **row,
        )


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
        lambda recipe: middle(recipe) <= RIGHT,
        lambda recipes: (
            "at all these widths in "
            + ", ".join(
                f"{(middle(r) <= RIGHT).all(axis=1).sum()} of {len(middle(r))} draws ({r})"
                for r in recipes
            )
        ),
        how=HOW_RINGS,
        unit="pairs of draw and width from .3 to 1.9",
        theirs=".3 to 1.9",
    )
    yield from fitted_and_others(
        "rings",
        "Rings: u = 1 gives no reasonable result.",
        lambda recipe: (errors("rings", "affinity", recipe=recipe) > GOOD).all(axis=1),
        lambda recipes: (
            "error above .05 at all 13 widths; smallest error "
            f"{_pooled('rings', 'affinity', 0, 9, recipes).min():.2f}"
        ),
        how=HOW_RINGS,
        unit="draws",
        theirs="stated",
    )
    means = {r: np.array([row["mean"] for row in set_of("rings", r)["rules"]]) for r in cases.RINGS}
    yield from fitted_and_others(
        "rings",
        "Rings for which the mean rule chooses 1.8.",
        lambda recipe: np.abs(means[recipe] - 1.8) < 0.05,
        lambda recipes: (
            "within .05; on average " + ", ".join(f"{r} {means[r].mean():.2f}" for r in recipes)
        ),
        how=HOW_RINGS,
        unit="draws",
        theirs="1.8",
    )


@claims_of("Figs. 3, 4")
def ng_jordan_weiss():
    names = [(kind, r) for kind in ("dense", "sparse", "rings") for r in cases.recipes(kind)]
    changed = {pair: np.array(set_of(*pair)["laplacian_against_njw"]) for pair in names}
    effects = {
        pair: effect(
            *(errors(pair[0], m, recipe=pair[1]).mean(axis=1) for m in ("njw", "laplacian"))
        )
        for pair in names
    }
    shares = {
        kind: np.concatenate([E.ravel() for (k, _), E in changed.items() if k == kind])
        for kind in ("dense", "sparse", "rings")
    }
    yield Claim(
        "Ng, Jordan and Weiss give nearly the same result as 1/f.",
        kind="stand-in",
        word="usually",
        held=np.concatenate(list(shares.values())) <= RIGHT,
        unit="fits, all recipes",
        measured="at most 1 % of the points change their cluster; none in "
        + ", ".join(f"{kind} {(E == 0).mean():.0%}" for kind, E in shares.items())
        + "; error of theirs less that of 1/f, mean over the widths, fitted recipes: "
        + ", ".join(f"{kind} {effects[kind, 'fitted'].text(digits=4)}" for kind in shares),
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
