"""Rows that are drawn where there are too many."""

from __future__ import annotations

import numpy as np

SEED = 0


def drawn_rows(m, most):
    """Which of m samples are on screen: all, or as many as an explorer can answer for at once.

    Parameters
    ----------
    m, most : int

    Returns
    -------
    ndarray of int of shape (min(m, most),)
        Ascending; what a smaller limit draws is among what a larger one does.

    Examples
    --------
    >>> drawn_rows(4, 5), len(drawn_rows(1000, 3))
    (array([0, 1, 2, 3]), 3)
    """
    if m <= most:
        return np.arange(m)
    return np.sort(np.random.default_rng(SEED).permutation(m)[:most])


def rows_text(m, most):
    """`drawn_rows` as Python, to index with; nothing where all are on screen."""
    if m <= most:
        return ""
    return f"[np.sort(np.random.default_rng({SEED}).permutation({m})[:{most}])]"


def drawn_words(m, most, what):
    """What the status line says of samples that are not all on screen; nothing if they are."""
    return f"{most} of {m} {what}, drawn with seed {SEED}" if m > most else ""
