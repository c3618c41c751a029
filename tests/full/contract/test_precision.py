"""The Gaussian kernel where squared distances lose digits: it is the literal one all the same."""

import numpy as np
from cases import each

import naive
from depcluster import kernel_matrix
from depcluster.kernels import KernelMaker
from depcluster.kernels.precision import squared_distances

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


@each("multiple", [1.0, 100.0, 1e12])
@each("P", HARD.values())
def test_it_is_the_literal_one_to_twelve_digits(P, multiple):
    gamma = multiple / np.median(((P[:, None] - P) ** 2).sum(axis=2))
    expected = naive.gaussian(P.tolist(), gamma)
    close = {"rtol": 1e-12, "atol": 1e-300}
    K = kernel_matrix(P, gamma=gamma)
    np.testing.assert_allclose(K, expected, **close)
    np.testing.assert_array_equal(K, K.T)
    assert (K.diagonal() == 1).all()
    for few in (4, 200):
        made = kernel_matrix(P, P[-few:], gamma=gamma)
        np.testing.assert_allclose(made, expected[:, -few:], **close)
        made = kernel_matrix(P[:few], P, gamma=gamma)
        np.testing.assert_allclose(made, expected[:few], **close)


@each("P", HARD.values())
def test_squared_distances_are_symmetric_and_so_is_what_a_maker_makes(P):
    D, K = squared_distances(P), KernelMaker(P).matrix("rbf")
    for M in (D, K):
        np.testing.assert_array_equal(M, M.T)
    assert not D.diagonal().any()
    np.testing.assert_allclose(K, kernel_matrix(P), rtol=1e-9)


@each("size", [1.0, 1e99])
@each("gamma", [1e-300, 1e-9, 1.0, 1e9, 1e300])
def test_it_is_finite_whatever_the_width(size, gamma):
    P = size * NEAR / np.abs(NEAR).max()
    K = kernel_matrix(P, gamma=gamma)
    assert ((K >= 0) & (K <= 1)).all()
