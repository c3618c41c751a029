"""Files as people have them. ``python tests/awkward_files.py`` prints what becomes of each."""

import importlib.util
import sys
import tempfile
from pathlib import Path

import numpy as np

M = 60
RNG = np.random.default_rng(0)
SIDE = np.arange(M) % 2
HEIGHT = np.round(150 + 25 * SIDE + RNG.normal(0, 3, M), 1)
WEIGHT = np.round(55 + 25 * SIDE + RNG.normal(0, 4, M), 1)


def text(head, *columns, sep=","):
    """A table as text; a cell is written by str."""
    rows = zip(*columns, strict=True)
    return "\n".join([head, *(sep.join(map(str, row)) for row in rows)]) + "\n"


def comma(values):
    return [str(value).replace(".", ",") for value in values]


def with_(values, row, value):
    """A list of values, one replaced."""
    values = list(values)
    values[row] = value
    return values


def _people(*more, head="", **options):
    """Heights, weights, and further columns."""
    return text(f"height,weight{head}".replace(",", options.get("sep", ",")), HEIGHT, WEIGHT, *more,
                **options)  # fmt: skip


INCOME = (1000 + 40 * (HEIGHT - 150)).round().astype(int)
DAYS = [f"2024-03-{1 + i % 28:02}" for i in range(M)]
GERMAN_DAYS = [f"{1 + i % 28:02}.03.2024" for i in range(M)]


def wide():
    X = RNG.normal(size=(40, 300)).round(3)
    return text(",".join(f"c{j}" for j in range(300)), *X.T)


def many():
    X = RNG.normal(size=(5000, 3)).round(3) + 3 * (np.arange(5000)[:, None] % 2)
    return text("a,b,c", *X.T)


# By name of the file: its content, what its page says, and whether a report comes of it.
FILES = {
    "plain.csv": (_people(), "", True),
    "semicolons.csv": (text("height;weight", comma(HEIGHT), comma(WEIGHT), sep=";"), "", True),
    "utf16.csv": (_people().encode("utf-16"), "", True),
    "windows.csv": (_people(["größer"] * M, head=",wie").encode("cp1252"), "cp1252", True),
    "percent.csv": (
        _people([f"{20 + i % 50} %" for i in range(M)], head=",share"),
        'read as numbers: share ("20 %" is 20)',
        True,
    ),
    "comma percent.csv": (
        _people([f'"{20 + i % 50},5 %"' for i in range(M)], head=",share"),
        '("20,5 %" is 20.5)',
        True,
    ),
    "thousands.csv": (_people([f'"{v:,}"' for v in INCOME * 9], head=",income"), "numbers", True),
    "german thousands.csv": (
        text(
            "height;income",
            comma(HEIGHT),
            [f"{v:,.1f}".replace(",", "x").replace(".", ",").replace("x", ".") for v in INCOME * 9],
            sep=";",
        ),
        "read as numbers: income",
        True,
    ),
    "currency.csv": (_people([f'"${v:,}"' for v in INCOME * 9], head=",income"), "numbers", True),
    "minus 999.csv": (
        text("height,weight", with_(with_(HEIGHT, 3, -999), 9, -999), WEIGHT),
        "-999 stands 2 times in height",
        True,
    ),
    "class or 99.csv": (
        _people(with_(1 + np.arange(M) % 3, 5, 99), head=",stage"),
        "99 stands once in stage",
        True,
    ),
    "slip.csv": (
        text("name,height,weight", [f"P{i}" for i in range(M)], HEIGHT, with_(WEIGHT, 7, 8800)),
        "Row 7 (P7) is far from all others: weight 8800",
        True,
    ),
    "customers.csv": (
        _people(1001 + 3 * np.arange(M), head=",customer"),
        "like the names of",
        True,
    ),
    "patients.csv": (
        _people(RNG.permutation(np.arange(500, 500 + M)), head=",PatientID"),
        "like the names",
        True,
    ),
    "classes.csv": (_people(1 + np.arange(M) % 3, head=",group"), "classes written as", True),
    "days.csv": (_people(DAYS, head=",born"), "born: dates, taken as days since 2024-03-01", True),
    "german days.csv": (
        _people(GERMAN_DAYS, head=",born"),
        "dates as days since the first: born (since 2024-03-01)",
        True,
    ),
    "day or month.csv": (
        _people([f"{1 + i % 12:02}/{1 + i % 11:02}/2024" for i in range(M)], head=",born"),
        "born: dates in which day, month and year cannot be told apart, so no feature",
        True,
    ),
    "no day.csv": (_people(with_(GERMAN_DAYS, 4, "k.A."), head=",born"), "is no date", True),
    "same names.csv": (text("x,x", HEIGHT, WEIGHT), 'several columns are called "x"', True),
    "inches.csv": (_people((HEIGHT / 2.54).round(1), head=",inches"), "inches of height", True),
    "half empty.csv": (
        _people([i if i % 2 else "" for i in range(M)], head=",income"),
        "Only 30 of 60 rows are used: 30 lack a value, most of them in income (30)",
        True,
    ),
    "not given.csv": (
        _people(with_(INCOME, 4, "k.A."), head=",income"),
        "'k.A.' is no number",
        True,
    ),
    "infinite.csv": (_people(with_(INCOME, 4, "inf"), head=",income"), "inf is no number", True),
    "no header.csv": (_people().split("\n", 1)[1], "the first line holds numbers only", True),
    "one column.csv": (text("height", HEIGHT), "", True),
    "constant.csv": (_people([7] * M, head=",seven"), "the same in every row", True),
    "yes or no.csv": (_people(SIDE == 0, head=",smokes"), "", True),
    "large and small.csv": (text("a,b", HEIGHT * 1e12, WEIGHT * 1e-9), "", True),
    "wide.csv": (wide(), "", True),
    "many.csv": (many(), "2000 of 5000 rows, drawn with seed 0", True),
    "empty.csv": (b"", "is empty", False),
    "head alone.csv": ("height,weight\n", "holds no rows", False),
    "three rows.csv": ("a,b\n1,2\n3,5\n4,4\n", "Only 3 different rows left: too few", True),
    "two rows.csv": (text("a,b", SIDE, SIDE), "Only 2 different rows left: too few", True),
    "words.csv": (text("a,b", ["y"] * M, ["x"] * M), "has no column of numbers", False),
    "long line.csv": (_people() + "1,2,3\n", "3 cells, but the header has 2", False),
    "title.csv": ("Survey 2024\n" + _people(), "2 cells, but the header has 1", False),
    "open quote.csv": (_people() + '"1,2\n' + "1,2\n" * 40_000, "a cell there does not end", False),
    "picture.csv": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "zero bytes", False),
    "old book.xls": (b"\xd0\xcf\x11\xe0", "a workbook of a kind that is not read", False),
    "broken book.xlsx": (b"PK", "is no xlsx file", False),
}


def make(name, folder):
    """Write one of the files and return its path."""
    path, content = Path(folder) / name, FILES[name][0]
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return path


def book(folder):
    """Write a workbook of two sheets, with openpyxl, and return its path."""
    import pandas as pd

    path = Path(folder) / "book.xlsx"
    with pd.ExcelWriter(path, engine="openpyxl") as writer:
        frame = pd.DataFrame({"name": [f"P{i}" for i in range(M)], "height": HEIGHT})
        frame.assign(weight=WEIGHT).to_excel(writer, sheet_name="people", index=False)
        frame.to_excel(writer, sheet_name="notes", index=False)
    return path


def become(path, folder):
    """What the page says of a file, all in one text, and the report that came of it, or None."""
    from depcluster import compare_kernels
    from depcluster.lessons.your_data import report
    from depcluster.widgets import DataFile

    try:
        table = DataFile(path)
        words = [table._about["problem"], *table._about["notes"]]
        words += [each["words"] for each in table._about["findings"]]
        found = compare_kernels(table, {"rbf x1": {}}, 2, criteria="eigengap", n_init=2)
        made = report(table, found["rbf x1"], found, Path(folder) / "report.html")
    except (ValueError, ImportError) as error:
        said = f"{type(error).__name__}: {error}"
        return (said if "words" not in locals() else "; ".join([*words, said])), None, None
    return "; ".join(filter(None, words)), made, found["rbf x1"].labels


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        paths = [make(name, folder) for name in FILES]
        if importlib.util.find_spec("openpyxl"):
            paths.append(book(folder))
        for path in paths:
            said, made, _ = become(path, folder)
            answer = "report" if made else "no report"
            sys.stdout.write(f"| {path.name} | {said or '–'} | {answer} |\n")
