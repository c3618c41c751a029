"""Estimators inside a Pipeline and a GridSearchCV of scikit-learn: errors, and what is routed."""

import numpy as np
import pytest
import sklearn
from cases import each
from contract import KINDS, quick
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

from depcluster import CLUHSIC, CLUHSICAL, SMIC, KernelKMeans, NumericalTaxonomy
from depcluster.datasets import make_three

X = make_three()[0]


def spoilt(value, dtype=float):
    table = X.astype(dtype)
    table[7, 1] = value
    return table


BAD = [
    (SMIC, {}, spoilt("Bern", object), "X must .* 'Bern'"),
    (CLUHSIC, {"gamma": -1}, X, "gamma must be .* got -1"),
    (CLUHSICAL, {"kernel": X @ X.T}, X, 'kernel must be .*"precomputed"'),
    (KernelKMeans, {"kernel": lambda X, Y: X.sum(axis=1)}, X, "kernel must be a function"),
    (NumericalTaxonomy, {"n_clusters": 500}, X, "n_clusters must be .* got 500"),
]


def left_on(estimator):
    """Names of what is on an estimator besides its parameters."""
    return set(vars(estimator)) - set(estimator.get_params())


@each("kind, params, table, words", BAD)
def test_an_error_is_the_same_within_a_pipeline_and_a_search(kind, params, table, words):
    piped = make_pipeline(FunctionTransformer(validate=False), quick(kind, **params))
    asked = {f"{kind.__name__.lower()}__n_clusters": [params.get("n_clusters", 3)]}
    cv = [(np.arange(len(table)),) * 2]
    search = GridSearchCV(piped, asked, scoring=lambda *given: 0, error_score="raise", cv=cv)
    for fit in (quick(kind, **params).fit, piped.fit, piped.fit_predict, search.fit):
        with pytest.raises(ValueError, match=words):
            fit(table)


@each("params", [{}, {"rank": 20}, {"kernel": "graph"}])
@each("kind", KINDS)
def test_an_error_takes_away_what_a_fit_put_there_and_nothing_else(kind, params):
    if not params.keys() <= kind().get_params().keys():
        return
    estimator = quick(kind, **params)
    estimator.note = "somebody else's"
    fitted = estimator.fit(X)
    for name in ("objective_bound_", "predict"):
        getattr(fitted, name, None)  # may keep what it took long to compute
    assert "labels_" in left_on(fitted)
    for again in range(2):
        with pytest.raises(ValueError, match="no missing"):
            estimator.fit(spoilt(np.nan))
        assert left_on(estimator) == {"note"}, again


def test_a_fit_forgets_what_the_one_before_found():
    one = quick(CLUHSIC, rank=20).fit(X)
    assert one.objective_bound_ > 0
    one.set_params(rank=None, gamma=3.0).fit(X)
    other = quick(CLUHSIC, gamma=3.0).fit(X)
    assert left_on(one) == left_on(other)
    assert one.objective_bound_ == other.objective_bound_


def test_weights_are_routed_after_an_error():
    with sklearn.config_context(enable_metadata_routing=True):
        model = KernelKMeans(3, random_state=0).set_fit_request(sample_weight=True)
        with pytest.raises(ValueError, match="no missing"):
            model.fit(spoilt(np.nan))
        w = np.random.default_rng(0).integers(0, 3, size=len(X))
        piped = make_pipeline(StandardScaler().set_fit_request(sample_weight=False), model)
        piped.fit(X, sample_weight=w)
    alone = KernelKMeans(3, random_state=0).fit(StandardScaler().fit_transform(X), sample_weight=w)
    assert piped[-1].objective_ == alone.objective_
    assert piped[-1]._predictor_.kept.tolist() == np.flatnonzero(w).tolist()


def test_a_graph_says_why_it_cannot_predict_in_its_first_words():
    for kind in (CLUHSIC, NumericalTaxonomy):
        fitted = quick(kind, kernel="graph").fit(X)
        assert not hasattr(fitted, "predict")
        with pytest.raises(AttributeError, match=r"^predict .*available"):
            fitted.predict(X)
        with pytest.raises(AttributeError, match=r"^predict .*available"):
            kind.predict(fitted, X)
    piped = make_pipeline(StandardScaler(), KernelKMeans(3, kernel="graph")).fit(X)
    assert not hasattr(piped, "predict")
