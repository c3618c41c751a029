"""The criteria that the engine computes, against literal formulas and the library."""

import numpy as np
import pytest
from engine import run

from depcluster import kernel_rows
from depcluster.kernels.maker import KernelMaker

# Given labels: `shaken` are the samples under noise.
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


def rows_of(X, kernel, gammas, c, *, coordinates=None):
    options = {"kernel": kernel, "gammas": gammas, "c": c, "seed": SEED}
    return run(ROWS, X if coordinates is None else coordinates, X.shape[1], options)


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


def test_of_more_features_than_rows_only_gamma_is_another_draw():
    """Of which the noise beyond the rows is the most."""
    X = np.random.default_rng(0).normal(size=(20, 400)) + np.repeat([[1.0], [-1.0]], 10, axis=0)
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
