"""Samples far from 0, as map coordinates are, and others whose squared distances lose digits."""

import warnings

import numpy as np
import pytest
from cases import each
from sklearn.metrics import adjusted_rand_score

import reference
from depcluster import (
    CLUHSIC,
    CLUHSICAL,
    KernelKMeans,
    NumericalTaxonomy,
    cluhsic,
    graph_kernel,
    incomplete_cholesky,
    kernel_matrix,
    median_rule,
)
from depcluster.datasets import make_three
from depcluster.kernels import Dense, KernelMaker, as_centred_gram, nearest_neighbours
from depcluster.kernels.precision import origin_of, polynomial_from, squared_distances

X, _ = make_three()
X = np.round(X * 2**20) / 2**20  # so that adding the shifts below is exact
rng = np.random.default_rng(0)
NEAR = rng.normal(size=(264, 4))  # more than a tile
HARD = {
    "near 0": NEAR,
    "far from 0": NEAR + 1e6,
    "nine spreads from 0": NEAR + np.array([15, 0, 0, 0]),
    "far along an axis": NEAR + np.array([0, 1e8, 0, 0]),
    "repeated": np.repeat(NEAR[:88], 3, axis=0),
    "two heaps of tiny distances": NEAR * 1e-6 + np.repeat([[0.0], [3.0]], 132, axis=0),
    "an outlier": np.concatenate([NEAR[:-1], [[1e7, -1e7, 1e7, 0]]]),
    "one column": NEAR[:, :1],
    "a plane far from 0": NEAR[:, :2] + 1e6,
    "large numbers": 1e80 * NEAR,
}


@pytest.fixture(autouse=True)
def no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@each("multiple", [1.0, 100.0, 1e12])
@each("P", HARD.values())
def test_the_gaussian_kernel_is_the_literal_one_to_twelve_digits(P, multiple):
    gamma = multiple / np.median(((P[:, None] - P) ** 2).sum(axis=2))
    expected = reference.gaussian(P.tolist(), gamma)
    close = {"rtol": 1e-12, "atol": 1e-300}
    for K in (kernel_matrix(P, gamma=gamma), KernelMaker(P).matrix("rbf", gamma=gamma)):
        np.testing.assert_allclose(K, expected, **close)
        np.testing.assert_array_equal(K, K.T)
        assert (K.diagonal() == 1).all()
    for few in (4, 200):
        made = kernel_matrix(P, P[-few:], gamma=gamma)
        np.testing.assert_allclose(made, expected[:, -few:], **close)
        made = kernel_matrix(P[:few], P, gamma=gamma)
        np.testing.assert_allclose(made, expected[:few], **close)


@each("P", HARD.values())
def test_squared_distances_are_symmetric(P):
    D = squared_distances(P)
    np.testing.assert_array_equal(D, D.T)
    assert not D.diagonal().any()


@each("size", [1.0, 1e99])
@each("gamma", [1e-300, 1e-9, 1.0, 1e9, 1e300])
def test_the_gaussian_kernel_is_finite_whatever_the_width(size, gamma):
    P = size * NEAR / np.abs(NEAR).max()
    K = kernel_matrix(P, gamma=gamma)
    assert ((K >= 0) & (K <= 1)).all()


@each("estimator", [KernelKMeans, CLUHSICAL, NumericalTaxonomy])
@each("kernel", ["linear", "poly", "rbf", "laplacian", "graph"])
@each("shift", [3e3, 1e8])
def test_the_partition_is_that_of_the_samples_near_zero(estimator, kernel, shift):
    near, far = (estimator(3, kernel=kernel, random_state=0).fit(Z) for Z in (X, X + shift))
    assert adjusted_rand_score(near.labels_, far.labels_) == 1
    if kernel in ("linear", "rbf", "graph"):
        assert far.objective_ == pytest.approx(near.objective_, rel=1e-7)
    if kernel != "graph":
        assert adjusted_rand_score(far.predict(X + shift), far.labels_) == 1
    if kernel in ("linear", "rbf"):
        assert far.score(X[::2] + shift) == pytest.approx(near.score(X[::2]), rel=1e-5)


@each("kernel", ["linear", "poly", "rbf"])
@each("rank, shift", [(5, 3e3), (20, 1e7)])
def test_a_factor_of_far_samples_is_that_of_the_samples(kernel, rank, shift):
    full = KernelKMeans(3, kernel=kernel, random_state=0).fit(X + shift)
    low = KernelKMeans(3, kernel=kernel, rank=rank, random_state=0).fit(X + shift)
    assert adjusted_rand_score(full.labels_, low.labels_) == 1
    assert np.array_equal(low.predict(X + shift), low.labels_)
    near = KernelKMeans(3, kernel=kernel, rank=rank, random_state=0).fit(X)
    assert low.residual_ <= near.residual_ * (1 + 1e-6) + 1e-12


@each("degree", [1, 2, 3, 5])
@each("shift", [0.0, 50.0, 3e5, 1e8])
def test_the_polynomial_kernel_seen_from_a_point_is_the_literal_one(degree, shift):
    P, Q = rng.normal(size=(6, 2)) + shift, rng.normal(size=(4, 2)) + shift
    o = P.mean(axis=0)
    made = polynomial_from(o, P, Q, gamma=0.5, degree=degree, coef0=1.0)
    literal = reference.polynomial_seen_from(o, P, Q, 0.5, degree, 1.0)
    np.testing.assert_allclose(made, literal, rtol=1e-6, atol=1e-9 * np.abs(literal).max())


def test_the_origin_is_the_mean_of_far_samples_only():
    assert origin_of(X) is None
    np.testing.assert_allclose(origin_of(X + 1e4), X.mean(axis=0) + 1e4)
    assert origin_of(X[:1] + 1e9) is None
    with np.errstate(all="raise"):
        assert origin_of(np.array([[1e300], [-1e300]])) is None


@each("shift", [3e3, 3e5, 2.0**24])
def test_what_a_shift_cannot_change_it_does_not_change(shift):
    for kernel in ("rbf", "laplacian"):
        near, far = (kernel_matrix(Z, kernel=kernel) for Z in (X, X + shift))
        np.testing.assert_allclose(far, near, rtol=1e-6, atol=1e-9)
        np.testing.assert_allclose(KernelMaker(X + shift).matrix(kernel), near, rtol=1e-6)
        assert median_rule(X + shift, kernel) == pytest.approx(median_rule(X, kernel))
    wide = np.concatenate([rng.normal(size=(40, 20)), rng.normal(size=(20, 20)) + 5])
    wide = np.round(wide * 2**20) / 2**20
    np.testing.assert_allclose(graph_kernel(wide + shift), graph_kernel(wide), atol=1e-9)
    near, far = (nearest_neighbours(Z, 7) for Z in (wide, wide + shift))
    np.testing.assert_array_equal(near.indices, far.indices)
    found = [incomplete_cholesky(Z, max_rank=9, random_state=0).factor for Z in (X, X + shift)]
    np.testing.assert_allclose(found[1], found[0], atol=1e-6)


@each("constant", [0.0, -1e4, 1e10])
def test_a_constant_in_a_precomputed_kernel_changes_nothing(constant):
    K = kernel_matrix(X) + constant
    one = cluhsic(K, np.eye(3), random_state=0)
    two = CLUHSIC(3, kernel="precomputed", random_state=0).fit(K)
    assert one.objective == two.objective_
    assert one.objective_bound == pytest.approx(two.objective_bound_)
    assert np.array_equal(one.labels, two.labels_)
    assert np.array_equal(two.predict(K), two.labels_)
    assert one.objective == pytest.approx(cluhsic(kernel_matrix(X), np.eye(3)).objective, rel=1e-4)
    assert constant or as_centred_gram(Dense(K)).K is K
