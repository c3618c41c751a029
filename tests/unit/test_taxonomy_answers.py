"""What the page of TaxonomyExplorer computes, without a browser, and what Python makes of it."""

from types import SimpleNamespace

import numpy as np
import pytest
from answering import Page
from scipy.optimize import linear_sum_assignment

import depcluster
from depcluster import (
    NumericalTaxonomy,
    conditional_entropy,
    numerical_taxonomy,
    optimal_structure,
    taxonomy_value,
)
from depcluster.datasets import make_faces, make_nine
from depcluster.kernels import centre, kernel_matrix, median_rule
from depcluster.labels import chain, plain
from depcluster.trees import Tree
from depcluster.widgets import DataPad, TaxonomyExplorer
from depcluster.widgets.explorer.thumbnails import N_WORDS
from depcluster.widgets.taxonomy_explorer.classes import branch_words, grouped

faces, person, expression = make_faces(45)
X = faces.reshape(45, -1)
looks = np.array(["neutral", "happy", "shocked"])
y = np.array([f"person {p}, {look}" for p, look in zip(person, looks[expression], strict=True)])
K = kernel_matrix(X, gamma=median_rule(X))


@pytest.fixture
def explorer():
    widget = TaxonomyExplorer(X, faces, 6, y=y, n_init=4)
    yield widget
    widget.close()


def tree_of(answer):
    """The tree on screen, each edge as long as it is drawn."""
    drawn = answer["tree"]
    edges, positions = np.array(drawn["edges"]), np.array(drawn["positions"])
    lengths = np.linalg.norm(np.subtract(*positions[edges.T]), axis=1)
    return Tree(edges, lengths, range(len(drawn["angles"])))


def test_what_is_on_screen_is_the_objective_of_the_labels(explorer):
    page = Page(explorer)
    for structure in ("tree", "free", "fixed"):
        page.move(structure=structure)
        answer = page.settled()
        labels, found = np.array(answer["labels"]), answer["compared"][structure]
        Y = plain(6) if structure == "fixed" else answer["Y"]
        assert taxonomy_value(K, labels, Y) == pytest.approx(found["objective"])
        assert found["entropy"] == pytest.approx(conditional_entropy(y, labels))
        assert found["starts"] == 4
        assert answer["settled"]
        assert list(answer["compared"]) == ["tree", "free", "fixed"]
    best = optimal_structure(K, labels)
    np.testing.assert_allclose(answer["Y"], best, atol=1e-12)
    assert answer["most"] == pytest.approx(taxonomy_value(K, labels, best))


def test_the_tree_on_screen_is_the_one_of_the_labels(explorer):
    answer = Page(explorer).settled()
    tree = tree_of(answer)
    np.testing.assert_allclose(answer["Y"], -centre(tree.path_metric() ** 2) / 2, atol=1e-9)
    assert answer["ring"] == list(range(6))
    np.testing.assert_allclose(np.diff(np.unwrap(answer["tree"]["angles"])), np.pi / 3)


@pytest.mark.parametrize("tree_fit", ["nni", "nj", "objective"])
@pytest.mark.parametrize("structure", ["tree", "free", "fixed"])
def test_python_believes_what_the_page_tells_and_shows_the_same(structure, tree_fit):
    explorer = TaxonomyExplorer(
        X, n_clusters=7, y=y, structure=structure, label_kernel="ring", tree_fit=tree_fit, n_init=3
    )
    page = Page(explorer)
    answer = page.settled()
    page.tell()
    assert explorer.state == "settled"
    assert np.array_equal(explorer.labels_, answer["labels"])
    assert explorer._engine._results == {}  # nothing was searched
    picture = explorer._picture
    np.testing.assert_allclose(picture.structure, answer["Y"], atol=1e-9)
    assert picture.ring.tolist() == answer["ring"]
    for name, found in explorer.compared_.items():
        for number in ("objective", "entropy"):
            assert found[number] == pytest.approx(answer["compared"][name][number])
    assert explorer._engine._results == {}
    reading = explorer._reading()
    assert (reading.sizes, reading.branches) == (answer["sizes"], answer["branches"])
    assert [list(pair) for pair in reading.groups] == answer["groups"]
    if structure == "tree":
        drawn, tree = answer["tree"], tree_of(answer)  # inner nodes may have other numbers
        layout = picture.tree.layout()
        np.testing.assert_allclose(layout.positions[:7], drawn["positions"][:7], atol=1e-9)
        lengths, here = ({bytes(s): l for s, l in zip(t.splits(), t.lengths, strict=True)}
                         for t in (picture.tree, tree))  # fmt: skip
        assert lengths == pytest.approx(here)
        assert explorer.result_.misfit == pytest.approx(answer["misfit"])
    explorer.close()


def test_what_leads_elsewhere_is_not_believed(explorer):
    page = Page(explorer)
    answer = page.settled()
    labelling = page.told()["_labelling"]
    found = labelling["labels"]
    for labels, off in ((found, 1.01), (found[::-1], 1.0), (bytes(45), 1.0)):
        objective = labelling["objective"] * off
        told = {"labels": labels, "objective": objective, "settled": True}
        explorer.set_state({"_labelling": told})
        assert explorer.objective_ == pytest.approx(
            taxonomy_value(K, explorer.labels_, explorer._picture.structure)
        )
    assert explorer._engine._results
    assert answer["settled"]


def test_settle_makes_the_starts_that_the_page_has_not(explorer):
    page = Page(explorer)
    page.steps(1)
    page.tell()
    assert explorer.state == "answer"
    first = explorer.objective_
    assert explorer._engine._results == {}
    explorer.settle()
    assert explorer.state == "settled"
    assert explorer.objective_ >= first
    fitted = NumericalTaxonomy(6, n_init=4, random_state=0).fit(X)
    assert explorer.objective_ >= fitted.objective_ * (1 - 1e-12)


def test_the_page_believes_python_and_searches_no_more(explorer):
    labels = explorer.labels_
    told = explorer.summary()
    page = Page(explorer)
    first, *rest = [step["answer"] for step in page.steps() if "answer" in step]
    assert first["settled"]
    assert rest == []
    assert first["labels"] == labels.tolist()
    assert "of 4 starts" not in first["status"]
    page.tell()
    assert explorer.summary() == told


def test_the_copied_line_reproduces_the_screen(explorer):
    page = Page(explorer)
    scope = {"NumericalTaxonomy": NumericalTaxonomy, "X": X, "labels": depcluster.labels}
    for change in (
        {"n_clusters": 5},
        {"structure": "free"},
        {"structure": "fixed", "preset": "ring"},
        {"label_kernel": np.diag([1.0, 1, 2, 3])},
    ):
        page.move(**change)
        answer = page.settled()
        fitted = eval(answer["python"].replace("fit_predict(X)", "fit(X)"), scope)
        reached = answer["compared"][answer["structure"]]["objective"]
        assert reached == pytest.approx(fitted.objective_, rel=5e-3)
        assert fitted.n_init == 4


def test_the_search_is_as_good_as_the_estimators():
    images, people, expressions = make_faces(difficulty=2.0)
    hard = images.reshape(185, -1)
    explorer = TaxonomyExplorer(hard, images, 9, y=3 * people + expressions)
    kernel = kernel_matrix(hard, gamma=median_rule(hard))
    best = numerical_taxonomy(kernel, 9, n_init=20, random_state=0)
    answer = Page(explorer).settled()
    assert answer["compared"]["tree"]["objective"] >= best.objective * (1 - 1e-3)
    explorer.close()


def test_one_start_first_then_all_of_the_structure_on_screen_then_the_others(explorer):
    page = Page(explorer)
    steps = page.steps()
    first = steps[0]["answer"]
    assert not first["settled"]
    assert first["compared"]["tree"]["starts"] == 1
    assert "best of 1 of 4 starts so far" in first["status"]
    assert [step["progress"] for step in steps if "progress" in step] == [[1, 4], [2, 4], [3, 4]]
    settled = next(step["answer"] for step in steps if step.get("answer", {}).get("settled"))
    starts = {name: found["starts"] for name, found in settled["compared"].items()}
    assert starts == {"tree": 4, "free": 1, "fixed": 1}
    assert "reached by" in settled["status"]
    assert all(found["done"] for found in steps[-1]["answer"]["compared"].values())
    objectives = [
        step["answer"]["compared"]["tree"]["objective"] for step in steps if "answer" in step
    ]
    assert np.all(np.diff(objectives) >= 0)
    page.move(structure="free")  # it has been searched
    again = page.steps()
    assert [step["answer"]["settled"] for step in again if "answer" in step] == [True]


def test_another_structure_begins_with_the_labels_on_screen(explorer):
    page = Page(explorer)
    page.steps(1)
    page.move(structure="free")
    first = page.first()
    assert first["compared"]["free"]["starts"] == 0
    assert "so far" not in first["status"]
    assert first["status"].endswith("moved")


def have_kept_their_numbers(now, before):
    """Whether no renaming leaves more samples under their number."""
    c, k = 1 + np.max(now), 1 + np.max(before)
    shared = np.zeros((k, c))
    np.add.at(shared, (before, now), 1)
    overlap = shared[:, :k] if c > k else shared[:c]
    return np.trace(shared) == overlap[linear_sum_assignment(-overlap)].sum()


def test_numbers_stay_with_their_groups(explorer):
    page = Page(explorer)
    before = np.array(page.settled()["labels"])
    for c in (7, 8, 7, 5, 6):
        page.move(n_clusters=c)
        for structure in ("free", "tree"):
            page.move(structure=structure)
            now = np.array(page.settled()["labels"])
            assert have_kept_their_numbers(now, before)
            before = now


def test_numbers_of_a_fixed_structure_stay_as_far_as_it_allows(explorer):
    page = Page(explorer)
    before = np.array(page.settled()["labels"])
    page.move(label_kernel=chain(6), structure="fixed")
    answer = page.settled()
    now = np.array(answer["labels"])
    assert np.sum(now == before) >= np.sum(5 - now == before)
    reached = answer["compared"]["fixed"]["objective"]
    assert taxonomy_value(K, now, chain(6)) == pytest.approx(reached)


def test_what_is_refused_is_said_and_a_structure_that_cannot_be_used_left_out(explorer):
    page = Page(explorer)
    page.put(structure="fixed", label_kernel=(-np.eye(6)).tolist())
    assert "positive semi-definite" in page.steps()[0]["refused"]
    page.put(label_kernel=np.ones((6, 6)).tolist())
    assert "structure must tell clusters apart" in page.steps()[0]["refused"]
    page.put(structure="tree")
    assert set(page.settled()["compared"]) == {"tree", "free"}


def test_labels_go_on_with_points_of_a_pad():
    pad = DataPad(make_nine()[0][::4] / 10)
    explorer = TaxonomyExplorer(pad, n_clusters=4, n_init=2)
    page = Page(explorer)
    before = page.settled()["labels"]
    page.tell()
    pad.put(np.vstack([pad.X, [[0.1, 0.2]]]))
    page.move()
    after = page.settled()
    assert have_kept_their_numbers(after["labels"][:-1], before)
    assert after["compared"]["tree"]["entropy"] is None


@pytest.mark.parametrize("c", [2, 3])
@pytest.mark.parametrize("structure", ["tree", "free", "fixed"])
def test_few_clusters_and_duplicates(c, structure):
    points = np.repeat([[0.0, 0], [0, 1], [5, 5]], 4, axis=0)
    explorer = TaxonomyExplorer(points, n_clusters=c, structure=structure, n_init=2)
    for sizes in (Page(explorer).settled()["sizes"], np.bincount(explorer.labels_).tolist()):
        assert sorted(sizes) == ([4, 8] if c == 2 else [4, 4, 4])


@pytest.mark.parametrize("kernel", ["graph", "laplacian", "sigmoid", "linear"])
def test_other_kernels(kernel):
    points = make_nine()[0][::9] / 20
    explorer = TaxonomyExplorer(points, n_clusters=3, kernel=kernel, gamma=0.5, n_init=3)
    page = Page(explorer)
    answer = page.settled()
    page.tell()
    assert np.array_equal(explorer.labels_, answer["labels"])
    assert explorer._engine._results == {}


def test_clusters_with_one_mean_have_a_tree_of_no_length():
    cross = np.array([[1.0, 0], [-1, 0], [0, 1], [0, -1]])
    points = np.repeat(cross, 5, axis=0)
    answer = Page(TaxonomyExplorer(points, n_clusters=4, kernel="linear")).settled()
    assert np.isfinite(answer["tree"]["positions"]).all()


def test_lengths_say_what_they_measure():
    for tree_fit, unit in (("nni", "feature distance"), ("objective", "squared feature distance")):
        explorer = TaxonomyExplorer(X, n_clusters=4, tree_fit=tree_fit, n_init=1)
        answer = Page(explorer).settled()
        explorer.settle()
        assert answer["tree"]["unit"] == explorer._reading().unit == unit
        assert (f'tree_fit="{tree_fit}"' in answer["python"]) == (tree_fit != "nni")


def corpus_of(m, rng):
    words = np.array([f"word{k}" for k in range(40)])
    counts = rng.poisson(0.5 + np.arange(40)[None] % 3 / 2 * (np.arange(m)[:, None] % 3), (m, 40))
    return SimpleNamespace(counts=counts, words=words, titles=[f"text {i}" for i in range(m)])


def test_words_of_texts_are_pythons():
    for seed in range(3):
        rng = np.random.default_rng(seed)
        corpus = corpus_of(36, rng)
        explorer = TaxonomyExplorer(corpus.counts, corpus, 4, kernel="linear", n_init=1)
        answer = Page(explorer).settled()
        assert answer["words"] == explorer._thumbnails.words(np.array(answer["labels"]))
        assert all(len(words) == N_WORDS for words in answer["words"])
    assert Page(TaxonomyExplorer(X, faces, 3, n_init=1)).settled()["words"] == []


@pytest.mark.parametrize("structure", ["tree", "free"])
@pytest.mark.parametrize("seed", range(4))
def test_classes_are_told_as_in_python(structure, seed):
    rng = np.random.default_rng(seed)
    names = np.array(["sci.space", "sci.med", "rec.autos", "misc", "rec.games"])
    for classes in (names[rng.integers(5, size=45)], y, rng.integers(4, size=45)):
        explorer = TaxonomyExplorer(X, n_clusters=6, y=classes, structure=structure, n_init=1)
        answer, of = Page(explorer).settled(), explorer._classes
        labels, ring = np.array(answer["labels"]), np.array(answer["ring"])
        assert answer["groups"] == [list(pair) for pair in grouped(ring, labels, of)]
        if structure == "tree":
            assert answer["branches"] == branch_words(of, labels, tree_of(answer))
        for k, held in enumerate(answer["held"]):
            counts = np.bincount(of.codes[labels == k], minlength=len(of.names))
            name = of.told(of.names[counts.argmax()])
            assert held == f"{counts.max()} of {counts.sum()} {name}"
