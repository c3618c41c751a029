"""Renaming clusters without changing what their label kernel says."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linear_sum_assignment

from .label_kernels import is_exchangeable


def align_labels(labels, reference, A):
    """Rename clusters to agree with earlier labels as far as the label kernel allows.

    For an exchangeable A every renaming is allowed and the best is found exactly
    (`scipy.optimize.linear_sum_assignment`). Otherwise the allowed ones are composed, while the
    agreement rises, of those swaps, turns, mirrorings and exchanges of blocks that leave A
    as it is.

    Parameters
    ----------
    labels, reference : ndarray of int of shape (m,)
        The reference may have more or fewer clusters.
    A : ndarray of shape (c, c)

    Returns
    -------
    ndarray of int of shape (m,)
    """
    c = len(A)
    overlap = np.zeros((c, c))
    shared = reference < c
    np.add.at(overlap, (labels[shared], reference[shared]), 1)
    if is_exchangeable(A):
        return linear_sum_assignment(overlap, maximize=True)[1][labels]
    names = np.arange(c)
    moves = _allowed(A)
    while True:
        tried = [move[names] for move in moves]
        agreement = [overlap[np.arange(c), p].sum() for p in tried]
        if not tried or max(agreement) <= overlap[np.arange(c), names].sum():
            return names[labels]
        names = tried[int(np.argmax(agreement))]


def _allowed(A):
    found, slack = {}, 1e-12 * np.abs(A).max()
    for p in _candidates(len(A)):
        stays = np.abs(A[np.ix_(p, p)] - A).max() <= slack
        if stays and not np.array_equal(p, np.arange(len(p))):
            found[p.tobytes()] = p
    return list(found.values())


def _candidates(c):
    base = np.arange(c)
    for turn in range(c):
        yield np.roll(base, turn)
        yield np.roll(base[::-1], turn)
    for size in range(1, c // 2 + 1):
        for i in range(0, c - size + 1):
            for j in range(i + size, c - size + 1):
                p = base.copy()
                p[i : i + size], p[j : j + size] = base[j : j + size], base[i : i + size]
                yield p
                q = p.copy()
                q[i : i + size], q[j : j + size] = q[i : i + size][::-1], q[j : j + size][::-1]
                yield q
