"""Figures of taxonomies show what they were given, and nothing over anything else."""

import numpy as np
import pytest
from matplotlib.figure import Figure
from refusals import not_refused

from depcluster.datasets import make_brownian, make_three
from depcluster.papers.blaschko2008 import taxonomy_path
from depcluster.plotting import plot_structure, plot_taxonomy_path, plot_unrooted_tree
from depcluster.plotting.taxonomies import corners, fitting_scale, meet
from depcluster.trees import Tree


def axes():
    return Figure(figsize=(5, 4)).subplots()


def some_tree(n, seed):
    *_, edges, lengths = make_brownian(n_leaves=n, dimensions=1, random_state=seed)
    return Tree(edges, lengths, range(n))


def straight(ax, style="-"):
    """Ends of the straight lines of a style, (k, 2, 2)."""
    lines = [line for line in ax.lines if line.get_linestyle() == style]
    return np.array([line.get_xydata() for line in lines])


def pictures(n, seed=0):
    return np.random.default_rng(seed).random((n, 6, 4))


def boxes(ax):
    """Left, right, lower and upper end of every picture."""
    found = []
    for image in ax.images:
        left, right, one, two = image.get_extent()
        found.append([left, right, min(one, two), max(one, two)])
    return np.array(found)


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


def test_a_name_runs_along_its_edge_and_is_never_upside_down():
    tree = some_tree(8, 2)
    ax = plot_unrooted_tree(tree, axes(), names=[f"name {j}" for j in range(8)], scale_bar=False)
    positions = tree.layout().positions
    for text in ax.texts:
        leaf = int(text.get_text().split()[1])
        (inner,) = (set(e) - {leaf} for e in tree.edges.tolist() if leaf in e)
        x, y = positions[leaf] - positions[inner.pop()]
        turn = np.radians(text.get_rotation())
        assert abs(x * np.sin(turn) - y * np.cos(turn)) < 1e-9
        assert np.cos(turn) > -1e-9


def test_short_names_stand_upright_beyond_their_leaves_and_several_lines_apart():
    tree = some_tree(8, 2)
    figure = Figure(figsize=(5, 4))
    ax = plot_unrooted_tree(tree, figure.subplots(), names=list("abcdpq69"), scale_bar=False)
    figure.canvas.draw()
    leaves = ax.transData.transform(tree.layout().positions[:8])
    for text, leaf in zip(ax.texts, leaves, strict=True):
        box = text.get_window_extent()
        assert text.get_rotation() == 0
        assert np.hypot(*(np.mean([box.p0, box.p1], axis=0) - leaf)) < 30
        for ends in straight(ax):
            around = (box.x0, box.x1, box.y0, box.y1)
            assert not lie_on(around, ax.transData.transform(ends))
    words = [f"{j} matrix\nsparse\ndiagonal" for j in range(8)]
    ax = plot_unrooted_tree(tree, Figure(figsize=(5, 4)).subplots(), names=words, scale_bar=False)
    ax.figure.canvas.draw()
    drawn = [text.get_window_extent() for text in ax.texts]
    assert not any(a.overlaps(b) for i, a in enumerate(drawn) for b in drawn[:i])


def test_pictures_cover_neither_each_other_nor_the_tree():
    for n, seed in ((3, 0), (9, 1), (9, 2), (14, 3)):
        tree = some_tree(n, seed)
        ax = plot_unrooted_tree(tree, axes(), thumbnails=pictures(n), scale_bar=False)
        found = boxes(ax)
        assert len(found) == n
        for i, a in enumerate(found):
            for b in found[:i]:
                assert a[1] < b[0] or b[1] < a[0] or a[3] < b[2] or b[3] < a[2]
            assert not any(lie_on(a, ends) for ends in straight(ax))
        seen = np.array([*ax.get_xlim(), *ax.get_ylim()])
        assert ((found - seen) * [1, -1, 1, -1] > 0).all()


def test_what_does_not_fit_the_tree():
    wrong = {"names": ["a"], "groups": [0, 1], "sizes": -np.ones(4), "wrong_splits": [True]}
    wrong |= {"residuals": np.zeros((3, 3)), "thumbnails": np.zeros((3, 2, 2))}

    def plot(name):
        plot_unrooted_tree(some_tree(4, 0), axes(), **{name: wrong[name]})

    assert not_refused((f"{name} must", plot, name) for name in wrong) == []


def test_trees_of_no_length_and_of_two_leaves():
    star = Tree([[0, 3], [1, 3], [2, 3]], np.zeros(3), "abc")
    ax = plot_unrooted_tree(star, axes(), thumbnails=pictures(3))
    assert np.isfinite(ax.get_xlim()).all()
    pair = Tree([[0, 1]], [2.0], "ab")
    assert len(boxes(plot_unrooted_tree(pair, axes(), thumbnails=pictures(2)))) == 2


def test_a_segment_meets_a_rectangle_where_points_of_it_lie_inside():
    rng = np.random.default_rng(0)
    centres, half = rng.normal(size=(30, 2)), rng.uniform(0.1, 1, (30, 2))
    segments = rng.normal(size=(40, 2, 2))
    segments[::4, 1, 0] = segments[::4, 0, 0]  # upright ones
    way = np.linspace(0, 1, 4001)[:, None, None]
    points = segments[:, 0] + way * (segments[:, 1] - segments[:, 0])
    inside = (np.abs(points[:, None] - centres[:, None]) < half[:, None]).all(axis=-1).any(axis=0)
    assert 0 < inside.mean() < 1
    np.testing.assert_array_equal(meet(centres, half, segments), inside)


def test_the_scale_is_the_largest_that_fits():
    rng = np.random.default_rng(1)
    shown = np.hstack([rng.normal(size=(6, 2)), -rng.random((6, 2)), rng.random((6, 2))])
    size = np.array([20.0, 9.0])
    scale = fitting_scale(shown, size)
    for factor, fits in ((1 - 1e-6, True), (1 + 1e-6, False)):
        first, last = corners(shown, factor * scale)
        assert (last - first <= size).all() == fits


def test_a_structure_has_a_picture_for_every_row_and_column():
    Y, given = np.array([[2.0, -1, 0], [-1, 1, 0.5], [0, 0.5, 1]]), pictures(3)
    heat, *heads = plot_structure(Y, axes(), thumbnails=given).images
    np.testing.assert_array_equal(heat.get_array(), Y)
    assert heat.get_clim() == (-2, 2)
    for j, (left, top) in enumerate(zip(heads[::2], heads[1::2], strict=True)):
        np.testing.assert_array_equal(left.get_array(), given[j])
        np.testing.assert_array_equal(top.get_array(), given[j])
        assert np.mean(left.get_extent()[2:]) == pytest.approx(j)
        assert np.mean(top.get_extent()[:2]) == pytest.approx(j)
        assert left.get_extent()[2] > left.get_extent()[3]  # rows run downwards: upright


def test_a_path_fills_the_largest_gap():
    path = taxonomy_path(make_three()[0], range(2, 6), n_init=1, random_state=0)
    upper, lower = plot_taxonomy_path(path, *Figure().subplots(2, 1), at=3)
    np.testing.assert_array_equal(upper.lines[0].get_ydata(), path.objective)
    np.testing.assert_allclose([bar.get_height() for bar in lower.patches], path.log_eigengap)
    filled = [bar.get_facecolor() != (1, 1, 1, 1) for bar in lower.patches]
    assert np.array(path.n_clusters)[filled].tolist() == [path.largest_gap]
