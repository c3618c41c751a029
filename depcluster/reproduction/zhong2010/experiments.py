"""Zhong 2010's data as they stand in here, its protocols, and what was recorded under them.

Sequences, faces and the teapot are generated; only the newsgroups need a file.
"""

from __future__ import annotations

import functools
import itertools
from dataclasses import replace

import numpy as np

from ... import cluhsic, cluhsical
from ...kernels import centre, mismatch_kernel, spectrum_kernel
from ...labels import label_kernel_loss, loss_rows, plain, tree, zero_one_loss
from ...metrics import relabelled
from ...papers.zhong2010.cluhsical import cluhsical_objective
from ...search import Normalized
from ..baselines import hierarchical_kernel_kmeans, linkage_along_tree, xwss
from ..baselines.hierarchical_kernel_kmeans import fill
from ..baselines.tree_cut import align_by_variance, check_along_tree, variance, walk_down
from ..compare import effect
from ..datasets import (
    NEWSGROUP_TREE,
    SUPERFAMILY_TREE,
    make_faces,
    make_superfamilies,
    make_teapot,
    teapot_subset,
)
from ..datasets.faces import pixel_kernel
from ..protocol import OURS, Protocol, Study, algorithm_1, random_starts
from ..protocol import PAPER as ON_THE_RING
from . import reported


def teapot(seed, pattern=0.4, noise=0.0):
    """K and arcs of our own teapot: ten arcs of 35 views, five views left out between them."""
    images, _ = make_teapot(pattern=pattern, blend=0, random_state=seed)
    kept, y = teapot_subset()
    normal = np.random.default_rng([seed, 1]).standard_normal(images[kept].shape)
    return pixel_kernel(images[kept] + noise * normal), y


def thinned(y, sizes, seed):
    """Places of the first members of each class, as many as a random order of the sizes says."""
    sizes = np.random.default_rng(seed).permutation(sizes)
    return np.concatenate([np.flatnonzero(y == j)[:n] for j, n in enumerate(sizes)])


# The data.

PEOPLE_AND_EXPRESSIONS = [[f"{p}, {e}" for e in ("neutral", "happy", "shocked")] for p in "ABC"]
TREES = {"SCOP": SUPERFAMILY_TREE, "WIPO": NEWSGROUP_TREE, "faces": PEOPLE_AND_EXPRESSIONS}
KERNELS = {
    "spectrum 2": functools.partial(spectrum_kernel, k=2),
    "spectrum 3": functools.partial(spectrum_kernel, k=3),
    "mismatch 4,1": functools.partial(mismatch_kernel, k=4, mismatches=1),
}
PROTEINS = tuple(f"proteins, {kernel}" for kernel in KERNELS)  # rates chosen with results in view
# Sequences whose rates are chosen by what the paper prints of k-means: see `rates_of`.
GRID = tuple(itertools.product((0.2, 0.4, 0.6, 0.8), (0.1, 0.2, 0.3), (0.4, 0.5, 0.6, 0.7)))
BLIND = {f"proteins, {kernel}, blind {k + 1}": (kernel, k) for kernel in KERNELS for k in (0, 1)}
TEXTS = "documents"
DIFFICULTIES = (0.5, 1, 1.5, 2, 2.5, 3)
FACES = tuple(f"faces {difficulty:g}" for difficulty in DIFFICULTIES)
POTS = {
    "teapot subset": (0.4, 0.0),
    "teapot subset, pattern 0.15, noise 0.1": (0.15, 0.1),
    "teapot subset, pattern 0.4, noise 0.3": (0.4, 0.3),
}
TEAPOTS = tuple(POTS)
ON_TREES = (*PROTEINS, *BLIND, TEXTS, *FACES)
SETS = (*ON_TREES, *TEAPOTS)
TREE_OF = {TEXTS: "WIPO"} | dict.fromkeys((*PROTEINS, *BLIND), "SCOP")  # else "faces"
# One set of the paper by one stand-in, whose settings are pooled.
POOLS = {
    "sequences": tuple(BLIND),
    "newsgroups": (TEXTS,),
    "faces": FACES,
    "teapot": TEAPOTS,
}
OF_SIZES = ("faces", "blobs 0.7 apart", "blobs 1 apart")  # of classes of one size, and of many
FACE_SIZES = {"equal": [11] * 9, "unequal": [20, 18, 15, 12, 10, 8, 6, 5, 4]}
BLOB_SIZES = {"equal": [20] * 6, "unequal": [45, 30, 20, 12, 8, 5]}
FITTED = {"fitted sequences": PROTEINS}
CHOSEN = (
    "Their rates were chosen among about ten settings with results of CLUHSICAL in view, on two "
    "seeds."
)
TIES = (
    "Many distances between sequences are the same, and which the linkages merge first is the "
    "order of the samples: theirs are means over ten random orders."
)
OPTIMA = (
    "In which of many optima of nearly equal score this library's search ends is, in some draws of "
    "the sequences, a matter of rounding; the spread over draws contains it."
)


def faces(seed, difficulty=1.5, n=185):
    """K and classes of our own faces: three people, three expressions."""
    images, person, expression = make_faces(n, difficulty=difficulty, random_state=seed)
    return pixel_kernel(images), 3 * person + expression


def proteins(seed, kernel="spectrum 3", **rates):
    """K and classes of the stand-in for SCOP: 150 generated sequences of 15 superfamilies."""
    sequences, y = make_superfamilies(random_state=seed, **rates)
    return centre(KERNELS[kernel](sequences)), y


def rates_of(kernel):
    """The two settings of `GRID` at which k-means is nearest to what the paper prints of it.

    Rates of classes, of folds and superfamilies, and of sequences. Three numbers count, of the
    paper's kernel of the same place: accuracies of hierarchical k-means at the top and at the
    leaves (Table I), and of k-means under any renaming (Table V). No other method is run for it.
    """
    found = 100 * RATES(set=kernel, protocol="paper", method="k-means", metric="accuracies")
    off = found.mean(axis=0).reshape(len(GRID), 3) - printed_of_kmeans(kernel)
    return [GRID[k] for k in (off**2).sum(axis=1).argsort(kind="stable")[:2]]


def printed_of_kmeans(kernel):
    """The three numbers of `rates_of`, in percent."""
    top, _, leaf, *_ = reported.TABLE_1[f"proteins, {kernel}"]["hierarchical k-means"]
    free, _ = reported.TABLE_5[f"proteins, {kernel}"][0].split()
    return np.array([top, leaf, free], dtype=float)


def at_rates(seed, kernel, rates):
    """K and classes of sequences by the rates of a setting of `GRID`."""
    of_class, of_fold, of_sequence = rates
    levels = dict.fromkeys(("fold_rate", "superfamily_rate"), of_fold)
    return proteins(seed, kernel, class_rate=of_class, sequence_rate=of_sequence, **levels)


def full_turn(seed):
    """K of all 400 views of our own teapot."""
    return pixel_kernel(make_teapot(pattern=0.4, blend=0, random_state=seed)[0])


# The methods, and how they are run.

OWN = ("CLUHSIC", "0-1 l1", "structured l1", "0-1 l2", "structured l2")
LINKAGES = ("average", "complete", "ward")
SCALES = ("K", "0.3 K", "0.1 K", "0.03 K", "K / m")  # of K, for the penalty under l2

ON_A_TREE = Protocol("paper", "Algorithm 1", "starts from hierarchical kernel k-means", 10)
RANDOM = Protocol("random", "Algorithm 1", "random", 10)
SINGLE = Protocol("single", "Algorithm 1", "random", 10, keep="mean")
LINKED = Protocol(
    "linkage", "A linkage cut along the tree", "random orders of the samples", 10, "mean"
)
PROTOCOLS = {of.name: of for of in (ON_A_TREE, RANDOM, OURS)}


def on_all(run):
    """A protocol as it is on trees and on the ring, where the paper's starts are random."""
    on_both = replace(run, starts=f"{run.starts} (on the ring: at random)")
    return on_both if run is ON_A_TREE else run


_SETTINGS = {
    "sequences": {"kernels": list(KERNELS)},
    "faces": {"n": 185, "difficulties": DIFFICULTIES},
    "teapots": POTS,
    "C": "0.1 m",
    "gamma": 1,
}
_study = functools.partial(Study, "zhong2010", script="studies.py", seeds=20)
RATES = Study("zhong2010", "Table I, rates", "studies.py", 3, (ON_THE_RING,),
    {"grid": GRID, "kernels": list(KERNELS), "seeds": "1000 to 1002"})  # fmt: skip
STUDIES = (
    TREE_TABLES := _study(
        "Tables I to III and V", protocols=(ON_A_TREE, RANDOM), settings=_SETTINGS
    ),
    RING_TABLES := _study("Tables IV and V", protocols=(ON_THE_RING, SINGLE), settings=_SETTINGS),
    OUR_TABLES := _study("Tables I to V, our search", protocols=(OURS,), settings=_SETTINGS),
    TURN := _study("Fig. 7", protocols=(ON_THE_RING,), settings={"views": 400}),
    RATES,
    BLIND_TABLES := Study(
        "zhong2010",
        "Table I",
        "studies.py",
        10,
        (ON_A_TREE, RANDOM, OURS),
        {
            "rates": "the two settings nearest to k-means of the paper",
            "kernels": list(KERNELS),
            "C": "0.1 m",
            "gamma": 1,
        },
    ),
    DENDROGRAMS := _study("Fig. 4", protocols=(LINKED,), settings=_SETTINGS),
    ERRORS := Study("zhong2010", "Table VI", "studies.py", 1, settings=_SETTINGS),
    SIZES := _study(
        "Section III-C",
        protocols=(OURS,),
        settings={"sets": OF_SIZES, "faces": FACE_SIZES, "blobs": BLOB_SIZES},
    ),
)


def objectives(A, scale=1.0):
    """The objective of each method for a label kernel; ``scale`` is that of K under l2."""
    losses = {"0-1": zero_one_loss(len(A)), "structured": label_kernel_loss(A)}
    penalties = {"l1": 0.0, "l2": 2.5 / scale}  # m / (4 C gamma)
    found = {"CLUHSIC": Normalized(A)}
    for norm, penalty in penalties.items():
        for name, Delta in losses.items():
            found[f"{name} {norm}"] = cluhsical_objective(A, loss_rows(Delta), norm, penalty)
    flat, rows = plain(len(A)), loss_rows(losses["0-1"])
    found["k-means"] = Normalized(flat)
    return found | {"plain 0-1 l1": cluhsical_objective(flat, rows, "l1", 0.0)}


def hierarchies(K, spec, seed, n=10):
    """Hierarchical kernel k-means by Algorithm 1, best of ten random starts at each node; n times.

    A node's clusters go to its children by their variances, as in `hierarchical_kernel_kmeans`.
    """
    K, paths = check_along_tree(K, spec)
    rng = np.random.default_rng([seed, 3])

    def divide(members, sizes):
        k = len(sizes)
        if variance(K, members) <= 1e-12 * np.abs(K).max():
            parts = np.array_split(members, k)
        else:
            block, starts = (
                centre(K[np.ix_(members, members)]),
                rng.integers(0, k, (10, len(members))),
            )
            found = algorithm_1(block, plain(k), starts).best if k > 1 else starts[0]
            parts = [members[found == j] for j in range(k)]
        return fill(K, [parts[j] for j in align_by_variance(K, parts, sizes)], sizes)

    labels = np.zeros((n, len(K)), dtype=np.intp)
    for run in labels:
        for leaf, members in walk_down(paths, np.arange(len(K)), divide):
            run[members] = leaf
    return labels


def linkages(K, spec, method, seed, n):
    """A linkage cut along the tree, for n random orders of the samples, which decide ties."""
    rng, cuts = np.random.default_rng([seed, 4]), []
    for order in (rng.permutation(len(K)) for _ in range(n)):
        cut = linkage_along_tree(K[np.ix_(order, order)], spec, method)
        cuts.append(replace(cut, labels=cut.labels[order.argsort()]))
    return cuts


@functools.cache
def filed(kernel, seed, protocol):
    """Classes of one draw of the sequences, and labels by the six methods of Figs. 5 and 6."""
    K, y = proteins(seed, kernel)
    A, m = tree(SUPERFAMILY_TREE), len(K)
    if protocol == "ours":
        first = hierarchical_kernel_kmeans(K, SUPERFAMILY_TREE, random_state=seed)
        how = {"random_state": seed, "n_init": 10}
        own = cluhsic(K, A, **how), cluhsical(K, A, "zero-one", **how), cluhsical(K, A, **how)
        own = [run.labels for run in own]
    else:
        starts = hierarchies(K, SUPERFAMILY_TREE, seed, 10 if protocol == "paper" else 1)
        first = starts[0]
        starts = starts if protocol == "paper" else random_starts(10, m, len(A), seed)
        own = [algorithm_1(K, A, starts, objectives(A)[name]).best for name in OWN[:3]]
    found = {
        "complete linkage": linkages(K, SUPERFAMILY_TREE, "complete", seed, 1)[0].labels,
        "hierarchical k-means": first,
        "XWSS": xwss(K, first, A, C=0.1 * m).labels,
        **dict(zip(("CLUHSIC", "CLUHSICAL, 0-1 loss", "CLUHSICAL, tree loss"), own, strict=True)),
    }
    return y, {name: relabelled(y, labels, A) for name, labels in found.items()}


def in_turn(labels):
    """Whether clusters of views follow each other around the turn as their labels do."""
    turn = np.exp(2j * np.pi * np.arange(len(labels)) / len(labels))
    order = np.argsort([np.angle(turn[labels == j].mean()) for j in range(10)])
    return set(np.diff(order, append=order[0]) % 10) in ({1}, {9})


def n_arcs(labels):
    """How many unbroken arcs the clusters of views form."""
    return int((labels != np.roll(labels, 1)).sum())


# What was recorded.

FULL, NEAR_CHANCE = 0.995, 0.05


def study_of(data, method, protocol):
    """The study and the protocol's name in which a method's scores of a set stand."""
    if method in LINKAGES:
        return DENDROGRAMS, "linkage"
    alone = method in ("hierarchical k-means", "XWSS")
    if data in BLIND:
        ours = protocol == "ours" or method == "chance"
        return BLIND_TABLES, "ours" if ours else "paper" if alone else protocol
    same = method == "chance" or (data in TEAPOTS and method == "XWSS")
    if protocol == "ours" or same:
        return OUR_TABLES, "ours"
    if data in TEAPOTS:
        return RING_TABLES, "paper" if protocol == "random" else protocol
    return TREE_TABLES, "paper" if alone else protocol


def scores(data, method, protocol):
    """By draw: accuracy at each level, structured loss, accuracy under any renaming."""
    study, protocol = study_of(data, method, protocol)
    n_draws = (BLIND_TABLES if data in BLIND else OUR_TABLES).seeds
    return study(set=data, protocol=protocol, method=method, metric="scores")[:n_draws]


def _column(k):
    def score(data, method, protocol):
        """One of the scores, draw by draw."""
        return scores(data, method, protocol)[:, k]

    return score


# Accuracy at the leaves or on the ring; tree or ring loss; accuracy under any renaming; accuracy at
# the top level and one further down.
leaf, loss, groups, level_1, level_2 = map(_column, (-3, -2, -1, 0, 1))


def near(data, method, protocol):
    """Of the wrong answers, the share in the right class, draw by draw; NaN if nothing is wrong."""
    rows = scores(data, method, protocol)
    wrong = 1 - rows[:, -3]
    share = np.full(len(rows), np.nan)
    return np.divide(rows[:, 0] - rows[:, -3], wrong, out=share, where=wrong > 1e-9)


def of_no_use(data, protocol, methods=OWN, score=leaf):
    """Why a set cannot tell methods apart: "ceiling", "chance level", or empty.

    Chance level is less than five points above shuffled labels, on average over the methods.
    """
    means = [score(data, method, protocol).mean() for method in methods]
    if min(means) > FULL:
        return "ceiling"
    near_chance = np.mean(means) < score(data, "chance", protocol).mean() + NEAR_CHANCE
    return "chance level" if near_chance else ""


def pooled(pools, methods, protocol, score=leaf):
    """Scores of some methods by stand-in, the mean over its settings draw by draw.

    Settings at the ceiling or at chance level are left out: returned are an array (n_methods,
    n_draws) for each stand-in with a setting left, the sets that count, and what was left out.
    """
    judged = (methods, score) if score is groups else (OWN, leaf)
    found, kept, left_out = {}, [], []
    for name, sets in pools.items():
        reasons = {data: of_no_use(data, protocol, *judged) for data in sets}
        left_out += [f"{brief(data)} ({why})" for data, why in reasons.items() if why]
        open_sets = [data for data, why in reasons.items() if not why]
        if open_sets:
            rows = [[score(data, m, protocol) for m in methods] for data in open_sets]
            found[name] = np.nanmean(rows, axis=0)
        kept += open_sets
    return found, kept, f"Left out: {'; '.join(left_out)}." * bool(left_out)


def each(sets, first, second, protocol, score=leaf, scale=100, digits=1):
    """The differences of two methods set by set, in a line."""
    sign = 1 if score is not loss else -1
    effects = {d: effect(*(score(d, m, protocol) for m in (first, second)[::sign])) for d in sets}
    return "; ".join(f"{brief(d)} {of.text(scale, digits)}" for d, of in effects.items())


def brief(data):
    """A set's name without what its table says anyway."""
    name = data.removeprefix("proteins, ")
    return name.replace("teapot subset, pattern", "teapot, glaze").replace("subset", "").strip()


def turns(method):
    """Labels of the 400 views of a full turn of the teapot, run by run, (n_runs, 400)."""
    runs = TURN(protocol="paper", method=method, metric="labels")
    return np.array([[int(digit) for digit in run] for run in runs])


def errors(data, loss, scale="K / m"):
    """Relative errors of (20): gamma 1, 0.1, 0.01 by C from m down to 0.00001 m, (3, 6)."""
    return ERRORS(set=data, method=loss, metric=f"error, {scale}")


def convergence(data, loss):
    """The largest eigenvalue of gamma S^-1 J at C = 0.1 m, gamma = 1, for K / m and for K."""
    m = 350 if data in TEAPOTS else 185 if data in FACES else 354 if data == TEXTS else 150
    by_mean = ERRORS(set=data, method=loss, metric="ratio, K / m")[0, 1]
    return by_mean, by_mean * m
