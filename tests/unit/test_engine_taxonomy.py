"""Trees and numerical taxonomy of the front ends' engine against literal formulas and Python's."""

import numpy as np
import pytest
from cases import each
from engine import close, run, seeds
from hypothesis import given, settings
from hypothesis import strategies as st

import reference
import reference_taxonomy
from depcluster.kernels import as_centred_gram, kernel_matrix
from depcluster.papers.blaschko2008.structure import best_structure
from depcluster.search import Problem, Taxonomic, climb
from depcluster.trees import fit_tree_metric
from reference_taxonomy import distances

FITS = ("nni", "nj", "objective")


FITTED = """(D, n, method) => {
  const tree = steps.finish(trees.fitTree(F(D), n, method));
  return [tree, trees.pathMetric(tree, n)];
}"""


@given(
    seed=seeds,
    n=st.integers(2, 16),
    d=st.integers(1, 10),
    power=st.sampled_from([1, 3]),  # of which many edges have the length 0
    method=st.sampled_from(FITS[:2]),
)
@settings(max_examples=20)
def test_a_fitted_tree_is_pythons(seed, n, d, power, method):
    D = distances(np.random.default_rng(seed).normal(size=(n, d))) ** power
    tree, metric = run(FITTED, D, n, method)
    close(metric, reference_taxonomy.path_metric(np.array(tree["edges"]), tree["lengths"], n))
    wanted = fit_tree_metric(D, method=method)
    off, least = np.linalg.norm(D - np.reshape(metric, (n, n))), wanted.misfit(D)
    assert off / np.linalg.norm(D) == pytest.approx(least, rel=1e-9, abs=1e-9)
    if least > 1e-6:  # else several trees say the same
        close(metric, wanted.path_metric())


def setting(seed, m, c):
    """Samples as the engine is asked, their centred kernel matrix, and labels."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(m, 3))
    K = kernel_matrix(X, kernel="rbf", gamma=0.6)
    return {"X": X, "kernel": "rbf", "gamma": 0.6}, reference.centred(K), rng.permutation(m) % c


@given(seed=seeds, c=st.integers(2, 6))
@settings(max_examples=10)
def test_a_flat_structure_tells_nothing_apart(seed, c):
    v = np.random.default_rng(seed).normal(size=c)
    source = """(Y, n) => {
      const o = objectives.taxonomic(F(Y)), W = o.weights(F(n), new Float64Array(n.length ** 2));
      return [o.offset(F(n)) === -Infinity, W];
    }"""
    isFlat, W = run(source, np.add.outer(v, v), np.arange(1.0, c + 1))
    assert isFlat
    assert not np.any(W)


LOOP = """(p, labels, c, structure, fit) => {
  const asked = Array.isArray(structure) ? F(structure) : structure;
  const options = { structure: asked, fit, random: random.createRandom(0) };
  return steps.finish(taxonomy.taxonomyFrom(gramFor(p), labels, c, options));
}"""


@given(
    seed=seeds,
    m=st.integers(12, 60),
    c=st.integers(2, 6),
    structure=st.sampled_from(["free", *FITS]),
)
@settings(max_examples=20)
def test_the_loop_from_labels_ends_where_the_literal_one_does(seed, m, c, structure):
    p, K, labels = setting(seed, m, c)
    fit = None if structure == "free" else structure
    found = run(LOOP, p, labels, c, "tree" if fit else "free", fit)
    gram = as_centred_gram(K)

    def partition_step(labels, Y):
        *_, last = climb(Problem(gram, Taxonomic(Y), c), np.array(labels))
        return last.labels

    def structure_step(S, n, tree):
        return best_structure(S, n, fit, tree)

    _, _, best = reference_taxonomy.alternate(K, labels, c, structure_step, partition_step)[:3]
    assert found["objective"] == pytest.approx(best, rel=1e-9)
    Y = np.reshape(found["Y"], (c, c))
    assert reference_taxonomy.objective(K, found["labels"], Y) == pytest.approx(best, rel=1e-9)


@each("fit", [None, *FITS])
def test_the_loop_does_not_depend_on_the_unit_of_the_kernel(fit):
    rng = np.random.default_rng(0)
    X, labels = rng.normal(size=(40, 2)) + 5 * (np.arange(40) % 5)[:, None], np.arange(40) // 8
    one, *others = (
        run(LOOP, {"X": unit * X, "kernel": "linear"}, labels, 5, "tree" if fit else "free", fit)
        for unit in (1, 2.0**-300, 2.0**300)
    )
    for found, unit in zip(others, (2.0**-600, 2.0**600), strict=True):
        assert found["labels"] == one["labels"]
        assert found["objective"] == pytest.approx(unit * one["objective"], rel=1e-9)
        if fit:
            power = 1 if fit == "objective" else 0.5
            lengths = unit**power * np.array(one["tree"]["lengths"])
            np.testing.assert_allclose(found["tree"]["lengths"], lengths, rtol=1e-6)


@given(seed=seeds, c=st.integers(2, 8), same=st.booleans())
@settings(max_examples=10)
def test_every_start_has_all_clusters(seed, c, same):
    X = np.random.default_rng(seed).normal(size=(20, 2))
    X = np.ones_like(X) if same else X
    source = """(p, c, seed) => {
      const gram = gramFor(p), spectrum = steps.finish(leading_eigen.leadingSteps(gram, c - 1));
      return steps.finish(taxonomy.startLabels(spectrum, gram.m, c, random.createRandom(seed)));
    }"""
    found = run(source, {"X": X, "kernel": "rbf", "gamma": 0.5}, c, seed % 1000)
    assert sorted(set(found)) == list(range(c))
