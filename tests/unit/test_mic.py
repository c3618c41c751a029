"""MIC: gradients by finite differences, eq. (20) by the letter, scikit-learn's contract."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime
from scipy.special import softmax
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score

import naive_lsmi as naive
from depcluster.baselines import MIC, mic
from depcluster.baselines.mic import log_likelihood, mutual_information
from depcluster.kernels import local_scaling

X4, Y4 = make_blobs(80, centers=[[0, 0], [9, 0], [0, 9], [9, 9]], random_state=0)


@pytest.mark.parametrize("seed", range(4))
def test_scores_and_their_gradients(seed):
    rng = np.random.default_rng(seed)
    F = 3 * rng.normal(size=(7, 3))
    labels = rng.integers(0, 3, 7)
    value, slope = mutual_information(F)
    assert value == pytest.approx(naive.information(softmax(F, axis=1)), abs=1e-12)
    likelihood, slope_2 = log_likelihood(F, labels)
    literal = np.mean([np.log(softmax(F[i])[labels[i]]) for i in range(7)])
    assert likelihood == pytest.approx(literal, abs=1e-12)
    for score, gradient in (
        (lambda f: mutual_information(f.reshape(7, 3))[0], slope),
        (lambda f: log_likelihood(f.reshape(7, 3), labels)[0], slope_2),
    ):
        assert gradient.ravel() == pytest.approx(approx_fprime(F.ravel(), score), abs=1e-6)


def test_information_lies_between_its_bounds():
    assert mutual_information(np.ones((5, 3)))[0] == pytest.approx(0, abs=1e-15)
    F = 1e4 * np.eye(3)[[0, 1, 2, 0, 1, 2]]
    value, slope = mutual_information(F)
    assert value == pytest.approx(np.log(3))
    assert np.isfinite(slope).all()


@pytest.mark.parametrize("regularization", [1e-3, 1e-1])
def test_the_answer_is_a_local_maximum(regularization):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30, 2))
    K = local_scaling(X, 5).K
    found = mic(K, rng.integers(0, 3, 30), 3, regularization=regularization, tol=1e-8)

    def objective(alpha):
        P = softmax(K @ alpha, axis=1)
        return naive.information(P) - regularization / 30 * (alpha**2).sum()

    assert found.converged
    assert found.objective == pytest.approx(objective(found.coefficients), abs=1e-10)
    for _ in range(30):
        step = rng.normal(size=(30, 3))
        step *= 0.03 / np.linalg.norm(step)
        assert objective(found.coefficients + step) < found.objective + 1e-6


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


def test_copies_go_together():
    twice = np.repeat([[0.0], [1.0], [7.0]], 6, axis=0)
    fitted = MIC(3, random_state=0).fit(twice)
    assert np.isfinite(fitted.mlmi_path_).all()
    assert np.array_equal(fitted.labels_[::6].repeat(6), fitted.labels_)


@pytest.mark.parametrize("labels", [[0, 1], [0, 1, 2], [0.0, 1.0, 0.0], [-1, 0, 1]])
def test_a_start_must_fit(labels):
    with pytest.raises(ValueError, match="labels must"):
        mic(np.eye(3), labels, 2)
