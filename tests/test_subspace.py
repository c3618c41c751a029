import numpy as np
import pytest
from scipy import sparse

from depcluster._utils.blas import one_blas_thread
from depcluster.kernels import Dense, Factor, Sparse, leading_eigenvectors
from depcluster.kernels.eigenvectors import leading_subspace


def with_spectrum(values, seed=0):
    """A symmetric matrix with these eigenvalues, and the eigenvectors, in the same order."""
    Q = np.linalg.qr(np.random.default_rng(seed).standard_normal((len(values),) * 2))[0]
    K = (Q * values) @ Q.T
    return (K + K.T) / 2, Q


def sine(U, V):
    """Sine of the largest angle between the spans of two orthonormal bases."""
    return np.linalg.norm(U - V @ (V.T @ U), 2)


class Plain:
    """What is no Gram, as the weighted problem is none; counts the products."""

    def __init__(self, K):
        self.K, self.shape, self.dtype, self.products = K, K.shape, K.dtype, 0

    def product(self, V):
        self.products += 1
        return self.K @ V

    def matvec(self, v):
        return self.K @ np.ravel(v)

    def rows(self, idx):
        return self.K[idx]


SLOW = np.append([3.0, 2.5, 2.0], 1.8 * 0.99 ** np.arange(297))
INDEFINITE = np.concatenate([[3.0, 2.5, 2.0], np.linspace(-9, 1, 297)])


@pytest.mark.parametrize("values", [SLOW, INDEFINITE, 0.5 ** np.arange(300.0)])
@pytest.mark.parametrize("tol", [1e-3, 1e-7, 1e-10])
def test_the_span_is_as_near_as_was_asked(values, tol):
    K, Q = with_spectrum(values)
    found, U = leading_subspace(Dense(K, centred=False), 3, tol=tol)
    assert sine(U, Q[:, :3]) <= tol
    np.testing.assert_allclose(U.T @ U, np.eye(3), atol=1e-12)
    np.testing.assert_allclose(found, values[:3], atol=10 * tol**2 + 1e-12)


def test_without_a_tolerance_four_products_have_to_do():
    K, Q = with_spectrum(np.append([3.0, 2.5, 2.0], np.linspace(0.3, 0, 297)))
    plain = Plain(K)
    values, U = leading_subspace(plain, 3)
    assert plain.products == 4
    assert sine(U, Q[:, :3]) < 1e-3
    np.testing.assert_allclose(values, [3, 2.5, 2], atol=1e-6)
    np.testing.assert_array_equal(U, leading_subspace(plain, 3)[1])


def test_a_start_near_the_span_saves_products():
    K, _ = with_spectrum(SLOW)
    E, _ = with_spectrum(np.linspace(-1e-5, 1e-5, 300), seed=1)
    cold, warm = Plain(K + E), Plain(K + E)
    start = leading_eigenvectors(Dense(K, centred=False), 5)[1]
    expected = leading_subspace(cold, 3, tol=1e-7)[1]
    assert sine(leading_subspace(warm, 3, start=start, tol=1e-7)[1], expected) < 2e-7
    assert warm.products < cold.products


@pytest.mark.parametrize("spectrum", [np.ones(300), np.append([2.0, 1.0, 1.0], np.zeros(297))])
def test_without_a_gap_it_is_the_basis_of_leading_eigenvectors(spectrum):
    gram = Dense(with_spectrum(spectrum)[0], centred=False)
    found, expected = leading_subspace(gram, 2, tol=1e-8), leading_eigenvectors(gram, 2)
    np.testing.assert_allclose(found[0], expected[0], atol=1e-12)
    np.testing.assert_allclose(found[1], expected[1], atol=1e-6)


@pytest.mark.parametrize("first", [0, 1])
def test_a_start_that_is_an_eigenvector_hides_no_larger_one(first):
    K, Q = with_spectrum(np.append([3.0, 3.0 - first, 2.0], np.linspace(0.3, 0, 297)))
    gram = Dense(K, centred=False)
    found = leading_subspace(gram, 1, start=Q[:, 1:2], tol=1e-9)
    expected = leading_eigenvectors(gram, 1)
    np.testing.assert_allclose(found[0], expected[0], atol=1e-12)
    assert sine(found[1], expected[1]) < 1e-6  # where the two are equal, of the canonical basis


@pytest.mark.parametrize("k", [1, 3])
def test_every_storage_has_the_same_span(k):
    B = np.random.default_rng(2).standard_normal((260, 12)) * 0.6 ** np.arange(12)
    grams = [Dense(B @ B.T), Sparse(sparse.csr_array(B @ B.T)), Factor(B)]
    expected = np.linalg.eigh(grams[0].rows(np.arange(260)))[1][:, ::-1][:, :k]
    V = np.random.default_rng(3).standard_normal((260, 4))
    for gram in grams:
        np.testing.assert_allclose(gram.product(V), gram.rows(np.arange(260)) @ V, atol=1e-9)
        assert sine(leading_subspace(gram, k, tol=1e-9)[1], expected) < 1e-8


@pytest.mark.parametrize(("m", "k"), [(1, 1), (7, 7), (200, 20), (300, 100)])
def test_small_matrices_are_solved_whole(m, k):
    K, Q = with_spectrum(np.arange(m, 0.0, -1))
    values, U = leading_subspace(Dense(K, centred=False), k)
    np.testing.assert_allclose(values, np.arange(m, m - k, -1.0))
    assert sine(U, Q[:, :k]) < 1e-9


def test_the_number_of_threads_does_not_turn_the_span():
    gram = Dense(with_spectrum(SLOW)[0])
    several = leading_subspace(gram, 3, tol=1e-9)[1]
    with one_blas_thread():
        one = leading_subspace(gram, 3, tol=1e-9)[1]
    assert sine(one, several) < 2e-9
