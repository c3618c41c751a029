"""The criteria that the engine computes, against literal formulas and the library."""

import numpy as np
import pytest
from engine import run
from hypothesis import given, settings
from hypothesis import strategies as st

import naive_selection
from depcluster import kernel_rows
from depcluster.kernels.maker import KernelMaker
from depcluster.selection.criteria import BLIND

# Given labels: `shaken` are the samples under noise.
SCORED = """(X, kernel, gamma, y, shaken) => {
  const gramOf = (X) => gram.kernelGram(samples.createSamples(F(X), X.length), kernel, gamma);
  const own = gramOf(X), c = 1 + Math.max(...y);
  const identity = F([...Array(c * c).keys()].map((t) => (t % (c + 1) ? 0 : 1)));
  const problem = { gram: own, objective: objectives.normalized(identity) };
  const labels = new partition.Partition(problem, I(y));
  const spectrum = steps.finish(leading_eigen.leadingSteps(own, c));
  const lost = shaken.map((X) => steps.finish(criteria.dependenceLost(own, spectrum, gramOf(X))));
  return { lost, ...criteria.scored(kernel, labels, spectrum, { lost, lsmi: 0 }) };
}"""
# An infinite value as a text, which JSON has; the labels of each width with it.
ROWS = """(X, nFeatures, options) => {
  const given = samples.createSamples(F(X), X.length, { nFeatures });
  const shown = (value) => (Math.abs(value) === Infinity ? "inf" : value), rows = [];
  for (const row of criteria.criteriaSteps(given, options)) {
    if (!row) continue;
    const values = Object.entries(row.values).map(([name, value]) => [name, shown(value)]);
    rows.push({ ...row, values: Object.fromEntries(values), band: row.band?.map(shown) });
  }
  return rows;
}"""
SEED = int(np.random.RandomState(0).randint(2**31 - 1))
KERNELS = {"rbf": naive_selection.rbf, "poly": lambda X, s: naive_selection.polynomial(X, s, 2, 1)}


def rows_of(X, kernel, gammas, c, *, coordinates=None):
    options = {"kernel": kernel, "gammas": gammas, "c": c, "seed": SEED}
    return run(ROWS, X if coordinates is None else coordinates, X.shape[1], options)


def same_as(row, found):
    assert found["labels"] == row.labels.tolist()
    assert found["notes"] == row.notes
    for name in BLIND:
        value = found["values"][name]
        expected = row.values[name]
        if expected is None or np.isinf(expected):
            assert value == (expected if expected is None else "inf")
        else:
            assert value == pytest.approx(expected, rel=1e-8, abs=1e-9)


@pytest.mark.parametrize("seed", [0, 2**31 - 2])
def test_its_random_numbers_are_numpys(seed):
    drawn = run(
        """(seed, count) => {
          const { normal } = pcg.createPcg(seed);
          const { upTo, permutation } = twister.createTwister(seed);
          const draws = Float64Array.from({ length: count }, normal);
          return [draws, upTo(2 ** 31 - 2), permutation(1000), permutation(7)];
        }""",
        seed,
        20_000,
    )
    expected, legacy = np.random.default_rng(seed), np.random.RandomState(seed)
    draws = expected.standard_normal(20_000)
    assert np.abs(draws).max() > 3.7  # some come from the tail
    np.testing.assert_allclose(drawn[0], draws, rtol=1e-12, atol=1e-13)
    assert drawn[1] == legacy.randint(2**31 - 1)
    assert drawn[2:] == [legacy.permutation(1000).tolist(), legacy.permutation(7).tolist()]


@given(seed=st.integers(0, 2**32 - 1), m=st.integers(6, 20), c=st.integers(2, 4))
@settings(max_examples=8)
@pytest.mark.parametrize("kernel", KERNELS)
def test_given_labels_each_criterion_is_its_equation(kernel, seed, m, c):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(m, 3)), rng.permutation(np.arange(m) % c)
    shaken = X + 0.1 * rng.normal(size=(3, m, 3))
    K, *others = (KERNELS[kernel](Z, 0.2) for Z in (X, *shaken))
    found = run(SCORED, X, kernel, 0.2, y, shaken)
    values = found["values"]
    assert values["eigengap"] == pytest.approx(naive_selection.eigengap(K, c), rel=1e-9, abs=1e-12)
    assert values["cosine"] == pytest.approx(naive_selection.cosine(K, y, c), rel=1e-9)
    gammas = [naive_selection.gamma(K, other, c) for other in others]
    np.testing.assert_allclose(found["lost"], gammas, rtol=1e-6, atol=1e-9)
    if kernel == "rbf":
        divergence = naive_selection.cauchy_schwarz(K, y, c)
        assert values["cauchy_schwarz"] == pytest.approx(divergence, rel=1e-9)
    else:
        assert values["cauchy_schwarz"] is None
        assert "no density window" in found["notes"]["cauchy_schwarz"]


def test_what_is_infinite_is_infinite_on_the_page_too():
    """Gamma of equal eigenvalues; the divergence of clusters without a similarity."""
    rbf = {"rbf": {"kernel": "rbf", "gamma": 1.0}}
    far = np.repeat([[0.0, 0.0], [1e3, 0.0], [0.0, 2e3]], 4, axis=0)
    far += np.random.default_rng(0).normal(size=far.shape)
    for X, name in ((np.eye(6), "gamma"), (far, "cauchy_schwarz")):
        (row,) = kernel_rows(X, rbf, 3)
        (found,) = rows_of(X, "rbf", [1.0], 3)
        assert np.isinf(row.values[name])
        assert found["values"][name] == "inf"
        assert found["notes"] == row.notes


def test_of_more_features_than_rows_the_noise_beyond_the_rows_counts_too():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20, 400)) + 0.5 * np.repeat([[1.0], [-1.0]], 10, axis=0)
    U, sizes, _ = np.linalg.svd(X, full_matrices=False)
    rows = U * sizes
    shaken = run(
        """(X, nFeatures) => {
          const given = samples.createSamples(F(X), X.length, { nFeatures });
          const draws = steps.finish(criteria.shakenSteps(given, "rbf", 0.5, 0));
          return draws.map((draw) => draw.X);
        }""",
        rows,
        400,
    )
    noise = np.reshape(shaken, (10, 20, -1)) - np.pad(rows, ((0, 0), (0, 20)))
    products = noise @ noise.transpose(0, 2, 1) / 0.25  # of Wishart's law
    own, others = np.diagonal(products, axis1=1, axis2=2), products[:, ~np.eye(20, dtype=bool)]
    assert own.mean() == pytest.approx(400, rel=0.02)
    assert own.var() == pytest.approx(2 * 400, rel=0.4)
    assert others.var() == pytest.approx(400, rel=0.1)
    assert abs(others.mean()) < 2


def test_of_more_features_than_rows_only_gamma_is_another_draw():
    X = np.random.default_rng(0).normal(size=(30, 50)) + np.repeat([[1.0], [-1.0]], 15, axis=0)
    U, sizes, _ = np.linalg.svd(X, full_matrices=False)
    gamma = float(KernelMaker(X).rule("rbf"))
    (row,) = kernel_rows(X, {"rbf": {"kernel": "rbf", "gamma": gamma}}, 2)
    (found,) = rows_of(X, "rbf", [gamma], 2, coordinates=U * sizes)
    for name in ("eigengap", "lsmi", "cauchy_schwarz", "cosine"):
        assert found["values"][name] == pytest.approx(row.values[name], rel=1e-8)
    assert found["band"][0] < row.bands["gamma"][1]
    assert row.bands["gamma"][0] < found["band"][1]
    (found,) = rows_of(X, "laplacian", [gamma], 2, coordinates=U * sizes)
    assert found["values"]["gamma"] is None
    assert "more features than" in found["notes"]["gamma"]
