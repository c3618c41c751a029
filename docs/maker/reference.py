"""The reference: a page a room, with every name that the room hands on to its users.

`names` finds the names and who uses them; here they become pages in reStructuredText, which
autodoc and numpydoc fill from the docstrings.
"""

from __future__ import annotations

import importlib
import inspect
import re
from itertools import groupby
from pathlib import Path

import ipywidgets

from .names import ROOT, aliases, first_sentence, is_told, notebooks_by_name, public_names
from .names import top_level as _top_level

_PARTS = ("papers", "reproduction")
_UNDIVIDED = ("reproduction.", "widgets")  # whose files hold a name each, or no user knows them


def setup(app):
    """Let names in docstrings lead to their places, and give the pages style and script."""
    app.connect("config-inited", _set_up, priority=900)  # numpydoc then has named its own
    app.connect("missing-reference", lead_to_name)
    app.add_css_file("reference.css")


def _set_up(app, config):
    config.add_module_names = False
    config.add_function_parentheses = False
    config.toc_object_entries_show_parents = "hide"
    config.autodoc_preserve_defaults = True
    config.smartquotes_action = "De"  # "rbf" is code and keeps its quotes
    config.numpydoc_xref_param_type = True
    config.numpydoc_xref_ignore = "all"
    classes = (name for name in public_names() if inspect.isclass(name.thing))
    config.numpydoc_xref_aliases_complete = {name.name: name.path for name in classes}


def lead_to_name(app, env, node, contnode):
    """Resolve ``kernel_matrix`` or ``labels.tree`` from any page; what is no name stays code."""
    if node.get("refdomain") != "py" or node.get("reftype") != "obj":
        return None
    path = find_path(node["reftarget"], env.domains["py"].objects)
    if path is None:
        return contnode
    domain, docname = env.domains["py"], node.get("refdoc", env.docname)
    return domain.resolve_xref(env, docname, app.builder, "obj", path, node, contnode)


def find_path(target, objects):
    """The one documented path that a short name means, None where there is none or several.

    Public names come before the methods of classes.
    """
    if target in aliases():
        return aliases()[target]
    known = {f"depcluster.{target}": aliases().get(f"depcluster.{target}")}
    if all(known.values()):
        return known[f"depcluster.{target}"]
    ends = [path for path in objects if path.endswith(f".{target}")]
    public = [path for path in ends if path in aliases()]
    found = public or ends
    return found[0] if len(found) == 1 else None


def write(folder):
    """Write the pages.

    Parameters
    ----------
    folder : path-like
        ``reference`` of the site; what stood there is replaced where it differs.
    """
    folder = Path(folder)
    pages = pages_of(notebooks_by_name())
    for name, text in pages.items():
        path = folder / f"{name}.rst"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")  # an unchanged page is not read again


def pages_of(users):
    """All pages, by their names below the folder.

    Parameters
    ----------
    users : dict
        As `notebooks_by_name` gives.

    Returns
    -------
    dict of str to str
    """
    by_page = {}
    for name in public_names():
        by_page.setdefault(name.page, []).append(name)
    for page in by_page:
        if page.startswith("reproduction."):
            by_page[page].sort(key=lambda name: name.name)  # claims, figures, tables
    pages = {page: room_page(page, names, users) for page, names in by_page.items()}
    for part in _PARTS:
        below = [page for page in pages if page.startswith(f"{part}.")]
        pages[part] = pages.get(part, room_page(part, [], users)) + _toctree(below)
    pages["depcluster"] = _top_page()
    return pages | {"index": _index(pages)}


def room_page(page, names, users):
    """The page of one room: what it is for, a table of its names, then each of them."""
    room = importlib.import_module(f"depcluster.{page}")
    parts = [_heading(page, "="), f".. py:module:: {room.__name__}", _told(room)]
    sections = [(module, list(some)) for module, some in groupby(names, lambda name: name.module)]
    if names:
        parts.append(_table((name.path, name.name, name.summary) for name in names))
    headed = len({module for module, _ in sections} - {room.__name__}) > 1
    headed = headed and not page.startswith(_UNDIVIDED)
    seen = set()
    for module, some in sections:
        if headed and module not in seen:
            title = module.rpartition(".")[2].replace("_", " ").capitalize()
            parts += [_heading(title, "-"), _told(importlib.import_module(module))]
        seen.add(module)
        parts += [_entry(name, users.get(name.path, ())) for name in some]
    return "\n\n".join(parts) + "\n"


def _entry(name, users):
    lines = [_directive(name)]
    if not is_told(name.thing):
        lines += ["", f"   {name.doc}"]
    if users:
        links = ", ".join(f":doc:`{title} </notebooks/{stem}>`" for stem, title in users)
        lines += ["", "   .. rst-class:: used-in", "", f"   **Used in:** {links}"]
    for member in own_members(name.thing) if inspect.isclass(name.thing) else ():
        kind = "method" if inspect.isroutine(getattr(name.thing, member)) else "property"
        lines += ["", f"   .. auto{kind}:: {name.path}.{member}"]
    return "\n".join(lines)


def _directive(name):
    if inspect.isclass(name.thing):
        return f".. autoclass:: {name.path}{_signature(name.thing)}"
    if inspect.isroutine(name.thing):
        return f".. autofunction:: {name.path}"
    shown = f"\n   :value: {name.thing!r}" if isinstance(name.thing, str) else ""
    return f".. py:data:: {name.name}{shown}"  # of the module that the page has named


def _signature(thing):
    """What a widget is made from, which autodoc does not see behind ipywidgets' own."""
    return str(inspect.signature(thing)) if issubclass(thing, ipywidgets.Widget) else ""


def own_members(thing):
    """Public methods and properties that the package itself gives a class.

    What every widget has, from ipywidgets or from the class that all of ours share, is left out.
    """
    shared = next(
        (c for c in thing.__mro__ if c.__module__ == "depcluster.widgets.base.widget"), ()
    )
    found = {}
    for base in thing.__mro__:
        for name in vars(base) if base.__module__.startswith("depcluster.") else ():
            if name[0] != "_" and not hasattr(shared, name):
                found.setdefault(name, inspect.getattr_static(thing, name))
    return [name for name, member in found.items() if _is_member(thing, name, member)]


def _is_member(thing, name, member):
    if isinstance(member, property) or type(member).__name__ == "cached_property":
        return bool(member.__doc__)
    told = getattr(thing, name, None)
    return inspect.isroutine(told) and told.__module__.startswith("depcluster.")


def _top_page():
    rows = _table((name.path, short, name.summary) for short, name in _top_level())
    package = importlib.import_module("depcluster")
    intro = (
        "What ``from depcluster import`` gives; each name lives in the room that its link shows."
    )
    return "\n\n".join([_heading("depcluster", "="), _told(package), intro, rows]) + "\n"


def _index(pages):
    floors = rooms_of_readme((ROOT / "README.md").read_text(encoding="utf-8"))
    parts = [
        ":html_theme.sidebar_secondary.remove:",
        _heading("Reference", "="),
        "One room, one folder. Data flow from the bottom up, and a room imports only from rooms "
        "below its own. The search finds every name.",
    ]
    for names in floors:
        cards = "\n\n".join(_card(name, pages) for name in names)
        columns = f"1 {min(2, len(names))} {len(names)} {len(names)}"
        parts.append(f".. grid:: {columns}\n   :gutter: 2\n\n{cards}")
    order = [name for names in reversed(floors) for name in names if name in pages]
    return "\n\n".join(parts) + "\n" + _toctree(order, hidden=True)


def _card(name, pages):
    told = "What ``from depcluster import`` gives."
    if name != "depcluster":
        told = first_sentence(inspect.getdoc(importlib.import_module(f"depcluster.{name}")))
    lines = [f".. grid-item-card:: {name}"]
    if name in pages:
        lines += [f"   :link: {name}", "   :link-type: doc"]
    return "\n".join("   " + line if line else "" for line in [*lines, "", f"   {told}"])


def rooms_of_readme(text):
    """The README's drawing of the rooms: lists of names, floor by floor from the top."""
    drawing = text.partition("## The rooms")[2].split("```")[1].strip("\n")
    return [re.split(r"\s{2,}", line.strip())[:-1] for line in drawing.splitlines()]


def _told(module):
    """A module's docstring; drawings in it, which stand indented, stay as they are."""
    paragraphs = (inspect.getdoc(module) or "").split("\n\n")
    return "\n\n".join(
        ".. code-block:: text\n\n" + text
        if text.startswith("    ") and not _directed(paragraphs, k)
        else text
        for k, text in enumerate(paragraphs)
    )


def _directed(paragraphs, k):
    return k and (".. " in paragraphs[k - 1] or paragraphs[k - 1].endswith("::"))


def _heading(title, line):
    return f"{title}\n{line * len(title)}"


def _table(rows):
    """A row for each (path, shown name, sentence)."""
    lines = [".. list-table::", "   :class: names", "   :widths: auto", ""]
    for path, shown, sentence in rows:
        lines += [f"   * - :py:obj:`{shown} <{path}>`", f"     - {sentence}"]
    return "\n".join(lines)


def _toctree(pages, hidden=False):
    lines = ["", ".. toctree::", "   :hidden:" if hidden else "   :maxdepth: 1", ""]
    return "\n".join([*lines, *(f"   {page.rpartition('.')[2]} <{page}>" for page in pages)]) + "\n"
