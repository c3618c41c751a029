"""The explorer's Python side: what it answers, keeps, refuses."""

import itertools

import numpy as np
import pytest
from sklearn.datasets import load_iris

import depcluster
import naive
from depcluster import CLUHSIC, median_rule
from depcluster.datasets import make_circle, make_row
from depcluster.labels import chain, plain, preset, ring
from depcluster.labels.kernels import PRESETS
from depcluster.widgets import KernelExplorer
from depcluster.widgets.kernel_explorer.label_kernel.engine import KERNELS

X, _ = make_row()


@pytest.fixture
def explorer():
    widget = KernelExplorer(X, 5, label_kernel="chain")
    yield widget
    widget.close()


def answered_labels(explorer):
    return np.frombuffer(explorer.answer["labels"], dtype=np.uint8)


def test_what_is_on_screen_is_the_objective_of_the_labels(explorer):
    for width in (0.0, 1.5, 3.0):
        explorer.width = width
        K = naive.centred(naive.gaussian(X, 2**width * median_rule(X)))
        J = naive.cluhsic_objective(K, answered_labels(explorer), chain(5), "l2")
        assert explorer.answer["objective"] == pytest.approx(J)
        assert explorer.answer["objective"] <= explorer.answer["bound"] * (1 + 1e-9)
        assert explorer.gamma_ == pytest.approx(2**width * median_rule(X))
        values = np.linalg.eigvalsh(K)[::-1]
        np.testing.assert_allclose(explorer.answer["eigenvalues"], values[:4], rtol=1e-6)
        assert explorer.answer["eigengap"] == pytest.approx(values[3] - values[4], rel=1e-6)


def test_settled_is_at_least_as_good_as_fit():
    circle, _ = make_circle()
    explorer = KernelExplorer(circle, 8, label_kernel="ring", width=2.0)
    fitted = CLUHSIC(8, label_kernel="ring", gamma=explorer.gamma_, random_state=0).fit(circle)
    assert explorer.objective_ >= fitted.objective_ - 1e-9
    assert explorer.state == "settled"


def test_the_copied_line_reproduces_the_screen(explorer):
    scope = {"CLUHSIC": CLUHSIC, "X": X, "labels": depcluster.labels}
    for name in PRESETS:
        explorer.preset = name
        explorer.settle()
        labels = eval(explorer.answer["python"], scope)
        K = naive.centred(naive.gaussian(X, explorer.gamma_))
        A = preset(name, 5)
        J = naive.cluhsic_objective(K, labels, A, "l2")
        assert pytest.approx(explorer.objective_, rel=1e-4) == J


def test_the_copied_line_fits_few_points_too():
    few = X[:8]
    explorer = KernelExplorer(few, 2, kernel="graph")
    line = explorer.answer["python"].replace("fit_predict", "fit")
    fitted = eval(line, {"CLUHSIC": CLUHSIC, "X": few})
    assert fitted.objective_ == pytest.approx(explorer.objective_)


def test_clusters_matrix_and_preset_agree(explorer):
    explorer.n_clusters = 7
    assert explorer.label_kernel.tolist() == chain(7).tolist()
    explorer.preset = "ring"
    assert explorer.label_kernel.tolist() == ring(7).tolist()
    A = ring(7)
    A[0, 3] = A[3, 0] = 0.1
    explorer.label_kernel = A
    assert explorer.preset == "custom"
    explorer.n_clusters = 8
    assert explorer.label_kernel.shape == (8, 8)
    assert explorer.label_kernel[0, 3] == 0.1
    explorer.label_kernel = plain(3)
    assert explorer.n_clusters == 3
    assert len(explorer.answer["sizes"]) == 3
    assert explorer.answer["error"] == ""


def test_an_indefinite_matrix_is_said_and_the_last_result_stays(explorer):
    before = answered_labels(explorer).copy()
    A = 2 * np.eye(5)
    A[0, 4] = A[4, 0] = 3
    explorer.label_kernel = A
    assert "positive semi-definite" in explorer.answer["error"]
    assert "last result stays" in explorer.answer["error"]
    assert np.array_equal(answered_labels(explorer), before)
    assert "KernelExplorer" in repr(explorer)
    explorer.label_kernel = 2 * np.eye(5)
    assert explorer.answer["error"] == ""


def test_the_change_counts_from_the_last_rest(explorer):
    J = explorer.objective_
    for width in (0.25, 0.5, 0.75):
        explorer.width = width
        assert explorer.answer["change"] == pytest.approx(explorer.objective_ - J)
    explorer.kernel = "laplacian"
    explorer.settle()
    explorer.kernel = "rbf"
    assert explorer.answer["change"] is None
    explorer.settle()
    J = explorer.objective_
    explorer.width = 0.5
    assert explorer.answer["change"] == pytest.approx(explorer.objective_ - J)


def test_plain_colours_stay_with_their_points():
    explorer = KernelExplorer(load_iris().data, 3)
    before = explorer.labels_
    for width in (0.5, 1.0, 1.5):
        explorer.width = width
        explorer.settle()
    assert (explorer.labels_ == before).mean() > 0.8


def test_colours_stay_when_a_cluster_is_added():
    explorer = KernelExplorer(X, 4)
    before = explorer.labels_
    explorer.n_clusters = 5
    after = explorer.labels_
    pairs = np.zeros((5, 5))
    np.add.at(pairs, (after, before), 1)
    best = max(pairs[list(p), range(5)].sum() for p in itertools.permutations(range(5)))
    assert (after == before).sum() == best


def test_data_without_a_median_distance_point_to_another_kernel():
    Z = np.r_[np.zeros((30, 2)), np.random.default_rng(0).normal(size=(5, 2))]
    explorer = KernelExplorer(Z, 3, kernel="linear")
    explorer.kernel = "rbf"
    assert "Choose linear, cosine or graph" in explorer.answer["error"]


def test_custom_is_only_what_is_no_preset(explorer):
    explorer.preset = "custom"
    assert explorer.preset == "chain"


def test_every_kernel_answers(explorer):
    for kernel, _ in KERNELS:
        explorer.kernel = kernel
        assert explorer.answer["error"] == ""
        assert answered_labels(explorer).shape == (120,)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"width": 9.0}, "width must be"),
        ({"kernel": "rfb"}, "kernel must be one of"),
        ({"preset": "wheel"}, "preset must be one of"),
        ({"method": None}, "method must be"),
        ({"weighting": None}, "weighting must be"),
        ({"sigma": None}, "sigma must be"),
    ],
)
def test_python_may_not_set_nonsense(explorer, change, words):
    ((name, value),) = change.items()
    before = explorer.answer
    with pytest.raises(ValueError, match=words):
        setattr(explorer, name, value)
    assert explorer.answer is before


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((np.full((5, 2), np.nan), 2), "no missing or infinite values"),
        ((np.ones((9, 2)), 2), "kernel must be one without a width"),
        ((X[:2], 2), "minimum of 3"),
    ],
)
def test_bad_input(args, words):
    with pytest.raises(ValueError, match=words):
        KernelExplorer(*args)
