"""Which names users can type, where each has its page, and which notebooks use it.

A room's ``__init__`` hands on the names of the room; they are read from its text, in its order.
"""

from __future__ import annotations

import ast
import importlib.util
import inspect
import json
import re
import types
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "depcluster"
# Folders of the package with a page of their own, bottom up as in the README. `checks` serves the
# other rooms and hands on nothing to users; folders of `lessons` are the notebooks' own.
ROOMS = ("kernels", "labels", "trees", "datasets", "search", "metrics", "plotting")
PAPERS = ("song2007", "zhong2010", "blaschko2008", "jenssen2006", "sugiyama2011")
PAGES = (
    *ROOMS,
    *(f"papers.{name}" for name in (*PAPERS, "baselines", "blockwise")),
    "selection",
    "reproduction",
    *(f"reproduction.{name}" for name in PAPERS),
    "exercises",
    "widgets",
    "lessons",
)


@dataclass(frozen=True)
class Name:
    """A public name: the page it is on, what it is, and the module that it is written in."""

    page: str
    name: str
    module: str
    thing: object = field(compare=False, repr=False)

    @property
    def path(self):
        """str: what users type, ``depcluster.kernels.kernel_matrix``."""
        return f"depcluster.{self.page}.{self.name}"

    @property
    def doc(self):
        """str: the docstring, of a constant the comment above it."""
        if is_told(self.thing):
            return inspect.getdoc(self.thing) or ""
        return comment_above(self.module, self.name)

    @property
    def summary(self):
        """str: the first sentence of the docstring, on one line."""
        return first_sentence(self.doc)


def first_sentence(doc):
    """The first sentence of a docstring, on one line."""
    words = " ".join(doc.partition("\n\n")[0].split())
    end = re.search(r"(?<!\beq)(?<!\beqs)(?<!\bal)\.(?= [A-Z0-9`])", words)
    return words[: end.end()] if end else words


def comment_above(module, name):
    """The comment that stands above, or beside, what a module sets."""
    path = Path(importlib.import_module(module).__file__)
    lines = path.read_text(encoding="utf-8").splitlines()
    at = next((k for k, line in enumerate(lines) if re.match(rf"{name}\b.*?=", line)), 0)
    first = at
    while first and lines[first - 1].startswith("#"):
        first -= 1
    beside = lines[at].partition("  # ")[2]
    return " ".join(line.lstrip("#: ") for line in lines[first:at]) or beside


@cache
def public_names():
    """All public names, a tuple of `Name`, each once: on the first page that hands it on."""
    found, seen = [], set()
    for page in PAGES:
        room = importlib.import_module(f"depcluster.{page}")
        for name, module in handed_on(room).items():
            thing = getattr(room, name)
            if id(thing) in seen:
                continue
            if is_told(thing):
                seen.add(id(thing))
                module = _home(thing, module)
            found.append(Name(page, name, module, thing))
    return tuple(found)


def is_told(thing):
    """Whether a thing carries a docstring of its own, as functions and classes do."""
    return inspect.isclass(thing) or inspect.isroutine(thing)


def _home(thing, otherwise):
    home = getattr(thing, "__module__", None) or ""
    return home if home.startswith("depcluster.") else otherwise


def handed_on(room):
    """What a room's ``__init__`` hands on, or what a room of one file defines.

    What it hands on only when it is used stands below ``if typing.TYPE_CHECKING``. Left out are
    modules, what begins with an underscore, and capitals that an ``__init__`` sets for its own
    use.

    Returns
    -------
    dict of str to str
        The module that each name comes from, in the order of the text.
    """
    path = Path(room.__file__)
    names = {}
    body = ast.parse(path.read_text(encoding="utf-8")).body
    later = (node for part in body if isinstance(part, ast.If) for node in part.body)
    for node in (*body, *later):
        if isinstance(node, ast.ImportFrom) and path.name == "__init__.py":
            home = importlib.util.resolve_name(
                "." * node.level + (node.module or ""), room.__name__
            )
            names |= {alias.asname or alias.name: home for alias in node.names}
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            names[node.name] = room.__name__
        elif isinstance(node, ast.Assign):
            named = (t.id for t in node.targets if isinstance(t, ast.Name))
            names |= {name: room.__name__ for name in named if not name.isupper()}
    things = {name: getattr(room, name) for name in names if name[0] != "_"}
    return {k: names[k] for k, thing in things.items() if not isinstance(thing, types.ModuleType)}


@cache
def top_level():
    """What ``from depcluster import`` gives: pairs of a name and its `Name` in a room."""
    package = importlib.import_module("depcluster")
    at = {id(name.thing): name for name in public_names()}
    return tuple((name, at[id(getattr(package, name))]) for name in handed_on(package))


@cache
def aliases():
    """Every dotted path by which users reach a public name, to the one that its page has."""
    paths = {name.path: name.path for name in public_names()}
    paths |= {f"depcluster.{short}": name.path for short, name in top_level()}
    at = {id(name.thing): name.path for name in public_names() if is_told(name.thing)}
    for folder in sorted(path.parent for path in PACKAGE.rglob("__init__.py")):
        dotted = ".".join(folder.relative_to(ROOT).parts)
        if dotted.count(".") < 2 or ".lessons." in dotted:
            continue
        room = importlib.import_module(dotted)
        for name in handed_on(room):
            if id(getattr(room, name)) in at:
                paths.setdefault(f"{dotted}.{name}", at[id(getattr(room, name))])
    return paths


def names_used(code, known):
    """Which known dotted paths a program uses, by its imports.

    Parameters
    ----------
    code : str
    known : dict of str to str
        As `aliases` gives.

    Returns
    -------
    set of str
        Values of ``known``.
    """
    tree = ast.parse(code)
    bound, used = {}, set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                bound[alias.asname or alias.name] = f"{node.module}.{alias.name}"
        elif isinstance(node, ast.Import):
            for alias in node.names:
                first = alias.name.partition(".")[0]
                bound[alias.asname or first] = alias.name if alias.asname else first
    for node in ast.walk(tree):
        steps = []
        while isinstance(node, ast.Attribute):
            steps.insert(0, node.attr)
            node = node.value
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in bound:
            path = ".".join([bound[node.id], *steps])
            while path and path not in known:
                path = path.rpartition(".")[0]
            used |= {known[path]} if path else set()
    return used


def code_of(cells):
    """The Python of a notebook's code cells; lines for the shell and the notebook left out."""
    code = [line for cell in cells if cell["cell_type"] == "code" for line in _lines(cell)]
    return "\n".join(line for line in code if not line.lstrip().startswith(("%", "!")))


def _lines(cell):
    return "".join(cell["source"]).splitlines()


@cache
def notebooks_by_name(folder=ROOT / "notebooks"):
    """For each path that a notebook of a folder uses, the notebooks that do.

    Returns
    -------
    dict of str to list of tuple of str
        Pairs (stem, title), in the order of the files.
    """
    users = {}
    for path in sorted(Path(folder).glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        for name in sorted(names_used(code_of(cells), aliases())):
            users.setdefault(name, []).append((path.stem, title_of(cells, path.stem)))
    return users


def title_of(cells, otherwise):
    """The first heading of a notebook."""
    told = (line for cell in cells if cell["cell_type"] == "markdown" for line in _lines(cell))
    return next((line[2:].strip() for line in told if line.startswith("# ")), otherwise)
