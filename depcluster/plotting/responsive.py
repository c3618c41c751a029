"""What of a figure stands below each other where the page is too narrow for columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.legend import Legend
from matplotlib.text import Text
from matplotlib.transforms import Bbox

_RIM = 2  # points around a pane
_WHOLE = 0.6  # a part this share of the figure's width, or narrower, is not taken apart


@dataclass
class Pane:
    """A part of a figure that is shown alone: artists, and their box in points from below left."""

    parts: list[Any]
    box: Bbox

    @property
    def words(self):
        """Its text, where it is a line of text that may wrap."""
        alone = self.parts[0] if len(self.parts) == 1 else None
        if isinstance(alone, Text) and not alone.get_rotation() and "$" not in alone.get_text():
            return alone.get_text()
        return ""


def panes(figure):
    """The panes of a figure, as last drawn, in reading order; none where one alone would do."""
    renderer = FigureCanvasAgg(figure).get_renderer()
    scale = 72 / figure.dpi

    def box_of(part):
        box = part.bbox if hasattr(part, "subfigs") else part.get_tightbbox(renderer)
        return Bbox.from_extents(*(scale * box.extents))

    found = _opened(figure, _WHOLE * 72 * figure.get_figwidth(), box_of)
    return found if len(found) > 1 else []


def parts(figure):
    """Parts of a figure that have a group of their own, those of its subfigures too."""
    own = [*figure.subfigs, *figure.axes, *figure.legends, *figure.texts]
    own = [part for part in own if part.get_visible()]
    return own + [part for sub in figure.subfigs for part in parts(sub) if part not in own]


def _opened(figure, narrow, box_of):
    """A figure or a subfigure taken apart; one pane where nothing in it stands side by side."""
    groups = _joined(_groups(figure, box_of))
    if not groups:
        return []
    box = Bbox.union([pane.box for pane in groups])
    if hasattr(figure, "get_figure") and figure.get_figure() is not figure and box.width <= narrow:
        return [Pane([figure], box)]
    opened = {id(pane): [pane] for pane in groups}
    for pane in groups:
        if hasattr(pane.parts[0], "subfigs"):
            opened[id(pane)] = _opened(pane.parts[0], narrow, box_of)
    rows = _runs(groups, "y")
    beside = any(sum(not _is_line(pane) for pane in row) > 1 for row in rows)
    if not beside and all(len(panes) == 1 for panes in opened.values()):
        return [Pane([part for pane in groups for part in pane.parts], box)]
    return [
        each
        for row in rows
        for column in _runs(row, "x")
        for pane in sorted(column, key=lambda pane: -pane.box.y1)
        for each in opened[id(pane)]
    ]


def _groups(figure, box_of):
    """Subfigures, axes, legends and texts; a colour bar or a twin goes with its axes."""
    axes = {}
    inner = {ax for sub in figure.subfigs for ax in sub.axes}
    for ax in figure.axes:
        if ax in inner or not ax.get_visible():
            continue
        parents = (getattr(ax, "_colorbar_info", None) or {}).get("parents") or [ax]
        place = tuple(parents[-1].get_position().bounds)
        axes.setdefault(place, []).append(ax)
    own = [part for part in parts(figure) if part not in inner and part not in figure.axes]
    own = [part for part in own if part.get_figure() is figure or part in figure.subfigs]
    entries = [pane for part in own if isinstance(part, Legend) for pane in _entries(part, box_of)]
    sets = [*axes.values(), *([part] for part in own if not isinstance(part, Legend))]
    return [Pane(each, _around(each, box_of)) for each in sets] + entries


def _entries(legend, box_of):
    """The title of a figure's legend, and its entries one by one, so that they may wrap."""
    title = legend.get_title()
    found = [Pane([title], _around([title], box_of))] if title.get_text() else []
    for text in legend.get_texts():
        box = _around([text], box_of)
        box.x0 -= (legend.handlelength + legend.handletextpad) * text.get_fontsize()
        found.append(Pane([legend], box))
    return found


def _joined(groups):
    """The axes of a column in one pane, where only the titles of the first row tell columns."""
    rows = _runs([pane for pane in groups if not _is_line(pane)], "y")
    if len(rows) < 2 or len({len(row) for row in rows}) > 1 or len(rows[0]) < 2:
        return groups
    if any(hasattr(pane.parts[0], "subfigs") for row in rows for pane in row):
        return groups
    titles = [{pane.parts[0].get_title() for pane in row} for row in rows]
    if len(titles[0]) == 1 or any(len(row) > 1 for row in titles[1:]):
        return groups
    ordered = [sorted(row, key=lambda pane: pane.box.x0) for row in rows]
    columns = [
        Pane([part for pane in column for part in pane.parts], Bbox.union([p.box for p in column]))
        for column in zip(*ordered, strict=True)
    ]
    return columns + [pane for pane in groups if _is_line(pane)]


def _around(each, box_of):
    return Bbox.union([box_of(part) for part in each]).padded(_RIM)


def _is_line(pane):
    return isinstance(pane.parts[0], (Text, Legend))


def _runs(groups, along):
    """Groups that overlap in rows ("y", from above) or columns ("x", from the left)."""
    runs = []
    sign = -1 if along == "y" else 1

    def ends(pane):
        low, high = (pane.box.y0, pane.box.y1) if along == "y" else (pane.box.x0, pane.box.x1)
        return sorted((sign * low, sign * high))

    for pane in sorted(groups, key=ends):
        start, end = ends(pane)
        for run in runs:
            common = min(end, run[1]) - max(start, run[0])
            if common > 0.5 * min(end - start, run[1] - run[0]):
                run[2].append(pane)
                run[0], run[1] = min(start, run[0]), max(end, run[1])
                break
        else:
            runs.append([start, end, [pane]])
    return [run[2] for run in runs]
