"""Front ends joined from modules: scopes, names, and what is said of a mistake."""

import json
import re
from pathlib import Path

import pytest
from refusals import not_refused

import depcluster.widgets as widgets
from depcluster.widgets.base import bundle

MiniRacer = pytest.importorskip("py_mini_racer").MiniRacer
FOLDER = Path(widgets.__file__).parent
MODULES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.js"))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Modules written below a folder of their own, by path."""
    monkeypatch.setattr(bundle, "HERE", tmp_path)

    def write(**modules):
        for name, text in modules.items():
            path = tmp_path / f"{name.replace('__', '/')}.js"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")

    return write


def value(entry, expression):
    """What an expression is in V8, where `it` has the exports of a module."""
    context = MiniRacer()
    context.eval(bundle.script(entry, "it"))
    return context.eval(expression)


def test_modules_keep_their_own_scope_and_are_called_once(folder):
    folder(
        one__part='export const seen = [];\nseen.push(0);\nconst unit = "a";',
        two__part='import { seen as other } from "../one/part.js";\nother.push("b");\n'
        'const unit = "b";\nexport const seen = 10;\nexport function two() { return unit; }',
        top='// Comments may stand above, too.\n\nimport {\n  seen,\n} from "./one/part.js";\n'
        'import { seen as last, two } from "./two/part.js";\nconst unit = "top";\n'
        "export const told = seen.join() + last + two() + unit;",
    )
    assert value("top.js", "it.told") == "0,b10btop"
    assert value("top.js", "typeof unit + typeof two + Object.keys(it)") == "undefinedundefinedtold"


def test_code_stays_as_it_is_but_for_comments_and_breaks(folder):
    folder(
        top="/**\n * A comment\n * of lines. */\nexport function f() {\n  return 1;\n}\n"
        "export function* g() {\n  yield 2; // a comment\n}\nexport async function h() {}\n"
        "export class C {\n  n = 3;\n}\nexport const c =\n  /** @type {number} */ (4);\n"
        "let imports = 0,\n  exported = 1;\nimports += 2;\nexported += imports;\n"
        "export const words = [\n    // a comment\n    'one /two//',\n"
        "    `a  b${[\n      1,\n      1,\n    ].join(\n      '',\n    )}`,\n    exported,\n  ];\n"
        "export default {\n  render: f,\n};"
    )
    told = "[it.f(), ...it.g(), new it.C().n, it.c, it.$default.render(), typeof it.h().then]"
    assert value("top.js", f"{told}.join()") == "1,2,3,4,1,function"
    assert value("top.js", "it.words.join('|')") == "one /two//|a  b11|3"
    assert not re.search("comment|@type", bundle.script("top.js", "it"))


def test_a_page_is_given_the_default_export_and_each_style_sheet_once_in_order(folder, tmp_path):
    folder(
        part='import "./part.css";\nexport const n = 2;',
        other='import { n } from "./part.js";\nimport "./other.css";\nimport "./part.css";\n'
        "export const m = n;",
        top='import { m } from "./other.js";\nimport { n } from "./part.js";\nimport "./top.css";\n'
        "export default { render: () => n + m };",
    )
    for name in ("top", "part", "other", "unused"):
        text = f"/* of\n   {name} */\n.{name} {{\n  color: red; /* loud */\n}}\n"
        (tmp_path / f"{name}.css").write_text(text, encoding="utf-8")
    text, style = bundle.bundle("top.js")
    rules = [f".{name} {{\ncolor: red;\n}}" for name in ("part", "other", "top")]
    assert style == "\n".join(rules)
    assert re.findall(r"^(?:import|export)\b.*", text, re.M) == ["export default $top.$default;"]
    context = MiniRacer()
    context.eval(text.replace("export default", "globalThis.it ="))
    assert context.eval("it.render()") == 4


def test_a_worker_has_the_modules_that_it_needs_and_the_page_has_the_same_function(folder):
    folder(
        low='export const unit = "of";',
        part='import { unit } from "./low.js";\nexport const n = `${unit} "n"\\n`;',
        other="export const m = 1;",
        serve='import { n } from "./part.js";\nexport const tell = (to) => to.push(n);\n'
        "export const unused = 2;",
        top='import { m } from "./other.js";\nimport { tell as told } from "./serve.js?worker";\n'
        "export const both = [told, m];",
    )
    assert value("top.js", "const to = []; it.both[0].here(to); to[0]") == 'of "n"\n'
    alone = "(() => { const self = []; eval(it.both[0].text); return self[0]; })()"
    assert value("top.js", alone) == 'of "n"\n'
    assert value("top.js", "it.both[0].text.includes('other')") is False


IMPORTS_N = 'import { n } from "./part.js";\nexport default { n };'


MISTAKES = [
    ({"top": "export const n = 1;"}, "top.js must have export default"),
    ({"top": IMPORTS_N}, r"top.js, line 1: there is no module part.js"),
    ({"top": 'import { n } from "../part.js";'}, r"top.js, line 1: there is no .* \.\./part"),
    ({"top": IMPORTS_N, "part": "const n = 1;"}, "top.js, line 1: part.js does not export n"),
    (
        {"top": IMPORTS_N, "part": 'import { n } from "./far.js";\nexport const m = n;'}
        | {"far": '\nimport { m } from "./part.js";\nexport const n = m;'},
        "far.js, line 2: .*part.js from far.js from part.js",
    ),
    ({"top": 'import "../part.css";'}, r"line 1: there is no style sheet \.\./part.css"),
    ({"top": "\nexport { n };"}, "top.js, line 2 "),
]


def test_a_mistake_is_told_with_its_file(tmp_path, monkeypatch):
    def join(modules):
        here = tmp_path / str(len([*tmp_path.iterdir()]))
        monkeypatch.setattr(bundle, "HERE", here)
        here.mkdir()
        for name, text in modules.items():
            (here / f"{name}.js").write_text(text, encoding="utf-8")
        bundle.bundle("top.js")

    assert not_refused((words, join, modules) for modules, words in MISTAKES) == []
    none = ("nothing.js", "../secret.js", "", "top")
    assert not_refused(("there is no module", bundle.bundle, name) for name in none) == []


def test_every_module_and_what_it_imports_are_a_script():
    """Which V8 can take apart; it is not run, for lack of a page."""
    context = MiniRacer()
    for path in MODULES:
        text = bundle.script(path, "it")
        assert context.eval(f"typeof new Function({json.dumps(text)})") == "function", path
