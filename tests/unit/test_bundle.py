"""Front ends joined from modules: scopes, names, and what is said of a mistake."""

import json
import re
from pathlib import Path

import pytest

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


def test_modules_keep_their_own_scope(folder):
    folder(
        a='const unit = "a";\nexport const one = () => unit;',
        b='const unit = "b";\nexport function two() { return unit; }',
        top='import { one } from "./a.js";\nimport { two } from "./b.js";\n'
        'const unit = "top";\nexport const all = () => one() + two() + unit;',
    )
    assert value("top.js", "it.all()") == "abtop"
    assert value("top.js", "typeof unit + typeof one + Object.keys(it)") == "undefinedundefinedall"


def test_files_of_one_name_in_two_folders_are_two_modules(folder):
    folder(
        one__part="export const n = 1;",
        two__part='import { n as other } from "../one/part.js";\nexport const n = 10 + other;',
        top='import { n } from "./one/part.js";\nimport { n as m } from "./two/part.js";\n'
        "export const both = `${n} ${m}`;",
    )
    assert value("top.js", "it.both") == "1 11"


def test_a_module_is_called_once_however_many_import_it(folder):
    folder(
        count="export const seen = [];\nseen.push(0);",
        a='import { seen } from "./count.js";\nseen.push("a");\nexport const a = 1;',
        top='// Comments may stand above, too.\n\nimport {\n  a,\n} from "./a.js";\n'
        'import { seen } from "./count.js";\nexport const told = seen.join() + a;',
    )
    assert value("top.js", "it.told") == "0,a1"


def test_all_that_may_be_exported(folder):
    folder(
        top="export function f() { return 1; }\nexport function* g() { yield 2; }\n"
        "export async function h() {}\nexport class C { n = 3; }\nexport const c = 4;\n"
        "export default {\n  render: f,\n};"
    )
    told = "[it.f(), ...it.g(), new it.C().n, it.c, it.default.render(), typeof it.h().then]"
    assert value("top.js", f"{told}.join()") == "1,2,3,4,1,function"


def test_code_stays_as_it_is_but_for_comments_and_indentation(folder):
    folder(
        top="export const words = [\n    // a comment\n    'one // two', // three\n"
        "    `a  b${1 + 1}`,\n  ];"
    )
    assert value("top.js", "it.words.join('|')") == "one // two|a  b2"
    assert "a comment" not in bundle.script("top.js", "it")


def test_words_that_begin_like_those_of_modules_are_code(folder):
    folder(
        top="let imports = 0, exported = 1;\nimports += 2;\nexported += imports;\n"
        "export const told = exported;"
    )
    assert value("top.js", "it.told") == 3


def test_a_page_is_given_the_default_export(folder):
    folder(
        part="export const n = 2;",
        top='import { n } from "./part.js";\nexport default { render: () => n };',
    )
    text, style = bundle.front_end("top.js")
    assert style == ""
    assert re.findall(r"^(?:import|export)\b.*", text, re.M) == ["export default $top.default;"]
    called = text.replace("export default", "globalThis.it =")
    context = MiniRacer()
    context.eval(called)
    assert context.eval("it.render()") == 2


def test_style_sheets_come_once_and_below_those_that_their_module_builds_on(folder, tmp_path):
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
    _, style = bundle.front_end("top.js")
    rules = [f".{name} {{\ncolor: red;\n}}" for name in ("part", "other", "top")]
    assert style == "\n".join(rules)


IMPORTS_N = 'import { n } from "./part.js";\nexport default { n };'


@pytest.mark.parametrize(
    ("modules", "said"),
    [
        ({"top": "export const n = 1;"}, "top.js must have export default"),
        ({"top": IMPORTS_N}, r"top.js, line 1: there is no module part.js"),
        ({"top": 'import { n } from "../part.js";'}, r"top.js, line 1: there is no .* \.\./part"),
        ({"top": IMPORTS_N, "part": "const n = 1;"}, "top.js, line 1: part.js does not export n"),
        (
            {"top": IMPORTS_N, "part": 'import { n } from "./far.js";\nexport const m = n;'}
            | {"far": '\nimport { m } from "./part.js";\nexport const n = m;'},
            "far.js, line 2: .*part.js from far.js from part.js",
        ),
        ({"top": 'import { n } from "./top.js";'}, "top.js, line 1: .*top.js from top.js"),
        ({"top": 'import n from "./part.js";'}, "top.js, line 1 .*import n from"),
        ({"top": 'import * as n from "./part.js";'}, "top.js, line 1 "),
        ({"top": 'import "./part.js";'}, "top.js, line 1 "),
        ({"top": 'import "./part.css";'}, "top.js, line 1: there is no style sheet part.css"),
        ({"top": 'import "../part.css";'}, r"line 1: there is no style sheet \.\./part.css"),
        ({"top": 'import { n } from "part";'}, "top.js, line 1 "),
        ({"top": "import {\n  n\n"}, "top.js, line 1 "),
        ({"top": f"const m = 1;\n{IMPORTS_N}"}, "top.js, line 2 .*above all other"),
        ({"top": '// One.\nexport * from "./part.js";'}, r"top.js, line 2 .*export \*"),
        ({"top": "const n = 1;\nexport { n };"}, "top.js, line 2 "),
        ({"top": "export let n = 1;"}, "top.js, line 1 "),
        ({"top": "export const { n } = {};"}, "top.js, line 1 "),
        ({"top": "export default function () {}"}, "top.js, line 1 "),
        ({"top": "const n = `one\n  two`;"}, "top.js, line 1 .*template"),
    ],
)
def test_a_mistake_is_told_with_its_file(folder, modules, said):
    folder(**modules)
    with pytest.raises(ValueError, match=said):
        bundle.front_end("top.js")


@pytest.mark.parametrize("entry", ["nothing.js", "../secret.js", "", "top"])
def test_what_is_no_module_is_no_entry(folder, entry):
    folder(top="export default {};")
    with pytest.raises(ValueError, match="there is no module"):
        bundle.front_end(entry)


@pytest.mark.parametrize("path", MODULES)
def test_a_module_and_what_it_imports_are_a_script(path):
    """Which V8 can take apart; it is not run, for lack of a page."""
    text = bundle.script(path, "it")
    assert MiniRacer().eval(f"typeof new Function({json.dumps(text)})") == "function"
