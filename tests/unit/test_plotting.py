"""Figures show what they were given, in our style, and leave the user's settings alone."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import matplotlib
import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Wedge

from depcluster import SMIC, FigureWithAlt, compare_kernels, datasets, kernel_matrix, rbf_kernels
from depcluster import plotting as p
from depcluster.kernels import Dense, centre, leading_eigenvectors
from depcluster.labels import ring
from depcluster.plotting.basics import size_in_points
from depcluster.plotting.inline import inline
from depcluster.plotting.labels import short
from depcluster.plotting.style import styled

X, y = datasets.make_three()
K = kernel_matrix(X)
VALUES, VECTORS = leading_eigenvectors(Dense(K), 3)
IMAGES = np.arange(60 * 16.0).reshape(60, 4, 4) / 960
GRID = np.linspace(-2, 2, 30), np.linspace(-1, 1, 20)
P = SMIC(3, n_neighbors=7, random_state=0).fit(X).predict_proba(
    np.column_stack([np.tile(GRID[0], 20), np.repeat(GRID[1], 30)])
)
DRAW = {
    "partition": lambda ax: p.plot_partition(X, y, ax, moved=np.array([1, 2])),
    "gram": lambda ax: p.plot_gram(K, y, ax),
    "centred gram": lambda ax: p.plot_gram(K, None, ax, centred=True),
    "label kernel": lambda ax: p.plot_label_kernel(ring(5), ax),
    "eigenvectors": lambda ax: p.plot_eigenvectors(VECTORS, VALUES, y, ax),
    "trace": lambda ax: p.plot_trace([1.0, 2.0, 2.5], ax, at=1),
    "embedding": lambda ax: p.plot_embedding(X, y, IMAGES, ax),
    "means": lambda ax: p.plot_mean_vectors(X, X[[0, 20]], y, ax),
    "strip": lambda ax: p.plot_strip(IMAGES[:3], ax),
    "labels": lambda ax: p.plot_labels("ring", 5, ax),
    "tree": lambda ax: p.plot_tree((2, 2), ax),
    "relations": lambda ax: p.plot_relations(ring(5), ax),
    "levels": lambda ax: p.plot_levels({"K": VALUES}, ax),
    "turn": lambda ax: p.plot_turn(y, ax),
    "spectra": lambda ax: p.plot_spectra(VALUES, VALUES / 2, 2, ax),
    "bound": lambda ax: p.plot_bound([0.1, 0.1, 0.1], 0.1, 2, ax),
    "stability": lambda ax: p.plot_stability("ab", [0.1], [0.2], 2, ax),
    "comparison": lambda ax: p.plot_comparison(["a"], ["b"], [[0.5]], [["1"]], [[True]], ax),
    "width curve": lambda ax: p.plot_width_curve([1, 2], [0.1, 0.2], ax),
    "lost": lambda ax: p.plot_lost(["a"], [[0.1]], ax),
    "hollow": lambda ax: p.plot_with_hollow(X, y, y == 1, ax),
    "small graph": lambda ax: p.plot_small_graph(K[:4, :4], X[:4], [0, 0, 1, -1], ax),
    "painted": lambda ax: p.plot_painted(X, X[:, 0], ax),
    "posterior": lambda ax: p.plot_posterior(P, *GRID, ax),
    "selection": lambda ax: p.plot_selection([1, 2], [0.1, 0.2], ax, chosen=1, bound=0.5),
    "confusion": lambda ax: p.plot_tree_confusion(y, y, (3,), ax),
    "assignments": lambda ax: p.plot_tree_assignments(y, y, (3,), 0, ax),
}


def axes(**size):
    return Figure(**size).subplots()


def said(ax):
    return [text.get_text() for text in ax.texts]


def sizes(ax):
    return {text.get_fontsize() for text in ax.texts}


@pytest.mark.parametrize("draw", DRAW.values(), ids=DRAW)
def test_every_picture_is_ours_whatever_the_user_set(draw):
    with matplotlib.rc_context({"font.size": 30, "text.color": "red", "legend.frameon": True}):
        before = dict(matplotlib.rcParams)
        ax = axes()
        assert draw(ax) is ax
        assert ax.has_data() or ax.texts or ax.patches
        assert dict(matplotlib.rcParams) == before
        assert all(size <= 12 for size in sizes(ax))
        assert not any(text.get_color() == "red" for text in ax.texts)


def test_settings_are_the_users_again_after_errors_and_threads():
    before = dict(matplotlib.rcParams)

    @styled()
    def fails():
        raise KeyError

    with pytest.raises(KeyError):
        fails()
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda draw: draw(axes()), list(DRAW.values())[:12]))
    assert dict(matplotlib.rcParams) == before


def test_settings_are_the_users_again_where_one_thread_draws_and_another_makes_svg():
    before, inside, over = dict(matplotlib.rcParams), Event(), Event()

    class Slow(Line2D):
        def draw(self, renderer):
            if matplotlib.rcParams["svg.fonttype"] == "none":  # while the SVG is made
                inside.set()
                over.wait(5)
            super().draw(renderer)

    figure = Figure()
    figure.subplots().add_line(Slow([0, 1], [0, 1]))
    with ThreadPoolExecutor(1) as pool:
        with styled():
            made = pool.submit(inline, figure, "A line.")
            inside.wait(0.5)
        over.set()
        made.result()
    assert dict(matplotlib.rcParams) == before


def test_more_than_ten_clusters_carry_their_numbers():
    assert set(said(p.plot_partition(X[:24], np.arange(24) % 12, axes()))) == set(
        map(str, range(12))
    )


def test_marks_have_the_areas_of_their_weights():
    weights = np.where(y == 1, 2.0, 1.0)
    first, second, _ = p.plot_partition(X, y, axes(), weights=weights).collections
    plain = p.plot_partition(X, y, axes()).collections
    np.testing.assert_allclose(first.get_sizes(), plain[0].get_sizes())
    np.testing.assert_allclose(second.get_sizes(), 2 * plain[1].get_sizes())
    assert not p.plot_partition(X[:0], y[:0], axes()).collections


def test_every_point_is_drawn_once():
    for ax in (p.plot_with_hollow(X, y, y < 0, axes()), p.plot_painted(X, X[:, 0], axes())):
        places = np.vstack([marks.get_offsets() for marks in ax.collections])
        np.testing.assert_array_equal(np.sort(places, axis=0), np.sort(X, axis=0))


def test_a_gram_picture_is_sorted_by_cluster():
    shuffled = np.random.default_rng(0).permutation(60)
    ax = p.plot_gram(K[np.ix_(shuffled, shuffled)], y[shuffled], axes())
    order = shuffled[np.argsort(y[shuffled], kind="stable")]
    np.testing.assert_allclose(ax.images[0].get_array(), K[np.ix_(order, order)])


@pytest.mark.parametrize("max_size", [1000, 17])
def test_gram_pixels_are_block_means(max_size):
    Kc = centre(K)
    sent = p.gram_pixels(Kc, y, max_size)
    size = sent["size"]
    assert size == min(60, max_size)
    assert sent["borders"] == pytest.approx([0, size / 3, 2 * size / 3, size])
    shown = sent["pixels"] * (sent["scale"] / 127)
    edges = np.append(np.arange(size) * 60 // size, 60)
    literal = [
        [Kc[edges[i] : edges[i + 1], edges[j] : edges[j + 1]].mean() for j in range(size)]
        for i in range(size)
    ]
    np.testing.assert_allclose(shown, literal, atol=sent["scale"] / 200)
    means = [[Kc[np.ix_(y == j, y == k)].mean() for k in range(3)] for j in range(3)]
    np.testing.assert_allclose(sent["means"], means, atol=1e-12)
    assert sent["sizes"] == [20, 20, 20]


def test_as_plane():
    points, caption = p.as_plane(X)
    assert caption == ""
    assert np.array_equal(points, X)
    line, caption = p.as_plane(X[:, :1])
    assert (line[:, 1] == 0).all()
    assert caption == "one feature"
    Q = np.linalg.qr(np.random.default_rng(0).normal(size=(5, 5)))[0][:2]
    turned, caption = p.as_plane(X @ Q)
    assert "100 % of variance" in caption
    between = np.linalg.norm(turned[:, None] - turned[None], axis=2)
    np.testing.assert_allclose(between, np.linalg.norm(X[:, None] - X[None], axis=2), atol=1e-9)


def luminance(colour):
    channel = np.array(to_rgb(colour))
    linear = np.where(channel <= 0.03928, channel / 12.92, ((channel + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]


def test_numbers_on_cells_can_be_read():
    for t in np.linspace(0, 1, 101):
        fill = p.MATRIX(t)[:3]
        low, high = sorted([luminance(p.ink_on(fill)), luminance(fill)])
        assert (high + 0.05) / (low + 0.05) > 4.5


def test_ten_clusters_never_share_colour_and_mark():
    assert len(set(p.COLOURS)) == len(set(map(str, p.MARKS))) == 10


def test_wide_numbers_shrink_and_stay_readable():
    ax = p.plot_label_kernel(np.full((8, 8), -123.4), axes(figsize=(2, 2)), number=short)
    assert set(said(ax)) == {"−123"}
    assert sizes(ax) == {6.5}
    assert sizes(p.plot_label_kernel(np.eye(2), axes(figsize=(2, 2)))) == {12}
    assert sizes(p.plot_label_kernel(np.eye(6), axes(figsize=(2, 2)))) == {8}


def test_a_part_of_a_figure_is_as_good_as_a_figure():
    left, right = Figure().subfigures(1, 2)
    assert len(p.plot_label_kernel(np.eye(2), left.subplots()).texts) == 4
    whole = size_in_points(axes())
    np.testing.assert_allclose(size_in_points(right.subplots()), whole * [0.5, 1.0], rtol=1e-9)


def test_a_figure_carries_its_alternative_text():
    shown = FigureWithAlt(axes().figure, 'three groups, "apart"')
    assert 'alt="three groups, &quot;apart&quot;"' in shown._repr_html_()
    assert repr(shown) == 'Figure: three groups, "apart"'


# The bound of Theorem 1


def test_lengths_of_the_bound_add_on_its_axis():
    terms, epsilon, trivial = [0.04, 0.09, 0.01], 0.5, 4.0
    ax = p.plot_bound(terms, epsilon, trivial, axes())
    ends = np.array([bar.get_x() + bar.get_width() for bar in ax.patches if bar.get_width() > 0])
    np.testing.assert_allclose(ends, np.cumsum(np.sqrt(terms)))
    assert said(ax) == ["observed ε 0.50"]
    ticks = [tick.get_text() for tick in ax.get_xticklabels()]
    assert ax.get_xticks()[ticks.index("trivial cap 4")] == pytest.approx(np.sqrt(trivial / 2))
    lines = sorted(float(line.get_xdata()[0]) for line in ax.lines)
    assert lines == pytest.approx([np.sqrt(epsilon / 2), np.sqrt(trivial / 2)])


def test_a_bound_without_end_is_cut_and_told():
    ax = p.plot_bound([np.inf, 0.1, np.inf], 0.0, 2.0, axes())
    assert max(bar.get_x() + bar.get_width() for bar in ax.patches) <= ax.get_xlim()[1] + 1e-12
    names = [text.get_text() for text in ax.get_legend().get_texts()]
    assert [name.split()[1] for name in names] == ["∞", "0.32", "∞"]


def test_the_spectra_tell_the_gap():
    values, perturbed = np.array([9.0, 7.0, 2.0, 1.0]), np.array([8.0, 6.0, 3.0, 1.0])
    ax = p.plot_spectra(values, perturbed, 3, axes())
    assert said(ax) == ["eigengap 3, was 5"]
    assert sorted(bar.get_height() for bar in ax.patches) == sorted([*values, *perturbed])
    assert said(p.plot_spectra(values, perturbed, 9, axes())) == []


def test_the_course_of_the_bound_marks_where_one_is():
    now = (1.5, 0.2, np.inf)
    ax = p.plot_stability("abcde", [0.0, 0.1, 0.4], [1.0, 2.0, np.inf], 4.0, axes(), now=now)
    curves = [line.get_ydata() for line in ax.lines if len(line.get_xdata()) == 3]
    np.testing.assert_array_equal(curves, [[1.0, 2.0, np.nan], [0.0, 0.1, 0.4]])
    dots = [line.get_xydata()[0] for line in ax.lines if line.get_marker() == "o"]
    np.testing.assert_array_equal(dots, [[1.5, 0.2], [1.5, np.nan]])
    assert [label.get_text() for label in ax.get_xticklabels()] == list("abcde")


# Images and means


@pytest.mark.parametrize("d", [2, 3])
def test_every_mean_has_an_arrow(d):
    embedding = np.eye(d)[np.arange(12) % d] + 0.01
    ax = p.plot_mean_vectors(embedding, np.eye(d), np.arange(12) % d, axes())
    expected = [f"m{k}" for k in range(d)] + ["90.0°"] * (d == 2)
    assert [word for word in said(ax) if word] == expected


@pytest.mark.parametrize("d", [2, 3])
def test_an_embedding_shows_a_card_for_each_cluster(d):
    points = np.eye(3)[y][:, :d] + 0.01 * np.random.default_rng(0).standard_normal((60, d))
    directions, *cards = p.plot_embedding(points, y, IMAGES, axes()).child_axes
    assert [text for text in said(directions) if text] == ["v₁", "v₂", "v₃"][:d]
    assert [said(card) for card in cards] == [["0"], ["1"], ["2"]]
    for k, card in enumerate(cards):
        shown = np.asarray(card.images[0].get_array())
        assert any(np.array_equal(shown, image) for image in IMAGES[y == k])


def test_a_group_below_another_has_a_rim():
    points = np.array([[0, 0], [0, 0.001], [1, 1]])[y]
    ax = p.plot_embedding(points, y, IMAGES, axes())
    below, above, apart = (marks.get_sizes()[0] for marks in ax.collections)
    assert below > 2 * above
    assert above < 2 * apart


def test_a_strip_shows_pictures_in_order_in_rows_and_in_colours():
    ax = p.plot_strip(IMAGES[:3], axes(), list("abc"))
    np.testing.assert_array_equal([image.get_array() for image in ax.images], IMAGES[:3])
    lefts = [image.get_extent()[0] for image in ax.images]
    assert lefts == sorted(lefts)
    assert said(ax) == list("abc")
    ax = p.plot_strip(np.zeros((5, 4, 6, 3)), axes(), across=2)
    corners = [image.get_extent()[::3] for image in ax.images]
    assert len({left for left, _ in corners}) == 2
    assert len({top for _, top in corners}) == 3


# Structured labels


@pytest.mark.parametrize(("layout", "edges"), [("chain", 4), ("ring", 5)])
def test_a_ring_is_closed_and_a_chain_is_not(layout, edges):
    ax = p.plot_labels(layout, 5, axes())
    assert len(ax.lines[0].get_xdata()) == edges + 1
    assert said(ax) == list("01234")


def test_a_tree_has_an_edge_for_every_node_below_the_root():
    ax = p.plot_tree([["a", ["b", "c"]], "d"], axes(), names=list("abcd"))
    assert len(ax.lines) == 6
    assert said(ax) == ["0\na", "1\nb", "2\nc", "3\nd"]


def test_the_strokes_of_a_turn_stand_where_a_cluster_ends():
    ax = p.plot_turn(np.array([2, 2, 0, 0, 0, 1, 1, 2]), axes())
    slices = [patch for patch in ax.patches if isinstance(patch, Wedge)]
    assert sorted(s.theta2 - s.theta1 for s in slices) == pytest.approx([90, 135, 135])
    assert len(p.plot_turn(np.zeros(6, int), axes()).patches) == 1


def test_relations_join_what_is_not_zero():
    A = np.array([[1.0, 2.0, 0.0], [2.0, 1.0, -0.5], [0.0, -0.5, 1.0]])
    wide, narrow = p.plot_relations(A, axes()).lines
    assert (wide.get_linestyle(), narrow.get_linestyle()) == ("-", "--")
    assert wide.get_linewidth() > narrow.get_linewidth()


def test_levels_stand_at_their_shares_of_the_largest():
    levels = {"A": np.array([4.0, 2.0, 2.0]), "B": np.array([8.0, 4.0, 0.8])}
    ax = p.plot_levels(levels, axes())
    x = np.array([line.get_xdata() for line in ax.lines if line.get_color() == p.ACCENT])
    assert x[0, 0] == x[0, 1]
    assert x[1, 0] == x[1, 1] == x[2, 0]
    assert x[2, 1] < x[2, 0]
    assert {"A", "B", "2 ×2", "4", "8"} <= set(said(ax))


def test_levels_below_zero_are_hollow():
    ax = p.plot_levels({"λ": np.array([3.0, 1.0, -1.0])}, axes())
    dots = [line for line in ax.lines if line.get_marker() == "o"]
    filled = [(line.get_markerfacecolor(), len(line.get_xdata())) for line in dots]
    assert filled == [(p.INK, 2), ("white", 1)]
    for nothing in (np.zeros(3), np.array([-1.0, -2.0])):
        p.plot_levels({"λ": nothing}, axes())


# Choosing a kernel or a number of clusters


def ringed(ax):
    return [float(line.get_xdata()[0]) for line in ax.lines if line.get_markersize() > 8]


def test_the_table_circles_the_best():
    scores = np.ma.masked_array([[0.0, 1.0], [1.0, 0.0]], [[0, 0], [0, 1]])
    best = np.array([[False, True], [True, False]])
    texts = [["0.1", "3"], ["0.2", "–"]]
    ax = p.plot_comparison(["a", "b"], ["gamma", "LSMI"], scores, texts, best, axes())
    assert {text.get_text() for text in ax.texts if text.get_bbox_patch()} == {"0.2", "3"}
    assert set(said(ax)) == {"0.1", "0.2", "3", "–"}


def test_the_comparison_describes_its_picture():
    alt = compare_kernels(X, rbf_kernels(X, [1, 3]), 3, criteria="lsmi", y=y).plot().alt
    assert "Table of 2 kernels" in alt
    assert "LSMI: rbf x" in alt


@pytest.mark.parametrize(("higher", "chosen"), [(True, [4.0]), (False, [1.0]), (None, [])])
def test_a_curve_rings_its_choice_and_names_widths(higher, chosen):
    widths, values = [1.0, 2.0, 4.0, 8.0], [0.1, 0.2, 0.5, np.inf]
    band = np.array([[0.0, 0.1, 0.4, np.inf], [0.2, 0.3, 0.6, np.inf]])
    style = {"ari": [0, 0.5, 1, -0.1], "band": band, "at": 2.0, "named": {"rule": 1.5}}
    ax = p.plot_width_curve(widths, values, axes(), higher=higher, **style)
    assert ringed(ax) == chosen
    assert said(ax) == [" rule "]


def test_every_data_set_is_a_dot():
    ax = p.plot_lost(["LSMI", "rule"], [[0.0, 0.1, 0.2], [0.5]], axes(), own=["rule"])
    assert [len(marks.get_offsets()) for marks in ax.collections] == [3, 1]


def test_the_curve_of_a_judge_has_a_point_for_every_candidate():
    values = np.array([0.2, 0.5, np.nan])
    ax = p.plot_selection([1, 2, 3], values, axes(), chosen=2)
    assert any(np.array_equal(line.get_ydata(), values, equal_nan=True) for line in ax.lines)
    assert ringed(ax) == [2]
    ax = p.plot_selection([1, 2, 3], values, axes(), at=2)
    assert ringed(ax) == []
    assert [line.get_xdata() for line in ax.lines if line.get_color() == p.ACCENT] == [[2, 2]]


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda ax: p.plot_labels("star", 5, ax), "layout must be .*ring.*got 'star'"),
        (lambda ax: p.plot_tree((2, 2), ax, names=["a"]), "names must be 4 texts.*got 1"),
        (lambda ax: p.plot_embedding(np.ones((4, 4)), y[:4], IMAGES[:4], ax), "points must.*got"),
        (lambda ax: p.plot_embedding(X, y[:9], IMAGES, ax), "labels must.*got"),
        (lambda ax: p.plot_mean_vectors(X, np.eye(4), y, ax), "means must.*got"),
        (lambda ax: p.plot_strip(IMAGES[0], ax), "images must have the shape.*Reshape"),
        (lambda ax: p.plot_strip(IMAGES[:3], ax, ["a"]), "captions must be 3.*got 1"),
        (lambda ax: p.plot_lost(["a"], [[0.1], [0.2]], ax), "lost must be 1 lists.*got"),
        (lambda ax: p.plot_width_curve([2, 1], [0, 1], ax), "widths must ascend"),
        (lambda ax: p.plot_width_curve([1], [0], ax, named={"a": -1}), "named must.*positive"),
        (lambda ax: p.plot_posterior(P[1:], *GRID, ax), "P must have a row"),
        (lambda ax: p.plot_selection([1], [0.1], ax, chosen=2), "chosen must be.*got 2"),
        (lambda _: p.plot_gram(K, y, Figure()), "ax must be a matplotlib Axes"),
    ],
)
def test_errors_name_the_parameter(call, named):
    with pytest.raises(ValueError, match=named):
        call(axes())
