"""What the taxonomy explorer sends to its front end: labels as bytes, a tree, numbers, words."""

from __future__ import annotations

import numpy as np

from ..._validation import counted
from ..explorer.answer import changed, label_kernel_text
from .classes import branch_words, grouped
from .engine import STRUCTURES

UNITS = {"objective": "squared feature distance"}


def arrays(question, picture, samples, classes, tree_fit):
    """Everything on screen that follows from a picture.

    Parameters
    ----------
    question : TaxonomyQuestion
    picture : Picture
    samples : Samples
    classes : Classes or None
    tree_fit : str

    Returns
    -------
    dict
    """
    tree, labels, c = picture.tree, picture.labels, question.n_clusters
    misfit = picture.result.misfit
    grouping = None if question.structure == "fixed" else classes
    return {
        "structure": question.structure,
        "labels": labels.astype(np.uint8).tobytes(),
        "sizes": np.bincount(labels, minlength=c).tolist(),
        "words": samples.words(labels),
        "held": [] if classes is None else classes.counted_in(labels, c),
        "ring": picture.ring.tolist(),
        "groups": grouped(picture.ring, labels, grouping),
        "branches": "" if None in (tree, classes) else branch_words(classes, labels, tree),
        "Y": picture.structure.tolist(),
        "most": picture.most,
        "misfit": None if np.isnan(misfit) else misfit,
        "tree": None
        if tree is None
        else {
            "edges": tree.edges.tolist(),
            "positions": tree.drawn.positions.tolist(),
            "angles": tree.drawn.angles.tolist(),
            "scale": tree.drawn.scale,
            "unit": unit(tree_fit),
        },
    }


def unit(tree_fit):
    """What the tree's lengths measure."""
    return UNITS.get(tree_fit, "feature distance")


def compared(searches, classes, n_init):
    """Objective and entropy of each structure, as far as its starts have come.

    Parameters
    ----------
    searches : dict of str to Search
    classes : Classes or None
    n_init : int

    Returns
    -------
    dict of str to dict
        Without the structures that have no start yet.
    """
    return {
        name: {
            "objective": search.result.objective,
            "entropy": None if classes is None else classes.left_in(search.result.labels),
            "starts": len(search.reached),
            "done": len(search.reached) >= n_init,
        }
        for name in STRUCTURES
        if (search := searches.get(name)) is not None and search.result is not None
    }


def foot(question, search, n_init, labels, before):
    """The status line; ``before`` are the labels that changes are counted from, or None."""
    moved = changed(labels, before).replace("point", "sample")
    clusters = f"{counted(question.n_clusters, 'cluster')}, {structure_text(question)}"
    what = "; ".join(filter(None, [clusters, moved]))
    if len(search.reached) < n_init:
        made = len(search.reached)
        return f"{what}; best of {made} of {counted(n_init, 'start')} so far"
    best = search.result.objective
    equal = int(np.isclose(search.reached, best, rtol=1e-9, atol=0).sum())
    ends = {"cycle": "; its loop came back to labels it had met", "max_iter": "; its loop was cut"}
    end = ends.get(search.result.stopped, "")
    return f"{what}; reached by {equal} of {counted(n_init, 'start')}{end}"


def structure_text(question):
    """The structure in words, a fixed one with its name."""
    fixed = question.structure == "fixed"
    return f"fixed structure, {question.preset}" if fixed else f"{question.structure} structure"


def python_line(engine, question, X):
    """The line of Python that fits what is on screen, to samples called X."""
    c, structure, options = question.n_clusters, f'"{question.structure}"', ""
    if question.structure == "fixed":
        text = label_kernel_text(question.label_kernel, question.preset)
        structure = f"labels.preset({text}, {c})" if text.startswith('"') else text
    if engine.tree_fit != "nni" and question.structure == "tree":
        options = f', tree_fit="{engine.tree_fit}"'
    width = f", gamma={engine.gamma:.6g}" if engine.gamma else ""
    return (
        f'NumericalTaxonomy({c}, structure={structure}{options}, kernel="{engine.kernel}"{width}, '
        f"n_init={engine.n_init}, random_state={engine.random_state}).fit_predict({X})"
    )


def summary_line(answer, question):
    """One line that says what an answer shows.

    Parameters
    ----------
    answer : dict
    question : TaxonomyQuestion

    Returns
    -------
    str
    """
    sizes, misfit = answer["sizes"], answer["misfit"]
    ordered = sorted(answer["compared"].items(), key=lambda pair: STRUCTURES.index(pair[0]))
    others = ", ".join(
        f"{name} {found['objective']:.5g}"
        + ("" if found["entropy"] is None else f" (H(y|l) {found['entropy']:.3f})")
        for name, found in ordered
    )
    beside = "" if misfit is None else f", misfit of the tree {100 * misfit:.1f} %"
    return (
        f"{counted(sum(sizes), 'sample')} in {counted(len(sizes), 'cluster')} "
        f"({', '.join(map(str, sizes))}), "
        f"{structure_text(question)}{beside}; objective (1): {others}"
    )
