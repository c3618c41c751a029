"""Set-ups of the label kernel: Algorithm 1 as printed, faces in a tree, a teapot in a ring."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from sklearn.datasets import load_iris, load_wine
from sklearn.metrics import adjusted_rand_score
from sklearn.preprocessing import StandardScaler

from ....datasets import (
    image_features,
    make_circle,
    make_faces,
    make_nine,
    make_row,
    make_teapot,
    make_three,
)
from ....kernels import centre, kernel_matrix, median_rule
from ....labels import chain, plain, ring, tree
from ....papers.song2007 import cluhsic
from ....search import Normalized, value
from ...records import read_record

BLENDS = (0.2, 0.25, 0.3, 0.34, 0.37, 0.4, 0.42, 0.44, 0.47)
OTHER_GLAZES, OTHER_BLENDS = (0.25, 0.6), (0.37, 0.4)
DIFFICULTIES = (0.5, 1.0)
VIEWS, ARCS = 400, 10
_TURN = 2 * np.pi * np.arange(VIEWS) / VIEWS
DIRECTIONS = np.column_stack([np.cos(_TURN), np.sin(_TURN)])


class Climbed(NamedTuple):
    """Where runs of Algorithm 1 ended: labels (r, m), J after each round (r, k), rounds (r,)."""

    labels: np.ndarray
    J: np.ndarray
    rounds: np.ndarray

    @property
    def best(self):
        """ndarray of int of shape (m,): the labels of largest J."""
        return self.labels[self.J[:, -1].argmax()]


def algorithm_1(K, A, starts):
    """Algorithm 1 of Song 2007 as printed, from several starts at once.

    Point by point: take it out, put it where tr(K P A P') is largest (where it was, if nothing is
    larger), until a whole round has moved nobody. Neither the order of the labels is matched
    nor an emptied cluster filled again; its column of P is then 0.

    Parameters
    ----------
    K : ndarray of shape (m, m)
        Centred.
    A : ndarray of shape (c, c)
    starts : array-like of int of shape (r, m)

    Returns
    -------
    Climbed
        Of the rounds the last one, which moved nobody, counts too.
    """
    objective, E, labels = Normalized(A), np.eye(len(A)), np.array(starts)
    runs, into = np.arange(len(labels)), E[:, :, None] * E[:, None, :]  # into[b]: a 1 at (b, b)
    J, rounds, going = [], np.ones(len(labels), dtype=int), True
    while going:
        before, Pi = labels.copy(), E[labels]
        S, n = Pi.swapaxes(1, 2) @ (K @ Pi), Pi.sum(axis=1)
        for i, a in enumerate(before.T):
            Pi[runs, i, a], n, own = 0, n - E[a], E[a]
            g = K[i] @ Pi
            S = S - own[:, :, None] * g[:, None] - g[:, :, None] * own[:, None] - K[i, i] * into[a]
            cross = E[:, :, None] * g[:, None, None] + g[:, None, :, None] * E[:, None]
            tried = S[:, None] + cross + K[i, i] * into
            scores = value(objective, tried, n[:, None] + E)  # J with point i in each cluster
            stay = scores[runs, a]
            rises = scores.max(axis=1) > stay + 1e-12 * np.abs(stay)
            labels[:, i] = b = np.where(rises, scores.argmax(axis=1), a)
            Pi[runs, i, b], S, n = 1, tried[runs, b], n + E[b]
        J.append(scores[runs, b])
        moved = (labels != before).any(axis=1)
        rounds += moved
        going = moved.any()
    return Climbed(labels, np.array(J).T, rounds)


def random_starts(n_starts, n_samples, n_clusters, seed):
    """Labels drawn at random, (n_starts, n_samples)."""
    return np.random.default_rng(seed).integers(0, n_clusters, (n_starts, n_samples))


def pixel_kernel(images):
    """The kernel matrix of section 7.3, centred: scaled pixels, s = 1 / their number."""
    features = image_features(images)
    return centre(kernel_matrix(features, gamma=1 / features.shape[1]))


@lru_cache(maxsize=2)
def faces(n=185, difficulty=0.5, random_state=0):
    """Images, person, expression and K of a set of cartoon faces."""
    images, person, expression = make_faces(n, difficulty=difficulty, random_state=random_state)
    return images, person, expression, pixel_kernel(images)


@lru_cache(maxsize=2)
def teapot(blend=0.37, glaze=0.4, random_state=0):
    """Images and K of a teapot that turns, its views at 90 and 290 blended with the other side."""
    images, _ = make_teapot(VIEWS, blend, glaze, random_state)
    return images, pixel_kernel(images)


def around(points, labels, n_clusters):
    """Whether a walk around the origin meets all labels in order, either way round."""
    used, counts = np.unique(labels, return_counts=True)
    if len(used) < n_clusters:
        return False
    middles = np.array([points[labels == j].sum(axis=0) for j in used]) / counts[:, None]
    order = np.argsort(np.arctan2(middles[:, 1], middles[:, 0]))
    return set(np.diff(order, append=order[0]) % n_clusters) in ({1}, {n_clusters - 1})


def along(x, labels):
    """Whether the labels' means come in order along an axis, from either end."""
    order = np.argsort([x[labels == j].mean() for j in np.unique(labels)])
    return set(np.diff(order)) in ({1}, {-1})


def in_blocks(labels, family):
    """Whether labels 0-2, 3-5 and 6-8 each hold one whole family."""
    blocks = [set(family[labels // 3 == block]) for block in range(3)]
    return all(len(block) == 1 for block in blocks) and len(set.union(*blocks)) == 3


def shortest_direction(labels):
    """The least length of a label's mean direction: 1 is one view, 0 two opposite arcs."""
    return min(np.linalg.norm(DIRECTIONS[labels == j].mean(axis=0)) for j in np.unique(labels))


def joins_opposite(shortest):
    """Whether a label holds views that cancel out; an arc of 40 views alone has length .98."""
    return shortest < 0.75


def near(points, factor):
    """The Gaussian kernel matrix of points, centred, at so many times the median rule."""
    return centre(kernel_matrix(points, gamma=factor * median_rule(points)))


def _circle(seed):
    points, _ = make_circle(random_state=seed)
    return near(points, 4), lambda labels: (around(points, labels, 8), True)


def _row(seed):
    points, y = make_row(random_state=seed)
    return near(points, 1), lambda labels: (along(points[:, 0], labels), _same(y, labels))


def _nine(seed):
    points, y = make_nine(random_state=seed)
    return near(points, 3), lambda labels: (in_blocks(labels, y // 3), _same(y, labels))


def _three(seed):
    points, y = make_three(random_state=seed)
    return near(points, 1), lambda labels: (True, _same(y, labels))


def _classes(load):
    X, y = load(return_X_y=True)
    K = near(StandardScaler().fit_transform(X), 1)
    return lambda seed: (K, lambda labels: (True, _same(y, labels)))


def _same(y, labels):
    return adjusted_rand_score(y, labels) > 0.95


# A K and a judge of labels (names in order, groups right) by seed, and the label kernel.
DRAWN = {
    "circle, ring": (_circle, ring(8)),
    "circle, plain": (_circle, plain(8)),
    "row, chain": (_row, chain(5)),
    "nine, tree": (_nine, tree((3, 3))),
    "three, plain": (_three, plain(3)),
    "iris, plain": (_classes(load_iris), plain(3)),
    "wine, plain": (_classes(load_wine), plain(3)),
}
SEEDS = range(20)
STARTS = 10


class Found(NamedTuple):
    """Of 20 draws, whether names are in order and groups right: bools, (..., 2).

    `each` from every random start of Algorithm 1, (20, 10, 2); `best` from the start of largest
    J; `ours` from one search of the package, spectral start and order matching. Of every start
    the `rounds` and whether J always `rose`, (20, 10).
    """

    each: np.ndarray
    best: np.ndarray
    ours: np.ndarray
    rounds: np.ndarray
    rose: np.ndarray


@cache
def found(name):
    """What Algorithm 1 and the package find in 20 draws of one of `DRAWN`."""
    draw, A = DRAWN[name]
    rows = []
    for seed in SEEDS:
        K, judged = draw(seed)
        greedy = algorithm_1(K, A, random_starts(STARTS, len(K), len(A), seed))
        ours = cluhsic(K, A, init="spectral", random_state=seed).labels
        each = [judged(labels) for labels in greedy.labels]
        rose = (np.diff(greedy.J) >= -1e-9 * greedy.J[:, -1:]).all(axis=1)
        rows.append((each, judged(greedy.best), judged(ours), greedy.rounds, rose))
    return Found(*map(np.array, zip(*rows, strict=True)))


def recorded_faces():
    """The recorded sets of faces, clear ones first."""
    rows = read_record("song2007", "pictures")["sets"].values()
    return sorted((row for row in rows if "difficulty" in row), key=lambda row: row["difficulty"])


def recorded_pots(*glazes):
    """The recorded teapots of some glazes, from the least blend to the largest."""
    rows = read_record("song2007", "pictures")["sets"].values()
    of_glaze = (row for row in rows if row.get("glaze") in glazes)
    return sorted(of_glaze, key=lambda row: (row["glaze"], row["blend"]))


def joined(row, method, way="best of 20"):
    """Of the pots of a recorded row, those in which opposite views share a label."""
    return joins_opposite(np.array(row[method][way]["shortest"]))


def in_turn(row, method, way="best of 20"):
    """Of the pots of a recorded row, those whose labels keep the order of the views."""
    return np.array(row[method][way]["in_turn"])


def first_joined(rows, method):
    """The least blend at which each pot has opposite views in one label; 0.5 if none has."""
    found = np.full(len(SEEDS), 0.5)
    for row in reversed(rows):
        found[joined(row, method)] = row["blend"]
    return found


def share(flags):
    """As "83 %"."""
    return f"{100 * np.mean(flags):.0f} %"


def counted(flags):
    """As "19 of 20"."""
    flags = np.asarray(flags)
    return f"{flags.sum()} of {flags.size}"


def since(rows):
    """Date and versions of the oldest of some recorded rows."""
    return min(row["recorded"] for row in rows)
