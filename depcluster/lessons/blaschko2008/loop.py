"""Beats 8 and 9: the faces, the steps of the loop, digits, and the number of clusters."""

from __future__ import annotations

import itertools
from functools import cache

import numpy as np
from matplotlib.figure import Figure
from scipy.linalg import eigh
from scipy.optimize import linear_sum_assignment
from sklearn.cluster import KMeans
from sklearn.datasets import load_digits

from ... import conditional_entropy, kernel_matrix, numerical_taxonomy, taxonomy_path
from ...kernels import as_centred_gram, centre
from ...plotting import (
    INK,
    INK_2,
    FigureWithAlt,
    as_plane,
    plot_partition,
    plot_taxonomy_path,
    plot_unrooted_tree,
)
from ...reproduction.blaschko2008 import experiments
from ...search import Problem, Taxonomic, climb
from ...widgets import choice, redrawn, stops
from .trees import settled, six

FACES = [f"person {who}, {look}" for who in (1, 2, 3) for look in ("neutral", "happy", "shocked")]
PATHS = {"tree of six": 6, "faces (nine)": 9}


def faces(difficulty=1.0):
    """Pictures, rows of pixels and true classes of 185 cartoon faces."""
    found = experiments.faces(difficulty, 0)
    return found.images, found.X, found.y


def first_labels(X, c):
    """The kernel matrix of rows, and k-means on its leading c - 1 eigenvectors.

    Those of HKH, each times the root of its eigenvalue.
    """
    K = kernel_matrix(X)
    values, V = eigh(centre(K), subset_by_index=[len(K) - c + 1, len(K) - 1])
    return K, KMeans(c, n_init=1, random_state=0).fit_predict(V * np.sqrt(values))


def improved(K, labels, Y):
    """One sample at a time moves to where (1) is largest, until none does."""
    *_, last = climb(Problem(as_centred_gram(K), Taxonomic(Y), len(Y)), labels)
    return last.labels


@cache
def path(data):
    """Taxonomies of 2 to 12 clusters."""
    K = six(0)[0] if data == "tree of six" else experiments.faces(1.0, 0).K
    return taxonomy_path(K, range(2, 13), kernel="precomputed", n_init=1, random_state=0)


@cache
def _names(data):
    """For each number of clusters a name to a cluster, kept from one number to the next."""
    results = path(data).results
    names = [np.arange(2)]
    for before, now in itertools.pairwise(results):
        shared = np.array(
            [
                [
                    np.sum((now.labels == j) & (before.labels == k))
                    for k in range(before.labels.max() + 1)
                ]
                for j in range(now.labels.max() + 1)
            ]
        )
        heir, kept = linear_sum_assignment(-shared)
        new = np.full(len(shared), len(names[-1]))
        new[heir] = names[-1][kept]
        names.append(new)
    return names


def numbers_of_clusters():
    """Objective and eigengap against c, and the tree of one c."""
    return redrawn(
        _draw_path,
        data=choice(list(PATHS), label="data"),
        c=stops(range(3, 13), 6, label="clusters c"),
    )


def _draw_path(data, c):
    found, y = path(data), six(0)[1] if data == "tree of six" else experiments.faces(1.0, 0).y
    at = found.results[c - 2]
    figure = Figure(figsize=(9, 4.2), layout="constrained")
    grid = figure.add_gridspec(2, 2, width_ratios=[1.25, 1])
    upper, lower = figure.add_subplot(grid[0, 0]), figure.add_subplot(grid[1, 0])
    right = figure.add_subplot(grid[:, 1])
    plot_taxonomy_path(found, upper, lower, at=c)
    told = (
        f"(1) {at.objective:.2f}, misfit {at.misfit:.1%}, H {conditional_entropy(y, at.labels):.2f}"
    )
    right.set_title(f"c = {c}: {told}", fontsize=10, color=INK)
    settled(figure)
    shown = {"groups": _names(data)[c - 2], "names": [str(n) for n in np.bincount(at.labels)]}
    if data == "faces (nine)":
        pictures = experiments.mean_images(experiments.faces(1.0, 0).images, at.labels)
        shown |= {"thumbnails": pictures, "names": [""] * c}
    plot_unrooted_tree(at.tree, right, **shown)
    return figure, (
        f"{data}: objective and log eigengap for 2 to 12 clusters, largest gap at "
        f"{found.largest_gap}; the tree of {c} clusters: {told}."
    )


def digits():
    """A taxonomy of every third digit of scikit-learn, a mean image at every leaf."""
    X, y = load_digits(return_X_y=True)
    X, y = X[::3], y[::3]
    K = kernel_matrix(X)
    tree = numerical_taxonomy(K, 10, n_init=3, random_state=0)
    free = numerical_taxonomy(K, 10, structure="free", n_init=3, random_state=0)
    shares = [np.bincount(y[tree.labels == j], minlength=10) for j in range(10)]
    H = [conditional_entropy(y, found.labels) for found in (tree, free)]
    figure = Figure(figsize=(9, 5), layout="constrained")
    ax = figure.subplots()
    told = f"misfit {tree.misfit:.1%}, H = {H[0]:.3f} (free: {H[1]:.3f})"
    ax.set_title(told, color=INK, fontsize=11)
    settled(figure)
    plot_unrooted_tree(
        tree.tree,
        ax,
        thumbnails=experiments.mean_images(1 - X.reshape(-1, 8, 8) / 16, tree.labels),
        names=[f"{row.argmax()} ({row.max() / row.sum():.0%})" for row in shares],
    )
    return FigureWithAlt(
        figure,
        "Unrooted tree with ten mean images of digits at its leaves; below each the most common "
        f"digit and its share. {told}.",
    )


def clusters_and_tree(X, fit):
    """Your data in the plane of their main directions, and the tree of their clusters."""
    points, caption = as_plane(X)
    figure = Figure(figsize=(9, 3.8), layout="constrained")
    left, right = figure.subplots(1, 2)
    plot_partition(points, fit.labels_, left)
    left.set_xlabel(caption, fontsize=9, color=INK_2)
    told = f"sizes at the leaves; misfit {fit.misfit_:.1%}"
    right.set_title(told, fontsize=10, color=INK_2)
    settled(figure)
    plot_unrooted_tree(fit.tree_, right, names=[str(n) for n in np.bincount(fit.labels_)])
    return FigureWithAlt(
        figure, f"The data in the plane of their main directions, and the tree of clusters: {told}."
    )
