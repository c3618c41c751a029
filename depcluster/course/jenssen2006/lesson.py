"""Pictures and set-ups of the notebook on Jenssen 2006."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Circle
from scipy.linalg import eigvalsh
from scipy.spatial.distance import cdist
from scipy.stats import norm

from ...datasets import add_outliers, make_crescents
from ...labels import label_by_nearest
from ...papers.jenssen2006 import (
    angle_clustering,
    angle_steps,
    axis_means,
    cauchy_schwarz_divergence,
    is_outlier,
    laplacian_weights,
    leading_pairs,
    mean_cosine,
    weighted_kernel,
    window_kernel,
)
from ...plotting import (
    COLOURS,
    INK,
    INK_2,
    RULE,
    RULE_2,
    colour,
    plot_mean_vectors,
    plot_partition,
    plot_with_hollow,
)
from ...plotting.style import styled
from ...reproduction.jenssen2006.experiments import error, names
from ...widgets import Dropdown, SelectionSlider, interactive_figure

# Two samples and the angle of their mean vectors; the passes of clustering by angle.

WINDOWS = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0)
N = 400
HALVES = np.repeat([0, 1], N)


def degrees(cosine):
    """The angle that belongs to a cosine."""
    return float(np.degrees(np.arccos(np.clip(cosine, -1, 1))))


def two_samples(seed=0):
    """400 points of a unit bell at 0, then 400 of one at 2, shape (800, 1)."""
    rng = np.random.default_rng(seed)
    return np.concatenate([rng.standard_normal(N), 2 + rng.standard_normal(N)])[:, None]


def samples(sigma=0.1):
    """Two samples, their Parzen curves, and their mean vectors, at a width that one chooses."""
    X = two_samples()
    cosines = {
        s: np.exp(-cauchy_schwarz_divergence(window_kernel(X, sigma=s), HALVES, 2)) for s in WINDOWS
    }

    @styled()
    def draw(sigma):
        figure = Figure(figsize=(9, 2.4))
        left, right = figure.subplots(1, 2, width_ratios=[3, 1.3])
        _draw_parzen(left, X, sigma)
        _draw_arrows(right, cosines[sigma])
        return figure, (
            f"Parzen curves of two samples of 400 at distance 2 with window width {sigma:g}, and "
            f"their mean vectors at {degrees(cosines[sigma]):.1f} degrees, cosine "
            f"{cosines[sigma]:.3f}; of the densities 0.368."
        )

    return interactive_figure(
        draw, sigma=SelectionSlider(WINDOWS, value=sigma, label="width σ of the window")
    )


def _draw_parzen(ax, X, sigma):
    grid = np.linspace(-4, 6.5, 400)
    for k in (0, 1):
        own = X[HALVES == k]
        parzen = norm.pdf(grid, own, sigma).mean(axis=0)
        ax.fill_between(grid, parzen, color=colour(k), alpha=0.15, lw=0)
        ax.plot(grid, parzen, color=colour(k), lw=2, ls=("-", "--")[k])
        ax.plot(grid, norm.pdf(grid, 2 * k), color=RULE_2, lw=1, ls=":")
        ax.plot(own, np.full(N, -0.02 - 0.025 * k), "|", color=colour(k), ms=5, alpha=0.4)
    ax.set(xlim=(-4, 6.5), ylim=(-0.06, 0.62), yticks=[], xlabel="x")
    ax.spines["left"].set_visible(False)
    ax.set_title("dotted: the densities; lines: Parzen estimates", color=INK_2)


def _draw_arrows(ax, cosine):
    turn = np.arccos(cosine)
    arc = np.linspace(0, turn, 40)
    ax.plot(0.35 * np.cos(arc), 0.35 * np.sin(arc), color=INK, lw=1)
    for k, t in enumerate((0, turn)):
        style = {"arrowstyle": "-|>", "shrinkA": 0, "shrinkB": 0, "lw": 2.5, "color": colour(k)}
        ax.annotate("", (np.cos(t), np.sin(t)), (0, 0), arrowprops=style, fontsize=10)
    middle = 0.5 * np.array([np.cos(turn / 2), np.sin(turn / 2)])
    ax.text(*middle, f"{np.degrees(turn):.1f}°", ha="center", va="center", fontsize=10)
    ax.set(xlim=(-0.1, 1.1), ylim=(-0.1, 1.1), aspect="equal", xticks=[], yticks=[])
    ax.spines[:].set(visible=True, color=RULE)
    ax.set_title(f"cosine of the mean vectors {cosine:.3f}")


def passes(sigma=0.4):
    """The passes of the algorithm on the crescents with u = 1/f."""
    X, y = make_crescents()
    K = window_kernel(X, sigma=sigma)
    values, V = leading_pairs(weighted_kernel(K, laplacian_weights(X, K)), 2)
    Phi = np.sqrt(values) * V  # (12)
    run = _run(y, Phi, axis_means(Phi))

    @styled()
    def draw(step):
        labels, means = run[min(step, len(run) - 1)]
        wrong, S = error(y, labels), mean_cosine(means)
        figure = Figure(figsize=(9, 2.9))
        left, right = figure.subplots(1, 2, width_ratios=[3, 2])
        plot_partition(X, labels, left)
        left.set_title(f"error {wrong:.3f}")
        longest = means / np.linalg.norm(means, axis=1)[:, None] * np.abs(Phi).max()
        plot_mean_vectors(Phi, longest, labels, right)
        name = f"pass {step}" if step else "start: unit axes"
        right.set_title(f"{name}, {f'cost (11) {S:.4f}' if step else 'no means yet'}")
        told = f"mean vectors at {degrees(S):.2f} degrees" if step else "no means yet"
        return figure, f"Crescents and their embedding, {name}: {told}, error {wrong:.3f}."

    return interactive_figure(draw, step=SelectionSlider((0, 1, 2, 3), value=0, label="pass"))


def _run(y, Phi, means):
    """Labels and mean vectors, at the start and after each pass, named as they are at the end."""
    unit = Phi / np.linalg.norm(Phi, axis=1)[:, None]
    first = (unit @ (means / np.linalg.norm(means, axis=1)[:, None]).T).argmax(axis=1)
    run = [(first, means), *((s.labels, s.means) for s in angle_steps(Phi, means))]
    called = names(y, run[-1][0])
    return [(called[labels], of[called.argsort()]) for labels, of in run]


# Eigenvalues that tie, and what two of the tied vectors make of the points.

BASES = {"fixed": 0} | {f"rotation {k}": k for k in range(1, 9)}
TIE = 1e-9
AT = 0.13
SWEEP = (0.08, 0.1, 0.12, AT, 0.15, 0.17, 0.2, 0.22, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7)


def tied(X, sigma):
    """Vectors of the eigenvalues that tie with the second, as the library fixes them, (m, n).

    The two leading vectors where nothing ties with the second.
    """
    K = window_kernel(X, sigma=sigma)
    K_u = weighted_kernel(K, laplacian_weights(X, K))
    values = eigvalsh(K_u)[::-1] / len(X)
    n = int((values > values[1] - TIE).sum())
    return leading_pairs(K_u, n)[1]


def clustered_from(X, V, basis):
    """Labels by the first two of the tied vectors in a random basis of that seed.

    With 0 they stand as they are. A point at the origin gets the label of the nearest other.
    """
    n = V.shape[1]
    turn = np.linalg.qr(np.random.default_rng(basis).standard_normal((n, n)))[0]
    Phi = (V @ turn if basis else V)[:, :2]
    decided = Phi.any(axis=1)
    labels = np.zeros(len(Phi), dtype=int)
    *_, last = angle_steps(Phi[decided], axis_means(Phi))
    labels[decided] = last.labels
    label_by_nearest(X, labels, ~decided)
    return labels


def holes(X, y):
    """Whether the cut goes through a tie at each width of the sweep, and the error by basis."""
    spaces = [tied(X, sigma) for sigma in SWEEP]
    ties = np.array([V.shape[1] > 2 for V in spaces])
    errors = [
        [error(y, clustered_from(X, V, k if ties[i] else 0)) for k in BASES.values()]
        for i, V in enumerate(spaces)
    ]
    return ties, np.array(errors)


def bases():
    """The sparse crescents in nine bases of one eigenspace, and the error over the width."""
    X, y = make_crescents((209, 21), random_state=1)
    ties, errors = holes(X, y)
    found = [clustered_from(X, tied(X, AT), basis) for basis in BASES.values()]

    @styled()
    def draw(basis):
        labels = names(y, found[basis])[found[basis]]
        wrong = error(y, labels)
        name = next(name for name, k in BASES.items() if k == basis)
        figure = Figure(figsize=(9, 2.8))
        left, right = figure.subplots(1, 2, width_ratios=[1, 1.1])
        plot_partition(X, labels, left)
        left.set_title(f"σ {AT:g}, {name}: error {wrong:.3f}")
        _draw_holes(right, ties, errors, wrong)
        return figure, (
            f"Sparse crescents at width {AT:g}, {name}: error {wrong:.3f}. Beside them the error "
            f"over the width: up to {np.array(SWEEP)[ties].max():g} the cut goes through a tie, "
            f"and the nine bases give from {errors[ties].min():.3f} to {errors[ties].max():.3f}; "
            f"at every wider window {errors[~ties].max():.3f}."
        )

    return interactive_figure(draw, basis=Dropdown(BASES, label="basis"))


def _draw_holes(ax, ties, errors, wrong):
    widths = np.array(SWEEP)
    ends = errors[ties].min(axis=1), errors[ties].max(axis=1)
    ax.vlines(widths[ties], *ends, color=RULE_2, lw=4, alpha=0.5, label="all nine bases")
    ax.plot(widths, errors[:, 0], color=INK, lw=1.2, zorder=1)
    for own, face, label in ((ties, "white", "fixed, in a tie"), (~ties, INK, "fixed, no tie")):
        ax.plot(widths[own], errors[own, 0], "o", color=INK, mfc=face, ms=6, label=label)
    ax.plot([AT], [wrong], "D", color=COLOURS[4], ms=8, label="on the left")
    ax.set(xlabel="width σ", ylabel="error", xscale="log", ylim=(-0.02, 0.44))
    ax.set_xticks([0.1, 0.2, 0.5], ["0.1", "0.2", "0.5"])
    ax.minorticks_off()
    ax.legend(loc="upper right")


# Six far points, and the rule that silences them.

RADII = (0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.0, 1.2, 1.6)


def rule(seed=4):
    """Crescents with six far points, a circle of three widths around each, full while empty."""
    X, y = add_outliers(*make_crescents(random_state=seed), random_state=seed)
    fits = {
        (s, w): angle_clustering(X, 2, sigma=s, weighting=w).labels
        for s in RADII
        for w in ("laplacian", "outlier")
    }
    fits = {key: names(y, labels)[labels] for key, labels in fits.items()}
    lonely = {s: is_outlier(window_kernel(X, sigma=s)) for s in RADII}

    @styled()
    def draw(sigma, weighting):
        labels, alone = fits[sigma, weighting], lonely[sigma]
        wrong, n_found = error(y, labels), int(alone[y < 0].sum())
        figure = Figure(figsize=(7, 3.3))
        ax = figure.subplots()
        plot_with_hollow(X, labels, y < 0, ax)
        for centre, empty in zip(X[y < 0], alone[y < 0], strict=True):
            style = {"ec": COLOURS[4], "lw": 1.8} if empty else {"ec": RULE_2, "ls": "--"}
            ax.add_patch(Circle(centre, 3 * sigma, fc="none", **style))
        ax.set_aspect("equal", adjustable="box")
        ax.set(xlim=(-8.5, 12.5), ylim=(-8, 9.2))
        others = int(alone[y >= 0].sum())
        more = f" and {others} of the others" * bool(others)
        title = f"error {wrong:.3f};  outliers found: {n_found} of 6{more}"
        ax.set_title(title)
        return figure, (
            f"Crescents with six far points at width {sigma:g}, {weighting} weighting: error "
            f"{wrong:.3f}, {n_found} of 6 circles of radius {3 * sigma:.2g} empty."
        )

    return interactive_figure(
        draw,
        sigma=SelectionSlider(RADII, value=0.5, label="width σ"),
        weighting=Dropdown(
            {"Laplacian, 1/f": "laplacian", "outlier": "outlier"}, label="weighting"
        ),
    )


def edge(X, y):
    """The width from which the rule loses an outlier, a third of the way to its nearest point."""
    return float(np.sort(cdist(X[y < 0], X), axis=1)[:, 1].min() / 3)
