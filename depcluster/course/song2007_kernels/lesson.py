"""Pictures and set-ups of the notebook on the kernels of Song 2007."""

from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.figure import Figure
from sklearn.datasets import load_iris, make_circles
from sklearn.metrics import adjusted_rand_score
from sklearn.preprocessing import StandardScaler
from sklearn.utils import check_random_state

from ...datasets import make_collinear, make_rings, make_xor
from ...kernels import Dense, Factor, incomplete_cholesky, kernel_matrix, median_rule
from ...labels.symmetries import align_labels
from ...papers.song2007 import cluhsic_objective, perturbation_bound, stability_curve
from ...plotting import COLOURS, INK, INK_2, RULE_2, as_plane, plot_eigenvectors, plot_partition
from ...plotting.style import styled
from ...reproduction.song2007.experiments import TOYS, cluster, rbf
from ...reproduction.song2007.experiments import spectrum as eigenvectors_of
from ...reproduction.song2007.experiments import true_value as true_J
from ...search import Problem, climb, kmeans_plus_plus, spectral_labels
from ...widgets import Dropdown, SelectionSlider, interactive_figure

# Section 1: three toys under four kernels, and what their eigenvectors are made of.

KERNELS = ("linear", "rbf", "graph", "poly")


def kernels_of(X):
    """The kernels of section 4 of the paper, as parameters of `kernel_matrix`."""
    return {
        "linear": {"kernel": "linear"},
        "rbf": {"gamma": 2 * median_rule(X)},
        "graph": {"kernel": "graph"},
        "poly": {"kernel": "poly", "gamma": 1},
    }


def matrix_of(X, kernel):
    return kernel_matrix(X, **kernels_of(X)[kernel])


def in_rows(X, y):
    """The order of the samples class by class, in each from left to right or around the middle."""
    around = np.arctan2(X[:, 1], X[:, 0]) % (2 * np.pi)
    return np.lexsort([X[:, 0] if y.max() > 1 else around, y])


def parts(v, y):
    """Shares of a centred unit vector, class by class: step, wave and grass, which add up to 1."""
    step = wave = 0
    for j in np.unique(y):
        power = np.abs(np.fft.rfft(v[y == j])) ** 2 / np.sum(y == j)
        step, wave = step + power[0], wave + 2 * power[1:4].sum()
    return step, wave, 1 - step - wave


@cache
def _vectors(toy, kernel, seed):
    """Three eigenvalues, their eigenvectors row by row, and the classes of the rows."""
    X, y = TOYS[toy](seed)
    values, V = eigenvectors_of(matrix_of(X, kernel), 3)
    order = in_rows(X, y)
    return values, V[order], y[order]


@cache
def _found(toy, kernel, seed):
    """Clusters found, named as the classes they resemble."""
    X, y = TOYS[toy](seed)
    c = y.max() + 1
    return align_labels(cluster(matrix_of(X, kernel), c).labels, y, np.eye(c))


def shares_of(toy, kernel, seed=0):
    """Shares of step, wave and grass in three eigenvectors."""
    _, V, classes = _vectors(toy, kernel, seed)
    return [parts(v, classes) for v in V.T]


def ari_of(toy, kernel, seed=0):
    """How well the clusters found agree with the classes."""
    return abs(adjusted_rand_score(TOYS[toy](seed)[1], _found(toy, kernel, seed)))


def shapes():
    """A toy, the clusters that a kernel finds in it, and three eigenvectors with their names."""

    @styled()
    def draw(toy, kernel):
        X, y = TOYS[toy]()
        values, V, classes = _vectors(toy, kernel, 0)
        ari, c = ari_of(toy, kernel), y.max() + 1
        figure = Figure(figsize=(9, 3.5))
        left, right = figure.subplots(1, 2, width_ratios=[2, 3])
        plot_partition(X, _found(toy, kernel, 0), left)
        left.set_title(f"clusters found: ARI {ari:.2f}", fontsize=11)
        plot_eigenvectors(V, values, classes, right, by_value=False)
        told = []
        for k, shares in enumerate(shares_of(toy, kernel)):
            at = int(np.argmax(shares))
            name = f"{('step', 'wave', 'grass')[at]} {shares[at]:.2f}"
            told.append(f"v{k + 1} {name}")
            counts = k < c - 1
            right.text(1.02 * len(y), 1.72 - k, name, color=INK if counts else INK_2, fontsize=11)
            if not counts:
                right.text(1.02 * len(y), 1.54 - k, "does not count", color=INK_2, fontsize=9)
        right.axhline(3.5 - c, color=INK_2, linestyle="--", linewidth=1)
        right.set_title("eigenvectors, a bar per point", fontsize=11)
        words = "class by class; within a class " + (
            "from left to right" if c > 2 else "once around the middle"
        )
        below = {"ha": "center", "va": "top", "fontsize": 9, "color": INK_2}
        right.text(0.5, 0, words, transform=right.transAxes, **below)
        return figure, (
            f"{toy}, {kernel} kernel: ARI of the clusters found {ari:.2f}; {', '.join(told)}; "
            f"{c - 1} of them {'count' if c > 2 else 'counts'}."
        )

    return interactive_figure(
        draw, toy=Dropdown(list(TOYS), label="toy"), kernel=Dropdown(list(KERNELS), label="kernel")
    )


# Section 2: the best orthonormal P, rounded to a partition, then searched.

CASES = {
    "collinear, rbf": ("collinear", "rbf"),
    "collinear, linear": ("collinear", "linear"),
    "rings, graph": ("rings", "graph"),
    "xor, rbf": ("xor", "rbf"),
}
STAGES = ("relaxed", "rounded", "searched")
NAMES = ("true classes", "best partition found", "best orthonormal P")


@cache
def rungs_of(toy, kernel):
    """Top eigenvectors, labels after rounding and one search, and three values of tr(K P P')."""
    X, y = TOYS[toy]()
    K, c = matrix_of(X, kernel), y.max() + 1
    values, U = eigenvectors_of(K, c - 1)
    rounded = spectral_labels(U)
    labels = {"rounded": rounded, "searched": cluster(K, c, init=rounded).labels}
    labels = {stage: align_labels(z, y, np.eye(c)) for stage, z in labels.items()}
    return U, y, labels, (true_J(K, y), cluster(K, c).objective, values.sum())


def rungs():
    """Three values of tr(K P P'), and the points at the rows of the best P: from it to labels."""

    @styled()
    def draw(case, rows):
        U, y, labels, heights = rungs_of(*CASES[case])
        figure = Figure(figsize=(9, 2.8))
        left, right = figure.subplots(1, 2, width_ratios=[3, 4])
        _draw_heights(heights, left)
        flat = U.shape[1] == 2
        plane = U if flat else np.column_stack([U[:, 0], np.linspace(-0.1, 0.1, len(U))])
        how = rows
        if rows == "relaxed":
            right.scatter(*plane.T, s=18, color=RULE_2, linewidths=0)
            right.set_aspect("equal", adjustable="datalim")
            right.set(xticks=[], yticks=[])
            right.spines[:].set(visible=True, color=RULE_2)
        else:
            plot_partition(plane, labels[rows], right)
            how += f", ARI {abs(adjusted_rand_score(y, labels[rows])):.2f}"
        across = "v1 across, " + ("v2 upwards" if flat else "the height only parts the points")
        right.set_title(f"rows of P: {how}", fontsize=11)
        right.set_xlabel(across, fontsize=10, color=INK_2)
        told = ", ".join(f"{name} {J:.2f}" for name, J in zip(NAMES, heights, strict=True))
        return figure, f"{case}: tr(K P P') of {told}. The points at {across}, {how}."

    return interactive_figure(
        draw,
        case=Dropdown(list(CASES), label="toy and kernel"),
        rows=Dropdown(list(STAGES), label="rows of P"),
    )


def _draw_heights(heights, ax):
    top = heights[2]
    for k, height in enumerate(heights):
        ax.hlines(k, 0, height, color=RULE_2, linewidth=2)
        ax.plot([height], [k], "o", color=COLOURS[(2, 0, 4)[k]], markersize=11)
        ax.text(1.05 * top, k, f"{height:.2f}", va="center", fontsize=11)
    ax.set_yticks(range(3), NAMES)
    ax.set(xlim=(0, 1.3 * top), ylim=(-0.6, 2.6), xlabel="dependence tr(K P P')")


# Section 3: searches from many starts against J of the truth.

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
        figure = Figure(figsize=(9, 2.2))
        ax = figure.subplots()
        names = ["spectral start", *(f"best of {n} starts" for n in COUNTS[1:]), "the truth"]
        shown = [n <= starts for n in COUNTS]
        heights = [J for J, _ in found]
        bars = [J if on else 0 for J, on in zip(heights, shown, strict=True)]
        ax.barh(names, [*bars, truth], color=[COLOURS[0]] * len(bars) + [COLOURS[2]], height=0.65)
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

    return interactive_figure(
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


# Section 4: COLLINEAR shaken, and Theorem 1.

WIDTH = 0.5


@cache
def shaken(noise, seed=0):
    """Theorem 1 on the shaken points, as in the explorer for seed 0."""
    line, _ = make_collinear()
    drawn = np.random.default_rng([seed, 1]).standard_normal(line.shape)
    K, K_new = rbf(WIDTH)(line), rbf(WIDTH)(line + noise * drawn)
    before = cluster(K, 3).labels
    runs = [cluster(K_new, 3, n_init=2), cluster(K_new, 3, init=before)]
    after = max(runs, key=lambda run: run.objective).labels
    return perturbation_bound(K, K_new, before, after)


# Section 5: XOR shaken, and gamma of three kernels.

NOISES = (0.01, 0.1, 0.3)
RIVALS = ("rbf", "graph", "poly")
FLOOR, CEILING = 1e-8, 1e2  # of what is drawn of gamma


@cache
def gamma_on_xor(seed):
    """Median gamma over draws of noise on one draw of XOR, a row a kernel of `RIVALS`."""
    X, _ = make_xor(seed)
    kernels = {name: kernels_of(X)[name] for name in RIVALS}
    curve = stability_curve(X, kernels, NOISES, n_clusters=2, n_seeds=5, random_state=1)
    return curve.quantiles(0.5)


def shaking():
    """gamma against noise for three kernels on six draws of XOR."""
    for seed in range(6):
        gamma_on_xor(seed)

    @styled()
    def draw(seed):
        gamma = gamma_on_xor(seed)
        figure = Figure(figsize=(9, 3))
        left, right = figure.subplots(1, 2, width_ratios=[2, 3])
        X, y = make_xor(seed)
        plot_partition(X, y, left)
        left.set_title(f"draw {seed}, true classes", fontsize=11)
        for k, (name, row) in enumerate(zip(RIVALS, gamma, strict=True)):
            style = {"color": COLOURS[(0, 4, 2)[k]], "marker": "osD"[k], "markersize": 7}
            right.plot(NOISES, np.clip(row, FLOOR, CEILING), label=name, clip_on=False, **style)
        right.set(xscale="log", yscale="log", ylim=(FLOOR, CEILING))
        right.set_xticks(NOISES, [f"{noise:g}" for noise in NOISES])
        right.set_yticks([FLOOR, 1e-4, 1, CEILING], ["0", "0.0001", "1", "infinite"])
        right.minorticks_off()
        right.set(xlabel="noise (standard deviation)", ylabel="\u03b3, median of five shakes")
        right.legend(frameon=False, ncols=3, loc="lower right", bbox_to_anchor=(1, 1))
        lowest = [RIVALS[k] for k in gamma.argmin(axis=0)]
        told = ", ".join(f"{name} at {noise:g}" for noise, name in zip(NOISES, lowest, strict=True))
        return figure, f"XOR, draw {seed}: gamma against noise; the lowest is {told}."

    return interactive_figure(draw, seed=SelectionSlider(range(6), label="draw of xor"))


# Section 6: iris through an incomplete Cholesky factor.

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
        figure = Figure(figsize=(9, 2.9))
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
    return interactive_figure(
        draw, columns=SelectionSlider(counts, value=4, label="columns", show=show)
    )
