"""The rivals of SMIC: MeanNN, self-tuning spectral clustering and MIC."""

import numpy as np
import pytest
from cases import each
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score

import naive_smi
from depcluster.baselines import MIC, MeanNN, SelfTuningSpectral, mean_nn, mic, self_tuning_spectral
from depcluster.baselines.mean_nn import log_distance_kernel
from depcluster.baselines.mic import mutual_information
from depcluster.datasets import make_blobs4, make_circle_gauss, make_three
from depcluster.kernels import Dense, local_scaling
from depcluster.search import Problem, climb
from depcluster.search.objectives import MeanPairs

X3 = make_three()[0]
X4, Y4 = make_blobs(80, centers=[[0, 0], [9, 0], [0, 9], [9, 9]], random_state=0)


def test_no_single_move_helps_and_the_search_never_falls():
    X = np.random.default_rng(1).normal(size=(25, 2))
    found = mean_nn(X, 3, n_init=3, random_state=0)
    assert (np.diff(found.history) <= 1e-9).all()
    for i in range(len(X)):
        if (found.labels == found.labels[i]).sum() > 1:
            for j in range(3):
                moved = found.labels.copy()
                moved[i] = j
                J = naive_smi.mean_nn_objective(X, moved.tolist(), 1 / 25)
                assert J >= found.objective - 1e-8


def test_mean_nn_is_not_changed_by_moving_or_turning_the_data():
    X, y = make_blobs4()
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    one, two = (MeanNN(4, random_state=0).fit(Z) for Z in (X, X @ turn + 5))
    assert one.objective_ == pytest.approx(two.objective_)
    assert adjusted_rand_score(one.labels_, two.labels_) == 1
    assert adjusted_rand_score(y, one.labels_) > 0.9


def test_copies_are_no_trouble():
    X = np.repeat(X3[:5], 6, axis=0)
    fitted = MeanNN(3, random_state=0).fit(X)
    assert np.isfinite(fitted.objective_)
    assert set(fitted.labels_) == {0, 1, 2}
    assert np.isfinite(SelfTuningSpectral(3, random_state=0).fit(X).embedding_).all()


def test_each_labelling_can_be_the_start():
    y = make_three()[1]
    gram = Dense(log_distance_kernel(X3, 0.1), centred=False)
    step = next(climb(Problem(gram, MeanPairs(3), 3), y))
    fitted = MeanNN(3, eps=0.1, init=y).fit(X3)
    assert fitted.history_[0] == pytest.approx(-step.objective)


def test_self_tuning_separates_circle_and_gaussian():
    X, y = make_circle_gauss()
    found = self_tuning_spectral(X, 2, random_state=0)
    assert adjusted_rand_score(y, found.labels) == 1
    np.testing.assert_allclose(np.linalg.norm(found.embedding, axis=1), 1)


def test_a_far_point_gets_no_nan():
    X = np.vstack([X3, [[1e9, 1e9]], [[-1e9, 1e9]]])
    found = self_tuning_spectral(X, 3, n_neighbors=3, random_state=0)
    assert np.isfinite(found.embedding).all()
    assert len(found.labels) == len(X)


def test_information_lies_between_its_bounds():
    assert mutual_information(np.ones((5, 3)))[0] == pytest.approx(0, abs=1e-15)
    F = 1e4 * np.eye(3)[[0, 1, 2, 0, 1, 2]]
    value, slope = mutual_information(F)
    assert value == pytest.approx(np.log(3))
    assert np.isfinite(slope).all()


def test_renaming_the_start_renames_the_answer():
    rng = np.random.default_rng(1)
    K = local_scaling(rng.normal(size=(40, 2)), 6).K
    labels, names = rng.integers(0, 3, 40), np.array([2, 0, 1])
    one, two = (mic(K, z, 3, tol=1e-9) for z in (labels, names[labels]))
    assert one.objective == pytest.approx(two.objective, abs=1e-6)
    assert np.array_equal(names[one.labels], two.labels)


def test_finds_far_blobs_and_picks_by_mlmi():
    fitted = MIC(4, random_state=0).fit(X4)
    assert adjusted_rand_score(Y4, fitted.labels_) == 1
    assert fitted.candidates_.tolist() == list(range(1, 11))
    assert fitted.n_neighbors_ == fitted.candidates_[fitted.mlmi_path_.argmax()]
    assert fitted.mutual_information_ <= np.log(4)
    assert MIC(4, n_neighbors=5, random_state=0).fit(X4).mlmi_path_.size == 0


def test_predict_agrees_with_labels_and_reaches_far():
    X = np.random.default_rng(0).normal(size=(60, 2))
    fitted = MIC(3, n_neighbors=7, random_state=0).fit(X)
    assert np.array_equal(fitted.predict(X), fitted.labels_)
    far = 1e9 * np.array([[1.0, 0], [0, -1.0]])
    nearest = [np.argmin(((X - x) ** 2).sum(axis=1)) for x in far]
    assert np.array_equal(fitted.predict(far), fitted.labels_[nearest])


def test_copies_go_together_in_mic():
    twice = np.repeat([[0.0], [1.0], [7.0]], 6, axis=0)
    fitted = MIC(3, random_state=0).fit(twice)
    assert np.isfinite(fitted.mlmi_path_).all()
    assert np.array_equal(fitted.labels_[::6].repeat(6), fitted.labels_)


@each("labels", [[0, 1], [0, 1, 2], [0.0, 1.0, 0.0], [-1, 0, 1]])
def test_a_start_must_fit(labels):
    with pytest.raises(ValueError, match="labels must"):
        mic(np.eye(3), labels, 2)
