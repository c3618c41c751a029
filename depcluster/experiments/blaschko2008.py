"""Faces, partitions and trees of Blaschko 2008."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from ..datasets import make_brownian, make_faces
from ..kernels import as_centred_gram, centre, kernel_matrix
from ..papers.blaschko2008 import distances_between
from ..trees import Tree


class Faces(NamedTuple):
    """A set of faces: pictures, rows of pixels, kernel matrix, person, class."""

    images: np.ndarray
    X: np.ndarray
    K: np.ndarray
    person: np.ndarray
    y: np.ndarray


@cache
def faces(difficulty, seed):
    """185 cartoon faces, three people with three moods."""
    images, person, expression = make_faces(difficulty=difficulty, random_state=seed)
    X = images.reshape(len(images), -1)
    return Faces(images, X, kernel_matrix(X), person, 3 * person + expression)


def mean_images(images, labels):
    """The mean picture of each cluster."""
    return np.array([images[labels == j].mean(axis=0) for j in range(labels.max() + 1)])


POINTS, CLUSTERS = 7, 3


@cache
def partitions(m, c):
    """All ways to put m points into c clusters, each once, clusters numbered as they occur."""
    found = [[0]]
    for _ in range(m - 1):
        found = [[*row, j] for row in found for j in range(min(max(row) + 2, c))]
    return np.array([row for row in found if max(row) == c - 1])


def values_of_all(K, c=CLUSTERS):
    """Of every partition the trace of T = P'HKHP (k-means), its norm ((1) with Y*), (1) with I."""
    m = len(K)
    Pi = np.eye(c)[partitions(m, c)]
    n = Pi.sum(axis=1)
    S = Pi.swapaxes(1, 2) @ centre(K) @ Pi
    T = S / np.sqrt(n[:, :, None] * n[:, None, :])
    C = np.eye(c) * n[:, None] - n[:, :, None] * n[:, None, :] / m
    of_identity = np.trace(S, axis1=1, axis2=2) / np.linalg.norm(C, axis=(1, 2))
    return np.trace(T, axis1=1, axis2=2), np.linalg.norm(T, axis=(1, 2)), of_identity


def inner_edges(drawn):
    """Which edges have two leaves or more on both sides."""
    beyond = drawn.splits().sum(axis=1)
    return (beyond > 1) & (beyond < drawn.n_leaves - 1)


def inner_share(drawn):
    """The share of a tree's length that lies in its inner edges."""
    return float(drawn.lengths[inner_edges(drawn)].sum() / drawn.lengths.sum())


def splits_of(drawn):
    """The inner edges of a tree, each as the set of leaves beyond it."""
    return {tuple(row) for row in drawn.splits()[inner_edges(drawn)].tolist()}


@cache
def all_topologies(n):
    """Every unrooted binary topology of n leaves, as edges."""
    found = [[(0, n), (1, n), (2, n)]]
    for leaf in range(3, n):
        found = [new for old in found for new in _hung_in(old, leaf, n + leaf - 2)]
    return found


def _hung_in(edges, leaf, node):
    """The topologies that arise when a leaf is hung into each edge."""
    for k, (u, v) in enumerate(edges):
        yield edges[:k] + edges[k + 1 :] + [(u, node), (v, node), (leaf, node)]


@cache
def brownian(seed, dimensions):
    """Data along a random tree of six leaves: that tree, and the distances of its true clusters."""
    X, y, edges, lengths = make_brownian(dimensions=dimensions, random_state=seed)
    gram = as_centred_gram(kernel_matrix(X))
    return Tree(edges, lengths, range(6)), distances_between(gram, y, 6)
