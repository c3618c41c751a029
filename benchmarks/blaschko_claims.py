"""Parts of blaschko_tables.py: choosing c, finding a known tree, falling loops."""

from __future__ import annotations

import numpy as np

from depcluster import conditional_entropy, kernel_matrix, numerical_taxonomy, taxonomy_path
from depcluster.datasets import make_brownian, make_faces
from depcluster.kernels import as_centred_gram, leading_eigenvectors
from depcluster.papers.blaschko2008 import distances_between, log_eigengap
from depcluster.trees import Tree, fit_tree_metric

COUNTS = np.arange(2, 16)
DRAWS = range(20)
FITS = ("nni", "nj", "objective")


def choice():
    """The largest log eigengap over c = 2 to 15 in twenty draws of each kind.

    Of two kinds also the best values of (1) for c = 2 to 12, free structure, in which an elbow
    might be seen.
    """
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
        gaps = np.array([gaps_of(draw(seed)) for seed in DRAWS])
        largest = COUNTS[gaps.argmax(axis=1)].tolist()
        found[name] = {"n_clusters": COUNTS.tolist(), "largest": largest}
        print(f"{name}: {largest}", flush=True)
    for name in ("faces 1, nine", "tree of six, 200 dimensions, noise 0.5"):
        found[name]["free"] = [free_path(cases[name](seed)) for seed in DRAWS]
    return found


def free_path(X):
    path = taxonomy_path(X, range(2, 13), structure="free", n_init=1, random_state=0)
    return {"objective": path.objective.tolist(), "largest": path.largest_gap}


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
    """Inner splits of a six-leaf tree that are missed, of three, for twenty trees of each kind.

    "known clusters" fits a tree to the distances between the true clusters, or to their squares;
    the others find the clusters too, from three starts.
    """
    found = {}
    for dimensions in (200, 30):
        for kernel in ("rbf", "linear"):
            rows = {}
            for seed in DRAWS:
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
