"""Pictures and set-ups of the notebook on the label kernels of Song 2007."""

from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from sklearn.metrics import adjusted_rand_score

from ...datasets import make_circle, make_nine, make_row
from ...kernels import as_gram, centre, kernel_matrix, leading_eigenvectors, median_rule
from ...labels import block_sums, chain, plain, ring, tree
from ...labels.symmetries import align_labels
from ...papers.song2007 import CLUHSIC, cluhsic
from ...plotting import INK, MATRIX, ink_on, painting, plot_label_kernel, plot_partition, scheme
from ...plotting.style import styled
from ...reproduction import song2007
from ...reproduction.song2007.experiments import ARCS as VIEW_ARCS
from ...reproduction.song2007.experiments import (
    BLENDS,
    DIRECTIONS,
    ONCE,
    OURS,
    VIEWS,
    around,
    in_blocks,
    joined,
    joins_opposite,
    picture_sets,
    teapot,
)
from ...reproduction.song2007.experiments import faces as drawn_faces
from ...reproduction.song2007.figures import draw_hung, where_people_hang
from ...search import Normalized, Problem, climb, polish, random_labels
from ...widgets import Dropdown, SelectionSlider, TurningViews, interactive_figure

# Points in the colours of their labels, and label kernels with the same colours.


def _draw_points(points, labels, colours, ax, outwards=None):
    """Points coloured by label; the labels' numbers beside them, moved by `outwards(mean)`."""
    plot_partition(points, labels, ax, colours=colours)
    if outwards is not None:
        for j in np.unique(labels):
            at = np.median(points[labels == j], axis=0)
            style = {"ha": "center", "va": "center", "fontsize": 11, "weight": "bold"}
            ax.text(*(at + outwards(at)), str(j), **style)
    ax.axis("off")


def _draw_kernel(A, colours, ax, name):
    """A small matrix with its numbers, headed by the labels' marks in their colours."""
    with painting(colours):
        plot_label_kernel(A, ax)
    for number in ax.texts:
        number.set_fontsize(max(number.get_fontsize(), 9.5))
    ax.set(xlim=(-1.4, len(A) - 0.5), ylim=(len(A) - 0.5, -1.4))  # room for the marks
    ax.set_xlabel(name, fontsize=11, color=INK)


# Sections 1 and 6: a circle cut into eight arcs.

ARCS = 8


@cache
def _fits():
    circle, _ = make_circle()
    fit = CLUHSIC(ARCS, gamma=4 * median_rule(circle), random_state=0)
    kernels = {"plain": plain(ARCS), "ring": ring(ARCS)}
    return circle, {
        name: (A, fit.set_params(label_kernel=A).fit(circle).labels_) for name, A in kernels.items()
    }


def wheels():
    """The circle and its label kernel, plain or ring, in the colours of a wheel."""
    colours = scheme("wheel", ARCS)
    circle, fits = _fits()

    @styled()
    def draw(A):
        kernel, labels = fits[A]
        figure = Figure(figsize=(9, 3.2))
        left, right = figure.subplots(1, 2, width_ratios=[1, 1.25])
        _draw_kernel(kernel, colours, left, f"A = {A}({ARCS})")
        _draw_points(circle, labels, colours, right, lambda at: 0.28 * at / np.hypot(*at))
        told = "a rainbow" if in_order(circle, labels) else "confetti"
        return figure, (
            f"The label kernel {A}({ARCS}) beside a circle of points cut into eight arcs, of "
            f"{', '.join(map(str, np.bincount(labels)))} points; the colours of the arcs, by the "
            f"wheel, are {told}."
        )

    return interactive_figure(draw, A=Dropdown(["plain", "ring"], label="label kernel"))


def in_order(points, labels):
    """Whether a walk around the origin meets all labels in order, either way round."""
    return around(points, labels, labels.max() + 1)


def n_arcs(points, labels):
    """How often the label changes on a walk around the origin."""
    walk = labels[np.argsort(np.arctan2(*points.T))]
    return int(np.sum(walk != np.roll(walk, 1)))


def names_around(points, labels):
    """The labels as a walk around the origin meets them, from 0 towards its smaller neighbour."""
    means = np.array([points[labels == j].mean(axis=0) for j in range(labels.max() + 1)])
    order = np.argsort(np.arctan2(*means.T))
    order = np.roll(order, -np.argmin(order))
    if order[1] > order[-1]:
        order = np.r_[0, order[:0:-1]]
    return " ".join(map(str, order))


# Section 2: five groups in a row.

KERNELS = {"strangers": 2 * np.eye(5), "chain": chain(5), "all ones": np.ones((5, 5))}


def stamps():
    """The block sums of five groups in a row, a label kernel, and their product."""
    row, group = make_row()
    T = block_sums(centre(kernel_matrix(row)), group, 5) / 24  # all groups have 24 points
    colours = scheme("ramp", 5)

    @styled()
    def draw(A):
        kernel = KERNELS[A]
        figure = Figure(figsize=(9, 3.7))
        top, bottom = figure.subfigures(2, 1, height_ratios=[1, 2.8])
        _draw_points(row, group, colours, top.subplots(), lambda at: np.array([0, 1.4]))
        tables = {"points: S / √(n n)": T, f"labels: A, {A}": kernel, "product": T * kernel}
        for ax, (name, table) in zip(bottom.subplots(1, 3), tables.items(), strict=True):
            _draw_kernel(np.round(table, 1) + 0.0, colours, ax, name)
        J = abs((T * kernel).sum())
        figure.suptitle(f"J, the sum of the product: {J:.1f}", fontsize=13)
        return figure, (
            f"Five groups in a row, their block sums, the label kernel {A}, and the product with "
            f"sum {J:.1f}."
        )

    return interactive_figure(draw, A=Dropdown(list(KERNELS), label="label kernel"))


# Section 5: nine groups in three families.

TREE = tree((3, 3))
SETTINGS = {"Π, × 1": (None, 1), "P, × 1": ("l2", 1), "P, × 3": ("l2", 3)}


@cache
def nine_labels(name="tree", factor=1, normalization="l2"):
    """Labels of the nine groups at a multiple of the median rule."""
    nine, _ = make_nine()
    A = {"tree": TREE, "plain": plain(9)}[name]
    options = {"normalization": normalization, "n_init": 4, "random_state": 0}
    fit = CLUHSIC(9, label_kernel=A, gamma=factor * median_rule(nine), **options)
    return fit.fit(nine).labels_


def families_in_columns(labels, group):
    """Whether labels 0-2, 3-5 and 6-8 each hold one family of true groups."""
    return in_blocks(labels, group // 3)


def cost():
    """The nine groups in the tree's colours, and true groups against labels."""
    nine, group = make_nine()
    colours = scheme("families", (3, 3))

    @styled()
    def draw(setting):
        norm, factor = SETTINGS[setting]
        labels = align_labels(nine_labels("tree", factor, norm), group, TREE)
        ari = {
            name: adjusted_rand_score(group, nine_labels(name, factor, norm))
            for name in ("tree", "plain")
        }
        figure = Figure(figsize=(9, 3.4))
        left, right = figure.subplots(1, 2, width_ratios=[1.15, 1])
        _draw_points(nine, labels, colours, left)
        _draw_table(group, labels, right)
        told = f"{setting}: ARI with the tree {ari['tree']:.2f}, with strangers {ari['plain']:.2f}"
        figure.suptitle(told)
        return figure, f"Nine groups by label, and true groups against labels. {told}."

    return interactive_figure(draw, setting=Dropdown(list(SETTINGS), label="labels and width"))


def _draw_table(group, labels, ax):
    """How many points of each true group have each label, families framed."""
    table = np.zeros((9, 9), dtype=int)
    np.add.at(table, (group, labels), 1)
    ax.imshow(table, cmap=MATRIX, vmin=-20, vmax=20)
    ax.spines[:].set_visible(True)
    for j, l in np.argwhere(table):
        ink = ink_on(MATRIX(0.5 + min(table[j, l], 20) / 40))
        ax.text(l, j, str(table[j, l]), ha="center", va="center", color=ink, fontsize=10)
    for block in range(3):
        for family in np.unique(group[labels // 3 == block] // 3):
            at = (3 * block - 0.5, 3 * family - 0.5)
            ax.add_patch(Rectangle(at, 3, 3, fill=False, edgecolor=INK, linewidth=2))
    ax.set(xlabel="label", ylabel="true group", xticks=range(9), yticks=range(9))


# Section 6: forty searches from random starts.

STARTS = 40
WAYS = ("search only", "search + order matching")


@cache
def endings():
    """Labels and J of forty searches, without and with order matching."""
    circle, _ = make_circle()
    K = as_gram(kernel_matrix(circle, gamma=4 * median_rule(circle)))
    problem, found = Problem(K, Normalized(ring(ARCS)), ARCS), {way: [] for way in WAYS}
    for seed in range(STARTS):
        start = random_labels(len(circle), ARCS, np.random.RandomState(seed))
        *_, alone = climb(problem, start)
        matched = polish(problem, start, np.random.RandomState(seed))
        for way, end in zip(WAYS, (alone, matched), strict=True):
            found[way].append((end.labels, end.objective))
    return found


# The opening and section 7: a teapot that turns, and faces in a tree.

STEP = 4  # every fourth view goes to the page
SHOWN_BLENDS = (0.2, 0.3, 0.37, 0.4, 0.44)


@cache
def _labels_of_views(blend):
    """Labels of the 400 views, ten clusters, by k-means and by the ring."""
    _, K = teapot(blend)
    kernels = {"ring": ring(VIEW_ARCS), "k-means": plain(VIEW_ARCS)}
    return {name: cluhsic(K, A, random_state=0).labels for name, A in kernels.items()}


def joined_labels(method):
    """Labels that hold opposite views, of the pot that the notebook turns."""
    labels = _labels_of_views(0.37)[method]
    middles = {j: DIRECTIONS[labels == j].mean(axis=0) for j in range(VIEW_ARCS)}
    return [j for j, middle in middles.items() if joins_opposite(np.hypot(*middle))]


def recorded_window():
    """In how many of 20 pots k-means, the ring, and one search of k-means keep sides apart.

    By blend; the first two of the best of 20 searches.
    """
    kinds = (("k-means", OURS), ("ring", OURS), ("k-means", ONCE))
    return {
        blend: tuple(20 - int(joined(of, *kind).sum()) for kind in kinds)
        for blend, of in zip(BLENDS, picture_sets(0.4), strict=True)
    }


def turning_pot(*methods, blend=0.37, start=88):
    """A teapot to turn by hand; view, label, and dot in the embedding move together."""
    images, K = teapot(blend)
    plane = leading_eigenvectors(as_gram(K), 2)[1]
    found = _labels_of_views(blend)
    return TurningViews(
        images[::STEP],
        360 / VIEWS * np.arange(VIEWS)[::STEP],
        plane[::STEP],
        {name: found[name][::STEP] for name in methods},
        start=start,
        colours="wheel",
    )


def faces():
    """Faces under the labels they were given, with and without the tree."""
    kernels = {"plain": (9,), "tree": (3, 3)}
    images, person, mood, K = drawn_faces()

    def draw(kernel):
        labels = cluhsic(K, tree(kernels[kernel]), random_state=0).labels
        told = where_people_hang(labels, person, mood)
        figure = Figure(figsize=(9, 3.4), layout="constrained")
        draw_hung(figure, kernels[kernel], images, K, labels, told)
        return figure, f"Two typical cartoon faces under each of nine labels, {kernel}: {told}."

    return interactive_figure(styled()(draw), kernel=Dropdown(list(kernels), label="label kernel"))


def window():
    """Label against angle at five blends, and in how many of 20 pots which method is right."""
    blend = SelectionSlider(SHOWN_BLENDS, label="blend", show="{:.2f}".format)
    return interactive_figure(song2007.teapot_window, blend=blend)
