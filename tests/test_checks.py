"""What users give: whole numbers, numbers, labels, symmetric matrices."""

from decimal import Decimal

import numpy as np
import pytest
from scipy import sparse

from depcluster import CLUHSIC, SMIC, KernelKMeans
from depcluster._validation import (
    available_if,
    check_labels,
    check_n_neighbors,
    check_numbers,
    check_samples,
    check_symmetric,
    check_whole,
    is_number,
    is_whole,
    naming,
    validated,
)
from depcluster.papers.jenssen2006 import AngleSpectralClustering

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


@pytest.mark.parametrize("as_given", [np.asarray, sparse.csr_array, sparse.coo_array])
def test_a_matrix_that_is_not_finite_says_where(as_given):
    M = np.diag([1.0, 2.0, 3.0])
    M[1, 2] = M[2, 1] = np.nan
    with pytest.raises(ValueError, match=r"K must be finite; got nan in row 1, column 2\.$"):
        check_symmetric(as_given(M))


def test_numbers_that_are_not_finite_say_where():
    for given, shape, words in (
        ([1, np.inf, np.nan], ("m",), r"w must be finite; got inf in entry 1\.$"),
        ([[1, 2], [-np.inf, 0]], ("m", "d"), r"w must be finite; got -inf in row 1, column 0\.$"),
        (np.full((1, 1, 2), np.nan), (1, 1, 2), r"got nan in entry 0, 0, 0\.$"),
    ):
        with pytest.raises(ValueError, match=words):
            check_numbers(given, "w", shape)


X = np.random.default_rng(0).normal(size=(30, 3))


def spoilt(*changes, dtype=float):
    table = X.astype(dtype)
    for i, j, value in changes:
        table[i, j] = value
    return table


class Frame:
    """What is needed of a DataFrame: named columns around an array."""

    def __init__(self, table):
        self.columns, self.shape, self._table = ["a", "b", "c"], table.shape, table

    def __len__(self):
        return len(self._table)

    def __array__(self, dtype=None, copy=None):
        return self._table.astype(dtype) if dtype else self._table


MEND = r"Leave such rows out or mend them first\.$"
WRONG = {
    "nan": (spoilt((4, 1, np.nan)), f"got nan in row 4, column {{b}}. {MEND}"),
    "infinity": (spoilt((4, 1, -np.inf)), f"got -inf in row 4, column {{b}}. {MEND}"),
    "None": (spoilt((4, 1, None), dtype=object), f"got None in row 4, column {{b}}. {MEND}"),
    "several": (
        spoilt((7, 0, np.nan), (9, 0, np.inf), (3, 2, np.nan)),
        "got 3 of them, 2 in column {a}, 1 in column {c}; the first is nan in row 3, column {c}",
    ),
    "text": (
        spoilt((2, 1, "Bern"), dtype=object),
        r"numbers only; column {b} holds .* such as 'Bern' in column {b}\. Leave such columns out",
    ),
    "text beside a gap": (
        spoilt((0, 0, None), (2, 1, "Bern"), (3, 2, "x"), dtype=object),
        r"numbers only; column {b}, column {c} hold .* such as 'Bern' in column {b}\.",
    ),
}


@pytest.mark.parametrize("kind", [KernelKMeans, CLUHSIC, AngleSpectralClustering, SMIC])
@pytest.mark.parametrize(("table", "words"), WRONG.values(), ids=WRONG)
def test_samples_are_refused_in_the_same_words_everywhere(kind, table, words):
    numbers, names = {"a": "0", "b": "1", "c": "2"}, {k: f"'{k}'" for k in "abc"}
    fitted = kind(3, random_state=0).fit(X)
    for given, columns in ((table, numbers), (table.tolist(), numbers), (Frame(table), names)):
        for ask in (check_samples, kind(3).fit, fitted.predict):
            with pytest.raises(ValueError, match=f"^X must .*{words.format(**columns)}"):
                ask(given)


def test_names_of_columns_come_from_pandas():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"age": pandas.array([1, None, 3], dtype="Int64"), "b": 1.0})
    frame.index = ["x", "y", "z"]
    for given, words in (
        (frame, "got <NA> in row 1, column 'age'"),
        (frame.assign(age=1, city="Bern"), "column 'city' holds what is no number, such as 'Bern'"),
        (frame.assign(age=pandas.Categorical(["u", "v", "u"])), "such as 'u' in column 'age'"),
        (frame[["b"]].assign(day=pandas.Timestamp(0)), r"got datetime64\[.*\] in column 'day'"),
        (frame["b"], r"got an array of shape \(3,\)\. Reshape your data"),
    ):
        for ask in (check_samples, KernelKMeans().fit):
            with pytest.raises(ValueError, match=f"^X must .*{words}"):
                ask(given)


def test_what_is_wrong_is_said_before_anything_is_printed():
    for given, words in (
        (np.arange(1000.0), r"got an array of shape \(1000,\)\. Reshape your data"),
        (list(range(1000)), r"got an array of shape \(1000,\)\. Reshape your data"),
        (["ab", "cd"], r"got an array of shape \(2,\)\. Make a row of numbers .* such as 'ab'"),
        (np.zeros((5, 4, 3)), r"got an array of shape \(5, 4, 3\)\.$"),
        (X * 1j, "got complex128"),
        (X.astype("M8[s]"), r"numbers only; got datetime64\[s\]\. Make dates numbers first"),
        (X.astype("m8[s]"), r"numbers only; got timedelta64\[s\]"),
        ([[10**400, 1], [1, 2]], "X must hold numbers only; column 0"),
        (np.zeros((0, 2)), "^X must have more samples. Found array with 0"),
        (np.zeros((5, 0)), "^X must have more features. Found array with 0"),
    ):
        for ask in (check_samples, KernelKMeans().fit):
            with pytest.raises(ValueError, match=r"^X must ") as caught:
                ask(given)
            assert caught.match(words)
            assert len(str(caught.value)) < 300


def test_sparse_samples_pass_where_they_are_accepted():
    table = sparse.csr_matrix(X)
    good = validated(KernelKMeans(), table, accept_sparse="csr")
    assert np.array_equal(good.toarray(), X)
    with pytest.raises(TypeError, match="Sparse data was passed for X"):
        validated(KernelKMeans(), table)


def test_a_column_of_another_name_is_said_of_x():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(X, columns=["a", "b", "c"])
    fitted = KernelKMeans(3, random_state=0).fit(frame)
    with pytest.raises(ValueError, match=r"^X must have the columns of fit\. The feature names"):
        fitted.predict(frame.rename(columns={"b": "other"}))


def test_memory_that_is_short_is_not_blamed_on_x():
    with pytest.raises(MemoryError, match=r"^8 GiB$"), naming(X):
        raise MemoryError("8 GiB")


def test_a_method_that_is_not_there_says_why_and_nothing_else():
    class Door:
        locked = True

        def _is_open(self):
            if self.locked:
                raise AttributeError("enter is not available: the door is locked.")

        @available_if(_is_open)
        def enter(self, how="quietly"):
            """Go in."""
            return self, how

    door = Door()
    assert not hasattr(door, "enter")
    for enter in (lambda: door.enter(), lambda: Door.enter(door)):
        with pytest.raises(AttributeError, match=r"^enter is not available: the door is locked\.$"):
            enter()
    door.locked = False
    assert door.enter(how="loudly") == Door.enter(door, "loudly") == (door, "loudly")
    assert Door.enter.__doc__ == "Go in."
