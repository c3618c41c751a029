"""The taxonomy explorer: what its page computes, what Python fits and takes, keeps, refuses."""

import numpy as np
import pytest
from answering import Page
from refusals import said, taken
from scipy.optimize import linear_sum_assignment
from sklearn.metrics.cluster import contingency_matrix

import depcluster
import reference_taxonomy
from depcluster import NumericalTaxonomy, conditional_entropy
from depcluster.datasets import make_nine
from depcluster.kernels import centre, kernel_matrix
from depcluster.labels import chain
from depcluster.reproduction.datasets import make_faces
from depcluster.trees import Tree
from depcluster.widgets import TaxonomyExplorer

faces, person, expression = make_faces(45)
X = faces.reshape(45, -1)
y = 3 * person + expression
NINE = make_nine()[0] / 20
SCOPE = {"NumericalTaxonomy": NumericalTaxonomy, "labels": depcluster.labels}
WEIGHTED = np.diag([1.0, 1, 2, 3])
CASES = {
    "nni": (X, 6, {}),
    "nj": (X, 7, {"tree_fit": "nj"}),
    "objective": (X, 7, {"tree_fit": "objective", "random_state": 3}),
    "free": (X, 6, {"structure": "free"}),
    "ring": (X, 7, {"structure": "fixed", "label_kernel": "ring"}),
    "custom": (X, 4, {"structure": "fixed", "label_kernel": WEIGHTED}),
    "linear": (NINE[::9], 3, {"kernel": "linear"}),
    "laplacian": (NINE[::9], 3, {"kernel": "laplacian", "gamma": 0.5}),
    "sigmoid": (NINE[::9], 3, {"kernel": "sigmoid", "gamma": 0.5}),
    "graph": (NINE[::9], 3, {"kernel": "graph"}),
    "wide laplacian": (X, 6, {"kernel": "laplacian"}),
    "wide poly": (X, 6, {"kernel": "poly"}),
    "ten samples": (NINE[::20], 3, {"kernel": "graph"}),
    "twelve": (NINE[::2], 12, {"structure": "free"}),
}


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


@pytest.mark.parametrize("name", CASES)
def test_page_line_estimator_and_literal_formula_have_one_objective(name):
    samples, c, options = CASES[name]
    truth = np.arange(len(samples)) % 3
    explorer = TaxonomyExplorer(samples, n_clusters=c, y=truth, n_init=4, **options)
    page = Page(explorer)
    answer = page.settled()
    page.tell()
    labels, own = np.array(answer["labels"]), answer["compared"][explorer.structure]
    assert (own["starts"], own["done"], answer["settled"]) == (4, True, True)
    assert own["entropy"] == pytest.approx(conditional_entropy(truth, labels))
    assert explorer.labels_.tolist() == answer["labels"]
    assert explorer.objective_ == own["objective"]

    estimator = explorer.estimator()
    line = answer["python"].replace("fit_predict(X)", "fit(X)")
    for fitted in (eval(line, {**SCOPE, "X": samples}), estimator.fit(explorer.X)):
        assert fitted.objective_ == pytest.approx(own["objective"], rel=5e-3), line
        for param in ("n_init", "random_state", "tree_fit", "kernel"):
            assert getattr(fitted, param) == getattr(estimator, param)
    K = centre(kernel_matrix(samples, kernel=estimator.kernel, gamma=estimator.gamma))
    Y = np.array(explorer.label_kernel if explorer.structure == "fixed" else answer["Y"])
    J = reference_taxonomy.objective(K, labels, Y)
    assert J == pytest.approx(own["objective"], rel=1e-9)
    assert answer["most"] == pytest.approx(reference_taxonomy.best_value(K, labels, c))
    if explorer.structure != "tree":
        best = reference_taxonomy.best_structure(K, labels, c)
        np.testing.assert_allclose(answer["Y"], best, atol=1e-9)
        return
    path, isnt_squared = tree_of(answer).path_metric(), estimator.tree_fit != "objective"
    np.testing.assert_allclose(Y, -centre(path**2 if isnt_squared else path) / 2, atol=1e-9)
    assert answer["tree"]["unit"] == "squared feature distance"[8 * isnt_squared :]
    if fitted.objective_ == pytest.approx(own["objective"], rel=1e-9):
        assert answer["misfit"] == pytest.approx(fitted.misfit_, abs=1e-6)
    if c > 3:  # else all gaps may be as wide
        assert answer["ring"] == list(range(c))
        np.testing.assert_allclose(np.diff(np.unwrap(answer["tree"]["angles"])), 2 * np.pi / c)


def test_where_no_page_has_answered_labels_are_the_estimators(explorer):
    fitted = explorer.estimator().fit(X)
    assert np.array_equal(explorer.labels_, fitted.labels_)
    found = explorer._found
    explorer.preset = "ring"  # of a fixed structure alone
    assert explorer.labels_.tolist() == fitted.labels_.tolist()
    assert explorer._found is found
    assert repr(explorer) == "TaxonomyExplorer: 45 samples, 6 clusters, tree structure, rbf kernel"
    explorer.structure = "fixed"
    assert "fixed structure, ring, " in repr(explorer)


def test_what_another_page_told_of_a_tree_stands_where_it_is_right():
    points = np.random.default_rng(11).normal(size=(30, 3))
    explorer = TaxonomyExplorer(points, n_clusters=6, n_init=3)
    page = Page(explorer)
    page.settled()
    page.tell()
    told = explorer._warm_start  # the best tree need not be that of its labels: the loop may fall
    assert told["labels"] != explorer._fit["labels"]
    assert Page(explorer).first()["settled"]
    for wrong in ({"objective": 1.01 * told["objective"]}, {"labels": bytes(30)}):
        explorer.set_state({"_warm_start": told | wrong})
        assert not Page(explorer).first()["settled"]


def test_one_start_first_then_all_of_the_structure_on_screen_then_the_others(explorer):
    page = Page(explorer)
    steps = page.steps()
    answers = [step["answer"] for step in steps if "answer" in step]
    own = [answer["compared"]["tree"] for answer in answers]
    assert (own[0]["starts"], answers[0]["settled"]) == (1, False)
    assert [step["progress"] for step in steps if "progress" in step] == [[1, 4], [2, 4], [3, 4]]
    settled = next(answer for answer in answers if answer["settled"])["compared"]
    assert [found["starts"] for found in settled.values()] == [4, 1, 1]
    assert all(found["done"] for found in answers[-1]["compared"].values())
    assert np.all(np.diff([found["objective"] for found in own]) >= 0)
    page.move(structure="free")  # it has been searched
    assert [step["answer"]["settled"] for step in page.steps() if "answer" in step] == [True]
    page.move(n_clusters=5).first()
    first = page.move(structure="tree").first()  # from the labels on screen
    assert first["compared"]["tree"]["starts"] == 0
    assert "so far" not in first["status"]


def have_kept_their_numbers(now, before):
    """Whether no renaming leaves more samples under their number."""
    shared = contingency_matrix(before, now)
    k, c = shared.shape
    overlap = shared[:, :k] if c > k else shared[:c]
    return np.trace(shared) == overlap[linear_sum_assignment(-overlap)].sum()


def test_numbers_stay_with_their_groups_as_far_as_the_structure_allows(explorer):
    page = Page(explorer)
    before = np.array(page.settled()["labels"])
    for c, structure in ((7, "tree"), (8, "free"), (5, "tree"), (6, "free"), (6, "tree")):
        now = np.array(page.move(n_clusters=c, structure=structure).settled()["labels"])
        assert have_kept_their_numbers(now, before)
        before = now
    answer = page.move(label_kernel=chain(6), structure="fixed").settled()
    now = np.array(answer["labels"])
    assert np.sum(now == before) >= np.sum(5 - now == before)


def test_few_clusters_duplicates_and_means_that_are_one():
    points = np.repeat([[0.0, 0], [0, 1], [5, 5]], 4, axis=0)
    for structure in ("tree", "free", "fixed"):
        for c, wanted in ((2, [4, 8]), (3, [4, 4, 4])):
            explorer = TaxonomyExplorer(points, n_clusters=c, structure=structure, n_init=2)
            assert sorted(Page(explorer).settled()["sizes"]) == wanted
            assert sorted(np.bincount(explorer.labels_).tolist()) == wanted
    cross = np.repeat([[1.0, 0], [-1, 0], [0, 1], [0, -1]], 5, axis=0)
    answer = Page(TaxonomyExplorer(cross, n_clusters=4, kernel="linear")).settled()
    assert np.isfinite(answer["tree"]["positions"]).all()


def test_controls_follow_each_other(explorer):
    explorer.set_state({"selected": 5, "rotation": 30.0})
    assert (explorer.selected, explorer.rotation) == (5, 30.0)
    explorer.set_state({"structure": "fixed", "n_clusters": 4})
    assert explorer.label_kernel.shape == (4, 4)
    assert (explorer.selected, explorer.rotation) == (3, None)
    explorer.rotation = 10
    explorer.preset = "ring"  # the tree, if there is one, is the same
    assert explorer.rotation == 10.0
    explorer.label_kernel = chain(8)
    assert (explorer.n_clusters, explorer.preset, explorer.rotation) == (8, "chain", None)
    explorer.set_state({"n_clusters": 9, "selected": 8})
    assert explorer.selected == 8


def test_a_structure_that_cannot_be_used_is_left_out(explorer):
    page = Page(explorer)
    page.move(structure="fixed", label_kernel=-np.eye(6)).steps()
    assert set(page.move(structure="tree").settled()["compared"]) == {"tree", "free"}


def test_nonsense_is_refused(explorer):
    cases = [
        ("structure", "star", "structure must be one of tree, free, fixed"),
        ("n_clusters", 13, "n_clusters must be an integer from 2 to 12"),
        ("selected", 6, "selected must be a cluster on screen, from 0 to 5"),
        ("selected", 0.5, "selected must be an integer"),
        ("rotation", "left", "rotation must be a finite number"),
        ("preset", "star", "preset must be one of"),
    ]
    assert taken(explorer, cases) == []
    accepted = [
        (options, words)
        for given, options, words in (
            (np.ones((10, 2)), {}, "at least three different samples"),
            (np.eye(5), {}, "n_clusters must be an integer from 2 to 5"),
            (X, {"thumbnails": faces[:9]}, "thumbnails must be one a sample, 45; got 9"),
            (X, {"thumbnails": ["the"] * 45}, "thumbnails must hold words"),
            (X, {"y": y[:9]}, "y must hold one label a sample"),
            (X, {"structure": "fixed", "label_kernel": np.eye(4)}, "label_kernel must have"),
            (X, {"tree_fit": "best"}, "tree_fit must be one of"),
            (X, {"gamma": -1.0}, "gamma must be"),
            (X, {"kernel": "star"}, "kernel must be a callable"),
            (X, {"n_init": 0}, "n_init must be"),
        )
        if words not in said(TaxonomyExplorer, given, **options)
    ]
    assert accepted == []
