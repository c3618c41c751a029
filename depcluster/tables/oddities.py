"""What numbers of a column look like and may not be: ids, classes, codes for missing, slips."""

from __future__ import annotations

import re
from operator import lt

import numpy as np

MOST_FEW = 10  # different whole numbers that may be classes
_LEAST = 10  # rows before an order or a gap means anything
_LOOK = 500  # rows that tell that most columns hold no code
_FAR_SHARE = 40  # of so many values at most one may be far at each end
_ID = re.compile(r"(?i:(?:^|[\W_])(?:id|nr|no|number|key|index)(?:$|[\W_]))|[a-z]I[dD]$")

_CODES = "id|zip|zipcode|plz|postal|postcode|phone|telephone|tel|mobile|fax|isbn|ean|ssn|sku"
_CODED = re.compile(rf"(?i:(?:^|[\W_])(?:{_CODES}|version|code)(?:$|[\W_]))|[a-z]I[dD]$")


def is_coded(name):
    """Whether a column is called as codes are, whose numbers measure nothing."""
    return bool(_CODED.search(name))


def is_id(name, values):
    """Whether whole numbers, each once, only name the rows.

    They ascend, or the column is called an id.

    >>> is_id("customer", np.arange(1, 4.0)), is_id("size", np.array([3.0, 1.0, 2.0]))
    (True, False)
    """
    first = values[:_LEAST].tolist()
    if not (all(map(lt, first, first[1:])) or _ID.search(name)):
        return False
    if len(values) < 3 or not np.isfinite(values).all() or (values != np.round(values)).any():
        return False
    steps = np.diff(values)
    counts = values[0] in (0, 1) and (steps == 1).all()
    ascends = len(values) >= _LEAST and (steps > 0).all()
    return bool(counts or ascends or (_ID.search(name) and len(np.unique(values)) == len(values)))


def is_few(values, classes):
    """Whether a few whole numbers stand in many rows each."""
    known = values[np.isfinite(values)]
    whole = (known == np.round(known)).all()
    return bool(2 <= classes <= MOST_FEW and whole and len(known) >= _LEAST * classes)


def far_values(values):
    """Rows whose value is further from all others than these are from each other.

    At each end they are at most a fortieth of the rows, or one.

    >>> far_values(np.array([3.0, 1, 4, 1.5, 9, 2.6, 5.3, 5.8, 9.7, 9.3, 2.3, 400]))
    array([11])
    """
    rows = np.flatnonzero(np.isfinite(values))
    order = rows[np.argsort(values[rows], kind="stable")]
    s, n = values[order], len(order)
    if n < _LEAST:
        return order[:0]
    low = max(1, n // _FAR_SHARE)
    high = n - low
    if s[low] == s[high - 1]:
        return order[:0]
    while high < n and s[high] - s[high - 1] <= s[high - 1] - s[low]:
        high += 1
    while low and s[low] - s[low - 1] <= s[high - 1] - s[low]:
        low -= 1
    return np.concatenate([order[:low], order[high:]])


def lack_codes(values, low, high):
    """Columns without a `code_of`, told by some rows and the least and largest of all."""
    some = values[:_LOOK]
    with np.errstate(invalid="ignore"):
        below, above = some - low, high - some
    near_low = ((below > 0) & (below <= above)).any(axis=0)
    near_low &= (low > -99) | ((some > low / 2) & (some < 0)).any(axis=0)
    return near_low & ((above > 0) & (above <= below)).any(axis=0)


def code_of(values):
    """The number that stands for a missing value, such as -999; None without one.

    It is the least or the largest, further from all others than these are from each other, and
    two nines or more, or a whole number that is there more than once; or the only negative number,
    of two nines or more.

    >>> float(code_of(np.array([3.0, 1, 4, 1, 5, -999])))
    -999.0
    """
    known = values[np.isfinite(values)]
    found = np.unique(known)
    if len(found) < 3:
        return None
    for code, others in ((found[0], found[1:]), (found[-1], found[:-1])):
        text = f"{code:.15g}"
        nines = re.fullmatch("-?99+", text)
        may = len(known) >= _LEAST and re.fullmatch(r"-?(?:99.*|\d+|\de\+\d+)", text)
        if not (nines or (may and (known == code).sum() > 1)):
            continue
        alone = nines and code < 0 <= others[others > code / 2].min(initial=0)
        if alone or np.abs(others - code).min() > np.ptp(others):
            return float(code)
    return None
