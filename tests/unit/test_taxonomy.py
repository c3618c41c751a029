"""Numerical taxonomy clustering and its estimator against literal formulas and brute force."""

import sys

import numpy as np
import pytest
from cases import each
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score

import reference
import reference_taxonomy
from depcluster import kernel_matrix
from depcluster.datasets import make_nine, make_three
from depcluster.kernels import Dense, Factor, centre
from depcluster.labels import block_sums, chain, cluster_sizes, plain, tree
from depcluster.metrics import conditional_entropy
from depcluster.papers.blaschko2008 import (
    NumericalTaxonomy,
    as_similarity,
    best_structure,
    best_value,
    cluster_distances,
    eigenvalue_ratio,
    log_eigengap,
    numerical_taxonomy,
    optimal_structure,
    set_kernel,
    split,
    structure_of_distances,
    taxonomy_cosine,
    taxonomy_path,
    taxonomy_value,
)
from depcluster.search import Problem, Taxonomic, climb, value
from depcluster.trees import four_point_violation

X3 = make_three()[0]
LOOPS = [("tree", "nni"), ("tree", "nj"), ("tree", "objective"), ("free", "nni")]


def problem(seed, m=20, c=4):
    rng = np.random.default_rng(seed)
    labels = np.append(np.arange(c), rng.integers(0, c, m - c))
    return kernel_matrix(rng.normal(size=(m, 3))), labels


def random_psd(c, rng):
    B = rng.normal(size=(c, c))
    return B @ B.T


@each("c", [2, 3, 5])
def test_formulas_are_the_literal_ones(c):
    for seed in range(2):
        K, labels = problem(seed, c=c)
        Y = random_psd(c, np.random.default_rng(seed)) + 7  # a constant changes nothing
        literal = reference_taxonomy.objective(K, labels, Y)
        assert taxonomy_value(K, labels, Y) == pytest.approx(literal, rel=1e-10)
        size = np.linalg.norm(reference.centred(K))
        assert taxonomy_cosine(K, labels, Y) == pytest.approx(literal / size, rel=1e-10)
        best = reference_taxonomy.best_structure(K, labels, c)
        assert np.allclose(optimal_structure(K, labels), best, rtol=0, atol=1e-10)
        S, n = block_sums(centre(K), labels, c), cluster_sizes(labels, c)
        assert np.allclose(
            set_kernel(S, n), reference_taxonomy.set_kernel(K, labels, c), atol=1e-10
        )
        assert best_value(S, n) == pytest.approx(
            reference_taxonomy.best_value(K, labels, c), rel=1e-10
        )


def test_the_set_kernel_is_the_best_structure():
    """(8) is (9) centred and scaled, (1) is (10) there, and no other structure reaches it."""
    K, labels = problem(0, c=3)
    Y, H = optimal_structure(K, labels), reference_taxonomy.centring(3)
    ratio = Y / (H @ reference_taxonomy.set_kernel(K, labels, 3) @ H)
    assert np.ptp(ratio) < 1e-9 * np.abs(ratio).max()
    best = taxonomy_value(K, labels, Y)
    assert best == pytest.approx(reference_taxonomy.best_value(K, labels, 3), rel=1e-10)
    rng = np.random.default_rng(0)
    for k in range(50):
        other = random_psd(3, rng) if k % 2 else Y + 0.01 * random_psd(3, rng)
        assert taxonomy_value(K, labels, other) <= best * (1 + 1e-12)


def test_scale_and_constants_of_a_structure_do_not_matter():
    K, labels = problem(0)
    rng = np.random.default_rng(0)
    Y, v = random_psd(4, rng), rng.normal(size=4)
    shifted = 3 * Y + 5 + v[:, None] + v
    assert taxonomy_value(K, labels, shifted) == pytest.approx(taxonomy_value(K, labels, Y))
    assert taxonomy_value(K, labels, np.ones((4, 4))) == -np.inf
    assert taxonomy_value(K, labels, 0.1 + v[:, None] + v) == -np.inf

    flat = Taxonomic(np.ones((4, 4)))
    assert not flat.gradient(random_psd(4, rng), np.arange(1.0, 5)).any()
    assert value(flat, random_psd(4, rng), np.arange(1.0, 5)) == -np.inf


@each("structure, tree_fit", [*LOOPS, (chain(4), "nni")])
def test_powers_of_two_of_the_kernel_change_no_digit(structure, tree_fit):
    K, _ = problem(0)
    options = {"structure": structure, "tree_fit": tree_fit, "n_init": 2, "random_state": 0}
    one, small = (numerical_taxonomy(np.ldexp(K, e), 4, **options) for e in (0, -700))
    assert np.array_equal(one.labels, small.labels)
    assert np.array_equal(small.history, np.ldexp(one.history, -700))
    assert np.array_equal(small.distances, np.ldexp(one.distances, -350))
    assert (small.misfit, small.eigenvalue_ratio) == pytest.approx(
        (one.misfit, one.eigenvalue_ratio), nan_ok=True
    )
    tiny, labels, Y = np.ldexp(K, -700), one.labels, one.structure
    assert taxonomy_cosine(tiny, labels, Y) == pytest.approx(taxonomy_cosine(K, labels, Y))
    value_of_tiny = float(np.ldexp(taxonomy_value(tiny, labels, Y), 700))
    assert value_of_tiny == pytest.approx(taxonomy_value(K, labels, Y))
    assert np.allclose(optimal_structure(tiny, labels), optimal_structure(K, labels))


def test_free_finds_the_best_of_all_partitions():
    reached = 0
    for seed in range(4):
        K = reference.gaussian(np.random.default_rng(seed).normal(size=(7, 2)), 0.5)
        best = max(
            reference_taxonomy.best_value(K, l, 3) for l in reference_taxonomy.partitions(7, 3)
        )
        found = numerical_taxonomy(K, 3, structure="free", n_init=10, random_state=0)
        literal = reference_taxonomy.best_value(K, found.labels, 3)
        assert found.objective == pytest.approx(literal, rel=1e-9)
        assert found.objective <= best * (1 + 1e-9)
        reached += found.objective >= best * (1 - 1e-9)
    assert reached >= 3


def test_a_fixed_structure_finds_the_best_of_all_partitions():
    """From enough starts; k-means alone leads elsewhere now and then."""
    Y = tree([[0, 1], [2]])
    K = reference.gaussian(np.random.default_rng(0).normal(size=(7, 2)), 0.5)
    renamed = [np.array(p) for p in ((0, 1, 2), (0, 2, 1), (2, 1, 0))]
    partitions = list(reference_taxonomy.partitions(7, 3))
    best = max(reference_taxonomy.objective(K, p[l], Y) for l in partitions for p in renamed)
    starts = [numerical_taxonomy(K, 3, structure=Y, init=l) for l in partitions[::15]]
    assert max(found.objective for found in starts) == pytest.approx(best, rel=1e-9)
    found = numerical_taxonomy(K, 3, structure=Y, random_state=0)
    assert found.objective <= best * (1 + 1e-9)
    assert found.converged
    assert found.tree is None
    assert np.isnan(found.misfit)


@each("c", [2, 3])
def test_up_to_three_clusters_every_distance_is_a_tree(c):
    """The tree then costs nothing: (1) is (10) at any partition where the distances are."""
    K, labels = problem(0, c=c)
    S, n = block_sums(centre(K), labels, c), cluster_sizes(labels, c)
    Y, found = best_structure(S, n, "nni")
    assert np.allclose(found.path_metric(), cluster_distances(set_kernel(S, n)), atol=1e-12)
    assert taxonomy_value(K, labels, Y) == pytest.approx(best_value(S, n), rel=1e-9)


@each("structure, tree_fit", LOOPS)
def test_the_loop_keeps_the_best_it_met(structure, tree_fit):
    K, _ = problem(1, m=30)
    found = numerical_taxonomy(
        K, 6, structure=structure, tree_fit=tree_fit, n_init=3, random_state=0
    )
    assert found.objective == pytest.approx(found.history.max(), rel=1e-11)
    assert found.objective == pytest.approx(found.starts.max(), rel=1e-11)
    steps = np.diff(found.history)
    assert (steps[::2] >= 0).all()  # partition steps never fall
    if structure == "free" or tree_fit == "objective":
        assert (steps >= -1e-9 * found.objective).all()
        assert found.eigenvalue_ratio >= -1e-9
    if structure == "tree":
        D = cluster_distances(found.structure)
        lengths = D**2 if tree_fit == "objective" else D
        assert np.allclose(found.tree.path_metric(), lengths, atol=1e-9)
        assert four_point_violation(lengths) < 1e-9


@each("structure, tree_fit", LOOPS)
@each("c", [2, 5])
def test_the_loop_is_the_literal_one(structure, tree_fit, c):
    """It carries K Pi along from turn to turn; the literal one sums K anew, and searches anew."""

    def structured(S, n, previous):
        return best_structure(S, n, tree_fit if structure == "tree" else None, previous)

    for seed in range(2):
        rng = np.random.default_rng(seed)
        B = rng.normal(size=(40, 4)) + 2 * rng.normal(size=(c, 4))[rng.integers(0, c, 40)]
        labels = np.append(np.arange(c), rng.integers(0, c, 40 - c))
        for K, gram in ((kernel_matrix(B),) * 2, (B @ B.T, Factor(B))):
            held = Dense(K)

            def partitioned(labels, Y, held=held):
                return [*climb(Problem(held, Taxonomic(Y), c), labels)][-1].labels

            *expected, history = reference_taxonomy.alternate(K, labels, c, structured, partitioned)
            found = numerical_taxonomy(gram, c, structure=structure, tree_fit=tree_fit, init=labels)
            assert np.array_equal(found.labels, expected[0])
            assert np.allclose(found.structure, expected[1], rtol=0, atol=1e-9)
            assert found.objective == pytest.approx(expected[2], rel=1e-9)
            assert found.history == pytest.approx(history, rel=1e-9)


def test_the_objective_of_a_tree_is_the_best_over_its_edge_lengths():
    """Against a numeric maximiser on every one of the 15 topologies of five clusters."""
    K, labels = problem(0, m=30, c=5)
    S, n = block_sums(centre(K), labels, 5), cluster_sizes(labels, 5)
    Y, _ = best_structure(S, n, "objective")
    found = reference_taxonomy.objective_of_sizes(Y, S, n)
    best = -np.inf
    for edges in reference_taxonomy.topologies(5):
        sides = reference_taxonomy.splits(edges, 5).astype(float)

        def minus(w, sides=sides):
            return -reference_taxonomy.objective_of_sizes((sides.T * w) @ sides, S, n)

        w = minimize(minus, np.ones(7), bounds=[(0, None)] * 7, options={"ftol": 1e-14}).x
        best = max(best, -minus(w))
    assert found == pytest.approx(best, rel=1e-5)


def test_a_star_that_is_no_kernel():
    legs = np.array([1, 1, 1, 0])
    D = (legs[:, None] + legs) * (1.0 - np.eye(4))
    Y = structure_of_distances(D)
    assert np.linalg.eigvalsh(Y) == pytest.approx([-0.25, 0, 2, 2])
    assert eigenvalue_ratio(Y) == pytest.approx(-1 / 8)
    assert four_point_violation(D) < 1e-12
    assert np.allclose(cluster_distances(Y), D)


def test_labels_met_twice_end_the_loop(monkeypatch):
    """Two structures in turn, each leading away from where the other leads."""
    K, labels = problem(0)
    turns = iter([chain(4), plain(4)] * 50)
    module = sys.modules["depcluster.papers.blaschko2008.taxonomy"]
    monkeypatch.setattr(module, "best_structure", lambda *args: (next(turns), None))
    found = numerical_taxonomy(K, 4, structure="free", init=labels)
    assert (found.stopped, found.converged) == ("cycle", False)
    assert found.objective == found.history.max()
    with pytest.warns(ConvergenceWarning, match="max_iter=1"):
        short = numerical_taxonomy(K, 4, structure="free", init=labels, max_iter=1)
    assert (short.stopped, len(short.history)) == ("max_iter", 2)


@each("structure, tree_fit", LOOPS)
def test_duplicates_singletons_and_constants(structure, tree_fit):
    options = {"structure": structure, "tree_fit": tree_fit, "n_init": 2, "random_state": 0}
    twice = np.repeat([[0.0, 0], [1, 0], [0, 3]], 4, axis=0)
    alone = np.append(np.random.default_rng(0).normal(size=11), 40.0)[:, None]
    for K, c in (
        (twice @ twice.T, 2),
        (twice @ twice.T, 5),  # more clusters than different samples
        (np.full((6, 6), 0.3), 3),
        (kernel_matrix(alone), 12),
    ):
        found = numerical_taxonomy(K, c, **options)
        assert set(found.labels) == set(range(c))
        assert np.isfinite(found.objective)
        assert np.ptp(K) > 0 or found.objective == pytest.approx(0, abs=1e-9)
    found = numerical_taxonomy(alone @ alone.T, 2, **options)
    assert np.bincount(found.labels)[found.labels[-1]] == 1


def test_families_come_out_as_clades():
    X, y = make_nine()
    given = {"gamma": 0.2, "n_init": 3, "random_state": 0}
    fitted = NumericalTaxonomy(9, names=list("abcdefghi"), **given).fit(X)
    assert fitted.tree_.names == tuple("abcdefghi")
    bare = NumericalTaxonomy(9, **given).fit(X).tree_
    assert bare.to_newick("abcdefghi") == fitted.tree_.to_newick()
    with pytest.raises(ValueError, match="names must be 9"):
        NumericalTaxonomy(9, names=["a"]).fit(X)
    assert adjusted_rand_score(y, fitted.labels_) == 1
    sides = {frozenset(np.flatnonzero(s)) for s in fitted.tree_.splits()}
    for family in range(3):
        leaves = frozenset(fitted.labels_[y // 3 == family])
        assert leaves in sides or frozenset(range(9)) - leaves in sides
    assert 0 < fitted.misfit_ < 0.2


def test_normalized_cut_is_the_matrix_of_section_3_1():
    X, y = make_three()
    K = kernel_matrix(X, gamma=0.4)
    M, d = as_similarity(K, "normalized-cut"), K.sum(axis=0)
    assert pytest.approx(K / np.sqrt(np.outer(d, d))) == M
    given = {"similarity": "normalized-cut", "gamma": 0.4, "n_init": 2, "random_state": 0}
    fitted = NumericalTaxonomy(3, **given).fit(X)
    assert adjusted_rand_score(y, fitted.labels_) == 1
    literal = reference_taxonomy.objective(M, fitted.labels_, fitted.structure_)
    assert fitted.objective_ == pytest.approx(literal)
    assert not hasattr(fitted, "predict")
    precomputed = NumericalTaxonomy(3, kernel="precomputed", **given).fit(K)
    assert np.array_equal(precomputed.labels_, fitted.labels_)


def test_predict_is_the_exact_gain_of_adding_a_point():
    X, _ = make_three()
    fitted = NumericalTaxonomy(3, gamma=0.3, random_state=0).fit(X)
    assert (fitted.predict(X) == fitted.labels_).mean() > 0.95
    x = np.array([[1.4, 1.2]])
    K = reference.gaussian(np.vstack([X, x]), 0.3)
    r = K[:, :60].mean(axis=1)
    Kc = K - r[:, None] - r + r[:60].mean()  # centred about the mean of fit
    reached = []
    for j in range(3):
        labels = np.append(fitted.labels_, j)
        S, n = reference.block_sums(Kc, labels, 3), np.bincount(labels).astype(float)
        reached.append(reference_taxonomy.objective_of_sizes(fitted.structure_, S, n))
    assert fitted.predict(x)[0] == int(np.argmax(reached))


def test_a_path_grows_and_names_the_gap():
    X, y = make_three()
    path = taxonomy_path(X, [2, 3, 5], structure="free", n_init=2, random_state=0)
    assert (np.diff(path.objective) >= 0).all()
    assert path.largest_gap == 3
    assert adjusted_rand_score(y, path.results[1].labels) == 1
    values = np.linalg.eigvalsh(centre(kernel_matrix(X)))[::-1]
    gaps = [np.log(values[c - 2] / values[c - 1]) for c in (2, 3, 5)]
    assert path.log_eigengap == pytest.approx(gaps)
    assert path.to_frame()["objective"].to_dict() == dict(
        zip([2, 3, 5], path.objective, strict=True)
    )
    assert not log_eigengap(np.zeros(4), np.array([2, 3]), 9).any()
    assert log_eigengap(np.ldexp(values, -1030), np.array([3]), 9) == pytest.approx(gaps[1])


def test_splitting_never_lowers_the_best_value():
    rng, draw = np.random.RandomState(0), np.random.default_rng(1)
    labels = np.append(np.arange(3), draw.integers(0, 3, 27))
    K = kernel_matrix(draw.normal(size=(30, 3)))
    B = np.linalg.cholesky(K + 1e-9 * np.eye(30))
    E = B - B.mean(axis=0)
    before = reference_taxonomy.best_value(K, labels, 3)
    for c in (4, 6, 9):
        finer = split(E, labels, c, rng)
        assert set(finer) == set(range(c))
        for j in range(c):  # inside one old cluster
            assert len(set(labels[finer == j])) == 1
        assert reference_taxonomy.best_value(K, finer, c) >= before - 1e-9


def test_conditional_entropy_is_the_literal_one():
    rng = np.random.default_rng(0)
    for c in (1, 3, 9):
        y, labels = rng.integers(0, 5, 60), rng.integers(0, c, 60)
        literal = reference_taxonomy.conditional_entropy(y.tolist(), labels.tolist())
        assert conditional_entropy(y, labels) == pytest.approx(literal, abs=1e-12)
    assert conditional_entropy(np.array(list("abab")), [1, 1, 0, 0]) == pytest.approx(np.log(2))
    many = np.arange(80_000)
    assert conditional_entropy(many[::-1], many // 2) == pytest.approx(np.log(2))
    with pytest.raises(ValueError, match="labels must hold one label a sample"):
        conditional_entropy([0, 1], [0])


def test_bad_starts_and_numbers():
    K = kernel_matrix(X3)
    for init, words in (("random", 'init must be "auto" or labels'), ([0] * 60, "init must use")):
        with pytest.raises(ValueError, match=words):
            numerical_taxonomy(K, 3, init=init)
    for numbers in ([1, 2], [], 3, [61], [2.5]):
        with pytest.raises(ValueError, match="n_clusters must"):
            taxonomy_path(X3, numbers)
    with pytest.raises(ValueError, match="different samples, 3; got 4"):
        taxonomy_path(np.repeat(X3[:3], 9, axis=0), [2, 4])
    with pytest.raises(ValueError, match='structure must be "tree" or "free" along a path'):
        taxonomy_path(X3, [2], structure=np.eye(2))
    with pytest.raises(ValueError, match="K must not be constant"):
        taxonomy_cosine(np.ones((4, 4)), [0, 0, 1, 1], np.eye(2))
