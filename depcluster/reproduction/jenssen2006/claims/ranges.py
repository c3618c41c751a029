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


def fitted_and_others(kind, claim, held, measured, how=HOW, beside="", **row):
    """One row for the fitted recipe and one for the others, about numbers it was fitted to.

    ``held(recipe)`` are the cases of a recipe, ``measured(recipes)`` the numbers of some; ``how``
    says how the recipe was fitted, ``beside`` what the others teach.
    """
    row |= {"word": "usually", "recorded": recorded()}
    yield Claim(
        claim,
        kind="fitted stand-in",
        held=held("fitted").ravel(),
        measured=measured(["fitted"]),
        note=how,
        **row,
    )
    flags = {recipe: held(recipe).ravel() for recipe in others(kind)}
    yield Claim(
        f"{claim[:-1]} (other recipes).",
        kind="stand-in",
        held=np.concatenate(list(flags.values())),
        measured=f"{measured(others(kind))}; held, by recipe: {by_recipe(flags)}",
        note=f"{OTHERS} {beside}".strip(),
        **row,
    )


def on_all(claim, held, **row):
    """One row for all recipes, about what none was fitted to; ``held`` is by recipe."""
    return Claim(
        claim,
        kind="stand-in",
        word="usually",
        held=np.concatenate([np.ravel(flags) for flags in held.values()]),
        note=f"{OTHERS} The fitted one is among them.",
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
    """Errors of some recipes, all draws and widths together."""
    return np.concatenate([errors(kind, method, low, high, r).ravel() for r in recipes])
