"""The report of a clustering: one page that says what is so, needs nothing, is whole or absent."""

import base64
import csv
import io
import re
import subprocess
import sys
from html.parser import HTMLParser

import numpy as np
import pytest
from sklearn.cluster import AgglomerativeClustering, KMeans
from sklearn.datasets import load_iris
from sklearn.metrics import adjusted_rand_score

from depcluster import CLUHSIC, KernelKMeans, compare_kernels
from depcluster.lessons import report_page, seen
from depcluster.lessons import your_data as lesson
from depcluster.lessons.report import Report, report, source_of
from depcluster.lessons.report_portrait import (
    cluster_means,
    cohens_d,
    far_rows,
    how_many,
    plain,
    portraits,
    squared_distances,
    staying,
)
from depcluster.selection import default_kernels, rbf_kernels

IRIS = load_iris()
X = (IRIS.data - IRIS.data.mean(axis=0)) / IRIS.data.std(axis=0)


class Page(HTMLParser):
    """What a page is made of: attributes by tag, texts by tag, and which tags were left open."""

    VOID = ("meta", "br", "img", "path", "use", "polygon", "rect", "circle", "line")

    def __init__(self, text):
        super().__init__()
        self.tags, self.texts, self.open = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append((self.open[-1] if self.open else "", data))

    def of(self, tag):
        return [attrs for name, attrs in self.tags if name == tag]

    def words(self, *without):
        left = {"style", *without}
        return " ".join(data for tag, data in self.texts if tag not in left)


@pytest.fixture(scope="module")
def found():
    return compare_kernels(X, default_kernels(X), 3, n_init=2, n_perturbations=3)


@pytest.fixture(scope="module")
def few():
    """A comparison that makes a short page, without curves."""
    return compare_kernels(X, rbf_kernels(X, [1]), 3, criteria="eigengap", n_init=2)


@pytest.fixture(scope="module")
def model(found):
    return KernelKMeans(3, **found["rbf x1"].params, n_init=2, random_state=0).fit(X)


def page_of(folder, *given, **options):
    made = report(*given, folder / "report.html", **options)
    return made.path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def page(found, model, tmp_path_factory):
    """A report of plain arrays."""
    return page_of(tmp_path_factory.mktemp("page"), X, model, found)


NAMES = ['a, "b"', "émile\nzwei", *(f"<b>{i}</b>" for i in range(148))]
EVIL = ["<script>alert(1)</script>", "a & b", 'quote " $title', "100 %"]


@pytest.fixture(scope="module")
def page_of_names(few, model, tmp_path_factory):
    """A report of a table whose columns and rows have names of all kinds."""
    pd = pytest.importorskip("pandas")
    table = pd.DataFrame(X, columns=EVIL, index=NAMES)
    return page_of(tmp_path_factory.mktemp("names"), table, model, few)


@pytest.fixture(scope="module")
def page_of_units(few, model, tmp_path_factory):
    """A report with its columns in centimetres, and one of numbers that name the rows."""
    pd = pytest.importorskip("pandas")
    table = pd.DataFrame(IRIS.data, columns=IRIS.feature_names)
    table = table.assign(customer=np.arange(1001, 1151))
    return page_of(tmp_path_factory.mktemp("units"), X, model, few, original=table)


@pytest.fixture
def written(few, model, tmp_path):
    """Write a short report and return its page."""

    def write(X=X, model=model, found=few, **options):
        made = report(X, model, found, tmp_path / "report.html", **options)
        assert made.path == tmp_path / "report.html"
        return made.path.read_text(encoding="utf-8")

    return write


def labels_in(page):
    """Rows of the table that a page offers to download, by the names of its columns."""
    (link,) = [attrs for attrs in Page(page).of("a") if "download" in attrs]
    kind, _, data = link["href"].partition(";base64,")
    assert (link["download"], kind) == ("labels.csv", "data:text/csv;charset=utf-8")
    text = base64.b64decode(data).decode("utf-8")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    return rows


def cells_of(page, head):
    """The texts of the cells of the row of a table."""
    row = re.search(rf'<tr><th scope="row"[^>]*>{re.escape(head)}</th>(.*?)</tr>', page)[1]
    return re.findall(r"<td[^>]*>(.*?)</td>", row)


def test_a_page_is_whole_needs_nothing_and_describes_its_pictures(page):
    read = Page(page)
    assert read.open == []
    assert len(page) < 2_000_000
    assert read.of("script") == read.of("link") == read.of("iframe") == []
    targets = [v for _, a in read.tags for k, v in a.items() if k in ("src", "href", "xlink:href")]
    assert all(target.startswith(("data:", "#")) for target in targets)
    assert not re.search(r"@import|url\((?!#)|https?://(?!www\.w3\.org)", page)
    pictures = [attrs for _, attrs in read.tags if attrs.get("role") == "img"]
    assert len(pictures) == 4
    assert all(len(attrs["aria-label"]) > 40 for attrs in pictures)
    assert all("alt" in attrs for attrs in read.of("img"))


def test_names_are_texts_whatever_stands_in_them(page_of_names):
    page = Page(page_of_names)
    assert page.of("script") == page.of("b") == []
    assert all(name in page.words() for name in EVIL)


def test_the_labels_come_back_with_the_names_of_the_rows(page_of_names, page, model):
    pd = pytest.importorskip("pandas")
    rows = labels_in(page_of_names)
    assert [row["name"] for row in rows] == NAMES
    assert [int(row["label"]) for row in rows] == model.labels_.tolist()
    assert [set(row) for row in labels_in(page)] == [{"row", "label"}] * 150
    assert [row["row"] for row in labels_in(page)] == [str(i) for i in range(150)]
    numbers = pd.DataFrame(X, index=np.arange(150) * 2)
    assert source_of(numbers).names == [str(2 * i) for i in range(150)]


def test_sizes_and_means_are_those_of_the_units_given(page_of_units, model):
    page = page_of_units
    sizes = np.bincount(model.labels_)
    assert cells_of(page, "number of rows")[1] == "150"
    assert [int(cell.split()[0]) for cell in cells_of(page, "number of rows")[2:]] == sizes.tolist()
    for j in range(4):
        _, of_all, *of_clusters = cells_of(page, IRIS.feature_names[j])
        means = [IRIS.data[model.labels_ == k, j].mean() for k in range(3)]
        assert float(of_all) == pytest.approx(IRIS.data[:, j].mean(), rel=1e-3)
        assert [float(cell) for cell in of_clusters] == pytest.approx(means, rel=1e-3)


def test_the_share_between_clusters_is_that_of_the_variance():
    labels = np.random.default_rng(0).integers(0, 3, 150)
    share = report_page.shares_between(IRIS.data, labels)
    for j, column in enumerate(IRIS.data.T):
        inner = sum(column[labels == k].var() * (labels == k).sum() for k in range(3))
        assert share[j] == pytest.approx(1 - inner / (150 * column.var()))
    exact = np.column_stack([labels, np.ones(150), 1e200 * labels])
    assert report_page.shares_between(exact, labels) == pytest.approx([1, 0, 1])
    gaps = np.where(np.arange(150)[:, None] < 50, np.nan, IRIS.data)
    kept = report_page.shares_between(IRIS.data[50:], labels[50:])
    assert report_page.shares_between(gaps, labels) == pytest.approx(kept)


def test_effects_are_cohens_d_of_a_cluster_against_all_other_rows():
    labels, values = IRIS.target, IRIS.data.copy()
    values[5, 1] = np.nan
    effects = cohens_d(values, labels)
    for k in range(3):
        for j in range(4):
            here, there = values[labels == k, j], values[labels != k, j]
            here, there = here[np.isfinite(here)], there[np.isfinite(there)]
            pooled = (here.var() * len(here) + there.var() * len(there)) / (len(here) + len(there))
            d = (here.mean() - there.mean()) / np.sqrt(pooled)
            assert effects[k, j] == pytest.approx(d)
    flat = np.column_stack([labels == 1, np.ones(150)]).astype(float)
    assert cohens_d(flat, (labels == 1).astype(int)).tolist() == [[-np.inf, 0], [np.inf, 0]]


def test_distances_to_the_middles_are_those_in_feature_space():
    labels = IRIS.target
    middles = np.array([X[labels == k].mean(axis=0) for k in range(3)])
    expected = ((X[:, None] - middles) ** 2).sum(axis=2)
    for params in ({"kernel": "linear"}, {"kernel": "precomputed"}, {}):
        np.testing.assert_allclose(squared_distances(X, labels, params), expected, atol=1e-9)
    K = np.exp(-0.5 * ((X[:, None] - X) ** 2).sum(axis=2))
    found = squared_distances(X, labels, {"kernel": "rbf", "gamma": 0.5})
    for k in range(3):
        rows = labels == k
        mean = K[np.ix_(rows, rows)].mean()
        np.testing.assert_allclose(found[:, k], 1 - 2 * K[:, rows].mean(axis=1) + mean, atol=1e-9)


def test_a_portrait_names_what_differs_and_rows_of_both_kinds():
    pd = pytest.importorskip("pandas")
    x = np.array([1.0, 2, 3, 11, 12, 13])
    frame = pd.DataFrame({"age": x, "noise": [1.0, 3, 2, 3, 1, 2]}, index=[*"abcdef"])
    labels = (x > 5).astype(int)
    low, high = portraits(source_of(frame), labels, {})
    assert low.head == "Cluster 0, 3 rows"
    assert low.words == "lower age (2 against 12)."
    assert high.words == "higher age (12 against 2)."
    assert low.unsure.startswith("c (nearly cluster 1)")
    assert set(low.typical.split(", ")) == {*"abc"}
    (one,) = portraits(source_of(frame), np.zeros(6, int), {})
    assert (one.words, one.unsure) == ("all rows.", "")


def test_means_of_dates_are_dates(tmp_path):
    pytest.importorskip("pandas")
    from depcluster.widgets import DataFile

    born = [f"{1 + 4 * (i % 3)}.{3 + 4 * (i % 2)}.2024" for i in range(12)]
    rows = [f"{i * i % 7},{day}" for i, day in enumerate(born)]
    (tmp_path / "born.csv").write_text("\n".join(["a,born", *rows]))
    file = DataFile(tmp_path / "born.csv")
    early, late = portraits(source_of(file), np.arange(12) % 2, {})
    assert "earlier born (2024-03-05 against 2024-07-05)" in early.words
    assert "later born (2024-07-05 against 2024-03-05)" in late.words


def test_a_row_stays_as_often_as_it_meets_its_own():
    matrix = np.array([[1, 0.5, 0], [0.5, 1, 0.25], [0, 0.25, 1]])
    assert staying(matrix, np.array([0, 0, 1])).tolist() == [0.75, 0.75, 1]


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (32.0, "32"), (-0.5, "−0.5"), (100300.4, "100300"), (0.048823, "0.04882"),
     (1e9, "1000000000"), (np.nan, "–"), (12.346, "12.35")],
)  # fmt: skip
def test_numbers_are_written_without_exponents(value, text):
    assert plain(value) == text


def test_numbers_that_name_the_rows_are_not_averaged(page_of_units):
    assert not re.search(r'<th scope="row"[^>]*>customer</th>', page_of_units)
    assert "numbers only name the rows: customer" in Page(page_of_units).words()


def test_what_is_to_be_seen_is_told_of_the_table_that_is_there(tmp_path):
    pytest.importorskip("pandas")
    from depcluster.widgets import DataFile

    rows = [(i % 2 * 9 + i % 5, 5 * (i % 2) + i % 3, "uv"[i % 2]) for i in range(40)]
    (tmp_path / "own.csv").write_text("a,b,k\n" + "\n".join("{},{},{}".format(*r) for r in rows))
    file = DataFile(tmp_path / "own.csv", label="k")
    found = lesson.judged(file, 2)
    assert lesson.judged(file, 2) is found
    told = [seen.table(file), seen.columns(file), seen.judges(found, file), seen.known(found, file)]
    words = " ".join(map(repr, told))
    assert "own.csv: 2 of 3 columns are features." in words
    assert "Agreement of the clusters with k" in words
    for asked in (seen.ask_columns(file), seen.ask_judges(found), seen.ask_known(found, file)):
        assert asked.right in asked.options
    best = max(adjusted_rand_score(file.y, row.labels) for row in found.rows)
    assert best == 1
    file.label, file.features = None, ["a"]
    assert "no envelope" in repr(seen.ask_known(found, file))
    assert "decides alone" in repr(seen.ask_columns(file))
    assert far_rows(np.append(np.arange(30.0), 900)[:, None]).tolist() == [30]


def test_choices_are_told_and_found_among_those_compared(written, page, model, found):
    words = Page(page).words()
    assert "KernelKMeans" in words
    assert "1 times the median rule" in words
    assert "The kernel of this report is rbf x1" in words
    assert report_page.same_kernel(model.get_params(), found, X).name == "rbf x1"
    options = {"n_init": 2, "random_state": 0}
    by_rule = KernelKMeans(3, gamma="median", **options).fit(X)
    assert report_page.same_kernel(by_rule.get_params(), found, X).name == "rbf x1"
    graph = KernelKMeans(3, **found["diffusion s=5"].params, **options).fit(X)
    assert report_page.same_kernel(graph.get_params(), found, X).name == "diffusion s=5"
    other = KernelKMeans(3, gamma=0.77, **options).fit(X)
    assert report_page.same_kernel(other.get_params(), found, X) is None
    assert "from none of the kernels compared" in Page(written(model=other)).words()


def test_agreement_with_each_judges_choice_is_the_adjusted_rand_index(page, model, found):
    for criterion, title in (("lsmi", "LSMI"), ("cosine", "cosine"), ("eigengap", "eigengap")):
        _, prefers, agrees, *_ = cells_of(page, title)
        assert found.best(criterion) in prefers
        if "," not in prefers:
            same = adjusted_rand_score(model.labels_, found[found.best(criterion)].labels)
            assert float(agrees.replace("−", "-")) == pytest.approx(same, abs=0.005)


def test_the_python_of_a_page_finds_its_labels(written, page):
    options = {"n_init": 2, "random_state": 0}
    others = CLUHSIC(3, label_kernel="ring", **options), KMeans(3, **options)
    for text in (page, *(written(model=other.fit(X)) for other in others)):
        code = "".join(data for tag, data in Page(text).texts if tag == "code")
        names = {"X": X}
        exec(compile(code, "report", "exec"), names)
        assert [int(row["label"]) for row in labels_in(text)] == names["labels"].tolist()


def few_different_rows(rng):
    return rng.integers(0, 3, (40, 3)).astype(float)


def one_column(rng):
    return rng.normal(size=(60, 1))


def many_columns(rng):
    return rng.normal(size=(50, 70))


def rows_far_apart(rng):
    return np.vstack([rng.normal(size=(60, 2)), [[900, -900], [1e4, 0]]])


@pytest.mark.parametrize("table", [few_different_rows, one_column, many_columns, rows_far_apart])
@pytest.mark.parametrize("c", [2, 4])
def test_the_clusters_of_a_report_are_those_judged_and_its_python_finds_them(table, c, tmp_path):
    X = table(np.random.default_rng(c))
    found = compare_kernels(X, default_kernels(X), c, criteria="eigengap", n_init=2)
    for row in found.rows:
        names = {"X": X}
        exec(report_page.Clustering.of_row(row, found).again(""), names)
        np.testing.assert_array_equal(names["labels"], row.labels)
    page = report(X, row, found, tmp_path / "report.html").path.read_text(encoding="utf-8")
    assert [int(held["label"]) for held in labels_in(page)] == row.labels.tolist()
    assert f"The kernel of this report is {row.name}" in Page(page).words()


def test_a_row_of_another_comparison_is_refused(found, tmp_path):
    other = compare_kernels(X, {"rbf x1": {}}, 3, criteria="eigengap")
    with pytest.raises(ValueError, match="model must be a row of this comparison"):
        report(X, other["rbf x1"], found, tmp_path / "report.html")


def test_a_model_without_a_seed_is_told_to_be_one(written, page):
    assert "No seed was set" in Page(written(model=KernelKMeans(3, n_init=2).fit(X))).words()
    assert "No seed was set" not in Page(page).words()


def test_a_function_as_kernel_is_named_and_no_address_of_memory_is_told(written):
    def mine(a, b):
        return float(a @ b)

    few_rows = X[::5]
    found = compare_kernels(few_rows, {"mine": mine}, 3, criteria="eigengap", n_init=2)
    model = KernelKMeans(3, kernel=mine, n_init=2, random_state=0).fit(few_rows)
    page = written(X=few_rows, model=model, found=found)
    assert "0x" not in page
    assert "The kernel of this report is mine" in Page(page).words()
    assert "there is no curve" in Page(page).words()


def test_curves_are_drawn_for_three_widths_in_order():
    shuffled = {f"rbf {k}": {"kernel": "rbf", "gamma": k} for k in (3.0, 0.1, 1.0)}
    two = {f"lap {k}": {"kernel": "laplacian", "gamma": k} for k in (0.1, 1.0)}
    found = compare_kernels(X, shuffled | two, 3, criteria=["lsmi", "eigengap"], n_init=2)
    (figure,) = report_page.curves(found, X)
    shown = [ax for ax in figure.figure.axes if ax.get_visible()]
    assert [ax.get_title(loc="left") for ax in shown] == ["LSMI ↑", "eigengap ↑"]
    widths, values = shown[0].lines[0].get_data()
    assert (np.diff(widths) > 0).all()
    assert values.tolist() == [found[f"rbf {k}"].values["lsmi"] for k in (0.1, 1.0, 3.0)]


def test_many_columns_are_told_as_those_that_differ_most(written, model):
    wide = np.random.default_rng(0).normal(size=(150, 60))
    wide[:, 37] = model.labels_
    page = written(original=wide)
    rows = re.findall(r'<th scope="row"[^>]*>(column \d+)</th>', page)
    assert rows[0] == "column 37"
    assert len(rows) == report_page.MOST_COLUMNS
    assert "20 more columns" in page


def test_a_file_brings_its_units_its_gaps_and_its_classes(tmp_path, found, monkeypatch):
    pytest.importorskip("pandas")
    from depcluster.widgets import DataFile

    path = lesson.example_table(tmp_path / "cells.csv")
    file = DataFile(path, label="diagnosis", missing="median")
    assert not lesson.is_example(file)
    file.missing = "drop"
    assert lesson.is_example(file)
    assert len(file.X) == 568
    found = compare_kernels(file, rbf_kernels(file.X, [1]), 2, criteria="eigengap", n_init=2)
    model = KernelKMeans(2, n_init=2, random_state=0).fit(file.X)
    page = report(file, model, found, tmp_path / "report.html").path.read_text(encoding="utf-8")
    words = Page(page).words()
    assert "568 of 569 in the file" in words
    assert "1 of 569 rows was left out" in words
    assert "Standardised: each feature" in words
    row = file.frame["mean area"][model.labels_ == 0].mean()
    assert float(cells_of(page, "mean area")[2]) == pytest.approx(row, rel=1e-3)
    counts = [cells_of(page, name) for name in ("benign", "malignant")]
    assert np.array(counts, dtype=int).sum(axis=0).tolist() == np.bincount(model.labels_).tolist()
    names = [row["name"] for row in labels_in(page)]
    assert names == list(file.frame.index)
    assert "S005" not in names
    assert [int(row["row"]) for row in labels_in(page)] == file.rows_.tolist()
    assert str(tmp_path) not in page
    code = "".join(data for tag, data in Page(page).texts if tag == "code")
    made = {}
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "report", "exec"), made)
    assert made["labels"].tolist() == model.labels_.tolist()


def test_a_file_without_names_has_the_rows_of_the_file(tmp_path):
    pytest.importorskip("pandas")
    from depcluster.widgets import DataFile

    lines = ["a,b", *(f"{i}.5,{i % 7}" for i in range(9)), "1,", "2.5,3.5"]
    (tmp_path / "plain.csv").write_text("\n".join(lines))
    table = source_of(DataFile(tmp_path / "plain.csv"))
    assert table.names == []
    assert table.rows.tolist() == [*range(9), 10]


def test_a_file_filled_with_medians_has_means_of_what_is_there(tmp_path):
    pytest.importorskip("pandas")
    from depcluster.widgets import DataFile

    file = DataFile(lesson.example_table(tmp_path / "cells.csv"), missing="median")
    table = source_of(file)
    assert np.isnan(table.values).sum() == 1
    assert "1 missing value filled with medians." in table.changed
    labels = np.zeros(len(table.X), int)
    there = table.values[:, table.columns.index("worst area")]
    means = cluster_means(table.values, labels)
    assert means[0, table.columns.index("worst area")] == pytest.approx(np.nanmean(there))
    with pytest.raises(ValueError, match="original must be left out"):
        source_of(file, table.values)
    with pytest.raises(ValueError, match="X must hold rows"):
        source_of(DataFile())


@pytest.fixture
def drawn_file(tmp_path, monkeypatch):
    """A file of two sides, far apart, of which a third of the rows is drawn."""
    pytest.importorskip("pandas")
    from depcluster.widgets import DataFile
    from depcluster.widgets.data_file import prepared

    monkeypatch.setattr(prepared, "MOST_ROWS", 40)
    rng = np.random.default_rng(0)
    rows = [f"P{i},{10 * (i % 2) + v:.3f},{w:.3f}" for i, (v, w) in enumerate(rng.random((120, 2)))]
    (tmp_path / "many.csv").write_text("\n".join(["name,a,b", *rows]))
    return DataFile(tmp_path / "many.csv")


KERNELS = {"rbf": {}, "graph": {"kernel": "graph"}}
MODELS = {
    "kernel k-means": lambda: KernelKMeans(2, n_init=2, random_state=0),
    "k-means": lambda: KMeans(2, n_init=1, random_state=0),
    "no predict": lambda: AgglomerativeClustering(2),
    "own kernel matrix": lambda: KernelKMeans(2, kernel="precomputed", n_init=2, random_state=0),
}


@pytest.mark.parametrize("by", [*KERNELS, *MODELS])
def test_every_row_of_a_file_has_a_label_drawn_or_not(drawn_file, by, tmp_path):
    file = drawn_file
    found = compare_kernels(file, KERNELS, 2, criteria="eigengap", n_init=2)
    model = found[by] if by in KERNELS else MODELS[by]()
    if by in MODELS:
        model.fit(file.X @ file.X.T if by == "own kernel matrix" else file.X)
    page = report(file, model, found, tmp_path / "report.html").path.read_text(encoding="utf-8")
    held = labels_in(page)
    assert [row["name"] for row in held] == [f"P{i}" for i in range(120)]
    searched = [int(row["row"]) for row in held if row["found"] == "searched"]
    assert searched == file.rows_.tolist()
    assert len(searched) == 40
    sides = [{row["label"] for row in held[side::2]} for side in (0, 1)]
    assert sorted(map(len, sides)) == [1, 1]
    assert sides[0] != sides[1]
    assert "80 rows were not drawn. They were assigned" in Page(page).words()


def test_rows_that_were_not_drawn_are_scaled_as_those_that_were(drawn_file):
    for scaling in ("standardise", "minmax", "none"):
        drawn_file.scaling = scaling
        made = drawn_file._prepared
        np.testing.assert_array_equal(made.X_of(made.rows), drawn_file.X)
        every = made.X_of(np.arange(120))
        read = drawn_file.whole[["a", "b"]].to_numpy()
        for j in range(2):  # one straight line for all rows
            slope, start = np.polyfit(read[made.rows, j], drawn_file.X[:, j], 1)
            np.testing.assert_allclose(every[:, j], slope * read[:, j] + start, atol=1e-9)


def test_a_report_says_for_how_many_clusters_a_table_speaks():
    rng = np.random.default_rng(0)
    heap = rng.normal(size=(90, 2))
    told, found = how_many(heap, 3)
    assert found.n_clusters is None
    assert told[0].startswith("The table speaks for no clusters")
    told, found = how_many(heap + 20 * (np.arange(90)[:, None] % 3 == [1, 2]), 12)
    assert found.candidates.tolist() == [*range(2, 9), 12]
    assert told[0].startswith("The table speaks for 3 clusters")
    assert "has 12, the number that was asked for" in told[0]
    _, found = how_many(np.repeat(heap[:5], 9, axis=0), 2)
    assert found is None


def test_the_example_leaves_another_file_alone_and_goes_with_python(tmp_path):
    taken = tmp_path / "cells.csv"
    taken.write_text("mine")
    with pytest.raises(ValueError, match="path must be that of a new file"):
        lesson.example_table(taken)
    assert taken.read_text() == "mine"
    code = "from depcluster.lessons.your_data import example_table as e; print(e('a.csv').exists())"
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert run.stdout.strip() == "True", run.stderr
    assert not (tmp_path / "a.csv").exists()


WRONG = {
    "X": [X[:100], np.full((150, 2), np.nan), "evil", IRIS.data[:, 0]],
    "model": [KernelKMeans(3), KernelKMeans, None, KernelKMeans(3).fit(X[:99])],
    "comparison": [None, {}, compare_kernels(X[:60], {"a": {}}, 2, criteria="eigengap")],
    "original": [IRIS.data[:149], "evil", np.full((150, 2), "a")],
}


@pytest.mark.parametrize(
    ("name", "k"), [(n, k) for n, values in WRONG.items() for k in range(len(values))]
)
def test_what_is_wrong_is_named_and_no_file_is_written(name, k, found, model, tmp_path):
    given = {"X": X, "model": model, "comparison": found, "out": tmp_path / "report.html"}
    with pytest.raises(ValueError, match=rf"\b(X|{name})\b"):
        report(**given | {name: WRONG[name][k]})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("out", ["report.txt", "", "no/such/folder/report.html", 3, "a\0.html"])
def test_a_place_that_will_not_do_is_named(out, found, model, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=r"\bout must"):
        report(X, model, found, out)
    assert list(tmp_path.iterdir()) == []


def test_an_earlier_report_is_replaced_and_any_other_file_left_alone(
    written, page, found, model, tmp_path
):
    (tmp_path / "report.html").write_text(page, encoding="utf-8")
    again = written(original=IRIS.data)
    assert "given as original" in again
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]
    other = tmp_path / "letter.html"
    other.write_text("<!doctype html><p>dear</p>")
    with pytest.raises(ValueError, match="out must be a new file or an earlier report"):
        report(X, model, found, other)
    assert other.read_text() == "<!doctype html><p>dear</p>"


def test_what_breaks_off_leaves_the_earlier_report(written, page, monkeypatch, tmp_path):
    (tmp_path / "report.html").write_text(page, encoding="utf-8")

    def full(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    with pytest.raises(ValueError, match=r"out must be.*No space left"):
        written(original=IRIS.data)
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == page


def test_a_notebook_shows_a_link_where_it_can_and_the_page(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = Report(tmp_path / "mine.html")
    made.path.write_text(page, encoding="utf-8")
    shown = Page(made._repr_html_())
    assert [a["href"] for a in shown.of("a")] == ["mine.html"]
    assert shown.of("iframe")[0]["srcdoc"] == page
    assert shown.of("iframe")[0]["title"]
    with open(made, encoding="utf-8") as file:
        assert file.read() == page
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert Page(made._repr_html_()).of("a") == []
    assert str(tmp_path) not in made._repr_html_() + repr(made)


def test_scaling_changes_what_weighs_most():
    shown = lesson.looked_at(IRIS.data)
    first = shown.alt
    shown.move(columns="as scaled")
    assert "as in the file" in first
    assert "as scaled" in shown.alt
    assert lesson.shares(IRIS.data).argmax() == 2
    assert lesson.shares(IRIS.data).sum() == pytest.approx(1)


def test_clusters_agree_with_themselves_where_nothing_is_shaken():
    kernels = {"rbf x1": rbf_kernels(X)["rbf x1"]}
    agreed = lesson.agreements(X, kernels, 3, shakes=(1e-9, 3.0), draws=2)["rbf x1"]
    assert list(agreed) == ["shaken by 1e-09", "shaken by 3", "half of the rows"]
    assert agreed["shaken by 1e-09"].tolist() == [1.0, 1.0]
    assert agreed["shaken by 3"].max() < 0.6
