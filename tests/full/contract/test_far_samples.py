"""Samples far from 0, as map coordinates and seconds since 1970 are, and kernels far from 0."""

import warnings

import numpy as np
import pytest
from cases import each
from sklearn.metrics import adjusted_rand_score

import naive
from depcluster import (
    CLUHSIC,
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
from depcluster.kernels.precision import origin_of, polynomial_from

X, _ = make_three()
X = np.round(X * 2**20) / 2**20  # so that adding the shifts below is exact
SHIFTS = [3e3, 3e5, 2.0**24]
rng = np.random.default_rng(0)


@pytest.fixture(autouse=True)
def no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@each("estimator", [KernelKMeans, NumericalTaxonomy])
@each("kernel", ["linear", "poly", "rbf", "laplacian", "graph"])
@each("shift", [3e3, 1e8])
def test_the_partition_is_that_of_the_samples_near_zero(estimator, kernel, shift):
    near, far = (estimator(3, kernel=kernel, random_state=0).fit(Z) for Z in (X, X + shift))
    assert adjusted_rand_score(near.labels_, far.labels_) == 1
    if kernel in ("linear", "rbf", "graph"):
        assert far.objective_ == pytest.approx(near.objective_, rel=1e-7)
    if kernel != "graph":
        assert adjusted_rand_score(far.predict(X + shift), far.labels_) == 1


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
    literal = naive.polynomial_seen_from(o, P, Q, 0.5, degree, 1.0)
    np.testing.assert_allclose(made, literal, rtol=1e-6, atol=1e-9 * np.abs(literal).max())


def test_the_origin_is_the_mean_of_far_samples_only():
    assert origin_of(X) is None
    np.testing.assert_allclose(origin_of(X + 1e4), X.mean(axis=0) + 1e4)
    assert origin_of(X[:1] + 1e9) is None
    with np.errstate(all="raise"):
        assert origin_of(np.array([[1e300], [-1e300]])) is None


@each("shift", SHIFTS)
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
    assert one.objective == pytest.approx(cluhsic(K - constant, np.eye(3)).objective, rel=1e-4)
    assert as_centred_gram(Dense(K)).K is K
