"""The small widgets of the papers' pages: what Python says of them against the formulas."""

import numpy as np
import pytest
from refusals import not_refused

from depcluster import kernel_matrix
from depcluster.datasets import make_three
from depcluster.kernels import centre
from depcluster.labels import one_hot
from depcluster.widgets import (
    ClassSizes,
    CosineDial,
    FilingTree,
    LabelKernelSlider,
    LabelSprings,
    TurningViews,
)

ANGLES = np.arange(0, 360, 15.0)
AROUND = np.column_stack([np.cos(np.radians(ANGLES)), np.sin(np.radians(ANGLES))])


def turned(labels, images=None, **more):
    images = np.zeros((len(ANGLES), 6, 8)) if images is None else images
    return TurningViews(images, ANGLES, AROUND, labels, **more)


def test_of_many_views_a_part_is_sent():
    angles = np.random.default_rng(0).permutation(300) * 1.2
    images = np.broadcast_to((angles / 360)[:, None, None], (300, 40, 50))
    places = np.random.default_rng(1).random((300, 2))
    widget = TurningViews(images, angles, places, np.zeros(300, int), start=91)
    assert abs(angles[widget._stops[widget.stop]] - 91) < 3
    assert sum(len(v) for v in widget.get_state().values() if isinstance(v, bytes)) < 300_000
    shown = np.frombuffer(widget._images, np.uint8).reshape(widget._shape)[:, 0, 0, 0]
    np.testing.assert_array_equal(shown, np.rint(255 * angles[widget._stops] / 360))
    assert (np.diff(angles[widget._stops]) > 0).all()


def test_what_does_not_fit_is_refused():
    X, four = np.random.default_rng(0).random((30, 2)), [0, 0, 1, 1]
    P, y, many = X[:6], np.array([0, 0, 0, 1, 1, -1]), np.zeros((24, 300, 300))
    sizes = ClassSizes({"a": (P, y, [2, 2], [3, 1])})
    cases = [
        ("spec must have from 2 to 16 leaves", FilingTree, (17,)),
        ("filed must", setattr, FilingTree(), "filed", [4] * 10),
        ("step must", setattr, sizes, "step", 21),
        ("stop must", setattr, turned(np.zeros(24, int)), "stop", 24),
        ("pixels of images must be .* to 50 000.*::2", turned, np.zeros(24, int), many),
        ("labels must", LabelSprings, X, np.arange(30) % 5),
        ("X must", LabelSprings, 200 + X, np.zeros(30, int)),
        ("X must", LabelSprings, np.tile(X, (3, 1)), np.zeros(90, int)),
        ("A must", CosineDial, np.eye(2), [0, 1], np.eye(3)),
        ("K must not be constant", CosineDial, np.ones((4, 4)), four),
        ("labels must", CosineDial, np.eye(4), [0, 0, 0, 0]),
        ("3 sizes for 2 classes", ClassSizes, {"a": (P, y, [2, 2, 1], [3, 1, 1])}),
        ("as many points of each class", ClassSizes, {"a": (P, y, [4, 2], [3, 1])}),
        ("kernels must", LabelKernelSlider, X, {1: np.eye(3), 2: np.eye(4)}),
        ("at most 10 rows", LabelKernelSlider, X, {1: np.eye(11), 2: np.eye(11)}),
    ]
    assert not_refused(cases) == []


THREE, _ = make_three()
ALL_RELATED = {d: np.ones((3, 3)) + (d - 1) * np.eye(3) for d in (2, 1.01, 0.99, 0)}


def test_objective_and_eigenvalue_are_those_of_the_kernel_on_screen():
    for normalization in ("l2", None):
        options = {"normalization": normalization, "refuse": False, "n_init": 2}
        slider = LabelKernelSlider(THREE, ALL_RELATED, **options)
        for slider.at, A in ALL_RELATED.items():
            P = one_hot(slider.labels, 3)
            P = P / np.sqrt(P.sum(axis=0)) if normalization else P
            J = np.trace(centre(kernel_matrix(THREE)) @ P @ A @ P.T)
            assert slider.objective == pytest.approx(J, abs=1e-9)
            assert slider._stop["smallest"] == pytest.approx(slider.at - 1)


def test_a_refused_kernel_leaves_the_clusters():
    slider = LabelKernelSlider(THREE, ALL_RELATED, "d", n_init=2)
    slider.at = 1.01
    before = slider.labels
    slider.at = 0.99
    assert slider.objective is None
    assert np.array_equal(slider.labels, before)
    with pytest.raises(ValueError, match="kernels must be positive semi-definite"):
        LabelKernelSlider(THREE, {0: ALL_RELATED[0], 2: ALL_RELATED[2]})
