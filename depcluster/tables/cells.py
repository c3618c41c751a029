"""Cells as people write them: "49 %", "1.234,50", "$1,200", "n/a"."""

from __future__ import annotations

import re
from functools import cache, lru_cache

#: What stands for a missing value among numbers.
MISSING_WORDS = frozenset({
    "na", "n/a", "n.a.", "k.a.", "nan", "<na>", "null", "none", "nil", "missing", "unknown", "-",
    "--", "–", "—", "?", ".", "..", "...", "#n/a", "#na", "#value!", "#div/0!", "#ref!", "#name?",
    "#null!", "#num!",
})  # fmt: skip
CODE = r"^\s*(?:0\d+|\+\d{7,})\s*$"
_CODE = re.compile(CODE)
_PLAIN = re.compile(r"\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*")
_SIGN = "[-+−–]?"
_MONEY = r"(?:[$€£¥₹]|[A-Z]{3}(?=\s))?"
_AFTER = r"(?:[%‰$€£¥₹]|°?[^\W\d_]{1,6}[²³]?(?:/[^\W\d_]{1,6}[²³]?)?)?"
_OTHER = {".": ",", ",": "."}
_TRUTHS = {"true": 1.0, "false": 0.0}


@cache
def _pattern(point):
    thousands = rf"[1-9]\d{{0,2}}(?P<between>[{_OTHER[point]}'’\s])\d{{3}}(?:(?P=between)\d{{3}})*"
    digits = rf"(?:{thousands}|\d+)(?:{re.escape(point)}\d*)?|{re.escape(point)}\d+"
    number = rf"(?P<number>(?:{digits})(?:[eE][-+]?\d+)?)"
    money = rf"(?P<sign>{_SIGN})\s*(?P<before>{_MONEY})\s*(?P<minus>{_SIGN})\s*"
    return re.compile(rf"{money}{number}\s*(?P<after>{_AFTER})")


@lru_cache(2**16)
def read_number(text, point):
    """(value, unit) of a cell whose decimals stand behind a point or a comma; None if it is none.

    >>> read_number("1.234,50 €", ","), read_number("1.234,50", ".")
    ((1234.5, '€'), None)
    """
    if (word := text.strip().casefold()) in _TRUTHS:
        return _TRUTHS[word], ""
    found = _pattern(point).fullmatch(text.strip())
    if found is None:
        return None
    number, between = found["number"], found["between"]
    if between:
        number = number.replace(between, "")
    signs = [sign for sign in (found["sign"], found["minus"]) if sign]
    if len(signs) > 1:
        return None
    value = float(number.replace(",", "."))
    return (-value if signs and signs[0] != "+" else value), found["before"] + found["after"]


def is_number(text):
    """Whether a cell is a number, however it is written."""
    return bool(_PLAIN.fullmatch(text)) or any(read_number(text, point) for point in ".,")


def is_blank(text):
    """Whether a cell holds nothing, or a word for nothing."""
    return not text.strip() or text.strip().casefold() in MISSING_WORDS


def is_code(text):
    """Whether a cell is written as no number is: with a zero in front, or as one dials.

    >>> is_code("01067"), is_code("+49301234"), is_code("0.5"), is_code("+5")
    (True, True, False, False)
    """
    return bool(_CODE.fullmatch(text))
