"""matplotlib's SVG made small: short numbers, classes for styles, marks that are drawn once.

Of images, heat maps turn with the theme of the page, drawn marks too, photographs don't.
"""

from __future__ import annotations

import base64
import re
from collections import Counter
from io import BytesIO
from itertools import groupby
from xml.etree import ElementTree

import numpy as np
from matplotlib.colors import to_rgb
from PIL import Image

from .palette import (
    COLOURS,
    EDGES_IN_DARK,
    GROUND_IN_DARK,
    IN_DARK,
    INK,
    INK_2,
    INK_IN_DARK,
    MATRIX,
    MATRIX_POSITIVE,
    RULE_2,
    edge_colour,
    themed,
)

_NUMBER = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")
_LEADING = re.compile(r"^(-?)0\.")
_COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_FONT = re.compile(r"(?:(italic|oblique) )?(?:(\d{3}|bold) )?([\d.]+)px")
_FEWEST = 6  # marks that are shorter as the corners of a line, its marker counted
_LEFT_OUT = {"metadata", "style", "title"}
_ROOT = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}href"


def tree(svg):
    """The elements of an SVG, without names of namespaces and what says where it comes from."""
    root = ElementTree.fromstring(svg)
    for node in root.iter():
        for child in list(node):
            if not isinstance(child.tag, str) or child.tag.removeprefix(_ROOT) in _LEFT_OUT:
                node.remove(child)
    for node in root.iter():
        node.tag = node.tag.removeprefix(_ROOT)
        if _LINK in node.attrib:
            node.attrib["href"] = node.attrib.pop(_LINK)
        if node.tag not in ("text", "tspan"):
            node.text = None
        node.tail = None
    return root


def short(text):
    """A text with numbers of at most two decimals."""
    return _NUMBER.sub(lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), text)


class Styles:
    """Styles by the names of their classes, which begin with the scope.

    The names are those of one figure alone: below a `use`, selectors see no ancestors.
    """

    def __init__(self, scope):
        self.scope, self.names = scope, {}

    def name(self, style):
        """The class of a style, given as a dict."""
        text = ";".join(f"{of}:{value}" for of, value in themed(_font(style)).items())
        return self.names.setdefault(text, f"{self.scope}{len(self.names)}")

    def css(self):
        """All of them as rules."""
        return "".join(f".{name}{{{text}}}" for text, name in self.names.items())


def _font(style):
    """Sizes that may grow on narrow pages; the family is the page's."""
    style = dict(style)
    style.pop("font-family", None)
    if found := _FONT.search(style.pop("font", "")):
        slant, weight, size = found.groups()
        style |= {"font-style": slant} if slant else {}
        style |= {"font-weight": weight} if weight else {}
        style["font-size"] = f"{size}px"
    if "font-size" in style:
        style["font-size"] = f"calc({style['font-size']}*var(--t,1))"
    return style


def minify(root, styles, kept):
    """Make a tree small, in place; the ids `kept` stay although nothing inside refers to them."""
    _draw_once(root)
    for node in root.iter():
        for of in ("transform", "x", "y", "width", "height"):
            if of in node.attrib:
                node.set(of, short(node.attrib[of]))
        if "d" in node.attrib:
            node.set("d", _short_path(node.attrib["d"]))
        if "rotate(-0 " in node.get("transform", ""):
            del node.attrib["transform"]
        parts = (part.split(":", 1) for part in node.get("style", "").split(";") if ":" in part)
        if style := {of.strip(): short(value.strip()) for of, value in parts}:
            del node.attrib["style"]
            node.set("class", styles.name(style))
    for node in list(root.iter("g")):
        for child in [child for child in node if child.tag == "image"]:
            _image(node, child, styles)
    used = set(re.findall(r"#([\w-]+)", ElementTree.tostring(root, encoding="unicode")))
    for node in root.iter():
        if node.get("id") not in used | kept:
            node.attrib.pop("id", None)
    _flatten(root)
    _draw_in_rows(root, styles)


def _short_path(d):
    """A path with steps from point to point in the place of coordinates."""
    out, last, at, start = "", "", (0.0, 0.0), (0.0, 0.0)
    for command, numbers in _read_path(d):
        if command in "zZ":
            out, last, at = out + "z", "z", start
            continue
        origin = (0.0, 0.0) if command == "M" else at
        steps = [round(n - origin[k % 2], 2) for k, n in enumerate(numbers)]
        if command == "L" and last == "l" and not any(steps):
            continue
        at = origin[0] + steps[-2], origin[1] + steps[-1]
        if command == "M":
            start = at
        name = command if command == "M" else command.lower()
        out += ("" if name == last != "M" else name) + _joined(steps, name == last != "M")
        last = name
    return out


def _read_path(d):
    return [(name, [float(n) for n in numbers.split()]) for name, numbers in _COMMAND.findall(d)]


def _joined(numbers, goes_on):
    """Numbers with a space only where the next one has no sign."""
    told = [_LEADING.sub(r"\1.", f"{n + 0:.2f}".rstrip("0").rstrip(".")) for n in numbers]
    text = "".join(f" {n}" if n[0] != "-" else n for n in told)
    return text if goes_on else text.removeprefix(" ")


def _draw_once(root):
    """Paths that differ by their place only become uses of one."""
    found = [(node, *_placed(node.get("d"))) for node in root.iter("path") if _is_mark(node)]
    counts = Counter(shape for _, shape, _, _ in found)
    names = {}
    for node, shape, x, y in found:
        if counts[shape] > 3:
            node.tag = "use"
            del node.attrib["d"]
            name = names.setdefault(shape, f"mark{len(names)}")
            node.attrib |= {"href": f"#{name}", "x": short(f"{x:.3f}"), "y": short(f"{y:.3f}")}
    defs = ElementTree.SubElement(root, "defs")
    for shape, name in names.items():
        ElementTree.SubElement(defs, "path", {"id": name, "d": shape})


def _is_mark(node):
    return not {"id", "transform"} & node.attrib.keys() and len(node.get("d", "")) > 40


def _placed(d):
    """A path moved to the origin, and where it began."""
    commands = _read_path(d)
    x, y = commands[0][1][:2]
    shape = ""
    for command, numbers in commands:
        moved = [n - (y if k % 2 else x) for k, n in enumerate(numbers)]
        shape += command + " ".join(f"{n + 0:.1f}".removesuffix(".0") for n in moved)
    return shape, x, y


def _flatten(node):
    """Groups that say nothing give way to their children; what neighbours share is said once."""
    for child in list(node):
        _flatten(child)
        if child.tag in ("g", "defs") and not len(child):
            node.remove(child)
        elif child.tag == "g" and not child.attrib:
            at = list(node).index(child)
            node.remove(child)
            for k, grandchild in enumerate(child):
                node.insert(at + k, grandchild)
    if node.tag in ("svg", "g"):
        _share(node)


def _shared(node):
    if node.tag in ("path", "use", "g", "image") and "id" not in node.attrib:
        return node.get("clip-path"), node.get("class") if node.tag != "image" else None
    return None, None


def _share(node):
    children, node[:] = list(node), []
    for shared, run in groupby(children, _shared):
        run = list(run)
        if shared == (None, None) or (len(run) < 2 and not shared[0]):
            node.extend(run)
            continue
        names = dict(zip(("clip-path", "class"), shared, strict=True))
        names = {of: name for of, name in names.items() if name}
        group = ElementTree.SubElement(node, "g", names)
        for child in run:
            for of in names:
                del child.attrib[of]
            bare = child.tag == "g" and not child.attrib
            group.extend(list(child) if bare else [child])


def _draw_in_rows(root, styles):
    """Marks of one look that follow each other become the corners of a line."""
    rows = [(group, *row) for group in [root, *root.iter("g")] for row in _rows(group)]
    counts = Counter()
    for _, look, row in rows:
        counts[look] += len(row)
    names, without_ink = {}, {"fill": "none", "stroke": "none"}
    for group, look, row in rows:
        if counts[look] < _FEWEST:
            continue
        if shared := group.attrib.pop("class", None):  # the line must not have it
            for child in group:
                child.set("class", shared)
        name = names.setdefault(look, f"row{len(names)}")
        places = [(float(mark.get("x")), float(mark.get("y"))) for mark in row]
        line = {"marker-mid": f"url(#{name})", "class": styles.name(without_ink)}
        line["d"] = _through(places)
        group[list(group).index(row[0])] = ElementTree.Element("path", line)
        for mark in row[1:]:
            group.remove(mark)
    defs = ElementTree.SubElement(root, "defs")
    for (href, style), name in names.items():
        about = {"id": name, "overflow": "visible", "markerUnits": "userSpaceOnUse"}
        marker = ElementTree.SubElement(defs, "marker", about)
        ElementTree.SubElement(marker, "use", {"href": href} | ({"class": style} if style else {}))


def _rows(group):
    """Marks that follow each other, with the place of their shape and their class."""
    shared = group.get("class")
    for look, row in groupby(group, lambda child: (child.get("href"), child.get("class", shared))):
        row = list(row)
        if row[0].tag == "use" and len(row) > 1:
            yield look, row


def _through(places):
    """A line through places, with its ends once more: markers stand on inner corners only."""
    steps = np.diff([places[0], *places, places[-1]], axis=0)
    first = _joined(places[0], False)
    return f"M{first}l{_joined(steps.ravel(), True).lstrip()}"


_PREFIX = "data:image/png;base64,"
_LEVELS = 0b11111100  # of grey that are told apart
_TURNED = {
    "matrix": {"filter": "var(--f-turned,none)"},
    "marks": {"display": "var(--f-light,inline)"},
    "photograph": {},
}


def _key(rgb):
    rgb = np.asarray(rgb, np.int64)
    return rgb[..., 0] << 16 | rgb[..., 1] << 8 | rgb[..., 2]


_OF_MATRICES = np.unique([_key(m(np.arange(m.N), bytes=True)) for m in (MATRIX, MATRIX_POSITIVE)])
_LIGHT, _DARK = (
    255 * np.array([to_rgb(hue) for hue in hues])
    for hues in (
        (*COLOURS, *map(edge_colour, range(len(COLOURS))), INK, INK_2, RULE_2, "white"),
        (*IN_DARK, *EDGES_IN_DARK, INK_IN_DARK, "#a2a3a4", "#7e8081", GROUND_IN_DARK),
    )
)
_NEAR = 40  # of 255: a colour that far from those of the palette is one of its own


def _image(parent, node, styles):
    """An image in few bytes, and a second one for dark pages where it shows marks."""
    pixels = decoded(node.get("href"))
    kind = kind_of(pixels)
    node.attrib |= {"href": encoded(pixels), "preserveAspectRatio": "none"}
    node.set("class", styles.name(_TURNED[kind]))
    if kind == "marks":
        dark = ElementTree.Element("image", node.attrib)
        dark.set("href", encoded(in_dark(pixels)))
        dark.set("class", styles.name({"display": "var(--f-dark,none)"}))
        dark.attrib.pop("id", None)
        parent.insert(list(parent).index(node) + 1, dark)


def kind_of(pixels):
    """Of "matrix" (colours of matrices only), "marks" (the ground is free) and "photograph"."""
    solid = pixels[..., 3] == 255
    if solid.any():
        found, counts = np.unique(_key(pixels[solid]), return_counts=True)
        grey = (found >> 16 == (found & 255)) & (found >> 16 == (found >> 8 & 255))
        ours = np.isin(found, _OF_MATRICES)
        if counts[ours].sum() > 0.97 * counts.sum() and not grey.all():
            return "matrix"
    return "photograph" if solid.mean() > 0.9 else "marks"


def in_dark(pixels):
    """Drawn marks in the colours they have on a dark page; hues that are not the palette's stay."""
    found, place = np.unique(_key(pixels[..., :3]), return_inverse=True)
    rgb = np.stack([found >> 16, found >> 8 & 255, found & 255], axis=-1)
    far = np.linalg.norm(rgb[:, None] - _LIGHT, axis=-1)
    stays = (far.min(axis=1) > _NEAR) & (np.ptp(rgb, axis=1) > _NEAR)  # greys never do
    rgb = np.where(stays[:, None], rgb, _DARK[far.argmin(axis=1)])
    turned = pixels.copy()
    turned[..., :3] = np.rint(rgb)[place.reshape(pixels.shape[:2])]
    return turned


def decoded(source):
    """The pixels of a data URI, as an array of shape (rows, columns, 4)."""
    data = base64.b64decode(source.removeprefix(_PREFIX))
    return np.asarray(Image.open(BytesIO(data)).convert("RGBA"))


def encoded(pixels):
    """Pixels as a data URI, in as few bytes as they need."""
    picture, out = Image.fromarray(pixels), BytesIO()
    if (pixels[..., 3] == 255).all():
        flat = pixels[..., 0]
        grey = (pixels[..., :3] == flat[..., None]).all()
        picture = Image.fromarray(flat & _LEVELS) if grey else picture.convert("RGB")
        if not grey and len(np.unique(_key(pixels))) <= 256:
            picture = picture.quantize(256, dither=Image.Dither.NONE)
    else:
        picture = picture.quantize(256, method=Image.Quantize.FASTOCTREE, dither=0)
    picture.save(out, format="PNG", optimize=True)
    return _PREFIX + base64.b64encode(out.getvalue()).decode("ascii")
