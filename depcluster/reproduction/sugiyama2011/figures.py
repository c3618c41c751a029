"""Figures 4 to 8, Tables 1 and 2; Figures 1 to 3 are pseudo-code, Table 3 is notation."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from sklearn.metrics import adjusted_rand_score

from ..._validation import SEED, one_of, whole
from ...metrics import relabelled
from ...plotting import (
    ACCENT,
    COLOURS,
    INK,
    INK_2,
    MARKS,
    RULE,
    RULE_2,
    plot_posterior,
    plot_selection,
    plot_with_hollow,
)
from ..compare import effect
from ..figure import figure, table
from ..tables import Table
from . import experiments as ex
from .experiments import KERNEL_NAMES, KERNELS, OURS, SETS, TOYS, WEIGHTS, real, toy

_OF_KERNEL = one_of(*KERNELS)
_BLANK = "none"  # the ground of the page
_PANELS = [f"({mark}) {name}" for mark, name in zip("abcd", TOYS, strict=True)]


def _titled(ax, panel, method, name, found):
    """The panel's name, our ARI and the paper's; the same as text."""
    value = f"{found + 0.0:.2f} [{ex.REPORTED_TOYS[method][name]:g}]"
    ax.set_title(f"{panel}\nARI {value}", fontsize=10, color=INK)
    return f"{name} {value}"


@figure("Fig. 4", ex.DRAWN, kernel=_OF_KERNEL, random_state=SEED)
def figure_4(kernel="printed", random_state=0):
    """SMIC on the four toys at the t that LSMI takes, and LSMI of each t.

    Hollow: samples that no eigenvector gives a score, and candidates that leave some.
    Source: section 4.1. The paper shows one draw and does not mention undecided samples.

    Parameters
    ----------
    kernel : {"printed", "sym"}
        The kernel (7) as printed, or D^-1/2 K D^-1/2.
    random_state : int
        Of the draw, and of LSMI's centres and folds.
    """
    picture, told = Figure(figsize=(9, 4.4), layout="constrained"), []
    axes = picture.subplots(2, 4, height_ratios=[1, 0.75])
    for (top, low), panel, name in zip(axes.T, _PANELS, TOYS, strict=True):
        X, y, c = toy(name, random_state)
        found, t = ex.toy_path(name, kernel, random_state)
        model = ex.toy_model(name, kernel, random_state, t)
        plot_with_hollow(X, relabelled(y, model.labels_, np.eye(c)), ex.undecided(model, X), top)
        told.append(_titled(top, panel, "SMIC", name, found["ari"][t - 1]))
        hollow = {"chosen": t, "bound": (c - 1) / 2, "undecided": found["undecided"]}
        plot_selection(ex.CANDIDATES, found["lsmi"], low, **hollow)
        low.set(xlabel="t", xticks=[1, 4, 7, 10], ylabel="LSMI")
    axes[0, 0].set_ylabel("undecided: hollow")
    axes[1, 0].set_ylabel("LSMI; dashed:\nbound (c − 1)/2")
    return picture, (
        f"SMIC with {KERNEL_NAMES[kernel]} on the four toys, and LSMI of each t with the choice "
        f"ringed. ARI, the paper's in brackets: {', '.join(told)}."
    )


@figure("Fig. 5", ex.DRAWN, weight=one_of(None, *WEIGHTS), random_state=SEED)
def figure_5(weight=None, random_state=0):
    """MIC on the four toys at the t that MLMI takes, and MLMI of each t by the weight.

    Hollow: samples in the wrong cluster.
    Source: section 4.1. The start is self-tuning spectral clustering, as in the paper.

    Parameters
    ----------
    weight : {None, 0.01, 0.1, 1, 6, 10}
        Of the regulariser, which the paper does not name. MLMI takes it too if None.
    random_state : int
        Of the draw, of the start and of MLMI's centres and folds.
    """
    picture, told = Figure(figsize=(9, 4.7), layout="constrained"), []
    axes = picture.subplots(2, 4, height_ratios=[1, 0.85])
    for (top, low), panel, name in zip(axes.T, _PANELS, TOYS, strict=True):
        X, y, c = toy(name, random_state)
        mlmi, own, t = _by_mlmi(name, random_state, weight)
        found = ex.toy_mic(name, random_state, own, t)[1].labels
        labels = relabelled(y, found, np.eye(c))
        plot_with_hollow(X, labels, labels != y, top)
        told.append(_titled(top, panel, "MIC", name, adjusted_rand_score(y, found)))
        for tone, values in enumerate(mlmi):
            style = {"color": COLOURS[tone], "marker": MARKS[tone], "markersize": 5, "linewidth": 1}
            low.plot(ex.CANDIDATES, values, **style)
        ring = {"mfc": "none", "mec": ACCENT, "mew": 2, "markersize": 11, "zorder": 4}
        low.plot(t, mlmi[WEIGHTS.index(own), t - 1], "o", **ring)
        low.axhline(np.log(c), color=INK_2, linestyle="--", linewidth=0.8)
        low.set(xlabel="t", xticks=[1, 4, 7, 10], ylabel="MLMI")
        low.set_title(f"weight {own:g}, t = {t}", fontsize=9, color=INK)
        low.spines[["top", "right"]].set_visible(False)
    axes[0, 0].set_ylabel("errors: hollow")
    axes[1, 0].set_ylabel("MLMI; dashed:\nbound log c")
    handles = [
        Line2D([], [], color=COLOURS[k], marker=MARKS[k], label=f"{w:g}")
        for k, w in enumerate(WEIGHTS)
    ]
    title = "weight of MIC's regulariser; ringed: what is shown above"
    _key(picture, handles, title)
    return picture, (
        "MIC on the four toys, errors hollow, and MLMI of each t by the weight, with the choice "
        f"ringed. ARI, the paper's in brackets: {', '.join(told)}."
    )


def _by_mlmi(name, seed, weight=None):
    """MLMI by weight and t, (5, 10), and the weight, if it is not given, and the t it takes."""
    mlmi = ex.toy_mlmi(name, seed)
    k = ex.first_best(mlmi.max(axis=1)) if weight is None else WEIGHTS.index(weight)
    return mlmi, WEIGHTS[k], ex.CANDIDATES[ex.first_best(mlmi[k])]


@figure("Fig. 6", ex.DRAWN, random_state=SEED)
def figure_6(random_state=0):
    """Class posteriors of SMIC on the plane of the four toys, with both kernels.

    The deeper the colour, the surer; hatched where no class has a score.
    Source: section 4.1; the paper has the first row. At the t that LSMI takes; for the first
    hundred draws that is recorded.

    Parameters
    ----------
    random_state : int
        Of the draw, and of LSMI's centres and folds.
    """
    picture, told = Figure(figsize=(9, 5.3), layout="constrained"), []
    for axes, kernel in zip(picture.subplots(2, 4), KERNELS, strict=True):
        shares = []
        for ax, panel, name in zip(axes, _PANELS, TOYS, strict=True):
            X, y, c = toy(name, random_state)
            t = ex.toy_t(name, kernel, random_state)
            model = ex.toy_model(name, kernel, random_state, t)
            across, up, grid = _plane(X)
            order, reached = _as_truth(y, model.labels_, c), ~ex.undecided(model, grid)
            if not reached.all():
                blank = {"levels": [0.5, 1.5], "colors": [_BLANK], "hatches": ["///"]}
                drawn = ax.contourf(across, up, (~reached).reshape(len(up), -1), **blank)
                drawn.set(edgecolor=RULE_2, linewidth=0)
            plot_posterior(model.predict_proba(grid)[:, order], across, up, ax, reached)
            _samples(ax, X, y, across, up, f"{panel}\nt = {t}")
            sure = (model.predict_proba(X).max(axis=1) > 0.95) & ~ex.undecided(model, X)
            shares.append(f"{name} {100 * sure.mean():.0f} %")
        axes[0].set_ylabel(KERNEL_NAMES[kernel], fontsize=9)
        told.append(f"{KERNEL_NAMES[kernel]}: {', '.join(shares)}")
    nothing = Patch(facecolor=_BLANK, edgecolor=RULE_2, hatch="///", label="no class has a score")
    _key(picture, [*_depths(), nothing])
    return picture, (
        "Posteriors of SMIC as filled contours. Samples with a posterior above 0.95, "
        f"{'; '.join(told)}."
    )


@figure("Fig. 7", ex.DRAWN, weight=one_of(*WEIGHTS), t=whole(1, 10), random_state=SEED)
def figure_7(weight=0.01, t=7, random_state=0):
    """Class posteriors of MIC on the plane of the four toys.

    The deeper the colour, the surer.
    Source: section 4.1; the paper has one row.

    Parameters
    ----------
    weight : {0.01, 0.1, 1, 6, 10}
    t : int
        From 1 to 10. Both are of the second row; in the first MLMI takes them.
    random_state : int
        Of the draw, of the start and of MLMI's centres and folds.
    """
    picture, told = Figure(figsize=(9, 5.3), layout="constrained"), []
    for axes, by_mlmi in zip(picture.subplots(2, 4), (True, False), strict=True):
        shares = []
        for ax, panel, name in zip(axes, _PANELS, TOYS, strict=True):
            X, y, c = toy(name, random_state)
            own = _by_mlmi(name, random_state)[1:] if by_mlmi else (weight, t)
            kernel, found = ex.toy_mic(name, random_state, *own)
            across, up, grid = _plane(X)
            P = ex.posterior(kernel, found, grid)[:, _as_truth(y, found.labels, c)]
            plot_posterior(P, across, up, ax)
            head = f"{panel}\n" * by_mlmi
            _samples(ax, X, y, across, up, f"{head}weight {own[0]:g}, t = {own[1]}")
            sure = (ex.posterior(kernel, found).max(axis=1) > 0.95).mean()
            shares.append(f"{name} {100 * sure:.0f} %")
        axes[0].set_ylabel("chosen by MLMI" if by_mlmi else "given", fontsize=9)
        told.append(f"{'chosen by MLMI' if by_mlmi else 'given'}: {', '.join(shares)}")
    _key(picture, _depths())
    return picture, (
        "Posteriors of MIC as filled contours. Samples with a posterior above 0.95, weight and t "
        f"{'; '.join(told)}."
    )


def _plane(X, steps=90):
    low, high = X.min(axis=0) - 0.25, X.max(axis=0) + 0.25
    across, up = (np.linspace(low[k], high[k], steps) for k in (0, 1))
    return across, up, np.stack(np.meshgrid(across, up), axis=-1).reshape(-1, 2)


def _as_truth(y, labels, c):
    """Columns in the order of the classes they stand for."""
    swapped, order = relabelled(y, labels, np.eye(c)), np.full(c, -1)
    order[swapped] = labels
    order[order < 0] = np.setdiff1d(np.arange(c), order)
    return order


def _samples(ax, X, y, across, up, title):
    """Samples with the marks of their classes."""
    for k in np.unique(y):
        ax.plot(*X[y == k].T, MARKS[k], color=INK, markersize=1.8, markeredgewidth=0)
    ax.set(xlim=across[[0, -1]], ylim=up[[0, -1]], aspect="equal", xticks=[], yticks=[])
    ax.spines[:].set_color(RULE)
    ax.set_title(title, fontsize=10, color=INK)


def _depths():
    """Keys of the depths of a class's colour, as `plot_posterior` has them."""
    return [
        Patch(facecolor=COLOURS[0], alpha=alpha, label=label)
        for alpha, label in ((0.15, "up to 0.5"), (0.4, "0.7 to 0.8"), (0.62, "above 0.95"))
    ]


def _key(picture, handles, title="posterior of the most probable class"):
    style = {"loc": "outside upper center", "ncols": 5, "frameon": False, "fontsize": 9}
    picture.legend(handles=handles, title=title, **style)


@figure("Fig. 8", ex.DRAWN, kernel=one_of("both", *KERNELS))
def figure_8(kernel="both"):
    """ARI of SMIC by the share of the first class, told equal shares and told the true ones.

    Mean and standard deviation over the recorded draws; bars end at 1, the largest ARI there is.
    Source: section 4.2; 100 draws there. Where all classes are equally large the two are one.

    Parameters
    ----------
    kernel : {"both", "printed", "sym"}
    """
    shown, told, ends = [kernel] if kernel in KERNELS else list(KERNELS), [], [0.0]
    picture = Figure(figsize=(9, 3.2), layout="constrained")
    axes = picture.subplots(1, 4, sharey=True)
    for ax, panel, name in zip(axes, _PANELS, TOYS, strict=True):
        shares = [*ex.SHARES[name], 1 / TOYS[name][1]]
        for one in shown:
            tone, means = list(KERNELS).index(one), []
            for way, style, shift in (("equal", "-", -0.06), ("true", "--", 0.06)):
                runs = ex.FIG_8(set=name, method=one, metric=f"told {way}").T
                runs = np.array([*runs, ex.toy_choice(name, one)[0][: runs.shape[1]]])
                at = np.array(shares) + shift * (shares[1] - shares[0])
                bars = {"capsize": 2, "linewidth": 1.4, "markersize": 5, "linestyle": style}
                bars |= {"marker": MARKS[tone], "color": COLOURS[tone]}
                mean, spread = runs.mean(axis=1), runs.std(axis=1, ddof=1)
                ax.errorbar(at, mean, (spread, np.minimum(spread, 1 - mean)), **bars)
                ends += [*(mean - spread)]
                means.append(mean)
            told.append(f"{name} {one} {np.abs(np.subtract(*means)).max():.2f}")
        ax.set(xlabel="share of class 1", xticks=shares)
        ax.set_title(f"{panel}\n{runs.shape[1]} draws", fontsize=10, color=INK)
        ax.tick_params(labelsize=9)
        ax.spines[["top", "right"]].set_visible(False)
    axes[0].set(ylabel="ARI", ylim=(min(ends) - 0.05, 1.05))
    of = {"color": INK, "linewidth": 1.4}
    handles = [Line2D([], [], linestyle="-", label="told equal shares", **of)]
    handles += [Line2D([], [], linestyle="--", label="told the true shares", **of)]
    for one in shown:
        tone = list(KERNELS).index(one)
        style = {"linestyle": "", "marker": MARKS[tone], "color": COLOURS[tone]}
        handles.append(Line2D([], [], label=KERNEL_NAMES[one], **style))
    _key(picture, handles, "")
    return picture, (
        "ARI against the share of the first class, told equal and told the true shares. Largest "
        f"difference of the means: {', '.join(told)}."
    )


_COLUMNS = (
    "set",
    *(m.replace("printed", "(7)") for m in ex.METHODS),
    "SMIC (7) over the best rival",
)
_NOTE = (
    "Mean (standard deviation) of ARI over the draws, and below it the paper's, over 100. The last "
    "column is the mean difference over the same draws, with its 95 % interval, to the rival that "
    f"is named, the one of the largest mean. MIC: {ex.FROM_SC.sentence} The paper does not name "
    "the weight; in square brackets the lowest and the highest mean of "
    f"{', '.join(f'{w:g}' for w in WEIGHTS)}."
)


@table("Table 1", "two sets are analogues", name=one_of("all", *SETS))
def table_1(name="all"):
    """ARI and CPU seconds of six methods on six real sets, beside the paper's.

    Source: section 4.3. Accelerometry and speech are other recordings of the same kind. "sym" is
    not in the paper. The last two rows are other readings of what it says of documents and words.

    Parameters
    ----------
    name : {"all", "digit", "face", "document", "word", "accelerometry", "speech"}
    """
    rows = []
    for key in [*SETS, *ex.VARIANTS] if name == "all" else [name]:
        rows.append(_ari_row(key))
        rows.append((f"{key}, seconds", *(_seconds(key, m) for m in ex.METHODS), ""))
    ways = " ".join(f"{of.name}: {of.sentence}" for of in ex.TABLE_1.protocols)
    note = (
        f"{_NOTE} {ways} Seconds are of one thread's CPU; of MIC, at its quickest weight, and SMIC "
        "at the chosen t, and in square brackets with the choice."
    )
    return Table(_caption(ex.TABLE_1), _COLUMNS, rows, note)


@table("Table 2", "accelerometry is an analogue", name=one_of("all", *SETS[:1], *SETS[2:5]))
def table_2(name="all"):
    """ARI of six methods on real sets whose first class is m times as large as the others.

    Source: section 4.3. The paper keeps n; the accelerometry analogue has too few samples of its
    first class for that, and its n shrinks with m. SMIC is told equal shares.

    Parameters
    ----------
    name : {"all", "digit", "document", "word", "accelerometry"}
    """
    rows = []
    for of in SETS if name == "all" else [name]:
        larger = [key for key in ex.LARGER if key.startswith(f"{of} ")]
        rows += [_ari_row(key) for key in (of, *larger) if larger]
    return Table(_caption(ex.TABLE_2), _COLUMNS, rows, _NOTE)


def _caption(study):
    dates = {of.recorded.split(",")[0] for of in (study, ex.MIC_STUDY)}
    return f"ARI of {study.seeds} draws. Recorded {' and '.join(sorted(dates))}."


def _ari_row(key):
    cells, rival = [], ex.best_rival(key)
    for method in ex.METHODS:
        reported = ex.REPORTED.get(key, {}).get(method.split()[0])
        found = real(key, method)
        ours = f"{found.mean() + 0.0:.2f} ({found.std(ddof=1):.2f})"
        if method == "MIC":
            means = ex.MIC_STUDY(set=key, method="MIC", metric="ari").mean(axis=0) + 0.0
            ours += f" [{means.min():.2f} to {means.max():.2f}]"
        beside = reported and method != "SMIC sym"
        cells.append((ours, f"{reported[0]:.2f} ({reported[1]:.2f})") if beside else ours)
    n, kind = len(real(key, "MIC")), " (analogue)" * key.startswith(ex.ANALOGUES)
    few = f", MIC {n} draws" * (n < len(real(key, OURS)))
    lead = effect(*ex.paired(key, OURS, rival)).text()
    return f"{key}{kind}, n = {ex.size(key)}{few}", *cells, f"{rival} {lead}"


def _seconds(key, method):
    """As "0.3 [115.3]" where the kernel parameter is chosen, and the paper's in the same form."""
    ours = f"{real(key, method, 'seconds').mean():.2f}"
    if "MIC" in method:
        ours = f"{real(key, method, 'seconds at t').mean():.2f} [{ours}]"
    reported = ex.REPORTED_SECONDS.get(key, {}).get(method.split()[0])
    if reported is None or method == "SMIC sym":
        return ours
    pair = isinstance(reported, tuple)
    return ours, f"{reported[0]:.1f} [{reported[1]:.1f}]" if pair else f"{reported:.1f}"
