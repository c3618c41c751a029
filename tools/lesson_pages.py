"""The lessons as pages: short code that runs section by section, numbers that the page prints."""

import ast
import builtins
import json
import re
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
MOST_VISIBLE, WIDEST = 12, 88  # lines of code that a section shows, and columns
IMPORTS = ("# Imports", "# Your table")  # cells that all sections rest on
_CHECKED = re.compile(r"# (.+): how these numbers were checked")
_NUMBER = re.compile(r"(?<![\w.])\d*\.\d+(?![\w.]*\d)")
_FOLD = re.compile(r"<details>.*?</details>", re.DOTALL)
_ALT = re.compile(r'<img [^>]*?alt="([^"]*)"')
_UNSEEN = re.compile(r"<svg.*?</svg>|<style.*?</style>|<[^>]+>", re.DOTALL)


@dataclass(eq=False)
class Section:
    """A numbered section of a page, or what stands before the first or between them."""

    page: str
    title: str = ""
    cells: list = field(default_factory=list)
    checks: list = field(default_factory=list)  # cells at the end of the page

    def __str__(self):
        return f"{self.page}: {self.title or 'opening'}"

    def code(self, *, folded):
        return [
            source(cell)
            for cell in self.cells
            if cell["cell_type"] == "code"
            and bool(cell["metadata"].get("jupyter", {}).get("source_hidden")) == folded
        ]

    def visible_lines(self):
        """Lines of code that a reader sees, without claims."""
        return [line for code in self.code(folded=False) for line in idea_lines(code)]

    def codes(self):
        """All code but that of the checks."""
        return [source(cell) for cell in self.cells if cell["cell_type"] == "code"]

    def told(self):
        """Paragraphs that tell results: See, what unfolds, and answers to guesses."""
        for text in (source(cell) for cell in self.cells if cell["cell_type"] == "markdown"):
            yield from (p for p in paragraphs(_FOLD.sub("", text)) if p.startswith("**See"))
            for fold in _FOLD.findall(text):
                yield from paragraphs(re.sub(r"<[^>]+>", "", fold))
        for code in self.code(folded=True):
            yield from guesses(code)

    def printed(self):
        """All numbers in the outputs, but in those that ask for a guess."""
        texts = [text for cell in [*self.cells, *self.checks] for text in output_texts(cell)]
        return [float(number) for text in texts for number in numbers(text)]


def sections(path):
    """The opening and the sections of a notebook, each with its checks."""
    found = [Section(path.stem)]
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        title = re.match(r"## (.*)", source(cell)) if cell["cell_type"] == "markdown" else None
        if title:
            found.append(Section(path.stem, title[1]))
        if checked := _CHECKED.match(source(cell)):
            _named(found, checked[1]).checks.append(cell)
        else:
            found[-1].cells.append(cell)
    return found


def _named(found, name):
    """The section that a check names: "Opening", "Beat 3", or by its whole title."""
    if name == "Opening":
        return found[0]
    start = re.sub(r"^Beat (\d+)$", r"\1. ", name)
    return next(one for one in found if one.title == name or one.title.startswith(start))


def source(cell):
    return "".join(cell["source"])


def paragraphs(text):
    return [p.strip() for p in re.split(r"\n\s*\n", text) if p.strip()]


def called(node):
    """The name of the function that a line of its own calls, if it does."""
    if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        return None
    function = node.value.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", None)


def idea_lines(code):
    """Lines with something on them, but for claims."""
    skipped = set()
    for node in ast.parse(code).body:
        if called(node) == "claims":
            skipped.update(range(node.lineno, node.end_lineno + 1))
    return [
        line for k, line in enumerate(code.splitlines(), 1) if line.strip() and k not in skipped
    ]


def guesses(code):
    """The answers of the guesses in a cell."""
    calls = [node.value for node in ast.parse(code).body if called(node) == "guess"]
    return [ast.literal_eval(call.args[3]) for call in calls]


def numbers(text):
    """Decimal numbers in a text, without their signs."""
    return _NUMBER.findall(text.replace("\\,", "").replace("{,}", ""))


def is_printed(number, printed):
    """Whether a number stands among others, to the digits it is told with."""
    digits = len(number.partition(".")[2])
    return any(abs(float(number) - other) <= 0.5 * 10**-digits + 1e-9 for other in printed)


def output_texts(cell):
    """All that the outputs of a cell say in words."""
    for output in cell.get("outputs", ()):
        data = output.get("data", {"text/plain": output.get("text", "")})
        page = "".join(data.get("text/html", ""))
        told = unescape(_UNSEEN.sub(" ", page)).strip()
        picture = output.get("metadata", {}).get("image/png", {})
        if not told.startswith("Guess first."):
            yield from ("".join(data.get("text/plain", "")), told, picture.get("alt", ""))
            yield from map(unescape, _ALT.findall(page))


def names(codes):
    """Names that some cells bind, and those that they take from elsewhere."""
    bound, taken = set(dir(builtins)) | {"get_ipython", "display"}, set()
    for node in (node for code in codes for node in ast.walk(ast.parse(code))):
        if isinstance(node, ast.Name):
            (taken if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            bound.update((alias.asname or alias.name).split(".")[0] for alias in node.names)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            bound.add(node.name)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
    return bound, taken - bound


_BUILT_IN = names([])[0]


def problems():
    """What is wrong with the pages, a line each."""
    pages = {path.stem: sections(path) for path in NOTEBOOKS}
    for page in pages.values():
        yield from _order_of_checks(page)
        taken_by_all = [code for code in page[0].codes() if code.startswith(IMPORTS)]
        for section in page:
            yield from _shown(section)
            checks = [source(cell) for cell in section.checks]
            if missing := names(taken_by_all + section.codes() + checks)[1]:
                yield f"{section}: does not run alone after the imports: {sorted(missing)}"
            printed = section.printed()
            for paragraph in section.told():
                absent = [n for n in numbers(paragraph) if not is_printed(n, printed)]
                if absent:
                    yield f"{section}: {absent} of {paragraph[:60]!r} are not printed"
    yield from _for_the_lecturer([section for page in pages.values() for section in page])


def _shown(section):
    """Code that is seen is short and checks nothing; checks stand at the end."""
    seen = section.code(folded=False)
    if len(section.visible_lines()) > MOST_VISIBLE:
        yield f"{section}: shows {len(section.visible_lines())} lines of code"
    if any(len(line) > WIDEST for line in section.visible_lines()):
        yield f"{section}: a line is wider than {WIDEST}"
    if any("assert" in code or guesses(code) for code in seen):
        yield f"{section}: code that is seen asserts or guesses"
    if any("\nassert " in code for code in section.codes()):
        yield f"{section}: asserts outside the checks at the end"


def _order_of_checks(page):
    """No later section, and no check before it, gives another value to a name of a check."""
    before = set()
    for k, section in enumerate(page):
        later = names([code for other in page[k + 1 :] for code in other.codes()])[0]
        for check in map(source, section.checks):
            bound, taken = names([check])
            if changed := taken & names(section.codes())[0] & ((later - _BUILT_IN) | before):
                yield f"{section}: its check finds {sorted(changed)} of another section"
            before |= bound - _BUILT_IN


def _for_the_lecturer(everything):
    """Numbers of the lecturer's page are printed by a lesson, or recorded."""
    records = [
        s for path in sorted(ROOT.glob("notebooks/reproduction/*.ipynb")) for s in sections(path)
    ]
    printed = [number for section in [*everything, *records] for number in section.printed()]
    told = [text for section in everything for text in section.told()]
    told.append((ROOT / "REPRODUCTION.md").read_text(encoding="utf-8"))
    printed += [float(number) for text in told for number in numbers(text)]
    plan = (ROOT / "notebooks/README.md").read_text(encoding="utf-8")
    if absent := [n for n in numbers(plan) if not is_printed(n, printed)]:
        yield f"notebooks/README.md: {absent} are printed nowhere"
