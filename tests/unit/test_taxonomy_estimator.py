"""NumericalTaxonomy: scikit-learn's contract, new samples, paths over c, entropy, bad input."""

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

import naive
import naive_taxonomy
from depcluster import kernel_matrix
from depcluster.datasets import make_nine, make_three
from depcluster.kernels import centre
from depcluster.metrics import conditional_entropy
from depcluster.papers.blaschko2008 import (
    NumericalTaxonomy,
    as_similarity,
    log_eigengap,
    numerical_taxonomy,
    split,
    taxonomy_cosine,
    taxonomy_path,
)
from depcluster.trees import four_point_violation


def test_families_come_out_as_clades():
    X, y = make_nine()
    fitted = NumericalTaxonomy(9, gamma=0.2, random_state=0).fit(X)
    assert adjusted_rand_score(y, fitted.labels_) == 1
    assert conditional_entropy(y, fitted.labels_) == 0
    sides = {frozenset(np.flatnonzero(s)) for s in fitted.tree_.splits()}
    for family in range(3):
        leaves = frozenset(fitted.labels_[y // 3 == family])
        assert leaves in sides or frozenset(range(9)) - leaves in sides
    assert 0 < fitted.misfit_ < 0.2
    means = fitted.distances_
    assert np.allclose(means, means.T)
    assert four_point_violation(fitted.tree_.path_metric()) < 1e-9


def test_one_cluster_is_the_trivial_answer():
    X, _ = make_three()
    for structure in ("tree", "free", [[2.0]]):
        fitted = NumericalTaxonomy(1, structure=structure).fit(X)
        assert fitted.labels_.tolist() == [0] * 60
        assert fitted.objective_ == 0
        assert fitted.structure_.shape == (1, 1)
        assert fitted.predict(X[:3]).tolist() == [0] * 3


def test_normalized_cut_is_the_matrix_of_section_3_1():
    X, y = make_three()
    K = kernel_matrix(X, gamma=0.4)
    M = as_similarity(K, "normalized-cut")
    d = K.sum(axis=0)
    assert M[2, 5] == pytest.approx(K[2, 5] / np.sqrt(d[2] * d[5]))
    fitted = NumericalTaxonomy(3, similarity="normalized-cut", gamma=0.4, random_state=0).fit(X)
    assert adjusted_rand_score(y, fitted.labels_) == 1
    assert fitted.objective_ == pytest.approx(
        naive_taxonomy.objective(M, fitted.labels_, fitted.structure_)
    )
    assert not hasattr(fitted, "predict")
    precomputed = NumericalTaxonomy(
        3, similarity="normalized-cut", kernel="precomputed", random_state=0
    ).fit(K)
    assert np.array_equal(precomputed.labels_, fitted.labels_)


def test_predict_is_the_exact_gain_of_adding_a_point():
    X, _ = make_three()
    fitted = NumericalTaxonomy(3, gamma=0.3, random_state=0).fit(X)
    assert (fitted.predict(X) == fitted.labels_).mean() > 0.95
    x = np.array([[1.4, 1.2]])
    K = naive.gaussian(np.vstack([X, x]), 0.3)
    r = K[:, :60].mean(axis=1)
    Kc = K - r[:, None] - r + r[:60].mean()  # centred about the mean of fit
    reached = []
    for j in range(3):
        labels = np.append(fitted.labels_, j)
        S, n = naive.block_sums(Kc, labels, 3), np.bincount(labels).astype(float)
        reached.append(naive_taxonomy.objective_of_sizes(fitted.structure_, S, n))
    assert fitted.predict(x)[0] == int(np.argmax(reached))


def test_a_path_grows_and_names_the_gap():
    X, y = make_three()
    path = taxonomy_path(X, [2, 3, 5], structure="free", n_init=2, random_state=0)
    assert path.n_clusters.tolist() == [2, 3, 5]
    assert (np.diff(path.objective) >= 0).all()
    assert path.largest_gap == 3
    assert adjusted_rand_score(y, path.results[1].labels) == 1
    values = np.linalg.eigvalsh(centre(kernel_matrix(X)))[::-1]
    gaps = [np.log(values[c - 2] / values[c - 1]) for c in (2, 3, 5)]
    assert path.log_eigengap == pytest.approx(gaps)
    again = taxonomy_path(kernel_matrix(X), [3], kernel="precomputed", n_init=2, random_state=0)
    assert again.objective[0] == pytest.approx(path.objective[1], rel=1e-3)
    assert not log_eigengap(np.zeros(4), np.array([2, 3]), 9).any()


def test_a_path_as_a_frame_and_numbers_that_do_not_depend_on_each_other():
    X, _ = make_three()
    path = taxonomy_path(X, [2, 3, 5], n_init=2, random_state=0)
    table = path.to_frame()
    assert table.index.name == "n_clusters"
    assert table.index.tolist() == [2, 3, 5]
    assert table["objective"].tolist() == path.objective.tolist()
    assert table["log_eigengap"].tolist() == path.log_eigengap.tolist()
    for c, result in zip((2, 3, 5), path.results, strict=True):
        row = table.loc[c]
        assert (row["misfit"], row["n_iter"]) == (result.misfit, result.n_iter)
        assert row["eigenvalue_ratio"] == result.eigenvalue_ratio
        assert row["converged"] == result.converged
    first = taxonomy_path(X, [2], n_init=2, random_state=0)
    assert first.objective[0] == pytest.approx(path.objective[0], rel=1e-12)
    assert path.objective[1] >= taxonomy_path(X, [3], n_init=2, random_state=0).objective[0] * (
        1 - 1e-9
    )


def test_splitting_never_lowers_the_best_value():
    rng, draw = np.random.RandomState(0), np.random.default_rng(1)
    labels = np.append(np.arange(3), draw.integers(0, 3, 27))
    K = kernel_matrix(draw.normal(size=(30, 3)))
    B = np.linalg.cholesky(K + 1e-9 * np.eye(30))
    E = B - B.mean(axis=0)
    before = naive_taxonomy.best_value(K, labels, 3)
    for c in (4, 6, 9):
        finer = split(E, labels, c, rng)
        assert set(finer) == set(range(c))
        for j in range(c):  # inside one old cluster
            assert len(set(labels[finer == j])) == 1
        assert naive_taxonomy.best_value(K, finer, c) >= before - 1e-9


def test_conditional_entropy_is_the_literal_one():
    rng = np.random.default_rng(0)
    for c in (1, 3, 9):
        y, labels = rng.integers(0, 5, 60), rng.integers(0, c, 60)
        literal = naive_taxonomy.conditional_entropy(y.tolist(), labels.tolist())
        assert conditional_entropy(y, labels) == pytest.approx(literal, abs=1e-12)
    assert conditional_entropy(np.array(list("abab")), [1, 1, 0, 0]) == pytest.approx(np.log(2))
    with pytest.raises(ValueError, match="one label a sample each"):
        conditional_entropy([0, 1], [0])


X3 = make_three()[0]


def test_bad_starts_and_numbers():
    K = kernel_matrix(X3)
    with pytest.raises(ValueError, match='init must be "auto" or labels'):
        numerical_taxonomy(K, 3, init="random")
    with pytest.raises(ValueError, match=r"init must use each of 0\.\.2"):
        numerical_taxonomy(K, 3, init=np.zeros(60, dtype=int))
    for numbers in ([1, 2], [], 3, [61], [2.5]):
        with pytest.raises(ValueError, match=r"n_clusters must (be a list of|hold no number)"):
            taxonomy_path(X3, numbers)
    with pytest.raises(ValueError, match='structure must be "tree" or "free" along a path'):
        taxonomy_path(X3, [2], structure=np.eye(2))
    with pytest.raises(ValueError, match="K must not be constant"):
        taxonomy_cosine(np.ones((4, 4)), [0, 0, 1, 1], np.eye(2))
