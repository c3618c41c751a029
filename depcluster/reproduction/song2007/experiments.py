"""The toys, kernels and pictures of Song 2007 as they stand in here, and what was recorded.

The paper shows its toys in a small picture only, so these are toys of the same make; the widths of
the Gaussian and the graph's neighbours are ours, the paper names none.
"""

from __future__ import annotations

import functools

import numpy as np
from sklearn.datasets import load_iris, load_wine
from sklearn.metrics import adjusted_rand_score
from sklearn.preprocessing import StandardScaler

from ...datasets import (
    make_circle,
    make_collinear,
    make_nine,
    make_rings,
    make_row,
    make_three,
    make_xor,
)
from ...kernels import Dense, centre, kernel_matrix, leading_eigenvectors, median_rule
from ...kernels.graph import graph_kernel
from ...labels import block_sums, chain, grid, plain, ring, tree
from ...papers.song2007 import cluhsic, perturbation_bound, stability_curve
from ...search import spectral_labels
from ..datasets import make_faces, make_teapot
from ..datasets.faces import pixel_kernel
from ..protocol import PAPER, Protocol, Study

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


SEEDS = range(20)
RIGHT = 0.95  # ARI from which a clustering is called correct
NEAR = 0.02  # ARI by which a kernel may be below the best and still count as the best

# Section 7.1: three toys, four kernels, and shaking.

SCATTER = {"collinear": 0.35, "rings": 0.15, "xor": 0.45}  # sd around a group's centre or circle
RIVALS = ("rbf", "graph", "poly")  # of Fig. 2
SMALLEST, LARGEST = 1 / 16, 2  # noise of Fig. 2, in units of the scatter
NEIGHBORS = {"collinear": 8, "rings": 8, "xor": 30}  # of Fig. 2; with 8 XOR falls into parts
_GOLDEN = (5**0.5 - 1) / 2


def n_groups(toy):
    """int: number of classes of a toy."""
    return 3 if toy == "collinear" else 2


@functools.cache
def seen(toy, kernel, seed):
    """Shares of the first two eigenvectors, and ARI of their rounding."""
    X, y = TOYS[toy](seed)
    V = spectrum(menu(toy)[kernel](X), 2)[1]
    rounded = spectral_labels(V[:, : n_groups(toy) - 1])
    return share(V[:, 0], y), share(V[:, 1], y), adjusted_rand_score(y, rounded)


def noise_of(seed):
    """Size of the noise for a toy, in units of its scatter: spread evenly over the octaves."""
    return SMALLEST * (LARGEST / SMALLEST) ** ((seed + 1) * _GOLDEN % 1)


def shaken(toy, seed, n_neighbors):
    """gamma of the `RIVALS` on one draw of a toy, shaken once; infinite at a closed eigengap."""
    return np.array([_gamma(toy, seed, k, n_neighbors * (k == "graph")) for k in RIVALS])


@functools.cache
def _gamma(toy, seed, kernel, n_neighbors):
    X, _ = TOYS[toy](seed)
    kernels = {kernel: parameters(toy, n_neighbors)[kernel]}
    size, c = noise_of(seed) * SCATTER[toy], n_groups(toy)
    curve = stability_curve(X, kernels, [size], n_clusters=c, n_seeds=1, random_state=seed)
    return curve.gamma[0, 0, 0]


# Section 6: Theorem 1 on random kernels.

DECADES = (1e-3, 1e-2, 1e-1, 1, 10)


def size_of(seed):
    """float: size of the perturbation of a random case, log-uniform over the `DECADES`."""
    low, high = np.log10(DECADES[0]), np.log10(DECADES[-1])
    return 10 ** np.random.default_rng([seed, 1]).uniform(low, high)


def random_case(seed):
    """K of 8 to 18 samples, K perturbed in one of three ways, and the labels rounded from each."""
    rng = np.random.default_rng(seed)
    m, c = int(rng.integers(8, 19)), int(rng.integers(2, 5))
    centres = 3 * rng.random() * rng.standard_normal((c, 2))
    X = rng.standard_normal((m, 2)) + centres[rng.integers(0, c, m)]
    s, size = 10 ** rng.uniform(-1.5, 0.5), size_of(seed)
    K = kernel_matrix(X, gamma=s)
    noise = rng.standard_normal((m, m))
    perturbed = (
        kernel_matrix(X + size * noise[:, :2], gamma=s),  # the points
        K + size * (noise + noise.T) / 2,  # the entries
        K + size * noise[:, :2] @ noise[:, :2].T,  # two more features
    )[seed % 3]
    labels = [spectral_labels(spectrum(table, c - 1)[1]) for table in (K, perturbed)]
    return K, perturbed, *labels


@functools.cache
def theorem(seed):
    """Theorem 1 in a random case."""
    return perturbation_bound(*random_case(seed))


# Section 4: small problems whose labels have an order.


def along(x, labels):
    """Whether the labels' means come in order along an axis, from either end."""
    order = np.argsort([x[labels == j].mean() for j in np.unique(labels)])
    return set(np.diff(order)) in ({1}, {-1})


def as_lattice(points, labels, rows=3):
    """Whether the labels' means lie as a square grid does, turned or mirrored in any way."""
    if len(np.unique(labels)) < rows**2:
        return False
    middles = np.array([points[labels == j].mean(axis=0) for j in range(rows**2)])
    places = np.array(np.unravel_index(range(rows**2), (rows, rows)), dtype=float).T
    middles, places = (of - of.mean(axis=0) for of in (middles, places))
    alike = np.linalg.svd(middles.T @ places, compute_uv=False).sum()
    return alike > 0.95 * np.linalg.norm(middles) * np.linalg.norm(places)


def same(y, labels):
    """Whether labels are right."""
    return adjusted_rand_score(y, labels) > RIGHT


def _circle(seed):
    points, _ = make_circle(random_state=seed)
    return near(points, 4), lambda labels: around(points, labels, 8)


def _row(seed):
    points, y = make_row(random_state=seed)
    return near(points, 1), lambda labels: same(y, labels) and along(points[:, 0], labels)


def _nine(seed):
    points, y = make_nine(random_state=seed)
    return near(points, 3), lambda labels: same(y, labels) and in_blocks(labels, y // 3)


def _eight(seed):
    rng, y = np.random.default_rng(seed), np.repeat(range(8), 20)
    centres = np.array([(4 * (k // 4), 2 * (k // 2 % 2), k % 2) for k in range(8)])
    points = centres[y] + 0.15 * rng.standard_normal((len(y), 3))

    def judged(labels):
        return same(y, labels) and in_blocks(labels, y // 2, 2) and in_blocks(labels, y // 4, 4)

    return near(points, 3), judged


def _square(seed):
    points = np.random.default_rng(seed).random((200, 2))
    return near(points, 4), lambda labels: as_lattice(points, labels)


def _three(seed):
    points, y = make_three(random_state=seed)
    return near(points, 1), lambda labels: same(y, labels)


def _classes(load):
    X, y = load(return_X_y=True)
    K = near(StandardScaler().fit_transform(X), 1)
    return lambda seed: (K, lambda labels: same(y, labels))


def _toy(toy, kernel, seed):
    X, y = TOYS[toy](seed)
    return centre(menu(toy)[kernel](X)), lambda labels: adjusted_rand_score(y, labels)


# By name: K and a criterion of labels by seed (right or wrong, of toys the ARI), and the label
# kernel.
DRAWN = {
    "ring": (_circle, ring(8)),
    "chain": (_row, chain(5)),
    "tree": (_nine, tree((3, 3))),
    "grid": (_square, grid(3, 3)),
    "deeper tree": (_eight, tree((2, 2, 2))),
    "plain circle": (_circle, plain(8)),
    "plain nine": (_nine, plain(9)),
    "plain three": (_three, plain(3)),
    "iris": (_classes(load_iris), plain(3)),
    "wine": (_classes(load_wine), plain(3)),
}
ORDERED, PLAIN = list(DRAWN)[:5], list(DRAWN)[5:]
PANELS = {"collinear": ("linear", "rbf"), "rings": ("rbf", "graph"), "xor": ("graph", "poly")}
DRAWN |= {
    f"{toy} {kernel}": (functools.partial(_toy, toy, kernel), plain(n_groups(toy)))
    for toy, kernels in PANELS.items()
    for kernel in kernels
}


# Section 7.3: faces in a tree, a teapot in a ring.

BLENDS = (0.2, 0.25, 0.3, 0.34, 0.37, 0.4, 0.42, 0.44, 0.47)
OTHER_GLAZES, OTHER_BLENDS = (0.25, 0.6), (0.37, 0.4)
DIFFICULTIES = (0.5, 1.0)


@functools.lru_cache(maxsize=2)
def faces(n=185, difficulty=0.5, random_state=0):
    """Images, person, expression and K of a set of cartoon faces."""
    images, person, expression = make_faces(n, difficulty=difficulty, random_state=random_state)
    return images, person, expression, pixel_kernel(images)


def shortest_direction(labels):
    """The least length of a label's mean direction: 1 is one view, 0 two opposite arcs."""
    return min(np.linalg.norm(DIRECTIONS[labels == j].mean(axis=0)) for j in np.unique(labels))


# The recorded studies.

OURS = Protocol("ours", "library", "library", 20)
ONCE = Protocol("one search", "library", "a k-means++ start")
SPECTRAL = Protocol("spectral", "library", "the eigenvectors rounded by a pivoted QR")
ROUNDED = Protocol("rounded", "Algorithm 1", "the eigenvectors rounded by a pivoted QR")
SMALL = Study(
    "song2007",
    "Small problems",
    "studies.py",
    len(SEEDS),
    (PAPER, SPECTRAL, ROUNDED),
    {"problems": {name: A.tolist() for name, (_, A) in DRAWN.items()}},
)
PICTURES = Study(
    "song2007",
    "Figures 3 and 4",
    "studies.py",
    len(SEEDS),
    (PAPER, OURS, ONCE),
    {"faces": (185, DIFFICULTIES), "teapots": (VIEWS, ARCS, BLENDS, OTHER_GLAZES, OTHER_BLENDS)},
)
MEDIAN_RULE = "median rule"
WIDTHS = {  # s of exp(-s d^2) from the samples, for Table 1
    MEDIAN_RULE: median_rule,
    "half the median rule": lambda X: 0.5 * median_rule(X),
    "twice the median rule": lambda X: 2 * median_rule(X),
    "four times the median rule": lambda X: 4 * median_rule(X),
    "1/d, as in section 7.3": lambda X: 1 / X.shape[1],
}
TABLE_1 = Study(
    "song2007",
    "Table 1",
    "studies.py",
    len(SEEDS),
    (SPECTRAL, ONCE),
    {"widths": tuple(WIDTHS), "data": "standardised", "max_rank": 2000, "tolerance": 1e-10},
)
STUDIES = (SMALL, PICTURES, TABLE_1)
_PRINTED = {
    "breast": (669, 10, 2, 3.7, 3.7, 18.9, 0.0, 35),
    "iris": (150, 4, 3, 16.0, 18.0, 0.2, 0.0, 12),
    "wine": (178, 13, 3, 4.5, 5.1, 0.4, 0.0, 61),
    "soybean": (47, 21, 4, 0.0, 0.0, 0.0, 0.0, 32),
    "vehicle": (846, 18, 4, 65.4, 65.4, 38.0, 0.3, 137),
    "glass": (214, 9, 6, 51.4, 51.4, 0.6, 0.0, 93),
    "segment": (2310, 18, 7, 36.0, 36.0, 647.0, 11.4, 228),
    "usps": (2007, 256, 10, 47.0, 46.9, 537.9, 157.3, 1518),
    "vowel": (990, 10, 11, 68.9, 68.9, 57.1, 2.1, 309),
}
_COLUMNS = ("m", "d", "c", "err1", "err2", "t1", "t2", "columns")
REPORTED = {  # Table 1 as printed: sizes, errors in percent, seconds of eig and svd, columns
    name: dict(zip(_COLUMNS, row, strict=True)) for name, row in _PRINTED.items()
}


def table_1_of(name, metric, width=MEDIAN_RULE):
    """A recorded number of a set of Table 1, from the spectral start."""
    (value,) = TABLE_1(set=name, protocol=SPECTRAL.name, method=width, metric=metric)
    return value


def picture_sets(glaze=None):
    """Names of the recorded sets: of faces, or of teapots of a glaze by blend."""
    if glaze is None:
        return [f"faces {difficulty}" for difficulty in DIFFICULTIES]
    blends = BLENDS if glaze not in OTHER_GLAZES else OTHER_BLENDS
    return [f"teapot {glaze} {blend}" for blend in blends]


def kept(study, of, method, metric, protocol=PAPER):
    """A recorded metric by draw; of several starts that of the largest J."""
    row = {"set": of, "protocol": protocol.name, "method": method}
    values = study(**row, metric=metric)
    if values.ndim == 1:
        return values
    return np.take_along_axis(values, study(**row, metric="J").argmax(axis=1)[:, None], 1)[:, 0]


def each_start(study, of, method, metric):
    """A recorded metric of every start of Algorithm 1, (20, 10)."""
    return study(set=of, protocol=PAPER.name, method=method, metric=metric)


def joined(of, method, protocol=PAPER):
    """By draw of a recorded teapot, whether opposite views share a label."""
    return joins_opposite(kept(PICTURES, of, method, "shortest", protocol))


def in_turn(of, method, protocol=PAPER):
    """By draw of a recorded teapot, whether the labels keep the order of the views."""
    return kept(PICTURES, of, method, "in turn", protocol) == 1


def counted(flags):
    """As "19 of 20"."""
    return f"{np.sum(flags)} of {np.size(flags)}"
