"""The recorded studies of Blaschko 2008.

Entropies are H(class | cluster) in nats. The faces stand in for the paper's, the texts for its
conference papers; of the structures (a) to (h) see `experiments.cut`. Each of them runs with Song's
P, whose columns have length 1 ("l2"), with the 0-1 matrix and no division at all ("unnormalized"),
and under (1).
"""

from __future__ import annotations

from functools import cache

import numpy as np
from sklearn.cluster import KMeans
from sklearn.datasets import load_digits
from sklearn.metrics import adjusted_rand_score

from depcluster import (
    cluhsic,
    conditional_entropy,
    datasets,
    kernel_matrix,
    median_rule,
    numerical_taxonomy,
)
from depcluster.kernels import as_centred_gram, centre, leading_eigenvectors
from depcluster.labels import one_hot, plain
from depcluster.papers.blaschko2008 import as_similarity, cluster_words, log_eigengap, taxonomy_path
from depcluster.reproduction import OURS, PAPER, algorithm_1, random_starts
from depcluster.reproduction.baselines import njw
from depcluster.reproduction.blaschko2008 import experiments
from depcluster.reproduction.blaschko2008.experiments import FROM_3_1, LOOP, OUR_LOOP, RIVAL
from depcluster.reproduction.datasets import image_features, load_docstrings, load_newsgroups
from depcluster.search import Normalized, Taxonomic, Unnormalized
from depcluster.trees import fit_tree_metric

N_INIT = 10
FIXED = {"I": plain(9)} | experiments.STRUCTURES
OBJECTIVES = {"l2": Normalized, "unnormalized": Unnormalized, "(1)": Taxonomic}
LEARNED = {
    "taxonomy": {},
    "taxonomy, objective": {"tree_fit": "objective"},
    "free": {"structure": "free"},
}


def metrics(protocol, method, **values):
    for metric, value in values.items():
        yield protocol, method, metric, value


def table_1(difficulty, seed):
    some = experiments.faces(float(difficulty), seed)
    found = {(p, m): (labels, tree) for p, m, labels, tree in clusterings(some, seed)}
    for (protocol, method), (labels, tree) in found.items():
        yield protocol, method, "entropy", conditional_entropy(some.y, labels)
        # A class has 20 or 21.
        yield protocol, method, "filled", (np.bincount(labels, minlength=9) >= 5).sum()
        if tree is not None:
            yield protocol, method, "clades", experiments.clades(tree[0], labels, some.person)
            yield protocol, method, "misfit", tree[1]
    by_spectral = found[RIVAL.name, "spectral, NJW"][0]
    for protocol in (PAPER.name, OURS.name):
        score = adjusted_rand_score(by_spectral, found[protocol, "l2, h"][0])
        yield protocol, "l2, h", "ARI with spectral", score


def by_songs_kernel(difficulty, seed):
    """What Table 1 compares, with standardised pixels and s = 1 / their number."""
    some = experiments.faces(float(difficulty), seed)
    X = image_features(some.images)
    gamma, options = 1 / X.shape[1], {"n_init": N_INIT, "random_state": seed}
    K = kernel_matrix(X, gamma=gamma)
    found = {
        (RIVAL.name, "spectral, NJW"): spectral(X, gamma, seed),
        (OUR_LOOP.name, "taxonomy"): numerical_taxonomy(K, 9, **options).labels,
        (LOOP.name, "taxonomy"): experiments.section_4(
            K, 9, experiments.section_3_1(K, 9, seed)
        ).labels,
    }
    starts = random_starts(N_INIT, len(K), 9, seed)
    for name, A in experiments.STRUCTURES.items():
        found[OURS.name, f"l2, {name}"] = cluhsic(K, A, **options).labels
        found[PAPER.name, f"l2, {name}"] = algorithm_1(centre(K), A, starts).best
    for (protocol, method), labels in found.items():
        yield protocol, method, "entropy", conditional_entropy(some.y, labels)


def spectral(X, gamma, seed):
    """Spectral clustering with the same kernel."""
    width = float(np.sqrt(1 / (4 * gamma)))
    return njw(X, 9, sigma=width, init="k-means++", random_state=seed).labels


def clusterings(some, seed):
    """(protocol, method, labels, tree and its misfit) of all that is compared on some faces."""
    options = {"n_init": N_INIT, "random_state": seed}
    yield RIVAL.name, "spectral, NJW", spectral(some.X, median_rule(some.X), seed), None
    yield RIVAL.name, "k-means", KMeans(9, **options).fit(some.X).labels_, None
    for method, loop in LEARNED.items():
        found = numerical_taxonomy(some.K, 9, **loop, **options)
        tree = (found.tree, found.misfit) if found.tree is not None else None
        yield OUR_LOOP.name, method, found.labels, tree
    starts = (experiments.section_3_1(some.K, 9, N_INIT * seed + k, 1) for k in range(N_INIT))
    runs = [numerical_taxonomy(some.K, 9, init=labels) for labels in starts]
    found = max(runs, key=lambda run: run.objective)
    yield FROM_3_1.name, "taxonomy", found.labels, (found.tree, found.misfit)
    start = experiments.section_3_1(some.K, 9, seed)
    found = experiments.section_4(some.K, 9, start)
    yield LOOP.name, "taxonomy", found.labels, (found.tree, found.tree.misfit(found.D))
    yield LOOP.name, "free", experiments.section_4(some.K, 9, start, free=True).labels, None
    M = centre(some.K)
    starts = random_starts(N_INIT, len(M), 9, seed)
    for name, A in FIXED.items():
        free = numerical_taxonomy(some.K, 9, structure=A, **options)
        yield OUR_LOOP.name, f"(1), {name}", free.labels, None
        yield OURS.name, f"l2, {name}", cluhsic(some.K, A, **options).labels, None
        undivided = cluhsic(some.K, A, normalization=None, **options).labels
        yield OURS.name, f"unnormalized, {name}", undivided, None
        for kind, objective in OBJECTIVES.items():
            climbed = algorithm_1(M, A, starts, objective(A))
            yield PAPER.name, f"{kind}, {name}", climbed.best, None


@cache
def ten_digits():
    X, y = load_digits(return_X_y=True)
    return kernel_matrix(X), y


def digits(_, seed):
    """Ten digits: structures learned against none, a set of ten starts a seed."""
    (K, y), options = ten_digits(), {"n_init": N_INIT, "random_state": seed}
    for method, loop in LEARNED.items():
        found = numerical_taxonomy(K, 10, **loop, **options)
        yield OUR_LOOP.name, method, "entropy", conditional_entropy(y, found.labels)
    labels = cluhsic(K, plain(10), **options).labels
    yield OURS.name, "l2, I", "entropy", conditional_entropy(y, labels)


def faces(difficulty, seed):
    some = experiments.faces(difficulty, seed)
    return some.X, some.y


SETS = {
    "ROW": lambda seed: datasets.make_row(random_state=seed),
    "CIRCLE": lambda seed: datasets.make_circle(random_state=seed),
    "THREE": lambda seed: datasets.make_three(random_state=seed),
    "NINE": lambda seed: datasets.make_nine(random_state=seed),
    "tree of six": lambda seed: datasets.make_brownian(dimensions=30, random_state=seed)[:2],
    "faces 1": lambda seed: faces(1.0, seed),
    "faces 2": lambda seed: faces(2.0, seed),
}


def normalized_cut(name, seed):
    """What centring D^-1/2 A D^-1/2 does to its eigenvectors and to the clusters read from them.

    "ignored" is the cosine between the eigenvector left out and the constant one, "subspace" the
    least cosine between the c - 1 next and the leading c - 1 of HMH, "same" and "njw" the ARI of
    the centred partition with the other and with that of Ng, Jordan and Weiss.
    """
    X, y = SETS[name](seed)
    c = y.max() + 1
    M = as_similarity(kernel_matrix(X), "normalized-cut")
    V, W = (np.linalg.eigh(A)[1][:, ::-1] for A in (M, centre(M)))
    raw, centred = agreed(V[:, 1:c], W[:, : c - 1], c, seed)
    rows = V[:, :c] / np.linalg.norm(V[:, :c], axis=1, keepdims=True)
    ng = KMeans(c, n_init=N_INIT, random_state=seed).fit(rows).labels_
    told = {
        "ignored": abs(V[:, 0].sum()) / np.sqrt(len(y)),
        "subspace": np.linalg.svd(V[:, 1:c].T @ W[:, : c - 1])[1].min(),
        "same": adjusted_rand_score(raw, centred),
        "njw": adjusted_rand_score(ng, centred),
        "entropy, centred": conditional_entropy(y, centred),
        "entropy, njw": conditional_entropy(y, ng),
    }
    yield from metrics(RIVAL.name, "centred", **told)


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


def trees(dimensions, seed):
    """Of the three inner splits of a tree of six, how many are missed, and in which norm.

    With the clusters found by the loop as well (NaN where they are not pure), and of the true
    clusters by the best of all trees in each norm.
    """
    dimensions = int(dimensions)
    X, y, *_ = datasets.make_brownian(dimensions=dimensions, random_state=seed)
    drawn, D = experiments.brownian(seed, dimensions)
    true = experiments.splits_of(drawn)
    run = numerical_taxonomy(kernel_matrix(X), 6, random_state=seed)
    order = [int(run.labels[y == leaf][0]) for leaf in range(6)]
    entropy, missed = conditional_entropy(y, run.labels), np.nan
    if entropy == 0:
        missed = len(true - found_splits(run.tree, order))
    yield from metrics(OUR_LOOP.name, "loop", entropy=entropy, missed=missed)
    ours = experiments.splits_of(fit_tree_metric(D))
    squared = experiments.splits_of(fit_tree_metric(D**2))
    yield from metrics("", "fit", missed=len(true - ours), squared=ours == squared)
    best = {norm: experiments.best_of_all_trees(D, norm)[1] for norm in (1, 2, np.inf)}
    for norm, found in best.items():
        told = {"missed": len(true - found), "as L2": found == best[2]}
        yield from metrics("", f"L{norm}", **told)


def found_splits(tree, order):
    sides = tree.splits()[experiments.inner_edges(tree)][:, order]
    return {tuple(row) for row in np.where(sides[:, :1], ~sides, sides).tolist()}


COUNTS = np.arange(2, 16)
CASES = {f"faces {d:g}": lambda seed, d=d: faces(d, seed)[0] for d in (1.0, 1.5, 2.0)}
CASES |= {
    f"tree of six, {d} dimensions, noise {noise:g}": lambda seed, d=d, noise=noise: (
        datasets.make_brownian(dimensions=d, noise=noise, random_state=seed)[0]
    )
    for d in (200, 30)
    for noise in (0.0, 0.5, 1.0, 2.0)
}


def number(name, seed):
    """The largest log eigengap over c = 2 to 15, and the best (1), free structure, c = 2 to 12."""
    X = CASES[name](seed)
    values, _ = leading_eigenvectors(as_centred_gram(kernel_matrix(X)), COUNTS[-1])
    gaps = log_eigengap(values, COUNTS, len(X))
    yield "", "eigengap", "largest", COUNTS[gaps.argmax()]
    if name in experiments.ELBOWS:
        path = taxonomy_path(X, range(2, 13), structure="free", n_init=1, random_state=0)
        yield "", "free", "objective", path.objective


CORPORA = {"docstrings": load_docstrings, "newsgroups": load_newsgroups}
CORPORA = {name: cache(load) for name, load in CORPORA.items()}


def texts(name, seed):
    """Eight clusters of all texts of a corpus, once, or of random halves, and what fewer join."""
    corpus = CORPORA[name.removesuffix(", halves")]()
    m = len(corpus.y)
    if name.endswith("halves"):
        rows = np.sort(np.random.default_rng(seed).permutation(m)[: m // 2])
        yield from metrics(OUR_LOOP.name, "taxonomy", **clustered(corpus, rows, seed))
    elif seed == 0:
        yield from metrics(OUR_LOOP.name, "taxonomy", **clustered(corpus, np.arange(m), 0))


def clustered(corpus, rows, seed):
    """One run: sizes, words, and mean cosines inside clusters and to the others."""
    X, counts = corpus.X[rows], corpus.counts[rows]
    squares = np.maximum(2 - 2 * (X @ X.T).toarray(), 0)
    K = np.exp(-squares / np.median(squares[np.triu_indices(len(squares), 1)]))
    run = numerical_taxonomy(K, 8, random_state=seed)
    sums = np.asarray((X.T @ one_hot(run.labels, 8)).T)
    n = np.bincount(run.labels)
    within = (sums**2).sum(axis=1)
    inside = (within - n) / np.maximum(n * (n - 1), 1)
    outside = (sums @ sums.sum(axis=0) - within) / (n * (len(rows) - n))
    words = cluster_words(counts, run.labels, corpus.words)
    several = {"sizes": n, "ratios": inside / outside}
    for fewer in experiments.TEXTS.settings["fewer"]:
        other = numerical_taxonomy(K, fewer, random_state=seed).labels
        # Which of the fewer clusters has most of each of the eight.
        several[f"goes to, {fewer}"] = (one_hot(run.labels, 8).T @ one_hot(other, fewer)).argmax(1)
    told = {
        "misfit": run.misfit,
        "labels: tree": run.tree.to_newick().rstrip(";"),
        "labels: words": "|".join(" ".join(row) for row in words),
    }
    return told | several


SETS_OF = (
    (table_1, [f"{of:g}" for of in experiments.TABLE_1.settings["difficulties"]]),
    (by_songs_kernel, [f"{of:g}" for of in experiments.LEVELS]),
    (digits, ["digits"]),
    (normalized_cut, list(SETS)),
    (trees, [f"{of}" for of in experiments.TREES.settings["dimensions"]]),
    (texts, [name + end for name in CORPORA for end in ("", ", halves")]),
    (number, list(CASES)),
)
PARTS = dict(zip(experiments.STUDIES, SETS_OF, strict=True))
