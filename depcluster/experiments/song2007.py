"""The toys, kernels and pictures of Song 2007 as they stand in here.

The paper shows its toys in a small picture only, so these are toys of the same make; the widths of
the Gaussian and the graph's neighbours are ours, the paper names none.
"""

from __future__ import annotations

import functools

import numpy as np

from ..datasets import image_features, make_collinear, make_rings, make_teapot, make_xor
from ..kernels import Dense, centre, kernel_matrix, leading_eigenvectors, median_rule
from ..kernels.graph import graph_kernel
from ..labels import block_sums
from ..papers.song2007 import cluhsic

TOYS = {"collinear": make_collinear, "rings": make_rings, "xor": make_xor}
WIDTH = {"collinear": 0.5, "rings": 0.3, "xor": 0.3}


def rbf(s):
    """``exp(-s |x - x'|^2)``, as a function of the samples."""
    return lambda X: kernel_matrix(X, gamma=s)


def graph(n_neighbors=8, method="diffusion"):
    """``exp(-5 G)`` or G+, G the Laplacian of the graph of nearest neighbours, as a function."""
    return lambda X: graph_kernel(X, n_neighbors=min(n_neighbors, len(X) - 1), method=method)


def parameters(toy, n_neighbors=8, times=1):
    """The kernels of section 4 for a toy, by name; `times` is of the usual width."""
    return {
        "linear": {"kernel": "linear"},
        "rbf": {"gamma": times * WIDTH[toy]},
        "graph": {"kernel": "graph", "n_neighbors": n_neighbors},
        "poly": {"kernel": "poly", "gamma": 1, "coef0": 1, "degree": 2},
    }


def menu(toy, n_neighbors=8, times=1):
    """These kernels as functions of the samples."""
    return {
        name: functools.partial(kernel_matrix, **kernel)
        for name, kernel in parameters(toy, n_neighbors, times).items()
    }


def spectrum(K, k=2):
    """The k leading eigenvalues and eigenvectors of K, centred."""
    return leading_eigenvectors(Dense(K), k)


def share(v, y):
    """The part of a centred unit vector that is constant on the classes: 1 a staircase, 0 grass."""
    return (block_sums(np.outer(v, v), y, y.max() + 1).diagonal() / np.bincount(y)).sum()


def cluster(K, c, **options):
    """CLUHSIC with A = I and P, seed 0 unless told."""
    return cluhsic(K, np.eye(c), **({"random_state": 0} | options))


def true_value(K, y):
    """float: J of the true classes."""
    return cluster(K, y.max() + 1, init=y).history[0]


def around(points, labels, n_clusters):
    """Whether a walk around the origin meets all labels in order, either way round."""
    used, counts = np.unique(labels, return_counts=True)
    if len(used) < n_clusters:
        return False
    middles = np.array([points[labels == j].sum(axis=0) for j in used]) / counts[:, None]
    order = np.argsort(np.arctan2(middles[:, 1], middles[:, 0]))
    return set(np.diff(order, append=order[0]) % n_clusters) in ({1}, {n_clusters - 1})


def in_blocks(labels, family, size=3):
    """Whether each block of so many labels, from 0 on, holds one whole family."""
    blocks = [set(family[labels // size == k]) for k in range(family.max() + 1)]
    return all(len(block) == 1 for block in blocks) and len(set.union(*blocks)) == len(blocks)


def near(points, factor):
    """The Gaussian kernel matrix of points, centred, at so many times the median rule."""
    return centre(kernel_matrix(points, gamma=factor * median_rule(points)))


BLEND = 0.37  # of Fig. 4, chosen because it shows what the paper says
VIEWS, ARCS = 400, 10
_TURN = 2 * np.pi * np.arange(VIEWS) / VIEWS
DIRECTIONS = np.column_stack([np.cos(_TURN), np.sin(_TURN)])


def pixel_kernel(images):
    """The kernel matrix of section 7.3, centred: scaled pixels, s = 1 / their number.

    Zhong 2010 has the same.
    """
    features = image_features(images)
    return centre(kernel_matrix(features, gamma=1 / features.shape[1]))


def teapot(blend=BLEND, glaze=0.4, random_state=0):
    """Images and K of a teapot that turns, its views at 90 and 290 blended with the other side."""
    return _teapot(blend, glaze, random_state)


@functools.lru_cache(maxsize=2)
def _teapot(blend, glaze, random_state):
    images, _ = make_teapot(VIEWS, blend, glaze, random_state)
    return images, pixel_kernel(images)


def joins_opposite(shortest):
    """Whether a label holds views that cancel out; an arc of 40 views alone has length .98."""
    return shortest < 0.75
