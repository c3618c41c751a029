"""What users are told: values as one would type them, warnings at the line that led to them."""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path

import joblib
import numpy as np
import sklearn

_LONGEST = 60
# Frames of these are on the way from a user's line to a warning.
_BETWEEN = tuple(
    os.path.join(folder, "")
    for folder in (Path(__file__).resolve().parents[1], *joblib.__path__, *sklearn.__path__)
)


def warn(message, category=UserWarning):
    """Warn at the line outside the package, scikit-learn and joblib that led here.

    Parameters
    ----------
    message : str
    category : type, default=UserWarning
    """
    frame, level = sys._getframe(1), 2
    while frame.f_back and frame.f_code.co_filename.startswith(_BETWEEN):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, category, stacklevel=level)


def short_repr(value):
    """A value as an error shows it.

    Parameters
    ----------
    value : object

    Returns
    -------
    str

    Examples
    --------
    >>> short_repr(np.float64(0.0)), short_repr("evil"), short_repr(np.zeros((3, 2)))
    ('0.0', "'evil'", 'an array of shape (3, 2)')
    >>> short_repr(10**30), short_repr(list(range(1000)))
    ('a number of 31 digits', 'a list of 1000 entries')
    """
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}" if value.ndim else short_repr(value.item())
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
