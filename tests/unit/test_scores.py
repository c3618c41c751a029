"""What a fit makes of new samples: score against the literal formulas, features, and searches."""

import warnings

import numpy as np
import pytest
import sklearn
from cases import each
from sklearn.base import clone
from sklearn.datasets import make_blobs
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline

import reference
import reference_angle
import reference_taxonomy
import reference_zhong
from depcluster import CLUHSIC, CLUHSICAL, SMIC, KernelKMeans, NumericalTaxonomy, kernel_matrix
from depcluster._base import prediction
from depcluster.labels import chain, ring, ring_loss, tree
from depcluster.papers.jenssen2006 import AngleSpectralClustering

X, _ = make_blobs(60, 3, centers=5, cluster_std=1.5, random_state=1)
NEW = make_blobs(25, 3, centers=5, cluster_std=2.5, random_state=1)[0]
W = np.random.default_rng(0).integers(0, 4, size=len(X)).astype(float)
ALL = {
    "CLUHSIC": CLUHSIC(4, random_state=0),
    "KernelKMeans": KernelKMeans(4, random_state=0),
    "CLUHSICAL": CLUHSICAL(4, random_state=0),
    "NumericalTaxonomy": NumericalTaxonomy(4, n_init=2, random_state=0),
    "rank": CLUHSIC(4, rank=30, random_state=0),
}


def centred_new(K_new, w=None):
    """Kernel values of new samples, centred about the mean of those of fit."""
    both = np.vstack([X, NEW])
    K, m = K_new(both), len(X)
    w = [1.0] * m if w is None else list(w)
    h = [sum(w[i] * K[z, i] for i in range(m)) / sum(w) for z in range(len(both))]
    all_mean = sum(w[i] * h[i] for i in range(m)) / sum(w)
    k = range(m, len(both))
    return np.array([[K[y, z] - h[y] - h[z] + all_mean for z in k] for y in k])


@each("A", [np.eye(3), chain(3), tree([[0, 1], [2]])])
@each("normalization", ["l2", None])
@each("weights", [None, W])
def test_the_score_of_cluhsic_is_its_formula(A, normalization, weights):
    given = {"label_kernel": A, "normalization": normalization, "kernel": "linear"}
    fitted = CLUHSIC(3, **given, n_init=2, random_state=0).fit(X, sample_weight=weights)
    Kc = centred_new(lambda Z: Z @ Z.T, weights)
    literal = reference.cluhsic_objective(Kc, fitted.predict(NEW), A, normalization)
    assert fitted.score(NEW) == pytest.approx(literal)
    low = CLUHSIC(3, **given, rank=3, init=fitted.labels_).fit(X, sample_weight=weights)
    for Z in (X, NEW):  # a whole factor scores as the kernel does
        assert low.score(Z) == pytest.approx(fitted.score(Z))


@each("normalization", ["l1", "l2", None])
@each("weights", [None, W])
def test_the_score_of_cluhsical_is_its_formula(normalization, weights):
    fitted = CLUHSICAL(
        4, label_kernel="ring", loss=ring_loss(4), normalization=normalization, kernel="linear"
    )
    fitted.set_params(random_state=0, penalty=0.3).fit(X, sample_weight=weights)
    Kc = centred_new(lambda Z: Z @ Z.T, weights)
    labels = fitted.predict(NEW)
    literal = reference_zhong.cluhsical(Kc, labels, ring(4), ring_loss(4), normalization, 0.3)
    assert fitted.score(NEW) == pytest.approx(literal)


@each("structure", ["tree", "free", chain(4)])
def test_the_score_of_a_taxonomy_is_its_formula(structure):
    fitted = NumericalTaxonomy(4, structure=structure, gamma=0.05, n_init=2, random_state=0).fit(X)
    K = reference.gaussian(NEW, 0.05)
    literal = reference_taxonomy.objective(K, fitted.predict(NEW), fitted.structure_)
    assert fitted.score(NEW) == pytest.approx(literal)
    if isinstance(structure, np.ndarray):  # (1) knows no constant in Y
        other = sklearn.clone(fitted).set_params(structure=structure + 3.0).fit(X)
        assert other.score(NEW) == pytest.approx(fitted.score(NEW))
    assert fitted.score(X[:1]) == 0.0


def test_the_score_of_the_samples_of_fit_is_the_objective():
    for name in ("CLUHSIC", "KernelKMeans", "NumericalTaxonomy", "rank"):
        fitted = ALL[name].fit(X)
        assert np.array_equal(fitted.predict(X), fitted.labels_), name
        assert fitted.score(X, "ignored") == pytest.approx(fitted.objective_), name


def test_slices_do_not_matter(monkeypatch):
    K, K_new = kernel_matrix(X), kernel_matrix(NEW, X, gamma=0.05)
    fits = [estimator.fit(X) for estimator in ALL.values()]
    low = ALL["rank"]
    fits.append(CLUHSIC(4, kernel="laplacian", label_kernel="chain", random_state=0).fit(X))
    wholes = [(f.predict(NEW), f.score(NEW)) for f in fits]
    rows = low.transform(NEW)
    table = CLUHSIC(4, kernel="precomputed", random_state=0).fit(K)
    labels = table.predict(K_new)
    monkeypatch.setattr(prediction, "_ENTRIES", 1)
    for least in (1, 7):
        monkeypatch.setattr(prediction, "_LEAST_ROWS", least)
        for fit, (found, J) in zip(fits, wholes, strict=True):
            assert np.array_equal(fit.predict(NEW), found)
            assert fit.score(NEW) == pytest.approx(J)
        np.testing.assert_allclose(low.transform(NEW), rows, atol=1e-12)
        assert np.array_equal(table.predict(K_new), labels)


@each("rank", [None, 10])
def test_parameters_set_after_fit_wait_for_the_next_one(rank):
    fitted = CLUHSIC(3, rank=rank, random_state=0).fit(X)
    labels, score, bound = fitted.predict(NEW), fitted.score(NEW), fitted.objective_bound_
    del fitted.objective_bound_  # computed anew
    fitted.set_params(kernel="linear", degree=3, coef0=2, gamma=5.0)
    np.testing.assert_array_equal(fitted.predict(NEW), labels)
    assert fitted.score(NEW) == score
    assert fitted.objective_bound_ == pytest.approx(bound, rel=1e-10)


def test_the_divergence_of_new_samples_all_of_a_cluster_or_of_none():
    fitted = AngleSpectralClustering(3, sigma=2.0).fit(X)
    labels = fitted.predict(NEW)
    K = reference_angle.kernel_u(NEW, reference_angle.inverse_density(NEW, 2.0), 2.0)
    assert fitted.score(NEW) == pytest.approx(reference_angle.divergence(K, labels, 3))
    assert fitted.score(X) == pytest.approx(fitted.divergence_)
    two = NEW[labels != 2]
    K = reference_angle.kernel_u(two, reference_angle.inverse_density(two, 2.0), 2.0)
    cosine = reference_angle.pair_cosine(K, fitted.predict(two), 0, 1)
    assert fitted.score(two) == pytest.approx(-np.log((cosine + 2) / 3))
    assert fitted.score(NEW[labels == 1]) == 0
    assert AngleSpectralClustering(1, sigma=2.0).fit(X).score(NEW) == np.inf


@each("weights", [None, W])
def test_features_are_rows_of_the_centred_factor(weights):
    w = np.ones(len(X)) if weights is None else weights
    for kind in (CLUHSIC, CLUHSICAL):
        fitted = kind(3, kernel="linear", rank=3, random_state=0).fit(X, sample_weight=weights)
        B = fitted.transform(NEW)
        np.testing.assert_allclose(B @ B.T, centred_new(lambda Z: Z @ Z.T, weights), atol=1e-9)
        np.testing.assert_allclose(w @ fitted.transform(X), 0, atol=1e-8)


@each("estimator", ALL.values())
def test_before_fit_the_error_says_so(estimator):
    for method in "predict", "score":
        with pytest.raises(NotFittedError, match="is not fitted yet"):
            getattr(clone(estimator), method)(NEW)


def test_where_there_is_no_score_and_no_feature():
    for estimator, words in (
        (CLUHSIC(kernel="graph"), "graph"),
        (KernelKMeans(kernel="precomputed"), "each other"),
        (NumericalTaxonomy(kernel="precomputed"), "each other"),
        (NumericalTaxonomy(kernel="graph"), "graph"),
        (NumericalTaxonomy(similarity="normalized-cut"), "similarity"),
    ):
        assert not hasattr(estimator, "score"), estimator
        with pytest.raises(AttributeError, match=words):
            _ = estimator.score
    for name in ("CLUHSIC", "KernelKMeans", "CLUHSICAL", "NumericalTaxonomy"):
        estimator = sklearn.clone(ALL[name])
        assert not hasattr(estimator, "transform"), name
        assert sklearn.utils.get_tags(estimator).transformer_tags is None
        with pytest.raises(AttributeError, match=r"^transform, .* with rank only"):
            estimator.transform(X)
    estimator = CLUHSIC(4, random_state=0).fit(X).set_params(rank=10)
    with pytest.raises(ValueError, match="rank must be an integer when fit is called"):
        estimator.transform(X)


@pytest.mark.filterwarnings("ignore:rank=20 leaves out")
def test_a_search_needs_no_scorer_and_features_go_on_to_the_next_step():
    found = GridSearchCV(SMIC(4, random_state=0), {"n_neighbors": [3, 7]}, cv=2).fit(X)
    assert found.best_score_ == found.cv_results_["mean_test_score"].max()
    assert SMIC(4, random_state=0).fit(X).score(NEW[:2]) < np.inf
    y = (X[:, 0] > X[:, 0].mean()).astype(int)
    piped = make_pipeline(CLUHSIC(4, rank=20, random_state=0), LogisticRegression())
    assert piped.fit(X, y).score(X, y) > 0.9


@pytest.mark.filterwarnings("ignore:rank=20 leaves out")
@each("estimator", [SMIC(4, random_state=0), CLUHSIC(4, rank=20, random_state=0)])
def test_a_table_of_pandas_is_what_transform_gives_and_nothing_else_changes(estimator):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(X, columns=["a", "b", "c"])
    plain = sklearn.clone(estimator).fit(frame)
    model = sklearn.clone(estimator).set_output(transform="pandas").fit(frame)
    assert np.array_equal(model.transform(frame).to_numpy(), plain.transform(frame))
    for name in ("predict", "score", "predict_proba"):
        if hasattr(plain, name):
            assert np.array_equal(getattr(model, name)(frame), getattr(plain, name)(frame))


@each("estimator", [*ALL.values(), SMIC(4, random_state=0), AngleSpectralClustering(4)])
def test_names_that_are_missing_are_told_once(estimator):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(X, columns=["a", "b", "c"])
    fitted = sklearn.clone(estimator).fit(frame)
    for name in ("predict", "score"):
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            getattr(fitted, name)(frame)
            getattr(fitted, name)(X)
        assert len(told) == 1
