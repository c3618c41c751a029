"""Formulas as MathML, which browsers set by themselves: Temml translates the TeX of each page."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from docutils import nodes
from sphinx.util import logging

from .third_party import FOLDER

STYLE = "Temml-Local.css"


def setup(app):
    """Called by `maker.setup`."""
    app.connect("doctree-read", _translate, priority=400)  # before headings go into lists
    app.connect("html-page-context", _load)
    app.add_html_math_renderer("mathml", (_visit, None), (_visit_alone, None))


def _translate(app, doctree):
    """Give each formula of a text its MathML; one that is no TeX is named by a warning."""
    formulas = [*doctree.findall(nodes.math), *doctree.findall(nodes.math_block)]
    if not formulas:
        return
    asked = [[_tex(each), isinstance(each, nodes.math_block)] for each in formulas]
    command = ["node", str(Path(__file__).with_suffix(".cjs")), str(FOLDER / "temml.cjs")]
    done = subprocess.run(
        command,
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    for each, found in zip(formulas, json.loads(done.stdout), strict=True):
        each["mathml"] = found.get("mathml", "")
        if "error" in found:
            logging.getLogger(__name__).warning(found["error"], location=each)


def _tex(node):
    text = node.astext()
    if r"\\" in text and r"\begin" not in text:
        return rf"\begin{{split}}{text}\end{{split}}"
    return text


def _visit(translator, node):
    translator.body.append(translator.starttag(node, "span", "", CLASS="math"))
    translator.body.append(f"{node['mathml']}</span>")
    raise nodes.SkipNode


def _visit_alone(translator, node):
    translator.body.append(translator.starttag(node, "div", "", CLASS="math"))
    translator.body.append(f"{node['mathml']}</div>\n")
    raise nodes.SkipNode


def _load(app, pagename, templatename, context, doctree):
    if "<math" in context.get("body", ""):
        app.add_css_file(STYLE)
