"""The taxonomy explorer's picture for pages that run no widgets."""

from __future__ import annotations

import numpy as np

from ...plotting.basics import plot_label_kernel
from ...plotting.palette import INK, INK_2
from ...plotting.taxonomy import plot_structure
from ...plotting.unrooted_trees import plot_unrooted_tree
from ..base.sheet import CAPTION, WIDTH, Sheet
from .engine import STRUCTURES

_TOP = 64
_SIDE = 248
_HEIGHT = 440
_LINES = 22
_CELL = 38
_ACROSS = 6


def taxonomy_still(*, question, picture, samples, answer, y, selected, rotation):
    """TaxonomyExplorer as a figure: its picture, members, read-outs and controls' values.

    Parameters
    ----------
    question : Question
    picture : Picture
    samples : Samples
    answer : dict
        "compared", "sizes", "words", "misfit" and "foot" of the answer on screen.
    y : ndarray of shape (m,) or None
        True classes.
    selected : int
        The cluster whose members are shown.
    rotation : float or None
        Degrees.

    Returns
    -------
    Figure
    """
    sheet = Sheet(_TOP + CAPTION + _HEIGHT + 28)
    sheet.readouts(0, 0, _readouts(question, answer))
    width, c = WIDTH - _SIDE - 24, question.n_clusters
    means = None
    if samples.kind == "images":
        means = samples.means(picture.labels, c)
        means = means.mean(axis=-1) if means.ndim == 4 else means
    if picture.tree is not None:
        _tree(sheet, width, picture, answer, means, rotation)
    else:
        _matrix(sheet, width, question, picture, means)
    left, members = width + 24, np.flatnonzero(picture.labels == selected)
    if question.structure == "fixed":
        sheet.caption(left, _TOP, _SIDE, "Fixed structure", question.preset)
        side = _SIDE - 34
        plot_label_kernel(
            question.label_kernel, sheet.axes(left + 34, _TOP + 2 * CAPTION, side, side)
        )
    else:
        sheet.caption(left, _TOP, _SIDE, f"Cluster {selected}", f"{len(members)} samples")
        _members(sheet, left, members, samples, y)
    sheet.foot(_TOP + CAPTION + _HEIGHT + 12, answer["foot"])
    return sheet.figure


def _tree(sheet, width, picture, answer, means, rotation):
    c = picture.tree.n_leaves
    sizes = answer["sizes"]
    names = [f"{k}: {size}" for k, size in enumerate(sizes)]
    if answer["words"]:
        names = ["\n".join(words) for words in answer["words"]]
    note = f"bar in {answer['tree']['unit']}; misfit {100 * answer['misfit']:.1f} %"
    title = "Taxonomy: a tree comes out whatever the data"
    axes = sheet.panel(0, _TOP, width, _HEIGHT, title, note)
    options = {"names": names, "thumbnails": means}
    if means is None:
        options |= {"sizes": sizes, "groups": np.arange(c)}
    plot_unrooted_tree(picture.tree.rotated(rotation or 0.0), axes, **options)


def _matrix(sheet, width, question, picture, means):
    """Y*, its largest entry as 1: its scale plays no part."""
    title, note = "Free structure Y*", "blue above 0, orange below"
    if question.structure == "fixed":
        title, note = "Y*, what these clusters ask for", f"with it (1) would be {picture.most:.4g}"
    sheet.caption(0, _TOP, width, title, note)
    Y = picture.structure / (np.abs(picture.structure).max() or 1.0)
    heads = 34 if means is None else 0
    side, left = _HEIGHT - heads, (width - _HEIGHT + heads) / 2
    axes = sheet.axes(left, _TOP + CAPTION + heads, side, side)
    if means is not None:
        plot_structure(Y, axes, thumbnails=means)
    else:
        plot_label_kernel(np.round(Y, 2) + 0.0, axes)


def _readouts(question, answer):
    items = [
        ("clusters", str(question.n_clusters), "", 76),
        ("structure", question.structure, "", 90),
    ]
    for name in STRUCTURES:
        found = answer["compared"].get(name)
        label = f"objective (1), {name}"
        if name == "fixed":
            label += f" ({question.preset})"
        if found is None:
            items.append((label, "\u2013", "", 200))
            continue
        entropy = "" if found["entropy"] is None else f"H(y | l) {found['entropy']:.3f}"
        value = f"{found['objective']:.4g}".replace("-", "\u2212")
        items.append((label, value, entropy, 200))
    return items


def _members(sheet, left, members, samples, y):
    """As many members as there is room for, and the classes they come from."""
    top, rows = _TOP + CAPTION, _LINES
    if y is not None:
        names, counts = np.unique(y[members], return_counts=True)
        order = np.argsort(-counts, kind="stable")[:4]
        rows -= len(order) + 2
        low = top + (rows + 1) * 20
        sheet.text(left, low, "True classes", colour=INK, weight="bold")
        for line, k in enumerate(order, 1):
            words = f"{names[k]}: {counts[k]} of {len(members)}"
            sheet.text(left, low + 20 * line, words, colour=INK_2)
    if samples.kind == "images":
        shown = members[: _ACROSS * (20 * rows // (_CELL + 4))]
        _grid(sheet, left, top, samples.images[shown])
    else:
        shown = members[: rows - 1]
        for line, i in enumerate(shown):
            text = samples.texts[i]
            short = text if len(text) <= 36 else text[:35] + "…"
            sheet.text(left, top + 10 + 20 * line, f"{i}  {short}", colour=INK, parse_math=False)
    if len(shown) < len(members):
        rest = f"and {len(members) - len(shown)} more"
        sheet.text(left, top + 20 * rows - 2, rest)


def _grid(sheet, left, top, images):
    for k, image in enumerate(images):
        row, column = divmod(k, _ACROSS)
        axes = sheet.axes(left + column * (_CELL + 4), top + row * (_CELL + 4), _CELL, _CELL)
        axes.imshow(image if image.shape[-1] == 3 else image[..., 0], cmap="gray", vmin=0, vmax=255)
        axes.axis("off")
