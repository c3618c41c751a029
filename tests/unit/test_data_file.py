"""DataFile: every format is read, what is wrong is said with row and column, X is as promised."""

import re
import sys
import zipfile
from itertools import pairwise, product

import numpy as np
import pytest
from refusals import not_refused

from depcluster import CLUHSIC, compare_kernels
from depcluster.widgets import DataFile
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


def buttons(table, name):
    """What the buttons of a name set on the page."""
    held = [button for each in table._about["findings"] for button in each["buttons"]]
    return [button["set"] for button in held if button["name"] == name]


# ---- what is read --------------------------------------------------------------------------------
def comma(x):
    return str(x).replace(".", ",")


def test_text_is_read_however_it_is_written(put):
    for name, content in {
        "plain.csv": lines(NUMBERS),
        "windows.csv": lines(NUMBERS).replace("\n", "\r\n"),
        "tabs.tsv": lines(NUMBERS, "a\tb", "\t"),
        "bars.txt": lines(NUMBERS, "a|b", "|"),
        "semicolons.csv": lines(NUMBERS, "a;b", ";"),
        "commas.csv": lines(NUMBERS / 8, "a;b", ";", comma),
        "quoted.csv": lines(NUMBERS, '"a","b"'),
        "blank lines.csv": "\n" + lines(NUMBERS).replace("\n", "\n\n") + "\n",
        "mark.csv": "\ufeff" + lines(NUMBERS),
    }.items():
        table = DataFile(put(content, name), scaling="none")
        assert table.feature_names == ["a", "b"], name
        expected = NUMBERS / 8 if name == "commas.csv" else NUMBERS
        np.testing.assert_array_equal(table.X, expected, err_msg=name)


def test_encodings_are_found_out(put):
    for encoding in ("utf-8", "utf-16", "utf-8-sig", "cp1252"):
        table = DataFile(put("größe,b\n1,2\n3,4\n5,7", encoding=encoding))
        assert table.feature_names == ["größe", "b"], encoding


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


def test_of_a_workbook_the_first_sheet_is_read(tmp_path):
    pytest.importorskip("openpyxl")
    frame, path = pd.DataFrame(NUMBERS, columns=["a", "b"]), tmp_path / "book.xlsx"
    with pd.ExcelWriter(path, engine="openpyxl") as writer:
        frame.to_excel(writer, sheet_name="people", index=False)
        frame.assign(other=1).to_excel(writer, sheet_name="notes", index=False)
    table = DataFile(path, scaling="none")
    np.testing.assert_array_equal(table.X, NUMBERS)
    assert any('only the first sheet is read, "people", not notes' in note for note in table.notes)


def test_names_of_columns_may_stand_in_two_rows_of_a_sheet(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    below = ["name", "group", "height", "weight"]
    joined = ["who name", "who group", "body height", "body weight"]
    for head, names in (
        (["who", None, "body", None], joined),
        (["Survey 2024", None, None, None], below),
    ):
        book = openpyxl.Workbook()
        for row in (head, below):
            book.active.append(row)
        starts = [j for j in range(4) if head[j]]
        for start, end in pairwise([*starts, 4]):
            book.active.merge_cells(start_row=1, end_row=1, start_column=start + 1, end_column=end)
        for i in range(12):
            book.active.append([f"P{i}", "ab"[i % 2], 150 + 7 * i % 11, 50 + i % 5])
        book.save(tmp_path / "merged.xlsx")
        table = DataFile(tmp_path / "merged.xlsx")
        assert list(table.whole.columns) == names
        assert table.X.shape == (12, 2)
        assert "the names of columns stand in two rows, and are joined" in table.notes
        assert run(table)


def test_names_of_rows_come_from_the_file(put, people):
    assert DataFile(people).frame.index.tolist() == ["anna", "bob", "dora", "eva"]
    unnamed = DataFile(put(",a\nPeru,1\nChad,2\nCuba,4\n", "u.csv"))
    assert unnamed.frame.index.tolist() == ["Peru", "Chad", "Cuba"]
    assert unnamed.feature_names == ["a"]
    counted = DataFile(put(lines(NUMBERS), "c.csv"))
    assert counted.frame.index.tolist() == [0, 1, 2, 3]


# ---- what is wrong -------------------------------------------------------------------------------
def test_what_is_no_table_is_said(put):
    cases = (
        ("empty.csv", b"", "empty.csv is empty"),
        ("head.csv", b"a,b\n", "no rows"),
        ("long.csv", b"a,b\n1,2\n3,4,5\n", "long.csv, line 3, which begins '3': 3 cells"),
        ("title.csv", b"Survey 2024\na,b\n1,2\n", "2 cells, but the header has 1"),
        ("quote.csv", b'a,b\n1,"2\n' + b"x" * 200_000, "a cell there does not end"),
        ("zero.csv", b"a,b\n1,\x00\n", "zero bytes"),
        ("half.csv", "a,b\n1,2".encode("utf-16") + b"\x00", "utf-16"),
        ("book.xlsx", b"PK", "is no xlsx file"),
        ("book.xls", b"\xd0\xcf\x11\xe0", "is a workbook of a kind that is not read"),
        ("broken.npz", b"PK", "is no npz file"),
        ("broken.parquet", b"PAR1", "could not be read as Parquet|pip install"),
    )
    files = ((words, DataFile, put(content, name)) for name, content, words in cases)
    assert not_refused(files, (ValueError, ImportError)) == []


def test_arrays_that_are_no_table_are_said(tmp_path):
    def read(**arrays):
        np.savez(tmp_path / "flat.npz", **arrays)
        DataFile(tmp_path / "flat.npz")

    objects = np.array([{}, None])
    cases = [(r"it has y \(3,\)", lambda: read(y=np.arange(3)))]
    cases += [("objects of Python", lambda: read(X=objects))]
    assert not_refused(cases) == []


def test_what_is_no_path_of_a_file_is_refused(tmp_path):
    wrong = ["https://x.org/a.csv", "s3://b/a.csv", "file:///a.csv", tmp_path, tmp_path / "none"]
    wrong += ["", " ", 3, b"x", "a\0b", "x" * 5000]
    assert not_refused(("path must be", DataFile, path) for path in wrong) == []


def test_text_among_numbers_names_row_line_and_column(people):
    table = DataFile(people)
    assert table.feature_names == ["height", "flat"]
    (mended,) = buttons(table, "count text in age as missing")
    assert mended == {"as_missing": ["age"], "features": ["age", "height", "flat"]}
    with pytest.raises(ValueError, match="features must be") as error:
        table.features = ["age", "height"]
    assert "row 1 (line 3 of the file), column \"age\": 'n/a?' is no number" in str(error.value)
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


def test_label_and_features_agree(people):
    table = DataFile(people, label="species")
    assert table.target_names == ("cat", "cow", "dog")
    np.testing.assert_array_equal(table.y, [0, 2, 2, 1])
    with pytest.raises(ValueError, match="'name' holds text"):
        table.features = ["name"]
    table.label = "height"
    assert (table.feature_names, table.label) == (["flat"], "height")
    table.features = ["flat", "height"]
    assert (table.feature_names, table.label, table.y) == (["flat", "height"], None, None)


def test_without_what_reads_it_says_what_to_install(monkeypatch, people):
    with zipfile.ZipFile(people.parent / "book.xlsx", "w") as packed:
        packed.writestr("xl/workbook.xml", "<workbook/>")
    with monkeypatch.context() as patched:
        patched.setitem(sys.modules, "openpyxl", None)
        with pytest.raises(ImportError, match=r"book\.xlsx.*openpyxl") as told:
            DataFile(people.parent / "book.xlsx")
    assert told.value._render_traceback_() == [f"ImportError: {told.value}"]
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


TOO_LARGE = r"table\.parquet is too large: {} take \d+ MB or more, and at most {} MB are read"


@pytest.fixture(autouse=True)
def less_room(monkeypatch):
    """Limits that tests reach with small tables."""
    monkeypatch.setattr("depcluster.widgets.data_file.parquet._MOST_AT_PATH", 7 * 2**20)
    monkeypatch.setattr("depcluster.widgets.data_file.parquet._MOST_SENT", 3 * 2**20)


def test_a_parquet_of_few_values_is_not_unpacked_to_find_it_too_large(parquet, peak):
    pa = pytest.importorskip("pyarrow")

    def refused(rows):
        with pytest.raises(ValueError, match=TOO_LARGE.format(rows, 7)):
            DataFile(path)

    path = parquet({"a": pa.array(np.full(500_000, 1.5))}, times=4)
    assert path.stat().st_size < 1e5
    assert peak(lambda: refused("2000000 rows of 1 column")) < 8e6
    told = Page(DataFile()).sends(path.read_bytes(), path.name)["refused"]
    assert re.match(TOO_LARGE.format("2000000 rows of 1 column", 3), told)
    for kind in ("string", "binary"):  # a long text in every row
        one = pa.array(["x" * 1_000_000], getattr(pa, kind)())
        rows = pa.DictionaryArray.from_arrays(pa.array([0] * 300, pa.int32()), one)
        columns = {"t": rows, "n": np.arange(300.0)}
        path = parquet(columns, store_schema=False, compression="zstd")
        assert path.stat().st_size < 1e4
        assert peak(lambda: refused("300 rows of 2 columns")) < 8e6


def test_of_too_large_a_parquet_the_columns_that_are_named_are_read(parquet):
    pytest.importorskip("pyarrow")
    X = np.random.default_rng(0).normal(size=(200_000, 4))
    rows = {f"c{j}": X[:, j] for j in range(4)} | {"kind": [f"k{i % 3}" for i in range(len(X))]}
    path = parquet(rows)
    for features, n in ((None, 5), (["c0", "c1", "c2", "c3"], 4), (["d"], 5)):
        with pytest.raises(ValueError, match=TOO_LARGE.format(f"200000 rows of {n} columns", 7)):
            DataFile(path, features=features)
    table = DataFile(path, features=["c2", "c0"], label="kind", scaling="none")
    np.testing.assert_array_equal(table.X, X[table.rows_][:, [2, 0]])
    assert list(table.whole) == ["c0", "c2", "kind"]
    assert "too large a table to read whole, so left out: c1, c3" in table.notes
    assert run(table)
    with pytest.raises(ValueError, match="features must be names of columns"):
        table.features = ["c1"]


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


def test_of_many_rows_two_thousand_are_drawn_the_same_every_time(tmp_path):
    path, m = tmp_path / "many.npz", 100_000
    X = np.random.default_rng(3).random((m, 2), dtype=np.float32)
    np.savez(path, X=X)
    first, again = DataFile(path, scaling="none"), DataFile(path, scaling="none")
    np.testing.assert_array_equal(first.rows_, again.rows_)
    np.testing.assert_array_equal(first.X, X[first.rows_])
    assert len(np.unique(first.rows_)) == 2000
    assert (np.diff(first.rows_) > 0).all()
    assert "2000 of 100000 rows, drawn with seed 0" in repr(first)


def test_the_lines_of_python_give_the_same(people, put):
    for missing, scaling in product(["drop", "median"], ["standardise", "minmax", "none"]):
        choices = {"as_missing": ["age", "score"], "missing": missing, "scaling": scaling}
        assert run(DataFile(people, label="species", **choices))
        assert run(DataFile(people, label="flat", features=["height", "score"], **choices))
    for name, content in {
        "comma.csv": "größe;b;k\n1,5;1;x\n2,5;u;x\n3,5;3;y\n4,0;9;y\n".encode("cp1252"),
        "headless.tsv": b"1\t2\n3\t4\n5\t9\n",
        "unnamed.csv": b",a,b\nu,1,2\nv,3,3\nw,5,1\n",
        "many.csv": ("a,b\n" + "\n".join(f"{i % 7},{i}.5" for i in range(2500))).encode(),
    }.items():
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
    table = DataFile(put(lines(np.random.default_rng(0).normal(size=(30, 3)), "a,b,c")))
    labels = CLUHSIC(2, random_state=0).fit(table).labels_
    np.testing.assert_array_equal(labels, CLUHSIC(2, random_state=0).fit(table.X).labels_)
    assert compare_kernels(table, {"rbf": {}}, 2, criteria="eigengap", n_init=1).rows
    np.testing.assert_array_equal(np.asarray(table), table.X)


def test_what_is_handed_out_is_a_copy(people):
    table = DataFile(people, label="species")
    for part in (table.X, table.y, table.rows_):
        part[:] = 9
    frame = table.frame
    frame.loc[:] = 9.0
    assert not any((np.asarray(part) == 9).any() for part in (table.X, table.y, table.frame))


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


def test_what_is_odd_in_a_table_is_said(put):
    rising = column(range(40))
    for content, words in (
        (column([99, *(1 + i % 3 for i in range(39))]), "99 stands once in b"),
        (rising.replace("a,b", "x,x"), 'several columns are called "x"'),
        (rising.replace("a,b", "7,8"), "first line holds numbers only"),
        ("a,b\n" + "y,x\n" * 40, "has no column of numbers"),
    ):
        table = DataFile(put(content))
        assert words in "; ".join([table._about["problem"], *table.notes, findings(table)])


def test_a_code_for_missing_is_asked_about_and_counts_as_missing(put):
    values = [50 + i % 13 for i in range(40)]
    values[3] = values[8] = values[9] = -999
    table = DataFile(put(column(values)), scaling="none")
    assert "-999 stands 3 times in b" in findings(table)
    assert table.X[:, 1].min() == -999
    press(table, "count -999 in b as missing")
    assert table.X[:, 1].min() == 50
    assert len(table.X) == 37
    assert "-999 stands" not in findings(table)
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
    assert "far from all" not in findings(table)
    assert run(table)
    for wrong in ([40], [-1]):
        with pytest.raises(ValueError, match="left_out must"):
            table.left_out = wrong
    table.load(put("a,b\n1,2\n3,1\n4,4\n", "other.csv"))
    assert table.left_out == ()


def test_near_copies_classes_and_ids_are_asked_about(put):
    rows = [
        f"{(7 * i) % 41},{((7 * i) % 41) / 2.54:.1f},{(11 * i) % 37},{1 + i % 3},{1001 + 3 * i}"
        for i in range(40)
    ]
    table = DataFile(put("\n".join(["a,b,c,k,id", *rows])))
    assert "b of a" in findings(table)
    press(table, "leave out b")
    assert "copies" not in findings(table)
    press(table, "take k as label")
    assert (table.feature_names, table.label) == (["a", "c"], "k")
    press(table, "use id")
    assert table.feature_names == ["a", "c", "id"]


def test_many_lost_rows_are_loud_and_medians_bring_them_back(put):
    path = put(column(["" if i % 3 else i * 7 % 23 for i in range(40)]))
    table = DataFile(path)
    loud = [each for each in table._about["findings"] if each["loud"]]
    assert loud[0]["words"].startswith("Only 14 of 40 rows are used")
    press(table, "fill missing values with medians")
    assert len(table.X) == 40
    assert "26 of 40 values of b are filled in" in findings(table)


def test_numbers_as_people_write_them_are_read_and_said(put):
    for sep, cells, numbers in (
        (",", ["49 %", "7 %", "100 %", "3%"], [49, 7, 100, 3]),
        (",", ['"15,0 %"', '"7,25 %"', '"3,5 %"', '"9,0 %"'], [15, 7.25, 3.5, 9]),
        (",", ['"1,234"', '"12,345,678"', "900", '"-1,000.5"'], [1234, 12345678, 900, -1000.5]),
        (";", ["1.234,5", "900,0", "12.345.678,0", "-3,5"], [1234.5, 900, 12345678, -3.5]),
        (",", ["$1.50", "$20", "$ 3", "$4.25"], [1.5, 20, 3, 4.25]),
        (";", ["1 234,5", "900,0", "12 345,0", "3,5"], [1234.5, 900, 12345, 3.5]),
    ):
        for gap in ("", "k.A."):
            rows = "\n".join(sep.join([cell, str(i)]) for i, cell in enumerate([*cells, gap]))
            table = DataFile(put(f"a{sep}b\n{rows}\n"), scaling="none", as_missing=["a"])
            np.testing.assert_array_equal(table.whole["a"].iloc[:4].astype(float), numbers)
            table.features = ["a"]
            np.testing.assert_array_equal(table.X[:, 0], numbers)
            assert any(note.startswith("read as numbers: a (") for note in table.notes)
            assert run(table)


WRITTEN = {
    "ISO": "%Y-%m-%d",
    "ISO with a time": "%Y-%m-%dT%H:%M:%S+0200",
    "German": "%d.%m.%Y",
    "German with a time": "%d.%m.%Y %H:%M",
    "British": "%d/%m/%Y",
    "American": "%m/%d/%Y",
}


def test_dates_are_days_since_the_first_and_said(put):
    for (how, written), wrong in product(WRITTEN.items(), ["", "soon"]):
        held = [0, 30, 4, 29.5, 12]
        days = held if "%H" in written else np.floor(held)
        cells = [f"{pd.Timestamp('2024-03-11') + pd.Timedelta(days=day):{written}}" for day in held]
        rows = "\n".join(f"{i * i},{cell}" for i, cell in enumerate([*cells, wrong]))
        table = DataFile(put(f"a,born\n{rows}\n"), scaling="none")
        assert wrong in findings(table), how
        if wrong:
            assert table.feature_names == ["a"], how
            press(table, "count text in born as missing")
        expected = np.column_stack([np.arange(5) ** 2, days])
        np.testing.assert_allclose(table.X, expected, err_msg=how)
        assert "dates as days since the first: born (since 2024-03-11)" in table.notes, how
        assert run(table)
        press(table, "leave out born")
        assert table.feature_names == ["a"]


def test_dates_that_may_be_others_or_name_the_rows_are_no_feature(put):
    turned, short = ["03/04/2024", "04/05/2024"] * 10, ["03.04.24", "17.05.24"] * 10
    each = [f"2024-01-{i + 1:02}" for i in range(20)]
    for cells in (turned, short, each):
        table = DataFile(put("a,born\n" + "\n".join(f"{i % 7},{cells[i]}" for i in range(20))))
        assert table.feature_names == ["a"]
        assert "born: dates" in findings(table)


def test_dates_of_several_time_zones_are_of_one_clock(put):
    cells = ["2024-03-12T12:00Z", "2024-03-11T12:00+02:00", "2024-03-11T12:00+00:00"]
    table = DataFile(put("\n".join(["day", *cells])), scaling="none")
    np.testing.assert_allclose(table.X[:, 0], np.array([26, 0, 2]) / 24)
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
    assert "sent.csv is empty" in Page(table).sends(b"")["refused"]
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


@pytest.fixture
def own_server(monkeypatch):
    """An environment that says nothing of servers."""
    for name in (*SERVED, "SERVER_SOFTWARE", "DEPCLUSTER_PATHS"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def test_a_page_opens_paths_on_ones_own_server_only(own_server, people):
    table = DataFile()
    assert table._paths
    assert Page(table).says({"open": str(people)}) == {"read": "people.csv"}
    for name, value in {
        "JUPYTERHUB_USER": "ann",
        "JUPYTERHUB_API_TOKEN": "1",
        "BINDER_SERVICE_HOST": "10.0.0.1",
        "BINDER_REPO_URL": "https://x.org/y",
        "SERVER_SOFTWARE": "voila/0.5.10",
    }.items():
        with own_server.context() as environment:
            environment.setenv(name, value)
            assert opens_no_path(DataFile(), people), name
            assert DataFile(paths=True)._paths
            environment.setenv("DEPCLUSTER_PATHS", "1")
            assert DataFile()._paths


def test_paths_are_turned_off_by_the_parameter_or_by_the_environment(own_server, people):
    assert opens_no_path(DataFile(paths=False), people)
    own_server.setenv("DEPCLUSTER_PATHS", "0")
    assert opens_no_path(DataFile(), people)
    assert opens_no_path(DataFile(paths=True), people)
    own_server.setenv("DEPCLUSTER_PATHS", "1")
    assert opens_no_path(DataFile(paths=False), people)
    with pytest.raises(ValueError, match="paths must be"):
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
