"""Figures in JupyterLab: in the colours of its theme, or in a column where it is narrow."""

import itertools

import pytest

IMPORTS = (
    "import numpy as np\nfrom matplotlib.figure import Figure\n"
    "from depcluster import FigureWithAlt\nfrom depcluster.plotting import plot_gram, "
    "plot_partition\nX = np.random.default_rng(0).normal(size=(40, 2))\n"
    "figure = Figure(figsize=(9, 3.5), layout='constrained')\n"
    "left, right = figure.subplots(1, 2)\nplot_partition(X, np.arange(40) % 9, left)\n"
    "left.set_title('a title', fontsize=8)\nleft.set_xlabel('across', fontsize=8)\n"
    "plot_gram(X @ X.T, np.arange(40) % 9, right)\nfigure.text(0, 0, 'the stamp', fontsize=8)"
)
SHOWN = "FigureWithAlt(figure, 'nine clusters')"
ALONE = (
    "alone = Figure(figsize=(9, 3), layout='constrained')\n"
    "alone.subplots().set_xlabel('across', fontsize=8)\nFigureWithAlt(alone, 'a frame')"
)
PICTURE = ".jp-OutputArea-output .pic"
COLOURS = """() => {
  const word = [...document.querySelectorAll(".pic text")]
    .find((node) => node.textContent === "a title");
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  const brightness = (colour) => {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return context.getImageData(0, 0, 1, 1).data.slice(0, 3).reduce((sum, c) => sum + c) / 3;
  };
  const { backgroundColor } = getComputedStyle(document.querySelector(".jp-Notebook"));
  const { filter } = getComputedStyle(document.querySelector(".pic .all image"));
  return [brightness(getComputedStyle(word).fill), brightness(backgroundColor), filter];
}"""
WORDS = """() => [...document.querySelectorAll(".pic > svg, .pic .pane")]
  .filter((svg) => svg.getBoundingClientRect().width > 0)
  .flatMap((svg) => [...svg.closest(".pic").querySelectorAll("text")]
    .map((node) => parseFloat(getComputedStyle(node).fontSize) * svg.getScreenCTM().a))"""


def test_a_figure_has_a_name_and_the_colours_of_its_page(open_page):
    notebook = open_page([IMPORTS, SHOWN])
    page = notebook.page
    page.locator(PICTURE).wait_for()
    assert page.get_by_role("img", name="nine clusters").count() == 1
    assert not page.locator(".jp-OutputArea-output img.card").is_visible()
    ink, ground, turned = page.evaluate(COLOURS)
    assert ink < 140 < 200 < ground
    assert turned == "none"
    notebook.use_theme("JupyterLab Dark")
    page.wait_for_function(f"() => ({COLOURS})()[2] !== 'none'")
    ink, ground, turned = page.evaluate(COLOURS)
    assert ground < 40 < 110 < ink
    assert "invert" in turned


def test_panes_stand_below_each_other_where_it_is_narrow_and_words_stay_legible(open_page):
    page = open_page([IMPORTS, SHOWN, ALONE], width=1200).page
    first = page.locator(PICTURE).first
    whole = first.locator(".all")
    assert page.locator(PICTURE).count() == 2
    for width in (1200, 980, 820, 760, 700):
        page.set_viewport_size({"width": width, "height": 1000})
        shown = "> 600" if width > 900 else "=== 0"
        size = "document.querySelector('.pic .all').getBoundingClientRect().width"
        page.wait_for_function(f"() => {size} {shown}")
        assert min(page.evaluate(WORDS)) >= 8.95
        if width > 900:
            box = whole.bounding_box()
            assert box["height"] == pytest.approx(box["width"] * 3.5 / 9, abs=2)
            assert not first.locator(".panes").is_visible()
            continue
        box = first.bounding_box()
        assert box["width"] < width - 60
        boxes = [pane.bounding_box() for pane in first.locator(".panes > *").all()]
        assert len(boxes) == 3
        for upper, lower in itertools.pairwise(boxes):
            assert upper["y"] + upper["height"] <= lower["y"] + 1
        assert all(box["width"] >= each["width"] > 300 for each in boxes)
        assert first.locator(".pane use").first.bounding_box()["width"] > 300
