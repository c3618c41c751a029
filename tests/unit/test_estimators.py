"""CLUHSIC and KernelKMeans against brute force and other literal answers."""

import numpy as np
import pytest
from cases import each
from scipy import sparse
from sklearn.base import clone
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris
from sklearn.metrics import adjusted_rand_score
from sklearn.preprocessing import StandardScaler

import reference
from depcluster import CLUHSIC, CLUHSICAL, KernelKMeans, cluhsic, kernel_matrix, median_rule
from depcluster.datasets import make_circle, make_row, make_three
from depcluster.kernels import Dense
from depcluster.labels import chain, plain, tree

IRIS = StandardScaler().fit_transform(load_iris().data)


@each("A", [plain(2), chain(2), plain(3), chain(3), tree([[0, 1], [2]])])
@each("normalization", ["l2", None])
def test_finds_the_best_of_all_partitions(A, normalization):
    c = len(A)
    for seed in range(2):
        X = np.random.default_rng(seed).normal(size=(7, 2))
        K = reference.gaussian(X, 0.5)
        Kc = reference.centred(K)
        best = max(
            reference.cluhsic_objective(Kc, labels, A, normalization)
            for labels in reference.all_partitions(7, c)
        )
        found = cluhsic(K, A, normalization=normalization, n_init=80, random_state=0)
        assert found.objective == pytest.approx(best, rel=1e-9)
        assert best <= found.objective_bound * (1 + 1e-9)


def test_the_plain_label_kernel_is_kmeans():
    fitted = KernelKMeans(3, kernel="linear", n_init=20, random_state=0).fit(IRIS)
    scatter = reference.within_scatter(IRIS, fitted.labels_)
    assert (IRIS**2).sum() - fitted.objective_ == pytest.approx(scatter)
    inertia = KMeans(3, n_init=20, random_state=0).fit(IRIS).inertia_
    assert scatter <= inertia * (1 + 1e-9)
    plain_cluhsic = CLUHSIC(3, kernel="linear", n_init=20, random_state=0).fit(IRIS)
    assert plain_cluhsic.objective_ == pytest.approx(fitted.objective_)


@each("normalization", ["l2", None])
def test_relabelling_the_label_kernel_relabels_the_answer(normalization):
    X, _ = make_row()
    A = tree([[0, 1], [2, 3, 4]])
    p = np.array([3, 0, 4, 1, 2])
    search = CLUHSIC(5, normalization=normalization, n_init=200, random_state=0)
    one, two = (clone(search).set_params(label_kernel=B).fit(X[::4]) for B in (A, A[np.ix_(p, p)]))
    assert one.objective_ == pytest.approx(two.objective_)
    assert adjusted_rand_score(one.labels_, two.labels_) == 1


def test_a_ring_comes_out_in_order():
    X, _ = make_circle()
    gamma = 4 * median_rule(X)
    found = CLUHSIC(8, label_kernel="ring", gamma=gamma, random_state=0).fit(X)
    means = np.array([X[found.labels_ == j].mean(axis=0) for j in range(8)])
    around = np.argsort(np.arctan2(means[:, 1], means[:, 0]))
    assert set(np.diff(around, append=around[0]) % 8) in ({1}, {7})
    assert found.objective_ <= found.objective_bound_


@each("kernel", ["rbf", "laplacian", "linear", "poly"])
def test_predict_agrees_with_labels_on_training_points(kernel):
    for X in (make_row()[0], IRIS):
        fitted = KernelKMeans(5, kernel=kernel, random_state=0).fit(X)
        assert np.array_equal(fitted.predict(X), fitted.labels_)


def test_predict_is_the_exact_gain_of_adding_a_point():
    X, _ = make_row()
    A = chain(5)
    fitted = CLUHSIC(5, label_kernel=A, gamma=0.2, random_state=0).fit(X)
    x = np.array([[3.1, 0.4]])
    both = np.vstack([X, x])
    K = reference.gaussian(both, 0.2)
    m = len(X)
    r = K[:, :m].mean(axis=1)  # centred about the training mean, as KernelCenterer does
    Kc = K - r[:, None] - r[None] + r[:m].mean()
    J = [reference.cluhsic_objective(Kc, [*fitted.labels_, j], A, "l2") for j in range(5)]
    assert fitted.predict(x)[0] == int(np.argmax(J))


def test_precomputed_is_the_same_problem():
    X, _ = make_row()
    K = kernel_matrix(X, gamma=0.3)
    one = CLUHSIC(5, label_kernel="ring", gamma=0.3, random_state=0).fit(X)
    two = CLUHSIC(5, label_kernel="ring", kernel="precomputed", random_state=0).fit(K)
    assert np.array_equal(one.labels_, two.labels_)
    assert np.array_equal(two.predict(K[:7]), two.labels_[:7])
    assert two.__sklearn_tags__().input_tags.pairwise
    with pytest.raises(ValueError, match=r"X.*square"):
        CLUHSIC(kernel="precomputed").fit(X)


def test_a_weight_of_three_is_three_copies():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(30, 2))
    w = rng.integers(0, 4, size=30)
    weighted = KernelKMeans(3, random_state=0).fit(X, sample_weight=w)
    repeated = KernelKMeans(3, random_state=0).fit(np.repeat(X, w, axis=0))
    assert weighted.objective_ == pytest.approx(repeated.objective_)
    assert np.array_equal(np.repeat(weighted.labels_, w), repeated.labels_)
    assert np.array_equal(weighted.predict(X), repeated.predict(X))
    literal = reference.cluhsic_objective(
        reference.centred(
            reference.gaussian(np.repeat(X, w, axis=0), weighted._predictor_.params["gamma"])
        ),
        repeated.labels_,
        np.eye(3),
        "l2",
    )
    assert weighted.objective_ == pytest.approx(literal)


@each(
    "estimator",
    [KernelKMeans(3), CLUHSIC(3, label_kernel="ring", gamma="scale"), CLUHSICAL(3, rank=25)],
)
def test_only_ratios_of_weights_count_below_one(estimator):
    rng = np.random.default_rng(3)
    X, w = rng.normal(size=(30, 2)), rng.random(30)
    whole, tiny = (
        clone(estimator).set_params(random_state=0).fit(X, sample_weight=v)
        for v in (w, np.ldexp(w, -600))
    )
    assert whole._predictor_.params == tiny._predictor_.params
    assert np.array_equal(whole.labels_, tiny.labels_)
    assert np.array_equal(whole.predict(X), tiny.predict(X))
    assert tiny.score(X) == pytest.approx(whole.score(X))


@each("estimator", [KernelKMeans(5, gamma=0.3), CLUHSIC(5, gamma=0.3)])
def test_init_labels_belong_to_the_rows_as_given(estimator):
    X, y = make_row()
    p = np.random.default_rng(0).permutation(len(X))
    literal = reference.cluhsic_objective(
        reference.centred(reference.gaussian(X, 0.3)), y, np.eye(5), "l2"
    )
    fitted = estimator.set_params(init=y[p]).fit(X[p])
    assert fitted.history_[0] == pytest.approx(literal)


def test_of_equal_rows_the_first_label_that_is_known_is_where_a_search_begins():
    X, y = make_row()
    twice, known = np.vstack([X, X]), np.append(np.full(len(X), -1), y)
    K = reference.centred(twice @ twice.T)
    literal = reference.cluhsic_objective(K, np.tile(y, 2), np.eye(5), "l2")
    for rows in (twice, sparse.csr_array(twice)):
        fitted = KernelKMeans(5, kernel="linear", init=known).fit(rows)
        assert fitted.history_[0] == pytest.approx(literal)


def test_a_gram_must_be_centred():
    K = kernel_matrix(make_three()[0])
    for entries in (K, K + 1e10, 1e10 * K):
        with pytest.raises(ValueError, match="K must be centred"):
            cluhsic(Dense(entries, centred=False), plain(3))
    with pytest.raises(ValueError, match="same weights"):
        cluhsic(Dense(K), plain(3), sample_weight=np.arange(1, 61))


def test_samples_that_are_all_the_same_are_no_error():
    found = cluhsic(np.ones((6, 6)), np.eye(2), random_state=0)
    assert set(found.labels) == {0, 1}
    assert found.objective == 0
    with pytest.warns(UserWarning, match="does not tell these samples apart"):
        model = CLUHSIC(3, kernel="precomputed", random_state=0).fit(np.ones((20, 20)))
    assert set(model.labels_) == {0, 1, 2}


@each("rank", [None, 40])
def test_the_bound_is_computed_when_asked_for_and_then_kept(rank):
    X, _ = make_three()
    w = np.random.default_rng(0).integers(1, 4, size=len(X))
    for weights in (None, w):
        found = KernelKMeans(3, kernel="linear", rank=rank, random_state=0)
        found.fit(X, sample_weight=weights)
        K = reference.centred(X @ X.T, weights)
        root = np.sqrt(np.ones(len(X)) if weights is None else weights)
        values = np.linalg.eigvalsh(root[:, None] * K * root)[::-1]
        assert "objective_bound_" not in vars(found)
        assert found.objective_bound_ == pytest.approx(values[:2].sum(), rel=1e-6)
        assert vars(found)["objective_bound_"] == found.objective_bound_
    with pytest.raises(AttributeError):
        _ = CLUHSIC(3).objective_bound_
    assert np.isinf(CLUHSIC(3, normalization=None, random_state=0).fit(X).objective_bound_)
    alone = CLUHSIC(1, random_state=0).fit(X)
    assert alone.objective_bound_ == alone.objective_
