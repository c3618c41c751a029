"""What users give is checked: each kind of bad input is told by its name and what came."""

from datetime import timedelta
from decimal import Decimal

import matplotlib
import numpy as np
import pytest
from cases import each
from scipy import sparse

from depcluster import SMIC, KernelKMeans, graph_kernel
from depcluster._validation import (
    NAME,
    NOTHING,
    POSITIVE,
    available_if,
    check_labels,
    check_n_neighbors,
    check_numbers,
    check_samples,
    check_symmetric,
    check_whole,
    checked,
    flags,
    is_number,
    is_whole,
    masked,
    naming,
    number,
    numbers,
    one_of,
    optional,
    place,
    several,
    short_repr,
    takes,
    whole,
    whole_numbers,
    words,
)
from depcluster.search.starts import check_init

WHOLE = [3, np.int8(3), np.uint64(3), -1, 0]
NOT_WHOLE = [True, np.True_, 3.0, np.float64(3), "3", None, [3], np.array([3])]
ENDLESS = []
ENDLESS.append(ENDLESS)


class Evil:
    """Nothing can be done with it, nor said of it."""

    def raising(self, *given, **named):
        raise RuntimeError("not even this")

    __repr__ = __array__ = __len__ = __float__ = __eq__ = __hash__ = raising


@each(
    "value, shown",
    [
        (np.float64(0.5), "0.5"),
        (np.str_("ring"), "'ring'"),
        ([np.int8(3), np.float32(0.5)], "[3, 0.5]"),
        (np.zeros((3, 2)), "an array of shape (3, 2)"),
        ({"b": 1, "a": [None]}, "{'a': [None], 'b': 1}"),
        (10**400, "a number of 401 digits"),
        ([10**20 - 1, 10**20], "[99999999999999999999, a number of 21 digits]"),
        ("a" * 60, "a str of length 60"),
        ([ENDLESS, Evil()], "[[[[[[[...]]]]]], an object of type Evil]"),
        (type("Named", (), {"__repr__": lambda self: ""})(), "an object of type Named"),
        (type("list", (), {})(), "an object of type list"),
    ],
)
def test_values_are_shown_as_one_would_type_them_or_by_what_they_are(value, shown):
    assert short_repr(value) == shown


def test_whole_numbers_and_numbers():
    assert all(map(is_whole, WHOLE))
    assert not any(map(is_whole, NOT_WHOLE))
    assert all(map(is_number, [*WHOLE, 2.5, np.float32(2.5)]))
    assert not any(map(is_number, [True, np.False_, np.nan, -np.inf, 1j, "1", None, Decimal(1)]))
    assert not is_number(2**63)


def test_a_whole_number_keeps_to_its_bounds():
    assert [check_whole(k, "k", 1, 9) for k in (1, np.int64(9))] == [1, 9]
    for wrong in [*NOT_WHOLE, 0, 10]:
        with pytest.raises(ValueError, match=r"k must be an integer from 1 to 9; got .*\. Try 3\."):
            check_whole(wrong, "k", 1, 9, hint="Try 3.")
    assert check_whole(10**9, "k") == 10**9
    assert check_n_neighbors(4, 5) == 4
    with pytest.raises(ValueError, match=r"t must be an .* from 1 to n_samples - 1 = 4; got 5"):
        check_n_neighbors(5, 5, name="t")


RULES = [
    (whole(1, 10**6), [1, 10**6], [0, 10**6 + 1, 10**400], "an integer from 1 to 1 000 000"),
    (number(0, 1, open_low=True), [1, 0.5], [0, 1.1], "a finite number above 0 and of at most 1"),
    (POSITIVE | NOTHING, [2, None], [0, np.inf, [1]], "a positive number or None"),
    (one_of("a", None), ["a", None], ["b", ["a"]], 'one of "a", None'),
    (several(NAME, 2), [["a", "b"]], [["a"], "ab", [1, 2]], "a list of at least 2 values, each"),
]


@each("rule, good, bad, says", RULES)
def test_rules(rule, good, bad, says):
    assert rule.says.startswith(says)
    assert all(map(rule.holds, good))
    assert not any(map(rule.holds, [*bad, Evil(), ENDLESS, np.ones((2, 2)), "no", True, 1j]))
    with pytest.raises(ValueError, match=r"^p must be .*; got an object of type Evil\.$"):
        rule(Evil(), "p")


def test_arguments_are_checked_before_a_function_starts():
    @checked(times=several(POSITIVE))
    def doubled(times, n_clusters=3, other=None, unknown=None):
        """Its words."""
        return n_clusters + n_clusters, type(n_clusters), unknown

    assert doubled.__doc__ == "Its words."
    assert doubled([1], np.int8(100)) == (200, int, None)
    assert doubled([1], unknown=ENDLESS)[2] is ENDLESS
    for given, said in (
        (([-1],), r"times must be a list of values, each a positive number; got \[-1\]"),
        (([1], "three"), "n_clusters must be an integer of at least 1; got 'three'"),
        (([1], 3, 5), "other must be a list of integers, one a sample; got 5"),
    ):
        with pytest.raises(ValueError, match=f"^{said}"):
            doubled(*given)
    with pytest.raises(TypeError):
        doubled()


def test_a_call_that_does_not_fit_is_refused_by_python_and_names_the_function():
    @takes(k=whole(1))
    def tell(k):
        return k

    for args, kwargs in ((), {}), ((1,), {"l": 1}):
        with pytest.raises(TypeError, match=r"tell\(\) (missing|takes|got)") as raised:
            tell(*args, **kwargs)
        assert raised.value.__context__ is None


def test_letters_stand_for_equal_sizes_and_lists_become_arrays():
    @takes(X=numbers("m", "d", least=0), y=whole_numbers("m"), at=optional(place("m")))
    def together(X, y, at=None):
        return X.shape, y.dtype.kind, at

    X = [[1, 2, 3], [4, 5, 6]]
    assert together(X, [0, 1], at=np.int8(1)) == ((2, 3), "i", 1)
    for given, said in (
        ((X, [0, 1, 2]), r"y must be numbers of shape \(2,\); got an array of shape \(3,\)"),
        ((X, [0, 0.5]), "y must be whole numbers from 0 to 10000; got float64 from 0.0 to 0.5"),
        ((X, [0, -1]), "y must be whole numbers .* got int64 from -1 to 0"),
        ((X, [0, 1], 2), "at must be whole numbers from 0 to 1; got int64 from 2 to 2"),
        (([[-1]], [0]), "X must be at least 0; got -1.0 in it"),
        (([], []), r"X must be numbers of shape \(m, d\); got an array of shape \(0,\)"),
    ):
        with pytest.raises(ValueError, match=f"^{said}"):
            together(*given)


def test_other_arrays_of_what_draws():
    sizes = {}
    assert numbers("m", 2, empty=True)([], "X", sizes).shape == (0, 2)
    assert whole_numbers("m", empty=True)([], "y", sizes).dtype == np.intp
    with pytest.raises(ValueError, match=r"w must be numbers of shape \(0,\)"):
        numbers("m", empty=True)([1], "w", sizes)
    given = np.ma.masked_array([1, 2, np.nan], [True, False, False])
    assert masked("m")(given, "v", {}).mask.tolist() == [True, False, True]
    assert flags(2)([True, False], "f", {}).tolist() == [True, False]
    with pytest.raises(ValueError, match="f must hold True or False; got int64"):
        flags(2)([1, 0], "f", {})
    assert words("k")(("a", "b"), "names", {"k": 2}) == ["a", "b"]
    for wrong, said in (
        ([1], "a list of words; got"),
        (["a"], "2 words; got 1"),
        (Evil(), "a list"),
    ):
        with pytest.raises(ValueError, match=f"names must be {said}"):
            words("k")(wrong, "names", {"k": 2})


@each(
    "given, said",
    [
        ([1, np.inf, np.nan], r"finite; got inf in entry 1\.$"),
        ([1, "b"], "got 'b' in it"),
        ([1, np.datetime64("2024-01-01")], "got datetime.date"),
        ([1, {}], r"got \{\} in it"),
        ([np.complex64(1j), Decimal(1)], "got .*1j.* in it"),
        ([[1, 2], [3]], r"got \[\[1, 2\], \[3\]\]"),
        (None, "got None"),
        ([1, 1e101], "numbers of at most 1e"),
        (np.ma.masked_array([1.0, 2], [0, 1]), "masked entries"),
        (sparse.eye(2), r"got a sparse matrix of shape .*toarray"),
        (matplotlib, "got an object of type module"),
        (Evil(), "got an object of type Evil"),
    ],
)
def test_what_is_no_numbers(given, said):
    with pytest.raises(ValueError, match=f"^w must .*{said}"):
        check_numbers(given, "w", ("m",))


def test_labels_use_every_name_or_only_some():
    given = check_labels([2, 0, 1], 3, 3)
    assert (given.tolist(), given.dtype) == ([2, 0, 1], np.intp)
    assert check_labels([2, 0, 2], 3, 5, every=False).tolist() == [2, 0, 2]
    for wrong, said in (
        ([0, 2, 2], r"y must use each of 0\.\.2; got 2 different labels from 0 to 2"),
        ([0, -1, 1], r"y must use each of 0\.\.1; got 3 different labels from -1 to 1"),
        ([0, 1], r"y must hold one label a sample, \(3,\); got \(2,\)"),
        ([0.0, 1.0, 2.0], "y must be integers from 0; got float64.*astype"),
        (["a", "b", "a"], "y must be integers from 0; got <U1.*np.unique"),
        ([0.0, np.nan, 1.0], "y must have no missing labels; got nan in row 1.*Leave"),
        ([0, 1, None], "y must have no missing labels; got None in row 2.*Leave"),
    ):
        with pytest.raises(ValueError, match=said):
            check_labels(wrong, 3, name="y")
    with pytest.raises(ValueError, match=r"init must have no missing labels; got nan in row 0.*-1"):
        check_init([np.nan, 0, 1], 3, 2)
    with pytest.raises(ValueError, match="labels must hold labels from 0 to 1; got 0 to 2"):
        check_labels([0, 2], 2, 2, every=False)
    with pytest.raises(ValueError, match="labels must hold one label a sample"):
        check_labels([], 0)


@each("as_given", [np.asarray, sparse.csr_array, sparse.coo_array])
def test_symmetric_matrices_of_any_storage(as_given):
    M = as_given(np.array([[2.0, 1.0], [1.0, 3.0]]))
    assert check_symmetric(M) is M
    for wrong, said in (
        (np.ones((2, 3)), r"A must be a table; got shape \(2, 3\)"),
        (np.array([[1.0, 2.0], [3.0, 1.0]]), r"A must be symmetric; .* by up to 1\. Try A\.T"),
        (np.array([[1, 2, 0], [2, 1, np.nan], [0, np.nan, np.inf]]), "got nan in row 1, column 2"),
    ):
        with pytest.raises(ValueError, match=said):
            check_symmetric(as_given(wrong), "A", what="a table", hint="Try A.T.")


X = np.random.default_rng(0).normal(size=(30, 3))


def spoilt(*changes, dtype=float):
    table = X.astype(dtype)
    for i, j, value in changes:
        table[i, j] = value
    return table


def test_names_of_columns_come_from_pandas():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"age": pandas.array([1, None, 3], dtype="Int64"), "b": 1.0})
    frame.index = ["x", "y", "z"]
    assert check_samples(frame.dropna()).tolist() == [[1, 1], [3, 1]]
    for given, said in (
        (frame, "got <NA> in row 1, column 'age'"),
        (frame.assign(age=1, city="Bern"), "column 'city' holds what is no number, such as 'Bern'"),
        (frame.assign(age=pandas.Categorical(["u", "v", "u"])), "such as 'u' in column 'age'"),
        (frame[["b"]].assign(day=pandas.Timestamp(0)), r"got datetime64\[.*\] in column 'day'"),
        (frame["b"], r"got an array of shape \(3,\)\. Reshape your data"),
    ):
        with pytest.raises(ValueError, match=f"^X must .*{said}"):
            check_samples(given)
    frame = pandas.DataFrame(X, columns=["a", "b", "c"])
    fitted = KernelKMeans(3, random_state=0).fit(frame)
    assert fitted.feature_names_in_.tolist() == ["a", "b", "c"]
    for other in (frame.rename(columns={"b": "other"}), frame[["a", "b"]]):
        with pytest.raises(
            ValueError, match=r"^X must have the columns of fit\. The feature names"
        ):
            fitted.predict(other)
    with pytest.raises(TypeError, match=r"^X must have columns whose names are all strings\."):
        fitted.fit(frame.rename(columns={"b": 1}))


@each(
    "given, said",
    [
        (list(range(1000)), r"got an array of shape \(1000,\)\. Reshape your data"),
        (["ab", "cd"], r"got an array of shape \(2,\)\. Make a row of numbers .* such as 'ab'"),
        (np.zeros((5, 4, 3)), r"got an array of shape \(5, 4, 3\)\.$"),
        (X * 1j, "got complex numbers"),
        (np.array([list(row) for row in X * 1j] + [[Decimal(1)] * 3]), "got complex numbers"),
        (X.astype("M8[s]"), r"numbers only; got datetime64\[s\]\. Make dates numbers first"),
        ([[10**400, 1], [1, 2]], "X must hold numbers only; column 0"),
        (np.ma.masked_array(X, X > 1), "got a table with .* masked"),
        (
            spoilt((4, 1, np.datetime64("2024-01-01")), dtype=object),
            r"2024.* in column 1\. Make da",
        ),
        (spoilt((4, 1, timedelta(3)), dtype=object), r"timedelta.* in column 1\. Make dates"),
        (
            [[np.timedelta64(3, "D"), 1], [np.timedelta64(4, "D"), 2]],
            r"got timedelta64\[D\]\. Make",
        ),
        (sparse.csr_array(X), r"a dense table .*; got a sparse matrix .* Pass X\.toarray\(\)"),
        (Evil(), "got an object of type Evil"),
        (np.zeros((0, 2)), "^X must have more samples. Found array with 0"),
        (np.zeros((5, 0)), "^X must have more features. Found array with 0"),
        (spoilt((4, 1, -np.inf)), "got -inf in row 4, column 1"),
        (spoilt((4, 1, None), dtype=object), "got None in row 4, column 1"),
        (
            spoilt((7, 0, np.nan), (9, 0, np.inf), (3, 2, np.nan)),
            "got 3 of them, 2 in column 0, 1 in column 2; the first is nan in row 3, column 2",
        ),
        (spoilt((0, 0, None), (2, 1, "Bern"), dtype=object), "column 1 .* 'Bern' in column 1"),
    ],
)
def test_what_is_no_table_of_numbers(given, said):
    for ask in (check_samples, SMIC().fit, graph_kernel):
        with pytest.raises(ValueError, match=r"^X must ") as caught:
            ask(given)
        assert caught.match(said)
        assert len(str(caught.value)) < 300


def test_an_error_within_is_one_of_x_where_x_is_wrong():
    with pytest.raises(MemoryError, match=r"^8 GiB$"), naming(X):
        raise MemoryError("8 GiB")
    with pytest.raises(ValueError, match=r"^X must be a table .*\. something else$"), naming(X):
        raise RuntimeError("something else")
    with pytest.raises(ValueError, match="got nan in row 0, column 0"), naming([[np.nan]]):
        raise ValueError("something else")


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
