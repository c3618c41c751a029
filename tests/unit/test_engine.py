"""Kernels, eigenvectors and objectives of the front ends' engine against literal formulas."""

from itertools import permutations

import numpy as np
import pytest
from engine import close, run, seeds
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import adjusted_rand_score
from sklearn.metrics.pairwise import cosine_similarity, laplacian_kernel, polynomial_kernel

import naive
from depcluster.kernels import centre
from depcluster.labels import chain, grid, plain, ring, tree
from depcluster.labels.renaming import align_labels, best_automorphism
from depcluster.search.order import match_order

FORMULAS = {
    "rbf": lambda X, gamma: naive.gaussian(X, gamma),
    "laplacian": lambda X, gamma: laplacian_kernel(X, gamma=gamma),
    "poly": lambda X, gamma: polynomial_kernel(X, degree=2, gamma=gamma, coef0=1),
    "cosine": lambda X, gamma: cosine_similarity(X),
    "linear": lambda X, gamma: X @ X.T,
}
GRAM = "(p) => gram.centredMatrix(gramFor(p))"


@pytest.mark.parametrize("kernel", ["rbf", "poly", "linear"])
def test_samples_far_from_0_keep_their_digits(kernel):
    X = np.random.default_rng(0).normal(size=(40, 3))
    shift = np.array([3e6, -2e6, 1e6])
    far = X + shift
    if kernel == "poly":
        wanted = naive_poly(far - shift, shift)
    else:
        wanted = FORMULAS[kernel](far - shift, 0.7)
    close(run(GRAM, {"X": far, "kernel": kernel, "gamma": 0.7}), centre(wanted), 1e-8)


def naive_poly(u, o):
    """(0.7 x'y + 1)^2 for x = u + o, less what depends on x or on y alone."""
    t, a = 0.7 * u @ u.T, 0.7 * u @ o
    return t**2 + 2 * t * (a[:, None] + a + 0.7 * np.dot(o, o) + 1) + 2 * np.outer(a, a)


@pytest.mark.parametrize("m", [9001, 12_000])
def test_the_median_of_many_numbers_in_any_order(m):
    rng = np.random.default_rng(m)
    drawn = rng.exponential(size=m)
    ends = np.where(np.arange(m) % 2, 1e6, -1e6)  # nothing near the middle
    misled = drawn.copy()  # where the sample is taken all are larger than the median
    misled[np.arange(512) * m // 512] = 1e6
    for numbers in (drawn, np.sort(drawn), drawn.round(1), ends, misled, np.arange(m) % 512):
        assert run("(numbers) => median.medianOf(F(numbers))", numbers) == np.median(numbers)


@given(seed=seeds, n=st.integers(1, 40))
@settings(max_examples=12)
def test_all_eigenvalues_of_a_symmetric_matrix(seed, n):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(n, n)) * rng.choice([0, 1e-3, 1, 50], size=n)
    A = A + A.T
    found = run(f"(A) => symmetric_eigen.symmetricEigen(F(A), {n})", A)
    values, V = np.array(found["values"]), np.array(found["vectors"])
    close(values, np.linalg.eigvalsh(A), 1e-12)
    close(V @ V.T, np.eye(n), 1e-12)
    close(V.T * values @ V, A, 1e-12)


def test_a_warm_start_needs_one_product_for_a_kernel_that_changed_little():
    X = np.random.default_rng(0).normal(size=(80, 2))
    found = run(
        """(X) => {
          const at = (gamma) => gramFor({ X, kernel: "rbf", gamma });
          const before = steps.finish(leading_eigen.leadingSteps(at(0.5), 4));
          const options = { start: before.basis, quick: true };
          return steps.finish(leading_eigen.leadingSteps(at(0.52), 4, options));
        }""",
        X,
    )
    exact = np.linalg.eigvalsh(centre(naive.gaussian(X, 0.52)))[::-1][:4]
    assert np.abs(np.array(found["values"]) / exact - 1).max() < 1e-3


def test_orders_are_matched_as_in_python_and_of_many_labels_reach_a_planted_one():
    source = "(A, T, c) => order.matchOrder(F(A), F(T), c, random.createRandom(0))"
    for c in (2, 4, 6):
        A, T = (M + M.T for M in np.random.default_rng(c).normal(size=(2, c, c)))
        assert run(source, A, T, c) == match_order(A, T, np.random.RandomState(0)).tolist()
    rng = np.random.default_rng(0)
    p, A, noise = rng.permutation(9), ring(9), rng.normal(size=(9, 9)) / 50
    T = A[np.ix_(p, p)] + noise + noise.T
    found, best = run(source, A, T, 9), match_order(A, T, np.random.RandomState(0))
    worth = [(A * T[np.ix_(q, q)]).sum() for q in (found, best)]
    assert worth[0] >= worth[1] - 1e-9


STRUCTURES = [plain(4), plain(8), ring(7), chain(6), grid(2, 4), tree((2, 3)), tree((2, 2, 2))]


@pytest.mark.parametrize("A", STRUCTURES, ids=lambda A: f"{len(A)}-{A[0, 1]:.2f}")
def test_labels_are_renamed_as_far_as_the_label_kernel_allows(A):
    c, rng = len(A), np.random.default_rng(0)
    gain = rng.integers(0, 9, size=(c, c)).astype(float)
    source = "(A, g, c) => renaming.bestAutomorphism(renaming.codesOf([F(A)], c), F(g), c)"
    p = run(source, A, gain, c)
    best = best_automorphism(A, gain)
    assert np.array_equal(A[np.ix_(p, p)], A)
    assert gain[np.arange(c), p].sum() == gain[np.arange(c), best].sum()
    before, after = rng.integers(0, c, size=(2, 60))
    after[:c] = np.arange(c)
    found = np.array(
        run("(l, r, A, c) => renaming.alignLabels(l, r, [F(A)], c)", after, before, A, c)
    )
    assert (found == before).sum() == (align_labels(after, before, A) == before).sum()


@given(seed=seeds, k=st.integers(1, 4), m=st.integers(2, 40))
@settings(max_examples=12)
def test_agreement_is_the_fields_and_counts_no_sample_of_no_true_cluster(seed, k, m):
    rng = np.random.default_rng(seed)
    a, b = rng.integers(0, k, m), rng.integers(0, k, m)
    truth = np.append(rng.integers(-1, k, m - 1), 0)
    source = "(a, b, t) => [agreement.adjustedRand(a, b), agreement.errorRate(a, t)]"
    found = run(source, a, b, truth)
    close([found[0] + 2], [adjusted_rand_score(a, b) + 2])
    known, names = truth >= 0, range(1 + max(a.max(), truth.max()))
    least = min(np.mean(np.array(p)[a[known]] != truth[known]) for p in permutations(names))
    assert found[1] == pytest.approx(least)
