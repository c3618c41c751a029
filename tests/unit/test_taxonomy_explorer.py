"""The taxonomy explorer's Python side: what it answers, keeps, refuses."""

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

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
from depcluster.widgets import TaxonomyExplorer
from depcluster.widgets.taxonomy_explorer.picture import TurnedTree, _renumbered

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
        labels = explorer.labels_
        picture = explorer._picture
        Y = plain(6) if structure == "fixed" else picture.structure
        assert taxonomy_value(K, labels, Y) == pytest.approx(explorer.objective_)
        found = explorer.compared_[structure]
        assert found["objective"] == explorer.objective_
        assert found["entropy"] == pytest.approx(conditional_entropy(y, labels))
        assert explorer._refusal == ""
        assert explorer.state == "settled"
    best = optimal_structure(K, labels)
    np.testing.assert_allclose(picture.structure, best, atol=1e-12)
    assert picture.most == pytest.approx(taxonomy_value(K, labels, best))
    assert picture.most >= explorer.objective_


def test_the_tree_on_screen_is_the_one_of_the_labels(explorer):
    labels, fitted = explorer.labels_, explorer.result_.tree
    tree = explorer._picture.tree
    # The same name for each leaf as for its cluster, and every edge as long as it is.
    rename = [labels[np.argmax(explorer.result_.labels == k)] for k in range(6)]
    back = np.argsort(rename)
    D = tree.path_metric()
    np.testing.assert_allclose(D, fitted.path_metric()[np.ix_(back, back)], atol=1e-12)
    np.testing.assert_allclose(explorer._picture.structure, -centre(D**2) / 2, atol=1e-12)
    layout = tree.layout()
    lengths = np.linalg.norm(np.subtract(*layout.positions[tree.edges.T]), axis=1)
    np.testing.assert_allclose(lengths, tree.lengths, atol=1e-12)
    # Around the tree the numbers follow each other.
    np.testing.assert_allclose(np.diff(np.unwrap(layout.angles)), np.pi / 3)
    assert explorer._picture.ring.tolist() == list(range(6))


def test_a_tree_is_drawn_alike_whatever_way_it_was_found(explorer):
    explorer.settle()
    tree = explorer._picture.tree
    for seed in range(5):
        rng = np.random.default_rng(seed)
        names, order = rng.permutation(6), rng.permutation(len(tree.edges))
        edges = np.r_[names.argsort(), np.arange(6, tree.n_nodes)][tree.edges[order]]
        found = _renumbered(Tree(edges, tree.lengths[order], range(6)), names)
        np.testing.assert_allclose(found.layout().positions, tree.layout().positions, atol=1e-12)
        np.testing.assert_allclose(found.layout().angles, tree.layout().angles)


def test_a_turned_tree_is_the_same_tree(explorer):
    explorer.settle()
    tree = explorer._picture.tree
    turned = TurnedTree(**vars(tree), degrees=90.0)
    before, after = tree.layout(), turned.layout()
    np.testing.assert_allclose(after.angles, before.angles + np.pi / 2)
    x, y = before.positions.T
    np.testing.assert_allclose(after.positions, np.stack([-y, x], axis=1), atol=1e-12)


def test_answers_are_those_of_the_estimator_and_kept(explorer):
    for structure in ("tree", "free", "fixed"):
        explorer.structure = structure
        given = plain(6) if structure == "fixed" else structure
        fitted = NumericalTaxonomy(6, structure=given, n_init=4, random_state=0).fit(X)
        assert explorer.objective_ == pytest.approx(fitted.objective_, rel=1e-12)
        assert np.array_equal(explorer.result_.labels, fitted.labels_)
    first = explorer.result_
    explorer.n_clusters = 5
    explorer.n_clusters = 6
    assert explorer.result_ is first
    assert explorer.state == "settled"


def test_both_directions(explorer):
    explorer.set_state({"structure": "fixed", "n_clusters": 4})
    assert explorer.label_kernel.shape == (4, 4)
    assert np.unique(explorer.labels_).tolist() == [0, 1, 2, 3]
    explorer.label_kernel = chain(8)
    assert (explorer.n_clusters, explorer.preset) == (8, "chain")
    assert explorer.objective_ > 0
    assert explorer._picture.tree is None
    A = chain(8)
    A[0, 0] = 3.0
    explorer.set_state({"label_kernel": A.tolist(), "preset": "custom"})
    assert "custom" in explorer.summary()
    explorer.set_state({"selected": 3, "rotation": 30.0})
    assert (explorer.selected, explorer.rotation) == (3, 30.0)
    assert explorer.objective_ > 0
    assert (explorer.selected, explorer.rotation) == (3, 30.0)
    explorer.structure = "tree"
    assert explorer.rotation is None
    assert explorer.result_.tree is not None


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
    picture = explorer._picture
    steps = np.diff(np.unwrap(picture.tree.layout().angles[picture.ring]))
    assert np.allclose(steps, np.pi / 3) or np.allclose(steps, -np.pi / 3)


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
    assert "positive semi-definite" in explorer._refusal
    assert "The last result stays on screen" in explorer._refusal
    assert explorer.state == "refused"
    assert np.array_equal(explorer.labels_, before)
    explorer.label_kernel = np.ones((6, 6))
    assert "structure must tell clusters apart" in explorer._refusal
    explorer.structure = "tree"  # what cannot be used as a fixed structure is left out
    assert explorer._refusal == ""
    assert set(explorer.compared_) == {"tree", "free"}
    for name, value, message in (
        ("structure", "star", "structure must be one of tree, free, fixed"),
        ("n_clusters", 13, "n_clusters must be an integer from 2 to 12"),
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
        (np.eye(5), {}, "n_clusters must be an integer from 2 to 5 for these data; got 9"),
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
    assert sorted(np.bincount(explorer.labels_)) == ([4, 8] if c == 2 else [4, 4, 4])
    explorer.to_figure()


def test_a_graph_kernel_of_ten_samples_or_fewer():
    X = make_nine()[0][::20]
    explorer = TaxonomyExplorer(X, n_clusters=3, kernel="graph")
    assert np.unique(explorer.labels_).tolist() == [0, 1, 2]


def test_summary_and_figure(explorer):
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
    assert len(np.unique(explorer.labels_)) == 12
    explorer.to_figure()
