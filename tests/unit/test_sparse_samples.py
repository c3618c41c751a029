"""Sparse samples and sparse kernel matrices: what the dense ones give, never made dense."""

import warnings
from itertools import combinations

import numpy as np
import pytest
from cases import each
from scipy import sparse
from sklearn.metrics import adjusted_rand_score

import reference
from depcluster import (
    CLUHSIC,
    CLUHSICAL,
    KernelKMeans,
    NumericalTaxonomy,
    kernel_matrix,
    median_rule,
)
from depcluster._validation import as_sparse_samples, equal_rows
from depcluster.kernels.matrix import kernel_diagonal, resolve_gamma
from depcluster.kernels.precision import measured_from, origin_of

KERNELS = ["linear", "cosine", "poly", "polynomial", "rbf"]
M, D = 70, 12


def counts(seed=0):
    """Counts in three groups, with empty rows and repeated ones."""
    rng = np.random.default_rng(seed)
    rates = 0.1 + 3 * (np.arange(D) % 3 == np.arange(M)[:, None] % 3)
    X = rng.poisson(rates * (rng.random((M, D)) < 0.5)).astype(float)
    X[[4, 40]] = 0
    X[50:60] = X[:10]
    return X


X, NEW = counts(), counts(1)[:20]
W = np.random.default_rng(0).integers(0, 3, size=M).astype(float)


def odd(X):
    """CSR whose indices run backwards, with entries stored as two halves and stored zeros."""
    coo = sparse.coo_array(X)
    at, by = (np.r_[np.tile(part, 2)[::-1], 0, 1] for part in (coo.row, coo.col))
    data = np.r_[np.tile(coo.data / 2, 2)[::-1], 0, 0]
    order = np.argsort(at, kind="stable")
    indptr = np.searchsorted(at[order], np.arange(len(X) + 1))
    made = sparse.csr_array((data[order], by[order], indptr), shape=X.shape)
    assert not made.has_canonical_format
    np.testing.assert_array_equal(made.toarray(), X)
    return made


FORMS = [
    odd,
    lambda Z: sparse.csc_matrix(Z.astype(np.float32)),
    lambda Z: sparse.coo_array(Z.astype(np.int64)),
    sparse.lil_matrix,
]


ODD = odd(X)


@pytest.fixture
def whole_is_refused(monkeypatch):
    """An error for whoever makes a table of samples dense, or a whole sparse matrix."""

    def refuse(cls, name):
        made = getattr(cls, name)

        def checked(self, *args, **kwargs):
            rows, columns = (1, *self.shape)[-2:]
            assert rows < 8 or columns not in (D, 3 * M)
            return made(self, *args, **kwargs)

        monkeypatch.setattr(cls, name, checked)

    for cls in (sparse.csr_array, sparse.csc_array, sparse.coo_array, sparse.csr_matrix):
        for name in ("toarray", "todense"):
            refuse(cls, name)


@pytest.fixture(autouse=True)
def no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "rank=")
        yield


@each("kernel", KERNELS)
@each("made", FORMS)
def test_a_kernel_of_sparse_samples_is_that_of_dense_ones(kernel, made):
    wanted = kernel_matrix(X, kernel=kernel), kernel_matrix(X, NEW, kernel=kernel)
    for Z in (X, made(X)):
        for Y in (NEW, made(NEW)):
            found = kernel_matrix(Z, Y, kernel=kernel)
            assert isinstance(found, np.ndarray)
            np.testing.assert_allclose(found, wanted[1], rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(kernel_matrix(made(X), kernel=kernel), wanted[0], atol=1e-10)
    if kernel == "rbf":
        np.testing.assert_allclose(kernel_matrix(made(X), gamma=0.3), reference.gaussian(X, 0.3))
    params = {"kernel": kernel, "gamma": 0.1, "degree": 2, "coef0": 1}
    found = kernel_diagonal(as_sparse_samples(made(X)), **params)
    np.testing.assert_allclose(found, kernel_matrix(X, **params).diagonal(), atol=1e-12)


@each("kernel", ["rbf", "poly"])
def test_a_weight_of_two_is_two_copies_to_the_width(kernel):
    copies = np.repeat(X, W.astype(int), axis=0)
    for rule in ("median", "scale"):
        wanted = resolve_gamma(rule, copies, kernel)
        assert resolve_gamma(rule, X, kernel, W) == pytest.approx(wanted)
        assert resolve_gamma(rule, sparse.csr_array(X), kernel, W) == pytest.approx(wanted)


def test_equal_rows_have_distance_zero_exactly():
    rng = np.random.default_rng(0)
    Z = rng.random((600, 40)) * (rng.random((600, 40)) < 0.3)
    Z[150:] = Z[0] * 1.1
    for given in (Z, sparse.csr_array(Z)):
        with pytest.raises(ValueError, match="distance between samples is 0"):
            median_rule(given[150:])


def test_where_most_rows_are_equal_the_others_choose_the_width():
    Z = np.r_[np.zeros((30, 3)), np.eye(3), 3 * np.eye(3)]
    apart = [np.sum((a - b) ** 2) for a, b in combinations(Z, 2) if (a != b).any()]
    one, times = np.unique(Z, axis=0, return_counts=True)
    for given, weights in ((Z, None), (sparse.csr_array(Z), None), (one, times)):
        with pytest.warns(UserWarning, match="Half of the pairs of samples in X or more are equal"):
            assert median_rule(given, sample_weight=weights) == pytest.approx(1 / np.median(apart))


def test_equal_rows_are_found():
    first, which = equal_rows(as_sparse_samples(odd(X)))
    assert (np.diff(first) > 0).all()
    for i in range(M):
        for j in range(M):
            assert (which[i] == which[j]) == np.array_equal(X[i], X[j])
        assert first[which[i]] == min(j for j in range(M) if which[j] == which[i])


@each("kernel", ["linear", "poly", "rbf"])
@each("shift", [1e3, 1e7])
def test_far_samples_are_measured_from_near_by_and_stay_sparse(kernel, shift):
    far, new = (
        np.hstack([Z + shift, X[:1].repeat(len(Z), axis=0) * (np.arange(D) == 3), Z])
        for Z in (X, NEW)
    )
    S = sparse.csr_array(far)
    o = origin_of(S)
    assert o[:D] == pytest.approx(origin_of(far)[:D])
    assert (o[far.astype(bool).mean(axis=0) < 0.5] == 0).all()
    near = measured_from(o, S)
    assert sparse.issparse(near)
    assert near.nnz <= 2 * S.nnz
    np.testing.assert_allclose(near.toarray(), far - o)
    fits = [KernelKMeans(3, kernel=kernel, random_state=0).fit(Z) for Z in (far, S)]
    assert np.array_equal(fits[0].labels_, fits[1].labels_)
    assert fits[1].objective_ == pytest.approx(fits[0].objective_, rel=1e-6)
    for fitted in fits:
        for Z in (new, sparse.csr_array(new)):
            assert np.array_equal(fitted.predict(Z), fits[0].predict(new))
            assert fitted.score(Z) == pytest.approx(fits[0].score(new), rel=1e-6)


@pytest.mark.usefixtures("whole_is_refused")
@each(
    "estimator, kernel, rank, weights",
    [
        (CLUHSIC, "linear", None, W),
        (CLUHSIC, "poly", 9, None),
        (KernelKMeans, "rbf", 9, W),
        (CLUHSICAL, "cosine", None, W),
        (NumericalTaxonomy, "linear", None, None),
    ],
)
def test_a_fit_to_sparse_samples_is_that_to_dense_ones(estimator, kernel, rank, weights):
    params = {"kernel": kernel, "random_state": 0} | ({"rank": rank} if rank else {})
    given = {} if weights is None else {"sample_weight": weights}
    if estimator is NumericalTaxonomy:
        params["n_init"] = 2
    dense = estimator(3, **params).fit(X, **given)
    found = estimator(3, **params).fit(ODD.copy(), **given)
    assert adjusted_rand_score(found.labels_, dense.labels_) == 1
    assert found.objective_ == pytest.approx(dense.objective_, rel=1e-9)
    np.testing.assert_allclose(found.history_, dense.history_, rtol=1e-8)
    assert found.n_features_in_ == D
    if hasattr(dense, "objective_bound_"):
        assert found.objective_bound_ == pytest.approx(dense.objective_bound_, rel=1e-6)
    for Z in (NEW, sparse.csc_array(NEW), sparse.csr_matrix(NEW)):
        assert adjusted_rand_score(found.predict(Z), dense.predict(NEW)) == 1
        assert np.array_equal(dense.predict(Z), dense.predict(NEW))
        assert found.score(Z) == pytest.approx(dense.score(NEW))
        if rank:
            np.testing.assert_allclose(found.transform(Z), dense.transform(NEW), atol=1e-7)


@each("kernel", ["sigmoid", "laplacian", "graph", "additive_chi2", np.dot])
def test_other_kernels_name_those_that_take_sparse_samples(kernel):
    S, said = sparse.csr_array(X), r"X must be dense for kernel=.*\"rbf\""
    fitted = CLUHSIC(3, kernel=kernel, random_state=0)
    for call in (lambda: kernel_matrix(S, kernel=kernel), lambda: fitted.fit(S)):
        with pytest.raises(ValueError, match=said):
            call()
    assert not hasattr(fitted, "labels_")


def test_bad_sparse_samples():
    Z = X.copy()
    Z[7, 3], Z[8, 0] = np.nan, np.inf
    lacking, outside = sparse.csc_array(Z), sparse.csr_array(X)
    outside.indices[0] = D
    for estimator in (KernelKMeans(3, rank=5), NumericalTaxonomy(3)):
        for ask in (lambda e: e.fit(lacking), lambda e: e.fit(X).predict(lacking)):
            with pytest.raises(ValueError, match="got nan in row 7, column 3"):
                ask(estimator)
        with pytest.raises(ValueError, match="X must be a sound sparse matrix"):
            estimator.fit(outside)
        assert not hasattr(estimator, "labels_")


def neighbours(m=3 * M):
    """A sparse kernel matrix: a Gaussian without its small entries, and its samples."""
    Z = np.random.default_rng(0).normal(size=(m, 2)) + 4 * (np.arange(m)[:, None] % 3 == [0, 1])
    K = reference.gaussian(Z, 0.5)
    return np.where(K > 0.05, K, 0) + 0.5 * np.eye(m)


@pytest.mark.usefixtures("whole_is_refused")
@each("estimator", [CLUHSIC, NumericalTaxonomy])
def test_a_sparse_precomputed_matrix_is_the_dense_one(estimator, monkeypatch):
    monkeypatch.setattr("depcluster.kernels.gram._ROWS", 5)
    K, K_new = neighbours(), neighbours()[:30]
    given = {"sample_weight": np.tile(W, 3)} if estimator is CLUHSIC else {}
    dense, found = (
        estimator(3, kernel="precomputed", random_state=0).fit(Z, **given)
        for Z in (K, sparse.csc_matrix(K))
    )
    assert np.array_equal(found.labels_, dense.labels_)
    assert found.objective_ == pytest.approx(dense.objective_, rel=1e-9)
    if hasattr(dense, "objective_bound_"):
        assert found.objective_bound_ == pytest.approx(dense.objective_bound_, rel=1e-6)
    for fitted in (dense, found):
        for Z in (K_new, sparse.csr_array(K_new)):
            assert np.array_equal(fitted.predict(Z), dense.predict(K_new))


def test_a_sparse_matrix_meets_a_dense_fit_that_put_a_constant_aside():
    K = kernel_matrix(X) + 1e8
    fitted = CLUHSIC(3, kernel="precomputed", random_state=0).fit(K)
    assert fitted._predictor_.constant
    assert np.array_equal(fitted.predict(sparse.csr_array(K)), fitted.predict(K))
    assert np.array_equal(fitted.predict(K), fitted.labels_)
