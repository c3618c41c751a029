"""Criteria over the width as the page has them, and what the engine computes of one kernel."""

import numpy as np
import pytest
from answering import Page
from engine import run
from sklearn.metrics import adjusted_rand_score

from depcluster import compare_kernels, kernel_rows, median_rule, rbf_kernels
from depcluster.choice.criteria import BLIND, CRITERIA
from depcluster.datasets import make_blobs4, make_crescents
from depcluster.kernels.cache import KernelMaker
from depcluster.widgets import DataPad, KernelExplorer

X, Y = make_crescents((10, 10))
BLOBS, TRUTH = make_blobs4(40, random_state=0)
WIDTHS = np.linspace(-4, 4, 17)
TRUTH = np.where(np.arange(40) < 5, -1, TRUTH)
TOLD = """(most) => {
  let told;
  for (const step of page.steps()) {
    told = (step?.answer ?? step?.more)?.criteria ?? told;
    if (told?.done >= most) break;
  }
  return told;
}"""


@pytest.fixture
def explorer():
    widget = KernelExplorer(X, 2, criteria=True)
    yield widget
    widget.close()


def told(page, most=17):
    """What the page's panel shows, once so many widths are computed."""
    found = page.eval(f"({TOLD})({most})")
    del found["number"]
    return {**found, "curves": {curve["name"]: curve for curve in found["curves"]}}


@pytest.mark.parametrize("kernel", ["rbf", "laplacian", "poly"])
def test_the_page_shows_what_the_library_computes(kernel):
    explorer = KernelExplorer(BLOBS, 4, kernel=kernel, criteria=True, y=TRUTH)
    rule = median_rule(BLOBS, kernel)
    page = told(Page(explorer))
    assert page["done"] == 17
    kernels = {f"{w}": {"kernel": kernel, "gamma": rule * 2.0**w} for w in WIDTHS}
    expected = kernel_rows(BLOBS, kernels, 4, random_state=0)
    assert list(page["curves"]) == [*BLIND, "ari"]
    for k, row in enumerate(expected):
        ari = adjusted_rand_score(TRUTH[5:], row.labels[5:])
        assert page["curves"]["ari"]["values"][k] == pytest.approx(ari)
        for name in BLIND:
            curve = page["curves"][name]
            assert curve["texts"][k] == row.text(name)
            assert curve["notes"][k] == row.notes.get(name, "")
            if row.values[name] is not None:
                assert curve["values"][k] == pytest.approx(row.values[name], rel=1e-8, abs=1e-9)
    for name, curve in page["curves"].items():
        chosen = max if CRITERIA[name].higher else min
        values = [value for value in curve["values"] if value is not None]
        best = None if curve["best"] is None else curve["values"][curve["best"]]
        assert best == (pytest.approx(chosen(values)) if values else None)
    assert "y=" not in page["python"]


def test_width_and_label_kernel_change_no_curve_and_kernel_clusters_and_samples_begin_new_ones(
    explorer,
):
    page = Page(explorer)
    first = told(page, 2)["curves"]["lsmi"]["values"]
    page.move(width=1.0)
    assert told(page, 3)["curves"]["lsmi"]["values"][:2] == first
    curves = told(page)
    for change in ({"width": 1.25}, {"preset": "ring"}, {"label_kernel": np.diag([2.0, 1.0])}):
        page.move(**change)
        assert told(page) == curves
    for name, value in (("kernel", "laplacian"), ("n_clusters", 3), ("added", [[0.0, 0.0]])):
        before = getattr(explorer, name)
        page.move(**{name: value})
        assert told(page, 1)["done"] == 1
        page.move(**{name: before})
        if name != "added":  # they were finished, and are kept
            assert told(page) == curves


def test_what_is_undefined_says_why_and_is_never_nan(explorer):
    page = Page(explorer)
    page.move(kernel="poly")
    curve = told(page)["curves"]["cauchy_schwarz"]
    assert curve["values"] == [None] * 17
    assert curve["texts"] == ["–"] * 17
    assert curve["best"] is None
    assert "no density window" in curve["notes"][0]
    page.move(kernel="linear")
    without = told(page)
    assert without["note"].startswith("This kernel has no width.")
    assert (without["curves"], without["python"]) == ({}, "")


def test_an_infinite_value_is_shown_as_a_sign():
    """Six samples all equally far apart: no eigengap."""
    curve = told(Page(KernelExplorer(np.eye(6), 3, criteria=True)))["curves"]["gamma"]
    assert curve["texts"] == ["∞ (∞ to ∞)"] * 17
    assert curve["best"] is None


def test_the_copied_line_makes_their_table():
    pad = DataPad((X - X.mean(axis=0)) / 4, Y)
    explorer = KernelExplorer(pad, 2, criteria=True)
    explorer.added = [[0.5, 0.5]]
    page = told(Page(explorer))
    scope = {"compare_kernels": compare_kernels, "rbf_kernels": rbf_kernels, "np": np, "pad": pad}
    rows = eval(page["python"], scope).rows
    for name in ("eigengap", "cosine"):
        values = [row.values[name] for row in rows]
        np.testing.assert_allclose(page["curves"][name]["values"], values, rtol=1e-5)


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
          const { upTo, permutation } = mt19937.createTwister(seed);
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


def test_of_more_features_than_rows_the_noise_beyond_the_rows_counts_too():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20, 400)) + 0.5 * np.repeat([[1.0], [-1.0]], 10, axis=0)
    U, sizes, _ = np.linalg.svd(X, full_matrices=False)
    rows = U * sizes
    shaken = run(
        """(X, nFeatures) => {
          const given = samples.createSamples(F(X), X.length, { nFeatures });
          const draws = steps.finish(criteria.perturbedSamplesSteps(given, "rbf", 0.5, 0));
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
