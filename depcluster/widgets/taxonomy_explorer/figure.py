"""The taxonomy explorer as a figure."""

from __future__ import annotations

import numpy as np

from ..._validation import counted
from ...plotting.basics import as_text
from ...plotting.images import plot_strip
from ...plotting.palette import INK
from ...plotting.taxonomies import plot_unrooted_tree
from ..base.mosaic import Panel, matrix, mosaic
from .matrix import grouped_matrix
from .picture import TurnedTree

_LINES, _LETTERS = 20, 36
_ACROSS, _ROWS = 6, 8


def taxonomy_figure(widget, reading, thumbnails, classes):
    """What is open of it; ``classes`` are the true ones or None."""
    picture, means = reading.picture, None
    question, members = picture.question, np.flatnonzero(picture.labels == widget.selected)
    if thumbnails.kind == "images":
        means = thumbnails.means(picture.labels, question.n_clusters)
        means = means.mean(axis=-1) if means.ndim == 4 else means
    panels = {"tree": _structure(reading, means, widget.rotation or 0.0)}
    if question.structure == "fixed":
        label_kernel = matrix(question.label_kernel, "Fixed structure", question.preset, 220)
        panels["label_kernel"] = label_kernel
    if "label_kernel" not in widget._opened(panels):
        panels["members"] = _members(members, thumbnails, widget.selected)
        if classes is not None:
            panels["classes"] = _classes(members, classes, widget.selected)
    return mosaic(
        widget, "tree | members; classes; label_kernel", widget._opened(panels), reading.branches
    )


def _structure(reading, means, rotation):
    """The tree, or Y*, its largest entry as 1: its scale plays no part."""
    picture, size = reading.picture, {"width": 610, "height": 440}
    if picture.tree is None:
        title, note = "Free structure Y*", "blue above 0, orange below"
        if picture.question.structure == "fixed":
            title, note = "Y* of these clusters", f"with it (1) would be {picture.most:.4g}"
        draw = lambda ax: grouped_matrix(ax, picture.structure, reading.groups, means)  # noqa: E731
        return Panel(title, draw, note, **size)
    names = ["\n".join(words) for words in reading.words]
    names = names or [f"{k}: {size}" for k, size in enumerate(reading.sizes)]
    cards = {"thumbnails": means, "sizes": reading.sizes if means is None else None}
    tree = TurnedTree(**vars(picture.tree), degrees=rotation)
    draw = lambda ax: plot_unrooted_tree(tree, ax, names=names, **cards)  # noqa: E731
    note = f"bar in {reading.unit}; misfit {100 * np.nan_to_num(picture.result.misfit):.1f} %"
    return Panel("Taxonomy: a tree comes out whatever the data", draw, note, **size)


def _members(members, thumbnails, selected):
    """As many members as there is room for."""
    most = _ACROSS * _ROWS if thumbnails.kind == "images" else _LINES
    shown, total = members[:most], counted(len(members), "sample")
    if thumbnails.kind == "images":
        images = thumbnails.images[shown] / 255
        images = images[..., 0] if images.shape[-1] == 1 else images
        draw = lambda ax: plot_strip(images, ax, across=_ACROSS)  # noqa: E731
    else:
        texts = [thumbnails.texts[i] for i in shown]
        short = [text if len(text) <= _LETTERS else f"{text[: _LETTERS - 1]}…" for text in texts]
        draw = _lines([f"{i}  {text}" for i, text in zip(shown, short, strict=True)])
    note = f"{len(shown)} of {total}" if len(shown) < len(members) else total
    return Panel(f"Cluster {selected}", draw, note, (), 250, 340)


def _classes(members, classes, selected):
    """The classes that the members come from."""
    codes, counts = np.unique(classes.codes[members], return_counts=True)
    order = np.argsort(-counts, kind="stable")[:4]
    lines = [f"{classes.names[codes[k]]}: {counts[k]}" for k in order]
    note = f"of {counted(len(members), 'sample')} in cluster {selected}"
    return Panel("True classes", _lines(lines), note, (), 250, 20 * len(lines))


def _lines(lines):
    """What writes some lines."""

    def draw(ax):
        ax.text(0, 1, as_text("\n".join(lines)), va="top", linespacing=1.6, fontsize=8, color=INK)
        ax.set_axis_off()

    return draw
