"""The data that stand in for those of Zhong 2010, and what is computed on them.

Nothing here needs a file: sequences, faces and the teapot are generated. What takes longer than a
few seconds was recorded; `recorded` reads it.
"""

from __future__ import annotations

import functools

import numpy as np

from ... import cluhsic, cluhsical, kernel_matrix
from ...datasets import (
    NEWSGROUP_TREE,
    SUPERFAMILY_TREE,
    image_features,
    make_faces,
    make_superfamilies,
    make_teapot,
    teapot_subset,
)
from ...kernels import centre, mismatch_kernel, spectrum_kernel
from ...labels import tree
from ...metrics import relabelled
from ...papers.baselines import hierarchical_kernel_kmeans, linkage_along_tree, xwss

PEOPLE_AND_EXPRESSIONS = [[f"{p}, {e}" for e in ("neutral", "happy", "shocked")] for p in "ABC"]
TREES = {
    "SCOP": SUPERFAMILY_TREE,
    "WIPO": NEWSGROUP_TREE,
    "faces": PEOPLE_AND_EXPRESSIONS,
}
KERNELS = {
    "spectrum 2": functools.partial(spectrum_kernel, k=2),
    "spectrum 3": functools.partial(spectrum_kernel, k=3),
    "mismatch 4,1": functools.partial(mismatch_kernel, k=4, mismatches=1),
}
STARTS = ("paper", "random")


def pixels(images):
    """The Gaussian kernel on normalised pixels, width by their number, centred.

    Parameters
    ----------
    images : ndarray of shape (m, height, width)

    Returns
    -------
    ndarray of shape (m, m)
    """
    features = image_features(images)
    return centre(kernel_matrix(features, gamma=1 / features.shape[1]))


def faces(seed, difficulty=1.5, n=185):
    """Our own faces: three people, three expressions.

    Parameters
    ----------
    seed : int
    difficulty : float, default=1.5
    n : int, default=185

    Returns
    -------
    K : ndarray of shape (n, n)
        Centred.
    y : ndarray of int of shape (n,)
    """
    images, person, expression = make_faces(n, difficulty=difficulty, random_state=seed)
    return pixels(images), 3 * person + expression


def proteins(seed, kernel="spectrum 3", **rates):
    """The stand-in for SCOP: 150 generated sequences of 15 superfamilies.

    Parameters
    ----------
    seed : int
    kernel : str, default="spectrum 3"
        One of `KERNELS`.
    **rates : float
        How much changes along the tree, as `make_superfamilies` takes it.

    Returns
    -------
    K : ndarray of shape (150, 150)
        Centred.
    y : ndarray of int of shape (150,)
    """
    sequences, y = make_superfamilies(random_state=seed, **rates)
    return centre(KERNELS[kernel](sequences)), y


def teapot(seed, pattern=0.4, noise=0.0):
    """Our own teapot in ten arcs of 35 views, five views left out between them.

    Parameters
    ----------
    seed : int
    pattern : float, default=0.4
        Strength of the glaze.
    noise : float, default=0
        Standard deviation of what is added to each pixel.

    Returns
    -------
    K : ndarray of shape (350, 350)
        Centred.
    y : ndarray of int of shape (350,)
    """
    images, _ = make_teapot(pattern=pattern, blend=0, random_state=seed)
    kept, y = teapot_subset()
    shake = np.random.default_rng([seed, 1]).standard_normal(images[kept].shape)
    return pixels(images[kept] + noise * shake), y


def full_turn(seed):
    """All 400 views of our own teapot.

    Parameters
    ----------
    seed : int

    Returns
    -------
    ndarray of shape (400, 400)
        Centred.
    """
    return pixels(make_teapot(pattern=0.4, blend=0, random_state=seed)[0])


def thinned(y, sizes, seed):
    """The first members of each class, as many as a random order of the sizes says.

    Parameters
    ----------
    y : ndarray of int
    sizes : list of int
        One a class.
    seed : int

    Returns
    -------
    ndarray of int
        Their places.
    """
    sizes = np.random.default_rng(seed).permutation(sizes)
    return np.concatenate([np.flatnonzero(y == j)[:n] for j, n in enumerate(sizes)])


@functools.cache
def filed(kernel, seed, start):
    """What the six methods of Figs. 5 and 6 do with one draw of the sequences.

    Parameters
    ----------
    kernel : str
        One of `KERNELS`.
    seed : int
    start : str
        "paper": CLUHSIC and CLUHSICAL start from hierarchical k-means. "random": the best of
        ten random starts.

    Returns
    -------
    y : ndarray of int of shape (150,)
    found : dict of str to ndarray of int
        Labels by method, renamed as the tree allows to match y.
    """
    K, y = proteins(seed, kernel)
    A = tree(SUPERFAMILY_TREE)
    first = hierarchical_kernel_kmeans(K, SUPERFAMILY_TREE, random_state=seed)
    how = {"init": first} if start == "paper" else {"random_state": seed, "n_init": 10}
    found = {
        "complete linkage": linkage_along_tree(K, SUPERFAMILY_TREE, "complete").labels,
        "hierarchical k-means": first,
        "XWSS": xwss(K, first, A, C=0.1 * len(K)).labels,
        "CLUHSIC": cluhsic(K, A, **how).labels,
        "CLUHSICAL, 0-1 loss": cluhsical(K, A, "zero-one", **how).labels,
        "CLUHSICAL, tree loss": cluhsical(K, A, **how).labels,
    }
    return y, {name: relabelled(y, labels, A) for name, labels in found.items()}


def in_turn(labels):
    """Whether clusters of views follow each other around the turn as their labels do.

    Parameters
    ----------
    labels : ndarray of int of shape (m,)
        0 to 9, in the order of the views.

    Returns
    -------
    bool
        By the mean directions of the clusters, either way around.
    """
    turn = np.exp(2j * np.pi * np.arange(len(labels)) / len(labels))
    order = np.argsort([np.angle(turn[labels == j].mean()) for j in range(10)])
    return set(np.diff(order, append=order[0]) % 10) in ({1}, {9})


def n_arcs(labels):
    """How many unbroken arcs the clusters of views form.

    Parameters
    ----------
    labels : ndarray of int of shape (m,)

    Returns
    -------
    int
    """
    return int((labels != np.roll(labels, 1)).sum())
