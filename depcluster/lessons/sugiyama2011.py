"""Pictures and set-ups of the notebook on Sugiyama 2011."""

from __future__ import annotations

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from scipy.stats import norm
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score

from .. import KernelKMeans
from ..datasets import make_xor
from ..experiments.sugiyama2011 import (
    CANDIDATES,
    KERNELS,
    TOYS,
    smi_of_bells,
    toy,
    toy_model,
    undecided,
)
from ..experiments.sugiyama2011 import bells as two_bells
from ..kernels import component_eigenvectors, local_scaling
from ..metrics import relabelled
from ..papers.sugiyama2011 import LsmiPlan, lsmi
from ..plotting import (
    ACCENT,
    COLOURS,
    INK,
    INK_2,
    MARKS,
    RULE,
    RULE_2,
    FigureWithAlt,
    as_plane,
    plot_painted,
    plot_partition,
    plot_with_hollow,
)
from ..plotting.palette import MATRIX_POSITIVE
from ..plotting.style import styled
from ..reproduction.sugiyama2011.experiments import (  # what was recorded
    FIG_4,
    OWN,
    REPORTED,
    REPORTED_TOYS,
    real,
    toy_choice,
)
from ..widgets import Dropdown, SelectionSlider, interact

# The four toys of section 4.1, clustered by k-means and by kernel k-means.


def ari(y, labels):
    """Adjusted Rand index, never written as -0."""
    return adjusted_rand_score(y, labels) + 0.0


def toys():
    """Four toys in the colours of a clustering, errors hollow."""
    sets = {name: toy(name) for name in TOYS}
    found = {
        "k-means": lambda X, y, c: KMeans(c, n_init=10, random_state=0).fit_predict(X),
        "kernel k-means": lambda X, y, c: KernelKMeans(c, random_state=0).fit_predict(X),
        "the truth": lambda X, y, c: y,
    }
    labels = {
        method: {
            name: relabelled(y, cluster(X, y, c), np.eye(c)) for name, (X, y, c) in sets.items()
        }
        for method, cluster in found.items()
    }

    @styled()
    def draw(method):
        figure, told = Figure(figsize=(9, 2.7)), []
        for ax, (name, (X, y, _)) in zip(figure.subplots(1, 4), sets.items(), strict=True):
            own = labels[method][name]
            plot_with_hollow(X, own, own != y, ax)
            told.append(f"{name} {abs(ari(y, own)):.2f}")
            ax.set_title(f"{name}\nARI {abs(ari(y, own)):.2f}")
        return figure, f"Four toys clustered by {method}, errors hollow. ARI: {', '.join(told)}."

    return interact(draw, method=Dropdown(list(found), label="clustered by"))


# The density ratio of two bells, and what LSMI says of five labellings.

APART = (0, 0.5, 1, 2, 3)
BOUNDS = (1.5, 1.5, 1.0, 2.0, 1.5)


def bells(apart=1):
    """Two classes, a bell each: above, the bells, below, their ratio and LSMI's estimate of it."""
    x = np.linspace(-6, 6, 241)
    found = {}
    for a in APART:
        result = lsmi(*two_bells(a, 0), random_state=0)
        found[a] = abs(result.value), result.ratio(x[:, None])[:, 1]

    @styled()
    def draw(apart):
        value, estimate = found[apart]
        figure = Figure(figsize=(9, 3.5))
        top, low = figure.subplots(2, 1, sharex=True)
        _draw_densities(top, x, apart)
        _draw_ratio(low, x, apart, estimate)
        exact = smi_of_bells(apart)
        title = f"SMI {exact:.3f} by integration, LSMI {value:.3f}"
        figure.suptitle(title, fontsize=11)
        return figure, (
            f"Two bells at plus and minus {apart:g}, and the ratio for the right one, from 0 on "
            f"the left to 2 on the right. SMI {exact:.3f}, LSMI {value:.3f} from 400 points."
        )

    return interact(draw, apart=SelectionSlider(APART, value=apart, label="bells at ±"))


def _draw_densities(ax, x, apart):
    X, y = two_bells(apart, 0)
    for k, sign in enumerate((-1, 1)):
        ax.fill_between(x, norm.pdf(x, sign * apart), color=COLOURS[k], alpha=0.35, lw=0)
        ax.plot(X[y == k, 0], np.full(200, -0.02 - 0.03 * k), "|", color=COLOURS[k], ms=5)
    both = (norm.pdf(x, apart) + norm.pdf(x, -apart)) / 2
    ax.plot(x, both, color=INK, lw=1.2)
    ax.text(6, 0.36, "line: p(x); areas: p(x | y)", ha="right", color=INK_2)
    ax.set(ylim=(-0.08, 0.45), yticks=[])


def _draw_ratio(ax, x, apart, estimate):
    own, other = norm.pdf(x, apart), norm.pdf(x, -apart)
    ax.axhline(2, color=INK_2, ls="--", lw=0.8)
    ax.text(-5.9, 2.06, "ceiling 1/π = 2", color=INK_2)
    ax.axhline(1, color=RULE_2, lw=0.8)
    ax.text(5.9, 1.06, "independence: 1", ha="right", color=INK_2)
    ax.plot(x, 2 * own / (own + other), color=RULE_2, lw=4, label="r(x, orange), as it is")
    ax.plot(x, estimate, color=COLOURS[1], label="as LSMI sees it")
    ax.set(ylim=(-0.35, 2.5), xlabel="x")
    ax.legend(loc="upper left", bbox_to_anchor=(0, 0.83))


def labellings(n_draws=6):
    """LSMI of five labellings of four blobs, an array a labelling, one number a draw."""
    marked = {}
    for seed in range(n_draws):
        X, y, _ = toy("blobs", seed)
        plan = LsmiPlan(X, random_state=seed)  # the same centres and folds for all five
        for name, z in _labellings(y, np.random.default_rng(seed)).items():
            marked.setdefault(name, []).append(plan.value(z).value)
    return {name: np.array(values) for name, values in marked.items()}


def _labellings(y, rng):
    split, some = y.copy(), y.copy()
    split[rng.choice(np.flatnonzero(y == 3), (y == 3).sum() // 2, replace=False)] = 4
    some[rng.choice(len(y), len(y) // 10, replace=False)] = rng.integers(0, 4, len(y) // 10)
    return {
        "truth": y,
        "shuffled": rng.permutation(y),
        "two merged": np.minimum(y, 2),
        "one split at random": split,
        "a tenth at random": some,
    }


@styled()
def labelling_figure(marked):
    """What `labellings` found, a row a labelling, with the bound of each."""
    figure = Figure(figsize=(9, 2.3))
    ax, told = figure.subplots(), []
    for row, ((name, values), bound) in enumerate(zip(marked.items(), BOUNDS, strict=True)):
        ax.plot([bound, bound], [row - 0.38, row + 0.38], color=INK_2, ls="--", lw=1)
        ax.plot(values, np.full(len(values), row), "o", color=COLOURS[0], alpha=0.5, ms=6)
        ax.text(2.08, row, f"{abs(values.mean()):.2f}", va="center", fontsize=10)
        told.append(f"{name} {abs(values.mean()):.3f} ± {values.std(ddof=1):.3f}")
    ax.set_yticks(range(len(marked)), marked)
    label = "LSMI, a dot a draw; dashed: the bound (c − 1)/2; right: the mean"
    ax.set(xlim=(-0.05, 2.25), ylim=(4.6, -0.6), xlabel=label)
    return FigureWithAlt(figure, f"LSMI of five labellings of four blobs: {', '.join(told)}.")


# Small graphs of two pieces, for the eigenvectors of kernels.

TRIANGLE = [[0, 0], [1, 0.9], [0, 1.8], [2.4, 0.4], [2.4, 1.6]]
PATH = [[0, 0], [1, 0.35], [2, 0], [3, 0.35], [4.4, -0.3], [4.4, 0.7]]


def triangle_and_pair(pair):
    """K of a triangle of weights 0.5 and a pair, shape (5, 5)."""
    K = np.eye(5)
    K[:3, :3] += 0.5 * (1 - np.eye(3))
    K[3:, 3:] += pair * (1 - np.eye(2))
    return K


def path_and_pair(pair):
    """K of four points in a row, linked at 0.9, and a pair, shape (6, 6)."""
    links = np.array([0.9, 0.9, 0.9, 0, pair])
    return np.eye(6) + np.diag(links, 1) + np.diag(links, -1)


# Circle and Gaussian painted with the leading eigenvectors of both kernels.

NEAR = (5, 7, 10, 12, 13, 20)


def leading(kernel, t, seed=0, k=6):
    """X, sparse K, values, V: the circle's leading eigenvectors; of each the share on the ring."""
    X, y, _ = toy("circle & Gaussian", seed)
    K = local_scaling(X, t, kernel_normalization=KERNELS[kernel]).K
    values, V, _ = component_eigenvectors(K, k)
    return X, K, values, V, (V[y == 1] ** 2).sum(axis=0)


def painted():
    """The points painted with six eigenvectors, at a t and with a kernel that one chooses."""
    found = {(kernel, t): leading(kernel, t) for kernel in KERNELS for t in NEAR}

    @styled()
    def draw(kernel, t):
        X, _, values, V, on_ring = found[kernel, t]
        figure, told = Figure(figsize=(9, 2.4)), []
        for k, ax in enumerate(figure.subplots(1, 6)):
            plot_painted(X, (np.sign(V[:, k].sum()) or 1) * V[:, k], ax)
            place = "ring" if on_ring[k] > 0.9 else "Gaussian" if on_ring[k] < 0.1 else "both"
            ink = INK if k < 2 else INK_2
            ax.set_title(f"{k + 1}.  λ = {values[k]:.2f}\n{place}", color=ink)
            color, width = (ACCENT, 2) if k < 2 else (RULE, 1)
            ax.spines[:].set(visible=True, color=color, linewidth=width)
            told.append(f"{values[k]:.2f} {place}")
        title = "framed: the two that become classes; blue above 0, orange below"
        figure.suptitle(title, fontsize=10, color=INK_2)
        return figure, f"Leading eigenvectors, kernel {kernel}, t = {t}: {', '.join(told)}."

    return interact(
        draw,
        kernel=Dropdown({"as printed": "printed", "sym": "sym"}, label="kernel"),
        t=SelectionSlider(NEAR, value=5, label="neighbours t"),
    )


# What LSMI and the estimate (8) say of each t, and what no judge of dependence can see.

JUDGES = {"LSMI": "lsmi", "the estimate (8)": "smi"}
PAIRINGS = ((0, 1), (0, 2), (0, 3))


def recorded(name, kernel="printed", count=100):
    """What was recorded of each t in the first draws of a toy, arrays of shape (count, 10)."""

    def kept(metric):
        return FIG_4(set=name, method=kernel, metric=metric)[:count]

    rules = ("lsmi", "decided", "smi")
    taken = {f"t by {rule}": kept(f"t by {rule}").astype(int) for rule in rules}
    return taken | {key: kept(key) for key in ("lsmi", "smi", "ari", "undecided")}


def chosen(name, judge="lsmi", kernel="printed", count=100):
    """ARI and t that a judge's choice has in the recorded draws of a toy: two arrays."""
    found = recorded(name, kernel, count)
    t = found[f"t by {judge}"]
    return found["ari"][np.arange(len(t)), t - 1], t


def judges(n_draws=8):
    """What a judge says of each t in eight draws of a toy, the dots shaded by ARI."""

    @styled()
    def draw(judge, name):
        key, bound = JUDGES[judge], (TOYS[name][1] - 1) / 2
        found, mean = recorded(name, count=n_draws), chosen(name, JUDGES[judge], count=8)[0].mean()
        figure = Figure(figsize=(9, 3))
        ax = figure.subplots()
        for values, right, best in zip(found[key], found["ari"], found[f"t by {key}"], strict=True):
            ax.plot(CANDIDATES, values, color=RULE_2, lw=0.8, zorder=1)
            shade = {"c": right, "cmap": MATRIX_POSITIVE, "vmin": 0, "vmax": 1}
            dots = ax.scatter(CANDIDATES, values, s=42, edgecolor=RULE_2, lw=0.6, **shade)
            ax.plot(best, values[best - 1], "o", mfc="none", mec=ACCENT, mew=2, ms=12)
        ax.axhline(bound, color=COLOURS[4], ls="--", lw=1.2)
        ax.text(10.4, bound, f"bound\n{bound:g}", color=INK_2, va="center")
        ax.set(xlabel="t", ylabel=judge, xlim=(0.5, 11.2), xticks=list(CANDIDATES))
        figure.colorbar(dots, ax=ax, label="ARI", ticks=[0, 0.5, 1])
        title = f"{name}: ARI of the ringed choices {mean:.2f} in the mean"
        ax.set_title(title)
        return figure, (
            f"{judge} of each t on {name}, {n_draws} draws; largest value {found[key].max():.2f}, "
            f"bound {bound:g}; ARI of the choices {mean:.2f} in the mean."
        )

    toys = ["blobs", "spirals", "high & low"]
    return interact(
        draw, judge=Dropdown(list(JUDGES), label="judge"), name=Dropdown(toys, label="toy")
    )


def pairings(n_draws=8):
    """LSMI of the three ways to pair XOR's heaps, the true one first, shape (n_draws, 3)."""
    corner, values = np.repeat(np.arange(4), 60), []
    for seed in range(n_draws):
        plan = LsmiPlan(make_xor(seed)[0], random_state=seed)
        values.append([plan.value(np.isin(corner, p).astype(int)).value for p in PAIRINGS])
    return np.array(values)


@styled()
def marked_pairings(values):
    """XOR of seed 0 in its three pairings with LSMI; beside it LSMI by the number of clusters."""
    X, y = make_xor(0)
    corner = np.repeat(np.arange(4), 60)
    figure = Figure(figsize=(9, 2.9))
    *axes, last = figure.subplots(1, 4, width_ratios=[1, 1, 1, 1.5])
    for ax, pair, value in zip(axes, PAIRINGS, values[0], strict=True):
        labels = np.isin(corner, pair).astype(int)
        plot_partition(X, labels, ax)
        kind = "the truth" if abs(ari(y, labels)) > 0.99 else "wrong"
        ax.set_title(f"{kind}\nLSMI {value:.3f}")
    blobs, counts = toy("blobs")[0], np.arange(2, 9)
    plan = LsmiPlan(blobs, random_state=0)
    fits = [KMeans(c, n_init=5, random_state=0).fit_predict(blobs) for c in counts]
    growing = [plan.value(labels).value for labels in fits]
    last.plot(counts, growing, "o-", color=COLOURS[0])
    last.plot(counts, (counts - 1) / 2, "--", color=INK_2, lw=1)
    last.axvline(4, color=RULE_2, lw=0.8)
    last.set(xlabel="number of clusters", ylabel="LSMI")
    last.set_title("blobs, k-means; dashed: bound", color=INK_2)
    told = ", ".join(f"{value:.2f}" for value in growing)
    return FigureWithAlt(
        figure,
        f"XOR in three pairings of its heaps: LSMI of the truth {values[0, 0]:.3f}, of the wrong "
        f"ones {values[0, 1]:.3f} and {values[0, 2]:.3f}. LSMI of k-means on four blobs by the "
        f"number of clusters from 2 to 8: {told}.",
    )


# The posterior over the plane, and that of one new point.

SHOWN = {
    "circle, sym": ("circle & Gaussian", "sym"),
    "circle, as printed": ("circle & Gaussian", "printed"),
    "high & low, sym": ("high & low", "sym"),
}
PLACES = (-1.75, -1.25, -0.75, -0.25, 0.25, 0.75, 1.25, 1.75)
STEPS = 70


def new_point(t=7):
    """The plane in the colours of the posterior, and the posterior of a point one moves."""
    maps = {name: _mapped(*key, t) for name, key in SHOWN.items()}

    @styled()
    def draw(name, x):
        X, y, model, order, picture, extent = maps[name]
        new = np.array([[x, 0.0]])
        figure = Figure(figsize=(9, 3))
        left, right = figure.subplots(1, 2)
        left.imshow(picture, extent=extent, origin="lower", interpolation="nearest")
        for k in (0, 1):
            left.plot(*X[y == k].T, MARKS[k], color=INK, ms=1.8, mew=0)
        left.plot(*new.T, "*", color=COLOURS[2], mec=INK, ms=17, mew=1.5)
        left.set(xticks=[], yticks=[], aspect="equal")
        left.spines[:].set(visible=True, color=RULE)
        P = model.predict_proba(new)[0, order] * model.transform(new).any()
        right.barh((0, 1), P, color=COLOURS[:2], height=0.6)
        for k in (0, 1):
            text = f"{P[k]:.2f}" if P.any() else "no score"
            right.text(P[k] + 0.02, k, text, va="center", fontsize=10)
        right.set_yticks((0, 1), ["class 0", "class 1"])
        right.invert_yaxis()
        right.set(xlim=(0, 1.15), xlabel="posterior of the new point (star)")
        told = ", ".join(f"{p:.2f}" for p in P) if P.any() else "none"
        right.set_title(f"{name}, t = {t}", color=INK_2)
        return figure, f"{name}: a new point at ({x:g}, 0) has the posterior {told}."

    return interact(
        draw,
        name=Dropdown(list(SHOWN), label="toy and kernel"),
        x=SelectionSlider(PLACES, value=0.75, label="new point at x ="),
    )


def _mapped(name, kernel, t):
    """Samples, classes, model, its columns as classes, and the posterior as a picture."""
    X, y, c = toy(name)
    model = toy_model(name, kernel, 0, t)
    order = np.empty(c, int)
    order[relabelled(y, model.labels_, np.eye(c))] = model.labels_
    low, high = X.min(axis=0) - 0.25, X.max(axis=0) + 0.25
    axes = (np.linspace(low[k], high[k], STEPS) for k in (0, 1))
    grid = np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 2)
    P = model.predict_proba(grid)[:, order]
    hues = np.array([to_rgb(COLOURS[k]) for k in range(c)])[P.argmax(axis=1)]
    depth = 0.7 * (P.max(axis=1) - 0.4) * ~undecided(model, grid)
    picture = np.column_stack([hues, depth]).reshape(STEPS, STEPS, 4)
    return X, y, model, order, picture, (low[0], high[0], low[1], high[1])


# Figure 4 and Table 1 of the paper side by side, with both kernels.


@styled()
def figure_and_table():
    """Mean ARI minus the paper's, of the toys of Figure 4 and the real sets of Table 1."""
    rows = [
        (name, REPORTED_TOYS["SMIC"][name], [toy_choice(name, k)[0].mean() for k in KERNELS])
        for name in TOYS
    ]
    rows += [
        (name, REPORTED[name]["SMIC"][0], [real(name, f"SMIC {k}").mean() for k in KERNELS])
        for name in OWN
    ]
    figure = Figure(figsize=(9, 3))
    ax = figure.subplots()
    ax.axvspan(-0.1, 0.1, color=RULE)
    off = np.array([np.array(ours) - paper for _, paper, ours in rows])
    for tone, label in enumerate(("(7) as printed", "sym")):
        at = np.arange(len(rows)) + 0.16 * (2 * tone - 1)
        ax.plot(off[:, tone], at, MARKS[tone], color=COLOURS[tone], ms=8, label=label)
    ax.axhline(3.5, color=INK, lw=0.8)
    ax.set_yticks(range(len(rows)), [f"{name} [{paper:g}]" for name, paper, _ in rows])
    label = "mean ARI minus the paper's (in brackets); band: within 0.1"
    ax.set(xlabel=label, ylim=(7.6, -0.6))
    ax.legend(loc="lower left", fontsize=10)
    told = [
        f"{row[0]} printed {a:+.2f}, sym {b:+.2f}" for row, (a, b) in zip(rows, off, strict=True)
    ]
    return FigureWithAlt(figure, f"Mean ARI minus the paper's. {'; '.join(told)}.")


# Both kernels on data of one's own.


@styled()
def both_kernels(X, fits):
    """Clusters and LSMI of two fitted `SMIC`, by the name of their kernel."""
    (first, one), (second, other) = fits.items()
    c = one.n_clusters
    figure = Figure(figsize=(9, 3))
    *axes, last = figure.subplots(1, 3, width_ratios=[1, 1, 1.2])
    points, caption = as_plane(X)
    for tone, (ax, (name, model)) in enumerate(zip(axes, fits.items(), strict=True)):
        labels = relabelled(one.labels_, model.labels_, np.eye(c))
        plot_with_hollow(points, labels, undecided(model, X), ax)
        ax.set_title(f"{name}, t = {model.n_neighbors_}")
        style = {"marker": MARKS[tone], "color": COLOURS[tone], "label": name}
        last.plot(model.candidates_, model.lsmi_path_, **style)
    axes[0].set_xlabel(caption, fontsize=9, color=INK_2)
    last.axhline((c - 1) / 2, color=INK_2, ls="--", lw=0.8)
    last.set(xlabel="t", ylabel="LSMI")
    last.legend(fontsize=10)
    agreed = ari(one.labels_, other.labels_)
    return FigureWithAlt(
        figure,
        f"Clusters with the kernels {first} and {second} and their LSMI against t, bound "
        f"{(c - 1) / 2:g}; the two agree with ARI {agreed:.2f}.",
    )
