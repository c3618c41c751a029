"""A figure as inline SVG: parts, style and panes put together."""

from __future__ import annotations

import hashlib
import html
import re
from itertools import pairwise
from xml.etree import ElementTree

from matplotlib.backends.backend_agg import FigureCanvasAgg

from . import theme
from .drawing import drawn
from .panes import panes
from .tidy import Styles, tidy, tree

MOST_BYTES = 150_000
_FEW_MARKS = 150
_SCOPE = "@@"  # stands for the name of the figure until that is known
_IMAGES_IN_DARK = "--f-turned:invert(.933) hue-rotate(180deg);--f-light:none;--f-dark:inline"
_SMALLEST = 9  # pixels of text that is still read well
_NARROW = 0.78  # share of its width below which a figure parts, however large its letters
_WIDE = 0.75  # a pane wider than this share of the figure gets larger letters, as the whole does
_LARGER = 1.25  # a pane alone is at most so much larger than in its row
_SHARES = (1, 0.92, 0.85, 0.78, 0.72, 0.66, 0.6)  # of the width at which letters begin to grow


def inline(figure, alt):
    """A figure as HTML that stands on the ground of its page.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    alt : str

    Returns
    -------
    html : str
        A style, and a part that is hidden where the style was taken away.
    name : str
        The class of the element that holds it.
    """
    picture, style = _picture(figure, alt, {})
    if len(picture) > MOST_BYTES:
        picture, style = _picture(figure, alt, {"most": _FEW_MARKS})
    name = "f" + hashlib.sha256((style + picture).encode()).hexdigest()[:6]
    return f"<style>{style}</style>{picture}".replace(_SCOPE, name), name


def _picture(figure, alt, few):
    svg, said, names = drawn(figure, **few)
    found = panes(figure)
    root, styles = tree(svg), Styles(_SCOPE)
    _align(root, said, figure)
    kept = {names[part] for pane in found for part in pane.parts if part in names}
    tidy(root, styles, kept)
    _name(root, kept)
    width, height = 72 * figure.get_size_inches()
    views = [_view(pane, names, width, height) for pane in found]
    label = html.escape(alt)
    whole = _svg((0, 0, width, height), "".join(_text(child) for child in root), "all")
    picture = f'<div class="pic" hidden="hidden" role="img" aria-label="{label}">{whole}'
    picture += f'<div class="panes">{"".join(views)}</div>' * bool(views) + "</div>"
    return picture, _style(styles, figure, bool(views))


def _text(node):
    return ElementTree.tostring(node, encoding="unicode")


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


def _align(root, said, figure):
    """Lines stand where they should in fonts narrower than the one of the layout."""
    measure = FigureCanvasAgg(figure).get_renderer().get_text_width_height_descent
    scale = 72 / figure.dpi
    for group in root.iter("g"):
        of = said.get(group.get("id"))
        for line in group.iter("text") if of else ():
            if of.halo:
                line.set(
                    "style",
                    f"{line.get('style')};paint-order:stroke;stroke:#ffffff;"
                    "stroke-width:3px;stroke-linejoin:round",
                )
            if "text-anchor" in line.get("style", "") or not (line.text or "").strip():
                continue
            if of.anchor == "start":
                continue
            width = scale * measure(line.text, of.text.get_fontproperties(), False)[0]
            line.set("x", str(width / (2 if of.anchor == "middle" else 1)))
            line.set("style", f"{line.get('style')};text-anchor:{of.anchor}")


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
    narrow = round(width * min(1, max(_SMALLEST / smallest, _NARROW * (has_panes))))
    css = (
        f"{scope} svg{{display:block;width:100%;height:auto;overflow:hidden;fill:var(--f-k);"
        "font-family:var(--jp-ui-font-family,system-ui,sans-serif);"
        f"stroke-linejoin:round;font-variant-numeric:tabular-nums}}{styles.css()}"
    )
    images = _IMAGES_IN_DARK if "var(--f-turned" in css or "var(--f-dark" in css else ""
    css += _when_narrow(scope, narrow, has_panes)
    head = (
        f"{scope}{{container-type:inline-size;color-scheme:light dark;{theme.variables(css)}}}"
        f"{scope}>.pic{{display:block}}{scope}>.card{{display:none}}"
        f"body[data-jp-theme-light=true] {scope}{{color-scheme:light}}"
        f"body[data-jp-theme-light=false] {scope}{{color-scheme:dark;{images}}}"
    )
    if images:
        by_system = f"body:not([data-jp-theme-light]) {scope}{{{images}}}"
        css += f"@media (prefers-color-scheme:dark){{{by_system}}}"
    return head + css


def _when_narrow(scope, narrow, has_panes):
    """Panes below each other, or larger letters where there is one pane only."""
    if has_panes:
        return (
            f"{scope} .panes{{display:none;flex-wrap:wrap;justify-content:center;gap:12px 16px}}"
            f"{scope} .panes p{{width:100%;margin:0;font-size:12px;line-height:1.35;"
            "color:var(--f-k2)}"
            f"@container (max-width:{narrow - 1}px){{{scope} .all{{position:absolute;width:0;"
            f"height:0}}{scope} .panes{{display:flex}}}}"
        ) + _larger(f"{scope} .wide", narrow)
    return _larger(f"{scope} .all", narrow)


def _larger(which, narrow):
    """Letters that stay as large as they are at the width `narrow`, or a little larger."""
    return "".join(
        f"@container (max-width:{round(share * narrow) - 1}px){{{which}{{--t:{1 / until:.2f}}}}}"
        for share, until in pairwise(_SHARES)
    )
