"""Whether a kernel says anything about which samples belong together."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from .gram import largest_entry

_ROUNDING = 1e-12
_ROWS = 256


def tells_apart(gram):
    """Whether a centred Gram has off-diagonal entries that differ by more than rounding."""
    # Where they do not, K = a I + 11' b before centring, or b_i + b_j off its diagonal: all
    # partitions into clusters of the same sizes are then the same to it.
    m = gram.shape[0]
    means = gram.matvec(np.full(m, 1 / m))
    size, low, high = _ROUNDING * largest_entry(gram), np.inf, -np.inf
    for first, last in pairwise([0, *range(min(2, m), m, _ROWS), m]):  # two rows mostly say so
        idx = np.arange(first, last)
        block = gram.rows(idx) - means - means[idx, None]
        off = idx[:, None] != np.arange(m)
        low = min(low, block.min(where=off, initial=np.inf))
        high = max(high, block.max(where=off, initial=-np.inf))
        if high - low > size:
            return True
    return False
