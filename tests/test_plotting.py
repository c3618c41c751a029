"""Figures: each function draws on its Axes, returns it, and shows what it was given."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from depcluster import FigureWithAlt, datasets, kernel_matrix, plotting
from depcluster.kernels import centre, leading_eigenvectors
from depcluster.labels import ring
from depcluster.plotting import COLOURS, MATRIX, ink_on

X, y = datasets.make_three()
K = kernel_matrix(X)


def axes():
    return Figure().subplots()


def test_every_picture_returns_its_axes():
    from depcluster.kernels import Dense

    values, vectors = leading_eigenvectors(Dense(K), 3)
    for draw in (
        lambda ax: plotting.plot_partition(X, y, ax, moved=np.array([1, 2])),
        lambda ax: plotting.plot_gram(K, y, ax),
        lambda ax: plotting.plot_gram(K, None, ax, centred=True),
        lambda ax: plotting.plot_label_kernel(ring(5), ax),
        lambda ax: plotting.plot_eigenvectors(vectors, values, y, ax),
        lambda ax: plotting.plot_trace([1.0, 2.0, 2.5], ax, at=1),
    ):
        ax = axes()
        assert draw(ax) is ax
        assert ax.has_data() or ax.texts


def test_more_than_ten_clusters_carry_their_numbers():
    ax = plotting.plot_partition(X[:24], np.arange(24) % 12, axes())
    assert {t.get_text() for t in ax.texts} == {str(k) for k in range(12)}


def test_a_gram_picture_is_sorted_by_cluster():
    shuffled = np.random.default_rng(0).permutation(60)
    ax = plotting.plot_gram(K[np.ix_(shuffled, shuffled)], y[shuffled], axes())
    shown = np.asarray(ax.images[0].get_array())
    order = shuffled[np.argsort(y[shuffled], kind="stable")]
    np.testing.assert_allclose(shown, K[np.ix_(order, order)])


@pytest.mark.parametrize("max_size", [1000, 17])
def test_gram_pixels_are_block_means(max_size):
    Kc = centre(K)
    sent = plotting.gram_pixels(Kc, y, max_size)
    p = sent["size"]
    assert p == min(60, max_size)
    assert sent["borders"] == pytest.approx([0, p / 3, 2 * p / 3, p])
    shown = sent["pixels"] * (sent["scale"] / 127)
    edges = np.append(np.arange(p) * 60 // p, 60)
    literal = [
        [Kc[edges[i] : edges[i + 1], edges[j] : edges[j + 1]].mean() for j in range(p)]
        for i in range(p)
    ]
    np.testing.assert_allclose(shown, literal, atol=sent["scale"] / 200)
    means = [[Kc[np.ix_(y == j, y == k)].mean() for k in range(3)] for j in range(3)]
    np.testing.assert_allclose(sent["means"], means, atol=1e-12)
    assert sent["sizes"] == [20, 20, 20]


def test_as_plane():
    points, caption = plotting.as_plane(X)
    assert points is not None
    assert caption == ""
    assert np.array_equal(points, X)
    line, caption = plotting.as_plane(X[:, :1])
    assert (line[:, 1] == 0).all()
    assert caption == "one feature"
    Q = np.linalg.qr(np.random.default_rng(0).normal(size=(5, 5)))[0][:2]
    turned, caption = plotting.as_plane(X @ Q)
    assert "100 % of variance" in caption
    between = np.linalg.norm(turned[:, None] - turned[None], axis=2)
    np.testing.assert_allclose(between, np.linalg.norm(X[:, None] - X[None], axis=2), atol=1e-9)


def test_a_figure_carries_its_alternative_text():
    figure = Figure()
    plotting.plot_partition(X, y, figure.subplots())
    shown = FigureWithAlt(figure, 'three groups, "apart"')
    html = shown._repr_html_()
    assert 'alt="three groups, &quot;apart&quot;"' in html
    assert repr(shown) == 'Figure: three groups, "apart"'


def luminance(hex_colour):
    channel = np.array([int(hex_colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    linear = np.where(channel <= 0.03928, channel / 12.92, ((channel + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]


def test_numbers_on_cells_can_be_read():
    for t in np.linspace(0, 1, 101):
        fill = MATRIX(t)
        ink = luminance(ink_on(fill))
        linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in fill[:3]]
        paper = np.array(linear) @ [0.2126, 0.7152, 0.0722]
        low, high = sorted([ink, paper])
        assert (high + 0.05) / (low + 0.05) > 4.5


def test_ten_clusters_never_share_colour_and_mark():
    from depcluster.plotting import MARKS

    assert len({(c, str(m)) for c, m in zip(COLOURS, MARKS, strict=True)}) == 10
