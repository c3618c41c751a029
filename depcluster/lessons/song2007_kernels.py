"""Pictures and set-ups of the notebook on the kernels of Song 2007."""

from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.figure import Figure
from sklearn.datasets import load_iris, make_circles
from sklearn.metrics import adjusted_rand_score
from sklearn.preprocessing import StandardScaler
from sklearn.utils import check_random_state

from ..datasets import make_collinear, make_rings
from ..experiments.song2007 import TOYS, WIDTH, cluster, rbf, share
from ..experiments.song2007 import menu as kernels_of
from ..experiments.song2007 import spectrum as eigenvectors_of
from ..experiments.song2007 import true_value as true_J
from ..kernels import Dense, Factor, centre, incomplete_cholesky, kernel_matrix, median_rule
from ..labels import one_hot
from ..labels.renaming import align_labels
from ..papers.song2007 import cluhsic_objective, partition_distance, perturbation_bound
from ..plotting import (
    COLOURS,
    INK,
    INK_2,
    RULE,
    RULE_2,
    FigureWithAlt,
    as_plane,
    plot_eigenvectors,
    plot_gram,
    plot_partition,
)
from ..plotting.style import styled
from ..search import Problem, climb, kmeans_plus_plus, spectral_labels
from ..widgets import Dropdown, SelectionSlider, interact

# Section 1: three toys under four kernels. What a kernel sees, its eigenvectors show.

KERNELS = ("linear", "rbf", "graph", "poly")


@cache
def _seen(toy, kernel):
    """Clusters found, named as the classes they resemble, and two eigenvectors."""
    X, y = TOYS[toy]()
    K, c = kernels_of(toy)[kernel](X), y.max() + 1
    found = align_labels(cluster(K, c).labels, y, np.eye(c))
    return X, y, found, *eigenvectors_of(K, 2)


def shapes():
    """A toy, the clusters that a kernel finds in it, and its two leading eigenvectors."""

    @styled()
    def draw(toy, kernel):
        X, y, found, values, V = _seen(toy, kernel)
        ari = abs(adjusted_rand_score(y, found))
        parts = np.maximum([share(v, y) for v in V.T], 0)
        figure = Figure(figsize=(9, 3.2))
        left, right = figure.subplots(1, 2, width_ratios=[2, 3])
        plot_partition(X, found, left)
        left.set_title(f"clusters found: ARI {ari:.2f}", fontsize=11)
        plot_eigenvectors(V, values, y, right, by_value=False)
        told = f"share of the classes: v1 {parts[0]:.2f}, v2 {parts[1]:.2f}"
        right.set_title(told, fontsize=11)
        below = {"ha": "center", "va": "top", "fontsize": 9, "color": INK_2}
        words = "one bar per point, class by class in the order of the data"
        right.text(0.5, 0, words, transform=right.transAxes, **below)
        return figure, f"{toy}, {kernel} kernel: ARI of the clusters found {ari:.2f}; {told}."

    return interact(
        draw, toy=Dropdown(list(TOYS), label="toy"), kernel=Dropdown(list(KERNELS), label="kernel")
    )


# Section 2: true classes, the best partition found, and the best orthonormal P.

CASES = {
    "collinear, rbf": ("collinear", "rbf"),
    "rings, graph": ("rings", "graph"),
    "xor, rbf": ("xor", "rbf"),
}
NAMES = ("true classes", "best partition found", "best orthonormal P")


@cache
def _rungs(toy, kernel):
    """Top eigenvectors, labels found, and the three values of tr(K P P')."""
    X, y = TOYS[toy]()
    K, c = kernels_of(toy)[kernel](X), y.max() + 1
    values, U = eigenvectors_of(K, c - 1)
    found = cluster(K, c)
    labels = align_labels(found.labels, y, np.eye(c))
    return U, labels, (true_J(K, y), found.objective, values.sum())


def rungs():
    """The three rungs, and the points at their rows of the top eigenvectors, before and after."""

    @styled()
    def draw(case, rows):
        U, labels, heights = _rungs(*CASES[case])
        figure = Figure(figsize=(9, 3.4))
        left, right = figure.subplots(1, 2, width_ratios=[3, 4])
        _draw_heights(heights, left)
        flat = U.shape[1] == 2
        plane = U if flat else np.column_stack([U[:, 0], np.linspace(-0.1, 0.1, len(U))])
        if rows == "rounded":
            plot_partition(plane, labels, right)
        else:
            right.scatter(*plane.T, s=18, color=RULE_2, linewidths=0)
            right.set_aspect("equal", adjustable="datalim")
            right.set(xticks=[], yticks=[])
            right.spines[:].set(visible=True, color=RULE_2)
        across = "v1 across, v2 upwards" if flat else "v1 across, points one above the other"
        right.set_title(f"{across}: {rows}", color=INK_2)
        told = ", ".join(f"{name} {J:.2f}" for name, J in zip(NAMES, heights, strict=True))
        return figure, f"{case}: tr(K P P') of {told}. The points at {across}, {rows}."

    return interact(
        draw,
        case=Dropdown(list(CASES), label="toy and kernel"),
        rows=Dropdown(["relaxed", "rounded"], label="rows of P"),
    )


def _draw_heights(heights, ax):
    top = heights[2]
    for k, height in enumerate(heights):
        ax.hlines(k, 0, height, color=RULE_2, linewidth=2)
        ax.plot([height], [k], "o", color=COLOURS[(2, 0, 4)[k]], markersize=11)
        ax.text(1.05 * top, k, f"{height:.2f}", va="center", fontsize=11)
    ax.set_yticks(range(3), NAMES)
    ax.set(xlim=(0, 1.3 * top), ylim=(-0.6, 2.6), xlabel="dependence tr(K P P')")


# Section 3: three groups in a line, a spectral start and a search.


@cache
def _stages(kernel):
    """Eigenvalues and vectors, and labels after rounding and after one search from there."""
    line, y = TOYS["collinear"]()
    K = kernels_of("collinear")[kernel](line)
    values, V = eigenvectors_of(K, 3)
    rounded = spectral_labels(V[:, :2])
    searched = cluster(K, 3, init="spectral", n_init=1).labels
    stages = {"rounded only": rounded, "then searched": searched}
    return values, V, {name: align_labels(z, y, np.eye(3)) for name, z in stages.items()}


def first_cuts():
    """Eigenvalues, two eigenvectors and the clusters, before and after one search."""
    line, y = TOYS["collinear"]()

    @styled()
    def draw(kernel, stage):
        values, V, labels = _stages(kernel)
        ari = adjusted_rand_score(y, labels[stage])
        figure = Figure(figsize=(9, 3))
        left, middle, right = figure.subplots(1, 3, width_ratios=[1.6, 3, 3])
        left.bar([1, 2, 3], values, color=[COLOURS[0], COLOURS[0], RULE_2])
        for k, height in enumerate(values, 1):
            text = f"{abs(height):.0f}"
            left.text(k, height, text, ha="center", va="bottom", fontsize=10)
        left.set(xticks=[1, 2, 3], yticks=[])
        left.set_title("eigenvalues", color=INK_2)
        left.spines["left"].set_visible(False)
        left.margins(y=0.15)
        plot_eigenvectors(V[:, :2], values[:2], y, middle, by_value=False)
        middle.set_title("one bar per point, group by group", color=INK_2)
        plot_partition(line, labels[stage], right)
        right.set_title(f"{stage}: ARI {ari:.2f}", fontsize=11)
        return figure, (
            f"Collinear, {kernel} kernel: eigenvalues {values[0]:.0f}, {values[1]:.0f}, "
            f"{abs(values[2]):.0f}, two eigenvectors, and the clusters, {stage}: ARI {ari:.2f}."
        )

    return interact(
        draw,
        kernel=Dropdown(["linear", "rbf"], label="kernel"),
        stage=Dropdown(["rounded only", "then searched"], label="start"),
    )


# Section 4: searches from many starts against J of the truth.

COUNTS = (1, 5, 10, 20)


def best_of(K, y, counts=COUNTS, random_state=0):
    """J and ARI of the best of the first n starts: the rounded eigenvectors, then k-means++."""
    problem = Problem(Dense(K), cluhsic_objective(np.eye(2), "l2"), 2)
    rng = check_random_state(random_state)
    starts = [spectral_labels(problem.spectrum(1)[1])]
    starts += [kmeans_plus_plus(problem.gram, 2, rng) for _ in range(max(counts) - 1)]
    ends = [list(climb(problem, start))[-1] for start in starts]
    best = [max(ends[:n], key=lambda end: end.objective) for n in counts]
    return [(end.objective, adjusted_rand_score(y, end.labels)) for end in best]


@cache
def _races():
    """By case: J and ARI of the best of 1, 5, 10, 20 starts, and J of the truth."""
    circles = make_circles(200, noise=0.05, factor=0.4, random_state=0)
    cases = {
        "circles, s × 4": (*circles, 4 * median_rule(circles[0]), 3),
        "rings, s = 0.3": (*make_rings(0), 0.3, 0),
        "rings, s × 10": (*make_rings(7), 10 * median_rule(make_rings(7)[0]), 0),
    }
    found = {}
    for case, (X, y, s, random_state) in cases.items():
        K = kernel_matrix(X, gamma=s)
        found[case] = best_of(K, y, random_state=random_state), true_J(K, y)
    return found


def race():
    """The best J so far beside J of the truth, for three cases and up to twenty starts."""
    races = _races()

    @styled()
    def draw(case, starts):
        found, truth = races[case]
        best, ari = found[COUNTS.index(starts)]
        figure = Figure(figsize=(9, 2.5))
        ax = figure.subplots()
        names = ["spectral start", *(f"best of {n} starts" for n in COUNTS[1:]), "the truth"]
        shown = [n <= starts for n in COUNTS]
        heights = [J for J, _ in found]
        hues = [COLOURS[0] if on else RULE for on in shown]
        ax.barh(names, [*heights, truth], color=[*hues, COLOURS[2]], height=0.65)
        ax.axvline(truth, color=COLOURS[2], linewidth=1, linestyle="--")
        edge = 1.03 * max(*heights, truth)
        for k, (J, other) in enumerate(found):
            if shown[k]:
                told = f"{J:.2f}, ARI {abs(round(other, 2)):.2f}"
                ax.text(edge, k, told, va="center", fontsize=10)
        ax.text(edge, len(COUNTS), f"{truth:.2f}", va="center", fontsize=10)
        ax.invert_yaxis()
        ax.set(xlabel="J", xlim=(0, 1.25 * edge))
        told = _verdict(best, truth)
        ax.set_title(told, fontsize=12)
        return figure, (
            f"{case}, starts: {starts}. J {best:.2f}, ARI {abs(ari):.2f}; truth {truth:.2f}: "
            f"{told}."
        )

    return interact(
        draw,
        case=Dropdown(list(races), label="toy and width"),
        starts=Dropdown(list(COUNTS), label="starts"),
    )


def _verdict(best, truth):
    if best > truth * (1 + 1e-9):
        return "found more than the truth has: the objective is wrong"
    if best < truth * (1 - 1e-9):
        return "the truth scores higher: the search is not done"
    return "the truth itself was found"


# Section 5: the tables of two partitions, and their difference.

ALL = 150


def label_table(labels):
    """``L = H P P' H``, P being the one-hot labels divided by the roots of the sizes."""
    P = one_hot(labels, labels.max() + 1) / np.sqrt(np.bincount(labels))
    return centre(P @ P.T)


def recoloured(groups, n):
    """The next label for n points drawn at random; for all of them a random permutation."""
    if n == len(groups):
        return np.random.default_rng(0).permutation(groups)
    other, drawn = groups.copy(), np.random.default_rng(1).permutation(len(groups))[:n]
    other[drawn] = (other[drawn] + 1) % 3
    return other


def distance():
    """COLLINEAR with some points recoloured: both tables and their difference."""
    line, groups = make_collinear()

    @styled()
    def draw(moved):
        other = recoloured(groups, moved)
        epsilon = partition_distance(groups, other)
        figure = Figure(figsize=(9, 3.2))
        first, *axes = figure.subplots(1, 4, width_ratios=[4, 3, 3, 3])
        changed = np.flatnonzero(other != groups)
        plot_partition(line, other, first, changed if len(changed) < 30 else None)
        first.set_title("recoloured points are ringed", color=INK_2)
        L, L_new = label_table(groups), label_table(other)
        pictures = {"L": L, "L\u0303": L_new, "L − L\u0303": L - L_new}
        for ax, (name, M) in zip(axes, pictures.items(), strict=True):
            if M.any():
                plot_gram(M, None, ax)
            else:
                ax.text(0.5, 0.5, "0 everywhere", ha="center", fontsize=10, color=INK_2)
                ax.set(xticks=[], yticks=[], box_aspect=1)
                ax.spines[:].set(visible=True, color=RULE)
            ax.set_title(name, color=INK_2)
        told = f"ε = {epsilon:.3f}, at most 4"
        figure.suptitle(told, fontsize=13)
        return figure, f"Two partitions of {ALL} points, {moved} recoloured: their tables; {told}."

    def show(n):
        return "all, at random" if n == ALL else f"{n}"

    return interact(
        draw, moved=SelectionSlider((0, 1, 2, 5, 20, ALL), label="points recoloured", show=show)
    )


# Sections 6 and 7: COLLINEAR shaken, the legs of Theorem 1 and their bounds.

AMOUNTS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8)
CAP = 4  # 2 (c - 1)


@cache
def _given():
    """Points, K, labels and the projection on the top eigenvectors, before the shaking."""
    line, _ = make_collinear()
    K = rbf(WIDTH["collinear"])(line)
    U = eigenvectors_of(K, 2)[1]
    return line, K, cluster(K, 3).labels, U @ U.T


@cache
def shaken(noise, seed=0):
    """The shaken K, its labels and Theorem 1, as in the explorer of section 7 for seed 0."""
    line, K, before, _ = _given()
    drawn = np.random.default_rng([seed, 1]).standard_normal(line.shape)
    K_new = rbf(WIDTH["collinear"])(line + noise * drawn)
    runs = [cluster(K_new, 3, n_init=2), cluster(K_new, 3, init=before)]
    after = max(runs, key=lambda run: run.objective).labels
    return K_new, after, perturbation_bound(K, K_new, before, after)


def corners(noise, seed=0):
    """The four projections L, UU', U~U~', L~ of the walk, and Theorem 1."""
    _, _, before, top = _given()
    K_new, after, theorem = shaken(noise, seed)
    U = eigenvectors_of(K_new, 2)[1]
    return label_table(before), top, U @ U.T, label_table(after), theorem


def leg_bounds(theorem):
    """What the three legs cannot exceed: roots of 2 delta, 2 gamma, 2 delta~."""
    terms = theorem.term_delta, theorem.term_gamma, theorem.term_delta_perturbed
    return np.sqrt(2 * np.array(terms))


def walk():
    """The walk from L to L~ to scale, and its legs beside their bounds, at some noises."""

    @styled()
    def draw(noise):
        *M, theorem = corners(noise)
        gap = np.array([[np.linalg.norm(A - B) for B in M] for A in M])
        legs, limits = gap[[0, 1, 2], [1, 2, 3]], leg_bounds(theorem)
        figure = Figure(figsize=(9, 3.6))
        left, right = figure.subplots(1, 2, width_ratios=[2, 3])
        _draw_triangles(gap, left)
        _draw_lengths(legs, limits, gap[0, 3], right)
        one, two = (", ".join(f"{v:.2f}" for v in lengths) for lengths in (legs, limits))
        return figure, (
            f"Noise {noise:g}: legs {one}, their bounds {two}, straight line {gap[0, 3]:.2f}, "
            "cap 2."
        )

    amounts = (0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
    return interact(draw, noise=SelectionSlider(amounts, value=0.3, label="noise"))


def _apex(p, q, to_p, to_q):
    """The corner at given distances from two others, on the left of the way from p to q."""
    d = np.hypot(*(q - p))
    if d < 1e-9:
        return p + np.array([0, to_p])
    x = (to_p**2 - to_q**2 + d**2) / (2 * d)
    across = np.array([-(q - p)[1], (q - p)[0]]) / d
    return p + x * (q - p) / d + np.sqrt(max(to_p**2 - x**2, 0)) * across


def _draw_triangles(gap, ax):
    """Two triangles with the measured distances: L, UU', U~U~' and L, U~U~', L~."""
    start, end = np.zeros(2), np.array([gap[0, 3], 0])
    third = _apex(start, end, gap[0, 2], gap[2, 3])
    path = np.array([start, _apex(start, third, gap[0, 1], gap[1, 2]), third, end])
    ax.fill(*path[[0, 1, 2]].T, color=COLOURS[3], alpha=0.15)
    ax.fill(*path[[0, 2, 3]].T, color=COLOURS[1], alpha=0.15)
    ax.plot(*path[[0, 2]].T, color=RULE_2, linewidth=1)
    ax.plot(*path[[0, 3]].T, color=INK, linewidth=2)
    for k in range(3):
        ax.plot(*path[k : k + 2].T, color=COLOURS[k], linewidth=3)
    names = ("L", "UU'", "U\u0303U\u0303'", "L\u0303")
    shifts = ((-0.03, -0.06), (-0.06, 0.02), (0.02, 0.03), (0.03, -0.06))
    for corner, name, shift in zip(path, names, shifts, strict=True):
        ax.text(*(corner + shift), name, ha="center", va="center", fontsize=11)
    ax.set_aspect("equal")
    ax.margins(0.2)
    ax.axis("off")
    ax.set_title("measured, to scale", color=INK_2)


def _draw_lengths(legs, limits, straight, ax):
    """Legs end to end, their bounds end to end, and the straight line."""
    for row, lengths in enumerate((legs, limits), 1):
        for k, (length, x) in enumerate(zip(lengths, np.cumsum([0, *lengths]), strict=False)):
            ax.barh(row, length, 0.55, left=x, color=COLOURS[k], alpha=1 if row == 1 else 0.45)
            if length > 0.09:
                at = x + length / 2, row + 0.42
                ax.text(*at, f"{length:.2f}", ha="center")
    ax.barh(0, straight, height=0.55, color=INK)
    ax.text(straight + 0.02, 0, f"{straight:.2f}", va="center")
    ax.axvline(2, color=INK, linestyle="--", linewidth=1)
    told = "cap: no two\npartitions are\nfurther apart"
    ax.text(2.02, 0, told, va="center", fontsize=9.5, color=INK_2)
    ax.set_yticks([0, 1, 2], ["straight line", "the three legs", "their bounds"])
    ax.set(xlim=(0, max(2.7, 1.1 * limits.sum())), ylim=(2.7, -0.5))
    ax.set_xlabel("length (ε and its bound are squares)")


@cache
def ten_draws():
    """Bound and epsilon over `AMOUNTS` for ten draws of noise, two arrays (10, 7)."""
    found = [[shaken(amount, seed)[2] for amount in AMOUNTS] for seed in range(1, 11)]
    return tuple(
        np.array([[getattr(t, name) for t in row] for row in found])
        for name in ("bound", "epsilon")
    )


@styled()
def vacuous():
    """The bound and epsilon against noise, ten draws, and the cap above which it says nothing."""
    bounds, epsilons = ten_draws()
    figure = Figure(figsize=(9, 3.4))
    ax = figure.subplots()
    ax.axhspan(CAP, 20, color=RULE, alpha=0.7)
    for curves, hue, name in ((bounds, COLOURS[0], "bound"), (epsilons, COLOURS[4], "ε")):
        ax.plot(AMOUNTS, curves.T, color=hue, alpha=0.6, linewidth=1)
        ax.text(0.81, np.median(curves[:, -1]), name, color=hue, fontsize=12, va="center")
    ax.axhline(CAP, color=INK, linestyle="--", linewidth=1)
    ax.text(0.11, 4.5, "above the cap: the bound says nothing", fontsize=10)
    ax.set(xlabel="noise (standard deviation)", ylabel="ε and its bound")
    ax.set(xlim=(0.1, 0.88), ylim=(0, 12))
    return FigureWithAlt(
        figure,
        f"ε and its bound against noise, ten draws on Collinear. At noise {AMOUNTS[-1]:g} ε is at "
        f"most {epsilons.max():.1f}, and the bound {bounds[:, -1].min():.1f} to "
        f"{bounds[:, -1].max():.1f}, above the cap of {CAP}.",
    )


def moved(before, after):
    """How many points change their cluster, under the best renaming of the clusters."""
    return int(np.sum(align_labels(after, before, np.eye(3)) != before))


# Section 9: iris through an incomplete Cholesky factor.

MOST = 60


def low_rank():
    """Residual trace against columns, the eigengap, and the clusters of the factor, on iris."""
    iris = StandardScaler().fit_transform(load_iris().data)
    full = cluster(kernel_matrix(iris), 3).labels
    stopped = incomplete_cholesky(iris, pivots="greedy", n_clusters=3, max_rank=len(iris))
    longer = incomplete_cholesky(iris, pivots="greedy", max_rank=MOST)
    rank = stopped.factor.shape[1]
    left_over = len(iris) - np.cumsum((longer.factor**2).sum(axis=0))
    plane, _ = as_plane(iris)

    @styled()
    def draw(columns):
        labels = cluster(Factor(longer.factor[:, :columns]), 3, init=full).labels
        figure = Figure(figsize=(9, 3.4))
        left, right = figure.subplots(1, 2)
        left.semilogy(range(1, MOST + 1), left_over, color=COLOURS[0], linewidth=2)
        left.axhline(stopped.eigengap, color=COLOURS[4], linestyle="--")
        at = MOST, 1.15 * stopped.eigengap
        left.text(*at, "eigengap", ha="right", color=COLOURS[4], fontsize=10)
        left.plot([columns], [left_over[columns - 1]], "o", color=INK, markersize=9)
        left.set(xlabel="columns", ylabel="residual trace of 150")
        left.set_yticks([1, 10, 100], ["1", "10", "100"])
        left.minorticks_off()
        plot_partition(plane, labels, right, longer.pivots[:columns])
        moved = (labels != full).sum()
        told = f"{columns} columns, their flowers ringed; {moved} of 150 relabelled"
        right.set_title(told, color=INK_2)
        return figure, (
            f"Iris, {told}. Residual trace {left_over[columns - 1]:.1f}, eigengap "
            f"{stopped.eigengap:.1f}."
        )

    def show(columns):
        return f"{columns}" + ", the eigengap" * (columns == rank)

    counts = sorted({3, 4, 6, 8, rank, 20, 40, MOST})
    return interact(draw, columns=SelectionSlider(counts, value=4, label="columns", show=show))
