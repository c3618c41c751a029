"""Claims about ranges of widths: on the recipe that was fitted, and on the others beside it."""

from __future__ import annotations

import numpy as np

from ...claim import Claim
from .. import cases
from ..curves import RIGHT, errors, recorded

HOW = (
    "The recipe was fitted: radius, spread and shift were chosen so that the rules give the "
    "printed widths and u = 1 is right at the printed ones."
)
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


def whole_range(E):
    """What is counted where a range of widths is claimed, and how single widths did."""
    return (
        "right at all our widths of the range; of pairs of draw and width "
        f"{np.mean(E <= RIGHT):.0%} right, {np.mean(E == 0):.0%} without any error"
    )


def pooled(kind, method, low, high, recipes):
    return np.concatenate([errors(kind, method, low, high, r).ravel() for r in recipes])
