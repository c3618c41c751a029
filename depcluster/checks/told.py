"""How an error shows what it got: short, and as one would type it."""

from __future__ import annotations

import numpy as np

_LONGEST = 60


def told(value):
    """A value as an error shows it.

    Parameters
    ----------
    value : object

    Returns
    -------
    str

    Examples
    --------
    >>> told(np.float64(0.0)), told("evil"), told(np.zeros((3, 2)))
    ('0.0', "'evil'", 'an array of shape (3, 2)')
    >>> told(10**30), told(list(range(1000)))
    ('a number of 31 digits', 'a list of 1000 entries')
    """
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}" if value.ndim else told(value.item())
    if isinstance(value, int) and abs(value) >= 10**20:
        return f"a number of {_digits(value)} digits"
    if isinstance(value, (list, tuple, set, frozenset, dict)) and len(value) > 8:
        return f"a {type(value).__name__} of {len(value)} entries"
    if isinstance(value, (str, bytes)) and len(value) > _LONGEST:
        return f"a {type(value).__name__} of length {len(value)}"
    try:
        words = repr(value)
    except Exception:  # somebody else's __repr__ may do anything
        words = ""
    return words if 0 < len(words) <= _LONGEST else f"an object of type {type(value).__name__}"


def _digits(value):
    digits = int(abs(value).bit_length() * 0.30102999566398120) + 1
    return digits if 10 ** (digits - 1) <= abs(value) else digits - 1
