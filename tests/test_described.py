"""What samples and features are called: columns, an index, or names that are given."""

import numpy as np
import pytest

from depcluster.widgets import DataPad, KernelExplorer
from depcluster.widgets.explorer.described import COMPONENTS

X = np.random.default_rng(0).normal(size=(12, 2))


class Frame(np.ndarray):
    """An array with the names that a data frame has."""

    columns = ("length", "width")
    index = tuple(f"flower {i}" for i in range(12))


def test_a_frame_names_axes_and_points():
    explorer = KernelExplorer(X.view(Frame), 2)
    assert explorer._axes == ["length", "width"]
    assert explorer._names == list(Frame.index)


def test_names_that_are_no_texts_are_none():
    class Numbered(np.ndarray):
        columns, index = (0, 1), range(12)

    explorer = KernelExplorer(X.view(Numbered), 2)
    assert (explorer._axes, explorer._names) == ([], [])


def test_given_names_win_and_beyond_two_features_axes_are_components():
    assert KernelExplorer(X.view(Frame), 2, feature_names=("a", "b"))._axes == ["a", "b"]
    wide = np.hstack([X, X])
    assert KernelExplorer(wide, 2, feature_names=list("abcd"))._axes == COMPONENTS
    assert KernelExplorer(X[:, :1], 2, feature_names=["age"])._axes == ["age", ""]
    assert KernelExplorer(DataPad(X / 9), 2, feature_names=["x", "y"])._axes == ["x", "y"]


@pytest.mark.parametrize("bad", ["ab", 3, ["a"], [1, 2], [["a"], ["b", "c"]]])
def test_other_names_are_refused(bad):
    with pytest.raises(ValueError, match="feature_names must be a list of one text a feature, 2"):
        KernelExplorer(X, 2, feature_names=bad)


def test_pictures_and_texts_of_samples():
    images = np.arange(12 * 4, dtype=np.uint8).reshape(12, 2, 2)
    explorer = KernelExplorer(X, 2, thumbnails=images)
    assert explorer._shape == [12, 2, 2, 1]
    assert explorer._pixels == images.tobytes()
    words = [f"a word called {name}" for name in Frame.index]
    assert KernelExplorer(X, 2, thumbnails=words)._names == words
    with pytest.raises(ValueError, match="thumbnails must be one a sample, 12; got 5"):
        KernelExplorer(X, 2, thumbnails=images[:5])
    with pytest.raises(ValueError, match="thumbnails must be left out with a pad"):
        KernelExplorer(DataPad(X / 9), 2, thumbnails=images)
