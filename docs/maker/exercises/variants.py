"""More matrices that are sensible to type; the judge says what each is worth."""

from __future__ import annotations

from itertools import product

import numpy as np

from depcluster.labels import chain, plain, ring, tree


def _families(diagonal, within, between):
    """Two families of two labels."""
    made = np.kron(np.eye(2), np.full((2, 2), within - between)) + between
    return made + (diagonal - within) * np.eye(4)


def halves():
    """Label kernels of four labels."""
    shares = (0, 0.1, 0.25, 0.5, 0.75, 0.8, 0.9, 1)
    yield from (plain(4), chain(4), ring(4), tree((2, 2)), np.ones((4, 4)))
    yield from (_families(d, share * d, 0) for d in (1, 2) for share in shares)
    yield from (_families(d, w, b) for d in (1, 2) for w, b in ((0, 1), (1, -1), (0.5, -0.5)))
    yield from (_families(3, w, b) for w, b in product((0, 1, 2, 3), (0, 1, -1)))
    yield from (_families(4, w, b) for w, b in product((1, 2, 3), (0, 1)))


def losses():
    """Partition rows of four labels, and what one takes for them."""
    cases = product(range(-6, 7), range(-3, 4), range(-3, 4))
    yield from (_families(*case) for case in cases)


MATRICES = {"L3": halves, "Z1": losses}
