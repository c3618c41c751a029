"""The taxonomy explorer's Python side: what it answers, keeps, refuses."""

import numpy as np
import pytest
from explorers import in_a_loop, until
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
from depcluster.widgets import TaxonomyExplorer
from depcluster.widgets.taxonomy_explorer.engine import QUICK, Engine, TaxonomyQuestion

faces, person, expression = make_faces(45)
X = faces.reshape(45, -1)
y = 3 * person + expression
K = kernel_matrix(X, gamma=median_rule(X))


@pytest.fixture
def explorer():
    widget = TaxonomyExplorer(X, faces, 6, y=y, n_init=4)
    yield widget
    widget.close()


def test_what_is_on_screen_is_the_objective_of_the_labels(explorer):
    for structure in ("tree", "free", "fixed"):
        explorer.structure = structure
        explorer.settle()
        labels = np.frombuffer(explorer.answer["labels"], dtype=np.uint8)
        assert np.array_equal(labels, explorer.labels_)
        Y = plain(6) if structure == "fixed" else explorer.answer["Y"]
        assert taxonomy_value(K, labels, Y) == pytest.approx(explorer.objective_)
        found = explorer.compared_[structure]
        assert found["objective"] == explorer.objective_
        assert found["entropy"] == pytest.approx(conditional_entropy(y, labels))
        assert explorer.answer["error"] == ""
        assert explorer.state == "settled"
    best = optimal_structure(K, explorer.labels_)
    np.testing.assert_allclose(explorer.answer["Y"], best, atol=1e-12)
    assert explorer.answer["most"] == pytest.approx(taxonomy_value(K, explorer.labels_, best))
    assert explorer.answer["most"] >= explorer.objective_


def test_the_tree_on_screen_is_the_one_of_the_labels(explorer):
    tree, labels = explorer.answer["tree"], explorer.labels_
    positions = np.array(tree["positions"])
    fitted = explorer.result_.tree
    # The same name for each leaf as for its cluster, and every edge as long as it is.
    rename = [labels[np.argmax(explorer.result_.labels == k)] for k in range(6)]
    lengths = dict(zip(map(frozenset, fitted.edges.tolist()), fitted.lengths, strict=True))
    for (u, v), drawn in zip(tree["edges"], np.array(tree["edges"]), strict=True):
        names = [rename.index(node) if node < 6 else node for node in (u, v)]
        length = np.linalg.norm(np.subtract(*positions[drawn]))
        assert length == pytest.approx(lengths[frozenset(names)], abs=1e-12)
    Y = np.array(explorer.answer["Y"])
    D = fitted.path_metric()[np.ix_(*[[rename.index(k) for k in range(6)]] * 2)]
    np.testing.assert_allclose(Y, -centre(D**2) / 2, atol=1e-12)
    # Around the tree the numbers follow each other, one way or the other.
    steps = np.diff(np.unwrap(np.array(tree["angles"])))
    assert np.allclose(steps, np.pi / 3) or np.allclose(steps, -np.pi / 3)
    assert explorer.answer["misfit"] == explorer.result_.misfit


def test_the_copied_line_reproduces_the_screen(explorer):
    scope = {"NumericalTaxonomy": NumericalTaxonomy, "X": X, "labels": depcluster.labels}
    for change in (
        {"n_clusters": 5},
        {"structure": "free"},
        {"structure": "fixed", "preset": "ring"},
        {"label_kernel": np.diag([1.0, 1, 2, 3])},
    ):
        for name, value in change.items():
            setattr(explorer, name, value)
        explorer.settle()
        line = explorer.answer["python"].replace("fit_predict(X)", "fit(X).objective_")
        assert eval(line, scope) == pytest.approx(explorer.objective_, rel=1e-4)


def test_starts_made_one_by_one_are_those_of_the_estimator():
    engine = Engine(X, "rbf", "median", "nni", 5, 0)
    for structure in ("tree", "free", "fixed"):
        question = TaxonomyQuestion(7, structure, plain(7), "plain")
        search = engine.search(question, structure)
        search.run(QUICK)
        assert len(search.reached) == QUICK
        search.run(5)
        given = plain(7) if structure == "fixed" else structure
        fitted = NumericalTaxonomy(7, structure=given, n_init=5, random_state=0).fit(X)
        assert np.array_equal(search.result.labels, fitted.labels_)
        assert search.result.objective == pytest.approx(fitted.objective_, rel=1e-12)
        assert max(search.reached) == pytest.approx(search.result.objective, rel=1e-12)


def test_answers_are_kept(explorer):
    explorer.settle()
    first = explorer.result_
    explorer.n_clusters = 5
    explorer.structure = "free"
    explorer.n_clusters = 6
    explorer.structure = "tree"
    assert explorer.result_ is first
    assert explorer.state == "settled"


def test_a_quick_answer_first_and_all_starts_at_rest(monkeypatch):
    monkeypatch.setattr(TaxonomyExplorer, "_patience", 0)
    monkeypatch.setattr("depcluster.widgets.explorer.explorer.REST", 0.01)

    async def slide():
        explorer = TaxonomyExplorer(X, n_clusters=6, n_init=4)
        for c in (5, 4, 3):
            explorer.n_clusters = c
            assert explorer.state == "answer"
            assert 1 <= explorer.compared_["tree"]["starts"] <= QUICK
        await until(lambda: all(found["done"] for found in explorer.compared_.values()))
        explorer.close()
        return explorer

    explorer = in_a_loop(slide)
    assert explorer.state == "settled"
    assert [found["starts"] for found in explorer.compared_.values()] == [4, 4, 4]
    assert "reached by" in explorer.answer["foot"]


def test_what_a_slider_may_ask_next_is_answered_ahead():
    engine = Engine(X, "rbf", "median", "nni", 5, 0)
    for structure in ("tree", "free"):
        question = TaxonomyQuestion(6, structure, plain(6), "plain")
        numbers = list(engine.look_ahead(question, (2, 9)))
        assert sorted(numbers) == list(range(2, 10))
        assert np.all(np.diff(np.abs(np.array(numbers) - 6)) >= 0)
        for c in numbers:
            ahead = engine.search(TaxonomyQuestion(c, structure, plain(c), "plain"), structure)
            assert len(ahead.reached) == QUICK
    fixed = TaxonomyQuestion(6, "fixed", plain(6), "plain")
    assert list(engine.look_ahead(fixed, (2, 9))) == []


def test_both_directions(explorer):
    explorer.set_state({"structure": "fixed", "n_clusters": 4, "_request": 7})
    assert explorer.answer["request"] == 7
    assert explorer.label_kernel.shape == (4, 4)
    assert len(explorer.answer["sizes"]) == 4
    explorer.label_kernel = chain(8)
    assert (explorer.n_clusters, explorer.preset) == (8, "chain")
    assert explorer.answer["tree"] is None
    A = chain(8)
    A[0, 0] = 3.0
    explorer.set_state({"label_kernel": A.tolist(), "preset": "custom", "_request": 8})
    assert explorer.answer["request"] == 8
    assert "custom" in explorer.answer["foot"]
    explorer.set_state({"selected": 3, "rotation": 30.0, "_request": 9})
    assert (explorer.selected, explorer.rotation, explorer.answer["request"]) == (3, 30.0, 9)
    explorer.structure = "tree"
    assert explorer.rotation is None
    assert explorer.answer["tree"] is not None


def test_numbers_stay_with_their_groups(explorer):
    explorer.settle()
    before = explorer.labels_
    for c in (7, 8, 7, 5, 6):
        explorer.n_clusters = c
        for structure in ("free", "tree"):
            explorer.structure = structure
            explorer.settle()
            now = explorer.labels_
            kept = min(c, before.max() + 1)
            shared = np.zeros((before.max() + 1, c))
            np.add.at(shared, (before, now), 1)
            best = linear_sum_assignment(-shared[:, :kept] if c > kept else -shared[:kept])
            most = (shared[:, :kept] if c > kept else shared[:kept])[best].sum()
            assert np.trace(shared) == most  # no renaming leaves more samples under their number
            before = now
    tree = explorer.answer["tree"]
    ring, angles = np.array(explorer.answer["ring"]), np.array(tree["angles"])
    steps = np.diff(np.unwrap(angles[ring]))
    assert np.allclose(steps, np.pi / 3) or np.allclose(steps, -np.pi / 3)


def test_a_tree_comes_around_the_same_way_as_the_one_before(explorer):
    explorer.settle()
    for c in (7, 6, 5, 4, 5, 6):
        before = np.array(explorer.answer["tree"]["angles"])
        explorer.n_clusters = c
        explorer.settle()
        now = np.array(explorer.answer["tree"]["angles"])
        least = min(len(before), c)
        # How well one turn brings the leaves to where they were: as it is, and mirrored.
        way, other = (
            abs(np.exp(1j * (sign * now[:least] - before[:least])).sum()) for sign in (1, -1)
        )
        assert way >= other - 1e-9
        positions = np.array(explorer.answer["tree"]["positions"])
        edges = np.array(explorer.answer["tree"]["edges"])
        lengths = np.linalg.norm(np.subtract(*positions[edges.T]), axis=1)
        np.testing.assert_allclose(lengths, explorer.result_.tree.lengths, atol=1e-12)


def test_numbers_of_a_fixed_structure_stay_as_far_as_it_allows(explorer):
    A = chain(6)
    explorer.label_kernel = A
    before = explorer.labels_
    explorer.structure = "fixed"
    explorer.settle()
    now = explorer.labels_
    turned = 5 - now
    assert np.sum(now == before) >= np.sum(turned == before)
    assert taxonomy_value(K, now, A) == pytest.approx(explorer.objective_)


def test_a_tree_opens_with_the_best_of_twenty_starts():
    images, people, looks = make_faces(difficulty=2.0)
    hard = images.reshape(185, -1)
    classes = 3 * people + looks
    explorer = TaxonomyExplorer(hard, images, 9, y=classes).settle()
    kernel = kernel_matrix(hard, gamma=median_rule(hard))
    best = numerical_taxonomy(kernel, 9, n_init=20, random_state=0)
    assert explorer.objective_ == pytest.approx(best.objective, rel=1e-12)
    few = numerical_taxonomy(kernel, 9, n_init=4, random_state=0)
    assert explorer.objective_ > few.objective
    explorer.close()


def test_the_selection_stays_with_its_members(explorer):
    explorer.n_clusters = 9
    chosen = explorer.labels_[0]
    explorer.selected = int(chosen)
    held = np.flatnonzero(explorer.labels_ == chosen)
    for c in (12, 3, 9):
        explorer.n_clusters = c
        overlap = np.bincount(explorer.labels_[held], minlength=c)
        assert overlap[explorer.selected] == overlap.max()
        held = np.flatnonzero(explorer.labels_ == explorer.selected)


def test_refusals_stand_in_the_widget_and_the_last_result_stays(explorer):
    explorer.structure = "fixed"
    before = explorer.labels_
    explorer.label_kernel = -np.eye(6)
    assert "positive semi-definite" in explorer.answer["error"]
    assert "The last result stays on screen" in explorer.answer["error"]
    assert np.array_equal(explorer.labels_, before)
    explorer.label_kernel = np.ones((6, 6))
    assert "structure must tell clusters apart" in explorer.answer["error"]
    explorer.structure = "tree"  # what cannot be used as a fixed structure is left out
    assert explorer.answer["error"] == ""
    assert set(explorer.compared_) == {"tree", "free"}
    explorer.settle()
    for name, value, message in (
        ("structure", "star", "structure must be one of tree, free, fixed"),
        ("n_clusters", 13, "n_clusters must be from 2 to 12"),
        ("selected", 6, "selected must be a cluster on screen, from 0 to 5"),
        ("rotation", "left", "rotation must be a finite number of degrees"),
        ("preset", "star", "preset must be one of"),
    ):
        with pytest.raises(ValueError, match=message):
            setattr(explorer, name, value)


@pytest.mark.parametrize(
    ("X", "options", "message"),
    [
        (np.ones((10, 2)), {}, "at least three different samples; got 10 samples, 1 different"),
        (np.eye(5), {}, "n_clusters must be from 2 to 5 for these data; got 9"),
        (X, {"thumbnails": faces[:9]}, "thumbnails must be one a sample, 45; got 9"),
        (X, {"thumbnails": ["the"] * 45}, "thumbnails must hold words"),
        (X, {"y": y[:9]}, r"y must hold one class a sample, \(45,\)"),
        (X, {"structure": "fixed", "label_kernel": np.eye(4)}, "label_kernel must have one row"),
        (X, {"tree_fit": "best"}, "tree_fit must be one of"),
    ],
)
def test_unusable_parameters(X, options, message):
    with pytest.raises(ValueError, match=message):
        TaxonomyExplorer(X, **options)


@pytest.mark.parametrize("c", [2, 3])
@pytest.mark.parametrize("structure", ["tree", "free", "fixed"])
def test_few_clusters_and_duplicates(c, structure):
    points = np.repeat([[0.0, 0], [0, 1], [5, 5]], 4, axis=0)
    explorer = TaxonomyExplorer(points, n_clusters=c, structure=structure, n_init=2)
    assert sorted(explorer.answer["sizes"]) == ([4, 8] if c == 2 else [4, 4, 4])
    explorer.still()


def test_a_graph_kernel_of_ten_samples_or_fewer():
    X = make_nine()[0][::20]
    explorer = TaxonomyExplorer(X, n_clusters=3, kernel="graph")
    assert np.unique(explorer.labels_).tolist() == [0, 1, 2]


def test_clusters_with_one_mean_have_a_tree_of_no_length():
    cross = np.array([[1.0, 0], [-1, 0], [0, 1], [0, -1]])
    explorer = TaxonomyExplorer(np.repeat(cross, 5, axis=0), n_clusters=4, kernel="linear")
    assert np.isfinite(explorer.answer["tree"]["positions"]).all()
    explorer.still()


def test_lengths_say_what_they_measure():
    for tree_fit, unit in (("nni", "feature distance"), ("objective", "squared feature distance")):
        explorer = TaxonomyExplorer(X, n_clusters=4, tree_fit=tree_fit, n_init=1)
        assert explorer.answer["tree"]["unit"] == unit
        assert (f'tree_fit="{tree_fit}"' in explorer.answer["python"]) == (tree_fit != "nni")


def test_summary_and_still(explorer):
    explorer.settle()
    told = explorer.summary()
    for name, found in explorer.compared_.items():
        assert f"{name} {found['objective']:.5g} (H(y|l) {found['entropy']:.3f})" in told
    pictures = set()
    for explorer.structure in ("tree", "free", "fixed"):
        pictures.add(explorer._repr_mimebundle_()[0]["image/png"])
    assert len(pictures) == 3


def test_more_than_ten_clusters_and_no_thumbnails():
    nine, classes = make_nine()
    explorer = TaxonomyExplorer(nine, n_clusters=12, y=classes, n_init=1, gamma=0.2)
    assert explorer._samples["kind"] == "numbers"
    assert explorer._samples["texts"][0].startswith("(")
    assert len(explorer.answer["sizes"]) == 12
    explorer.still()
