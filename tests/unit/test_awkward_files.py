"""No file is too awkward: each leads to a report of its own rows, or to a sentence."""

import base64
import csv
import io
import re

import pytest
from awkward_files import FILES, become, book, make

pytest.importorskip("pandas")


@pytest.mark.parametrize("name", FILES)
def test_a_file_leads_to_a_report_or_to_a_sentence(name, tmp_path):
    _, words, has_report = FILES[name]
    said, made, labels = become(make(name, tmp_path), tmp_path)
    assert words in said
    assert (made is not None) == has_report
    if made:
        page = made.path.read_text(encoding="utf-8")
        assert str(tmp_path) not in page
        assert not re.search(
            r"\de[+-]\d\d", re.sub("<(svg|pre|style).*?</\\1>", "", page, flags=re.S)
        )
        data = re.search(r"base64,([^\"]+)", page)[1]
        held = csv.DictReader(io.StringIO(base64.b64decode(data).decode(), newline=""))
        searched = [row for row in held if row.get("found") != "assigned"]
        assert [int(row["label"]) for row in searched] == labels.tolist()
    else:
        assert said.strip().endswith(".")


def test_a_workbook_is_read(tmp_path):
    pytest.importorskip("openpyxl")
    said, made, _ = become(book(tmp_path), tmp_path)
    assert 'only the first sheet is read, "people", not notes' in said
    assert made is not None


@pytest.mark.parametrize("head", [["who", None, "body", None], ["Survey 2024", None, None, None]])
def test_names_of_columns_may_stand_in_two_rows_of_a_sheet(head, tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    from depcluster.widgets import DataFile

    book = openpyxl.Workbook()
    sheet = book.active
    for row in (head, ["name", "group", "height", "weight"]):
        sheet.append(row)
    first = [(j, head[j]) for j in range(4) if head[j]]
    for (j, _), (end, _) in zip(first, [*first[1:], (4, None)], strict=True):
        sheet.merge_cells(start_row=1, end_row=1, start_column=j + 1, end_column=end)
    for i in range(12):
        sheet.append([f"P{i}", "ab"[i % 2], 150 + 7 * i % 11, 50 + i % 5])
    book.save(tmp_path / "merged.xlsx")
    table = DataFile(tmp_path / "merged.xlsx")
    joined = ["who name", "who group", "body height", "body weight"]
    names = joined if "who" in head else ["name", "group", "height", "weight"]
    assert list(table.whole.columns) == names
    assert table.X.shape == (12, 2)
    assert "the names of columns stand in two rows, and are joined" in table.notes
    names = {}
    exec(table.python, names)
    assert (names["X"] == table.X).all()


def test_without_openpyxl_a_workbook_is_refused_in_one_line(tmp_path, monkeypatch):
    from depcluster.widgets import DataFile

    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    import zipfile

    with zipfile.ZipFile(tmp_path / "book.xlsx", "w") as packed:
        packed.writestr("xl/workbook.xml", "<workbook/>")
    with pytest.raises(
        ImportError, match=r"book\.xlsx: pandas reads workbooks with openpyxl"
    ) as told:
        DataFile(tmp_path / "book.xlsx")
    assert told.value._render_traceback_() == [f"ImportError: {told.value}"]
