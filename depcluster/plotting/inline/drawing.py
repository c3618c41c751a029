"""matplotlib's own SVG of a figure, with a name on each part that is treated later."""

from __future__ import annotations

import io
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from matplotlib import rc_context
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.collections import Collection
from matplotlib.colors import to_hex
from matplotlib.lines import Line2D
from matplotlib.text import Text

IMAGE_DPI = 120
MOST_MARKS = 1500
_CORNERS = 3  # of all outlines together, for each mark that a collection may have
_SETTINGS = {"svg.fonttype": "none", "svg.hashsalt": "depcluster", "image.composite_image": False}


@dataclass
class Said:
    """A text of the figure, and how its lines stand.

    Attributes
    ----------
    text : matplotlib.text.Text
    anchor : str
        Where a line has its place: "start", "middle" or "end".
    halo : bool
        Whether it has an edge in the colour of the ground.
    """

    text: Text
    anchor: str
    halo: bool


def drawn(figure, most=MOST_MARKS):
    """A figure as SVG, and the names given to its parts while it was drawn.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    most : int
        Collections of more marks become images.

    Returns
    -------
    svg : str
    said : dict of str to Said
        Texts by the id of their group.
    names : dict of Artist to str
        Ids of the groups of parts that may be shown alone.
    """
    figure.set_dpi(IMAGE_DPI)
    figure.draw_without_rendering()
    out = io.StringIO()
    with rc_context(_SETTINGS), _prepared(figure, most) as (said, names):
        FigureCanvasSVG(figure).print_svg(out, metadata={"Date": None})
    return out.getvalue(), said, names


@contextmanager
def _prepared(figure, most):
    """The figure with named parts, a free ground and few marks; afterwards it is as before."""
    said, names = {}, {}
    with ExitStack() as stack:

        def put(artist, of, value):
            before = getattr(artist, f"get_{of}")()
            getattr(artist, f"set_{of}")(value)
            stack.callback(getattr(artist, f"set_{of}"), before)

        put(figure, "layout_engine", "none")
        for part in parts(figure):
            put(part, "gid", names.setdefault(part, f"part{len(names)}"))
        for patch in _grounds(figure):
            put(patch, "visible", False)
        for artist in figure.findobj(_is_crowded(most)):
            put(artist, "rasterized", True)
        for text in figure.findobj(Text):
            name = names.get(text, f"text{len(said)}")
            said[name] = Said(text, _anchor(text), bool(text.get_path_effects()))
            put(text, "gid", name)
            put(text, "path_effects", [])
        yield said, names


def parts(figure):
    """Parts of a figure that have a group of their own, those of its subfigures too."""
    own = [*figure.subfigs, *figure.axes, *figure.legends, *figure.texts]
    own = [part for part in own if part.get_visible()]
    return own + [part for sub in figure.subfigs for part in parts(sub) if part not in own]


def _grounds(figure):
    """White boxes behind the whole figure, its subfigures and its axes."""
    patches = [part.patch for part in (figure, *parts(figure)) if hasattr(part, "patch")]
    insets = [child.patch for ax in figure.axes for child in ax.child_axes]
    return [patch for patch in patches + insets if _is_white(patch)]


def _is_white(patch):
    colour = patch.get_facecolor()
    return colour[3] == 0 or to_hex(colour) == "#ffffff"


def _is_crowded(most):
    def crowded(artist):
        if isinstance(artist, Collection):
            paths = artist.get_paths()
            corners = sum(len(path.vertices) for path in paths)
            return max(len(artist.get_offsets()), len(paths)) > most or corners > _CORNERS * most
        marked = isinstance(artist, Line2D) and artist.get_marker() not in ("None", "", None)
        return marked and len(artist.get_xdata()) > most

    return crowded


def _anchor(text):
    """Along its run, so that a line in another font still stands where it should."""
    ends = {"left": "start", "bottom": "start", "right": "end", "top": "end"}
    angle = text.get_rotation() % 180
    if text.get_rotation_mode() != "anchor" and 60 < angle < 120:
        return ends.get(text.get_va(), "middle")
    return ends.get(text._get_multialignment(), "middle")
