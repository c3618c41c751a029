"""Zhong 2010's pictures as they stand in here: faces and a teapot of our own."""

from __future__ import annotations

import numpy as np

from ..datasets import make_teapot, teapot_subset
from .song2007 import pixel_kernel


def teapot(seed, pattern=0.4, noise=0.0):
    """K and arcs of our own teapot: ten arcs of 35 views, five views left out between them."""
    images, _ = make_teapot(pattern=pattern, blend=0, random_state=seed)
    kept, y = teapot_subset()
    normal = np.random.default_rng([seed, 1]).standard_normal(images[kept].shape)
    return pixel_kernel(images[kept] + noise * normal), y


def thinned(y, sizes, seed):
    """Places of the first members of each class, as many as a random order of the sizes says."""
    sizes = np.random.default_rng(seed).permutation(sizes)
    return np.concatenate([np.flatnonzero(y == j)[:n] for j, n in enumerate(sizes)])
