"""Figures show what they were given, in our style, and leave the user's settings alone."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import matplotlib
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Text
from refusals import not_refused
from scipy.spatial.distance import pdist

from depcluster import datasets, kernel_matrix
from depcluster import plotting as p
from depcluster.kernels import Dense, centre, leading_eigenvectors
from depcluster.labels import ring
from depcluster.plotting.inline import inline
from depcluster.plotting.style import styled
from depcluster.trees import fit_tree_metric
from depcluster.widgets import KernelExplorer, LabelKernelEditor, LossExplorer, PartitionStepper

X, y = datasets.make_three()
K = kernel_matrix(X)
VALUES, VECTORS = leading_eigenvectors(Dense(K), 3)
IMAGES = np.arange(60 * 16.0).reshape(60, 4, 4) / 960
GRID = np.linspace(-2, 2, 30), np.linspace(-1, 1, 20)
P = np.tile([0.2, 0.3, 0.5], (600, 1))
NAMES = ("$x^$", "$5 to $10", r"\$ and $\frac$", "$$", "plain")


def unrooted(ax, names=NAMES, **more):
    return p.plot_unrooted_tree(fit_tree_metric(1.0 - np.eye(5)), ax, names=names, **more)


def width_curve(ax):
    named = dict(zip(NAMES, (1.0, 2.0, 3.0, 4.0, 5.0), strict=True))
    p.plot_width_curve([1, 5], [0, 1], ax, named=named, title=NAMES[0])
    ax.set_xticks([1, 5], ["1", "5"])  # those of a logarithmic axis are formulas of their own
    ax.minorticks_off()
    return ax


NAMED = {
    "comparison": lambda ax: p.plot_comparison(
        NAMES, NAMES, np.zeros((5, 5)), [list(NAMES)] * 5, np.eye(5, dtype=bool), ax
    ),
    "width curve": width_curve,
    "lost": lambda ax: p.plot_lost(NAMES, [[0.1, 0.2]] * 5, ax),
    "strip": lambda ax: p.plot_strip(np.zeros((5, 4, 4)), ax, captions=NAMES),
    "rooted": lambda ax: p.plot_tree((5,), ax, names=NAMES),
    "unrooted": unrooted,
    "unrooted with pictures": lambda ax: unrooted(ax, thumbnails=np.zeros((5, 4, 4))),
    "stability": lambda ax: p.plot_stability(NAMES, [0.1], [0.2], 2.0, ax),
    "levels": lambda ax: p.plot_levels({name: [2.0, 1.0] for name in NAMES[:2]}, ax),
}
DRAW = NAMED | {
    "partition": lambda ax: p.plot_partition(X, y, ax, moved=np.array([1, 2])),
    "gram": lambda ax: p.plot_gram(K, y, ax),
    "label kernel": lambda ax: p.plot_label_kernel(ring(5), ax),
    "eigenvectors": lambda ax: p.plot_eigenvectors(VECTORS, VALUES, y, ax),
    "trace": lambda ax: p.plot_trace([1.0, 2.0, 2.5], ax, at=1),
    "embedding": lambda ax: p.plot_embedding(X, y, IMAGES, ax),
    "means": lambda ax: p.plot_mean_vectors(X, X[[0, 20]], y, ax),
    "labels": lambda ax: p.plot_labels("ring", 5, ax),
    "relations": lambda ax: p.plot_relations(ring(5), ax),
    "turn": lambda ax: p.plot_turn(y, ax),
    "spectra": lambda ax: p.plot_spectra(VALUES, VALUES / 2, 2, ax),
    "bound": lambda ax: p.plot_bound([0.1, 0.1, 0.1], 0.1, 2, ax),
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


def test_every_picture_is_ours_whatever_the_user_set():
    with matplotlib.rc_context({"font.size": 30, "text.color": "red", "legend.frameon": True}):
        before = dict(matplotlib.rcParams)
        for name, draw in DRAW.items():
            ax = axes()
            assert draw(ax) is ax, name
            assert ax.has_data() or ax.texts or ax.patches, name
            assert dict(matplotlib.rcParams) == before, name
            assert all(text.get_fontsize() <= 12 for text in ax.texts), name
            assert not any(text.get_color() == "red" for text in ax.texts), name


def test_settings_are_the_users_again_after_errors_and_where_threads_draw():
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
    with pytest.raises(KeyError), styled():
        raise KeyError
    assert dict(matplotlib.rcParams) == before


def test_marks_have_the_areas_of_their_weights():
    weights = np.where(y == 1, 2.0, 1.0)
    first, second, _ = p.plot_partition(X, y, axes(), weights=weights).collections
    plain = p.plot_partition(X, y, axes()).collections
    np.testing.assert_allclose(first.get_sizes(), plain[0].get_sizes())
    np.testing.assert_allclose(second.get_sizes(), 2 * plain[1].get_sizes())
    assert not p.plot_partition(X[:0], y[:0], axes()).collections


def test_a_gram_picture_is_sorted_by_cluster():
    shuffled = np.random.default_rng(0).permutation(60)
    ax = p.plot_gram(K[np.ix_(shuffled, shuffled)], y[shuffled], axes())
    order = shuffled[np.argsort(y[shuffled], kind="stable")]
    np.testing.assert_allclose(ax.images[0].get_array(), K[np.ix_(order, order)])


def test_gram_pixels_are_block_means():
    Kc = centre(K)
    for max_size in (1000, 17):
        sent = p.gram_pixels(Kc, y, max_size)
        size = sent["size"]
        assert size == min(60, max_size)
        assert sent["borders"] == pytest.approx([0, size / 3, 2 * size / 3, size])
        edges = np.append(np.arange(size) * 60 // size, 60)
        rows = [slice(*edges[i : i + 2]) for i in range(size)]
        literal = [[Kc[here, there].mean() for there in rows] for here in rows]
        shown = sent["pixels"] * (sent["scale"] / 127)
        np.testing.assert_allclose(shown, literal, atol=sent["scale"] / 200)
        means = [[Kc[np.ix_(y == j, y == k)].mean() for k in range(3)] for j in range(3)]
        np.testing.assert_allclose(sent["means"], means, atol=1e-12)


def test_as_plane():
    points, caption = p.as_plane(X)
    assert (caption, np.array_equal(points, X)) == ("", True)
    line, caption = p.as_plane(X[:, :1])
    assert ((line[:, 1] == 0).all(), caption) == (True, "one feature")
    Q = np.linalg.qr(np.random.default_rng(0).normal(size=(5, 5)))[0][:2]
    turned, caption = p.as_plane(X @ Q)
    assert "100 % of variance" in caption
    np.testing.assert_allclose(pdist(turned), pdist(X), atol=1e-9)


def test_lengths_of_the_bound_add_on_its_axis():
    terms, epsilon, trivial = [0.04, 0.09, 0.01], 0.5, 4.0
    ax = p.plot_bound(terms, epsilon, trivial, axes())
    ends = np.array([bar.get_x() + bar.get_width() for bar in ax.patches if bar.get_width() > 0])
    np.testing.assert_allclose(ends, np.cumsum(np.sqrt(terms)))
    lines = sorted(float(line.get_xdata()[0]) for line in ax.lines)
    assert lines == pytest.approx([np.sqrt(epsilon / 2), np.sqrt(trivial / 2)])


def ringed(ax):
    return [float(line.get_xdata()[0]) for line in ax.lines if line.get_markersize() > 8]


def test_a_curve_rings_its_choice_and_has_a_point_for_every_candidate():
    widths, values = [1.0, 2.0, 4.0, 8.0], [0.1, 0.2, 0.5, np.inf]
    band = np.array([[0.0, 0.1, 0.4, np.inf], [0.2, 0.3, 0.6, np.inf]])
    style = {"ari": [0, 0.5, 1, -0.1], "band": band, "at": 2.0, "named": {"rule": 1.5}}
    for higher, chosen in ((True, [4.0]), (False, [1.0]), (None, [])):
        ax = p.plot_width_curve(widths, values, axes(), higher=higher, **style)
        assert ringed(ax) == chosen
        assert said(ax) == [" rule "]
    values = np.array([0.2, 0.5, np.nan])
    ax = p.plot_selection([1, 2, 3], values, axes(), chosen=2)
    assert any(np.array_equal(line.get_ydata(), values, equal_nan=True) for line in ax.lines)
    assert ringed(ax) == [2]
    assert ringed(p.plot_selection([1, 2, 3], values, axes(), at=2)) == []


def test_errors_name_the_parameter():
    cases = [
        ("layout", p.plot_labels, "star", 5, axes()),
        ("points", p.plot_embedding, np.ones((4, 4)), y[:4], IMAGES[:4], axes()),
        ("means", p.plot_mean_vectors, X, np.eye(4), y, axes()),
        ("captions", p.plot_strip, IMAGES[:3], axes(), ["a"]),
        ("widths", p.plot_width_curve, [2, 1], [0, 1], axes()),
        ("P", p.plot_posterior, P[1:], *GRID, axes()),
        ("ax", p.plot_gram, K, y, Figure()),
        ("kind", p.scheme, "rainbow", 4),
        ("c", p.scheme, "families", (3, 0)),
    ]
    assert not_refused((rf"\b{name} must", *call) for name, *call in cases) == []


def shown(figure):
    """What stands on a drawn figure, as a reader sees it where no formula is set."""
    FigureCanvasAgg(figure).draw()
    texts = [text.get_text() for text in figure.findobj(Text)]
    assert not any(text.replace(r"\$", "").count("$") for text in texts)
    return " ".join(texts).replace(r"\$", "$")


def test_names_are_drawn_as_they_stand():
    for figure, draw in NAMED.items():
        words = shown(draw(axes()).figure)
        names = NAMES[:2] if figure == "levels" else NAMES
        assert [name for name in names if name not in words] == [], figure


def luminance(colour):
    channel = np.array(to_rgb(colour))
    linear = np.where(channel <= 0.03928, channel / 12.92, ((channel + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]


def test_labels_differ_are_seen_on_a_dark_page_and_a_ramp_grows_lighter():
    ground = luminance("#111111") + 0.05
    for kind in ("plain", "wheel", "ramp", "families"):
        for c in range(1, 11):
            hues = p.scheme(kind, c)
            assert len(set(hues)) == c
            if kind != "plain":  # a dark page has its own for these
                assert all((luminance(hue) + 0.05) / ground > 3 for hue in hues)
    assert (np.diff([luminance(hue) for hue in p.scheme("ramp", 10)]) > 0).all()


def test_widgets_take_them_and_they_follow_the_number_of_labels():
    circle, wheel = datasets.make_circle(60)[0], p.scheme("wheel", 6)
    for make in (
        lambda **more: LossExplorer(circle, 6, label_kernel="ring", **more),
        lambda **more: PartitionStepper(circle, 6, **more),
        lambda **more: LabelKernelEditor(6, **more),
    ):
        assert (make()._hues, make(colours=wheel)._hues) == ([], wheel)
        with pytest.raises(ValueError, match="colours must"):
            make(colours="rainbow")
    explorer = KernelExplorer(circle, 6, label_kernel="ring", colours="wheel")
    explorer.n_clusters = 4
    assert explorer._hues == p.scheme("wheel", 4)
