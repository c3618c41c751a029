"""The taxonomy explorer: what its page computes and Python believes, keeps, refuses."""

import numpy as np
import pytest
from answering import Page
from refusals import said, taken
from scipy.optimize import linear_sum_assignment

import depcluster
from depcluster import NumericalTaxonomy, conditional_entropy, optimal_structure, taxonomy_value
from depcluster.datasets import make_faces, make_nine
from depcluster.kernels import centre, kernel_matrix, median_rule
from depcluster.labels import chain, plain
from depcluster.trees import Tree
from depcluster.widgets import DataPad, TaxonomyExplorer

faces, person, expression = make_faces(45)
X = faces.reshape(45, -1)
y = 3 * person + expression
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


@pytest.mark.parametrize(
    ("structure", "tree_fit"),
    [("tree", "nni"), ("tree", "nj"), ("tree", "objective"), ("free", "nni"), ("fixed", "nni")],
)
def test_python_believes_what_the_page_tells_and_searches_nothing(structure, tree_fit):
    options = {"label_kernel": "ring", "tree_fit": tree_fit, "n_init": 3}
    explorer = TaxonomyExplorer(X, n_clusters=7, y=y, structure=structure, **options)
    page = Page(explorer)
    answer = page.settled()
    page.tell()
    assert explorer.state == "settled"
    assert np.array_equal(explorer.labels_, answer["labels"])
    for name, found in explorer.compared_.items():
        for number in ("objective", "entropy"):
            assert found[number] == pytest.approx(answer["compared"][name][number])
    if structure == "tree":
        unit = "squared feature distance" if tree_fit == "objective" else "feature distance"
        assert answer["tree"]["unit"] == unit
        assert (f'tree_fit="{tree_fit}"' in answer["python"]) == (tree_fit != "nni")
        assert explorer.result_.misfit == pytest.approx(answer["misfit"])
        fitted, tree = explorer.result_.tree, tree_of(answer)  # inner nodes have other numbers
        lengths, here = (np.sort(t.lengths) for t in (fitted, tree))
        np.testing.assert_allclose(lengths, here, atol=1e-9)
    assert explorer._engine._results == {}
    explorer.close()


def test_what_leads_elsewhere_is_not_believed(explorer):
    page = Page(explorer)
    page.settled()
    labelling = page.told()["_fit"]
    found = labelling["labels"]
    for labels, off in ((found, 1.01), (found[::-1], 1.0), (bytes(45), 1.0)):
        objective = labelling["objective"] * off
        told = {"labels": labels, "objective": objective, "settled": True}
        explorer.set_state({"_fit": told})
        assert explorer.objective_ == pytest.approx(
            taxonomy_value(K, explorer.labels_, explorer._picture.structure)
        )
    assert explorer._engine._results


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
        answer = page.move(**change).settled()
        fitted = eval(answer["python"].replace("fit_predict(X)", "fit(X)"), scope)
        reached = answer["compared"][answer["structure"]]["objective"]
        assert reached == pytest.approx(fitted.objective_, rel=5e-3), answer["python"]
        assert fitted.n_init == 4


def test_one_start_first_then_all_of_the_structure_on_screen_then_the_others(explorer):
    page = Page(explorer)
    steps = page.steps()
    first = steps[0]["answer"]
    assert not first["settled"]
    assert first["compared"]["tree"]["starts"] == 1
    assert [step["progress"] for step in steps if "progress" in step] == [[1, 4], [2, 4], [3, 4]]
    settled = next(step["answer"] for step in steps if step.get("answer", {}).get("settled"))
    starts = {name: found["starts"] for name, found in settled["compared"].items()}
    assert starts == {"tree": 4, "free": 1, "fixed": 1}
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
    first = page.move(structure="free").first()
    assert first["compared"]["free"]["starts"] == 0
    assert "so far" not in first["status"]


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
    for c in (7, 8, 5, 6):
        page.move(n_clusters=c)
        for structure in ("free", "tree"):
            page.move(structure=structure)
            now = np.array(page.settled()["labels"])
            assert have_kept_their_numbers(now, before)
            before = now


def test_numbers_of_a_fixed_structure_stay_as_far_as_it_allows(explorer):
    page = Page(explorer)
    before = np.array(page.settled()["labels"])
    answer = page.move(label_kernel=chain(6), structure="fixed").settled()
    now = np.array(answer["labels"])
    assert np.sum(now == before) >= np.sum(5 - now == before)
    reached = answer["compared"]["fixed"]["objective"]
    assert taxonomy_value(K, now, chain(6)) == pytest.approx(reached)


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


def test_few_clusters_and_duplicates():
    points = np.repeat([[0.0, 0], [0, 1], [5, 5]], 4, axis=0)
    found = {}
    for structure in ("tree", "free", "fixed"):
        for c, wanted in ((2, [4, 8]), (3, [4, 4, 4])):
            explorer = TaxonomyExplorer(points, n_clusters=c, structure=structure, n_init=2)
            page = Page(explorer).settled()["sizes"]
            own = np.bincount(explorer.labels_).tolist()
            if not sorted(page) == sorted(own) == wanted:
                found[structure, c] = page, own
    assert found == {}


def test_other_kernels_and_many_clusters():
    nine, found = make_nine()[0], {}
    for points, c, kernel in (
        *((nine[::9] / 20, 3, kernel) for kernel in ("graph", "laplacian", "sigmoid", "linear")),
        (nine[::20], 3, "graph"),  # ten samples at most
        (nine / 20, 12, "rbf"),
    ):
        explorer = TaxonomyExplorer(points, n_clusters=c, kernel=kernel, gamma=0.5, n_init=2)
        page = Page(explorer)
        labels = page.settled()["labels"]
        page.tell()
        is_taken = np.array_equal(explorer.labels_, labels) and explorer._engine._results == {}
        if not is_taken or len(set(labels)) != c:
            found[kernel, len(points)] = labels
    assert found == {}


def test_clusters_with_one_mean_have_a_tree_of_no_length():
    cross = np.array([[1.0, 0], [-1, 0], [0, 1], [0, -1]])
    points = np.repeat(cross, 5, axis=0)
    answer = Page(TaxonomyExplorer(points, n_clusters=4, kernel="linear")).settled()
    assert np.isfinite(answer["tree"]["positions"]).all()


def test_controls_follow_each_other(explorer):
    explorer.set_state({"structure": "fixed", "n_clusters": 4})
    assert explorer.label_kernel.shape == (4, 4)
    assert np.unique(explorer.labels_).tolist() == [0, 1, 2, 3]
    explorer.label_kernel = chain(8)
    assert (explorer.n_clusters, explorer.preset) == (8, "chain")
    A = chain(8)
    A[0, 0] = 3.0
    explorer.set_state({"label_kernel": A.tolist(), "preset": "custom"})
    assert "custom" in explorer.summary()
    explorer.set_state({"selected": 3, "rotation": 30.0})
    assert explorer.objective_ > 0
    assert (explorer.selected, explorer.rotation) == (3, 30.0)
    explorer.structure = "tree"
    assert explorer.rotation is None
    assert explorer.result_.tree is not None


def test_what_is_refused_is_said_and_a_structure_that_cannot_be_used_left_out(explorer):
    page = Page(explorer)
    explorer.structure = "fixed"
    before = explorer.labels_
    for matrix, words in (
        (-np.eye(6), "positive semi-definite"),
        (np.ones((6, 6)), "structure must tell clusters apart"),
    ):
        page.put(structure="fixed", label_kernel=matrix.tolist())
        assert words in page.steps()[0]["refused"]
        explorer.label_kernel = matrix
        assert words in explorer._refusal
        assert explorer.state == "refused"
        assert np.array_equal(explorer.labels_, before)
    page.put(structure="tree")
    explorer.structure = "tree"
    assert explorer._refusal == ""
    assert set(page.settled()["compared"]) == set(explorer.compared_) == {"tree", "free"}


def test_nonsense_is_refused(explorer):
    cases = [
        ("structure", "star", "structure must be one of tree, free, fixed"),
        ("n_clusters", 13, "n_clusters must be an integer from 2 to 12"),
        ("selected", 6, "selected must be a cluster on screen, from 0 to 5"),
        ("rotation", "left", "rotation must be a finite number"),
        ("preset", "star", "preset must be one of"),
    ]
    assert explorer.settle().state == "settled"
    assert taken(explorer, cases) == []
    accepted = [
        (options, words)
        for given, options, words in (
            (np.ones((10, 2)), {}, "at least three different samples"),
            (np.eye(5), {}, "n_clusters must be an integer from 2 to 5"),
            (X, {"thumbnails": faces[:9]}, "thumbnails must be one a sample, 45; got 9"),
            (X, {"thumbnails": ["the"] * 45}, "thumbnails must hold words"),
            (X, {"y": y[:9]}, "y must hold one class a sample"),
            (X, {"structure": "fixed", "label_kernel": np.eye(4)}, "label_kernel must have"),
            (X, {"tree_fit": "best"}, "tree_fit must be one of"),
        )
        if words not in said(TaxonomyExplorer, given, **options)
    ]
    assert accepted == []
