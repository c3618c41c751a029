"""Figures 2 to 4: structures on labels, the trees of the data, a dendrogram cut along a tree."""

from __future__ import annotations

from matplotlib.figure import Figure

from ....checks.rules import SEED, number, one_of, whole
from ....labels import chain, label_kernel_loss, ring, tree
from ....metrics import tree_accuracies
from ....papers.baselines import linkage_along_tree
from ....plotting import plot_dendrogram, plot_label_kernel, plot_labels, plot_tree
from ....plotting.palette import INK, INK_2
from ...exhibit import exhibit
from .. import cases

_LINKAGES = {
    "ward": "Ward's linkage",
    "average": "average linkage",
    "complete": "complete linkage",
}


@exhibit("Fig. 2", branches=whole(2, 4), leaves=whole(2, 4))
def figure_2(branches=2, leaves=2):
    """Chain, ring and tree of labels, the label kernel of each and the loss read off it.

    Zhong 2010, section II. The paper draws the three structures; label kernels (in its text) and
    losses are added here.

    Parameters
    ----------
    branches, leaves : int, default=2
        The tree has so many branches, each with so many leaves; chain and ring have as many labels
        as the tree has leaves.

    Returns
    -------
    FigureWithAlt
    """
    c = branches * leaves
    kernels = {"chain": chain(c), "ring": ring(c), "tree": tree((branches, leaves))}
    figure = Figure(figsize=(9, 6.6), layout="constrained")
    axes = figure.subplots(3, 3, height_ratios=[1, 2, 2])
    for column, (name, A) in zip(axes.T, kernels.items(), strict=True):
        if name == "tree":
            plot_tree((branches, leaves), column[0])
        else:
            plot_labels(name, c, column[0])
        column[0].set_title(name, fontsize=11, color=INK)
        for ax, matrix, title in zip(
            column[1:], (A, label_kernel_loss(A)), ("label kernel A", "loss Δ"), strict=True
        ):
            plot_label_kernel(matrix, ax)
            ax.set_title(title, fontsize=10, color=INK_2, pad=22)
    farthest = {name: f"{label_kernel_loss(A).max():g}" for name, A in kernels.items()}
    return figure, (
        f"{c} labels in a chain, a ring and a tree; below each its label kernel, 2 on the diagonal "
        "and 1 for relatives, and the loss read off it. The dearest mistake costs "
        + ", ".join(f"{cost} in the {name}" for name, cost in farthest.items())
        + "."
    )


@exhibit("Fig. 3", "two of three trees of stand-ins")
def figure_3():
    """The trees that the data sets are filed under.

    Zhong 2010, section IV-A. The tree of the faces is the paper's. For SCOP and WIPO the trees of
    our stand-ins are drawn: the generated superfamilies and six groups of 20 newsgroups.

    Returns
    -------
    FigureWithAlt
    """
    titles = {
        "SCOP": "stand-in for SCOP: 15 generated superfamilies, 10 sequences each",
        "WIPO": "stand-in for WIPO: six newsgroups, 59 texts each",
        "faces": "faces: three people, three expressions",
    }
    figure = Figure(figsize=(9, 7.2), layout="constrained")
    told = []
    for ax, (name, title) in zip(
        figure.subplots(3, 1, height_ratios=[3, 3, 2]), titles.items(), strict=True
    ):
        names = list(_leaves(cases.TREES[name]))
        if name == "WIPO":
            names = [_short(group) for group in names]
        plot_tree(cases.TREES[name], ax, names=names)
        ax.set_title(title, fontsize=10, color=INK_2)
        told.append(f"{title}, {len(names)} leaves")
    return figure, "Three trees: " + "; ".join(told) + "."


@exhibit(
    "Fig. 4",
    "our own faces",
    linkage=one_of(*_LINKAGES),
    random_state=SEED,
    difficulty=number(0, 10),
    n_shown=whole(9, 200),
)
def figure_4(linkage="ward", random_state=0, difficulty=1.5, n_shown=30):
    """The dendrogram of the faces, cut along the tree of people and expressions.

    Zhong 2010, section IV-A. The faces are our own drawings; the paper does not say which
    linkage it shows.

    Parameters
    ----------
    linkage : {"ward", "average", "complete"}
    random_state : int, default=0
        Seed of the drawn faces.
    difficulty : float, default=1.5
        How much changes from face to face, see `make_faces`.
    n_shown : int, default=30
        Clusters at the top that are drawn.

    Returns
    -------
    FigureWithAlt
    """
    K, y = cases.faces(random_state, difficulty)
    cut = linkage_along_tree(K, (3, 3), linkage)
    figure = Figure(figsize=(9, 3.4), layout="constrained")
    plot_dendrogram(cut.linkage, cut.labels, (3, 3), figure.subplots(), n_shown=n_shown)
    person, leaf = tree_accuracies(y, cut.labels, (3, 3))
    heading = f"{_LINKAGES[linkage]}, cut along the tree: person {person:.0%}, leaf {leaf:.0%}"
    figure.suptitle(heading, fontsize=11, color=INK)
    return figure, (
        f"Dendrogram of {len(y)} faces, its top {n_shown} clusters; three level-1 clusters in "
        f"three colours, each cut into three rectangles. {heading}."
    )


def _leaves(spec):
    for child in spec:
        yield from _leaves(child) if isinstance(child, list) else [child]


def _short(group):
    """A newsgroup's name without what its branch says."""
    group = group.split(".", 1)[1].replace("sys.", "").replace("sport.", "")
    return group.replace(".hardware", "")
