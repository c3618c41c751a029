"""Numerical taxonomy clustering against literal formulas and brute force."""

import sys
import warnings

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning

import naive
import naive_taxonomy
from depcluster import kernel_matrix
from depcluster.datasets import make_three
from depcluster.kernels import Dense, Factor, centre
from depcluster.labels import block_sums, chain, cluster_sizes, plain, tree
from depcluster.papers.blaschko2008 import (
    best_structure,
    best_value,
    cluster_distances,
    eigenvalue_ratio,
    first_labels,
    numerical_taxonomy,
    optimal_structure,
    set_kernel,
    structure_of_distances,
    taxonomy_cosine,
    taxonomy_value,
)
from depcluster.search import Problem, Taxonomic, climb, value
from depcluster.trees import four_point_violation

LOOPS = [("tree", "nni"), ("tree", "nj"), ("tree", "objective"), ("free", "nni")]


def problem(seed, m=20, c=4):
    rng = np.random.default_rng(seed)
    labels = np.append(np.arange(c), rng.integers(0, c, m - c))
    return kernel_matrix(rng.normal(size=(m, 3))), labels


def random_psd(c, rng):
    B = rng.normal(size=(c, c))
    return B @ B.T


@pytest.mark.parametrize("c", [2, 3, 5])
def test_formulas_are_the_literal_ones(c):
    for seed in range(5):
        K, labels = problem(seed, c=c)
        Y = random_psd(c, np.random.default_rng(seed)) + 7  # a constant changes nothing
        literal = naive_taxonomy.objective(K, labels, Y)
        assert taxonomy_value(K, labels, Y) == pytest.approx(literal, rel=1e-10)
        size = np.linalg.norm(naive.centred(K))
        assert taxonomy_cosine(K, labels, Y) == pytest.approx(literal / size, rel=1e-10)
        best = naive_taxonomy.best_structure(K, labels, c)
        assert np.allclose(optimal_structure(K, labels), best, rtol=0, atol=1e-10)
        S, n = block_sums(centre(K), labels, c), cluster_sizes(labels, c)
        assert np.allclose(set_kernel(S, n), naive_taxonomy.set_kernel(K, labels, c), atol=1e-10)
        assert best_value(S, n) == pytest.approx(naive_taxonomy.best_value(K, labels, c), rel=1e-10)


def test_the_set_kernel_is_the_best_structure():
    """(8) is (9) centred and scaled, (1) is (10) there, and no other structure reaches it."""
    for seed in range(5):
        K, labels = problem(seed, c=3)
        Y = optimal_structure(K, labels)
        H = naive_taxonomy.centring(3)
        ratio = Y / (H @ naive_taxonomy.set_kernel(K, labels, 3) @ H)
        assert np.ptp(ratio) < 1e-9 * np.abs(ratio).max()
        best = taxonomy_value(K, labels, Y)
        assert best == pytest.approx(naive_taxonomy.best_value(K, labels, 3), rel=1e-10)
        assert naive_taxonomy.objective(K, labels, Y) == pytest.approx(best, rel=1e-10)
        rng = np.random.default_rng(seed)
        for k in range(300):
            other = random_psd(3, rng) if k % 2 else Y + 0.01 * random_psd(3, rng)
            assert taxonomy_value(K, labels, other) <= best * (1 + 1e-12)


def test_a_numeric_maximiser_finds_the_best_structure():
    for seed in range(3):
        K, labels = problem(seed, c=3)

        def minus(flat, K=K, labels=labels):
            B = flat.reshape(3, 3)
            return -naive_taxonomy.objective(K, labels, B @ B.T)

        start = np.random.default_rng(seed).normal(size=9)
        found = minimize(minus, start, options={"maxiter": 2000, "gtol": 1e-8})
        best = taxonomy_value(K, labels, optimal_structure(K, labels))
        assert -found.fun <= best * (1 + 1e-12)
        assert -found.fun == pytest.approx(best, rel=1e-5)


def test_scale_and_constants_of_a_structure_do_not_matter():
    K, labels = problem(0)
    rng = np.random.default_rng(0)
    Y, v = random_psd(4, rng), rng.normal(size=4)
    shifted = 3 * Y + 5 + v[:, None] + v
    assert taxonomy_value(K, labels, shifted) == pytest.approx(taxonomy_value(K, labels, Y))
    assert taxonomy_value(K, labels, np.ones((4, 4))) == -np.inf
    assert taxonomy_value(K, labels, 0.1 + v[:, None] + v) == -np.inf


@pytest.mark.parametrize("c", [2, 3, 6])
def test_the_gradient_is_that_of_finite_differences(c):
    rng = np.random.default_rng(c)
    for _ in range(10):
        Y, n = random_psd(c, rng), rng.uniform(1, 20, c)
        S = random_psd(c, rng)
        S = naive_taxonomy.centring(c) @ S @ naive_taxonomy.centring(c)
        objective = Taxonomic(Y)
        assert value(objective, S, n) == pytest.approx(
            naive_taxonomy.objective_of_sizes(Y, S, n), rel=1e-10
        )
        slope, h = objective.gradient(S, n), 1e-5
        for j in range(c):
            up, down = n + h * np.eye(c)[j], n - h * np.eye(c)[j]
            difference = value(objective, S, up) - value(objective, S, down)
            assert slope[j] == pytest.approx(difference / (2 * h), rel=1e-5, abs=1e-8)
    flat = Taxonomic(np.ones((c, c)))
    assert not flat.gradient(S, n).any()
    assert value(flat, S, n) == -np.inf


def test_the_search_knows_its_own_objective():
    for seed in range(4):
        K, labels = problem(seed)
        Y = random_psd(4, np.random.default_rng(seed)) + 3
        steps = list(climb(Problem(Dense(K), Taxonomic(Y), 4), labels))
        for step in steps:
            literal = naive_taxonomy.objective(K, step.labels, Y)
            assert step.objective == pytest.approx(literal, rel=1e-10)
        assert (np.diff([step.objective for step in steps]) >= 0).all()
        last, best = steps[-1].labels, steps[-1].objective
        for i in range(len(last)):
            for b in range(4):
                moved = last.copy()
                moved[i] = b
                if len(set(moved)) == 4:
                    assert naive_taxonomy.objective(K, moved, Y) <= best * (1 + 1e-9)


def test_free_finds_the_best_of_all_partitions():
    """And what it returns is a fixed point of both steps."""
    reached = 0
    for seed in range(6):
        K = naive.gaussian(np.random.default_rng(seed).normal(size=(8, 2)), 0.5)
        best = max(naive_taxonomy.best_value(K, l, 3) for l in naive_taxonomy.partitions(8, 3))
        found = numerical_taxonomy(K, 3, structure="free", n_init=10, random_state=0)
        assert found.objective <= best * (1 + 1e-9)
        assert found.objective == pytest.approx(
            naive_taxonomy.best_value(K, found.labels, 3), rel=1e-9
        )
        reached += found.objective >= best * (1 - 1e-9)
    assert reached >= 4


def test_a_fixed_structure_finds_the_best_of_all_partitions():
    """From enough starts; k-means alone leads elsewhere now and then."""
    Y = tree([[0, 1], [2]])
    for seed in range(5):
        K = naive.gaussian(np.random.default_rng(seed).normal(size=(7, 2)), 0.5)
        renamed = [np.array(p) for p in ((0, 1, 2), (0, 2, 1), (2, 1, 0))]
        partitions = list(naive_taxonomy.partitions(7, 3))
        best = max(naive_taxonomy.objective(K, p[l], Y) for l in partitions for p in renamed)
        starts = [numerical_taxonomy(K, 3, structure=Y, init=l) for l in partitions[::15]]
        assert max(found.objective for found in starts) == pytest.approx(best, rel=1e-9)
        found = numerical_taxonomy(K, 3, structure=Y, random_state=0)
        assert found.objective <= best * (1 + 1e-9)
        assert found.converged
        assert found.tree is None
        assert np.isnan(found.misfit)


@pytest.mark.parametrize("c", [2, 3])
def test_up_to_three_clusters_every_distance_is_a_tree(c):
    """The tree then costs nothing: (1) is (10) at any partition where the distances are."""
    for seed in range(5):
        K, labels = problem(seed, c=c)
        S, n = block_sums(centre(K), labels, c), cluster_sizes(labels, c)
        D = cluster_distances(set_kernel(S, n))
        Y, found = best_structure(S, n, "nni")
        assert np.allclose(found.path_metric(), D, atol=1e-12)
        assert taxonomy_value(K, labels, Y) == pytest.approx(best_value(S, n), rel=1e-9)
        one = numerical_taxonomy(K, c, n_init=1, random_state=0)
        two = numerical_taxonomy(K, c, structure="free", n_init=1, random_state=0)
        assert one.objective == pytest.approx(two.objective, rel=1e-9)
        assert one.misfit < 1e-9


@pytest.mark.parametrize(("structure", "tree_fit"), LOOPS)
def test_the_loop_keeps_the_best_it_met(structure, tree_fit):
    for seed in range(5):
        K, _ = problem(seed, m=40)
        found = numerical_taxonomy(
            K, 6, structure=structure, tree_fit=tree_fit, n_init=2, random_state=seed
        )
        assert found.objective == pytest.approx(found.history.max(), rel=1e-11)
        assert found.objective == pytest.approx(found.starts.max(), rel=1e-11)
        literal = naive_taxonomy.objective(K, found.labels, found.structure)
        assert found.objective == pytest.approx(literal, rel=1e-9)
        assert len(found.history) == 2 * found.n_iter
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


@pytest.mark.parametrize(("structure", "tree_fit"), LOOPS)
@pytest.mark.parametrize("c", [2, 4, 7])
def test_the_loop_is_the_literal_one(structure, tree_fit, c):
    """It carries K Pi along from turn to turn; the literal one sums K anew, and searches anew."""
    fit = tree_fit if structure == "tree" else None
    for seed in range(8):
        rng = np.random.default_rng(seed)
        B = rng.normal(size=(60, 4)) + 2 * rng.normal(size=(c, 4))[rng.integers(0, c, 60)]
        labels = np.append(np.arange(c), rng.integers(0, c, 60 - c))
        for K, gram in ((kernel_matrix(B),) * 2, (B @ B.T, Factor(B))):
            held = Dense(K)
            *expected, history = naive_taxonomy.alternate(
                K,
                labels,
                c,
                lambda S, n, previous: best_structure(S, n, fit, previous),
                lambda labels, Y, held=held: (
                    [*climb(Problem(held, Taxonomic(Y), c), labels)][-1].labels
                ),
            )
            found = numerical_taxonomy(gram, c, structure=structure, tree_fit=tree_fit, init=labels)
            assert np.array_equal(found.labels, expected[0])
            assert np.allclose(found.structure, expected[1], rtol=0, atol=1e-9)
            assert found.objective == pytest.approx(expected[2], rel=1e-9)
            assert found.history == pytest.approx(history, rel=1e-9)


def test_the_objective_of_a_tree_is_the_best_over_its_edge_lengths():
    """Against a numeric maximiser on every one of the 15 topologies of five clusters."""
    for seed in range(3):
        K, labels = problem(seed, m=30, c=5)
        S, n = block_sums(centre(K), labels, 5), cluster_sizes(labels, 5)
        Y, _ = best_structure(S, n, "objective")
        found = naive_taxonomy.objective_of_sizes(Y, S, n)
        best = -np.inf
        for edges in naive_taxonomy.topologies(5):
            sides = naive_taxonomy.splits(edges, 5).astype(float)

            def minus(w, sides=sides, S=S, n=n):
                return -naive_taxonomy.objective_of_sizes((sides.T * w) @ sides, S, n)

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
    assert found.stopped == "cycle"
    assert not found.converged
    assert found.n_iter < 50
    assert found.objective == found.history.max()
    with pytest.warns(ConvergenceWarning, match="max_iter=1"):
        short = numerical_taxonomy(K, 4, structure="free", init=labels, max_iter=1)
    assert short.stopped == "max_iter"
    assert len(short.history) == 2


def test_the_norm_and_the_trace_can_disagree_on_the_best_partition():
    """Y* and I do not share their optimum over partitions."""
    differ = 0
    for seed in range(10):
        K = naive.centred(naive.gaussian(np.random.default_rng(seed).normal(size=(7, 2)), 0.5))
        partitions = list(naive_taxonomy.partitions(7, 3))
        of_best = [naive_taxonomy.best_value(K, l, 3) for l in partitions]
        of_plain = [naive_taxonomy.objective(K, l, np.eye(3)) for l in partitions]
        differ += int(np.argmax(of_best) != np.argmax(of_plain))
    assert 0 < differ


@pytest.mark.parametrize(("structure", "tree_fit"), LOOPS)
def test_duplicates_singletons_and_constants(structure, tree_fit):
    options = {"structure": structure, "tree_fit": tree_fit, "n_init": 2, "random_state": 0}
    twice = np.repeat([[0.0, 0], [1, 0], [0, 3]], 4, axis=0)
    for c in (2, 3, 5):  # at 5 fewer different samples than clusters
        found = numerical_taxonomy(twice @ twice.T, c, **options)
        assert set(found.labels) == set(range(c))
        assert np.isfinite(found.objective)
    for K in (np.ones((6, 6)), np.full((6, 6), 0.3)):
        found = numerical_taxonomy(K, 3, **options)
        assert set(found.labels) == {0, 1, 2}
        assert found.objective == pytest.approx(0, abs=1e-9)
    alone = np.append(np.random.default_rng(0).normal(size=11), 40.0)[:, None]
    found = numerical_taxonomy(alone @ alone.T, 2, **options)
    assert np.bincount(found.labels)[found.labels[-1]] == 1
    everyone = numerical_taxonomy(kernel_matrix(alone), 12, **options)
    assert set(everyone.labels) == set(range(12))


def test_starts_use_every_cluster():
    rng = np.random.RandomState(0)
    for K in (np.ones((9, 9)), kernel_matrix(make_three()[0])):
        found = list(first_labels(Dense(K), 4, "auto", 3, rng))
        assert len(found) == 3
        assert all(set(labels) == set(range(4)) for labels in found)


def test_many_leaves_say_how_long_they_take_before_they_do():
    K = np.eye(60)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UserWarning, match=r"n_clusters=40: .*takes about .*Lower n_init"):
            numerical_taxonomy(K, 40, random_state=0)
        numerical_taxonomy(K, 40, structure="free", n_init=1, max_iter=1, random_state=0)
        numerical_taxonomy(K, 3, n_init=1, max_iter=1, random_state=0)
