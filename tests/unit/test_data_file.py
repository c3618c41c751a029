"""DataFile: every format is read, what is wrong is said with row and column, X is as promised."""

import re

import numpy as np
import pytest

from depcluster import CLUHSIC, compare_kernels
from depcluster.selection import default_kernels
from depcluster.widgets import DataFile
from depcluster.widgets.data_file import widget as door
from depcluster.widgets.data_file.oddities import far_values
from depcluster.widgets.data_file.paths import SERVED
from depcluster.widgets.data_file.upload import MOST, PIECE

pd = pytest.importorskip("pandas")

PEOPLE = """name,age,height,species,flat,score
anna,12,1.50,cat,0.1,3
bob,n/a?,1.62,dog,0.1,4
cid,31,,cat,0.1,5
dora,44,1.71,dog,0.1,6
eva,50,1.80,cow,0.1,inf
"""
NUMBERS = np.array([[1.0, 10.0], [2.0, 30.0], [4.0, 20.0], [9.0, 70.0]])


@pytest.fixture
def put(tmp_path):
    """Write a file and return its path."""

    def put_it(content, name="table.csv", encoding="utf-8"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode(encoding))
        return path

    return put_it


@pytest.fixture
def people(put):
    return put(PEOPLE, "people.csv")


def lines(X, head="a,b", sep=",", form=str):
    return "\n".join([head, *(sep.join(form(x) for x in row) for row in X)])


def said(error):
    """What an error of a file says, as one line."""
    return " ".join(str(error.value).split())


def buttons(table, name):
    """What the buttons of a name set on the page."""
    held = [button for each in table._about["findings"] for button in each["buttons"]]
    return [button["set"] for button in held if button["name"] == name]


# ---- what is read --------------------------------------------------------------------------------
def comma(x):
    return str(x).replace(".", ",")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("plain.csv", lines(NUMBERS)),
        ("windows.csv", lines(NUMBERS).replace("\n", "\r\n")),
        ("tabs.tsv", lines(NUMBERS, "a\tb", "\t")),
        ("bars.txt", lines(NUMBERS, "a|b", "|")),
        ("semicolons.csv", lines(NUMBERS, "a;b", ";")),
        ("commas.csv", lines(NUMBERS / 8, "a;b", ";", comma)),
        ("quoted.csv", lines(NUMBERS, '"a","b"')),
        ("blank lines.csv", "\n" + lines(NUMBERS).replace("\n", "\n\n") + "\n"),
        ("mark.csv", "\ufeff" + lines(NUMBERS)),
    ],
)
def test_text_is_read_however_it_is_written(put, name, content):
    table = DataFile(put(content, name), scaling="none")
    assert table.feature_names == ["a", "b"]
    np.testing.assert_array_equal(table.X, NUMBERS / 8 if name == "commas.csv" else NUMBERS)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-8-sig", "cp1252"])
def test_encodings_are_found_out(put, encoding):
    table = DataFile(put("größe,b\n1,2\n3,4\n5,7", encoding=encoding))
    assert table.feature_names == ["größe", "b"]
    assert any("cp1252" in note for note in table._about["notes"]) == (encoding == "cp1252")


def test_an_npz_file_is_columns_and_a_label(tmp_path):
    path, y = tmp_path / "arrays.npz", np.array([5, 5, 7, 5])
    np.savez(path, X=NUMBERS, y=y, weight=np.arange(4.0) ** 2, other=np.eye(3))
    table = DataFile(path, scaling="none")
    assert table.feature_names == ["X 0", "X 1", "weight"]
    assert table.label == "y"
    np.testing.assert_array_equal(table.y, [0, 0, 1, 0])
    assert table.target_names == ("5", "7")
    np.testing.assert_array_equal(table.X[:, :2], NUMBERS)
    assert "left out of the file: other (3, 3)" in table._about["notes"]


def test_a_parquet_file_keeps_its_kinds_and_names(tmp_path):
    pytest.importorskip("pyarrow")
    path = tmp_path / "kinds.parquet"
    frame = pd.DataFrame(
        {
            "whole": pd.array([1, None, 3, 4], dtype="Int64"),
            "flag": [True, False, True, True],
            "day": pd.to_datetime(["2020-01-01"] * 4),
            "kind": pd.Categorical(["a", "b", "a", "b"]),
            3: [0.5, 1.5, 2.5, 3.5],
        },
        index=["north", "south", "east", "west"],
    )
    frame.columns = [str(name) for name in frame.columns]
    frame.to_parquet(path)
    table = DataFile(path, label="kind", scaling="none")
    assert table.feature_names == ["whole", "flag", "day", "3"]
    np.testing.assert_array_equal(table.X, [[1, 1, 0, 0.5], [3, 1, 0, 2.5], [4, 1, 0, 3.5]])
    assert table.frame.index.tolist() == ["north", "east", "west"]
    assert table.target_names == ("a", "b")


def test_names_of_rows_come_from_the_file(put, people):
    assert DataFile(people).frame.index.tolist() == ["anna", "bob", "dora", "eva"]
    unnamed = DataFile(put(",a\nPeru,1\nChad,2\nCuba,4\n", "u.csv"))
    assert unnamed.frame.index.tolist() == ["Peru", "Chad", "Cuba"]
    assert unnamed.feature_names == ["a"]
    counted = DataFile(put(lines(NUMBERS), "c.csv"))
    assert counted.frame.index.tolist() == [0, 1, 2, 3]


def test_a_column_that_counts_the_rows_is_offered_but_not_chosen(put):
    table = DataFile(put("id,a\n1,5\n2,3\n3,8\n"))
    assert table.feature_names == ["a"]
    assert table._first["columns"][0]["note"] == "names the rows"
    table.features = ["id", "a"]
    assert table.X.shape == (3, 2)


def test_a_file_without_a_header_gets_names_and_says_so(put):
    table = DataFile(put("\n".join(lines(NUMBERS).splitlines()[1:])), scaling="none")
    assert table.feature_names == ["column 0", "column 1"]
    np.testing.assert_array_equal(table.X, NUMBERS)
    assert any("first line holds numbers only" in note for note in table._about["notes"])


# ---- what is wrong -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("empty.csv", b"", "empty.csv is empty"),
        ("head.csv", b"a,b\n", "no rows below the names of its columns"),
        ("long.csv", b"a,b\n1,2\n3,4,5\n", "long.csv, line 3, which begins '3': 3 cells, but the"),
        ("quote.csv", b'a,b\n1,"2\n' + b"x" * 200_000, "a cell there does not end"),
        ("zero.csv", b"a,b\n1,\x00\n", "zero bytes"),
        ("half.csv", "a,b\n1,2".encode("utf-16") + b"\x00", "says it is utf-16, but byte"),
        ("book.xlsx", b"PK", "is no xlsx file"),
        ("book.xls", b"\xd0\xcf", "is a workbook of a kind that is not read"),
        ("broken.npz", b"PK", "is no npz file"),
        ("broken.parquet", b"PAR1", "could not be read as Parquet|pip install"),
    ],
)
def test_what_is_no_table_is_said(put, name, content, words):
    with pytest.raises((ValueError, ImportError), match=words):
        DataFile(put(content, name))


def test_arrays_that_are_no_table_are_said(tmp_path):
    path = tmp_path / "flat.npz"
    np.savez(path, y=np.arange(3))
    with pytest.raises(ValueError, match=r"no table of numbers.*it has y \(3,\)"):
        DataFile(path)
    np.savez(path, X=np.array([{}, None]))
    with pytest.raises(ValueError, match="objects of Python"):
        DataFile(path)


@pytest.mark.parametrize("address", ["https://x.org/a.csv", "s3://b/a.csv", "file:///a.csv"])
def test_an_address_is_refused(address):
    with pytest.raises(ValueError, match="path must be that of a file on this computer; got the"):
        DataFile(address)


def test_a_path_that_leads_nowhere_is_refused(tmp_path):
    with pytest.raises(
        ValueError, match=r"path must be that of a file; .* is not there, seen from"
    ):
        DataFile(tmp_path / "none.csv")
    with pytest.raises(ValueError, match="is a folder"):
        DataFile(tmp_path)
    for wrong in ("", " ", 3, b"x", "a\0b", "x" * 5000):
        with pytest.raises(ValueError, match="path must be"):
            DataFile(wrong)


def test_text_among_numbers_names_row_line_and_column(people):
    table = DataFile(people)
    assert table.feature_names == ["height", "flat"]
    (mended,) = buttons(table, "count text in age as missing")
    assert mended == {"as_missing": ["age"], "features": ["age", "height", "flat"]}
    with pytest.raises(ValueError, match="features must be") as error:
        table.features = ["age", "height"]
    assert (
        "row 1 (line 3 of the file), column \"age\": 'n/a?' is no number that can be computed "
        "with. Count such cells as missing, or leave the column out." in said(error)
    )
    assert table.feature_names == ["height", "flat"]
    with pytest.raises(ValueError, match=r'row 4 \(line 6 of the file\), column "score": inf'):
        DataFile(people, features=["score"])


def test_the_way_out_counts_text_as_missing(people):
    table = DataFile(people, as_missing=["age"])
    assert table.feature_names == ["age", "height", "flat"]
    np.testing.assert_array_equal(table.rows_, [0, 3, 4])
    table.missing = "median"
    np.testing.assert_array_equal(table.rows_, np.arange(5))
    assert np.isnan(table.frame.loc["bob", "age"])
    table.scaling = "none"
    assert table.X[1, 0] == np.median([12, 31, 44, 50])
    table.as_missing = ()
    assert table.feature_names == ["height", "flat"]


def test_lines_are_counted_in_the_file_and_rows_in_the_table(put):
    path = put('a,b\n\n"1",2\n\n3,"x\ny"\n5,6\n7,8\n')
    with pytest.raises(ValueError, match=r"row 1 \(line 6 of the file\)"):
        DataFile(path, features=["b"])


def test_text_is_no_feature_but_may_be_the_label(people):
    table = DataFile(people, label="species")
    assert table.target_names == ("cat", "cow", "dog")
    np.testing.assert_array_equal(table.y, [0, 2, 2, 1])
    assert "text, so no feature: name" in table._about["notes"]
    with pytest.raises(ValueError, match=r"'name' holds text\. Leave it out"):
        table.features = ["name"]


def test_label_and_features_agree(people):
    table = DataFile(people)
    table.label = "height"
    assert (table.feature_names, table.label) == (["flat"], "height")
    table.features = ["flat", "height"]
    assert (table.feature_names, table.label, table.y) == (["flat", "height"], None, None)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("features", ["agee"], "features must be names of columns, 'name', 'age'"),
        ("features", "age", "features must be a list of names"),
        ("label", "agee", "label must be None or the name of a column"),
        ("scaling", "z", "scaling must be one of standardise, minmax, none"),
        ("as_missing", ["agee"], "as_missing must be names of columns"),
    ],
)
def test_wrong_choices_are_refused_and_nothing_changes(people, name, value, words):
    with pytest.raises(ValueError, match=words):
        DataFile(people, **{name: value})
    table = DataFile(people)
    before = repr(table)
    with pytest.raises(ValueError, match=words):
        setattr(table, name, value)
    assert repr(table) == before


def test_a_label_of_too_many_values_is_refused(put):
    table = DataFile(put(lines(np.random.default_rng(0).normal(size=(300, 2)))))
    with pytest.raises(ValueError, match="label must be a column of at most 100 different values"):
        table.label = "a"


def test_without_pandas_it_says_what_to_install(monkeypatch, people):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert 'pip install "depcluster[lab]"' in DataFile()._about["problem"]
    with pytest.raises(ImportError, match=r'pip install "depcluster\[lab\]"'):
        DataFile(people)


# ---- Parquet that is larger than its file -------------------------------------------------------
@pytest.fixture
def parquet(tmp_path):
    """Write columns of pyarrow so many times and return the path."""
    pytest.importorskip("pyarrow")
    from pyarrow import parquet, table

    def put_it(columns, times=1, **options):
        path, part = tmp_path / "table.parquet", table(columns)
        with parquet.ParquetWriter(path, part.schema, **options) as writer:
            for _ in range(times):
                writer.write_table(part, row_group_size=len(part))
        return path

    return put_it


@pytest.fixture
def peak():
    """Call a function, and how many bytes Arrow has held at once meanwhile."""
    pa = pytest.importorskip("pyarrow")
    before = pa.default_memory_pool()

    def measured(function):
        pool = pa.proxy_memory_pool(before)
        pa.set_memory_pool(pool)
        try:
            function()
        finally:
            pa.set_memory_pool(before)
        return pool.max_memory()

    return measured


TOO_LARGE = r"table\.parquet is too large: {} take \d+ MB or more, and at most {} MB are read\. {}"


@pytest.fixture
def less_room(monkeypatch):
    """A limit that tests reach with small tables."""
    monkeypatch.setattr("depcluster.widgets.data_file.parquet._MOST_AT_PATH", 7 * 2**20)


def test_a_parquet_of_one_value_is_not_unpacked_to_find_it_too_large(parquet, peak):
    pa = pytest.importorskip("pyarrow")
    path = parquet({"a": pa.array(np.full(2_000_000, 1.5))}, times=100)
    assert path.stat().st_size < 4e6
    words = TOO_LARGE.format("200000000 rows of 1 column", 1024, "Name the columns to read")

    def refused():
        with pytest.raises(ValueError, match=words):
            DataFile(path)

    assert peak(refused) < 50e6
    table = DataFile()
    told = Page(table).sends(path.read_bytes(), path.name)["refused"]
    words = TOO_LARGE.format("200000000 rows of 1 column", 256, "Save fewer of its rows or columns")
    assert re.match(words, told)


@pytest.mark.parametrize("kind", ["string", "binary"])
def test_a_long_text_in_every_row_is_not_written_out(parquet, peak, kind):
    pa = pytest.importorskip("pyarrow")
    one = pa.array(["x" * 1_000_000], getattr(pa, kind)())
    rows = pa.DictionaryArray.from_arrays(pa.array([0] * 3000, pa.int32()), one)
    path = parquet({"t": rows, "n": np.arange(3000.0)}, store_schema=False, compression="zstd")
    assert path.stat().st_size < 1e4
    words = TOO_LARGE.format("3000 rows of 2 columns", 1024, "Name the columns")

    def refused():
        with pytest.raises(ValueError, match=words):
            DataFile(path)

    assert peak(refused) < 50e6


@pytest.mark.usefixtures("less_room")
def test_of_too_large_a_parquet_the_columns_that_are_named_are_read(parquet):
    pytest.importorskip("pyarrow")
    X = np.random.default_rng(0).normal(size=(200_000, 4))
    rows = {f"c{j}": X[:, j] for j in range(4)} | {"kind": [f"k{i % 3}" for i in range(len(X))]}
    path = parquet(rows)
    with pytest.raises(ValueError, match=TOO_LARGE.format("200000 rows of 5 columns", 7, "Name")):
        DataFile(path)
    with pytest.raises(ValueError, match=TOO_LARGE.format("200000 rows of 4 columns", 7, "Name")):
        DataFile(path, features=["c0", "c1", "c2", "c3"])
    with pytest.raises(ValueError, match=TOO_LARGE.format("200000 rows of 5 columns", 7, "Name")):
        DataFile(path, features=["d"])
    table = DataFile(path, features=["c2", "c0"], label="kind", scaling="none")
    np.testing.assert_array_equal(table.X, X[table.rows_][:, [2, 0]])
    assert list(table.whole) == ["c0", "c2", "kind"]
    assert "too large a table to read whole, so left out: c1, c3" in table.notes
    assert run(table)
    with pytest.raises(ValueError, match="features must be names of columns"):
        table.features = ["c1"]


def test_a_million_rows_of_parquet_are_read_by_path(parquet):
    pa = pytest.importorskip("pyarrow")
    X = np.random.default_rng(0).normal(size=(250_000, 2))
    names = pa.array([f"kind {i % 9}" for i in range(len(X))])
    path = parquet({"a": X[:, 0], "b": X[:, 1], "kind": names}, times=4)
    table = DataFile(path, label="kind", scaling="none")
    assert table.X.shape == (2000, 2)
    np.testing.assert_array_equal(table.X, X[table.rows_ % len(X)])
    assert len(table.target_names) == 9


def test_nested_columns_of_parquet_are_left_out_and_said(parquet):
    pa = pytest.importorskip("pyarrow")
    deep = pa.array([[[[[1]]]]] * 4)
    columns = {
        "a.b": [1.0, 2.0, 4.0, 3.0],
        "list": [[1], [2, 3], [], None],
        "deep": deep,
        "pair": [{"a": 1, "list": 2}] * 4,
        "map": pa.array([[("k", 1)], [], [], []], pa.map_(pa.string(), pa.int64())),
        "c": [0.5, 0.25, 0.0, 1.0],
    }
    table = DataFile(parquet(columns), scaling="none")
    assert table.feature_names == list(table.whole) == ["a.b", "c"]
    assert "several values in a cell, so left out: list, deep, pair, map" in table.notes
    assert run(table)
    with pytest.raises(ValueError, match=r"table\.parquet has no column that holds one value"):
        DataFile(parquet({"list": [[1], [2, 3]]}))


def test_a_parquet_of_too_many_columns_is_refused(parquet):
    with pytest.raises(ValueError, match=r"table\.parquet has 50001 columns, and at most 50000"):
        DataFile(parquet({f"c{j}": [1.0] for j in range(50_001)}))


def test_a_parquet_that_lies_about_its_rows_gives_words_or_those_rows(parquet, peak):
    pa = pytest.importorskip("pyarrow")
    path = parquet({"a": pa.array(np.full(300_000, 1.5)), "b": np.arange(300_000.0)})
    honest = path.read_bytes()
    foot = honest.rindex(b"a") // 2
    said = []

    def read():
        try:
            said.append(len(DataFile(path).whole))
        except ValueError as error:
            said.append(str(error))

    for claimed in (20_000, 600_000, 999_999):
        told = honest[:foot] + honest[foot:].replace(varint(300_000), varint(claimed))
        assert told != honest
        path.write_bytes(told)
        assert peak(read) < 100e6
        assert said[-1] in (claimed, 300_000) or "could not be read as Parquet" in said[-1]


def varint(number):
    """A whole number as Thrift writes one into the foot of a Parquet file."""
    left, out = 2 * number, bytearray()
    while left > 127:
        out.append(left & 127 | 128)
        left >>= 7
    return bytes([*out, left])


# ---- what X is -----------------------------------------------------------------------------------
def test_scaling_is_the_literal_formula(put):
    path, X = put(lines(NUMBERS)), NUMBERS
    for scaling, expected in (
        ("standardise", (X - X.mean(axis=0)) / X.std(axis=0)),
        ("minmax", (X - X.min(axis=0)) / (X.max(axis=0) - X.min(axis=0))),
        ("none", X),
    ):
        np.testing.assert_array_equal(DataFile(path, scaling=scaling).X, expected)
    assert DataFile(path).scaling == "standardise"


def test_a_constant_column_is_zero_and_said(put):
    table = DataFile(put("a,b,c\n1,0.1,1e-320\n2,0.1,2e-320\n4,0.1,3e-320\n"))
    with np.errstate(all="raise"):
        assert (table.X[:, 1:] == 0).all()
    assert "the same in every row, and 0 in X: b, c" in table._about["notes"]
    assert np.isfinite(table.X).all()


def test_where_no_row_is_whole_it_says_what_to_do(put):
    table = DataFile(put("a,b\n1,\n,2\n3,\n"))
    assert table.X.shape == (0, 2)
    assert table._about["problem"].startswith("No row of table.csv has a value in every chosen")
    table.missing = "median"
    assert table._about["problem"] == ""
    np.testing.assert_array_equal(table.rows_, [0, 1, 2])


def test_of_a_million_rows_two_thousand_are_drawn_the_same_every_time(tmp_path):
    path, m = tmp_path / "many.npz", 1_000_000
    X = np.random.default_rng(3).random((m, 2), dtype=np.float32)
    np.savez(path, X=X)
    first, again = DataFile(path, scaling="none"), DataFile(path, scaling="none")
    np.testing.assert_array_equal(first.rows_, again.rows_)
    np.testing.assert_array_equal(first.X, X[first.rows_])
    assert len(np.unique(first.rows_)) == 2000
    assert (np.diff(first.rows_) > 0).all()
    assert "2000 of 1000000 rows, drawn with seed 0" in repr(first)


@pytest.mark.parametrize("missing", ["drop", "median"])
@pytest.mark.parametrize("scaling", ["standardise", "minmax", "none"])
def test_the_lines_of_python_give_the_same(people, monkeypatch, missing, scaling):
    choices = {"as_missing": ["age", "score"], "missing": missing, "scaling": scaling}
    assert run(DataFile(people, label="species", **choices))
    assert run(DataFile(people, label="flat", features=["height", "score"], **choices))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("comma.csv", "größe;b;k\n1,5;1;x\n2,5;u;x\n3,5;3;y\n4,0;9;y\n".encode("cp1252")),
        ("headless.tsv", b"1\t2\n3\t4\n5\t9\n"),
        ("unnamed.csv", b",a,b\nu,1,2\nv,3,3\nw,5,1\n"),
        ("many.csv", ("a,b\n" + "\n".join(f"{i % 7},{i}.5" for i in range(2500))).encode()),
    ],
)
def test_the_lines_of_python_read_as_it_was_read(put, name, content):
    table = DataFile(put(content, name))
    table.as_missing = [c.name for c in table._file.columns.values() if c.kind == "mixed"]
    table.features = [c["name"] for c in table._first["columns"] if c["kind"] != "text"]
    assert run(table)


def run(table):
    """Whether its lines of Python give X and y."""
    names = {}
    exec(table.python, names)
    np.testing.assert_array_equal(names["X"], table.X)
    return table.y is None or np.array_equal(names["y"], table.y)


def test_estimators_and_comparisons_take_it(put):
    X = np.random.default_rng(0).normal(size=(40, 3))
    table = DataFile(put(lines(X, "a,b,c")))
    labels = CLUHSIC(2, random_state=0).fit(table).labels_
    np.testing.assert_array_equal(labels, CLUHSIC(2, random_state=0).fit(table.X).labels_)
    kernels = default_kernels(table)
    found = compare_kernels(table, kernels, 2, criteria=["lsmi"], n_init=1)
    same = compare_kernels(table.X, kernels, 2, criteria=["lsmi"], n_init=1)
    assert [row.values for row in found.rows] == [row.values for row in same.rows]
    np.testing.assert_array_equal(np.asarray(table), table.X)


def test_what_is_handed_out_is_a_copy(people):
    table = DataFile(people, label="species")
    for part in (table.X, table.y, table.rows_):
        part[:] = 9
    frame = table.frame
    frame.loc[:] = 9.0
    assert not (table.X == 9).any()
    assert not (table.y == 9).any()
    assert not (table.frame == 9).any(axis=None)


# ---- what to look at -----------------------------------------------------------------------------
def press(table, name):
    """Press the button of a name, as a page does."""
    (traits,) = buttons(table, name)
    table.set_state(traits)


def findings(table):
    return " ".join(each["words"] for each in table._about["findings"])


def column(values, m=40):
    """A table of a column under test beside one that goes up and down."""
    return "a,b\n" + "\n".join(f"{(7 * i) % 41},{values[i]}" for i in range(m))


def test_a_code_for_missing_is_asked_about_and_counts_as_missing(put):
    values = [50 + i % 13 for i in range(40)]
    values[3] = values[8] = values[9] = -999
    table = DataFile(put(column(values)), scaling="none")
    assert "-999 stands 3 times in b" in findings(table)
    assert table.X[:, 1].min() == -999
    press(table, "count -999 in b as missing")
    assert table.X[:, 1].min() == 50
    assert len(table.X) == 37
    assert "-999 in b counts as missing" in table.notes
    assert "-999 stands" not in findings(table)
    assert run(table)
    table.missing = "median"
    assert table.X[3, 1] == np.median([v for v in values if v > 0])
    assert run(table)


def test_a_far_row_is_named_and_left_out_by_hand(put):
    values = [50 + 3 * i % 17 for i in range(40)]
    values[5] = 8800
    table = DataFile(put(column(values)), scaling="none")
    press(table, "leave row 5 out")
    assert 5 not in table.rows_
    assert len(table.X) == 39
    assert "left out by hand: row 5" in table.notes
    assert "far from all" not in findings(table)
    assert run(table)
    with pytest.raises(ValueError, match="left_out must be numbers of rows, below 40; got 40"):
        table.left_out = [40]
    with pytest.raises(ValueError, match="left_out must be a list of numbers of rows"):
        table.left_out = [-1]
    table.load(put("a,b\n1,2\n3,1\n4,4\n", "other.csv"))
    assert table.left_out == ()


def test_ids_are_left_out_aloud_and_can_be_used(put):
    table = DataFile(put(column([1001 + 3 * i for i in range(40)])))
    assert table.feature_names == ["a"]
    press(table, "use b")
    assert table.feature_names == ["a", "b"]
    press(table, "leave out b")
    assert table.feature_names == ["a"]


def test_near_copies_and_classes_are_asked_about(put):
    inches = "a,b,c,k\n" + "\n".join(
        f"{(7 * i) % 41},{((7 * i) % 41) / 2.54:.1f},{(11 * i) % 37},{1 + i % 3}" for i in range(40)
    )
    table = DataFile(put(inches))
    assert "b of a" in findings(table)
    press(table, "leave out b")
    assert "copies" not in findings(table)
    press(table, "take k as label")
    assert (table.feature_names, table.label) == (["a", "c"], "k")


def test_many_lost_rows_are_loud_and_medians_bring_them_back(put):
    path = put(column(["" if i % 3 else i * 7 % 23 for i in range(40)]))
    table = DataFile(path)
    loud = [each for each in table._about["findings"] if each["loud"]]
    assert loud[0]["words"].startswith("Only 14 of 40 rows are used: 26 lack a value, most of them")
    press(table, "fill missing values with medians")
    assert len(table.X) == 40
    assert "26 of 40 values of b are filled in" in findings(table)
    press(table, "leave out b")
    assert not [each for each in table._about["findings"] if each["loud"]]


@pytest.mark.parametrize(
    ("sep", "cells", "numbers"),
    [
        (",", ["49 %", "7 %", "100 %", "3%"], [49, 7, 100, 3]),
        (",", ['"15,0 %"', '"7,25 %"', '"3,5 %"', '"9,0 %"'], [15, 7.25, 3.5, 9]),
        (",", ['"1,234"', '"12,345,678"', "900", '"-1,000.5"'], [1234, 12345678, 900, -1000.5]),
        (";", ["1.234,5", "900,0", "12.345.678,0", "-3,5"], [1234.5, 900, 12345678, -3.5]),
        (",", ["$1.50", "$20", "$ 3", "$4.25"], [1.5, 20, 3, 4.25]),
        (";", ["1 234,5", "900,0", "12 345,0", "3,5"], [1234.5, 900, 12345, 3.5]),
    ],
)
@pytest.mark.parametrize("gap", ["", "k.A."])
def test_numbers_as_people_write_them_are_read_and_said(put, sep, cells, numbers, gap):
    held = [*cells, gap]
    rows = "\n".join(sep.join([cell, str(i)]) for i, cell in enumerate(held))
    table = DataFile(put(f"a{sep}b\n{rows}\n"), scaling="none", as_missing=["a"])
    np.testing.assert_array_equal(table.whole["a"].iloc[:4].astype(float), numbers)
    table.features = ["a"]
    np.testing.assert_array_equal(table.X[:, 0], numbers)
    assert any(note.startswith("read as numbers: a (") for note in table.notes)
    assert run(table)


DAYS = [0, 30, 4, 29.5, 12]
WRITTEN = {
    "ISO": "%Y-%m-%d",
    "ISO with a time": "%Y-%m-%dT%H:%M:%S+0200",
    "German": "%d.%m.%Y",
    "German with a time": "%d.%m.%Y %H:%M",
    "British": "%d/%m/%Y",
    "American": "%m/%d/%Y",
}


@pytest.mark.parametrize("how", WRITTEN)
@pytest.mark.parametrize("wrong", ["", "soon"])
def test_dates_are_days_since_the_first_and_said(put, how, wrong):
    written = WRITTEN[how]
    days = DAYS if "%H" in written else np.floor(DAYS)
    cells = [f"{pd.Timestamp('2024-03-11') + pd.Timedelta(days=day):{written}}" for day in DAYS]
    rows = "\n".join(f"{i * i},{cell}" for i, cell in enumerate([*cells, wrong]))
    table = DataFile(put(f"a,born\n{rows}\n"), scaling="none")
    assert wrong in findings(table)
    if wrong:
        assert table.feature_names == ["a"]
        press(table, "count text in born as missing")
    np.testing.assert_allclose(table.X, np.column_stack([np.arange(5) ** 2, days]))
    assert "dates as days since the first: born (since 2024-03-11)" in table.notes
    assert run(table)
    press(table, "leave out born")
    assert table.feature_names == ["a"]


@pytest.mark.parametrize("cells", [["03/04/2024", "04/05/2024"], ["03.04.24", "17.05.24"]])
def test_dates_that_may_be_others_are_no_feature(put, cells):
    table = DataFile(put("a,born\n" + "\n".join(f"{i * i},{cells[i % 2]}" for i in range(4))))
    assert table.feature_names == ["a"]
    assert "born: dates in which day, month and year cannot be told apart" in findings(table)


def test_dates_of_several_time_zones_are_of_one_clock(put):
    cells = ["2024-03-12T12:00Z", "2024-03-11T12:00+02:00", "2024-03-11T12:00+00:00"]
    table = DataFile(put("\n".join(["day", *cells])), scaling="none")
    np.testing.assert_allclose(table.X[:, 0], np.array([26, 0, 2]) / 24)
    assert run(table)


def test_dates_that_follow_one_another_name_the_rows(put):
    table = DataFile(put("a,day\n" + "\n".join(f"{i % 7},2024-01-{i + 1:02}" for i in range(20))))
    assert table.feature_names == ["a"]
    assert "day: dates, each once, like the names of rows" in findings(table)


def test_a_date_that_stands_for_a_missing_one_is_a_button(put):
    cells = [f"2024-01-{i % 20 + 1:02}" for i in range(30)]
    cells[4] = cells[9] = "1900-01-01"
    table = DataFile(put("a,day\n" + "\n".join(f"{i % 7},{cell}" for i, cell in enumerate(cells))))
    press(table, "count 1900-01-01 in day as missing")
    assert set(range(30)) - set(table.rows_.tolist()) == {4, 9}
    assert run(table)


def test_a_label_of_dates_is_their_text(put):
    cells = ["2024-01-01", "2023-05-05"]
    table = DataFile(
        put("a,day\n" + "\n".join(f"{i},{cells[i % 2]}" for i in range(6))), label="day"
    )
    assert table.target_names == ("2023-05-05", "2024-01-01")
    assert run(table)


def test_far_does_not_hang_on_units():
    rng = np.random.default_rng(0)
    for values in (rng.random(200), rng.normal(size=200), np.arange(50.0)):
        assert far_values(values).size == 0
        spoilt = np.append(values, values.max() + 1.1 * np.ptp(values))
        for unit, origin in ((1, 0), (-2.5, 0), (1e-9, 0), (3, 1e6)):
            assert far_values(unit * spoilt + origin).tolist() == [len(values)]
    assert far_values(np.repeat([0.0, 1.0], [99, 1])).size == 0


# ---- pictures and the door -----------------------------------------------------------------------
class Page:
    """A page that sends a file as the front end does, and hears what it is told."""

    def __init__(self, table):
        self.table, self.heard = table, []
        table.send = lambda content, buffers=None: self.heard.append(content)

    def says(self, content, *buffers):
        self.table._handle_custom_msg(content, [memoryview(b) for b in buffers])
        return self.heard[-1] if self.heard else None

    def sends(self, data, name="sent.csv", step=PIECE):
        for at in range(0, max(1, len(data)), step):
            piece = {"name": name, "size": len(data), "at": at}
            self.says({"piece": piece}, data[at : at + step])
        return self.heard[-1]


def test_a_file_comes_in_pieces_and_is_read_when_it_is_whole():
    table, rows = DataFile(), np.round(np.random.default_rng(0).normal(size=(90_000, 2)), 3)
    page, data = Page(table), lines(rows).encode()
    assert page.sends(data, step=400_000) == {"read": "sent.csv"}
    taken = [each["taken"] for each in page.heard[:-1]]
    assert taken == [min(at, len(data)) for at in range(400_000, len(data) + 400_000, 400_000)]
    assert len(table) == 2000
    assert Page(table).sends(b"") == {
        "refused": "sent.csv is empty. Choose a file with a table in it. What was on screen stays."
    }
    assert table._file.name == "sent.csv"


def test_no_message_of_a_page_wedges_it(people):
    table = DataFile(people)
    page, before = Page(table), repr(table)
    odd = (None, -1, 2**60, 0.5, "", "x" * 300, [], {}, True, b"", float("nan"))
    good = {"name": "a.csv", "size": 10, "at": 0}
    for value in odd:
        page.says(value)
        page.says({"open": value, "piece": value})
        for key in good:
            page.says({"piece": {**good, key: value}}, b"a,b\n1,2\n3,")
            page.says({"piece": {**good, key: value}})
    page.says({"piece": {**good, "at": 4}}, b"abcd")
    page.says({"piece": good}, bytes(PIECE + 1))
    page.says({"piece": good}, b"12345678901")
    page.says({"piece": good}, b"a", b"b")
    assert repr(table) == before
    assert all({"refused"} == set(said) or "taken" in said for said in page.heard)
    assert page.sends(b"u,v\n1,2\n3,5\n4,4\n") == {"read": "sent.csv"}
    assert table.feature_names == ["u", "v"]


def test_a_page_cannot_make_it_hold_more_than_it_may():
    table = DataFile()
    page = Page(table)
    for at in range(0, 5 * PIECE, PIECE):
        page.says({"piece": {"name": "a.csv", "size": MOST, "at": at}}, bytes(PIECE))
    page.says({"piece": {"name": "b.csv", "size": 10, "at": 0}}, b"ab")
    assert table._upload.taken == 2
    assert isinstance(table._upload, door.Upload)


SERVERS = {
    "JUPYTERHUB_USER": "ann",
    "JUPYTERHUB_API_TOKEN": "1",
    "BINDER_SERVICE_HOST": "10.0.0.1",
    "BINDER_REPO_URL": "https://x.org/y",
    "SERVER_SOFTWARE": "voila/0.5.10",
}


@pytest.fixture
def own_server(monkeypatch):
    """An environment that says nothing of servers."""
    for name in (*SERVED, "SERVER_SOFTWARE", "DEPCLUSTER_PATHS"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def test_a_page_opens_paths_on_ones_own_server(own_server, people):
    table = DataFile()
    assert table._paths
    assert Page(table).says({"open": str(people)}) == {"read": "people.csv"}


@pytest.mark.parametrize("name", SERVERS)
def test_a_page_opens_no_path_of_somebody_elses_server(own_server, people, name):
    own_server.setenv(name, SERVERS[name])
    assert opens_no_path(DataFile(), people)
    assert DataFile(paths=True)._paths
    own_server.setenv("DEPCLUSTER_PATHS", "1")
    assert DataFile()._paths


def test_paths_are_turned_off_by_the_parameter_or_by_the_environment(own_server, people):
    assert opens_no_path(DataFile(paths=False), people)
    own_server.setenv("DEPCLUSTER_PATHS", "0")
    assert opens_no_path(DataFile(), people)
    assert opens_no_path(DataFile(paths=True), people)
    own_server.setenv("DEPCLUSTER_PATHS", "1")
    assert opens_no_path(DataFile(paths=False), people)
    with pytest.raises(ValueError, match="paths must be True or False or None; got 'no'"):
        DataFile(paths="no")


def opens_no_path(table, path):
    """Whether a page is refused, whatever it sends, while Python may still read."""
    page = Page(table)
    for sent in ({"open": str(path)}, {"open": path.name}, {"open": "/etc/hostname"}):
        table.set_state({"_paths": True})
        words = page.says(sent)["refused"]
        assert words.startswith("This page opens no file by its path.")
        assert table._file is None
    large = page.says({"piece": {"name": "a.csv", "size": MOST + 1, "at": 0}}, b"")["refused"]
    assert "Use table.load(path) in Python" in large
    assert page.sends(b"u,v\n1,2\n3,5\n4,4\n") == {"read": "sent.csv"}
    return not table._paths and table.load(path).file_name == path.name


def test_a_name_may_be_anything(put):
    odd = ["<b>x</b>", "a$b$", "'\"", "ñ"]
    head = ",".join(f'"{name}"' for name in ("<b>x</b>", "a$b$", '\'""', "ñ"))
    table = DataFile(put(f"{head}\n1,2,3,4\n4,2,1,3\n0,1,0,1\n"))
    assert table.feature_names == odd
    assert table._repr_mimebundle_()[0]["image/png"]
    assert run(table)


def test_of_many_columns_some_are_shown_and_all_are_features(put):
    names = ",".join(f"c{j}" for j in range(200))
    table = DataFile(put(f"{names}\n" + "\n".join(",".join("13542"[i] * 200) for i in range(5))))
    assert table.X.shape == (5, 200)
    assert len(table._first["columns"]) + len(table._first["rest"]) == 200
    assert len(repr(table)) < 300
    assert table.to_figure()
