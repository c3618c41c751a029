"""Whether a kernel says anything about which samples belong together."""

from __future__ import annotations

import numpy as np

from .gram import largest_entry

_ROUNDING = 1e-12


def tells_apart(gram):
    """Whether a centred kernel matrix has off-diagonal entries that differ by more than rounding.

    Where they do not, ``K = a I + 11' b`` before centring, or ``b_i + b_j`` off its diagonal: all
    partitions into clusters of the same sizes are then the same to it.

    Parameters
    ----------
    gram : Dense, Sparse or Factor
        Centred, with weights or without.

    Returns
    -------
    bool

    Examples
    --------
    >>> from depcluster.kernels import Dense
    >>> tells_apart(Dense(np.eye(4))), tells_apart(Dense(np.ones((4, 4))))
    (False, False)
    >>> tells_apart(Dense(np.array([[1.0, 0.9, 0.1], [0.9, 1.0, 0.1], [0.1, 0.1, 1.0]])))
    True
    """
    m = gram.shape[0]
    means = gram.matvec(np.full(m, 1 / m))
    size, first, low, high = _ROUNDING * largest_entry(gram), 0, np.inf, -np.inf
    for block in gram.blocks():
        block = block - means - means[first : first + len(block), None]
        off = np.arange(first, first + len(block))[:, None] != np.arange(m)
        low = min(low, block.min(where=off, initial=np.inf))
        high = max(high, block.max(where=off, initial=-np.inf))
        if high - low > size:
            return True
        first += len(block)
    return False
