"""What docstrings share of parameters and attributes, written into the source by this script.

An entry of a public docstring that says nearly what `parameters.txt` says under its name is made to
begin with the same words; parameters that a docstring leaves out are added, if they are there;
defaults stand behind types, and parameters in the order of the signature. `tools/lint.py` asks that
nothing is left to write, and that all words of `parameters.txt` stand somewhere.
"""

import ast
import difflib
import importlib
import inspect
import pkgutil
import re
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def entries(section):
    """The entries of a section by name; those that describe several come several times."""
    found = {}
    for text in re.split(r"\n(?=\S)", section.strip("\n")):
        names = text.partition("\n")[0].partition(" : ")[0]
        found |= {name.lstrip("*"): text for name in names.split(", ") if name}
    return found


SHARED = entries((ROOT / "tools/parameters.txt").read_text(encoding="utf-8"))


def told(doc, parameters, width):
    """A docstring as it should stand, of lines that are at most so wide."""
    head, *parts = re.split(r"\n\n(?=[A-Z][\w ]+\n---+\n)", doc)
    sections = {part.partition("\n")[0]: part.split("\n", 2)[2] for part in parts}
    for title in sections.keys() & {"Parameters", "Attributes"}:
        own = {name: _shared(name, text, width) for name, text in entries(sections[title]).items()}
        if title == "Parameters":
            added = {name: SHARED[name] for name in parameters if name in SHARED.keys() - own}
            own = {
                n: _with_default(own.get(n) or added[n], parameters[n])
                for n in parameters
                if n in own.keys() | added
            } | own
        sections[title] = "\n".join(dict.fromkeys(own.values()))
    return "\n\n".join([head, *(f"{t}\n{'-' * len(t)}\n{text}" for t, text in sections.items())])


def _words(text):
    return " ".join(text.partition("\n")[2].split())


def _shared(name, text, width):
    """An entry, in the shared words where it says nearly the same."""
    said, meant = _words(text), _words(SHARED.get(name, ""))
    likeness = difflib.SequenceMatcher(None, said, meant, autojunk=False)
    if not meant or said.startswith(meant) or likeness.ratio() < 0.95:
        return text
    lines = textwrap.wrap(meant, width - 4, break_long_words=False, break_on_hyphens=False)
    return "\n".join([text.partition("\n")[0], *(f"    {line}" for line in lines)])


def _with_default(text, parameter):
    """With the default behind the type, if it is short; what says otherwise is put right."""
    head, *rest = text.split("\n")
    value = parameter.default
    if isinstance(value, (str, int, float)) and re.match(r"\w+ : (?!ignored)", head):
        shown = f'"{value}"' if isinstance(value, str) else value
        head = re.sub(r", default=(?!\().*$|$", f", default={shown}", head, count=1)
    return "\n".join([head, *rest])


def public():
    """Public classes and functions, and the methods and properties of these classes, each once."""
    sys.path.insert(0, str(ROOT))
    import depcluster

    found = []
    for module in pkgutil.walk_packages(depcluster.__path__, "depcluster."):
        if re.search(r"\._|__main__|\.reproduction", module.name):
            continue
        names = importlib.import_module(module.name)
        for thing in (getattr(names, name) for name in getattr(names, "__all__", ())):
            found.append(thing)
            for base in inspect.getmro(thing) if inspect.isclass(thing) else ():
                members = vars(base).items()
                found += [each for name, each in members if name[0] != "_" or name == "__init__"]
    for thing in found:
        for inner in ("fget", "func", "__func__", "__wrapped__"):  # of a wrapper
            thing = getattr(thing, inner, None) or thing
        thing = inspect.unwrap(thing) if callable(thing) else thing
        told = inspect.isclass(thing) or inspect.isfunction(thing)
        if told and thing.__module__.startswith("depcluster."):
            yield thing


def documented():
    """What of it has a docstring, by module and name."""
    return {(thing.__module__, thing.__qualname__): thing for thing in public() if thing.__doc__}


def unwritten():
    """Files whose docstrings should say something else, with the text that they should have."""
    files = {}
    for (module, name), thing in documented().items():
        files.setdefault(Path(sys.modules[module].__file__), {})[name] = thing
    for path, things in files.items():
        text = path.read_text(encoding="utf-8")
        lines = text.split("\n")
        for node, thing in sorted(_located(ast.parse(text), things), key=lambda at: -at[0].lineno):
            start, end, indent = node.lineno - 1, node.end_lineno, node.col_offset
            before, inside, after = "\n".join(lines[start:end]).split('"""')
            doc = inspect.cleandoc(inside)
            new = told(doc, inspect.signature(thing).parameters, 100 - indent)
            if new != doc:
                new = textwrap.indent(new, " " * indent).lstrip()
                lines[start:end] = f'{before}"""{new}\n{" " * indent}"""{after}'.split("\n")
        if (new := "\n".join(lines)) != text:
            yield path, new


def _located(tree, things):
    """The nodes of docstrings in a file, each with the thing that it tells of."""
    scopes = [("", tree)]
    for scope, node in scopes:
        for inner in node.body:
            if isinstance(inner, (ast.FunctionDef, ast.ClassDef)):
                name = f"{scope}{inner.name}"
                scopes.append((f"{name}.", inner))
                if name in things and ast.get_docstring(inner):
                    yield inner.body[0], things.pop(name)


def problems():
    """What is left to write, for `tools/lint.py`."""
    for path, _ in unwritten():
        yield f"{path.relative_to(ROOT)}: python tools/docstrings.py writes other docstrings"
    said = " ".join(" ".join(thing.__doc__.split()) for thing in documented().values())
    yield from (
        f"tools/parameters.txt: no docstring says this of {name}"
        for name, text in SHARED.items()
        if _words(text) not in said
    )


if __name__ == "__main__":
    for path, text in unwritten():
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))
