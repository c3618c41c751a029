"""The part of blaschko_tables.py on section 3.1: the matrix of normalized cuts in (1), relaxed."""

from __future__ import annotations

import numpy as np
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score

from depcluster import conditional_entropy, kernel_matrix
from depcluster.datasets import (
    make_brownian,
    make_circle,
    make_faces,
    make_nine,
    make_row,
    make_three,
)
from depcluster.kernels import centre
from depcluster.papers.blaschko2008 import as_similarity

DRAWS = range(20)
N_INIT = 10


def faces(difficulty, seed):
    images, person, expression = make_faces(difficulty=difficulty, random_state=seed)
    return images.reshape(len(images), -1), 3 * person + expression


SETS = {
    "ROW": lambda seed: make_row(random_state=seed),
    "CIRCLE": lambda seed: make_circle(random_state=seed),
    "THREE": lambda seed: make_three(random_state=seed),
    "NINE": lambda seed: make_nine(random_state=seed),
    "tree of six": lambda seed: make_brownian(dimensions=30, random_state=seed)[:2],
    "faces 1": lambda seed: faces(1.0, seed),
    "faces 2": lambda seed: faces(2.0, seed),
}


def normalized_cut():
    """What centring D^-1/2 A D^-1/2 does to its eigenvectors and to the clusters read from them."""
    found = {}
    for name, draw in SETS.items():
        rows = [compared(*draw(seed), seed) for seed in DRAWS]
        found[name] = {key: [row[key] for row in rows] for key in rows[0]}
        print(name, {k: np.round(np.mean(v), 4) for k, v in found[name].items()}, flush=True)
    return found


def compared(X, y, seed):
    """One draw: cosines and agreements (ARI) with and without H, and with all of [21]'s recipe.

    "ignored" is the cosine between the eigenvector left out and the constant one, "subspace" the
    least cosine between the c - 1 next and the leading c - 1 of HMH.
    """
    c = y.max() + 1
    M = as_similarity(kernel_matrix(X), "normalized-cut")
    V, W = (np.linalg.eigh(A)[1][:, ::-1] for A in (M, centre(M)))
    raw, centred = agreed(V[:, 1:c], W[:, : c - 1], c, seed)
    rows = njw_rows(V[:, :c])
    ng = KMeans(c, n_init=N_INIT, random_state=seed).fit(rows).labels_
    return {
        "ignored": float(abs(V[:, 0].sum()) / np.sqrt(len(y))),
        "subspace": float(np.linalg.svd(V[:, 1:c].T @ W[:, : c - 1])[1].min()),
        "same": adjusted_rand_score(raw, centred),
        "njw": adjusted_rand_score(ng, centred),
        "entropy, centred": conditional_entropy(y, centred),
        "entropy, njw": conditional_entropy(y, ng),
    }


def njw_rows(E):
    return E / np.linalg.norm(E, axis=1, keepdims=True)


def agreed(A, B, c, seed):
    """k-means on either embedding, each also started from what was found in the other.

    So that two searches for one optimum are not taken for two optima.
    """
    own = [KMeans(c, n_init=N_INIT, random_state=seed).fit(E) for E in (A, B)]
    for E, k in ((A, 1), (B, 0)):
        means = np.array([E[own[k].labels_ == j].mean(axis=0) for j in range(c)])
        other = KMeans(c, init=means, n_init=1).fit(E)
        own[1 - k] = min(own[1 - k], other, key=lambda found: found.inertia_)
    return own[0].labels_, own[1].labels_
