"""AngleSpectralClustering: scikit-learn's contract, predict, repeatability and bad input."""

import sys
import warnings

import numpy as np
import pytest
from sklearn.datasets import load_iris, load_wine
from sklearn.preprocessing import StandardScaler

import naive_angle as naive
from depcluster._base import prediction
from depcluster.datasets import make_crescents, make_three_rings
from depcluster.papers.jenssen2006 import (
    AngleSpectralClustering,
    affinity_weights,
    angle_clustering,
    scale_free_outlier_weights,
    touching,
    window_kernel,
)

WEIGHTINGS = ("affinity", "laplacian", "outlier")
CRESCENTS = make_crescents((60, 60), random_state=1)[0]


def cloud(seed, m=14, d=2):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(m, d)) + 5 * (np.arange(m) % 3)[:, None] * np.eye(d)[0]


def test_axes_start_is_deterministic():
    for init in ("axes", "random"):
        runs = [
            AngleSpectralClustering(2, sigma=0.6, init=init, random_state=7).fit(CRESCENTS)
            for _ in range(2)
        ]
        assert np.array_equal(runs[0].labels_, runs[1].labels_)
        assert np.array_equal(runs[0].embedding_, runs[1].embedding_)
    one, two = (angle_clustering(CRESCENTS, 2, random_state=k).labels for k in (0, 1))
    assert np.array_equal(one, two)


def test_predict_keeps_the_labels_of_fit_and_needs_no_weight():
    iris = load_iris().data
    for name in (*WEIGHTINGS, scale_free_outlier_weights):
        for X, sigma in ((iris, 0.4), (CRESCENTS, 0.5), (CRESCENTS, 0.1)):
            fitted = AngleSpectralClustering(3, weighting=name, sigma=sigma).fit(X)
            assert np.array_equal(fitted.predict(X), fitted.labels_)
    far = fitted.predict(np.array([[1e6, 1e6]]))
    assert far[0] == fitted.labels_[((CRESCENTS - 1e6) ** 2).sum(axis=1).argmin()]


def steep(X, K):
    return np.exp(X[:, 0])


@pytest.mark.parametrize("weighting", ["affinity", "laplacian", steep])
def test_predict_is_the_feature_map_of_one_more_sample(weighting):
    X = cloud(2, 30)
    new = np.random.default_rng(0).uniform(-2, 12, size=(200, 2))
    fitted = AngleSpectralClustering(3, sigma=2.0, weighting=weighting).fit(X)
    e = fitted.embedding_ / np.sqrt(fitted.eigenvalues_)
    for x, label in zip(new, fitted.predict(new), strict=True):
        k = window_kernel(x[None], X, sigma=2.0)[0]
        u = {"affinity": 1.0, "laplacian": 1 / k.mean()}.get(weighting, np.exp(x[0]))
        Phi = np.sqrt(u * fitted.weights_) * k @ e / np.sqrt(fitted.eigenvalues_)
        assert label == int(np.argmax([naive.cosine(Phi, mean) for mean in fitted.means_]))


def test_predict_takes_the_samples_in_slices(monkeypatch):
    module = sys.modules["depcluster.papers.jenssen2006.angle"]
    X = np.random.default_rng(1).uniform(-4, 7, size=(105, 2))
    fitted = AngleSpectralClustering(3, sigma=0.5).fit(CRESCENTS)
    one_by_one, rows = [fitted.predict(x[None])[0] for x in X], []

    def counted(X, Y, *, sigma):
        rows.append(len(X))
        return window_kernel(X, Y, sigma=sigma)

    monkeypatch.setattr(prediction, "_ENTRIES", 1)
    monkeypatch.setattr(prediction, "_LEAST_ROWS", 50)
    monkeypatch.setattr(module, "window_kernel", counted)
    assert fitted.predict(X).tolist() == one_by_one
    assert rows == [50, 50, 5]


# Widths at which samples are alone.


@pytest.mark.parametrize("sigma", [0.01, 0.02, 0.05, 0.2])
def test_a_warning_tells_how_many_samples_are_alone(sigma):
    alone = sum(naive.has_none_near(CRESCENTS.tolist(), 2 * sigma))
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        angle_clustering(CRESCENTS, 2, sigma=sigma)
    expected = [f"sigma={sigma:.3g} is narrow for X: {alone} of 120 samples"] * (alone > 108)
    assert [str(one.message)[: len(expected[0])] for one in told] == expected


def test_a_rule_too_narrow_for_many_features_is_told():
    wine = StandardScaler().fit_transform(load_wine().data)
    for rule in ("mean", "lscv"):
        with pytest.warns(UserWarning, match="sigma=.*is narrow.*larger sigma.*touching"):
            AngleSpectralClustering(3, sigma=rule).fit(wine)


@pytest.mark.parametrize("sigma", ["touching", "mean", 0.3])
@pytest.mark.parametrize("X", [make_crescents((209, 21))[0], make_three_rings()[0]])
def test_sensible_widths_are_not_warned_of(X, sigma):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        AngleSpectralClustering(2, sigma=sigma).fit(X)


def test_a_weight_that_floating_point_cannot_hold_and_what_is_said_to_help():
    X = np.random.default_rng(0).normal(size=(40, 500))
    X[20:] += 3
    narrow = touching(X) / 2
    said = 'Try a larger sigma.*"touching".*scale_free'
    with pytest.warns(UserWarning, match="narrow"), pytest.raises(ValueError, match=said):
        angle_clustering(X, 2, weighting="outlier", sigma=narrow)
    for weighting in ("outlier", scale_free_outlier_weights):
        labels = angle_clustering(X, 2, weighting=weighting, sigma="touching").labels
        assert sorted(map(tuple, labels.reshape(2, 20))) == [(0,) * 20, (1,) * 20]


def test_a_callable_weighting():
    def inverse(X, K):
        return 1 / K.mean(axis=1)

    one = angle_clustering(CRESCENTS, 2, weighting=inverse)
    assert one.labels.tolist() == angle_clustering(CRESCENTS, 2).labels.tolist()
    assert affinity_weights(CRESCENTS, np.eye(3)).tolist() == [1, 1, 1]
