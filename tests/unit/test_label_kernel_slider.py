"""Clusters along a slider of label kernels: J is that of its definition, and refusals stay put."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from depcluster import CLUHSIC, kernel_matrix
from depcluster.datasets import make_row, make_three
from depcluster.kernels import centre
from depcluster.labels import one_hot
from depcluster.widgets import LabelKernelSlider

X, GROUP = make_three()
ALL_RELATED = {d: np.ones((3, 3)) + (d - 1) * np.eye(3) for d in (2, 1.01, 0.99, 0)}


@pytest.mark.parametrize("normalization", ["l2", None])
def test_objective_and_eigenvalue_are_those_of_the_kernel_on_screen(normalization):
    slider = LabelKernelSlider(X, ALL_RELATED, normalization=normalization, refuse=False, n_init=2)
    for slider.at, A in ALL_RELATED.items():
        Pi = one_hot(slider.labels, 3)
        P = Pi / np.sqrt(Pi.sum(axis=0)) if normalization else Pi
        J = np.trace(centre(kernel_matrix(X)) @ P @ A @ P.T)
        assert slider.objective == pytest.approx(J, abs=1e-9)
        assert slider.smallest == pytest.approx(slider.at - 1)
        assert np.array_equal(slider.label_kernel, A)
        assert np.array_equal(slider.sizes, Pi.sum(axis=0))


@pytest.mark.parametrize("seed", range(5))
def test_not_normalised_all_relatives_break_where_an_eigenvalue_crosses_0(seed):
    X, group = make_three(seed)
    slider = LabelKernelSlider(X, ALL_RELATED, normalization=None, refuse=False, n_init=3)
    for slider.at in ALL_RELATED:
        S = one_hot(slider.labels, 3).T @ centre(kernel_matrix(X)) @ one_hot(slider.labels, 3)
        assert slider.objective == pytest.approx((slider.at - 1) * np.trace(S), abs=1e-9)
        pure = sum(np.bincount(slider.labels[group == k]).max() for k in range(3)) / len(X)
        assert (pure > 0.95) == (slider.at > 1) == (slider.objective > 0)


def test_a_refused_kernel_leaves_the_clusters_and_says_so():
    slider = LabelKernelSlider(X, ALL_RELATED, "d", n_init=2)
    slider.at = 1.01
    before = slider.labels
    slider.at = 0.99
    assert slider.objective is None
    assert np.array_equal(slider.labels, before)
    assert "refused" in slider.summary()
    assert isinstance(slider.to_figure(), Figure)
    with pytest.raises(ValueError, match="kernels must be positive semi-definite"):
        LabelKernelSlider(X, {0: ALL_RELATED[0], 2: ALL_RELATED[2]})


def test_finds_what_cluhsic_finds_and_keeps_names():
    row, _ = make_row()
    pulled = {amount: 2 * np.eye(5) for amount in (1, 1.5)}
    for amount, A in pulled.items():
        A[0, 4] = A[4, 0] = amount
    slider, found = LabelKernelSlider(row, pulled), {}
    for slider.at, A in pulled.items():
        found[slider.at] = slider.labels
        fit = CLUHSIC(5, label_kernel=A, random_state=0).fit(row)
        assert slider.objective >= fit.objective_ * (1 - 1e-9)
    assert np.mean(found[1] == found[1.5]) > 0.95


def test_what_does_not_fit_is_refused_in_words():
    for given, told in (
        ({"kernels": {1: np.eye(3)}}, "kernels must be a dict of two to 40"),
        ({"kernels": {1: np.eye(3), 2: np.eye(4)}}, "one row and column a cluster"),
        ({"kernels": {1: np.eye(11), 2: np.eye(11)}}, "at most 10 rows"),
        ({"kernels": ALL_RELATED, "normalization": "l1"}, "normalization must be"),
    ):
        with pytest.raises(ValueError, match=told):
            LabelKernelSlider(X, **given)
    with pytest.raises(ValueError, match="at must be one of"):
        LabelKernelSlider(X, ALL_RELATED, n_init=1).at = 1.5
