"""read_table: some sixty kinds of files, what is read of each, what is said, and what is asked."""

import datetime
import gzip
import io
import zipfile

import numpy as np
import pytest

pd = pytest.importorskip("pandas")

from depcluster.tables import read_table  # noqa: E402


def lines(*rows):
    return "\n".join(rows) + "\n"


def of(head, cells, sep=","):
    """A column of cells beside one of numbers whose decimals stand behind a point."""
    return lines(f"{head}{sep}x", *(f"{cell}{sep}{k % 7}.25" for k, cell in enumerate(cells)))


# A name, what the file is called, what it holds, what `read_table` is told; the features, their
# first row, how many rows there are, what is said and what is asked.
PLAIN = "a,b\n1,2.5\n3,4\n5,6.1\n7,1\n"
THREE = ["a", "b"], [1, 2.5], 4
TOWNS = [("A", "1,234", "950"), ("B", "950", "1,100"), ("C", "12,345", "330")]
CODES = ["01067", "04103", "80331", "10115"]
YEARS = "name,2019,2020\nu,1.5,2.5\nv,2.5,2\n"
KINDS = {
    "commas": ("t.csv", PLAIN, {}, *THREE, "", ""),
    "lines of Windows": ("t.csv", PLAIN.replace("\n", "\r\n"), {}, *THREE, "", ""),
    "lines of an old Mac": ("t.csv", PLAIN.replace("\n", "\r"), {}, *THREE, "", ""),
    "blank lines": ("t.csv", "\n" + PLAIN.replace("\n", "\n\n"), {}, *THREE, "", ""),
    "no end of the last line": ("t.csv", PLAIN.rstrip(), {}, *THREE, "", ""),
    "a mark": ("t.csv", "\ufeff" + PLAIN, {}, *THREE, "", ""),
    "utf-16": ("t.csv", PLAIN.encode("utf-16"), {}, *THREE, "", ""),
    "utf-16 without a mark": ("t.csv", PLAIN.encode("utf-16-le"), {}, *THREE, "", ""),
    "utf-32": ("t.csv", PLAIN.encode("utf-32"), {}, *THREE, "", ""),
    "Western European": (
        *("t.csv", "größe,b\n1,2\n3,1\n".encode("cp1252"), {}),
        *(["größe", "b"], [1, 2], 2, "cp1252", ""),
    ),
    "tabs": ("t.tsv", PLAIN.replace(",", "\t"), {}, *THREE, "", ""),
    "bars": ("t.txt", PLAIN.replace(",", "|"), {}, *THREE, "", ""),
    "blanks": ("t.txt", PLAIN.replace(",", " "), {}, *THREE, "", ""),
    "aligned": ("t.txt", "   a    b\n   1  2.5\n  30  4.0\n", {}, ["a", "b"], [1, 2.5], 2, "", ""),
    "blanks behind commas": ("t.csv", PLAIN.replace(",", ", "), {}, *THREE, "", ""),
    "sep=": ("t.csv", "sep=;\n" + PLAIN.replace(",", ";"), {}, *THREE, "", ""),
    "of R": ("t.txt", '"a" "b"\n"u" 1 2.5\n"v" 3 4\n', {}, ["a", "b"], [1, 2.5], 2, "", ""),
    "decimal commas": (
        *("t.csv", "a;b\n1,5;2\n2,25;3\n", {}),
        *(["a", "b"], [1.5, 2], 2, "a comma stands before decimals", ""),
    ),
    "decimal commas without names": (
        *("t.csv", "1,5;2,5\n2,25;3,75\n", {}),
        *(["column 0", "column 1"], [1.5, 2.5], 2, "the first line is a row", ""),
    ),
    "quotations": ("t.csv", '"a","b"\n"1","2,5"\n"3","x\ny"\n', {}, ["a"], [1], 2, "", ""),
    "separators at the end": ("t.csv", "a,b,\n1,2.5,\n3,4,\n", {}, ["a", "b"], [1, 2.5], 2, "", ""),
    "thousands": (
        *("t.csv", of("a", ['"1,234"', '"12,345,678"', "900"]), {}),
        *(["a", "x"], [1234, 0.25], 3, "", ""),
    ),
    "thousands or decimals": (
        *("t.tsv", lines("name\tpeople\tarea", *map("\t".join, TOWNS)), {}),
        *(["people", "area"], [1234, 950], 3, "", "people area"),
    ),
    "thousands, as you say": (
        *("t.tsv", lines("name\tpeople\tarea", *map("\t".join, TOWNS)), {"decimal": "."}),
        *(["people", "area"], [1234, 950], 3, "as you say", ""),
    ),
    "thousands, as the others show": (
        *("t.tsv", of("a", ["1,234", "950", "12,345"], "\t"), {}),
        *(["a", "x"], [1234, 0.25], 3, "as in the other columns", ""),
    ),
    "thousands behind points": (
        *("t.csv", "a;b\n1.234;2,5\n2.345;1,5\n", {}),
        *(["a", "b"], [1234, 2.5], 2, "as in the other columns", ""),
    ),
    "1.234": ("t.csv", "a;b\n1.234;2\n2.345;1\n", {}, ["a", "b"], [1.234, 2], 2, "", "a"),
    "1.234 beside words with points": (
        *("t.csv", "a;b;c\n1.234;2,5;0.12\n2.345;1,5;x\n3.456;1,5;y\n", {}),
        *(["a", "b"], [1.234, 2.5], 3, "", "a"),
    ),
    "1.234, a point": (
        *("t.csv", "a;b\n1.234;2\n2.345;1\n", {"read_as": {"a": "decimal point"}}),
        *(["a", "b"], [1.234, 2], 2, "", ""),
    ),
    "thousands behind blanks": (
        *("t.csv", "a;b\n1 234,5;2\n12 345,0;1\n", {}),
        *(["a", "b"], [1234.5, 2], 2, "", ""),
    ),
    "thousands of the Swiss": (
        *("t.csv", "a;b\n1'234.5;2\n12'345.0;1\n", {}),
        *(["a", "b"], [1234.5, 2], 2, "", ""),
    ),
    "minus": ("t.csv", of("a", ["−5", "3", "2"]), {}, ["a", "x"], [-5, 0.25], 3, "", ""),
    "exponents": ("t.csv", of("a", ["1e3", "2.5E-1"]), {}, ["a", "x"], [1000, 0.25], 2, "", ""),
    "percent": (
        "t.csv",
        of("a", ["49 %", "7%"]),
        {},
        ["a", "x"],
        [49, 0.25],
        2,
        '"49 %" is 49',
        "",
    ),
    "percent and shares": ("t.csv", of("a", ["5%", ".07"]), {}, ["x"], [0.25], 2, "", "a"),
    "dollars": ("t.csv", of("a", ["$1.50", "$ 3"]), {}, ["a", "x"], [1.5, 0.25], 2, "a:", ""),
    "dollars and euros": ("t.csv", of("a", ["$5", "€7"]), {}, ["x"], [0.25], 2, "", "a"),
    "dollars and euros, as numbers": (
        *("t.csv", of("a", ["$5", "€7"]), {"read_as": {"a": "number"}}),
        *(["a", "x"], [5, 0.25], 2, "", ""),
    ),
    "kilograms": ("t.csv", of("a", ["5 kg", "7 kg"]), {}, ["a", "x"], [5, 0.25], 2, "5 kg", ""),
    "codes with zeros": ("t.csv", of("code", CODES), {}, ["x"], [0.25], 4, "", "code"),
    "codes with zeros, as numbers": (
        *("t.csv", of("code", CODES), {"read_as": {"code": "number"}}),
        *(["code", "x"], [1067, 0.25], 4, "", ""),
    ),
    "telephones": ("t.csv", of("a", ["+4930123456", "+4940654321"]), {}, ["x"], [0.25], 2, "", "a"),
    "addresses": ("t.csv", of("a", ["192.168.1.1", "10.0.0.17"]), {}, ["x"], [0.25], 2, "", ""),
    "long ids": (
        *("t.csv", of("a", ["1234567890123456789", "1234567890123456790"]), {}),
        *(["x"], [0.25], 2, "", "a"),
    ),
    "an id": ("t.csv", of("id", range(1, 9)), {}, ["x"], [0.25], 8, 'rows are named by "id"', ""),
    "irises": (
        *("t.data.csv", "5.0,3.4,red\n4.8,3.0,red\n6.9,3.1,blue\n", {}),
        *(["column 0", "column 1"], [5, 3.4], 3, "the first line is a row", ""),
    ),
    "a gap in the first row": (
        *("t.csv", "1.5,,3.1\n2.5,3.2,4.4\n3.5,1.1,5.2\n", {}),
        *(["column 0", "column 1", "column 2"], [1.5, np.nan, 3.1], 3, "is a row", ""),
    ),
    "years as names": ("t.csv", YEARS, {}, ["2019", "2020"], [1.5, 2.5], 2, "", "header"),
    "years as a row": (
        *("t.csv", YEARS, {"header": False}),
        *(["column 1", "column 2"], [2019, 2020], 3, "", ""),
    ),
    "whole numbers without names": (
        *("t.csv", "3,4\n1,9\n5,2\n4,7\n", {}),
        *(["column 0", "column 1"], [3, 4], 4, "the first line is a row", ""),
    ),
    "comments": ("t.csv", "# of 2024\n# by us\n" + PLAIN, {}, *THREE, "2 lines above", ""),
    "of NumPy": ("t.txt", "# a b\n1.0 2.5\n3.0 4.0\n", {}, ["a", "b"], [1, 2.5], 2, "comment", ""),
    "a title": ("t.csv", "Report of 2024\n\n" + PLAIN, {}, *THREE, "Report of 2024", ""),
    "units": (
        *("t.csv", "a,b\ncm,kg\n1,2.5\n3,4\n5,6\n", {}),
        *(["a cm", "b kg"], [1, 2.5], 3, "second line", ""),
    ),
    "names twice": ("t.csv", "a,a\n1,2.5\n3,4\n", {}, ["a", "a.1"], [1, 2.5], 2, "several", ""),
    "names of rows": ("t.csv", ",a\nPeru,1.5\nChad,2\n", {}, ["a"], [1.5], 2, "", ""),
    "words for nothing": (
        *("t.csv", of("a", ["1", "NA", "2", "n/a", "?", "-", "4"]), {}),
        *(["a", "x"], [1, 0.25], 7, "counts as missing", ""),
    ),
    "a word of one's own": (
        *("t.csv", of("a", ["1", "lost", "2", "4"]), {"missing": ["lost"]}),
        *(["a", "x"], [1, 0.25], 4, "", ""),
    ),
    "words among numbers": (
        "t.csv",
        of("a", ["1", "low", "2", "4"]),
        {},
        ["x"],
        [0.25],
        4,
        "",
        "a",
    ),
    "infinity": ("t.csv", of("a", ["1", "inf", "2", "4"]), {}, ["x"], [0.25], 4, "", "a"),
    "infinity below years": (
        *("t.csv", "2019,2020\n1e999,2.5\n1,2\n3,4\n", {}),
        *(["2020"], [2.5], 3, "", "header 2019"),
    ),
    "-999": (
        *("t.csv", of("a", ["1", "2", "-999", "4", "-999"]), {}),
        *(["a", "x"], [1, 0.25], 5, "counts as missing", "a"),
    ),
    "-999, as you say": (
        *("t.csv", of("a", ["1", "2", "-999", "4"]), {"missing": [-999]}),
        *(["a", "x"], [1, 0.25], 4, "", ""),
    ),
    "True and False": ("t.csv", of("a", ["True", "FALSE"]), {}, ["a", "x"], [1, 0.25], 2, "", ""),
    "dates": (
        "t.csv",
        of("d", ["2024-03-11", "2024-04-10"]),
        {},
        ["d", "x"],
        [0, 0.25],
        2,
        "days",
        "",
    ),
    "dates with points": (
        *("t.csv", of("d", ["11.03.2024", "10.04.2024"]), {}),
        *(["d", "x"], [0, 0.25], 2, "since 2024-03-11", ""),
    ),
    "dates of one reading": (
        *("t.csv", of("d", ["03/13/2024", "03/04/2024"]), {}),
        *(["d", "x"], [9, 0.25], 2, "since 2024-03-04", ""),
    ),
    "dates of two readings": (
        *("t.csv", of("d", ["03/04/2024", "05/06/2024"]), {}),
        *(["x"], [0.25], 2, "", "d"),
    ),
    "dates, day first": (
        *("t.csv", of("d", ["03/04/2024", "05/06/2024"]), {"read_as": {"d": "day first"}}),
        *(["d", "x"], [0, 0.25], 2, "since 2024-04-03", ""),
    ),
    "years of two digits": (
        "t.csv",
        of("d", ["03/04/24", "05/06/24"]),
        {},
        ["x"],
        [0.25],
        2,
        "",
        "d",
    ),
    "truths beside nothing": (
        *("t.csv", of("a", ["TRUE", "", "FALSE", "NA", "TRUE"]), {}),
        *(["a", "x"], [1, 0.25], 5, "counts as missing", ""),
    ),
    "dates but for one": (
        *("t.csv", of("d", ["2024-03-11", "2024-04-10", "0000-00-00", "2024-03-11"]), {}),
        *(["x"], [0.25], 4, "", "d"),
    ),
    "dates that name the rows, as dates": (
        *(
            "t.csv",
            of("d", ["2024-03-11", "2024-04-10", "2024-03-12"]),
            {"read_as": {"d": "number"}},
        ),
        *(["d", "x"], [0, 0.25], 3, "since 2024-03-11", ""),
    ),
    "decimal commas between blanks": (
        *("t.txt", "a b\n1,5 2,5\n2,5 3,5\n4,5 1,5\n", {}),
        *(["a", "b"], [1.5, 2.5], 3, "a comma stands before decimals", ""),
    ),
    "-999 and -998": (
        *("t.csv", of("a", [4, 1, 2, -998, 3, -999, 2, 1, -998, 3, 4, 5]), {}),
        *(["a", "x"], [4, 0.25], 12, "-999 and -998 in a counts as missing", "a"),
    ),
    "99, as you say": (
        *("t.csv", of("a", [4, 1, 2, 99]), {"missing": ["99"]}),
        *(["a", "x"], [4, 0.25], 4, "", ""),
    ),
    "text between blanks": (
        *("t.txt", "name age city\nAnn 31 Rome\nBob 40 Oslo\n", {}),
        *(["age"], [31], 2, "city: no numbers", ""),
    ),
    "blank rows": ("t.csv", PLAIN.replace("3,4\n", ",\n3,4\n,\n"), {}, *THREE, "", ""),
    "names again": ("t.csv", PLAIN.replace("3,4", "a,b\n3,4"), {}, *THREE, "again in 1 row", ""),
    "separators at the end of rows": (
        *("t.csv", "a,b\n1,2.5,\n3,4,\n", {}),
        *(["a", "b"], [1, 2.5], 2, "", ""),
    ),
    "letters without width": (
        *("t.csv", "\u200ba,b\u200e\n1\u200b,2.5\n3,4\n", {}),
        *(["a", "b"], [1, 2.5], 2, "without width", ""),
    ),
    "no names, .data": (
        *("iris.data", "5.0,3.4,red\n4.8,3.0,red\n6.9,3.1,blue\n", {}),
        *(["column 0", "column 1"], [5, 3.4], 3, "the first line is a row", ""),
    ),
    "years among their like": (
        *("t.csv", "2019,2020,2021\n1500,2500,3500\n2100,2200,1300\n", {}),
        *(["column 0", "column 1", "column 2"], [2019, 2020, 2021], 3, "", "header"),
    ),
    "waves as names": (
        *("t.csv", "400.5,401,401.5\n0.25,1.5,2\n0.5,2.5,1\n", {}),
        *(["400.5", "401", "401.5"], [0.25, 1.5, 2], 2, "", "header"),
    ),
    "two lines of names": (
        *("t.csv", "a,,b,\nlow,high,low,high\n3,2.5,3,4\n1,2,3,4\n2,2,1,2\n", {}),
        *(["a low", "a high", "b low", "b high"], [3, 2.5, 3, 4], 3, "second line", ""),
    ),
    "the first column without a name": (
        *("t.csv", ",a\n7,1.5\n3,2\n5,1\n", {}),
        *(["a"], [1.5], 3, "which has no name", ""),
    ),
    "a sum below": (
        *("t.csv", "n,a,b\nu,1,2.5\nv,3,4\nTotal,4,6.5\n", {}),
        *(["a", "b"], [1, 2.5], 3, "the sum of all others", ""),
    ),
    "called as codes are": ("t.csv", of("zip", [80331, 10115]), {}, ["x"], [0.25], 2, "", "zip"),
    "versions": ("t.csv", of("version", ["1.10", "1.9"]), {}, ["x"], [0.25], 2, "", "version"),
    "long ids of Excel": (
        *("t.csv", "a;x\n1,23457E+18;1,5\n1,23458E+18;2,5\n", {}),
        *(["x"], [1.5], 2, "", "a"),
    ),
    "days as numbers": (
        "t.csv",
        of("d", [20240105, 20240206]),
        {},
        ["x"],
        [0.25],
        2,
        "",
        "d",
    ),
    "days as numbers, as dates": (
        *("t.csv", of("d", [20240105, 20240206]), {"read_as": {"d": "year first"}}),
        *(["d", "x"], [0, 0.25], 2, "since 2024-01-05", ""),
    ),
    "dates in two orders": (
        *("t.csv", of("d", ["13/01/2024", "01/13/2024", "02/03/2024"]), {}),
        *(["x"], [0.25], 3, "", "d"),
    ),
    "-999 below zero alone": (
        *("t.csv", of("a", ["1", "2000", "-999", "4"]), {}),
        *(["a", "x"], [1, 0.25], 4, "counts as missing", "a"),
    ),
    "NA among categories": (
        *("t.csv", of("a", ["NA", "EU", "EU", "NA"]), {"categories": "one-hot"}),
        *(["x", "a is EU", "a is NA"], [0.25, 0, 1], 4, "", "a"),
    ),
    "an empty column": ("t.csv", "a,b\n1,\n2,\n", {}, ["a"], [1], 2, "", ""),
    "one column": ("t.csv", "a\n1\n3\n2\n", {}, ["a"], [1], 3, "", ""),
    "gz": ("t.csv.gz", gzip.compress(PLAIN.encode()), {}, *THREE, "", ""),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_read_said_and_asked(tmp_path, kind):
    name, content, told, features, first, n, says, asks = KINDS[kind]
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    table = read_table(path, **told)
    assert table.features == features
    assert table.X.shape == (n, len(features))
    np.testing.assert_array_equal(table.X[0], first)
    assert says in " ".join(table.findings)
    assert {ask.about for ask in table.unsettled} == {*asks.split()}


def read(content, name="table.csv", **told):
    file = io.BytesIO(content if isinstance(content, bytes) else content.encode())
    file.name = name
    return read_table(file, **told)


@pytest.mark.parametrize("word", ["None", "NA"])
def test_a_class_may_be_called_as_what_is_missing_is(word):
    text = of("group", [word, "Mild", "Severe", word, "Mild", ""])
    table = read(text, label="group")
    assert sorted({*table.label.dropna()}) == sorted([word, "Mild", "Severe"])
    (ask,) = table.unsettled
    assert f'"{word}" in group' in ask.words
    assert read(text, label="group", read_as={"group": "names"}).unsettled == []
    without = read(text, label="group", missing=[word])
    assert without.unsettled == []
    assert {*without.label.dropna()} == {"Mild", "Severe"}


def test_every_way_that_a_question_names_settles_it():
    for name, content, told, *_, asks in KINDS.values():
        asked = read(content, name, **told).unsettled if asks else ()
        for ask in asked:
            left = {}
            for each in ask.readings:
                way = told | each.told
                way["read_as"] = told.get("read_as", {}) | each.told.get("read_as", {})
                table = left[each.keyword] = read(content, name, **way)
                assert ask.about not in {other.about for other in table.unsettled}, (name, each)
                for column, reading in way["read_as"].items():
                    is_label = column == table.label_name
                    assert (column in table.features) == (reading != "names"), (name, each)
                    assert is_label or table.columns[column].question is None
                    values = table.columns[column].values
                    assert reading == "names" or np.isfinite(values).mean() > 0.5, (name, each)
            first, *others = left.values()
            assert all(
                other.features != first.features
                or not np.array_equal(other.X, first.X, equal_nan=True)
                or not first.label.equals(other.label)
                for other in others
            )
            taken = read(content, name, **told)
            assert taken.features == first.features
            np.testing.assert_array_equal(taken.X, first.X)


def test_a_wide_header_and_a_long_cell():
    names = [f"gene{i:05}" for i in range(8000)]
    rows = np.random.default_rng(0).normal(size=(4, 8000)).round(2)
    table = read(lines(",".join(names), *(",".join(map(str, row)) for row in rows)))
    np.testing.assert_array_equal(table.X, rows)
    assert table.features == names
    table = read('a,b\n1,"' + "x" * 140_000 + '"\n2,y\n')
    assert [len(text) for text in table.names] == [140_000, 1]


def workbook(*rows, **sheets):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for name, of_it in sheets.items():
        sheet = book.create_sheet(name)
        for row in of_it:
            sheet.append(row)
    return book


def saved(book):
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_workbook_is_read_from_any_sheet_and_as_its_cells_are():
    day = pd.Timestamp("2024-03-11")
    rows = [
        ["code", "d", "a", "b"],
        ["01067", day, 1, 2.5],
        ["80331", day + pd.Timedelta(days=9), 3, None],
    ]
    data = saved(workbook(["Towns"], [], *rows, more=[["u", "v"], [1.5, 2], [3, 4]]))
    table = read(data, "book.xlsx")
    assert table.features == ["d", "a", "b"]
    np.testing.assert_array_equal(table.X, [[0, 1, 2.5], [9, 3, np.nan]])
    assert [ask.about for ask in table.unsettled] == ["code"]
    assert "1 row above the table left out" in " ".join(table.findings)
    assert 'only the sheet "Sheet" is read, not more' in " ".join(table.findings)
    np.testing.assert_array_equal(read(data, "book.xlsx", sheet="more").X, [[1.5, 2], [3, 4]])
    with pytest.raises(ValueError, match="sheet must be one of 'Sheet', 'more'; got 'other'"):
        read(data, "book.xlsx", sheet="other")


def test_a_workbook_has_names_as_a_text_has_them():
    rows = {
        (("a", "b"), ("cm", "kg"), (1, 2.5), (3, 4), (5, 6)): (["a cm", "b kg"], 3),
        (("a", None, "b"), ("low", "high", "low"), (1.5, 2, 3), (1, 2, 3)): (
            ["a low", "a high", "b low"],
            2,
        ),
        ((5.1, "red"), (4.8, "red"), (6.9, "blue")): (["column 0"], 3),
        ((2019, 2020, 2021), (1.5, 2, 4), (2, 3, 5)): (["2019", "2020", "2021"], 2),
        (("a", "b"), (1, 2.5), ("a", "b"), (3, 4)): (["a", "b"], 2),
    }
    for cells, (features, n) in rows.items():
        table = read(saved(workbook(*cells)), "book.xlsx")
        assert table.features == features
        assert len(table.X) == n


def test_a_workbook_of_a_hidden_sheet_times_and_one_cell():
    book = workbook(["a", "t"], [1, datetime.time(12, 30)], [3, datetime.time(9)], more=[["x"]])
    assert read(saved(book), "book.xlsx").features == ["a"]
    with pytest.raises(ValueError, match="holds no rows"):
        read(saved(book), "book.xlsx", sheet="more")
    book.active.sheet_state = "hidden"
    with pytest.raises(ValueError, match="holds no rows"):
        read(saved(book), "book.xlsx")


def test_a_workbook_with_a_far_cell_takes_no_memory():
    book = workbook(["a", "b"], [1, 2.5], [3, 4])
    book.active.cell(1_048_576, 16_384).value = None
    book.active.cell(1_000_000, 3).value = ""
    np.testing.assert_array_equal(read(saved(book), "book.xlsx").X, [[1, 2.5], [3, 4]])


def test_a_zip_holds_one_table():
    def packed(*names):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as file:
            for name in names:
                file.writestr(name, PLAIN)
        return out.getvalue()

    np.testing.assert_array_equal(read(packed("data/t.csv", "about.md"), "t.zip").X[0], [1, 2.5])
    with pytest.raises(ValueError, match=r"t\.zip holds 2 tables, and one is read"):
        read(packed("a.csv", "b.csv"), "t.zip")


def zipped(name, content, *more):
    """A zip of one file, in place of that of the same name in another zip, if there is more."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(name, content)
        for each in map(zipfile.ZipFile, map(io.BytesIO, more)):
            for other in {*each.namelist()} - {name}:
                file.writestr(other, each.read(other))
    return out.getvalue()


def bombs():
    """Small files that say or unpack to much; and what is said."""
    book = saved(workbook(["a", "b"], [1, 2]))
    sheet, many = "xl/worksheets/sheet1.xml", b"1,2\n" * 5_000_000
    head = "{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000, 1000), }\n"
    array = b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head.encode()
    space = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    rows = b'<sheetData><row r="999999999"><c r="A999999999"/></row></sheetData>'
    far = b"<worksheet " + space + b">" + rows + b"</worksheet>"
    yield "t.csv.gz", gzip.compress(many), "unpacks to more than 17 MB"
    yield "t.zip", zipped("t.csv", many), "unpacks to more than 17 MB"
    yield "t.xlsx", zipped(sheet, b"<c/>" * 5_000_000, book), "unpacks to 20 MB"
    yield "t.xlsx", zipped("xl/styles.xml", many, book), "unpacks to 20 MB"
    yield "t.xlsx", zipped(sheet, far, book), "has more than 5000000 cells"
    yield "t.npz", zipped("X.npy", many), "unpacks to 20 MB"
    yield "t.npz", zipped("X.npy", array), "t.npz could not be read"
    yield "t.csv", b"1," * 60_000 + b"\n" + b"1," * 60_000, "60001 columns, and at most 50000"
    yield "t.csv", b"a,b\n" + b"1," * 40_000 + b"\n" * 3000, "t.csv, line 2|more than 100000000"
    yield "t.csv", b"\n" * 300 + PLAIN.encode(), "its first 200 lines are"


def test_what_would_take_much_memory_is_refused():
    for name, data, words in bombs():
        with pytest.raises(ValueError, match=words):
            read(data, name)


def test_columns_of_numbers_are_as_each_by_itself():
    rng = np.random.default_rng(0)
    X = rng.choice([-999, 0, 1, 2, 3, 7, 2.5, np.nan, 1e17, 1e300], size=(12, 400))
    X[:, ::2] = rng.normal(size=(12, 200)).round(2)
    X[rng.integers(12, size=40), rng.integers(400, size=40)] = rng.choice([-999, 99, 1e4, np.inf])
    text = pd.DataFrame(X).to_csv(index=False, header=[f"v{j}" for j in range(400)])
    together, by_itself = read(text), read(text, missing=["none at all"])
    assert together.features == by_itself.features
    np.testing.assert_array_equal(together.X, by_itself.X)
    assert together.findings == by_itself.findings
    assert [*map(str, together.unsettled)] == [*map(str, by_itself.unsettled)]


def test_what_is_no_table_is_said(tmp_path):
    cases = {
        ("empty.csv", b""): "empty.csv is empty",
        ("mark.csv", b"\xef\xbb\xbf"): "mark.csv is empty",
        ("head.csv", b"a,b\n"): "head.csv holds no rows",
        ("long.csv", b"a,b\n1,2\n3,4,5\n"): "long.csv, line 3, which begins with '3': 3 cells",
        ("short.csv", b"a,b\n1,2\n3\n"): "short.csv, line 3, which begins with '3': 1 cell",
        ("quote.csv", b'a,b\n1,"2\n' + b"x" * 200_000): "line 2: .*opened and never closed",
        ("zero.csv", b"a,b\n1,\x00\n"): "zero bytes",
        ("half.csv", "a,b\n1,2".encode("utf-16") + b"\x00"): "utf-16",
        ("book.xlsx", b"PK"): "is no xlsx file",
        ("book.xls", b"\xd0\xcf\x11\xe0"): "is a workbook of a kind that is not read",
        ("broken.npz", b"PK"): "is no npz file",
        ("broken.csv.gz", b"PK"): "could not be read as gz",
        ("broken.parquet", b"PAR1"): "could not be read as Parquet|pip install",
        ("page.csv", b"<!DOCTYPE html>\n<p>no, it is not there"): "page.csv is a web page",
        ("file.csv", b"%PDF-1.4\n"): "file.csv is a PDF",
        ("file.txt", b'[{"a": 1,\n "b": 2}]'): "file.txt is JSON",
        ("file.dat", b"+1 1:0.5 2:0.3\n-1 1:0.1 2:0.9\n"): "LIBSVM",
        ("commas.csv", b"a,b\n1,5,2,5\n1,6,2,7\n"): "line 2: 4 cells below 2 names",
        ("quoted.csv", b'"a,b"\n"1,2.5"\n"3,4"\n'): "each line stands in quotation marks",
        ("page.html", b"<p>"): "path must end in",
        ("told.csv", b"sep=;\n"): "told.csv is empty",
        ("bytes.npz", zipped("X", b"1")): "holds no table of numbers",
        ("nested.zip", zipped("t.zip", b"")): "holds 0 tables",
        ("commas.csv", b",,\n,,\n,,\n"): "commas.csv is empty",
        ("units.csv", b"a,b\nx\n1,2\n3,4\n"): "units.csv, line 2",
    }
    for (name, data), words in cases.items():
        with pytest.raises((ValueError, ImportError), match=words):
            read(data, name)
    for told, words in (
        ({"label": "c"}, "label must name columns, 'a', 'b'; got 'c'"),
        ({"columns": ["a", "c"]}, "columns must name columns"),
        ({"read_as": {"a": "word"}}, "read_as must be a dict of a reading"),
        ({"decimal": ";"}, "decimal must be"),
        ({"sheet": "one"}, "sheet must be None"),
        ({"header": "no"}, "header must be"),
    ):
        with pytest.raises(ValueError, match=words):
            read(PLAIN, **told)
