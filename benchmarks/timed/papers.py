"""The methods of three papers, and how often the labels come out in the right order.

LSMI: the pseudo-code of Figure 3 of Sugiyama 2011 in NumPy, with H^(y) computed anew for every
width, regulariser, fold and class, beside `LsmiPlan`, which computes all that knows no labels once.

SMIC, on the handwritten digits of USPS: at a fixed number of neighbours, and with LSMI choosing
among ten, beside SpectralClustering(affinity="nearest_neighbors") as it comes.

Numerical taxonomy clustering. The budget: 5 s for the ten starts on 185 faces with 9 clusters, 15 s
for one start with the kernel matrix at 5000 samples and 20 clusters.

The order of labels on a ring, a chain and a tree, of 20 draws: "right" is an objective within a
relative 1e-9 of the true partition's in its best order, or above it. Random starts with search
alone, one spectral start with order matching, and ten searches as ``init="auto"`` makes them.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.datasets import make_blobs

CASES, PEERS = {}, []


def blobs(n, c, d):
    X, y = make_blobs(n, n_features=d, centers=c, cluster_std=6.0, random_state=0)
    return (X - X.mean(axis=0)) / X.std(axis=0), y


def solve(D, y, z, gamma, delta, c):
    """theta^(y) of eq. (13) for every class; D holds squared distances, samples by centres."""
    n, theta = len(y), np.zeros(D.shape[1])
    for label in range(c):
        own = z == label
        L = np.exp(-D[:, own] / (2 * gamma**2))
        H = np.count_nonzero(y == label) / n**2 * L.T @ L
        h = L[y == label].sum(axis=0) / n
        theta[own] = np.linalg.solve(H + delta * np.eye(len(h)), h)
    return theta


def error(D, y, z, theta, gamma, c):
    """Half the mean of r^2 over all pairs less the mean of r over the samples."""
    n = len(y)
    r = np.exp(-D / (2 * gamma**2)) @ (theta[:, None] * (z[:, None] == np.arange(c)))
    squares = (r**2).sum(axis=0) @ np.bincount(y, minlength=c)
    return squares / (2 * n**2) - r[np.arange(n), y].sum() / n


def literal(plan, y, c):
    """LSMI of one labelling by Figure 3, with the centres and folds of the plan."""
    bases = plan.bases
    D, z = cdist(bases.X, bases.X[bases.centres], "sqeuclidean"), y[bases.centres]
    cv = np.zeros((len(bases.gammas), len(plan.deltas)))
    for g, gamma in enumerate(bases.gammas):
        for k, delta in enumerate(plan.deltas):
            for m in range(bases.n_folds):
                held, kept = bases.folds == m, bases.folds[bases.centres] != m
                train = D[np.ix_(~held, kept)]
                theta = solve(train, y[~held], z[kept], gamma, delta, c)
                cv[g, k] += error(D[np.ix_(held, kept)], y[held], z[kept], theta, gamma, c)
    g, k = np.unravel_index(cv.argmin(), cv.shape)
    theta = solve(D, y, z, bases.gammas[g], plan.deltas[k], c)
    return -error(D, y, z, theta, bases.gammas[g], c) - 0.5


def lsmi(what, n, c, d):
    from depcluster.papers.sugiyama2011 import LsmiPlan

    X, y = blobs(n, c, d)
    plan, rng = LsmiPlan(X, random_state=0), np.random.default_rng(0)
    # The true labels and ever noisier ones, as candidates of a model selection.
    shares = np.linspace(0, 0.9, 10)
    noisy = [np.where(rng.random(n) < p, rng.integers(0, c, n), y) for p in shares]
    return {
        "": lambda: {"LSMI": LsmiPlan(X, random_state=0).value(y, c).value},
        "_plan_stands": lambda: {"LSMI": plan.value(y, c).value},
        "_by_figure_3": lambda: {"LSMI": literal(plan, y, c)},
        "_ten_labellings": lambda: {"least": min(plan.value(z, c).value for z in noisy)},
    }[what]


for n, c, d in ((1000, 4, 2), (5000, 10, 256)):
    for what in ("", "_plan_stands", "_ten_labellings", "_by_figure_3"):
        CASES[f"lsmi_{n}{what}"] = lambda of=(what, n, c, d): lsmi(*of)
    PEERS += [(f"lsmi_{n}_by_figure_3", f"lsmi_{n}{what}", None) for what in ("", "_plan_stands")]


def smic(what, n=5000):
    from sklearn.cluster import SpectralClustering

    from depcluster import SMIC
    from depcluster.reproduction.datasets import draw_real

    X = np.random.default_rng(0).permutation(draw_real("digit")[0])[:n]
    model = {
        "one_t": SMIC(10, n_neighbors=7),
        "ten_t": SMIC(10, random_state=0),
        "by_spectral_clustering": SpectralClustering(
            10, affinity="nearest_neighbors", random_state=0
        ),
    }[what]
    return lambda: {"clusters": len(set(model.fit(X).labels_))}


for what in ("one_t", "ten_t", "by_spectral_clustering"):
    CASES[f"smic_{what}"] = lambda what=what: smic(what)
PEERS += [(f"smic_{what}", "smic_by_spectral_clustering", None) for what in ("one_t", "ten_t")]


def taxonomy(X, c, structure, tree_fit, n_init):
    from depcluster.kernels import kernel_matrix
    from depcluster.papers.blaschko2008 import numerical_taxonomy

    K, options = kernel_matrix(X), {"structure": structure, "tree_fit": tree_fit}

    def fit():
        found = numerical_taxonomy(K, c, **options, n_init=n_init, random_state=0)
        return {"(1)": found.objective, "turns": found.n_iter}

    return fit


def faces(difficulty):
    from depcluster.reproduction.datasets import make_faces

    return make_faces(difficulty=difficulty)[0].reshape(185, -1)


def many(spread):
    return make_blobs(5000, n_features=20, centers=20, cluster_std=spread, random_state=0)[0]


LOOPS = (("tree", "nni"), ("tree", "nj"), ("tree", "objective"), ("free", "nni"))
OF_TAXONOMY = (("faces", faces, (1.0, 2.0), 9, 10), ("5000, spread", many, (3.0, 6.0), 20, 1))
for of, draw, values, c, n_init in OF_TAXONOMY:
    for value, loop in product(values, LOOPS):
        CASES[f"taxonomy, {of} {value:g}, {' '.join(loop)}"] = (
            lambda draw=draw, value=value, rest=(c, *loop, n_init): taxonomy(draw(value), *rest)
        )


def tree_fit(n, method):
    from depcluster.trees import fit_tree_metric

    points = np.random.default_rng(0).normal(size=(n, n))
    D = cdist(points, points)
    return lambda: {"misfit": fit_tree_metric(D, method=method).misfit(D)}


for n, method in product((9, 40, 120, 300), ("nj", "nni")):
    CASES[f"tree of {n} leaves, {method}"] = lambda n=n, method=method: tree_fit(n, method)


def on_a_ring(rng):
    from depcluster.labels import ring

    y = np.repeat(np.arange(10), 30)
    angle = 2 * np.pi * y / 10
    X = 3 * np.column_stack([np.cos(angle), np.sin(angle)])
    return X + 0.25 * rng.standard_normal(X.shape), y, ring(10)


def on_a_chain(rng):
    from depcluster.labels import chain

    y = np.repeat(np.arange(8), 30)
    X = np.column_stack([2.0 * y, np.zeros(len(y))])
    return X + 0.35 * rng.standard_normal(X.shape), y, chain(8)


def in_a_tree(rng):
    from depcluster.labels import tree

    y = np.repeat(np.arange(8), 30)
    bits = (y[:, None] >> np.array([2, 1, 0])) & 1
    X = (2.0 * bits - 1) * np.array([6.0, 3.0, 1.4])
    return X + 0.35 * rng.standard_normal(X.shape), y, tree((2, 2, 2))


def order(draw, init, n_init, n_seeds=20):
    from sklearn.utils import check_random_state

    from depcluster import kernel_matrix
    from depcluster.kernels import Dense
    from depcluster.search import Normalized, Problem, best_runs, climb, polish, random_labels

    problems = []
    for seed in range(n_seeds):
        X, y, A = draw(np.random.default_rng(seed))
        problem = Problem(Dense(kernel_matrix(X)), Normalized(A), len(A))
        truth = polish(problem, y, check_random_state(0)).objective
        problems.append((problem, truth, problem.spectrum(len(A) - 1)[1]))

    def best(problem, vectors, rng):
        if init == "random":
            starts = (
                random_labels(problem.gram.shape[0], problem.n_clusters, rng) for _ in range(n_init)
            )
            return max(list(climb(problem, start))[-1].objective for start in starts)
        *_, (_, found) = best_runs(problem, init, n_init, rng, vectors=vectors)
        return found.objective

    def fit():
        right = [
            best(problem, vectors, check_random_state(seed)) >= truth * (1 - 1e-9)
            for seed, (problem, truth, vectors) in enumerate(problems)
        ]
        return {"right": float(np.mean(right))}

    return fit


STARTS = (("random", 1), ("random", 10), ("spectral", 1), ("auto", 10))
for draw, start in product((on_a_ring, on_a_chain, in_a_tree), STARTS):
    name = f"order {draw.__name__.replace('_', ' ')}, {start[0]} x{start[1]}"
    CASES[name] = lambda draw=draw, start=start: order(draw, *start)
