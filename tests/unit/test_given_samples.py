"""Samples far from 0, sparse ones, weights of 0: a few of the cases of tests/full/contract."""

import numpy as np
import pytest
from cases import each
from scipy import sparse
from sklearn.metrics import adjusted_rand_score

import naive
from depcluster import CLUHSIC, CLUHSICAL, KernelKMeans, cluhsic, kernel_matrix
from depcluster.datasets import make_three

X = np.round(make_three()[0] * 2**20) / 2**20  # so that adding a shift is exact
ROUGH = np.round(4 * np.abs(X)) * (np.abs(X) > 0.5)
W = np.random.default_rng(1).integers(0, 3, size=len(X)).astype(float)


@each("P", [X, X + 1e6, np.r_[X, [[1e7, -1e7]]], 1e80 * X])
def test_the_gaussian_kernel_is_the_literal_one_to_twelve_digits(P):
    gamma = 1 / np.median(((P[:, None] - P) ** 2).sum(axis=2))
    expected = naive.gaussian(P.tolist(), gamma)
    np.testing.assert_allclose(kernel_matrix(P, gamma=gamma), expected, rtol=1e-12, atol=1e-300)


@each("kind", [KernelKMeans, CLUHSIC, CLUHSICAL])
@each("kernel", ["linear", "rbf"])
def test_far_samples_sparse_ones_and_weights_give_the_fit_of_the_same_samples(kind, kernel):
    def fit(Z, **given):
        return kind(3, kernel=kernel, n_init=3, random_state=0).fit(Z, **given)

    near = fit(X)
    for same, other in (
        (near, fit(X + 3e5)),
        (fit(ROUGH), fit(sparse.csc_matrix(ROUGH))),
        (fit(X[W > 0], sample_weight=W[W > 0]), fit(X, sample_weight=W)),
    ):
        assert other.objective_ == pytest.approx(same.objective_, rel=1e-7)
        kept = slice(None) if len(same.labels_) == len(other.labels_) else W > 0
        assert adjusted_rand_score(other.labels_[kept], same.labels_) == 1
        assert np.array_equal(other.predict(X[:1]), other.predict(X)[:1])
    far = fit(X + 3e5).score(X[::2] + 3e5)
    assert far == pytest.approx(near.score(X[::2]), rel=1e-5)


def test_a_sparse_kernel_matrix_is_the_dense_one_and_its_indices_are_checked():
    K = kernel_matrix(X, gamma=2.0)
    K[K < 0.01] = 0
    K += np.eye(len(K))
    one, two = (cluhsic(given, np.eye(3), random_state=0) for given in (K, sparse.coo_array(K)))
    assert np.array_equal(one.labels, two.labels)
    assert one.objective == pytest.approx(two.objective)
    outside = sparse.csr_array(K)
    outside.indices[0] = 1000
    with pytest.raises(ValueError, match="K must be a sound sparse matrix"):
        cluhsic(outside, np.eye(3))
