"""The small widget of the class sizes: its page and Python file the same points alike."""

import itertools
import json

import numpy as np
import pytest
from engine import PLAIN, V8

from depcluster.lessons import without_display, zhong2010
from depcluster.widgets import ClassSizes
from depcluster.widgets.base.bundle import script
from depcluster.widgets.mini_widgets.class_sizes.filing import STEPS, sizes_between


@pytest.fixture(scope="module")
def page():
    context = V8()
    context.eval(script("mini_widgets/class_sizes/filing.js", "page"))
    return lambda given: json.loads(
        context.eval(f"JSON.stringify(page.filed({json.dumps(given)}), {PLAIN})")
    )


@pytest.fixture
def sizes():
    with without_display():
        return zhong2010.class_sizes(3)


@pytest.mark.parametrize("seed", range(20))
def test_sizes_add_up_and_are_off_by_less_than_one(seed):
    rng = np.random.default_rng(seed)
    first = rng.integers(1, 60, 4)
    last = np.diff([0, *np.sort(rng.choice(first.sum() - 1, 3, replace=False)) + 1, first.sum()])
    for share in (0, 0.05, 0.31, 0.5, 0.95, 1):
        between = sizes_between(first, last, share)
        wanted = (1 - share) * first + share * last
        assert between.sum() == first.sum()
        assert (np.abs(between - wanted) < 1).all()
    assert np.array_equal(sizes_between(first, last, 0), first)
    assert np.array_equal(sizes_between(first, last, 1), last)


def test_the_page_files_every_point_where_the_library_does(page, sizes):
    places = itertools.product(sizes._classes, (0, 7, 13, STEPS))
    for sizes.shape, sizes.step in places:
        of = sizes._classes[sizes.shape]
        xy = np.frombuffer(of.shown, "<f4").tolist()
        given = {"xy": xy, "y": of.y.tolist(), "sizes": sizes.sizes.tolist(), "searches": 20}
        told = page(given)["found"]
        for found, here in zip(told, sizes.filed.values(), strict=True):
            assert found["right"] == here.right
            assert found["labels"] == here.labels.tolist()
            assert found["wrong"] == here.wrong.tolist()


def test_the_accuracy_is_that_of_the_best_names_of_points_that_have_a_class(sizes):
    for sizes.step in (0, STEPS):
        known = np.repeat(np.arange(3), sizes.sizes)
        for method, found in sizes.filed.items():
            labels, names = found.labels[: len(known)], itertools.permutations(range(3))
            best = max((np.array(of)[labels] == known).sum() for of in names)
            assert found.right == best
            assert sizes.accuracy[method] == pytest.approx(best / len(known))
            assert len(found.labels) == len(known) + 4
            assert not found.wrong[-4:].any()


def test_points_classes_and_sizes_must_fit():
    X, y = np.random.default_rng(0).standard_normal((6, 2)), np.array([0, 0, 0, 1, 1, -1])
    ClassSizes({"a": (X, y, [2, 2], [3, 1])})
    for given, words in (
        ((X, y, [2, 2, 1], [3, 1, 1]), "got 3 sizes for 2 classes"),
        ((X, y, [2, 2], [3, 1, 1]), "the last sizes must be numbers of shape"),
        ((X, y, [4, 2], [3, 1]), "as many points of each class as the sizes ask for"),
        ((X, y, [2, 0], [3, 1]), "the first sizes must be whole numbers from 1"),
        ((X, y[:5], [2, 2], [3, 1]), "y must be"),
    ):
        with pytest.raises(ValueError, match=words):
            ClassSizes({"a": given})
    with pytest.raises(ValueError, match="shapes must be a dict"):
        ClassSizes({"a": (X, y)})
