"""A text of docs as a page with what its code shows, run by each build."""

from __future__ import annotations

import ast
import io
import re
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from warnings import catch_warnings

import nbformat
from nbformat import v4

TEXT = Path(__file__).parents[1] / "designs.md"
PROMPTS = {"code_prompt_show": "Show the code", "code_prompt_hide": "Hide the code"}
BLOCK = re.compile(r"```python(.*)\n([\s\S]*?)```\n")  # tags of its cell stand behind the word


def write(source):
    """Write ``pages/designs.ipynb``."""
    first, *parts = BLOCK.split(TEXT.read_text(encoding="utf-8"))
    cells, names = [v4.new_markdown_cell(first)], {}
    for tags, code, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        about = {"tags": tags.split(), "mystnb": PROMPTS}
        shown = {"outputs": outputs(code, names), "metadata": about}
        cells += [v4.new_code_cell(code.strip(), **shown), v4.new_markdown_cell(text)]
    language = {"name": "python", "pygments_lexer": "ipython3"}
    page = v4.new_notebook(cells=cells, metadata={"language_info": language})
    nbformat.write(page, source / "pages" / "designs.ipynb")


def outputs(code, names):
    """What a cell prints and what its last line gives, as outputs of a notebook."""
    *steps, last = ast.parse(code).body
    if not isinstance(last, ast.Expr):
        steps, last = [*steps, last], ast.parse("None").body[0]
    printed, bars = io.StringIO(), io.StringIO()  # bars of progress are not shown
    with redirect_stdout(printed), redirect_stderr(bars), catch_warnings(action="error"):
        exec(compile(ast.Module(steps, []), TEXT.name, "exec"), names)
        value = eval(compile(ast.Expression(last.value), TEXT.name, "eval"), names)
    told = [v4.new_output("stream", text=printed.getvalue())] if printed.getvalue() else []
    drawn = {"text/html": value._repr_html_()} if hasattr(value, "_repr_html_") else None
    return [*told, v4.new_output("display_data", drawn)] if drawn else told
