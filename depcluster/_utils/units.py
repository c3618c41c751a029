"""Powers of two over which products of entries are numbers; no digit changes by them."""

from __future__ import annotations

from math import frexp

import numpy as np

_ORDINARY = 100


def power_of(size):
    """An even e with ``size / 2^e`` near 1; 0 for an ordinary size, and for none."""
    e = 2 * (frexp(size)[1] // 2)
    return e if abs(e) > _ORDINARY else 0


def in_units(M):
    """An array over 2^e, and e, as `power_of` has it; the array itself where e is 0."""
    e = power_of(max(M.max(initial=0), -M.min(initial=0)))
    return (np.ldexp(M, -e) if e else M), e


def frobenius(M):
    """The root of the sum of squares, also where these are no numbers."""
    M, e = in_units(M)
    return float(np.ldexp(np.linalg.norm(M), e))
