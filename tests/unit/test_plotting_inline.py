"""Figures as inline SVG: the colours of the page, panes, images, and the card below."""

import base64
import re
from io import BytesIO

import numpy as np
import pytest
from matplotlib.figure import Figure
from PIL import Image

from depcluster import FigureWithAlt
from depcluster.plotting import (
    ACCENT,
    COLOURS,
    INK,
    INK_2,
    MATRIX,
    RULE,
    RULE_2,
    minify,
    plot_partition,
)
from depcluster.plotting.responsive import panes

RNG = np.random.default_rng(0)
X, Y = RNG.normal(size=(300, 2)), np.arange(300) % 10


def scatter():
    figure = Figure(figsize=(9, 4), layout="constrained")
    ax = figure.subplots()
    plot_partition(X, Y, ax)
    ax.plot([0, 1], [0, 1], color=ACCENT)
    ax.set_title("ten clusters", color=INK_2)
    ax.text(0, 0, "one\ntwo", ha="center", rotation=90, color=INK)
    return figure


def split(html):
    """The style, and the drawing after it."""
    return re.search(r"<style>(.*?)</style>(.*)", html, re.S).groups()


def images(html):
    return re.findall(r'<image [^>]*?href="(data:image/png;base64,[^"]+)"', html)


def html_of(figure, alt="ten clusters"):
    return FigureWithAlt(figure, alt)._repr_html_()


NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


@pytest.fixture(scope="module")
def of_scatter():
    """The style of a figure, and its drawing."""
    return split(html_of(scatter()))


def test_no_colour_of_the_palette_is_left(of_scatter):
    style, drawing = of_scatter
    rules = "".join(re.findall(r"\.f\w{6}\d+\{.*?\}", style))
    assert all(f"fill:var(--f-s{k})" in rules for k in range(10))
    literals = {*COLOURS, INK, INK_2, RULE, RULE_2, ACCENT, "#ffffff", "#000000"}
    assert [each for each in literals if each.lower() in (rules + drawing).lower()] == []


def test_alt_text_is_told_once_and_the_card_shows_where_styles_are_taken_away():
    html = html_of(scatter(), 'ten "clusters"')
    assert html.count('alt="ten &quot;clusters&quot;"') == 1
    assert 'role="img" aria-label="ten &quot;clusters&quot;"' in html
    assert ">.card{display:none}" in split(html)[0]
    card = re.search(r'<img[^>]*base64,([^"]+)"', html)
    assert "display" not in card[0]
    assert Image.open(BytesIO(base64.b64decode(card[1]))).size == (900, 400)


def test_the_same_figure_is_the_same_bytes_and_another_shares_no_ids():
    html, other = html_of(scatter()), scatter()
    assert html_of(scatter()) == html
    other.axes[0].set_title("another")
    ids = [set(re.findall(r' id="([^"]+)"', each)) for each in (html, html_of(other))]
    assert ids[0]
    assert not ids[0] & ids[1]
    drawing = split(html)[1]
    assert set(re.findall(r"#(\w+)", drawing)) <= ids[0] | set(re.findall("&#(\\w+)", drawing))


def test_a_figure_of_many_marks_stays_small():
    figure = Figure(figsize=(9, 4))
    figure.subplots().scatter(*RNG.normal(size=(2, 1501)), color=COLOURS[7])
    html = html_of(figure, "a")
    light, dark = map(minify.decoded, images(html))
    assert len(html) < 250_000
    seen = light[..., 3] > 240
    assert seen.any()
    assert light[seen][:, :3].max() < 0x40
    assert dark[seen][:, :3].min() > 0xD0
    assert np.abs(light[..., 3].astype(int) - dark[..., 3]).max() <= 32


def test_marks_of_one_look_stand_where_they_are_drawn_each():
    figure = Figure(figsize=(4, 4), layout="none")
    ax = figure.subplots()
    ax.set(xlim=(-4, 4), ylim=(-4, 4), xticks=[], yticks=[])
    twice = np.vstack([X[:50], X[:1], X[50:]])
    ax.scatter(*twice.T, s=9, c=["red"] * 200 + ["blue"] * 101, alpha=0.5)
    drawing = split(html_of(figure, "a"))[1]
    found = re.findall(r'<path marker-mid="url\(#\w+\)"[^>]* d="M([^l]+)l([^"]+)"', drawing)
    corners = []
    for start, steps in found:
        steps = np.array(NUMBER.findall(steps), float).reshape(-1, 2)
        assert (steps[[0, -1]] == 0).all()  # the ends of a line have no marker
        corners.append(np.array(NUMBER.findall(start), float) + np.cumsum(steps[:-1], axis=0))
    assert [len(line) for line in corners] == [200, 101]
    height = 72 * figure.get_figheight()
    wanted = ax.transData.transform(twice) * 72 / figure.dpi * (1, -1) + (0, height)
    np.testing.assert_allclose(np.vstack(corners), wanted, atol=0.011)


def picture_of(values, **style):
    figure = Figure(figsize=(4, 4))
    figure.subplots().imshow(values, **style)
    html = html_of(figure, "a")
    (source,) = images(html)
    turned = re.search(r"\{filter:var\(--f-turned,none\)\}", html)
    return minify.decoded(source), bool(turned)


def test_heat_maps_turn_with_the_theme_and_photographs_do_not():
    K = RNG.normal(size=(40, 40))
    _, turned = picture_of(K, cmap=MATRIX, vmin=-3, vmax=3)
    assert turned
    photograph, turned = picture_of(K, cmap="gray", interpolation="bicubic")
    assert not turned
    assert (photograph[..., 0] == photograph[..., 2]).all()


def test_panes_stand_in_reading_order_and_hold_what_they_show():
    figure = Figure(figsize=(9, 6), layout="constrained")
    top, bottom = figure.subfigures(2, 1)
    for k, ax in enumerate((*top.subplots(1, 2), bottom.subplots())):
        ax.set_title(f"frame {k}")
    figure.suptitle("a title that may wrap")
    html = html_of(figure, "a")
    below = html[html.index('<div class="panes">') :]
    order = re.findall(r'<p>([^<]*)</p>|class="(pane(?: wide)?)"', below)
    assert [*map("".join, order)] == ["a title that may wrap", "pane", "pane", "pane wide"]
    figure.draw_without_rendering()
    found = panes(figure)
    for ax in figure.axes:
        box = ax.get_tightbbox().extents * 72 / figure.dpi
        around = next(p.box for p in found if ax in p.parts or ax.figure in p.parts)
        assert (around.extents[:2] <= box[:2] + 1e-6).all()
        assert (around.extents[2:] >= box[2:] - 1e-6).all()
