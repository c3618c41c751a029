"""The figures of Blaschko 2008 on data that stand in for the paper's."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from ...checks.rules import NOTHING, SEED, number, one_of, whole
from ...metrics import conditional_entropy
from ...papers.blaschko2008 import numerical_taxonomy
from ...plotting import INK, plot_strip, plot_structure, plot_tree, plot_unrooted_tree
from ..exhibit import exhibit
from .cases import LETTERS, PRINTED, clades, cut, faces, mean_images, owners
from .texts import texts

_MOODS = ("neutral", "happy", "shocked")


@exhibit("Fig. 1", "our own structures", n_leaves=whole(3, 16))
def figure_1(n_leaves=9):
    """The eight fixed structures that Song's algorithm is given (Blaschko 2008, Figure 1).

    Parameters
    ----------
    n_leaves : int, default=9
        Clusters, from 3 to 16; the paper's faces have nine.

    Returns
    -------
    FigureWithAlt
        Rooted trees (a) to (h), above each the entropy that the paper's Table 1 prints for it.

    Notes
    -----
    The text says that they are n-ary trees cut down to nine leaves with edges of one length, and
    that (h) is what spectral clustering assumes; the drawings are not in the text we worked from.
    Ours are the n-ary trees for n = 2 to 9, of the least depth that has so many leaves.
    """
    figure = Figure(figsize=(9, 4.4), layout="constrained")
    for n, (letter, ax) in enumerate(zip(LETTERS, figure.subplots(2, 4).ravel(), strict=True), 2):
        plot_tree(cut(n, n_leaves), ax)
        theirs = f"\npaper's H(l | c) {PRINTED[letter]:.3f}" * (n_leaves == 9)
        ax.set_title(f"({letter})  n = {n}{theirs}", fontsize=9.5, color=INK)
    return figure, (
        f"Eight rooted trees of {n_leaves} leaves, the binary, the ternary and so on up to the "
        f"9-ary tree, each cut down to so many leaves. The first has {_depth(cut(2, n_leaves))} "
        f"levels of branches, the last {_depth(cut(9, n_leaves))}."
    )


def _depth(spec):
    return 0 if spec == "leaf" else 1 + max(_depth(child) for child in spec)


@exhibit("Fig. 2", "stand-in faces", difficulty=number(0, 5), random_state=SEED)
def figure_2(difficulty=1.0, n_init=10, random_state=0):
    """The faces and the taxonomy that is learned from them (Blaschko 2008, Figure 2).

    Parameters
    ----------
    difficulty : float, default=1.0
        Of the faces, from 0 to 5: how much position, light and noise change.
    n_init : int, default=10
        Starts of the algorithm.
    random_state : int, default=0
        Of the faces and the starts.

    Returns
    -------
    FigureWithAlt
        Faces of each person and mood, the learned tree with the clusters' mean faces, and the
        free structure of the same faces.

    Notes
    -----
    Cartoon faces stand in for the 185 photographs, which are not public. The free structure, Y*
    with no tree, is not in the paper's figure.
    """
    some = faces(float(difficulty), int(random_state))
    options = {"n_init": n_init, "random_state": random_state}
    of_tree = numerical_taxonomy(some.K, 9, **options)
    free = numerical_taxonomy(some.K, 9, structure="free", **options)
    figure = Figure(figsize=(9, 5.8), layout="constrained")
    grid = figure.add_gridspec(2, 2, width_ratios=[1, 1.45], height_ratios=[1, 1.15])
    _draw_data(some, figure.add_subplot(grid[0, 0]))
    _draw_free(some, free, figure.add_subplot(grid[1, 0]))
    right = figure.add_subplot(grid[:, 1])
    H = conditional_entropy(some.y, of_tree.labels)
    right.set_title(f"tree: misfit {of_tree.misfit:.1%}, H(l | c) = {H:.3f}", **_TITLE)
    pictures = mean_images(some.images, of_tree.labels)
    _draw_tree(of_tree.tree, right, thumbnails=pictures, names=[""] * 9)
    whole_branches = clades(of_tree.tree, of_tree.labels, some.person)
    return figure, (
        f"Cartoon faces of three people with three moods, difficulty {difficulty:g}. An unrooted "
        f"tree with nine mean faces at its leaves, in which {whole_branches} of 3 people are a "
        f"branch of their own, misfit {of_tree.misfit:.1%}, entropy {H:.3f}. And the free "
        "structure as a heat map, ordered by person."
    )


_TITLE = {"fontsize": 10.5, "color": INK}


def _draw_tree(tree, ax, **options):
    """A tree on axes that have their final size, which its names and pictures leave alone."""
    ax.set_axis_off()
    ax.figure.draw_without_rendering()
    plot_unrooted_tree(tree, ax, **options)
    ax.set_aspect("equal", adjustable="box")  # its limits fit: no layout may change them
    for drawn in (*ax.lines, *ax.texts, *ax.collections, *ax.images, *ax.patches):
        drawn.set_in_layout(False)


def _draw_data(some, ax, each=2):
    """The first faces of each class, a person a row."""
    shown = np.concatenate([np.flatnonzero(some.y == k)[:each] for k in range(9)])
    plot_strip(some.images[shown], ax, across=3 * each)
    ax.set_title(f"the data: {len(some.y)} faces; " + ", ".join(_MOODS), **_TITLE)


def _draw_free(some, free, ax):
    order = np.argsort(owners(free.labels, some.person), kind="stable")
    pictures = mean_images(some.images, free.labels)[order]
    plot_structure(free.structure[np.ix_(order, order)], ax, thumbnails=pictures)
    H = conditional_entropy(some.y, free.labels)
    ax.set_title(f"free structure: H(l | c) = {H:.3f}", **_TITLE)


CORPUS = {"corpus": one_of("docstrings", "newsgroups"), "half": NOTHING | whole(0, 19)}


@exhibit("Fig. 3", "stand-in texts", **CORPUS)
def figure_3(corpus="docstrings", half=None):
    """The taxonomy of eight clusters of texts (Blaschko 2008, Figure 3), recorded.

    Parameters
    ----------
    corpus : {"docstrings", "newsgroups"}, default="docstrings"
        Docstrings of numpy, scipy, scikit-learn and matplotlib, or postings to newsgroups.
    half : int, optional
        One of twenty random halves of the texts, 0 to 19; all of them if left out.

    Returns
    -------
    FigureWithAlt

    Notes
    -----
    The paper clusters 1740 papers of the NIPS conference. Here tf-idf rows of unit length are
    clustered, under the Gaussian kernel with the median squared distance, as there.
    """
    found = texts(corpus, half)
    figure = Figure(figsize=(9, 5.2), layout="constrained")
    ax = figure.subplots()
    of = corpus if half is None else f"{corpus}, half {half}"
    ax.set_title(
        f"{found.m} texts ({of}) in 8 clusters; misfit {found.misfit:.1%}, inner edges "
        f"{found.inner_share:.1%} of the length",
        **_TITLE,
    )
    heads = [words[:3] for words in found.words]
    names = [
        f"{letter} ({size})\n" + "\n".join(head)
        for letter, size, head in zip(LETTERS, found.sizes, heads, strict=True)
    ]
    _draw_tree(found.tree, ax, names=names, groups=list(range(8)))
    told = "; ".join(f"{a} {' '.join(head)}" for a, head in zip(LETTERS, heads, strict=True))
    return figure, (
        f"Unrooted tree of eight clusters of {found.m} {of}, each leaf with its size and its first "
        f"three words: {told}. Misfit {found.misfit:.1%}."
    )
