"""Figures as inline SVG in the colours of the page, for HTML that may carry a style.

matplotlib draws, `minify` makes its SVG small, `palette` has the page's colours, and `responsive`
finds what stands below each other on a narrow page; here they are put together.
"""

from __future__ import annotations

import hashlib
import html
import io
import re
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from xml.etree import ElementTree

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.collections import Collection
from matplotlib.colors import to_hex
from matplotlib.lines import Line2D
from matplotlib.text import Text

from .minify import Styles, minify, tree
from .palette import variables
from .responsive import panes, parts
from .style import settings

MOST_BYTES = 150_000
IMAGE_DPI = 120
_MOST_MARKS, _FEW_MARKS = 1500, 150  # of a collection; with more it becomes an image
_CORNERS = 3  # of all outlines together, for each mark that a collection may have
_SETTINGS = {"svg.fonttype": "none", "svg.hashsalt": "depcluster", "image.composite_image": False}
_SCOPE = "@@"  # stands for the name of the figure until that is known
_IMAGES_IN_DARK = "--f-turned:invert(.933) hue-rotate(180deg);--f-light:none;--f-dark:inline"
_SMALLEST = 9  # pixels of text that is still read well
_NARROW = 0.78  # share of its width below which a figure parts, however large its letters
_WIDE = 0.75  # a pane wider than this share of the figure gets larger letters, as the whole does
_LARGER = 1.25  # a pane alone is at most so much larger than in its row
_SHARES = (1, 0.92, 0.85, 0.78, 0.72, 0.66, 0.6)  # of the width at which letters begin to grow


def inline(figure, alt):
    """HTML that stands on the ground of its page, and the class of the element to hold it.

    The HTML is a style, and a part that is hidden where the style was taken away.
    """
    picture, style = _picture(figure, alt, _MOST_MARKS)
    if len(picture) > MOST_BYTES:
        picture, style = _picture(figure, alt, _FEW_MARKS)
    name = "f" + hashlib.sha256((style + picture).encode()).hexdigest()[:6]
    return f"<style>{style}</style>{picture}".replace(_SCOPE, name), name


@dataclass
class Line:
    """How the lines of a text stand: their place is at "start", "middle" or "end"."""

    text: Text
    anchor: str
    halo: bool  # whether it has an edge in the colour of the ground


def drawn(figure, most):
    """A figure as SVG, a `Line` by the id of a text's group, and ids of groups by `parts`."""
    figure.set_dpi(IMAGE_DPI)
    figure.draw_without_rendering()
    out = io.StringIO()
    with settings(_SETTINGS), _prepared(figure, most) as (lines, names):
        FigureCanvasSVG(figure).print_svg(out, metadata={"Date": None})
    return out.getvalue(), lines, names


@contextmanager
def _prepared(figure, most):
    """The figure with named parts, a free ground and few marks; afterwards it is as before."""
    lines, names = {}, {}
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
        for artist in figure.findobj(lambda artist: _is_crowded(artist, most)):
            put(artist, "rasterized", True)
        for text in figure.findobj(Text):
            name = names.get(text, f"text{len(lines)}")
            lines[name] = Line(text, _anchor(text), bool(text.get_path_effects()))
            put(text, "gid", name)
            put(text, "path_effects", [])
        yield lines, names


def _grounds(figure):
    """White boxes behind the whole figure, its subfigures and its axes."""
    patches = [part.patch for part in (figure, *parts(figure)) if hasattr(part, "patch")]
    insets = [child.patch for ax in figure.axes for child in ax.child_axes]
    hues = {patch: patch.get_facecolor() for patch in patches + insets}
    return [patch for patch, hue in hues.items() if hue[3] == 0 or to_hex(hue) == "#ffffff"]


def _is_crowded(artist, most):
    if isinstance(artist, Collection):
        paths = artist.get_paths()
        corners = sum(len(path.vertices) for path in paths)
        return max(len(artist.get_offsets()), len(paths)) > most or corners > _CORNERS * most
    marked = isinstance(artist, Line2D) and artist.get_marker() not in ("None", "", None)
    return marked and len(artist.get_xdata()) > most


def _anchor(text):
    """Along its run, so that a line in another font still stands where it should."""
    ends = {"left": "start", "bottom": "start", "right": "end", "top": "end"}
    angle = text.get_rotation() % 180
    if text.get_rotation_mode() != "anchor" and 60 < angle < 120:
        return ends.get(text.get_va(), "middle")
    return ends.get(text._get_multialignment(), "middle")


def _picture(figure, alt, most):
    svg, lines, names = drawn(figure, most)
    found = panes(figure)
    root, styles = tree(svg), Styles(_SCOPE)
    _align(root, lines, figure)
    kept = {names[part] for pane in found for part in pane.parts if part in names}
    minify(root, styles, kept)
    _name(root, kept)
    width, height = 72 * figure.get_size_inches()
    views = [_view(pane, names, width, height) for pane in found]
    inside = "".join(ElementTree.tostring(child, encoding="unicode") for child in root)
    whole = _svg((0, 0, width, height), inside, "all")
    picture = f'<div class="pic" hidden="hidden" role="img" aria-label="{html.escape(alt)}">{whole}'
    picture += f'<div class="panes">{"".join(views)}</div>' * bool(views) + "</div>"
    return picture, _style(styles, figure, bool(views))


def _svg(box, inside, kind):
    x, y, width, height = (f"{value:.5g}" for value in box)
    pixels = round(box[2] * 100 / 72 * (_LARGER if kind != "all" else 1))
    return (
        f'<svg class="{kind}" viewBox="{x} {y} {width} {height}" '
        f'style="max-width:{pixels}px">{inside}</svg>'
    )


def _view(pane, names, width, height):
    """A pane as a line of text, or as a window on its parts."""
    if pane.words:
        return f"<p>{html.escape(pane.words)}</p>"
    uses = "".join(f'<use href="#{_SCOPE}{names[part]}"/>' for part in pane.parts)
    x, y = pane.box.x0, height - pane.box.y1
    kind = "pane wide" if pane.box.width > _WIDE * width else "pane"
    return _svg((x, y, pane.box.width, pane.box.height), uses, kind)


def _align(root, lines, figure):
    """Lines stand where they should in fonts narrower than the one of the layout."""
    measure = FigureCanvasAgg(figure).get_renderer().get_text_width_height_descent
    for group in root.iter("g"):
        of = lines.get(group.get("id"))
        for line in group.iter("text") if of else ():
            style = before = line.get("style", "")
            if of.halo:
                style += ";paint-order:stroke;stroke:#ffffff;stroke-width:3px;stroke-linejoin:round"
            words = line.text or ""
            if "text-anchor" not in style and words.strip() and of.anchor != "start":
                width = measure(words, of.text.get_fontproperties(), False)[0] * 72 / figure.dpi
                line.set("x", str(width / (2 if of.anchor == "middle" else 1)))
                style += f";text-anchor:{of.anchor}"
            if style != before:
                line.set("style", style)


def _name(root, kept):
    """Short ids that no other figure of the page has; those kept have the name told."""
    found = [node.get("id") for node in root.iter() if node.get("id")]
    ids = {old: _SCOPE + (old if old in kept else f"i{k}") for k, old in enumerate(found)}
    for node in root.iter():
        for of, value in node.attrib.items():
            if of == "id":
                node.set(of, ids[value])
            elif of == "href" and value.startswith("#"):
                node.set(of, f"#{ids[value[1:]]}")
            elif value.startswith("url(#"):
                node.set(of, f"url(#{ids[value[5:-1]]})")


def _style(styles, figure, has_panes):
    scope, inch = f".{_SCOPE}", 100
    sizes = [float(size) for size in re.findall(r"font-size:calc\(([\d.]+)px", styles.css())]
    smallest = min(sizes, default=10) * inch / 72
    width = round(inch * figure.get_figwidth())
    narrow = round(width * min(1, max(_SMALLEST / smallest, _NARROW * has_panes)))
    css = (
        f"{scope} svg{{display:block;width:100%;height:auto;overflow:hidden;fill:var(--f-k);"
        "font-family:var(--jp-ui-font-family,system-ui,sans-serif);"
        f"stroke-linejoin:round;font-variant-numeric:tabular-nums}}{styles.css()}"
    )
    images = _IMAGES_IN_DARK if "var(--f-turned" in css or "var(--f-dark" in css else ""
    css += _when_narrow(scope, narrow, has_panes)
    head = (
        f"{scope}{{container-type:inline-size;color-scheme:light dark;{variables(css)}}}"
        f"{scope}>.pic{{display:block}}{scope}>.card{{display:none}}"
        f"body[data-jp-theme-light=true] {scope}{{color-scheme:light}}"
        f"body[data-jp-theme-light=false] {scope}{{color-scheme:dark;{images}}}"
    )
    if images:
        by_system = f"body:not([data-jp-theme-light]) {scope}{{{images}}}"
        css += f"@media (prefers-color-scheme:dark){{{by_system}}}"
    return head + css


def _when_narrow(scope, narrow, has_panes):
    """Panes below each other; letters that stay as large as they are at the width `narrow`."""
    panes_shown = (
        f"{scope} .panes{{display:none;flex-wrap:wrap;justify-content:center;gap:12px 16px}}"
        f"{scope} .panes p{{width:100%;margin:0;font-size:12px;line-height:1.35;"
        "color:var(--f-k2)}"
        f"@container (max-width:{narrow - 1}px){{{scope} .all{{position:absolute;width:0;"
        f"height:0}}{scope} .panes{{display:flex}}}}"
    )
    which = f"{scope} .wide" if has_panes else f"{scope} .all"
    return panes_shown * has_panes + "".join(
        f"@container (max-width:{round(share * narrow) - 1}px){{{which}{{--t:{1 / until:.2f}}}}}"
        for share, until in pairwise(_SHARES)
    )
