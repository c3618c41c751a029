"""What summary and figure tell of the taxonomy explorer's answer on screen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..explorer.answer import clusters_text
from .classes import branch_words, grouped
from .engine import STRUCTURES
from .picture import Picture

UNITS = {"objective": "squared feature distance"}


@dataclass(frozen=True)
class Reading:
    """The answer on screen in numbers and words.

    Attributes
    ----------
    picture : Picture
    sizes : list of int
    words : list of list of str
        Of texts, those that tell the clusters apart.
    groups : list of (str, list of int)
        Clusters in the order of the rows, by family or class.
    branches : str
        Whether the tree splits a class.
    unit : str
        What the tree's lengths measure.
    compared : dict of str to dict
        Objective and entropy of each structure that can be used.
    """

    picture: Picture
    sizes: list
    words: list
    groups: list
    branches: str
    unit: str
    compared: dict


def read(picture, thumbnails, classes, engine, compared):
    """The answer on screen."""
    labels, tree, question = picture.labels, picture.tree, picture.question
    grouping = None if question.structure == "fixed" else classes
    return Reading(
        picture=picture,
        sizes=np.bincount(labels, minlength=question.n_clusters).tolist(),
        words=thumbnails.words(labels),
        groups=grouped(picture.ring, labels, grouping),
        branches="" if None in (tree, classes) else branch_words(classes, labels, tree),
        unit=UNITS.get(engine.tree_fit, "feature distance"),
        compared=compared,
    )


def structure_text(question):
    """The structure in words, a fixed one with its name."""
    fixed = question.structure == "fixed"
    return f"fixed structure, {question.preset}" if fixed else f"{question.structure} structure"


def summary_line(reading):
    """One line that says what an answer shows."""
    picture, misfit = reading.picture, reading.picture.result.misfit
    ordered = sorted(reading.compared.items(), key=lambda pair: STRUCTURES.index(pair[0]))
    others = ", ".join(
        f"{name} {found['objective']:.5g}"
        + ("" if found["entropy"] is None else f" (H(y|l) {found['entropy']:.3f})")
        for name, found in ordered
    )
    beside = "" if np.isnan(misfit) else f", misfit of the tree {100 * misfit:.1f} %"
    return (
        f"{clusters_text(picture.labels, len(reading.sizes), 'sample')}, "
        f"{structure_text(picture.question)}{beside}; objective (1): {others}"
    )
