"""AngleSpectralClustering: scikit-learn's contract, predict, repeatability and bad input."""

import sys

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.utils.estimator_checks import parametrize_with_checks

import naive_angle as naive
from depcluster.datasets import make_crescents
from depcluster.papers.jenssen2006 import (
    AngleSpectralClustering,
    affinity_weights,
    angle_clustering,
    scale_free_outlier_weights,
    window_kernel,
)

WEIGHTINGS = ("affinity", "laplacian", "outlier")
CRESCENTS = make_crescents((60, 60), random_state=1)[0]


def cloud(seed, m=14, d=2):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(m, d)) + 5 * (np.arange(m) % 3)[:, None] * np.eye(d)[0]


@parametrize_with_checks([AngleSpectralClustering(weighting=name) for name in WEIGHTINGS])
def test_scikit_learn_contract(estimator, check):
    check(estimator)


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


def test_a_callable_weighting():
    def inverse(X, K):
        return 1 / K.mean(axis=1)

    one = angle_clustering(CRESCENTS, 2, weighting=inverse)
    assert one.labels.tolist() == angle_clustering(CRESCENTS, 2).labels.tolist()
    assert affinity_weights(CRESCENTS, np.eye(3)).tolist() == [1, 1, 1]


def test_one_cluster():
    fitted = AngleSpectralClustering(1, sigma=1.0).fit(CRESCENTS)
    assert not fitted.labels_.any()
    assert fitted.divergence_ == np.inf
    assert fitted.cost_ == 0


@pytest.mark.parametrize(
    ("params", "X", "words"),
    [
        ({}, np.full((5, 2), np.nan), "the first is nan in row 0, column 0"),
        ({}, np.ones((1, 2)), "1 sample"),
        ({}, np.ones((6, 2)), "different samples, 1; got 2"),
        ({"n_clusters": 1}, np.ones((6, 2)), "all samples are the same"),
        ({"n_clusters": 0}, CRESCENTS, "n_clusters must be an integer of at least 1"),
        ({"n_clusters": 200}, CRESCENTS, "n_clusters must be at most"),
        ({"n_clusters": 9, "sigma": 1e4}, CRESCENTS, "at most the rank.*smaller sigma"),
        ({"sigma": 0}, CRESCENTS, "sigma must be a positive number"),
        ({"sigma": -1.0}, CRESCENTS, "sigma must be a positive number"),
        ({"sigma": np.nan}, CRESCENTS, "sigma must be a positive number"),
        ({"sigma": np.inf}, CRESCENTS, "sigma must be a positive number"),
        ({"sigma": 1e-200}, CRESCENTS, "sigma must be a positive number"),
        ({"sigma": 1e200}, CRESCENTS, "sigma must be a positive number"),
        ({"sigma": [0.5]}, CRESCENTS, "sigma must be a positive number"),
        ({"sigma": "median"}, CRESCENTS, "sigma must be a positive number or one of"),
        ({"weighting": "1/f"}, CRESCENTS, 'weighting must be one of "affinity"'),
        ({"weighting": lambda X, K: np.zeros(len(X))}, CRESCENTS, "sample 0 got 0.*zero"),
        ({"weighting": lambda X, K: np.full(len(X), np.inf)}, CRESCENTS, "positive, finite"),
        ({"weighting": lambda X, K: K}, CRESCENTS, "one number a sample"),
        ({"init": "k-means++"}, CRESCENTS, 'init must be one of "axes", "random"'),
        ({"max_iter": 0}, CRESCENTS, "max_iter must be an integer"),
    ],
)
def test_bad_input_names_the_parameter_and_leaves_nothing_fitted(params, X, words):
    estimator = AngleSpectralClustering(2).fit(CRESCENTS).set_params(**params)
    with pytest.raises(ValueError, match=words):
        estimator.fit(X)
    assert set(vars(estimator)) == set(estimator.get_params())


def test_an_interrupt_leaves_nothing_fitted(monkeypatch):
    estimator = AngleSpectralClustering(2).fit(CRESCENTS)

    def interrupted(*args, **kwargs):
        raise KeyboardInterrupt

    module = sys.modules["depcluster.papers.jenssen2006.angle"]
    monkeypatch.setattr(module, "angle_clustering", interrupted)
    with pytest.raises(KeyboardInterrupt):
        estimator.fit(CRESCENTS)
    assert not hasattr(estimator, "labels_")
    assert not hasattr(clone(estimator), "labels_")
