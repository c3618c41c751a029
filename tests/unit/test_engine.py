"""Kernels, eigenvectors, names and bounds of the front ends' engine against literal formulas."""

from itertools import permutations

import numpy as np
import pytest
from cases import each
from engine import close, run, seeds
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import adjusted_rand_score

import reference
from depcluster import kernel_matrix
from depcluster.kernels import centre, median_rule
from depcluster.labels import chain, grid, plain, ring, tree
from depcluster.labels.symmetries import align_labels, best_automorphism
from depcluster.papers.song2007 import perturbation_bound
from depcluster.search.quadratic_assignment import match_order

GRAM = "(p) => gram.centredMatrix(gramFor(p))"


@pytest.mark.parametrize("kernel", ["rbf", "poly", "linear"])
def test_samples_far_from_0_keep_their_digits(kernel):
    X = np.random.default_rng(0).normal(size=(40, 3))
    shift = np.array([3e6, -2e6, 1e6])
    far = X + shift
    u = far - shift
    wanted = {
        "rbf": reference.gaussian(u, 0.7),
        "poly": reference_poly(u, shift),
        "linear": u @ u.T,
    }
    found = run(GRAM, {"X": far, "kernel": kernel, "gamma": 0.7})
    close(found, centre(wanted[kernel]), 1e-8)


@each("kernel", ["rbf", "laplacian", "graph"])
def test_kernels_of_one_sample_very_far_and_of_neighbours_equally_near(kernel):
    rng = np.random.default_rng(0)
    tied = rng.integers(0, 3, size=(40, 4)).astype(float)
    for X in (tied, np.vstack([rng.normal(size=(30, 2)), [[1e20, 0]]])):
        gamma = None if kernel == "graph" else median_rule(X, kernel)
        K = kernel_matrix(X, kernel=kernel, gamma=gamma or "median")
        close(run(GRAM, {"X": X, "kernel": kernel, "gamma": gamma}), centre(K), 1e-8)


def reference_poly(u, o):
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


@pytest.mark.filterwarnings("ignore:Half of the pairs of samples")
@each("kernel", ["rbf", "laplacian"])
def test_the_width_is_that_of_the_median_rule_also_where_most_rows_are_equal(kernel):
    X = np.random.default_rng(0).normal(size=(12, 3))
    for rows in (X, np.vstack([X, np.zeros((30, 3))])):
        found = run(
            "(p) => samples.createSamples(F(p.X), p.X.length).ruleOf(p.kernel)",
            {"X": rows, "kernel": kernel},
        )
        assert found == pytest.approx(median_rule(rows, kernel), rel=1e-12)


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
    exact = np.linalg.eigvalsh(centre(reference.gaussian(X, 0.52)))[::-1][:4]
    assert np.abs(np.array(found["values"]) / exact - 1).max() < 1e-3


@each("unit", [2.0**-300, 2.0**280])
def test_eigenvalues_and_sizes_of_kernels_whose_squares_are_no_numbers(unit):
    X = np.random.default_rng(0).normal(size=(30, 3))
    found = run(
        """(p) => {
          const given = gramFor(p), { values } = steps.finish(leading_eigen.leadingSteps(given, 2));
          const top = steps.finish(top_eigen.topSteps(given, 2, 1)).values;
          return [values, top, [top_eigen.frobenius(given)]];
        }""",
        {"X": unit * X, "kernel": "linear"},
    )
    K = centre(X @ X.T)
    values = np.linalg.eigvalsh(K)[:-3:-1]
    for numbers, wanted in zip(found, (values, values, np.linalg.norm(K)), strict=True):
        np.testing.assert_allclose(np.array(numbers) / unit / unit, wanted, rtol=1e-9)


def test_orders_are_matched_as_in_python_and_of_many_labels_reach_a_planted_one():
    source = "(A, T, c) => quadratic_assignment.matchOrder(F(A), F(T), c, random.createRandom(0))"
    for c in (2, 4, 6):
        A, T = (M + M.T for M in np.random.default_rng(c).normal(size=(2, c, c)))
        assert run(source, A, T, c) == match_order(A, T, np.random.RandomState(0)).tolist()
    rng = np.random.default_rng(0)
    for A in (ring(9), chain(20), chain(30), ring(24), tree((2, 2, 3)), grid(3, 4)):
        c = len(A)
        p, noise = rng.permutation(c), rng.normal(size=(c, c)) / 10
        near = A + noise + noise.T
        T, true = near[np.ix_(p, p)], (A * near).sum()
        for unit in (1, 1e-170):
            q = run(source, unit * A, unit * T, c)
            assert sorted(q) == list(range(c))
            assert (A * T[np.ix_(q, q)]).sum() >= true - 1e-9 * true
        assert run(source, A, np.full((c, c), 0.3), c) == list(range(c))


STRUCTURES = [plain(4), plain(8), ring(7), chain(6), grid(2, 4), tree((2, 3)), tree((2, 2, 2))]


@pytest.mark.parametrize("A", STRUCTURES, ids=lambda A: f"{len(A)}-{A[0, 1]:.2f}")
def test_labels_are_renamed_as_far_as_the_label_kernel_allows(A):
    c, rng = len(A), np.random.default_rng(0)
    gain = rng.integers(0, 9, size=(c, c)).astype(float)
    source = "(A, g, c) => symmetries.bestAutomorphism(symmetries.codesOf([F(A)], c), F(g), c)"
    p = run(source, A, gain, c)
    best = best_automorphism(A, gain)
    assert np.array_equal(A[np.ix_(p, p)], A)
    assert gain[np.arange(c), p].sum() == gain[np.arange(c), best].sum()
    before, after = rng.integers(0, c, size=(2, 60))
    after[:c] = np.arange(c)
    found = np.array(
        run("(l, r, A, c) => symmetries.alignLabels(l, r, [F(A)], c)", after, before, A, c)
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


# Both sides of a bound as the engine makes them, from matrices and labels.
LEGS = """
const leg = (K, labels, c) => {
  const m = labels.length, own = gram.gramOf(F(K), m), A = new Float64Array(c * c);
  for (let j = 0; j < c; j++) A[j * (c + 1)] = 1;
  const problem = { gram: own, objective: objectives.normalized(A) };
  const top = steps.finish(top_eigen.topSteps(own, c, c - 1));
  return perturbation.legOf(new partition.Partition(problem, labels), top);
};
"""
BOUND = f"""(K, other, y, z, c) => {{ {LEGS}
  const found = steps.finish(perturbation.boundSteps(leg(K, y, c), leg(other, z, c)));
  return {{ ...found, bound: String(found.bound) }};
}}"""
TOP = "(K, m, k, exact) => steps.finish(top_eigen.topSteps(gram.gramOf(F(K), m), k, exact))"


def test_a_closed_eigengap_is_an_infinite_bound_and_never_nan():
    y, blocks = np.arange(9) // 3, np.kron(np.eye(3), np.ones((3, 3)))
    for K, K_new, closed in (
        (np.eye(9), np.eye(9), "K"),
        (np.zeros((9, 9)), np.eye(9), "K"),
        (blocks, np.eye(9), "K_perturbed"),
        (blocks, np.ones((9, 9)), "K_perturbed"),
    ):
        found = run(BOUND, K, K_new, y, np.roll(y, 1), 3)
        theirs = perturbation_bound(K, K_new, y, np.roll(y, 1))
        assert (found["closed"], found["bound"]) == (closed, "Infinity")
        assert f"of {closed} are equal" in theirs.reason
        assert theirs.bound == np.inf


def of_noise(m, noise):
    rng = np.random.default_rng(m)
    K, E = reference.gaussian(rng.normal(size=(m, 2)), 0.5), rng.normal(size=(m, m))
    return K + noise * (E + E.T)


def of_blocks(n, block):
    return np.kron(np.eye(n), block)


def few(m):
    return reference.gaussian(np.random.default_rng(0).normal(size=(m, 2)), 0.5)


# Made tridiagonal or from a Krylov space of four columns; noise makes K indefinite and eigenvalues
# crowd; that of the constant is not among those of a negative matrix; blocks repeat them.
LEADING = [
    *((few(m), m - 1, m - 1) for m in (2, 3, 4)),
    *((of_noise(m, noise), 8, 2) for m, noise in ((5, 0.02), (40, 0), (299, 5), (301, 0.02))),
    *((of_noise(330, noise), 8, 2) for noise in (0, 5)),
    (-few(12), 11, 3),
    *(
        (of_blocks(n, np.ones((m, m))), n - 1, n - 1)
        for n, m in ((2, 30), (7, 9), (4, 85), (7, 49))
    ),
    *((of_blocks(n, few(400 // n)), 9, 2) for n in (4, 8)),
]


@each("K, k, exact", LEADING)
def test_the_largest_eigenvalues_and_their_eigenvectors_off_the_constant(K, k, exact):
    Kc = reference.centred(K)
    values, _ = reference.off_the_constant(Kc)
    found = run(TOP, K, len(K), k, exact)
    largest, kept = abs(values[0]), min(k, len(K) - 1)
    assert np.abs(np.array(found["values"])[:kept] - values[:kept]).max() <= 1e-9 * largest
    U = np.array(found["vectors"])[:exact]
    assert np.abs(U @ U.T - np.eye(exact)).max() < 1e-12
    assert np.abs(U @ np.ones(len(K))).max() < 1e-9
    assert np.abs(U @ Kc - values[:exact, None] * U).max() < 1e-9 * largest
