"""The three toys of section 7.1, the kernels of section 4, and what draws and shakes of them say.

The paper shows its toys in a small picture only, so these are toys of the same make; the widths of
the Gaussian are ours, the paper names none.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np
from sklearn.datasets import make_circles
from sklearn.metrics import adjusted_rand_score

from ....datasets import make_collinear, make_rings, make_xor
from ....kernels import Dense, leading_eigenvectors
from ....kernels.graph import graph_kernel
from ....kernels.matrix import kernel_matrix, median_rule
from ....labels import partition
from ....papers.song2007 import cluhsic, stability_curve
from ....search import spectral_labels

SEEDS = range(20)
TOYS = {"collinear": make_collinear, "rings": make_rings, "xor": make_xor}
WIDTH = {"collinear": 0.5, "rings": 0.3, "xor": 0.3}
SCATTER = {"collinear": 0.35, "rings": 0.15, "xor": 0.45}  # sd around a group's centre or circle
RIVALS = ("rbf", "graph", "poly")  # of Fig. 2
SMALLEST, LARGEST = 1 / 16, 2  # noise of Fig. 2, in units of the scatter
N_TOYS = 80
TIMES = (1, 4, 8, 16)
RIGHT = 0.95  # ARI from which a clustering is called correct
NEAR = 0.02  # ARI by which a kernel may be below the best and still count as the best
_GOLDEN = (5**0.5 - 1) / 2


def linear(X):
    """``x'x'``."""
    return kernel_matrix(X, kernel="linear")


def rbf(s):
    """``exp(-s |x - x'|^2)``, as a function of the samples."""
    return lambda X: kernel_matrix(X, gamma=s)


def graph(n_neighbors=8):
    """``exp(-5 G)``, G the Laplacian of the graph of nearest neighbours, as a function."""
    return lambda X: graph_kernel(X, n_neighbors=min(n_neighbors, len(X) - 1))


def poly(X):
    """``(x'x' + 1)^2``."""
    return kernel_matrix(X, kernel="poly", gamma=1, coef0=1, degree=2)


def menu(toy, n_neighbors=8, times=1):
    """The kernels of section 4 for a toy.

    Parameters
    ----------
    toy : str
    n_neighbors : int, default=8
        Of the graph.
    times : float, default=1
        Of the width s of the Gaussian that is usual here.

    Returns
    -------
    dict of str to callable
        From samples to a kernel matrix.
    """
    gauss = rbf(times * WIDTH[toy])
    return {"linear": linear, "rbf": gauss, "graph": graph(n_neighbors), "poly": poly}


def n_groups(toy):
    """int: number of classes of a toy."""
    return 3 if toy == "collinear" else 2


def spectrum(K, k):
    """The k leading eigenvalues and eigenvectors of K, centred."""
    return leading_eigenvectors(Dense(K), k)


def share(v, y):
    """The part of a centred unit vector that is constant on the classes: 1 a staircase, 0 grass."""
    c = y.max() + 1
    return (partition.block_sums(np.outer(v, v), y, c).diagonal() / np.bincount(y)).sum()


def cluster(K, c, **options):
    """CLUHSIC with A = I and P, seed 0 unless told."""
    return cluhsic(K, np.eye(c), **({"random_state": 0} | options))


def true_value(K, y):
    """float: J of the true classes."""
    return cluster(K, y.max() + 1, init=y).history[0]


@functools.cache
def seen(toy, kernel):
    """Shares of the first two eigenvectors and the ARI of the best of 5 searches, by draw.

    Returns
    -------
    ndarray of shape (20, 3)
    """
    rows = []
    for seed in SEEDS:
        X, y = TOYS[toy](seed)
        K = menu(toy)[kernel](X)
        V = spectrum(K, 2)[1]
        found = cluster(K, n_groups(toy), n_init=5).labels
        rows.append((share(V[:, 0], y), share(V[:, 1], y), adjusted_rand_score(y, found)))
    return np.array(rows)


@functools.cache
def corner_shares():
    """The smaller share of the graph's two eigenvectors on XOR with its four corners, by draw."""
    corner = np.repeat(np.arange(4), 60)
    toys = (TOYS["xor"](seed)[0] for seed in SEEDS)
    return np.array([min(share(v, corner) for v in spectrum(graph()(X), 2)[1].T) for X in toys])


@functools.cache
def starts(kernel):
    """COLLINEAR: ARI of the rounded eigenvectors, and after one search from there, by draw.

    Returns
    -------
    ndarray of shape (20, 2)
    """
    rows = []
    for seed in SEEDS:
        X, y = TOYS["collinear"](seed)
        K = menu("collinear")[kernel](X)
        rounded = spectral_labels(spectrum(K, 2)[1])
        searched = cluster(K, 3, init="spectral", n_init=1).labels
        rows.append([adjusted_rand_score(y, labels) for labels in (rounded, searched)])
    return np.array(rows)


class Race(NamedTuple):
    """What a search finds beside the truth.

    Attributes
    ----------
    ari : float
        Of what was found.
    above, below : bool
        Whether what was found has a larger, or a smaller, J than the truth.
    stays : bool
        Whether a search that starts at the truth leaves it as it is.
    """

    ari: float
    above: bool
    below: bool
    stays: bool


def race(K, y, n_init):
    """Search, and compare with the truth.

    Parameters
    ----------
    K : ndarray of shape (m, m)
    y : ndarray of int of shape (m,)
    n_init : int

    Returns
    -------
    Race
    """
    found = cluster(K, y.max() + 1, n_init=n_init)
    from_truth = cluster(K, y.max() + 1, init=y)
    truth = from_truth.history[0]
    return Race(
        adjusted_rand_score(y, found.labels),
        found.objective > truth * (1 + 1e-9),
        found.objective < truth * (1 - 1e-9),
        np.array_equal(from_truth.labels, y),
    )


@functools.cache
def ring_races(times=None):
    """RINGS under a Gaussian, best of 10 searches, by draw: s = 0.3, or a multiple of the rule."""
    found = []
    for seed in SEEDS:
        X, y = TOYS["rings"](seed)
        s = WIDTH["rings"] if times is None else times * median_rule(X)
        found.append(race(rbf(s)(X), y, 10))
    return found


@functools.cache
def circle_races(times=4):
    """Two circles of radii 1 and 0.4, noise 0.05, best of 20 searches, by draw."""
    toys = [make_circles(200, noise=0.05, factor=0.4, random_state=seed) for seed in SEEDS]
    return [race(rbf(times * median_rule(X))(X), y, 20) for X, y in toys]


def noise_of(seed):
    """Size of the noise for a toy, in units of its scatter: spread evenly over the octaves.

    Each toy has its own size, so that no grid of sizes decides which kernel wins how often.
    """
    return SMALLEST * (LARGEST / SMALLEST) ** ((seed + 1) * _GOLDEN % 1)


@functools.cache
def shaken(toy, seed):
    """gamma of the three kernels on one draw of a toy, shaken once.

    Parameters
    ----------
    toy : str
    seed : int
        Of the toy, of the noise and of its size.

    Returns
    -------
    tuple of float
        In the order of `RIVALS`; infinite where the eigengap is closed.
    """
    X, _ = TOYS[toy](seed)
    kernels = {name: menu(toy)[name] for name in RIVALS}
    size, c = noise_of(seed) * SCATTER[toy], n_groups(toy)
    curve = stability_curve(X, kernels, [size], n_clusters=c, n_seeds=1, random_state=seed)
    return tuple(curve.gamma[:, 0, 0].tolist())


def shakes(toy, n_toys=N_TOYS, random_state=0):
    """`shaken` for many independent toys.

    Parameters
    ----------
    toy : str
    n_toys : int, default=80
    random_state : int, default=0
        Seed of the first toy; the others count up.

    Returns
    -------
    sizes : ndarray of shape (n_toys,)
        Of the noise, in units of the scatter.
    gamma : ndarray of shape (n_toys, 3)
    """
    seeds = range(random_state, random_state + n_toys)
    sizes = np.array([noise_of(seed) for seed in seeds])
    return sizes, np.array([shaken(toy, seed) for seed in seeds])


@functools.cache
def correct(toy, seed):
    """ARI of the clusterings by the three kernels of Fig. 2 on one draw, unshaken."""
    X, y = TOYS[toy](seed)
    found = (cluster(menu(toy)[name](X), n_groups(toy), n_init=5).labels for name in RIVALS)
    return tuple(adjusted_rand_score(y, labels) for labels in found)
