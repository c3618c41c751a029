"""What holds for every estimator: scikit-learn's contract, bad input."""

import inspect
import pickle

import numpy as np
import pytest
from cases import each
from contract import KINDS, failed_checks, quick
from sklearn.base import clone

from depcluster import CLUHSIC, CLUHSICAL, SMIC, KernelKMeans, NumericalTaxonomy
from depcluster.datasets import make_three
from depcluster.labels import zero_one_loss
from depcluster.papers.jenssen2006 import AngleSpectralClustering
from depcluster.reproduction.baselines import MIC

X3 = make_three()[0]
ONE_PLACE = np.ones((6, 2))


@pytest.mark.filterwarnings("ignore")  # of tables of a few samples
@pytest.mark.parametrize("kind", KINDS)
def test_scikit_learn_contract(kind):
    params = {MIC: {"max_iter": 20}, SMIC: {"n_neighbors": 4}}
    assert failed_checks(quick(kind, **params.get(kind, {}))) == {}


@each("kind", KINDS)
def test_only_the_number_of_clusters_is_positional(kind):
    first, *others = inspect.signature(kind).parameters.values()
    assert (first.name, first.default) == ("n_clusters", 3)
    assert {parameter.kind for parameter in others} == {inspect.Parameter.KEYWORD_ONLY}
    assert kind(4).get_params() == kind(n_clusters=4).get_params()
    with pytest.raises(TypeError, match="positional"):
        kind(3, 4)


@each("kind", KINDS)
def test_a_clone_and_a_pickled_one_fit_the_same(kind):
    one = quick(kind, 4)
    labels = one.fit_predict(X3)
    for other in (clone(one), pickle.loads(pickle.dumps(one))):
        assert other.get_params() == one.get_params()
        assert repr(other) == repr(one)
        np.testing.assert_array_equal(other.fit_predict(X3), labels)


@each("kind", KINDS)
def test_a_subclass_may_add_parameters(kind):
    class Named(kind):
        def __init__(self, n_clusters=3, *, story=""):
            super().__init__(**quick(kind, n_clusters).get_params())
            self.story = story

    np.testing.assert_array_equal(
        clone(Named(story="mine")).fit(X3).labels_, quick(kind).fit(X3).labels_
    )
    with pytest.raises(ValueError, match="n_clusters must be an integer"):
        Named("three").fit(X3)


@each("kind", KINDS)
def test_no_rounding_to_zero_stops_who_asked_to_be_stopped_by_errors(kind):
    far = 100.0 * np.arange(3)[np.arange(60) % 3][:, None] + X3
    one = quick(kind)
    labels = clone(one).fit(far).labels_
    with np.errstate(all="raise"):
        assert np.array_equal(one.fit(far).labels_, labels)
        for name in ("predict", "score", "transform", "predict_proba"):
            if hasattr(one, name):
                getattr(one, name)(far + 5.0)


@each("kind", KINDS)
def test_one_cluster_is_the_trivial_answer(kind):
    assert not quick(kind, 1).fit(X3).labels_.any()


BAD = [
    *((kind, {}, X3[:1], "1 sample") for kind in KINDS),
    *((kind, {"n_clusters": 0}, X3, "n_clusters must") for kind in KINDS),
    *((kind, {}, X3[:2], "n_clusters must be at most") for kind in KINDS),
    *((kind, {}, np.repeat(X3[:2], 5, axis=0), "different samples, 2; got 3") for kind in KINDS),
    *((kind, {}, ONE_PLACE, "gamma cannot be chosen|different samples, 1; got 3")
      for kind in KINDS),
    (CLUHSIC, {"label_kernel": np.eye(4)}, X3, r"label_kernel must have.*\(3, 3\)"),
    (CLUHSIC, {"init": np.zeros(60, dtype=int)}, X3, r"init must use each of 0\.\.2"),
    (KernelKMeans, {"gamma": 1.0}, np.repeat([[0.0], [1.0]], 5, axis=0), "samples, 2; got 3"),
    (CLUHSICAL, {"loss": "hinge"}, X3, "loss .*zero-one"),
    (CLUHSICAL, {"loss": np.ones((3, 3))}, X3, "loss .*0 on the diagonal"),
    (CLUHSICAL, {"loss": -zero_one_loss(3)}, X3, "loss .*at least 0"),
    (CLUHSICAL, {"loss": 1e-200 * zero_one_loss(3)}, X3, "loss / loss.max"),
    (NumericalTaxonomy, {"structure": "ring"}, X3, "structure must"),
    (NumericalTaxonomy, {"structure": np.ones((3, 3))}, X3, "structure must tell clusters apart"),
    (NumericalTaxonomy, {"similarity": "normalized-cut", "kernel": "linear"}, X3 - 1,
     "positive row sums"),
    *((SMIC, {}, X3 * size, "X must lie close enough") for size in (1e200, 1e-170)),
    (SMIC, {"n_neighbors": 200}, X3, "n_neighbors must .* got 200"),
    (SMIC, {"class_prior": [0.5, 0.5]}, X3, r"class_prior must hold one share a cluster, \(3,\)"),
    (AngleSpectralClustering, {"n_clusters": 1}, ONE_PLACE, "all samples are the same"),
    (AngleSpectralClustering, {"n_clusters": 9, "sigma": 1e4}, X3, "at most the rank.*smaller"),
    (AngleSpectralClustering, {"weighting": lambda X, K: np.zeros(len(X))}, X3, "sample 0 got 0"),
    (AngleSpectralClustering, {"weighting": lambda X, K: K}, X3, "one number a sample"),
]  # fmt: skip


@pytest.fixture(scope="module")
def fitted():
    return {kind: pickle.dumps(quick(kind).fit(X3)) for kind in KINDS}


@each("kind, params, X, words", BAD)
def test_bad_input_names_the_parameter_and_leaves_nothing_fitted(kind, params, X, words, fitted):
    estimator = pickle.loads(fitted[kind]).set_params(**params)
    with pytest.raises(ValueError, match=words):
        estimator.fit(X)
    assert set(vars(estimator)) == set(estimator.get_params())


@each("kind", KINDS)
def test_an_interrupt_leaves_nothing_fitted(kind, fitted, monkeypatch):
    def interrupted(*args):
        raise KeyboardInterrupt

    estimator = pickle.loads(fitted[kind])
    monkeypatch.setattr(kind, "_fit_samples", interrupted)
    with pytest.raises(KeyboardInterrupt):
        estimator.fit(X3)
    assert set(vars(estimator)) == set(estimator.get_params())
