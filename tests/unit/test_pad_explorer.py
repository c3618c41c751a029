"""PadExplorer: a pad and what is on it, in one widget."""

import numpy as np
import pytest
from matplotlib.text import Text
from sklearn.datasets import make_moons

from depcluster.widgets import DataPad, KernelExplorer, PadExplorer

X, Y = make_moons(40, noise=0.05, random_state=0)


def test_it_sees_what_an_explorer_of_its_pad_sees():
    explorer = PadExplorer(X, y=Y, width=3).settle()
    other = KernelExplorer(explorer.pad, 2, width=3, criteria=True).settle()
    assert np.array_equal(explorer.labels_, other.labels_)
    assert explorer.objective_ == pytest.approx(other.objective_)
    assert np.array_equal(explorer.pad.y, Y)
    assert repr(explorer) == repr(other).replace("KernelExplorer", "PadExplorer")


def test_points_on_the_plane_stay_and_others_are_scaled_into_it():
    assert np.array_equal(PadExplorer(X).pad.X, X)
    far = PadExplorer(100 * X).pad.X
    assert np.array_equal(far, DataPad.fitted(100 * X))


def test_a_pad_of_ones_own_is_followed():
    pad = DataPad(X[:20])
    explorer = PadExplorer(pad, 3)
    assert explorer.pad is pad
    pad.put(X)
    assert explorer.labels_.shape == (40,)


def test_an_empty_pad_waits_and_then_answers():
    explorer = PadExplorer()
    assert repr(explorer) == ("PadExplorer: Draw at least 3 points on the pad, for 2 clusters.")
    explorer.pad.put(X, Y)
    assert explorer.labels_.shape == (40,)
    assert len(explorer.settle().criteria_) == 17


def test_panels_are_those_of_the_pad_and_few_others():
    explorer = PadExplorer(X)
    assert explorer.panels == ("pad", "points", "criteria", "error")
    explorer.panels = ("gram", "pad")
    assert explorer.panels == ("pad", "gram")
    with pytest.raises(ValueError, match=r"panels must be one or more of pad, points.*got 'map'"):
        explorer.panels = "map"
    with pytest.raises(ValueError, match="panels must be one or more of points"):
        KernelExplorer(X, panels=("pad",))


def test_what_a_pad_cannot_hold_is_refused():
    with pytest.raises(ValueError, match=r"X must hold points of the plane, shape \(m, 2\)"):
        PadExplorer(np.zeros((4, 3)))
    with pytest.raises(ValueError, match="y must"):
        PadExplorer(X, y=[1, 2])


def test_the_picture_shows_the_drawn_classes_beside_the_clusters():
    explorer = PadExplorer(X, y=Y).settle()
    titles = [text.get_text() for text in explorer.to_figure().findobj(Text)]
    assert {"Your data", "Partition"} <= set(titles)
    explorer.panels = ("points",)
    assert "Your data" not in [text.get_text() for text in explorer.to_figure().findobj(Text)]
