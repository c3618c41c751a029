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


@pytest.fixture(scope="module")
def of_scatter():
    """The style of a figure, and its drawing."""
    return split(html_of(scatter()))


def test_no_colour_of_the_palette_is_left(of_scatter):
    style, drawing = of_scatter
    rules = "".join(re.findall(r"\.f\w{6}\d+\{.*?\}", style))
    for k in range(10):
        assert f"fill:var(--f-s{k})" in rules
    for literal in {*COLOURS, INK, INK_2, RULE, RULE_2, ACCENT, "#ffffff", "#000000"}:
        assert literal.lower() not in (rules + drawing).lower()


def test_words_stay_words_in_the_font_of_the_page_and_lines_keep_their_middle(of_scatter):
    style, drawing = of_scatter
    assert re.search("<text[^>]*>ten clusters</text>", drawing)
    assert "font-family:var(--jp-ui-font-family" in style
    assert "DejaVu" not in style + drawing
    for word in ("one", "two"):
        line = rf'<text[^>]* x="([\d.]+)"[^>]*class="(\w+)"[^>]*>{word}<'
        x, name = re.search(line, drawing).groups()
        assert "text-anchor:middle" in re.search(rf"\.{name}\{{(.*?)\}}", style)[1]
        assert float(x) > 5


def test_alt_text_is_told_once_and_the_card_shows_where_styles_are_taken_away():
    html = html_of(scatter(), 'ten "clusters"')
    style = split(html)[0]
    assert html.count('alt="ten &quot;clusters&quot;"') == 1
    assert 'role="img" aria-label="ten &quot;clusters&quot;"' in html
    assert ">.card{display:none}" in style
    card = re.search(r'<img[^>]*base64,([^"]+)"', html)
    assert "display" not in card[0]
    picture = Image.open(BytesIO(base64.b64decode(card[1])))
    assert picture.size == (900, 400)
    assert picture.convert("RGB").getpixel((0, 0)) == (255, 255, 255)


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
    few = Figure(figsize=(9, 4))
    few.subplots().scatter(*RNG.normal(size=(2, 1500)))
    assert images(html_of(few, "a")) == []


def test_marks_of_one_look_stand_where_they_are_drawn_each():
    figure = Figure(figsize=(4, 4), layout="none")
    ax = figure.subplots()
    ax.set(xlim=(-4, 4), ylim=(-4, 4), xticks=[], yticks=[])
    twice = np.vstack([X[:50], X[:1], X[50:]])
    ax.scatter(*twice.T, s=9, c=["red"] * 200 + ["blue"] * 101, alpha=0.5)
    drawing = split(html_of(figure, "a"))[1]
    found = re.findall(r'<path marker-mid="url\(#(\w+)\)"[^>]* d="M([^l]+)l([^"]+)"', drawing)
    number = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
    corners = []
    for _, start, steps in found:
        steps = np.array(number.findall(steps), float).reshape(-1, 2)
        assert (steps[[0, -1]] == 0).all()  # the ends of a line have no marker
        corners.append(np.array(number.findall(start), float) + np.cumsum(steps[:-1], axis=0))
    assert [len(line) for line in corners] == [200, 101]
    height = 72 * figure.get_figheight()
    wanted = ax.transData.transform(twice) * 72 / figure.dpi * (1, -1) + (0, height)
    np.testing.assert_allclose(np.vstack(corners), wanted, atol=0.011)
    for name, *_ in found:
        assert re.search(rf'<marker id="{name}"[^>]*><use href="#\w+" class="\w+" />', drawing)


def picture_of(values, **style):
    figure = Figure(figsize=(4, 4))
    ax = figure.subplots()
    ax.imshow(values, **style)
    ax.axis("off")
    html = html_of(figure, "a")
    (source,) = images(html)
    turned = "--f-turned:invert" in html and re.search(r"\{filter:var\(--f-turned,none\)\}", html)
    return minify.decoded(source), bool(turned)


def test_heat_maps_turn_with_the_theme_and_photographs_do_not():
    K = RNG.normal(size=(40, 40))
    pixels, turned = picture_of(K, cmap=MATRIX, vmin=-3, vmax=3)
    assert turned
    assert minify.kind_of(pixels) == "matrix"
    photograph, turned = picture_of(K, cmap="gray", interpolation="bicubic")
    assert not turned
    assert minify.kind_of(photograph) == "photograph"
    assert (photograph[..., 0] == photograph[..., 2]).all()


def test_an_image_is_stored_as_it_is():
    for channels in (1, 3, 4):
        pixels = np.full((20, 30, 4), 255, np.uint8)
        pixels[..., :channels] = RNG.integers(0, 4, (20, 30, channels)) * 60
        pixels[..., :3] = pixels[..., :1] if channels == 1 else pixels[..., :3]
        back = minify.decoded(minify.encoded(pixels))
        seen = pixels[..., 3] > 0
        near = 3 if channels == 1 else 32 if channels == 4 else 0
        assert np.abs(back[seen].astype(int) - pixels[seen]).max() <= near


def test_marks_take_their_colours_of_dark_pages_and_a_hue_of_ones_own_stays():
    pixels = np.array([[[0, 114, 178, 255], [38, 41, 44, 90], [27, 29, 31, 255]]], np.uint8)
    dark = minify.in_dark(pixels)
    assert dark[0, :, :3].tolist() == [[43, 131, 214], [228, 230, 232], [236, 238, 240]]
    assert dark[0, :, 3].tolist() == [255, 90, 255]
    violet = np.array([[[150, 120, 225, 255]]], np.uint8)
    assert (minify.in_dark(violet) == violet).all()


def with_panes():
    figure = Figure(figsize=(9, 6), layout="constrained")
    top, bottom = figure.subfigures(2, 1)
    for k, ax in enumerate(top.subplots(1, 2)):
        ax.set_title(f"top {k}")
    bottom.subplots().set_title("bottom")
    figure.suptitle("a title that may wrap")
    figure.text(0.01, 0.01, "stamp")
    return figure


def test_panes_stand_in_reading_order_and_hold_what_they_show():
    figure = with_panes()
    html = html_of(figure, "a")
    below = html[html.index('<div class="panes">') :]
    order = re.findall(r'<p>([^<]*)</p>|class="(pane(?: wide)?)"', below)
    expected = ["a title that may wrap", "pane", "pane", "pane wide", "stamp"]
    assert ["".join(each) for each in order] == expected
    figure.draw_without_rendering()
    found = panes(figure)
    for ax in figure.axes:
        box = ax.get_tightbbox().extents * 72 / figure.dpi
        around = next(p.box for p in found if ax in p.parts or ax.figure in p.parts)
        assert (around.extents[:2] <= box[:2] + 1e-6).all()
        assert (around.extents[2:] >= box[2:] - 1e-6).all()


def test_paths_become_steps_that_end_where_they_should():
    d = "M 1.2345 2.5 \nL 3 4 \nL 3.5 4.25 \nL 2 -1 \nz \n"
    d += "M 10.5 0 \nC 1 2 3 4 5 6 \nC 1 2 3 4 5 0.25"
    assert minify._short_path(d) == (
        "M1.23 2.5l1.77 1.5 .5 .25-1.5-5.25zM10.5 0c-9.5 2-7.5 4-5.5 6-4-4-2-2 0-5.75"
    )


def test_the_ends_of_long_paths_do_not_drift():
    steps = np.cumsum(RNG.uniform(0, 0.1, (500, 2)), axis=0)
    d = f"M 0 0 L {' L '.join(f'{x:.6f} {y:.6f}' for x, y in steps)}"
    numbers = re.findall(r"-?[\d.]+", minify._short_path(d).split("l")[1])
    end = np.array(numbers, float).reshape(-1, 2).sum(axis=0)
    np.testing.assert_allclose(end, steps[-1], atol=0.011)
