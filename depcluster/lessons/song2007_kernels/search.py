"""Beat 4: searches from many starts against J of the truth."""

from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.figure import Figure
from sklearn.datasets import make_circles
from sklearn.metrics import adjusted_rand_score
from sklearn.utils import check_random_state

from ...datasets import make_rings
from ...kernels import Dense, kernel_matrix, median_rule
from ...papers.song2007 import cluhsic_objective
from ...plotting import COLOURS, INK, RULE
from ...reproduction.song2007.experiments import true_value
from ...search import Problem, climb, kmeans_plus_plus, spectral_labels
from ...widgets import choice, redrawn

COUNTS = (1, 5, 10, 20)


def true_J(K, y):
    """J of the true classes, with A = I and P."""
    return true_value(K, y)


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

    def draw(case, starts):
        found, truth = races[case]
        best, ari = found[COUNTS.index(starts)]
        figure = Figure(figsize=(9, 2.5), layout="constrained")
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
                ax.text(edge, k, told, va="center", fontsize=10, color=INK)
        ax.text(edge, len(COUNTS), f"{truth:.2f}", va="center", fontsize=10, color=INK)
        ax.invert_yaxis()
        ax.set(xlabel="J", xlim=(0, 1.25 * edge))
        ax.spines[["top", "right"]].set_visible(False)
        told = _verdict(best, truth)
        ax.set_title(told, fontsize=12, color=INK)
        return figure, (
            f"{case}, starts: {starts}. J {best:.2f}, ARI {abs(ari):.2f}; truth {truth:.2f}: "
            f"{told}."
        )

    return redrawn(
        draw,
        case=choice(list(races), label="toy and width"),
        starts=choice(list(COUNTS), label="starts"),
    )


def _verdict(best, truth):
    if best > truth * (1 + 1e-9):
        return "found more than the truth has: the objective is wrong"
    if best < truth * (1 - 1e-9):
        return "the truth scores higher: the search is not done"
    return "the truth itself was found"
