"""DataFile: every format is read, what is wrong is said with row and column, X is as promised."""

import re
from itertools import product

import numpy as np
import pytest
from refusals import not_refused

from depcluster import CLUHSIC, compare_kernels
from depcluster.tables import read_table
from depcluster.tables.oddities import far_values
from depcluster.widgets import DataFile
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


def press(table, name):
    """Press the button of a name, as a page does."""
    held = [button for each in table._about["findings"] for button in each["buttons"]]
    (traits,) = [button["set"] for button in held if button["name"] == name]
    table.set_state(traits)


def findings(table):
    return " ".join(each["words"] for each in table._about["findings"])


def run(table):
    """Whether its lines of Python give X and y."""
    names = {}
    exec(table.python, names)
    np.testing.assert_array_equal(names["X"], table.X)
    return table.y is None or np.array_equal(names["y"], table.y)


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


def test_a_parquet_file_keeps_its_kinds_and_leaves_nested_columns_out(parquet):
    pa = pytest.importorskip("pyarrow")
    columns = {
        "whole": pa.array([1, None, 3, 4]),
        "flag": [True, False, True, True],
        "kind": pa.array(["a", "b", "a", "b"]).dictionary_encode(),
        "3": [0.5, 1.5, 2.5, 3.5],
        "list": [[1], [2, 3], [], None],
        "pair": [{"a": 1, "list": 2}] * 4,
    }
    table = DataFile(parquet(columns), label="kind", scaling="none")
    assert table.feature_names == ["whole", "flag", "3"]
    np.testing.assert_array_equal(table.X, [[1, 1, 0.5], [3, 1, 2.5], [4, 1, 3.5]])
    assert table.frame.index.tolist() == [0, 2, 3]
    assert table.target_names == ("a", "b")
    assert "several values in a cell, so left out: list, pair" in table.table.findings
    assert run(table)


def test_of_a_workbook_the_first_sheet_is_read_under_names_in_two_rows(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (["who", None, "body", None], ["name", "group", "height", "weight"]):
        book.active.append(row)
    for cells in ("A1:B1", "C1:D1"):
        book.active.merge_cells(cells)
    for i in range(12):
        book.active.append([f"P{i}", "ab"[i % 2], 150 + 7 * i % 11, 50 + i % 5])
    book.create_sheet("more").append(["other"])
    book.save(tmp_path / "merged.xlsx")
    table = DataFile(tmp_path / "merged.xlsx", scaling="none")
    names = ["who name", "who group", "body height", "body weight"]
    assert list(table.table.frame.columns) == names
    np.testing.assert_array_equal(table.X[:, 1], 50 + np.arange(12) % 5)
    assert any("only the sheet" in note for note in table.table.findings)
    assert run(table)


def test_a_class_called_as_nothing_is_counts_as_the_page_says(put):
    table = DataFile(put("a,k\n1,None\n2,b\n4,b\n5,None\n", "k.csv"), label="k")
    (ask,) = [each for each in table._about["findings"] if each["loud"] and "None" in each["words"]]
    assert table.target_names == ("None", "b")
    (told,) = [button["told"] for button in ask["buttons"] if "told" in button]
    table._on_message({"told": told}, [])
    assert (table.target_names, table.label) == (("b",), "k")
    assert run(table)


def test_names_of_rows_come_from_the_file(put, people):
    assert DataFile(people).frame.index.tolist() == ["anna", "bob", "dora", "eva"]
    unnamed = DataFile(put(",a\nPeru,1\nChad,2\nCuba,4\n", "u.csv"))
    assert unnamed.frame.index.tolist() == ["Peru", "Chad", "Cuba"]
    assert unnamed.feature_names == ["a"]


def test_what_is_no_path_of_a_file_is_refused(tmp_path):
    wrong = ["https://x.org/a.csv", "s3://b/a.csv", "file:///a.csv", tmp_path, tmp_path / "none"]
    wrong += ["", 3, b"x", "a\0b", "x" * 5000]
    assert not_refused(("path must be", DataFile, path) for path in wrong) == []


def test_text_among_numbers_is_named_and_can_be_counted_as_missing(people, put):
    path = put('a,b\n\n"1",2\n\n3,"x\ny"\n5,6\n7,8\n')
    for wrong, column, words in (
        (path, "b", r"row 1 \(line 6 of the file\)"),
        (people, "age", r"row 1 \(line 3 of the file\), column \"age\": 'n/a\?' is no number"),
        (people, "score", r'row 4 \(line 6 of the file\), column "score": inf'),
    ):
        with pytest.raises(ValueError, match=f"features must be.*{words}"):
            DataFile(wrong, features=[column])
    table = DataFile(people)
    assert table.feature_names == ["height", "flat"]
    press(table, "age: 'n/a?' counts as missing")
    assert table.feature_names == ["age", "height", "flat"]
    np.testing.assert_array_equal(table.rows_, [0, 3, 4])
    table.missing, table.scaling = "median", "none"
    np.testing.assert_array_equal(table.rows_, np.arange(5))
    assert np.isnan(table.frame.loc["bob", "age"])
    assert table.X[1, 0] == np.median([12, 31, 44, 50])
    table.read_as = {}
    assert table.feature_names == ["height", "flat"]


def test_label_and_features_agree(people):
    table = DataFile(people, label="species")
    assert table.target_names == ("cat", "cow", "dog")
    np.testing.assert_array_equal(table.y, [0, 2, 2, 1])
    table.label = "height"
    assert (table.feature_names, table.label) == (["flat"], "height")
    table.features = ["flat", "height"]
    assert (table.feature_names, table.label, table.y) == (["flat", "height"], None, None)
    with pytest.raises(ValueError, match="'name' holds text"):
        table.features = ["name"]


def test_without_what_reads_it_says_what_to_install(monkeypatch, people):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert 'pip install "depcluster[lab]"' in DataFile()._about["problem"]
    with pytest.raises(ImportError, match=r'pip install "depcluster\[lab\]"'):
        DataFile(people)


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


def peak(function):
    """How many bytes Arrow has held at once while a function was called."""
    pa = pytest.importorskip("pyarrow")
    before = pa.default_memory_pool()
    pool = pa.proxy_memory_pool(before)
    pa.set_memory_pool(pool)
    try:
        function()
    finally:
        pa.set_memory_pool(before)
    return pool.max_memory()


TOO_LARGE = r"table\.parquet is too large: {} take \d+ MB or more, and at most {} MB are read"


@pytest.fixture(autouse=True)
def less_room(monkeypatch):
    """Limits that tests reach with small tables."""
    monkeypatch.setattr("depcluster.tables.parquet._MOST_AT_PATH", 7 * 2**20)
    monkeypatch.setattr("depcluster.tables.parquet._MOST_SENT", 3 * 2**20)


def test_a_parquet_of_few_values_is_not_unpacked_to_find_it_too_large(parquet):
    pa = pytest.importorskip("pyarrow")

    def refused(rows):
        with pytest.raises(ValueError, match=TOO_LARGE.format(rows, 7)):
            DataFile(path)

    path = parquet({"a": pa.array(np.full(500_000, 1.5))}, times=4)
    assert path.stat().st_size < 1e5
    assert peak(lambda: refused("2000000 rows of 1 column")) < 8e6
    told = Page(DataFile()).sends(path.read_bytes(), path.name)["refused"]
    assert re.match(TOO_LARGE.format("2000000 rows of 1 column", 3), told)
    long = pa.array(["x" * 1_000_000])  # a long text in every row
    rows = pa.DictionaryArray.from_arrays(pa.array([0] * 300, pa.int32()), long)
    columns = {"t": rows, "n": np.arange(300.0)}
    path = parquet(columns, store_schema=False, compression="zstd")
    assert path.stat().st_size < 1e4
    assert peak(lambda: refused("300 rows of 2 columns")) < 8e6


def test_of_too_large_a_parquet_the_columns_that_are_named_are_read(parquet):
    X = np.random.default_rng(0).normal(size=(200_000, 5))
    path = parquet({f"c{j}": X[:, j] for j in range(5)})
    table = DataFile(read_table(path, columns=["c2", "c0"]), scaling="none")
    np.testing.assert_array_equal(table.X, X[table.rows_][:, [2, 0]])
    assert "too large a table to read whole, so left out: c1, c3, c4" in table.table.findings
    assert run(table)


def test_scaling_is_the_literal_formula_and_a_constant_column_is_zero(put):
    path, X = put(lines(NUMBERS)), NUMBERS
    for scaling, expected in (
        ("standardise", (X - X.mean(axis=0)) / X.std(axis=0)),
        ("minmax", (X - X.min(axis=0)) / (X.max(axis=0) - X.min(axis=0))),
        ("none", X),
    ):
        np.testing.assert_array_equal(DataFile(path, scaling=scaling).X, expected)
    table = DataFile(put("a,b,c\n1,0.1,1e-320\n2,0.1,2e-320\n4,0.1,3e-320\n"))
    with np.errstate(all="raise"):
        assert (table.X[:, 1:] == 0).all()
    assert np.isfinite(table.X).all()


def test_the_lines_of_python_give_the_same(people, put):
    for missing, scaling in product(["drop", "median"], ["standardise", "minmax", "none"]):
        choices = {"missing": missing, "scaling": scaling}
        choices["read_as"] = {"age": "number", "score": "number"}
        assert run(DataFile(people, label="species", **choices))
    for name, content in {
        "comma.csv": "größe;b;k\n1,5;1;x\n2,5;u;x\n3,5;3;y\n4,0;9;y\n".encode("cp1252"),
        "headless.tsv": b"1\t2\n3\t4\n5\t9\n",
        "unnamed.csv": b",a,b\nu,1,2\nv,3,3\nw,5,1\n",
        "odd names.csv": b'<b>x</b>,\'""",a$b$\n1,2,3\n4,2,1\n0,1,1\n',
        "many.csv": ("a,b\n" + "\n".join(f"{i % 7},{i}.5" for i in range(2500))).encode(),
    }.items():
        table = DataFile(put(content, name))
        mixed = [c.name for c in table._file.columns.values() if c.kind == "mixed"]
        table.read_as = dict.fromkeys(mixed, "number")
        table.features = [c["name"] for c in table._first["columns"] if c["kind"] == "number"]
        assert run(table), name


def test_estimators_and_comparisons_take_it_and_what_is_handed_out_is_a_copy(put):
    table = DataFile(put(lines(np.random.default_rng(0).normal(size=(30, 3)), "a,b,c")))
    assert len(CLUHSIC(2, n_init=1).fit(table).labels_) == 30
    assert compare_kernels(table, {"rbf": {}}, 2, criteria="eigengap", n_init=1).rows
    before = np.asarray(table).copy()
    for part in (table.X, table.rows_):
        part[:] = 9
    np.testing.assert_array_equal(table.X, before)
    assert len({*table.rows_}) == 30


def test_what_is_odd_is_settled_by_buttons(put):
    rows = [
        [(7 * i) % 41, round((7 * i) % 41 / 2.54, 1), 50 + i % 13, 1 + i % 3, 1001 + 3 * i]
        for i in range(40)
    ]
    rows[5][:2] = 8800, 3465
    rows[3][2] = rows[8][2] = -999
    text = "\n".join(",".join(map(str, row)) for row in [["a", "b", "c", "k", "id"], *rows])
    table = DataFile(put(text), scaling="none")
    assert "-999 stands 2 times in c" in findings(table)
    press(table, "c: -999 counts as missing")
    press(table, "leave row 5 (1016) out")
    press(table, "leave out b")
    press(table, "take k as label")
    press(table, "use id")
    assert table.feature_names == ["a", "c", "id"]
    assert not re.search("-999 stands|far from all|copies", findings(table))
    kept = np.setdiff1d(np.arange(40), [3, 5, 8])
    np.testing.assert_array_equal(table.X, [[float(rows[i][j]) for j in (0, 2, 4)] for i in kept])
    table.missing = "median"
    assert table.X[3, 1] == np.median([rows[i][2] for i in [*kept, 5]])
    assert run(table)
    for wrong in ([40], [-1]):
        with pytest.raises(ValueError, match="left_out must"):
            table.left_out = wrong
    table.load(put("a,b\n1,2\n3,1\n4,4\n", "other.csv"))
    assert table.left_out == ()


def test_far_does_not_hang_on_units():
    rng = np.random.default_rng(0)
    for values in (rng.random(200), rng.normal(size=200), np.arange(50.0)):
        assert far_values(values).size == 0
        spoilt = np.append(values, values.max() + 1.1 * np.ptp(values))
        for unit, origin in ((1, 0), (-2.5, 0), (1e-9, 0), (3, 1e6)):
            assert far_values(unit * spoilt + origin).tolist() == [len(values)]


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
    table, rows = DataFile(), np.round(np.random.default_rng(0).normal(size=(30_000, 2)), 3)
    page, data = Page(table), lines(rows).encode()
    assert page.sends(data, step=200_000) == {"read": "sent.csv"}
    taken = [each["taken"] for each in page.heard[:-1]]
    assert taken == [min(at, len(data)) for at in range(200_000, len(data) + 200_000, 200_000)]
    assert "sent.csv is empty" in Page(table).sends(b"")["refused"]
    assert len(table) == 2000


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
            assert opens_no_path(DataFile(paths=False), people)
    own_server.setenv("DEPCLUSTER_PATHS", "0")
    for paths in (None, True):
        assert opens_no_path(DataFile(paths=paths), people)
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
    return not table._paths and table.load(path).table.name == path.name
