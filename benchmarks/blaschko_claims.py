"""Parts of blaschko_tables.py: choosing c, finding a known tree, falling loops, brute force."""

from __future__ import annotations

import numpy as np

from depcluster import conditional_entropy, kernel_matrix, numerical_taxonomy, taxonomy_path
from depcluster.datasets import make_brownian, make_faces
from depcluster.kernels import as_centred_gram, centre, leading_eigenvectors
from depcluster.papers.blaschko2008 import distances_between, log_eigengap
from depcluster.trees import Tree, fit_tree_metric

COUNTS = np.arange(2, 16)
FITS = ("nni", "nj", "objective")


def choice():
    """What the largest log eigengap says over c = 2 to 15, and the objective of the first draw."""
    cases = {
        f"faces {difficulty:g}, nine": lambda seed, d=difficulty: faces(d, seed)
        for difficulty in (1.0, 1.5, 2.0)
    }
    for dimensions in (200, 30):
        for noise in (0.0, 0.5, 1.0, 2.0):
            options = {"dimensions": dimensions, "noise": noise}
            cases[f"tree of six, {dimensions} dimensions, noise {noise:g}"] = (
                lambda seed, o=options: make_brownian(random_state=seed, **o)[0]
            )
    found = {}
    for name, draw in cases.items():
        gaps = np.array([gaps_of(draw(seed)) for seed in range(16)])
        largest = COUNTS[gaps.argmax(axis=1)].tolist()
        found[name] = {"n_clusters": COUNTS.tolist(), "largest": largest, "gaps": gaps.tolist()}
        print(f"{name}: {largest}", flush=True)
    for name in ("faces 1, nine", "faces 2, nine", "tree of six, 200 dimensions, noise 0.5"):
        path = taxonomy_path(cases[name](0), COUNTS, n_init=3, random_state=0)
        found[name]["objective, first draw"] = path.objective.tolist()
        print(f"{name}: objective {np.round(path.objective, 2)}", flush=True)
    return found


def faces(difficulty, seed):
    images = make_faces(difficulty=difficulty, random_state=seed)[0]
    return images.reshape(len(images), -1)


def gaps_of(X):
    values, _ = leading_eigenvectors(as_centred_gram(kernel_matrix(X)), COUNTS[-1])
    return log_eigengap(values, COUNTS, len(X))


def inner_splits(splits):
    """The splits with two leaves or more on both sides, as seen from leaf 0."""
    sides = np.where(splits[:, :1], ~splits, splits)
    size = sides.sum(axis=1)
    return {tuple(row) for row in sides[(size > 1) & (size < sides.shape[1] - 1)].tolist()}


def recovery():
    """Inner splits of a six-leaf tree that are missed, of three, for ten trees of each kind.

    "known clusters" fits a tree to the distances between the true clusters, or to their squares;
    the others find the clusters too, from three starts.
    """
    found = {}
    for dimensions in (200, 30):
        for kernel in ("rbf", "linear"):
            rows = {}
            for seed in range(10):
                X, y, edges, lengths = make_brownian(dimensions=dimensions, random_state=seed)
                K = kernel_matrix(X, kernel=kernel)
                true = inner_splits(Tree(edges, lengths, range(6)).splits())
                for name, tree, labels in fitted_trees(K, y, seed):
                    order = [int(labels[y == leaf][0]) for leaf in range(6)]
                    row = rows.setdefault(name, {"entropy": [], "missed": []})
                    row["entropy"].append(conditional_entropy(y, labels))
                    pure = len(set(order)) == 6 and row["entropy"][-1] == 0
                    missed = len(true - inner_splits(tree.splits()[:, order])) if pure else None
                    row["missed"].append(missed)
            found[f"{dimensions} dimensions, {kernel}"] = rows
            for name, row in rows.items():
                print(f"{dimensions} dimensions, {kernel}, {name}: {row['missed']}", flush=True)
    return found


def fitted_trees(K, y, seed):
    """(name, tree, labels): from the true clusters, and with the clusters found as well."""
    D = distances_between(as_centred_gram(K), y, 6)
    yield "known clusters, distances", fit_tree_metric(D), y
    yield "known clusters, squares", fit_tree_metric(D**2), y
    for fit in FITS:
        run = numerical_taxonomy(K, 6, tree_fit=fit, n_init=3, random_state=seed)
        yield fit, run.tree, run.labels


def monotonicity():
    """In how many of 150 random sets a start's objective fell on its way, and how it ended."""
    loops = {fit: {"tree_fit": fit} for fit in FITS} | {"free": {"structure": "free"}}
    found = {}
    for name, loop in loops.items():
        fell, stopped, ratios = 0, {}, []
        for seed in range(150):
            X = np.random.default_rng(seed).normal(size=(40, 3))
            run = numerical_taxonomy(kernel_matrix(X), 5, **loop, n_init=1, random_state=seed)
            fell += bool((np.diff(run.history) < -1e-9 * run.objective).any())
            stopped[run.stopped] = stopped.get(run.stopped, 0) + 1
            ratios.append(run.eigenvalue_ratio)
        found[name] = {
            "fell": fell,
            "sets": 150,
            "stopped": stopped,
            "no kernel": int((np.array(ratios) < -1e-9).sum()),
            "least eigenvalue ratio": float(min(ratios)),
        }
        print(name, found[name], flush=True)
    return found


def bent():
    """Eigenvalue ratio of -1/2 H (D_T o D_T) H for a star with legs 1, 1, 1, 0."""
    legs = np.array([1.0, 1, 1, 0])
    D = (legs[:, None] + legs) * (1 - np.eye(4))
    return {
        "D o D": np.linalg.eigvalsh(-centre(D**2) / 2).tolist(),
        "D": np.linalg.eigvalsh(-centre(D) / 2).tolist(),
    }


def brute_force():
    """In how many of 40 sets of seven points the best partition into three differs.

    Between the trace of ``P'KP`` (the fixed structure I for CLUHSIC and k-means, relaxed or
    not), (1) with the structure I, and (1) with the best structure, the Frobenius norm.
    """
    labels = every_partition(7, 3)
    P = np.eye(3)[labels]  # (301, 7, 3)
    n = P.sum(axis=1)
    root = np.sqrt(n)
    C = n[:, :, None] * np.eye(3) - n[:, :, None] * n[:, None] / 7
    found = {}
    for name, options in (
        ("rbf, gamma 0.5", {"gamma": 0.5}),
        ("rbf, median", {}),
        ("linear", {"kernel": "linear"}),
    ):
        trace, fixed = 0, 0
        for seed in range(40):
            X = np.random.default_rng(seed).normal(size=(7, 2))
            S = np.einsum("pij,ik,pkl->pjl", P, centre(kernel_matrix(X, **options)), P)
            T = S / root[:, :, None] / root[:, None]
            best = np.linalg.norm(T, axis=(1, 2)).argmax()
            of_trace = np.trace(T, axis1=1, axis2=2).argmax()
            of_plain = (np.trace(S, axis1=1, axis2=2) / np.linalg.norm(C, axis=(1, 2))).argmax()
            trace += int(of_trace != best)
            fixed += int(of_plain != best)
        found[name] = {"sets": 40, "partitions": len(labels), "trace": trace, "(1), I": fixed}
        print(name, found[name], flush=True)
    return found


def every_partition(m, c):
    """Every partition once, its clusters numbered as they occur."""
    labels = np.stack(np.meshgrid(*[np.arange(c)] * m, indexing="ij"), axis=-1).reshape(-1, m)
    first = [(labels == j).argmax(axis=1) for j in range(c)]
    used = np.stack([(labels == j).any(axis=1) for j in range(c)]).all(axis=0)
    return labels[used & (np.diff(first, axis=0) > 0).all(axis=0)]
