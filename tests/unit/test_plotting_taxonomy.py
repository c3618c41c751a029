"""Figures of taxonomies show what they were given, and nothing over anything else."""

from itertools import combinations

import numpy as np
import pytest
from matplotlib.figure import Figure

from depcluster.datasets import make_brownian, make_three
from depcluster.papers.blaschko2008 import taxonomy_path
from depcluster.plotting import plot_taxonomy_path, plot_unrooted_tree
from depcluster.trees import Tree


def axes():
    return Figure(figsize=(5, 4)).subplots()


def some_tree(n, seed):
    *_, edges, lengths = make_brownian(n_leaves=n, dimensions=1, random_state=seed)
    return Tree(edges, lengths, range(n))


def straight(ax):
    """Ends of the straight lines, (k, 2, 2)."""
    return np.array([line.get_xydata() for line in ax.lines if line.get_linestyle() == "-"])


def pictures(n, seed=0):
    return np.random.default_rng(seed).random((n, 6, 4))


def boxes(ax):
    """Left, right, lower and upper end of every picture."""
    ends = np.array([image.get_extent() for image in ax.images])
    return np.column_stack([ends[:, :2], np.sort(ends[:, 2:], axis=1)])


def lie_on(box, ends):
    """Whether a segment passes through the inside of left, right, lower and upper end."""
    way = ends[0] + np.linspace(0, 1, 400)[:, None] * (ends[1] - ends[0])
    inside = (box[0] < way[:, 0]) & (way[:, 0] < box[1])
    return (inside & (box[2] < way[:, 1]) & (way[:, 1] < box[3])).any()


def test_every_edge_is_drawn_as_long_as_it_is_and_so_is_the_bar():
    for n in (3, 6, 9):
        tree = some_tree(n, n)
        ax = plot_unrooted_tree(tree, axes())
        *edges, bar = np.linalg.norm(np.diff(straight(ax), axis=1)[:, 0], axis=1)
        np.testing.assert_allclose(edges, tree.lengths)
        *names, length = (text.get_text() for text in ax.texts)
        assert ax.get_aspect() == 1
        assert sorted(names) == sorted(tree.names)
        assert bar == pytest.approx(float(length))


def test_names_of_several_lines_stand_apart():
    words = [f"{j} matrix\nsparse\ndiagonal" for j in range(8)]
    ax = plot_unrooted_tree(some_tree(8, 2), axes(), names=words, scale_bar=False)
    ax.figure.canvas.draw()
    drawn = [text.get_window_extent() for text in ax.texts]
    assert not any(a.overlaps(b) for a, b in combinations(drawn, 2))


def test_pictures_cover_neither_each_other_nor_the_tree():
    for n, seed in ((3, 0), (9, 1), (14, 3)):
        ax = plot_unrooted_tree(some_tree(n, seed), axes(), thumbnails=pictures(n), scale_bar=False)
        found = boxes(ax)
        assert len(found) == n
        for a, b in combinations(found, 2):
            assert a[1] < b[0] or b[1] < a[0] or a[3] < b[2] or b[3] < a[2]
        assert not any(lie_on(a, ends) for a in found for ends in straight(ax))
        seen = np.array([*ax.get_xlim(), *ax.get_ylim()])
        assert ((found - seen) * [1, -1, 1, -1] > 0).all()


def test_trees_of_no_length_and_of_two_leaves():
    star, pair = Tree([[0, 3], [1, 3], [2, 3]], np.zeros(3), "abc"), Tree([[0, 1]], [2.0], "ab")
    for tree, n in ((star, 3), (pair, 2)):
        ax = plot_unrooted_tree(tree, axes(), thumbnails=pictures(n))
        assert (len(boxes(ax)), np.isfinite(ax.get_xlim()).all()) == (n, True)


def test_a_path_fills_the_largest_gap():
    path = taxonomy_path(make_three()[0], range(2, 6), n_init=1, random_state=0)
    upper, lower = plot_taxonomy_path(path, *Figure().subplots(2, 1), at=3)
    np.testing.assert_array_equal(upper.lines[0].get_ydata(), path.objective)
    np.testing.assert_allclose([bar.get_height() for bar in lower.patches], path.log_eigengap)
    filled = [bar.get_facecolor() != (1, 1, 1, 1) for bar in lower.patches]
    assert np.array(path.n_clusters)[filled].tolist() == [path.largest_gap]
