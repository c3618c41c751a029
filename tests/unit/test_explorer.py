"""The explorer's Python side: what it answers, keeps, refuses."""

import itertools

import numpy as np
import pytest
from explorers import complaint
from sklearn.datasets import load_iris

import naive
from depcluster import CLUHSIC, median_rule
from depcluster.datasets import make_circle, make_row
from depcluster.labels import chain, plain, ring
from depcluster.widgets import KernelExplorer
from depcluster.widgets.kernel_explorer.label_kernel.engine import KERNELS

X, _ = make_row()
INDEFINITE = 2 * np.eye(5)
INDEFINITE[0, 4] = INDEFINITE[4, 0] = 3


@pytest.fixture
def explorer():
    widget = KernelExplorer(X, 5, label_kernel="chain")
    yield widget
    widget.close()


def test_what_is_read_is_the_objective_of_the_labels(explorer):
    for width in (0.0, 1.5, 3.0):
        explorer.width = width
        K = naive.centred(naive.gaussian(X, 2**width * median_rule(X)))
        J = naive.cluhsic_objective(K, explorer.labels_, chain(5), "l2")
        assert explorer.objective_ == pytest.approx(J)
        assert explorer.gamma_ == pytest.approx(2**width * median_rule(X))


def test_settled_is_at_least_as_good_as_fit():
    circle, _ = make_circle()
    explorer = KernelExplorer(circle, 8, label_kernel="ring", width=2.0)
    fitted = CLUHSIC(8, label_kernel="ring", gamma=explorer.gamma_, random_state=0).fit(circle)
    assert explorer.objective_ >= fitted.objective_ - 1e-9
    assert explorer.state == "settled"


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
    assert sorted(np.unique(explorer.labels_)) == [0, 1, 2]
    assert complaint(explorer) == ""


def test_an_indefinite_matrix_is_said_and_the_last_result_stays(explorer):
    before, J = explorer.labels_, explorer.objective_
    explorer.label_kernel = INDEFINITE
    assert "positive semi-definite" in complaint(explorer)
    assert "last result stays" in complaint(explorer)
    assert np.array_equal(explorer.labels_, before)
    assert explorer.objective_ == J
    assert "chain label kernel" in repr(explorer)
    assert explorer.settle().state == "refused"
    assert explorer.to_figure()
    explorer.label_kernel = 2 * np.eye(5)
    assert complaint(explorer) == ""
    assert explorer.objective_ != J


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
    assert "Choose linear, cosine or graph" in complaint(explorer)
    assert explorer.gamma_ is None


def test_custom_is_only_what_is_no_preset(explorer):
    explorer.preset = "custom"
    assert explorer.preset == "chain"


def test_every_kernel_answers(explorer):
    for kernel, _ in KERNELS:
        explorer.kernel = kernel
        assert complaint(explorer) == ""
        fitted = CLUHSIC(5, label_kernel="chain", kernel=kernel, random_state=0)
        if explorer.gamma_ is not None:
            fitted.set_params(gamma=explorer.gamma_)
        assert explorer.objective_ >= fitted.fit(X).objective_ * (1 - 1e-9)


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
    labels, before = explorer.labels_, explorer.get_state()
    with pytest.raises(ValueError, match=words):
        setattr(explorer, name, value)
    assert explorer.get_state() == before
    assert np.array_equal(explorer.labels_, labels)


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
