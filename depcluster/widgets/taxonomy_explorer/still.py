"""The taxonomy explorer's picture for pages that run no widgets."""

from __future__ import annotations

import numpy as np

from ...plotting.images import plot_strip
from ...plotting.labels import short
from ...plotting.palette import INK
from ...plotting.trees.taxonomy import plot_structure
from ...plotting.trees.unrooted import plot_unrooted_tree
from ..base.sheet import CAPTION, HEADS, WIDTH, Sheet
from .engine import STRUCTURES

_TOP = 64
_SIDE = 248
_WIDE = WIDTH - _SIDE - 24
_HEIGHT = 440
_LINES = 22
_CELL = 38
_ACROSS = 6


def taxonomy_still(*, question, picture, samples, answer, classes, selected, rotation):
    """TaxonomyExplorer as a figure: its picture, members, read-outs and controls' values.

    ``classes`` are the true ones or None; ``selected`` is the cluster whose members are shown.
    """
    sheet = Sheet(_TOP + CAPTION + _HEIGHT + 28)
    reads = [("clusters", str(question.n_clusters), "", 76)]
    reads += [("structure", question.structure, "", 90)]
    sheet.readouts(0, 0, reads + [_readout(name, question, answer) for name in STRUCTURES])
    means = None
    if samples.kind == "images":
        means = samples.means(picture.labels, question.n_clusters)
        means = means.mean(axis=-1) if means.ndim == 4 else means
    if picture.tree is not None:
        _tree(sheet, picture, answer, means, rotation)
    else:
        _matrix(sheet, question, picture, means)
    left, members = _WIDE + 24, np.flatnonzero(picture.labels == selected)
    if question.structure == "fixed":
        side, A = _SIDE - HEADS, question.label_kernel
        sheet.label_kernel(left, _TOP, side, A, "Fixed structure", question.preset)
    else:
        sheet.caption(left, _TOP, _SIDE, f"Cluster {selected}", f"{len(members)} samples")
        _members(sheet, left, members, samples, classes)
    sheet.foot(_TOP + CAPTION + _HEIGHT + 12, answer["foot"])
    return sheet.figure


def _tree(sheet, picture, answer, means, rotation):
    names = [f"{k}: {size}" for k, size in enumerate(answer["sizes"])]
    names = ["\n".join(words) for words in answer["words"]] or names
    note = f"bar in {answer['tree']['unit']}; misfit {100 * answer['misfit']:.1f} %"
    title = "Taxonomy: a tree comes out whatever the data"
    axes = sheet.panel(0, _TOP, _WIDE, _HEIGHT, title, note)
    sizes = answer["sizes"] if means is None else None
    tree = picture.tree.rotated(rotation or 0.0)
    plot_unrooted_tree(tree, axes, names=names, thumbnails=means, sizes=sizes)


def _matrix(sheet, question, picture, means):
    """Y*, its largest entry as 1: its scale plays no part."""
    title, note = "Free structure Y*", "blue above 0, orange below"
    if question.structure == "fixed":
        title, note = "Y*, what these clusters ask for", f"with it (1) would be {picture.most:.4g}"
    Y = picture.structure / (np.abs(picture.structure).max() or 1.0)
    if means is None:
        side = _HEIGHT - HEADS
        sheet.label_kernel(0, _TOP, side, Y, title, note, number=short)
    else:
        plot_structure(Y, sheet.panel(0, _TOP, _WIDE, _HEIGHT, title, note), thumbnails=means)


def _readout(name, question, answer):
    found = answer["compared"].get(name)
    preset = f" ({question.preset})" if name == "fixed" else ""
    value, entropy = "\u2013", ""
    if found is not None:
        value = f"{found['objective']:.4g}".replace("-", "\u2212")
        entropy = "" if found["entropy"] is None else f"H(y | l) {found['entropy']:.3f}"
    return f"objective (1), {name}{preset}", value, entropy, 200


def _members(sheet, left, members, samples, classes):
    """As many members as there is room for, and the classes they come from."""
    top, rows = _TOP + CAPTION, _LINES
    if classes is not None:
        codes, counts = np.unique(classes.codes[members], return_counts=True)
        order = np.argsort(-counts, kind="stable")[:4]
        rows -= len(order) + 2
        low = top + (rows + 1) * 20
        sheet.text(left, low, "True classes", colour=INK, weight="bold")
        for line, k in enumerate(order, 1):
            sheet.text(
                left, low + 20 * line, f"{classes.names[codes[k]]}: {counts[k]} of {len(members)}"
            )
    if samples.kind == "images":
        shown = members[: _ACROSS * (20 * rows // (_CELL + 4))]
        images = samples.images[shown] / 255
        images = images[..., 0] if images.shape[-1] == 1 else images
        axes = sheet.axes(left, top, _SIDE, (_CELL + 4) * -(-len(shown) // _ACROSS) - 4)
        plot_strip(images, axes, across=_ACROSS).set_anchor("NW")
    else:
        shown = members[: rows - 1]
        for line, i in enumerate(shown):
            text = samples.texts[i]
            words = text if len(text) <= 36 else text[:35] + "…"
            sheet.text(left, top + 10 + 20 * line, f"{i}  {words}", colour=INK)
    if len(shown) < len(members):
        sheet.text(left, top + 20 * rows - 2, f"and {len(members) - len(shown)} more")
