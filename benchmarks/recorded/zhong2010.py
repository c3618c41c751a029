"""Tables I to VI and Figs. 4 and 7 of Zhong 2010.

A draw has its own data where they are generated, and all methods get the same, so that they can be
compared pair by pair. XWSS and hierarchical k-means maximise nothing that could choose among
starts: their scores are the mean over ten; beside this library's search, one hierarchical k-means
by that search, and on a tree XWSS from it. "chance" are the true labels shuffled, mean of ten.

Here, as in the other modules of this folder, a study is measured by a function of a set and a seed,
which yields (protocol, method, metric, value).
"""

from __future__ import annotations

from functools import partial

import numpy as np

from depcluster import (
    cluhsic,
    cluhsical,
    regression_objective,
    structured_accuracy,
    tree_accuracies,
)
from depcluster.kernels import centre
from depcluster.labels import plain, ring, ring_loss, tree
from depcluster.metrics import relabelled, structured_loss
from depcluster.reproduction import algorithm_1, random_starts
from depcluster.reproduction.baselines import hierarchical_kernel_kmeans, xwss
from depcluster.reproduction.datasets import NEWSGROUP_TREE, SUPERFAMILY_TREE, load_newsgroup_tree
from depcluster.reproduction.zhong2010 import experiments as ex
from depcluster.reproduction.zhong2010.reported import LOSSES, SETS_OF_TABLE_6

N = 10
SCALED = (*ex.PROTEINS, "faces 2", ex.TEAPOTS[0])  # sets on which K is also scaled under l2
DRAWS = {
    **{f"proteins, {kernel}": partial(ex.proteins, kernel=kernel) for kernel in ex.KERNELS},
    **{
        name: lambda seed, kernel=kernel, k=k: ex.at_rates(seed, kernel, ex.rates_of(kernel)[k])
        for name, (kernel, k) in ex.BLIND.items()
    },
    **{f"faces {of:g}": partial(ex.faces, difficulty=of) for of in ex.DIFFICULTIES},
    **{name: partial(ex.teapot, pattern=p, noise=n) for name, (p, n) in ex.POTS.items()},
}


def draw(name, seed):
    """K, centred, the true labels, their structure and its label kernel."""
    if name == ex.TEXTS:  # needs a folder, so it is read when its turn comes
        found = load_newsgroup_tree()
        K, y = (found.X @ found.X.T).toarray(), found.y
    else:
        K, y = DRAWS[name](seed)
    structure = "ring" if name in ex.TEAPOTS else (3, 3) if name in ex.FACES else SUPERFAMILY_TREE
    structure = NEWSGROUP_TREE if name == ex.TEXTS else structure
    return centre(K), y, structure, ring(10) if structure == "ring" else tree(structure)


def scores(y, labels, structure):
    """Accuracy of every level, then the loss; accuracy under any renaming last."""
    free = structured_accuracy(y, labels, "plain", int(max(y.max(), labels.max())) + 1)
    if structure == "ring":
        named = relabelled(y, labels, "ring", 10)
        return [(named == y).mean(), structured_loss(y, named, ring_loss(10)), free]
    levels = tree_accuracies(y, labels, structure)
    return [*levels, (1 - levels).sum(), free]


def by_algorithm_1(name, seed):
    """Algorithm 1, from each kind of start."""
    K, y, structure, A = draw(name, seed)
    judged = partial(scores, y, structure=structure)
    random = random_starts(N, len(K), len(A), seed)
    starts = {"paper" if structure == "ring" else "random": random}
    if structure != "ring":
        starts["paper"] = first = ex.hierarchies(K, structure, seed, N)
        moved = [xwss(K, labels, A, C=0.1 * len(K)).labels for labels in first]
        for method, runs in (("hierarchical k-means", first), ("XWSS", moved)):
            yield "paper", method, "scores", np.mean([judged(run) for run in runs], axis=0)
    for protocol, begun in starts.items():
        for method, objective in ex.objectives(A).items():
            found = algorithm_1(K, A, begun, objective)
            yield protocol, method, "scores", judged(found.best)
            yield protocol, method, "rounds", found.rounds
            if structure == "ring":
                yield "single", method, "scores", np.mean([judged(x) for x in found.labels], axis=0)
    for scale in ex.SCALES[1:] if name in SCALED else ():
        factor = 1 / len(K) if scale == "K / m" else float(scale.split()[0])
        for method in ("0-1 l2", "structured l2"):
            found = algorithm_1(K, A, starts["paper"], ex.objectives(A, factor)[method])
            yield "paper", f"{method}, {scale}", "scores", judged(found.best)


def by_our_search(name, seed):
    """This library's searches, and shuffled labels."""
    K, y, structure, A = draw(name, seed)
    c, options = len(A), {"n_init": N, "random_state": seed}
    rng = np.random.default_rng([seed, 2])
    runs = {"chance": [rng.permutation(y) for _ in range(N)]}
    if structure == "ring":
        starts = rng.integers(c, size=(N, len(K)))
    else:
        starts = [hierarchical_kernel_kmeans(K, structure, **options)]
        runs["hierarchical k-means"] = starts
    runs["XWSS"] = [xwss(K, start, A, C=0.1 * len(K)).labels for start in starts]
    runs["k-means"] = [cluhsic(K, plain(c), **options).labels]
    runs["CLUHSIC"] = [cluhsic(K, A, **options).labels]
    for norm in ("l1", "l2"):
        for loss, method in (("zero-one", "0-1"), ("label-kernel", "structured")):
            found = cluhsical(K, A, loss, normalization=norm, **options)
            runs[f"{method} {norm}"] = [found.labels]
    runs["plain 0-1 l1"] = [cluhsical(K, plain(c), "zero-one", **options).labels]
    for method, found in runs.items():
        value = np.mean([scores(y, labels, structure) for labels in found], axis=0)
        yield "ours", method, "scores", value


def rates(kernel, seed):
    """What k-means finds on sequences of every setting: its three accuracies, one after another."""
    seed, found = 1000 + seed, []
    for setting in ex.GRID:
        K, y = ex.at_rates(seed, kernel, setting)
        first = scores(y, ex.hierarchies(K, SUPERFAMILY_TREE, seed, 1)[0], SUPERFAMILY_TREE)
        starts = random_starts(N, len(K), 15, seed)
        free = scores(y, algorithm_1(K, plain(15), starts).best, SUPERFAMILY_TREE)[-1]
        found += [first[0], first[2], free]
    yield "paper", "k-means", "accuracies", found


def by_all_searches(name, seed):
    yield from by_algorithm_1(name, seed)
    yield from by_our_search(name, seed)


def full_turn(_, seed):
    """Labels of the 400 views of a whole turn, a digit each."""
    K, A = ex.full_turn(seed), ring(10)
    for method in ("k-means", "CLUHSIC", "0-1 l1", "structured l1"):
        starts = random_starts(N, len(K), len(A), seed)
        best = algorithm_1(K, A, starts, ex.objectives(A)[method]).best
        yield "paper", method, "labels", "".join(map(str, best))


def dendrograms(name, seed):
    """Scores, and how many leaves of the tree each dendrogram left without a sample."""
    K, y, structure, _ = draw(name, seed)
    for method in ex.LINKAGES:
        cuts = ex.linkages(K, structure, method, seed, N)
        value = np.mean([scores(y, cut.labels, structure) for cut in cuts], axis=0)
        yield "linkage", method, "scores", value
        yield "linkage", method, "empty leaves", [len(cut.empty_leaves) for cut in cuts]


def first_order_errors(name, seed):
    """Table VI: relative errors by gamma (1, .1, .01) and C / m (1 to 1e-5)."""
    K, y, _, A = draw(name, seed)
    C, gamma = len(y) * 10.0 ** -np.arange(6), 10.0 ** -np.arange(3)[:, None]
    for loss in LOSSES:
        objective = regression_objective(K, y, A, loss)
        yield "", loss, "error, K", objective.relative_error(C, gamma)
        yield "", loss, "error, K / m", objective.relative_error(C, gamma / len(y))
        yield "", loss, "ratio, K / m", objective.ratio(C, gamma / len(y))


def sizes_of_classes(name, seed):
    """A = I on equal and on unequal classes: accuracy of k-means, 0-1 loss l1 and l2."""
    what, kind = name.split(", ")
    if what == "faces":
        K, y = ex.faces(seed)
        keep = ex.thinned(y, ex.FACE_SIZES[kind], seed)
        K, y = K[np.ix_(keep, keep)], y[keep]
    else:
        rng = np.random.default_rng(seed)
        y = np.repeat(np.arange(6), rng.permutation(ex.BLOB_SIZES[kind]))
        X = float(what.split()[1]) * rng.standard_normal((6, 8))[y]
        X += rng.standard_normal((len(y), 8))
        K = X @ X.T
    K, A, options = centre(K), plain(y.max() + 1), {"n_init": N, "random_state": seed}
    runs = {"k-means": cluhsic(K, A, **options)}
    for norm in ("l1", "l2"):
        runs[f"0-1 {norm}"] = cluhsical(K, A, "zero-one", normalization=norm, **options)
    for method, run in runs.items():
        yield "ours", method, "accuracy", structured_accuracy(y, run.labels, "plain", len(A))


SIZES = [f"{what}, {kind}" for what in ex.OF_SIZES for kind in ex.FACE_SIZES]
ON_TREES = [name for name in ex.ON_TREES if name not in ex.BLIND]  # which have their own study
PARTS = {
    ex.TREE_TABLES: (by_algorithm_1, ON_TREES),
    ex.RING_TABLES: (by_algorithm_1, ex.TEAPOTS),
    ex.OUR_TABLES: (by_our_search, [*ON_TREES, *ex.TEAPOTS]),
    ex.RATES: (rates, list(ex.KERNELS)),
    ex.BLIND_TABLES: (by_all_searches, list(ex.BLIND)),
    ex.TURN: (full_turn, ("",)),
    ex.DENDROGRAMS: (dendrograms, ex.ON_TREES),
    ex.ERRORS: (first_order_errors, SETS_OF_TABLE_6),
    ex.SIZES: (sizes_of_classes, SIZES),
}
