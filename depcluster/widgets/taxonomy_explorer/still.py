"""The taxonomy explorer's picture for pages that run no widgets."""

from __future__ import annotations

import numpy as np

from ..._validation import counted
from ...plotting.images import plot_strip
from ...plotting.palette import INK
from ...plotting.taxonomies import plot_unrooted_tree
from ..base.sheet import CAPTION, HEADS, WIDTH, Sheet
from .engine import STRUCTURES
from .matrix_still import grouped_matrix

_TOP = 64
_SIDE = 248
_WIDE = WIDTH - _SIDE - 24
_HEIGHT = 440
_LINES = 22
_CELL = 38
_ACROSS = 6


def taxonomy_still(*, question, picture, samples, answer, classes, selected, rotation, panels):
    """TaxonomyExplorer as a figure: its open panels, read-outs and controls' values.

    ``classes`` are the true ones or None; ``selected`` is the cluster whose members are shown;
    ``panels`` are the names of those to draw.
    """
    sheet = Sheet(_TOP + CAPTION + _HEIGHT + 60)
    reads = [("clusters", str(question.n_clusters), "", 76)]
    reads += [("structure", question.structure, "", 90)]
    sheet.readouts(0, 0, reads + [_readout(name, question, answer) for name in STRUCTURES])
    means = None
    if samples.kind == "images":
        means = samples.means(picture.labels, question.n_clusters)
        means = means.mean(axis=-1) if means.ndim == 4 else means
    edits = question.structure == "fixed" and "label_kernel" in panels
    aside = edits or bool({"members", "classes"} & set(panels))
    left = _WIDE + 24 if "tree" in panels else 0
    if "tree" in panels:
        wide = _WIDE if aside else WIDTH
        if picture.tree is not None:
            _tree(sheet, picture, answer, means, rotation, wide)
        else:
            _matrix(sheet, question, picture, answer, means, wide)
    if edits:
        side, A = _SIDE - HEADS, question.label_kernel
        sheet.label_kernel(left, _TOP, side, A, "Fixed structure", question.preset)
    elif aside:
        _members(sheet, left, picture, samples, classes, selected, panels)
    sheet.foot(_TOP + CAPTION + _HEIGHT + 12, answer["branches"])
    sheet.foot(_TOP + CAPTION + _HEIGHT + 40, answer["foot"])
    return sheet.figure


def _tree(sheet, picture, answer, means, rotation, width):
    names = [f"{k}: {size}" for k, size in enumerate(answer["sizes"])]
    names = ["\n".join(words) for words in answer["words"]] or names
    note = f"bar in {answer['tree']['unit']}; misfit {100 * answer['misfit']:.1f} %"
    title = "Taxonomy: a tree comes out whatever the data"
    axes = sheet.panel(0, _TOP, width, _HEIGHT, title, note)
    sizes = answer["sizes"] if means is None else None
    tree = picture.tree.rotated(rotation or 0.0)
    plot_unrooted_tree(tree, axes, names=names, thumbnails=means, sizes=sizes)


def _matrix(sheet, question, picture, answer, means, width):
    """Y*, its largest entry as 1: its scale plays no part."""
    title, note = "Free structure Y*", "blue above 0, orange below"
    if question.structure == "fixed":
        title, note = "Y* of these clusters", f"with it (1) would be {picture.most:.4g}"
    axes = sheet.panel(0, _TOP, width, _HEIGHT, title, note)
    grouped_matrix(axes, picture.structure, answer["groups"], means)


def _readout(name, question, answer):
    found = answer["compared"].get(name)
    preset = f" ({question.preset})" if name == "fixed" else ""
    value, entropy = "\u2013", ""
    if found is not None:
        value = f"{found['objective']:.4g}".replace("-", "\u2212")
        entropy = "" if found["entropy"] is None else f"H(y | l) {found['entropy']:.3f}"
    return f"objective (1), {name}{preset}", value, entropy, 200


def _members(sheet, left, picture, samples, classes, selected, panels):
    """As many members as there is room for, and the classes they come from."""
    members, rows, top = np.flatnonzero(picture.labels == selected), _LINES, _TOP + CAPTION
    if classes is not None and "classes" in panels:
        codes, counts = np.unique(classes.codes[members], return_counts=True)
        order = np.argsort(-counts, kind="stable")[:4]
        rows -= len(order) + 2
        low = top + 20 * (rows + 1) - 8 if "members" in panels else _TOP
        of = f"of {counted(len(members), 'sample')} in cluster {selected}"
        sheet.caption(left, low, _SIDE, "True classes", of)
        for line, k in enumerate(order, 1):
            sheet.text(left, low + 8 + 20 * line, f"{classes.names[codes[k]]}: {counts[k]}")
    if "members" not in panels:
        return
    sheet.caption(left, _TOP, _SIDE, f"Cluster {selected}", f"{counted(len(members), 'sample')}")
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
