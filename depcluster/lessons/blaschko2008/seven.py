"""Beat 4: seven points, all their partitions by trace and norm, and a walk between the best."""

from __future__ import annotations

import itertools

import numpy as np
from matplotlib.figure import Figure

from ... import kernel_matrix
from ...kernels import centre
from ...labels import block_sums
from ...plotting import COLOURS, INK, INK_2, RULE_2, plot_label_kernel, plot_partition
from ...reproduction.blaschko2008.experiments import partitions, values_of_all
from ...widgets import redrawn, stops

SEED = 5  # of 40 sets the one whose two best partitions lie furthest apart in the norm
_HUES = {"trace": COLOURS[1], "norm": COLOURS[2]}


def seven_points():
    """The points, all their partitions into three, and trace and norm of each."""
    X = np.random.default_rng(SEED).standard_normal((7, 2))
    traces, norms, _ = values_of_all(kernel_matrix(X))
    return X, partitions(7, 3), traces, norms


def T_of(X, labels):
    """T = P'HKHP, each block's sum over the root of the product of the two sizes."""
    n = np.bincount(labels, minlength=3)
    return block_sums(centre(kernel_matrix(X)), labels, 3) / np.sqrt(np.outer(n, n))


def walk():
    """From the partition of the best trace to that of the best norm, a point at a step."""
    X, found, traces, norms = seven_points()
    path = _between(found[traces.argmax()], found[norms.argmax()])
    names = ["best trace", *(f"step {k}" for k in range(1, len(path) - 1)), "best norm"]

    def draw(at):
        return _draw_seven(X, traces, norms, path[at], names[at])

    return redrawn(draw, at=stops(range(len(path)), label="walk", show=names.__getitem__))


def _between(first, last):
    """Partitions on the way, the names of the last one's clusters matched to the first's."""
    orders = [np.array(p) for p in itertools.permutations(range(3))]
    last = max((p[last] for p in orders), key=lambda labels: (labels == first).sum())
    path = [first.copy()]
    for i in np.flatnonzero(first != last):
        path.append(path[-1].copy())
        path[-1][i] = last[i]
    return path


def _draw_seven(X, traces, norms, labels, name):
    T = T_of(X, labels)
    trace, norm = np.trace(T), np.linalg.norm(T)
    figure = Figure(figsize=(9, 3.3), layout="constrained")
    left, middle, right = figure.subplots(1, 3, width_ratios=[1, 0.9, 1.5])
    figure.get_layout_engine().set(wspace=0.16)
    plot_partition(X, labels, left)
    for k, x in enumerate(X):
        left.annotate(str(k), x, xytext=(7, 5), textcoords="offset points", color=INK, fontsize=9)
    left.margins(0.15)
    plot_label_kernel(T.round(2), middle)
    middle.set_xlabel(f"T: trace {trace:.3f}\nnorm {norm:.3f}", fontsize=12, color=INK)
    middle.set_title(" ", pad=12)  # room for the marks
    _all_partitions(right, traces, norms, (trace, norm))
    return figure, (
        f"Seven points in three clusters, {name}: trace {trace:.3f} and norm {norm:.3f}; beside "
        f"them all 301 partitions, of which one has the largest trace, {traces.max():.3f}, and "
        f"another the largest norm, {norms.max():.3f}."
    )


def _all_partitions(ax, traces, norms, here):
    """The upper right part of the cloud, where the best of both are, named and apart."""
    ax.plot(traces, norms, "o", color=RULE_2, ms=4)
    ax.plot(*here, "o", ms=13, mfc="none", mec=INK, mew=2)
    for name, values, text_at in (("trace", traces, (-42, -34)), ("norm", norms, (-72, 4))):
        best = traces[values.argmax()], norms[values.argmax()]
        ax.plot(*best, "o", color=_HUES[name], ms=7)
        style = {"arrowprops": {"arrowstyle": "-", "color": _HUES[name]}, "color": INK}
        ax.annotate(
            f"best {name}", best, xytext=text_at, textcoords="offset points", fontsize=9, **style
        )
    ax.set_xlim(traces.max() - 0.3 * np.ptp(traces), traces.max() + 0.04 * np.ptp(traces))
    ax.set_ylim(norms.max() - 0.3 * np.ptp(norms), norms.max() + 0.05 * np.ptp(norms))
    ax.set(xlabel="trace of T (k-means)", ylabel="norm of T (with Y*)")
    ax.set_title("the best of all 301 partitions", fontsize=9, color=INK_2)
    ax.spines[["top", "right"]].set_visible(False)
