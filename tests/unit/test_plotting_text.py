"""Names are text everywhere: what users write is drawn as it stands, dollars and all."""

from types import SimpleNamespace

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from depcluster import plotting
from depcluster.datasets import make_nine
from depcluster.plotting.basics import as_text
from depcluster.plotting.selection import comparison_figure
from depcluster.trees import fit_tree_metric
from depcluster.widgets import TaxonomyExplorer
from depcluster.widgets.base.mosaic import Panel, mosaic

NAMES = ("$x^$", "$5 to $10", r"\$ and $\frac$", "$$", "plain")
D = 1.0 - np.eye(5)


def width_curve(ax):
    named = dict(zip(NAMES, (1.0, 2.0, 3.0, 4.0, 5.0), strict=True))
    plotting.plot_width_curve([1, 5], [0, 1], ax, named=named, title=NAMES[0])
    ax.set_xticks([1, 5], ["1", "5"])  # those of a logarithmic axis are formulas of their own
    ax.minorticks_off()


def unrooted(names=NAMES, **more):
    return lambda ax: plotting.plot_unrooted_tree(fit_tree_metric(D), ax, names=names, **more)


FIGURES = {
    "comparison": lambda ax: plotting.plot_comparison(
        NAMES, NAMES, np.zeros((5, 5)), [list(NAMES)] * 5, np.eye(5, dtype=bool), ax
    ),
    "width curve": width_curve,
    "lost": lambda ax: plotting.plot_lost(NAMES, [[0.1, 0.2]] * 5, ax),
    "strip": lambda ax: plotting.plot_strip(np.zeros((5, 4, 4)), ax, captions=NAMES),
    "rooted": lambda ax: plotting.plot_tree((5,), ax, names=NAMES),
    "unrooted": unrooted(),
    "unrooted in lines": unrooted([f"{name}\n{name}" for name in NAMES]),
    "unrooted with pictures": unrooted(thumbnails=np.zeros((5, 4, 4))),
    "stability": lambda ax: plotting.plot_stability(NAMES, [0.1], [0.2], 2.0, ax),
    "levels": lambda ax: plotting.plot_levels({name: [2.0, 1.0] for name in NAMES[:2]}, ax),
}


def shown(figure):
    """What stands on a drawn figure, as a reader sees it where no formula is set."""
    FigureCanvasAgg(figure).draw()
    texts = [text.get_text() for text in figure.findobj(Text)]
    assert not any(text.replace(r"\$", "").count("$") for text in texts)
    return " ".join(texts).replace(r"\$", "$")


@pytest.mark.parametrize("figure", FIGURES)
def test_names_are_drawn_as_they_stand(figure):
    ax = Figure().subplots()
    FIGURES[figure](ax)
    words = shown(ax.figure)
    expected = NAMES[:2] if figure == "levels" else NAMES
    assert [name for name in expected if name not in words] == []


@pytest.mark.parametrize("name", NAMES)
def test_text_is_the_picture_of_its_letters(name):
    pictures = []
    for words, options in ((as_text(name), {}), (name, {"parse_math": False})):
        figure = Figure(figsize=(3, 1))
        figure.text(0.1, 0.5, words, **options)
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        pictures.append(np.asarray(canvas.buffer_rgba()).copy())
    np.testing.assert_array_equal(*pictures)


def test_short_names_and_pictures_of_widgets_too():
    ax = Figure().subplots()
    unrooted(["$^$"] * 5)(ax)
    assert shown(ax.figure).count("$^$") == 5
    widget = SimpleNamespace(summary=lambda: "$a^$")
    words = shown(mosaic(widget, "a", {"a": Panel("$x^$", lambda ax: None, "$y_$")}, "$b^$"))
    assert [w for w in ("$x^$", "$y_$", "$a^$", "$b^$") if w not in words] == []


def test_a_table_of_kernels_keeps_their_names_in_words():
    scores = np.ma.masked_array(np.zeros((1, 1)), False)
    made = comparison_figure(["$x^$"], ["$t^$"], scores, [["$1^$"]], np.ones((1, 1), bool))
    assert "$t^$: $x^$ ($1^$)" in made.alt
    assert "$x^$" in shown(made.figure)


@pytest.mark.parametrize("structure", ["tree", "free", "fixed"])
def test_a_taxonomy_of_classes_and_texts_with_dollars(structure):
    X, y = make_nine()
    X, y = X[::3], y[::3]
    classes = np.array(["$x^$", "$y_$", "$", "z"])[y % 4]
    texts = [f"costs $x^$ dollars {word}" for word in np.array(["one", "two", "six", "ten"])[y % 4]]
    for thumbnails in (None, texts):
        explorer = TaxonomyExplorer(X, thumbnails, 3, y=classes, structure=structure, n_init=1)
        words = shown(explorer.to_figure())
        if structure != "fixed":
            assert "$x^$" in words
        explorer.close()
