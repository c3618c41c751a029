"""Marks that are laid pixel by pixel look as those that are drawn one by one."""

import pytest

from depcluster.widgets.base.bundle import script

# Factors of the marks' size have each of them drawn. Returned is by how much the two pictures
# differ: most where no mark is cut by the edge of the canvas, which a browser draws in its own way,
# and on average.
DRAW = """([m, step, ratio, faded, ringed]) => {
  const hues = [
    "#0072b2", "#e69f00", "#009e73", "#56b4e9", "#d55e00", "#cc79a7", "#f0e442", "#222222",
  ];
  const colours = {
    fills: hues, edges: hues.map(() => "rgb(20, 40, 60)"), edgeWidth: 0.9, ink: "#000",
    quiet: "#444", paper: "#fff",
  };
  const at = new Float32Array(2 * m), labels = new Uint8Array(m);
  let seed = 7;
  const next = () => (seed = (16807 * seed) % 2147483647) / 2147483647;
  for (let i = 0; i < m; i++) {
    for (const f of [0, 1]) at[2 * i + f] = Math.round((next() * 130 - 5) / step) * step;
    labels[i] = Math.floor(8 * next());
  }
  const moved = ringed ? Array.from(labels, () => Number(next() < ringed)) : undefined;
  const highlight = new Set(faded ? [1, 4] : []), state = { labels, moved, highlight };
  const picture = (sizes) => {
    const canvas = document.createElement("canvas"), context = canvas.getContext("2d");
    Object.assign(canvas, { width: 120 * ratio, height: 120 * ratio });
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = "#fff";
    context.fillRect(0, 0, 120, 120);
    scatter.drawMarks(context, at, { ...state, sizes }, { ...colours }, 4);
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  const copied = picture(null), drawn = picture(Array.from(labels, () => 1)), side = 120 * ratio;
  let most = 0, sum = 0, marked = 0;
  for (let t = 0; t < drawn.length; t++) {
    const off = Math.abs(copied[t] - drawn[t]);
    const x = (t >> 2) % side, y = Math.floor((t >> 2) / side);
    if (Math.min(x, y, side - 1 - x, side - 1 - y) >= 10 * ratio) most = Math.max(most, off);
    sum += off;
    marked += Number(drawn[t] < 255);
  }
  return [most, sum / drawn.length, marked];
}"""


@pytest.fixture(scope="module")
def page(browser):
    page = browser.new_page()
    page.set_content("<body></body>")
    page.add_script_tag(content=script("base/parts/scatter.js", "scatter"))
    yield page
    page.close()


def test_copies_are_the_marks(page):
    for m, ratio, faded, ringed in [
        (40, 1, False, 0),
        (40, 2, True, 0.5),
        (400, 1, True, 0),
        (400, 2, False, 0.05),
        (2100, 1, True, 0.5),
        (2100, 2, False, 0),
    ]:
        most, mean, marked = page.evaluate(DRAW, [m, 0.25 / ratio, ratio, faded, ringed])
        assert marked > m
        assert most <= 12, (m, ratio, faded, ringed)
        assert mean < 1, (m, ratio, faded, ringed)  # faint colours are kept in whole numbers


def test_copies_are_off_by_an_eighth_of_a_pixel_at_most(page):
    most, mean, _ = page.evaluate(DRAW, [400, 1e-3, 1, False, 0])
    assert 12 < most < 128
    assert mean < 6
