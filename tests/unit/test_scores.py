"""What a fit makes of new samples: score against the literal formulas, features, and searches."""

import numpy as np
import pytest
import sklearn
from cases import each
from sklearn.datasets import make_blobs
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import naive
import naive_angle
import naive_taxonomy
import naive_zhong
from depcluster import CLUHSIC, CLUHSICAL, SMIC, KernelKMeans, NumericalTaxonomy, kernel_matrix
from depcluster._base import prediction
from depcluster.labels import chain, ring, ring_loss, tree
from depcluster.papers.jenssen2006 import AngleSpectralClustering
from depcluster.papers.sugiyama2011 import lsmi

X, _ = make_blobs(60, 3, centers=5, cluster_std=1.5, random_state=1)
NEW = make_blobs(25, 3, centers=5, cluster_std=2.5, random_state=1)[0]
W = np.random.default_rng(0).integers(0, 4, size=len(X)).astype(float)
ALL = {
    "CLUHSIC": (CLUHSIC(4, random_state=0), {"gamma": [0.01, 0.1]}),
    "KernelKMeans": (KernelKMeans(4, random_state=0), {"gamma": [0.01, 0.1]}),
    "CLUHSICAL": (CLUHSICAL(4, random_state=0), {"label_kernel": ["plain", "chain"]}),
    "NumericalTaxonomy": (NumericalTaxonomy(4, n_init=2, random_state=0), {"gamma": [0.01, 0.1]}),
    "AngleSpectralClustering": (AngleSpectralClustering(4, sigma=2.0), {"sigma": [1.0, 2.0]}),
    "SMIC": (SMIC(4, random_state=0), {"n_neighbors": [3, 7]}),
    "rank": (CLUHSIC(4, rank=30, random_state=0), {"n_clusters": [3, 4]}),
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
    literal = naive.cluhsic_objective(Kc, fitted.predict(NEW), A, normalization)
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
    literal = naive_zhong.cluhsical(Kc, labels, ring(4), ring_loss(4), normalization, 0.3)
    assert fitted.score(NEW) == pytest.approx(literal)


@each("structure", ["tree", "free", chain(4)])
def test_the_score_of_a_taxonomy_is_its_formula(structure):
    fitted = NumericalTaxonomy(4, structure=structure, gamma=0.05, n_init=2, random_state=0).fit(X)
    K = naive.gaussian(NEW, 0.05)
    literal = naive_taxonomy.objective(K, fitted.predict(NEW), fitted.structure_)
    assert fitted.score(NEW) == pytest.approx(literal)
    if isinstance(structure, np.ndarray):  # (1) knows no constant in Y
        other = sklearn.clone(fitted).set_params(structure=structure + 3.0).fit(X)
        assert other.score(NEW) == pytest.approx(fitted.score(NEW))
    assert fitted.score(X[:1]) == 0.0


def test_the_score_of_the_samples_of_fit_is_the_objective():
    for name in ("CLUHSIC", "KernelKMeans", "NumericalTaxonomy", "rank"):
        fitted = ALL[name][0].fit(X)
        assert np.array_equal(fitted.predict(X), fitted.labels_), name
        assert fitted.score(X, "ignored") == pytest.approx(fitted.objective_), name


def test_slices_do_not_matter(monkeypatch):
    K, K_new = kernel_matrix(X), kernel_matrix(NEW, X, gamma=0.05)
    named = {name: estimator.fit(X) for name, (estimator, _) in ALL.items()}
    low = named["rank"]
    fits = [f for name, f in named.items() if name not in ("AngleSpectralClustering", "SMIC")]
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


@pytest.mark.filterwarnings("ignore:rank=9 leaves out")
def test_no_table_of_all_new_samples_is_made(monkeypatch):
    """Kernel values come some rows at a time, from a factor those with the pivots only."""
    shapes, made = [], prediction.kernel_matrix

    def watched(*args, **kwargs):
        shapes.append((K := made(*args, **kwargs)).shape)
        return K

    full, low = (CLUHSIC(4, gamma=0.05, rank=rank, random_state=0).fit(X) for rank in (None, 9))
    monkeypatch.setattr(prediction, "_ENTRIES", 600)
    monkeypatch.setattr(prediction, "_LEAST_ROWS", 1)
    monkeypatch.setattr(prediction, "kernel_matrix", watched)
    many = np.tile(NEW, (8, 1))
    full.score(many)
    assert max(rows for rows, _ in shapes) == 600 // len(many)
    shapes.clear()
    low.score(many)
    assert not shapes


@pytest.mark.filterwarnings("ignore:rank=30 leaves out")
def test_a_grid_is_searched_without_a_scorer():
    for name, (estimator, grid) in ALL.items():
        piped = make_pipeline(StandardScaler(with_std=False), estimator)
        step = piped.steps[-1][0]
        grid = {f"{step}__{parameter}": values for parameter, values in grid.items()}
        found = GridSearchCV(piped, grid, cv=2, error_score="raise").fit(X)
        assert np.isfinite(found.cv_results_["mean_test_score"]).all(), name
        assert found.best_score_ == found.cv_results_["mean_test_score"].max(), name


@each("rank", [None, 10])
def test_parameters_set_after_fit_wait_for_the_next_one(rank):
    fitted = CLUHSIC(3, rank=rank, random_state=0).fit(X)
    labels, score, bound = fitted.predict(NEW), fitted.score(NEW), fitted.objective_bound_
    fitted._bound = None
    fitted.set_params(kernel="linear", degree=3, coef0=2, gamma=5.0)
    np.testing.assert_array_equal(fitted.predict(NEW), labels)
    assert fitted.score(NEW) == score
    assert fitted.objective_bound_ == pytest.approx(bound, rel=1e-10)


def test_the_divergence_of_new_samples_all_of_a_cluster_or_of_none():
    fitted = AngleSpectralClustering(3, sigma=2.0).fit(X)
    labels = fitted.predict(NEW)
    K = naive_angle.kernel_u(NEW, naive_angle.inverse_density(NEW, 2.0), 2.0)
    assert fitted.score(NEW) == pytest.approx(naive_angle.divergence(K, labels, 3))
    assert fitted.score(X) == pytest.approx(fitted.divergence_)
    two = NEW[labels != 2]
    K = naive_angle.kernel_u(two, naive_angle.inverse_density(two, 2.0), 2.0)
    cosine = naive_angle.pair_cosine(K, fitted.predict(two), 0, 1)
    assert fitted.score(two) == pytest.approx(-np.log((cosine + 2) / 3))
    assert fitted.score(NEW[labels == 1]) == 0
    assert AngleSpectralClustering(1, sigma=2.0).fit(X).score(NEW) == np.inf
    far = AngleSpectralClustering(2, sigma=1.0).fit([[0.0], [0.1], [12.0], [12.1]])
    assert far.divergence_ > 30
    assert far.score([[0.0], [0.1], [12.0], [12.1]]) == pytest.approx(far.divergence_, rel=1e-9)


def test_lsmi_of_new_samples():
    fitted = SMIC(4, random_state=0).fit(X)
    assert fitted.score(X) == pytest.approx(fitted.lsmi_path_.max())
    found = lsmi(NEW, fitted.predict(NEW), n_classes=4, random_state=0)
    assert fitted.score(NEW) == found.value
    assert np.isfinite(fitted.score(NEW[:2]))
    with pytest.raises(ValueError, match="1 sample"):
        fitted.score(NEW[:1])


@each("weights", [None, W])
def test_features_are_rows_of_the_centred_factor(weights):
    w = np.ones(len(X)) if weights is None else weights
    for kind in (CLUHSIC, CLUHSICAL):
        fitted = kind(3, kernel="linear", rank=3, random_state=0).fit(X, sample_weight=weights)
        B = fitted.transform(NEW)
        np.testing.assert_allclose(B @ B.T, centred_new(lambda Z: Z @ Z.T, weights), atol=1e-9)
        np.testing.assert_allclose(w @ fitted.transform(X), 0, atol=1e-8)


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
        estimator = sklearn.clone(ALL[name][0])
        for method in ("transform", "fit_transform", "get_feature_names_out", "set_output"):
            assert not hasattr(estimator, method), (name, method)
        assert sklearn.utils.get_tags(estimator).transformer_tags is None
        with pytest.raises(AttributeError, match=r"^transform, .* with rank only"):
            estimator.transform(X)
    estimator = CLUHSIC(4, random_state=0).fit(X).set_params(rank=10)
    with pytest.raises(ValueError, match="rank must be an integer when fit is called"):
        estimator.transform(X)


def test_features_go_on_to_the_next_step():
    y = (X[:, 0] > X[:, 0].mean()).astype(int)
    piped = make_pipeline(CLUHSIC(4, rank=20, random_state=0), LogisticRegression())
    assert piped.fit(X, y).score(X, y) > 0.9
    fitted = CLUHSIC(4, rank=20, random_state=0)
    B = fitted.fit_transform(X)
    np.testing.assert_array_equal(B, fitted.transform(X))
    table = fitted.set_output(transform="pandas").transform(X)
    assert table.columns.tolist() == [f"cluhsic{j}" for j in range(B.shape[1])]
    assert table.shape == B.shape


@each("shift", [1e5, 1e8])
def test_the_score_of_far_samples_is_that_of_near_ones(shift):
    for kernel in ("linear", "rbf"):
        fitted = KernelKMeans(4, kernel=kernel, gamma=0.01, random_state=0)
        near = fitted.fit(X).score(NEW)
        assert fitted.fit(X + shift).score(NEW + shift) == pytest.approx(near, rel=1e-5)
        assert fitted.score(X + shift) == pytest.approx(fitted.objective_, rel=1e-5)
