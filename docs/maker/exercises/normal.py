"""Code in one form, so that what differs in spacing or names of variables alone is the same.

docs/static/exercises_code.js does the same in the browser, step by step.
"""

from __future__ import annotations

import builtins
import keyword
import re
from itertools import pairwise

TOKEN = re.compile(
    r"""
    (?P<space> [ \t\f]+ | \\\n )
  | (?P<comment> \#[^\n]* )
  | (?P<line> \n )
  | (?P<text> [rRbBfFuU]{0,2} (?: \"\"\"[\s\S]*?\"\"\" | '''[\s\S]*?'''
        | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' ) )
  | (?P<number> (?: [0-9][0-9_]*\.?[0-9_]* | \.[0-9][0-9_]* ) (?: [eE][-+]?[0-9]+ )? j? )
  | (?P<name> [A-Za-z_][A-Za-z0-9_]* )
  | (?P<sign> \*\*=? | //=? | >>=? | <<=? | -> | := | \.\.\. | [-+*/%@&|^=!<>]= | [^\n] )
    """,
    re.VERBOSE,
)
OPEN, CLOSE = {"(", "[", "{"}, {")", "]", "}"}
WORDS = sorted({*keyword.kwlist, *keyword.softkwlist} - {"_"})
KNOWN = sorted(name for name in dir(builtins) if not name.startswith("__"))


def normal(source, known=()):
    """One form for code that surely means the same.

    Comments, blank lines, texts that nobody uses, the width of an indentation, quotes and
    trailing commas fall away; names that are nobody else's become v0, v1, ... in the order in
    which they come.

    Parameters
    ----------
    source : str
    known : collection of str
        Names that mean something outside of the code; Python's own are always among them.

    Returns
    -------
    str

    Examples
    --------
    >>> normal("def f(x):  # twice\\n  return 2*x", ["f"])
    'def f ( v0 ) : ¶ → return 2 * v0 ¶ ←'
    >>> normal("def f(y):\\n    return 2 * y\\n", ["f"])
    'def f ( v0 ) : ¶ → return 2 * v0 ¶ ←'
    """
    lines = [(width, _tidy(tokens)) for width, tokens in _lines(source)]
    lines = [line for line in lines if any(kind != "text" for kind, _ in line[1])]
    words, widths = [], [0]
    for width, tokens in lines:
        if width > widths[-1]:
            widths.append(width)
            words.append(("sign", "→"))
        while width < widths[-1]:
            widths.pop()
            words.append(("sign", "←"))
        words += [*tokens, ("sign", "¶" if width == widths[-1] else "?")]
    words += [("sign", "←")] * (len(widths) - 1)
    return " ".join(_renamed(words, {*known, *KNOWN, *WORDS}))


def _lines(source):
    """(width of indentation, tokens) of each line that holds any; brackets join lines."""
    source = source.replace("\r\n", "\n") + "\n"
    lines, tokens, depth, begun, width = [], [], 0, 0, 0
    for found in TOKEN.finditer(source):
        kind, word = found.lastgroup, found[0]
        if kind == "line" and depth <= 0:
            if tokens:
                lines.append((width, tokens))
            tokens, begun = [], found.end()
        if kind in ("line", "space", "comment"):
            continue
        if not tokens:
            width = len(source[begun : found.start()].replace("\t", " " * 8))
        depth += (word in OPEN) - (word in CLOSE)
        tokens.append((kind, word))
    return lines + ([(width, tokens)] if tokens else [])


def _tidy(tokens):
    """Plain texts in double quotes; no comma before the end of a list or a call."""
    kept, opened = [], []
    for kind, word in tokens:
        if kind == "text" and re.fullmatch(r"'[^'\"\\]*'", word):
            word = f'"{word[1:-1]}"'
        if word in OPEN:
            called = bool(kept) and (_is_name(kept[-1]) or kept[-1][1] in CLOSE)
            opened.append(word == "{" or called == (word == "("))
        elif word in CLOSE:
            loose = opened.pop() if opened else False
            if loose and len(kept) > 1 and kept[-1][1] == "," and kept[-2][1] not in OPEN:
                kept.pop()
        kept.append((kind, word))
    return kept


def _is_name(token):
    return token[0] == "name" and token[1] not in WORDS


def _renamed(words, known):
    """Words of the tokens; names of arguments in calls and after a point stay."""
    kept, depth = set(known), 0
    for (kind, word), (_, after) in pairwise([*words, ("sign", "¶")]):
        depth += (word in OPEN) - (word in CLOSE)
        if kind == "name" and after == "=" and depth > 0:
            kept.add(word)
    names, before = {}, ""
    for kind, word in words:
        own = kind == "name" and before != "." and word not in kept
        yield names.setdefault(word, f"v{len(names)}") if own else word
        before = word


def key(text):
    """A short name for a text, by which it can be found but not read.

    Parameters
    ----------
    text : str

    Returns
    -------
    str
        Sixteen hexadecimal digits: the hash of Fowler, Noll and Vo from two beginnings.

    Examples
    --------
    >>> key("")
    '811c9dc5050c5d1f'
    """
    made = []
    for value in (0x811C9DC5, 0x050C5D1F):
        for byte in text.encode():
            value = (value ^ byte) * 0x01000193 % 2**32
        made.append(f"{value:08x}")
    return "".join(made)
