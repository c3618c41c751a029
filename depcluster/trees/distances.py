"""The four-point condition: whether distances are path lengths along a tree."""

from __future__ import annotations

import numpy as np


def check_distances(D):
    """Validate distances: square, finite, symmetric, at least 0, a zero diagonal.

    Parameters
    ----------
    D : array-like of shape (n, n)

    Returns
    -------
    ndarray of shape (n, n)

    Raises
    ------
    ValueError
    """
    D = np.asarray(D, dtype=float)
    if D.ndim != 2 or D.shape[0] != D.shape[1] or not len(D):
        raise ValueError(f"D must be a square matrix of distances; got shape {D.shape}.")
    if not (np.isfinite(D) & (D >= 0)).all():
        wrong = D[~(np.isfinite(D) & (D >= 0))][0]
        raise ValueError(f"D must be finite and at least 0; got {wrong:.3g} in it.")
    gap, own = np.abs(D - D.T).max(), D.diagonal().max()
    if max(gap, own) > 1e-8 * D.max():
        raise ValueError(
            f"D must be symmetric with a zero diagonal; entries differ from their mirror by up to "
            f"{gap:.3g}, the diagonal reaches {own:.3g}."
        )
    return (D + D.T) / 2


def four_point_violation(D):
    """How far distances are from being path lengths along a tree (Blaschko 2008, eq. 11).

    The largest excess, over all a, b, c, d, of ``D_ab + D_cd`` over the larger of
    ``D_ac + D_bd`` and ``D_ad + D_bc``. Of the three sums the two larger must be equal; with
    c = d it is the triangle inequality.

    Parameters
    ----------
    D : array-like of shape (n, n)

    Returns
    -------
    float
        0 for a tree metric, up to rounding.

    Raises
    ------
    ValueError
        If D is no matrix of distances.

    Examples
    --------
    The corners of a unit square: the diagonals' sum stands alone.

    >>> corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    >>> D = np.linalg.norm(corners[:, None] - corners, axis=2)
    >>> round(four_point_violation(D), 3)
    0.828
    """
    D = check_distances(D)
    worst = 0.0
    for row in D:  # a
        sums = row[:, None, None] + D  # (b, c, d): D_ab + D_cd
        across = row[None, :, None] + D[:, None, :]  # D_ac + D_bd
        excess = sums - np.maximum(across, across.swapaxes(1, 2))
        worst = max(worst, float(excess.max()))
    return worst
