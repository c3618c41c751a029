"""Measures of dependence between two tables of similarities."""

from __future__ import annotations

import numpy as np

from .gram import centre


def hsic(K, L):
    """Hilbert-Schmidt independence criterion, ``tr(HKHL) / (m - 1)^2`` (Song 2007, eq. 2).

    The sum, pixel by pixel, of the centred K times L. The estimate is biased: for labels
    independent of the data it is small but not 0 on average.

    Parameters
    ----------
    K, L : array-like of shape (m, m)
        Kernel matrices of the data and of the labels.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If the two are not square matrices of the same size with m >= 2.

    Examples
    --------
    >>> hsic(np.eye(2), np.eye(2))
    1.0
    """
    K, L = np.asarray(K, dtype=float), np.asarray(L, dtype=float)
    if K.ndim != 2 or K.shape[0] != K.shape[1] or K.shape != L.shape or len(K) < 2:
        raise ValueError(
            "K and L must be square matrices of the same size, at least 2 x 2; got shapes "
            f"{K.shape} and {L.shape}."
        )
    return float((centre(K) * L).sum() / (len(K) - 1) ** 2)
