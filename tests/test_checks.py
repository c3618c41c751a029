"""What users give: whole numbers, numbers, labels, symmetric matrices."""

from decimal import Decimal

import numpy as np
import pytest
from scipy import sparse

from depcluster.checks import (
    check_labels,
    check_n_neighbors,
    check_symmetric,
    check_whole,
    is_number,
    is_whole,
)

WHOLE = [3, np.int8(3), np.uint64(3), -1, 0]
NOT_WHOLE = [True, np.True_, 3.0, np.float64(3), "3", None, [3], np.array([3])]


def test_whole_numbers_are_integers_and_truth_values_are_none():
    assert all(map(is_whole, WHOLE))
    assert not any(map(is_whole, NOT_WHOLE))


def test_numbers_are_finite_and_real():
    assert all(map(is_number, [*WHOLE, 2.5, np.float32(2.5)]))
    assert not any(map(is_number, [True, np.False_, np.nan, np.inf, -np.inf, 1j, "1", None]))
    assert not is_number(Decimal(1))


@pytest.mark.parametrize("wrong", [*NOT_WHOLE, 0, 10])
def test_a_whole_number_keeps_to_its_bounds(wrong):
    assert [check_whole(k, "k", 1, 9) for k in (1, np.int64(9))] == [1, 9]
    with pytest.raises(ValueError, match=r"k must be an integer from 1 to 9; got .*\. Try 3\.$"):
        check_whole(wrong, "k", 1, 9, hint="Try 3.")
    assert check_whole(10**9, "k") == 10**9
    with pytest.raises(ValueError, match=r"k must be an integer of at least 2; got 1\.$"):
        check_whole(1, "k", 2)


def test_neighbours_are_told_what_bounds_them():
    assert check_n_neighbors(4, 5) == 4
    with pytest.raises(
        ValueError, match=r"t must be an integer from 1 to n_samples - 1 = 4; got 5"
    ):
        check_n_neighbors(5, 5, name="t")


def test_labels_use_every_name_or_only_some():
    given = check_labels([2, 0, 1], 3, 3)
    assert given.tolist() == [2, 0, 1]
    assert given.dtype == np.intp
    assert check_labels([2, 0, 2], 3, 5, every=False).tolist() == [2, 0, 2]
    assert check_labels([1, 0], 2).tolist() == [1, 0]
    for wrong, words in (
        ([0, 2, 2], r"y must use each of 0\.\.2; got 2 different labels from 0 to 2"),
        ([0, -1, 1], r"y must use each of 0\.\.1; got 3 different labels from -1 to 1"),
        ([0, 1], r"y must hold one label a sample, \(3,\); got \(2,\)"),
        ([0.0, 1.0, 2.0], "y must be integers from 0; got float64"),
    ):
        with pytest.raises(ValueError, match=words):
            check_labels(wrong, 3, name="y")
    with pytest.raises(ValueError, match="labels must hold labels from 0 to 1; got 0 to 2"):
        check_labels([0, 2], 2, 2, every=False)
    with pytest.raises(ValueError, match="labels must hold one label a sample"):
        check_labels([], 0)


@pytest.mark.parametrize("as_given", [np.asarray, sparse.csr_array])
def test_symmetric_matrices_of_any_storage(as_given):
    M = as_given(np.array([[2.0, 1.0], [1.0, 3.0]]))
    assert check_symmetric(M) is M
    for wrong, words in (
        (np.ones((2, 3)), r"A must be a table; got shape \(2, 3\)"),
        (np.array([[1.0, 2.0], [3.0, 1.0]]), r"A must be symmetric; .* by up to 1\. Try A\.T"),
        (np.array([[1.0, np.inf], [np.inf, 1.0]]), "A must be finite"),
    ):
        with pytest.raises(ValueError, match=words):
            check_symmetric(as_given(wrong), "A", what="a table", hint="Try A.T.")
