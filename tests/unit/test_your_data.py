"""The report of a clustering: one page that says what is so, needs nothing, is whole or absent."""

import base64
import csv
import io
import re
from html.parser import HTMLParser

import numpy as np
import pytest
from refusals import not_refused
from sklearn.cluster import AgglomerativeClustering, KMeans
from sklearn.datasets import load_iris

from depcluster import CLUHSIC, KernelKMeans, compare_kernels
from depcluster.choice import default_kernels, rbf_kernels
from depcluster.course.your_data import lesson
from depcluster.report import Report, report
from depcluster.report import page as report_page
from depcluster.report.portrait import (
    cluster_means,
    cohens_d,
    far_rows,
    plain,
    portraits,
    squared_distances,
)
from depcluster.report.source import source_of

IRIS = load_iris()
DATA, SPECIES = IRIS.data[::3], IRIS.target[::3]
X = (DATA - DATA.mean(axis=0)) / DATA.std(axis=0)


class Page(HTMLParser):
    """What a page is made of: attributes by tag, and texts by tag."""

    VOID = ("meta", "br", "img", "path", "use", "polygon", "rect", "circle", "line")

    def __init__(self, text):
        super().__init__()
        self.tags, self.texts, self.open = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.open += [tag] * (tag not in self.VOID)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert tag in self.VOID or self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append((self.open[-1] if self.open else "", data))

    def of(self, tag):
        return [attrs for name, attrs in self.tags if name == tag]

    def words(self):
        return " ".join(data for tag, data in self.texts if tag != "style")


@pytest.fixture(scope="module")
def found():
    return compare_kernels(X, default_kernels(X), 3, n_init=2, n_perturbations=3)


@pytest.fixture(scope="module")
def model(found):
    return KernelKMeans(3, **found["rbf x1"].params, n_init=2, random_state=0).fit(X)


@pytest.fixture(scope="module")
def page(found, model, tmp_path_factory):
    """A report of plain arrays, with all that a report asks of them."""
    made = report(
        X, model=model, comparison=found, out=tmp_path_factory.mktemp("page") / "report.html"
    )
    return made.path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def few():
    """A comparison that makes a short page, without curves."""
    return compare_kernels(X, rbf_kernels(X, [1]), 3, criteria="eigengap", n_init=2)


@pytest.fixture
def written(few, model, tmp_path, monkeypatch):
    """Write a report that does not ask how many and how sure its clusters are; return its page."""
    monkeypatch.setattr("depcluster.report.writing.how_many", lambda X, c: (c, [], None))
    monkeypatch.setattr(report_page, "how_sure", lambda *given: [])

    def write(X=X, model=model, found=few, **options):
        made = report(X, model=model, comparison=found, out=tmp_path / "report.html", **options)
        assert made.path == tmp_path / "report.html"
        return made.path.read_text(encoding="utf-8")

    return write


def data_file(path, lines, **options):
    """A table written to a file and read from it."""
    pytest.importorskip("pandas")
    from depcluster.widgets import DataFile

    path.write_text("\n".join(lines))
    return DataFile(path, **options)


def labels_in(page):
    """Rows of the table that a page offers to download, by the names of its columns."""
    (link,) = [attrs for attrs in Page(page).of("a") if "download" in attrs]
    text = base64.b64decode(link["href"].partition(";base64,")[2]).decode("utf-8")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def code_in(page):
    """The Python that a page shows."""
    return "".join(data for tag, data in Page(page).texts if tag == "code")


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


def test_names_are_texts_and_labels_come_back_with_them(written, page, model):
    pd = pytest.importorskip("pandas")
    columns = ["<script>alert(1)</script>", "a & b", 'quote " $title', "100 %"]
    names = ['a, "b"', "émile\nzwei", *(f"<b>{i}</b>" for i in range(48))]
    text = written(X=pd.DataFrame(X, columns=columns, index=names))
    read = Page(text)
    assert read.of("script") == read.of("b") == []
    assert all(name in read.words() for name in columns)
    rows = labels_in(text)
    assert [row["name"] for row in rows] == names
    assert [int(row["label"]) for row in rows] == model.labels_.tolist()
    assert [row["row"] for row in labels_in(page)] == [str(i) for i in range(50)]


def test_sizes_and_means_are_those_of_the_units_given_and_row_names_have_none(written, model):
    pd = pytest.importorskip("pandas")
    table = pd.DataFrame(DATA, columns=IRIS.feature_names)
    page = written(original=table.assign(customer=np.arange(1001, 1051)))
    sizes = np.bincount(model.labels_)
    told = [int(cell.split()[0]) for cell in cells_of(page, "number of rows")[1:]]
    assert told == [50, *sizes]
    for j in range(4):
        means = [DATA[:, j].mean(), *(DATA[model.labels_ == k, j].mean() for k in range(3))]
        cells = cells_of(page, IRIS.feature_names[j])[1:]
        assert [float(cell) for cell in cells] == pytest.approx(means, rel=1e-3)
    assert not re.search(r'<th scope="row"[^>]*>customer</th>', page)


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
    labels, values = SPECIES, DATA.copy()
    values[5, 1] = np.nan
    effects = cohens_d(values, labels)
    for k in range(3):
        for j in range(4):
            here, there = values[labels == k, j], values[labels != k, j]
            here, there = here[np.isfinite(here)], there[np.isfinite(there)]
            pooled = (here.var() * len(here) + there.var() * len(there)) / (len(here) + len(there))
            d = (here.mean() - there.mean()) / np.sqrt(pooled)
            assert effects[k, j] == pytest.approx(d)
    flat = np.column_stack([labels == 1, np.ones(50)]).astype(float)
    assert cohens_d(flat, (labels == 1).astype(int)).tolist() == [[-np.inf, 0], [np.inf, 0]]


def test_distances_to_the_middles_are_those_in_feature_space():
    labels = SPECIES
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


def test_a_portrait_names_what_differs_and_rows_of_both_kinds(tmp_path):
    pd = pytest.importorskip("pandas")
    x = np.array([1.0, 2, 3, 11, 12, 13])
    frame = pd.DataFrame({"age": x, "noise": [1.0, 3, 2, 3, 1, 2]}, index=[*"abcdef"])
    low, high = portraits(source_of(frame), (x > 5).astype(int), {})
    assert low.words == "lower age (2 against 12)."
    assert high.words == "higher age (12 against 2)."
    assert low.unsure.startswith("c (nearly cluster 1)")
    assert set(low.typical.split(", ")) == {*"abc"}
    (one,) = portraits(source_of(frame), np.zeros(6, int), {})
    assert (one.words, one.unsure) == ("all rows.", "")
    rows = [f"{i * i % 7},{1 + 4 * (i % 3)}.{3 + 4 * (i % 2)}.2024" for i in range(12)]
    file = data_file(tmp_path / "born.csv", ["a,born", *rows])
    early, _ = portraits(source_of(file), np.arange(12) % 2, {})
    assert "earlier born (2024-03-05 against 2024-07-05)" in early.words


def test_numbers_are_written_without_exponents_and_far_rows_are_found():
    written = {0: "0", 32.0: "32", -0.5: "−0.5", 100300.4: "100300", 0.048823: "0.04882"}
    written |= {1e9: "1000000000", np.nan: "–", 12.346: "12.35"}
    assert {value: plain(value) for value in written} == written
    assert far_rows(np.append(np.arange(30.0), 900)[:, None]).tolist() == [30]


def test_the_python_of_a_page_finds_its_labels(written, page):
    options = {"n_init": 2, "random_state": 0}
    others = CLUHSIC(3, label_kernel="ring", **options), KMeans(3, **options)
    others += (KernelKMeans(3, gamma=0.77, **options),)  # none of those compared
    for text in (page, *(written(model=other.fit(X)) for other in others)):
        names = {"X": X}
        exec(compile(code_in(text), "report", "exec"), names)
        assert [int(row["label"]) for row in labels_in(text)] == names["labels"].tolist()


def test_the_python_of_every_kernel_finds_the_clusters_that_were_judged():
    rng = np.random.default_rng(0)
    far = np.vstack([rng.normal(size=(30, 2)), [[900, -900], [1e4, 0]]])
    for table in (rng.integers(0, 3, (30, 3)).astype(float), rng.normal(size=(30, 1)), far):
        found = compare_kernels(table, default_kernels(table), 3, criteria="eigengap", n_init=2)
        for row in found.rows:
            names = {"X": table}
            exec(report_page.Clustering.of_row(row, found).again(""), names)
            np.testing.assert_array_equal(names["labels"], row.labels, err_msg=row.name)


def test_a_file_brings_its_units_its_gaps_and_its_classes(written, tmp_path, monkeypatch):
    pytest.importorskip("pandas")
    from depcluster.widgets import DataFile

    path = lesson.example_table(tmp_path / "cells.csv")
    file = DataFile(path, label="diagnosis", missing="median")
    table = source_of(file)
    assert np.isnan(table.values).sum() == 1
    j = table.columns.index("worst area")
    means = cluster_means(table.values, np.zeros(569, int))
    assert means[0, j] == pytest.approx(np.nanmean(table.values[:, j]))

    file.missing = "drop"
    found = compare_kernels(file, rbf_kernels(file.X, [1]), 2, criteria="eigengap", n_init=2)
    model = KernelKMeans(2, n_init=2, random_state=0).fit(file.X)
    page = written(file, model, found)
    assert "1 of 569 rows was left out" in Page(page).words()
    row = file.frame["mean area"][model.labels_ == 0].mean()
    assert float(cells_of(page, "mean area")[2]) == pytest.approx(row, rel=1e-3)
    counts = [cells_of(page, name) for name in ("benign", "malignant")]
    assert np.array(counts, dtype=int).sum(axis=0).tolist() == np.bincount(model.labels_).tolist()
    assert [row["name"] for row in labels_in(page)] == list(file.frame.index)
    assert [int(row["row"]) for row in labels_in(page)] == file.rows_.tolist()
    assert str(tmp_path) not in page
    made = {}
    monkeypatch.chdir(tmp_path)
    exec(compile(code_in(page), "report", "exec"), made)
    assert made["labels"].tolist() == model.labels_.tolist()
    wrong = [("original", file, table.values), ("X must", DataFile())]
    assert not_refused((words, source_of, *given) for words, *given in wrong) == []


@pytest.fixture
def drawn_file(tmp_path, monkeypatch):
    """A file of two sides, far apart, of which a third of the rows is drawn."""
    pytest.importorskip("pandas")
    monkeypatch.setattr("depcluster.tables.prepared.MOST_ROWS", 40)
    rng = np.random.default_rng(0)
    rows = [f"P{i},{10 * (i % 2) + v:.3f},{w:.3f}" for i, (v, w) in enumerate(rng.random((120, 2)))]
    return data_file(tmp_path / "many.csv", ["name,a,b", *rows])


def test_every_row_of_a_file_has_a_label_drawn_or_not(drawn_file, written):
    file, kernels = drawn_file, {"rbf": {}, "graph": {"kernel": "graph"}}
    found = compare_kernels(file, kernels, 2, criteria="eigengap", n_init=2)
    for by, model in {
        "graph": found["graph"],
        "kernel k-means": KernelKMeans(2, n_init=2, random_state=0).fit(file.X),
        "no predict": AgglomerativeClustering(2).fit(file.X),
        "own matrix": KernelKMeans(2, kernel="precomputed", n_init=2).fit(file.X @ file.X.T),
    }.items():
        held = labels_in(written(file, model, found))
        assert [row["name"] for row in held] == [f"P{i}" for i in range(120)], by
        searched = [int(row["row"]) for row in held if row["found"] == "searched"]
        assert searched == file.rows_.tolist(), by
        assert len(searched) == 40
        sides = [{row["label"] for row in held[side::2]} for side in (0, 1)]
        assert [len(side) for side in sides] == [1, 1], by
        assert sides[0] != sides[1], by


def test_rows_that_were_not_drawn_are_scaled_as_those_that_were(drawn_file):
    for scaling in ("standardise", "minmax", "none"):
        drawn_file.scaling = scaling
        made, read = drawn_file.prepared, drawn_file.table.frame[["a", "b"]].to_numpy()
        for j in range(2):  # one straight line for all rows
            slope, start = np.polyfit(read[made.rows, j], drawn_file.X[:, j], 1)
            every = made.X_of(np.arange(120))[:, j]
            np.testing.assert_allclose(every, slope * read[:, j] + start, atol=1e-9)


def test_what_is_wrong_is_named_and_no_file_is_written(found, model, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    other = compare_kernels(X[:20], {"a": {}}, 2, criteria="eigengap", n_init=1)
    wrong = {
        "table": [X[:30], np.full((50, 2), np.nan), "evil", DATA[:, 0]],
        "model": [KernelKMeans(3), KernelKMeans, other["a"]],
        "comparison": [{}, other],
        "original": [DATA[:49], "evil", np.full((50, 2), "a")],
        "out": ["report.txt", "", "no/such/folder/report.html", 3, "a\0.html"],
    }

    def write(name, value):
        given = {"table": X, "model": model, "comparison": found, "out": tmp_path / "report.html"}
        report(**given | {name: value})

    cases = (
        (rf"\b(X|table|{name})\b", write, name, value) for name in wrong for value in wrong[name]
    )
    assert not_refused(cases) == []
    assert list(tmp_path.iterdir()) == []


def test_an_earlier_report_is_replaced_shown_and_any_other_file_left_alone(
    written, page, found, model, tmp_path
):
    earlier = tmp_path / "report.html"
    earlier.write_text(page, encoding="utf-8")
    now = written(original=DATA)
    assert now != page
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]
    shown = Report(earlier)._repr_html_()
    assert Page(shown).of("iframe")[0]["srcdoc"] == now
    assert str(tmp_path) not in shown
    other = tmp_path / "letter.html"
    other.write_text("<!doctype html><p>dear</p>")
    with pytest.raises(ValueError, match="out must be a new file or an earlier report"):
        report(X, model=model, comparison=found, out=other)
    assert other.read_text() == "<!doctype html><p>dear</p>"
