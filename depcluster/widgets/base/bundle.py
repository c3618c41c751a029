"""A widget's front end: ES modules joined into the one script and style sheet a page is given.

Each module keeps a scope of its own, in a function that is called once and returns its exports:

.. code-block:: js

    const $base$parts$hint = (() => {
    const { el } = $base$parts$common;
    function createHint() { ... }
    return { createHint };
    })();

Of the syntax of modules this much is known, and where a file has something else an error says so:
``import { a, b as c } from "./file.js";`` and, of a style sheet, ``import "./file.css";`` above
all other code; ``export`` before a function, a class or a ``const`` of one name;
``export default {`` in the module that a page is given.

``import { a } from "./file.js?worker";`` is of a function that a worker can call as well:
``a.here`` is the function, and ``a.text`` the script of a worker in which it is called with the
worker's global object. The script is put together in the page, of the text of the functions
above, so that no module is sent twice.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1]
_NAME = r"[A-Za-z_$][\w$]*"
_NAMES = rf"{_NAME}(?: as {_NAME})?"
_IMPORT = re.compile(rf'import \{{ ((?:{_NAMES}, )*{_NAMES}),? \}} from "(\.[^"?]*)(\?worker)?";')
_SHEET = re.compile(r'import "(\.[^"]*\.css)";')
_EXPORT = re.compile(rf"export (?:const|class|(?:async )?function\*?) ({_NAME})\b")
_DEFAULT = "export default {"
_WORD = re.compile(r"\w*")
_PATH = re.compile(r"(?:\w+/)*\w+", re.ASCII)
# Exports of a module, each with the script of a worker; `names` are of the modules it is made of.
_WORKED = """const $code = {}, $worked = (module, name, names) =>
Object.fromEntries(Object.entries(module).map(([fn, here]) => [fn, {
here, get text() {
const parts = names.map((each) => `const ${each} = (${$code[each]})();`);
return ['"use strict";', ...parts, `${name}.${fn}(self);`].join("\\n");
},
}]));
"""


@dataclass(frozen=True)
class _Module:
    """A file: imports as (path, [name or "name as other"], line), names exported, lines of code.

    Style sheets are (path, line), `worked` the paths of modules that a worker can have as well.
    """

    imports: list[Any]
    sheets: list[Any]
    worked: set[Any]
    exports: list[Any]
    code: list[Any]


def bundle(entry):
    """Join the modules of a widget into one, and their style sheets.

    Parameters
    ----------
    entry : str
        Path below `depcluster/widgets` of the module with ``export default { render };``.

    Returns
    -------
    script : str
        The text of ``_esm``.
    style : str
        The text of ``_css``: each sheet once, below those of the modules that its module imports.

    Raises
    ------
    ValueError
        If an import leads to no file, to a name that is not exported or around a ring, or a file
        has syntax that is not known here.
    """
    modules = _joined(entry)
    if "default" not in modules[entry].exports:
        raise ValueError(f"{entry} must have {_DEFAULT} render }};")
    return f"{_text(modules)}export default {_variable(entry)}.default;\n", _style(modules)


def every_style():
    """The style sheets of all widgets, each once, for a page that has several."""
    modules = {}
    for path in sorted(HERE.rglob("*.js")):
        if f"\n{_DEFAULT}" in path.read_text(encoding="utf-8"):
            modules |= _joined(path.relative_to(HERE).as_posix())
    return _style(modules)


def script(entry, name):
    """Join modules into a plain script that leaves the exports of one in a global variable.

    Parameters
    ----------
    entry : str
        Path below `depcluster/widgets`.
    name : str
        Name of the variable.

    Returns
    -------
    str
    """
    text = _text(_joined(entry))
    return f'(() => {{\n"use strict";\n{text}globalThis.{name} = {_variable(entry)};\n}})();\n'


def _joined(entry):
    """The modules by path, each below those that it imports from."""
    found, under_way = {}, []

    def follow(path, asked):
        if path in found:
            return
        if path in under_way:
            ring = " from ".join([*under_way[under_way.index(path) :], path])
            raise ValueError(f"{asked}: modules that import from each other: {ring}.")
        _check(path, ".js", asked)
        module = _read(HERE, path)
        under_way.append(path)
        for source, names, number in module.imports:
            place = f"{path}, line {number}"
            follow(source, place)
            for name in names:
                if name.split()[0] not in found[source].exports:
                    raise ValueError(f"{place}: {source} does not export {name.split()[0]}.")
        for sheet, number in module.sheets:
            _check(sheet, ".css", f"{path}, line {number}")
        found[path] = module
        under_way.pop()

    follow(entry, "bundle")
    return found


def _check(path, suffix, asked):
    """Refuse what is not a file below this folder."""
    is_named = path.endswith(suffix) and _PATH.fullmatch(path.removesuffix(suffix))
    if not is_named or not (HERE / path).is_file():
        kind = "module" if suffix == ".js" else "style sheet"
        raise ValueError(f"{asked}: there is no {kind} {path}.")


@cache
def _read(folder, path):
    """Take a file apart; comments that fill a line, and indentation, are left out."""
    module = _Module([], [], set(), [], [])
    lines = enumerate((folder / path).read_text(encoding="utf-8").split("\n"), 1)
    for number, line in lines:
        code = line.strip()
        if not code or code.startswith("//"):
            continue
        place, word = f"{path}, line {number}", _WORD.match(line)[0]
        if word == "import":
            while not code.endswith(";"):
                code += f" {next(lines, (0, ';'))[1].strip()}"
            found, sheet = _IMPORT.fullmatch(code), _SHEET.fullmatch(code)
            if not (found or sheet) or module.code:
                raise ValueError(
                    f'{place} must be import {{ a, b as c }} from "./file.js"; or '
                    f'import "./file.css"; above all other code; got {code}'
                )
            named = sheet[1] if sheet else found[2]
            source = posixpath.normpath(posixpath.join(posixpath.dirname(path), named))
            if sheet:
                module.sheets.append((source, number))
            else:
                module.imports.append((source, found[1].split(", "), number))
                module.worked.update([source] if found[3] else [])
            continue
        if re.sub(r"\\.", "", code).count("`") % 2:
            raise ValueError(f"{place} has a template literal over several lines; join them.")
        if word == "export":
            code, name = _exported(code, place)
            module.exports.append(name)
        module.code.append(code)
    return module


def _exported(code, place):
    """A line without its export, and the name that others take it by."""
    if code.startswith(_DEFAULT):
        return code.replace("export default", "const $default =", 1), "default"
    found = _EXPORT.match(code)
    if not found:
        raise ValueError(
            f"{place} must be export before a function, a class or a const of one name, or "
            f"{_DEFAULT} … }}; got {code}"
        )
    return code.removeprefix("export "), found[1]


def _rules(path):
    """The text of a style sheet without comments and indentation."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return "\n".join(line.strip() for line in text.split("\n") if line.strip())


def _style(modules):
    """The rules of the modules' style sheets, each sheet once."""
    sheets = dict.fromkeys(path for module in modules.values() for path, _ in module.sheets)
    return "\n".join(_rules(HERE / path) for path in sheets)


def _text(modules):
    """Modules as scripts, one below the other."""
    worked = {path for module in modules.values() for path in module.worked}
    parts = {path: _below(path, modules) for path in worked}
    kept = {each for paths in parts.values() for each in paths}
    written = [_WORKED] if worked else []
    for path, module in modules.items():
        name = _variable(path)
        taken = [
            f"const {{ {', '.join(names).replace(' as ', ': ')} }} = "
            + (_worked(source, parts[source]) if source in module.worked else _variable(source))
            + ";"
            for source, names, _ in module.imports
        ]
        given = ", ".join("default: $default" if n == "default" else n for n in module.exports)
        begin = f"($code.{name} = " if path in kept else "("
        written += [f"const {name} = {begin}() => {{", *taken, *module.code]
        written += [f"return {{ {given} }};", "})();", ""]
    return "\n".join(written)


def _below(path, modules):
    """A module and those that it imports from, each below those that it needs."""
    needed = {path}
    for each in reversed(modules):
        if each in needed:
            needed.update(source for source, *_ in modules[each].imports)
    return [each for each in modules if each in needed]


def _worked(path, parts):
    """The exports of a module with the script of a worker."""
    names = ", ".join(f'"{_variable(each)}"' for each in parts)
    return f'$worked({_variable(path)}, "{_variable(path)}", [{names}])'


def _variable(path):
    """A module's name in the script; no two files share one, as no file's name has a $."""
    return "$" + path.removesuffix(".js").replace("/", "$")
