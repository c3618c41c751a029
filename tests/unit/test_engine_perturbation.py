"""The engine's perturbed kernels, their leading eigenvectors and Theorem 1 by the formulas."""

import numpy as np
from cases import each
from engine import run

import naive
from depcluster.papers.song2007 import perturbation_bound

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
    K, E = naive.gaussian(rng.normal(size=(m, 2)), 0.5), rng.normal(size=(m, m))
    return K + noise * (E + E.T)


def of_blocks(n, block):
    return np.kron(np.eye(n), block)


def few(m):
    return naive.gaussian(np.random.default_rng(0).normal(size=(m, 2)), 0.5)


# Made tridiagonal or from a Krylov space of four columns; noise makes K indefinite and eigenvalues
# crowd; that of the constant is not among those of a negative matrix; blocks repeat them.
LEADING = [
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
    Kc = naive.centred(K)
    values, _ = naive.off_the_constant(Kc)
    found = run(TOP, K, len(K), k, exact)
    largest, kept = abs(values[0]), min(k, len(K) - 1)
    assert np.abs(np.array(found["values"])[:kept] - values[:kept]).max() <= 1e-9 * largest
    U = np.array(found["vectors"])[:exact]
    assert np.abs(U @ U.T - np.eye(exact)).max() < 1e-12
    assert np.abs(U @ np.ones(len(K))).max() < 1e-9
    assert np.abs(U @ Kc - values[:exact, None] * U).max() < 1e-9 * largest
