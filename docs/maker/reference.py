"""What autosummary's template of a subpackage asks for, and where short names in texts lead."""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from functools import reduce
from pathlib import Path

import ipywidgets
from docutils import nodes
from sphinx.ext import autosummary
from sphinx_codeautolink.extension.backref import SummaryNode

OURS = "depcluster"
LIST = Path(__file__).parents[1] / "reference.rst"


def setup(app):
    """Called by Sphinx."""
    autosummary.WELL_KNOWN_ABBREVIATIONS += ("eq.", "eqs.")  # at which no sentence ends
    app.connect("config-inited", _configure, priority=900)  # numpydoc then has named its own
    app.connect("env-updated", _tell_homes, priority=400)  # before codeautolink asks
    app.connect("missing-reference", _lead_to_name)
    app.connect("autodoc-process-docstring", _keep_drawings)
    app.connect("doctree-resolved", _head_lists, priority=600)  # after codeautolink
    app.add_css_file("reference.css")


def _configure(app, config):
    config.autosummary_context = {
        "names": names,
        "own_members": own_members,
        "is_told": is_told,
        "is_class": inspect.isclass,
        "comment": comment,
        "signature": signature,
    }
    pages = re.findall(rf"^   ({OURS}[\w.]*)$", LIST.read_text(encoding="utf-8"), re.M)
    config.autosummary_filename_map = {page: page.removeprefix(f"{OURS}.") for page in pages}
    config.numpydoc_xref_aliases_complete = {
        name: f"{page}.{name}"
        for page in pages
        for name, thing in names(page).items()
        if inspect.isclass(thing) and page != OURS
    }


def _keep_drawings(app, what, name, thing, options, lines):
    """Drawings in the docstring of a subpackage, which stand indented, stay as they are."""
    for k in reversed(range(2, len(lines)) if what == "module" else ()):
        if lines[k].startswith("    ") and not lines[k - 1] and "::" not in lines[k - 2]:
            lines[k:k] = [".. code-block:: text", ""]


def _head_lists(app, doctree, docname):
    """Above where a name is used: words alone, for a summary may hold no link."""
    for summary in doctree.findall(SummaryNode):
        summary.clear()
        summary += nodes.Text("Used in")


def names(page):
    """What a subpackage has for users: names and things, in the order in which it gets them."""
    module = importlib.import_module(page)
    ordered = dict.fromkeys([*vars(module), *module.__all__])
    return {name: getattr(module, name) for name in ordered if name in module.__all__}


def is_told(thing):
    """Whether a thing carries a docstring of its own, as functions and classes do."""
    return inspect.isclass(thing) or inspect.isroutine(thing)


def comment(name, thing):
    """The comment above, or beside, the line that sets a constant."""
    for module in [m for key, m in sys.modules.items() if key.startswith(f"{OURS}.")]:
        if getattr(module, name, None) is thing:
            text = inspect.getsource(module)
            if found := re.search(rf"((?:^#.*\n)*)^{name}\b[^=\n]*=.*?(?:  # (.*))?$", text, re.M):
                return " ".join(line.lstrip("#: ") for line in found[1].splitlines()) or found[2]
    return ""


def signature(thing):
    """What a widget is made from, which autodoc does not see behind ipywidgets' own."""
    if not (inspect.isclass(thing) and issubclass(thing, ipywidgets.Widget)):
        return ""
    told = inspect.signature(thing).parameters.values()
    return str(inspect.Signature([p.replace(annotation=p.empty) for p in told]))


def own_members(thing):
    """Public methods and properties that the package gives a class, with their kind.

    What every widget has, from ipywidgets or from the class that all of ours share, is left out,
    but for what users call.
    """
    ours = [c for c in thing.__mro__ if c.__module__.startswith(f"{OURS}.")]
    shared = next((c for c in ours if c.__name__ == "Widget"), ())
    found = {name for c in ours for name in vars(c) if name[0] != "_" and not hasattr(shared, name)}
    found |= {"save_html"} & {name for c in ours for name in vars(c)}
    order = [name for c in ours for name in vars(c)]
    for name in sorted(found, key=order.index):
        member = inspect.getattr_static(thing, name)
        if isinstance(member, property) or type(member).__name__ == "cached_property":
            if member.__doc__:
                yield "property", name
        elif inspect.isroutine(told := getattr(thing, name)) and told.__module__.startswith(OURS):
            yield "method", name


def _thing(path):
    """What a dotted path names, None for nothing."""
    module, rest = path, []
    while module not in sys.modules:
        module, _, last = module.rpartition(".")
        rest.insert(0, last)
    try:
        return reduce(getattr, rest, sys.modules[module])
    except AttributeError:
        return None


def _tell_homes(app, env):
    """Tell codeautolink where things stand that it knows by the modules they are written in."""
    for path in env.domains["py"].objects:
        thing = _thing(path)
        if hasattr(thing, "__qualname__"):
            home = f"{thing.__module__}.{thing.__qualname__}"
            app.config.codeautolink_inventory_map.setdefault(home, path)


def _lead_to_name(app, env, node, contnode):
    """Resolve `kernel_matrix` or `labels.tree` from any page; what is no name stays code."""
    if node.get("refdomain") != "py" or node.get("reftype") not in ("obj", "class"):
        return None
    domain, docname = env.domains["py"], node.get("refdoc", env.docname)
    path = find_path(node["reftarget"], domain.objects)
    if path is None:
        return contnode
    return domain.resolve_xref(env, docname, app.builder, "obj", path, node, contnode)


def find_path(target, objects):
    """The one documented path that a short name means, None where there is none or several.

    Public names come before the methods of classes.
    """
    ends = [path for path in objects if path.endswith(f".{target}")]
    if target.startswith(f"{OURS}.") and is_told(thing := _thing(target)):
        ends = [path for path in objects if _thing(path) is thing]
    public = [path for path in ends if path.rpartition(".")[0] in sys.modules]
    found = public or ends
    return found[0] if len(found) == 1 else None
