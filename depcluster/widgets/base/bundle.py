"""A widget's front end: ES modules joined into the one script and style sheet a page is given.

Each module keeps a scope of its own, in a function that is called once and returns its exports:

.. code-block:: js

    const $base$parts$hint = (() => {
    const { el } = $base$parts$common;
    function createHint() { ... }
    return { createHint };
    })();

Modules are formatted by prettier and written in the part of the language that `eslint.config.js`
allows: ``import { a, b as c } from "./file.js";`` and, of a style sheet, ``import "./file.css";``;
``export`` before a function, a class or a ``const`` of one name; ``export default {`` in the module
that a page is given; and no text with a line break or the sign of a comment. So this can tell code
from comments, and leave out breaks that no statement needs, without taking the language apart.

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
_NAMES = re.compile(rf"{_NAME}(?: as {_NAME})?")
_COMMENT = re.compile(r"/\*\*[\s\S]*?\*/|^ *//.*| // .*", re.M)
_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"?]*)(\?worker)?";', re.M)
_EXPORT = re.compile(rf"^export (const|class|(?:async )?function\*?) ({_NAME})\b", re.M)
_DEFAULT = re.compile(r"^export default \{", re.M)
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
    """A file: imports as (path, [name or "name as other"], line), names exported, its code.

    The default export is `$default`. Style sheets are (path, line), `worked` the paths of modules
    that a worker can have as well.
    """

    imports: list[Any]
    sheets: list[Any]
    worked: set[Any]
    exports: list[Any]
    code: str


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
    if "$default" not in modules[entry].exports:
        raise ValueError(f"{entry} must have export default {{ render }};")
    return f"{_text(modules)}export default {_variable(entry)}.$default;\n", _style(modules)


def every_style():
    """The style sheets of all widgets, each once, for a page that has several."""
    modules = {}
    for path in sorted(HERE.rglob("*.js")):
        if _DEFAULT.search(path.read_text(encoding="utf-8")):
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
    """Take a file apart."""
    text = (folder / path).read_text(encoding="utf-8")
    text = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)
    text = _DEFAULT.sub("export const $default = {", text)
    module = _Module([], [], set(), [name for _, name in _EXPORT.findall(text)], _tight(text))
    for begin in re.finditer(r"^(import|export)\b.*", text, re.M):
        number = text.count("\n", 0, begin.start()) + 1
        if _EXPORT.match(text, begin.start()):
            continue
        found = _IMPORT.match(text, begin.start())
        if not found:
            raise ValueError(f"{path}, line {number} is nothing that is known here: {begin[0]}")
        names, named, worker = found.groups()
        source = posixpath.normpath(posixpath.join(posixpath.dirname(path), named))
        if names is None:
            module.sheets.append((source, number))
            continue
        module.imports.append((source, _NAMES.findall(names), number))
        module.worked.update([source] if worker else [])
    return module


def _tight(text):
    """What is run, without indentation, and without commas and breaks that no statement needs."""
    code = _EXPORT.sub(r"\1 \2", _IMPORT.sub("", text))
    lines = "\n".join(line.strip() for line in code.split("\n") if line.strip())
    return re.sub(r",?\n(?=[)\]}])|(?<=[(\[{,;])\n", "", lines)


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
        begin = f"($code.{name} = " if path in kept else "("
        written += [f"const {name} = {begin}() => {{", *taken, module.code]
        written += [f"return {{ {', '.join(module.exports)} }};", "})();", ""]
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
