"""Pictures of the notebook on Blaschko 2008: clusters as leaves of a tree."""

from __future__ import annotations

import itertools
from functools import cache

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import linear_sum_assignment
from sklearn.metrics.cluster import contingency_matrix

from ... import (
    conditional_entropy,
    kernel_matrix,
    median_rule,
    optimal_structure,
    taxonomy_path,
    taxonomy_value,
)
from ..._validation import counted
from ...datasets import make_brownian, make_circle, make_nine, make_row, make_three
from ...kernels import centre
from ...labels import block_sums
from ...plotting import (
    ACCENT,
    COLOURS,
    INK,
    INK_2,
    RULE_2,
    FigureWithAlt,
    as_plane,
    plot_label_kernel,
    plot_partition,
    plot_taxonomy_path,
    plot_unrooted_tree,
    scheme,
)
from ...plotting.palette import mark_style, painting
from ...plotting.style import styled
from ...reproduction.blaschko2008 import experiments as recorded
from ...reproduction.blaschko2008.experiments import (
    all_topologies,
    brownian,
    mean_images,
    splits_of,
    values_of_all,
)
from ...reproduction.blaschko2008.experiments import faces as cartoons
from ...trees import Tree, fit_tree_metric, four_point_violation
from ...trees.fit import least_squares
from ...widgets import Dropdown, SelectionSlider, interactive_figure

# The small data sets of the page, each with its kernel matrix, labels and colours.

NAMES = ("ROW", "CIRCLE", "THREE")


@cache
def points_of(name, c=8):
    """Points and labels of ROW, CIRCLE, THREE or NINE; CIRCLE is cut into c arcs."""
    makers = {"ROW": make_row, "THREE": make_three, "NINE": make_nine}
    return makers[name]() if name in makers else make_circle(n_clusters=c)


@cache
def kernel_of(name):
    """The Gaussian kernel matrix; half as wide on CIRCLE."""
    X, _ = points_of(name)
    return kernel_matrix(X, gamma=(4 if name == "CIRCLE" else 1) * median_rule(X))


def _colours_of(name, c):
    """A ramp for ROW, a wheel for CIRCLE, families for NINE, plain colours for THREE."""
    if name == "NINE":
        return scheme("families", (3, 3))
    return scheme({"ROW": "ramp", "CIRCLE": "wheel"}.get(name, "plain"), c)


# Section 2: random label kernels beside the best.

TRIES = (10, 100, 500, 2000)


@cache
def at_random(name):
    """Objective (1) of 2000 random positive semi-definite Y, with the C of (8)."""
    K, (_, labels) = kernel_of(name), points_of(name)
    n = np.bincount(labels)
    B = np.random.default_rng(0).standard_normal((TRIES[-1], len(n), len(n)))
    Y = B @ B.swapaxes(1, 2)
    YC = Y @ (np.diag(n) - np.outer(n, n) / n.sum())
    lengths = np.sqrt(np.einsum("kij,kji->k", YC, YC))
    return (Y * block_sums(centre(K), labels, len(n))).sum(axis=(1, 2)) / lengths


def random_structures():
    """Objective (1) of random label kernels beside that of the mean similarities."""
    return interactive_figure(
        _draw_random,
        data=Dropdown(["THREE", "ROW", "CIRCLE"], label="data"),
        tries=SelectionSlider(TRIES, 100, label="random Y"),
    )


def best_value(name):
    """Objective (1) of the best label kernel for the true groups."""
    K, (_, labels) = kernel_of(name), points_of(name)
    return taxonomy_value(K, labels, optimal_structure(K, labels))


def mean_similarity(K, labels):
    """(9): the mean centred similarity of the points of two clusters, for each pair."""
    n = np.bincount(labels)
    return block_sums(centre(K), labels, len(n)) / np.outer(n, n)


@styled()
def _draw_random(data, tries):
    (_, labels), K = points_of(data), kernel_of(data)
    values, best = at_random(data)[:tries], best_value(data)
    figure = Figure(figsize=(9, 2.6))
    left, right = figure.subplots(1, 2, width_ratios=[1.7, 1])
    low = at_random(data).min()
    left.hist(values, bins=np.linspace(low, best, 50), color=RULE_2)
    left.axvline(best, color=COLOURS[4], lw=2)
    left.plot(values.max(), 0, "^", color=ACCENT, ms=10, clip_on=False, zorder=5)
    left.set(xlabel="objective (1)", ylabel="random Y", xlim=(low, best + 0.03 * (best - low)))
    told = f"best of {tries}: {values.max():.4f}; line: {best:.4f}"
    left.set_title(told, fontsize=11)
    with painting(_colours_of(data, len(np.unique(labels)))):
        plot_label_kernel(mean_similarity(K, labels).round(2), right)
    right.set_xlabel("mean similarities (9)", fontsize=11, color=INK_2)
    right.set_title(" ", fontsize=12, pad=12)  # room for the marks
    return figure, (
        f"{data}: objective of {tries} random label kernels, the best {values.max():.4f}; the "
        f"matrix of mean similarities has {best:.4f}."
    )


def reached():
    """What share of the best value 2000 random label kernels reach, by data set."""
    return {name: float(at_random(name).max() / best_value(name)) for name in NAMES}


# Section 2: all partitions of seven points by trace and norm.


def sets_that_agree():
    """In how many of 40 sets of seven points one partition is the best by trace and by norm.

    Also how many partitions into three clusters there are.
    """
    drawn = [np.random.default_rng(seed).standard_normal((7, 2)) for seed in range(40)]
    scores = [values_of_all(kernel_matrix(X))[:2] for X in drawn]
    same = sum(traces.argmax() == norms.argmax() for traces, norms in scores)
    return same, len(scores[0][0])


# Sections 4 and 5: how wrong the best tree is, and the steps of the search for it.

CASES = {f"CIRCLE, {c} arcs": ("CIRCLE", c) for c in (4, 8, 12)}
CASES |= {"ROW": ("ROW", 5), "NINE": ("NINE", 9)}
DRAW = 5


def distances(K, labels):
    """Between the means of the clusters in feature space, from mean similarities."""
    Y = mean_similarity(K, labels)
    return np.sqrt(np.maximum(Y.diagonal()[:, None] + Y.diagonal() - 2 * Y, 0))


def _settled(figure):
    """Axes take their final size: the names at the leaves of a tree need to know it."""
    figure.draw_without_rendering()
    figure.set_layout_engine("none")


def clusters(case):
    """Points, labels and distances between the true clusters of one of the cases."""
    name, c = CASES[case]
    X, labels = points_of(name, c)
    return X, labels, distances(kernel_of(name), labels)


def misfits():
    """Clusters in the plane, the largest errors of the fitted tree as lines, and the tree."""
    return interactive_figure(
        _draw_misfit, data=Dropdown(list(CASES), "CIRCLE, 8 arcs", label="data")
    )


@styled()
def _draw_misfit(data):
    X, labels, D = clusters(data)
    name, c = CASES[data]
    fitted = fit_tree_metric(D)
    figure = Figure(figsize=(9, 3.05))
    left, right = figure.subplots(1, 2)
    plot_partition(X, labels, left, colours=_colours_of(name, c))
    means = np.array([X[labels == j].mean(axis=0) for j in range(c)])
    wrong, shown = D - fitted.path_metric(), 0
    for j, l in itertools.combinations(range(c), 2):
        if abs(wrong[j, l]) > np.abs(wrong).max() / 2:
            dashes, shown = "-" if wrong[j, l] > 0 else (0, (2, 1)), shown + 1
            left.plot(*means[[j, l]].T, linewidth=3, color=INK, linestyle=dashes, zorder=9)
    told = f"misfit {fitted.misfit(D):.1%}, four-point violation {four_point_violation(D):.2f}"
    figure.suptitle(told, fontsize=13)
    _settled(figure)
    with painting(_colours_of(name, c)):
        plot_unrooted_tree(fitted, right)
    return figure, (
        f"{data}, a line between the {counted(shown, 'pair')} of clusters that are most wrong in "
        f"the best tree, and that tree: {told}."
    )


_INNER, _PUSHES = 0.35, 20  # distance of two inner nodes, so that edges are seen; arc's radius 1


def wrong_splits(drawn, true):
    """Which edges of a tree part the leaves as no edge of the true one does."""
    known, rows = splits_of(true), drawn.splits().tolist()
    last = drawn.n_leaves - 1
    return np.array([1 < sum(row) < last and tuple(row) not in known for row in rows])


@cache
def steps(seed, dimensions):
    """From a topology that shares no split with the true one, interchange by interchange.

    Returns the true tree, and a list of trees with the share of the distances each misses.
    """
    true, D = brownian(seed, dimensions)
    edges = next(e for e in all_topologies(6) if not splits_of(_unit(e)) & splits_of(true))
    now, made = _with_lengths(edges, D), []
    while True:
        made.append(now)
        tries = [_with_lengths(new, D) for new in _interchanges(now[0].edges.tolist(), 6)]
        best = min(tries, key=lambda tried: tried[1])
        if best[1] > now[1] - 1e-9:
            return true, made
        now = best


def search():
    """The tree the data come from, and a tree in the making, a step an interchange."""
    return interactive_figure(
        _draw_step,
        step=SelectionSlider(range(5), label="step"),
        dimensions=Dropdown([200, 30], label="dimensions"),
    )


@styled()
def _draw_step(step, dimensions):
    true, made = steps(DRAW, dimensions)
    now, missed = made[step]
    wrong = wrong_splits(now, true)
    figure = Figure(figsize=(9, 2.7))
    left, right = figure.subplots(1, 2)
    left.set_title("the tree the data come from", fontsize=11, color=INK_2)
    name = f"step {step}" + (", the last" if step == len(made) - 1 else "")
    told = f"{name}: misfit {missed:.1%}, {wrong.sum()} of 3 splits wrong"
    right.set_title(told, fontsize=11)
    places = np.argsort(np.argsort(true.layout().angles))
    _draw_topology(true, places, np.zeros(len(wrong), bool), left)
    _draw_topology(now, places, wrong, right)
    return figure, (
        f"Draw {DRAW} along a tree of six leaves, {dimensions} dimensions; both trees with their "
        f"leaves at the same places of an arc; {told}."
    )


def _draw_topology(tree, places, wrong, ax):
    """Leaves at places on an arc, no two of them opposite; inner nodes amid their neighbours.

    Where leaves across from each other are joined, inner nodes are pushed apart.
    """
    n, nodes = tree.n_leaves, tree.n_nodes
    turn = np.radians(240 * places / (n - 1) - 30)
    joined = np.zeros((nodes, nodes))
    joined[tuple(tree.edges.T)] = joined[tuple(tree.edges.T[::-1])] = 1
    pull = np.diag(joined.sum(axis=1)) - joined
    at = np.column_stack([np.cos(turn), np.sin(turn)])
    inner = np.linalg.solve(pull[n:, n:], -pull[n:, :n] @ at)
    for u, v in _PUSHES * [*itertools.combinations(range(len(inner)), 2)]:
        gap = inner[v] - inner[u] + (1e-6, 0)
        push = max(0, _INNER / np.linalg.norm(gap) - 1) / 2 * gap
        inner[u], inner[v] = inner[u] - push, inner[v] + push
    at = np.vstack([at, inner])
    for edge, off in zip(tree.edges, wrong, strict=True):
        style = {"color": COLOURS[4], "linestyle": "--", "zorder": 2.5} if off else {"color": INK}
        ax.plot(*at[edge].T, linewidth=2.2, **style)
    for j in range(n):
        ax.scatter(*at[j], **mark_style(j, 90, zorder=3))
        ax.text(*1.17 * at[j], tree.names[j], ha="center", va="center")
    ax.set(xlim=(-1.3, 1.3), ylim=(-0.75, 1.3), aspect="equal")
    ax.set_axis_off()


def _unit(edges):
    return Tree(edges, np.ones(len(edges)), range(6))


def _with_lengths(edges, D):
    """A topology with its best edge lengths, and the share of D that it misses."""
    inside, (i, j) = _unit(edges).splits(), np.triu_indices(len(D), 1)
    apart = (inside[:, i] != inside[:, j]).T.astype(float)
    lengths, left = least_squares(apart, D[i, j])
    return Tree(edges, lengths, range(len(D))), left / np.linalg.norm(D[i, j])


def _interchanges(edges, n):
    """Around every inner edge, the two other ways to join the four subtrees."""
    edges = [tuple(edge) for edge in edges]
    for u, v in (edge for edge in edges if min(edge) >= n):
        at_u = next(e for e in edges if u in e and v not in e)
        for e in (e for e in edges if v in e and u not in e):
            moved = {at_u: (sum(at_u) - u, v), e: (sum(e) - v, u)}
            yield [moved.get(edge, edge) for edge in edges]


# Section 6: what is recorded of the faces, Table 1.

FACES = [f"person {who}, {look}" for who in (1, 2, 3) for look in ("neutral", "happy", "shocked")]

# Each row: its name, the method on record, and the paper's name for it.
ROWS = (
    ("learned tree", "taxonomy", "taxonomy"),
    ("free, no tree", "free", None),
    ("kernel k-means", "l2, I", None),
    ("k-means", "k-means", None),
    ("spectral", "spectral, NJW", "spectral"),
    ("(b) right tree", "l2, b", "b"),
    ("(h) star", "l2, h", "h"),
    *((f"({letter})", f"l2, {letter}", letter) for letter in "acdefg"),
    ("(b) undivided", "unnormalized, b", None),
)
_PROTOCOLS = {
    "taxonomy": recorded.LOOP,
    "free": recorded.LOOP,
    "k-means": recorded.RIVAL,
    "spectral, NJW": recorded.RIVAL,
}


def entropies(difficulty=2):
    """H(l | c) of every row as the paper prints the method, by draw; recorded."""
    return {
        name: recorded.entropies(method, _PROTOCOLS.get(method, recorded.PAPER), [difficulty])
        for name, method, _ in ROWS
    }


def table_as_dots():
    """Table 1 as dots, at one of the recorded difficulties of the faces."""
    levels = recorded.TABLE_1.settings["difficulties"]
    return interactive_figure(_draw_dots, difficulty=Dropdown(levels, 2, label="difficulty"))


@styled()
def _draw_dots(difficulty):
    found = entropies(difficulty)
    figure = Figure(figsize=(9, 3.6))
    ax = figure.subplots()
    for k, (name, _, reported) in enumerate(ROWS):
        hue, mean = ACCENT if k == 0 else INK, found[name].mean()
        ax.plot(found[name], np.full(len(found[name]), k), "|", color=RULE_2, ms=7)
        ax.plot(mean, k, "o", color=hue, ms=8)
        ax.text(1.43, k, f"{mean:.3f}", ha="right", va="center", fontsize=10)
        ax.text(-0.5, k, name, ha="left", va="center", fontsize=10)
        if reported:
            ax.plot(recorded.REPORTED[reported], k, "D", mfc="none", mec=COLOURS[4], ms=7, mew=1.6)
    ax.invert_yaxis()
    ax.spines["left"].set_visible(False)
    ax.set(xlim=(-0.52, 1.45), xticks=np.arange(0, 1.3, 0.2), yticks=[], xlabel="H(l | c) in nats")
    ax.set_title("dots: means of 20 draws; diamonds: the paper", fontsize=11)
    told = ", ".join(f"{name} {values.mean():.3f}" for name, values in found.items())
    return figure, f"Conditional entropies on faces of difficulty {difficulty:g}: {told}."


# Section 7: the number of clusters.

PATHS = ("tree of six", "faces (nine)")


@cache
def _six():
    """Data along a tree of six leaves: kernel matrix and true clusters."""
    X, y, *_ = make_brownian(random_state=0)
    return kernel_matrix(X), y


@cache
def path(data):
    """Taxonomies of 2 to 12 clusters."""
    K = _six()[0] if data == "tree of six" else cartoons(1.0, 0).K
    return taxonomy_path(K, range(2, 13), kernel="precomputed", n_init=1, random_state=0)


@cache
def _names(data):
    """For each number of clusters a name to a cluster, kept from one number to the next."""
    results = path(data).results
    names = [np.arange(2)]
    for before, now in itertools.pairwise(results):
        shared = contingency_matrix(now.labels, before.labels)
        heir, kept = linear_sum_assignment(-shared)
        new = np.full(len(shared), len(names[-1]))
        new[heir] = names[-1][kept]
        names.append(new)
    return names


def numbers_of_clusters():
    """Objective and eigengap against c, and the tree of one c."""
    return interactive_figure(
        _draw_path,
        data=Dropdown(PATHS, label="data"),
        c=SelectionSlider(range(3, 13), 6, label="clusters c"),
    )


@styled()
def _draw_path(data, c):
    found, y = path(data), _six()[1] if data == "tree of six" else cartoons(1.0, 0).y
    at = found.results[c - 2]
    figure = Figure(figsize=(9, 3.3))
    grid = figure.add_gridspec(2, 2, width_ratios=[1.25, 1])
    upper, lower = figure.add_subplot(grid[0, 0]), figure.add_subplot(grid[1, 0])
    right = figure.add_subplot(grid[:, 1])
    plot_taxonomy_path(found, upper, lower, at=c)
    told = (
        f"(1) {at.objective:.2f}, misfit {at.misfit:.1%}, H {conditional_entropy(y, at.labels):.2f}"
    )
    right.set_title(f"c = {c}: {told}")
    _settled(figure)
    shown = {"groups": _names(data)[c - 2], "names": [str(n) for n in np.bincount(at.labels)]}
    if data == "faces (nine)":
        pictures = mean_images(cartoons(1.0, 0).images, at.labels)
        shown |= {"thumbnails": pictures, "names": [""] * c}
    plot_unrooted_tree(at.tree, right, **shown)
    return figure, (
        f"{data}: objective and log eigengap for 2 to 12 clusters, largest gap at "
        f"{found.largest_gap}; the tree of {c} clusters: {told}."
    )


@styled()
def clusters_and_tree(X, fit):
    """Your data in the plane of their main directions, and the tree of their clusters."""
    points, caption = as_plane(X)
    figure = Figure(figsize=(9, 2.7))
    left, right = figure.subplots(1, 2)
    plot_partition(points, fit.labels_, left)
    left.set_xlabel(caption, fontsize=9, color=INK_2)
    told = f"sizes at the leaves; misfit {fit.misfit_:.1%}"
    right.set_title(told, color=INK_2)
    _settled(figure)
    plot_unrooted_tree(fit.tree_, right, names=[str(n) for n in np.bincount(fit.labels_)])
    return FigureWithAlt(
        figure, f"The data in the plane of their main directions, and the tree of clusters: {told}."
    )
