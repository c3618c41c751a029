"""What the lessons compute for their pictures, against the formulas written out."""

import itertools

import numpy as np
import pytest

from depcluster.labels import loss_rows, one_hot, ring, ring_loss, tree, tree_loss, zero_one_loss
from depcluster.lessons import blaschko2008, zhong2010
from depcluster.lessons.blaschko2008.loop import _names
from depcluster.lessons.blaschko2008.seven import _between
from depcluster.lessons.zhong2010.sizes import weight_of_pair
from depcluster.reproduction.blaschko2008.experiments import best_of_all_trees, brownian


@pytest.mark.parametrize("norm", ["l1", "l2"])
@pytest.mark.parametrize("rows", ["one-hot", "with R"])
def test_the_price_of_a_size_is_that_of_a_column(norm, rows):
    c, m = 5, 40
    R = np.eye(c) if rows == "one-hot" else loss_rows(zero_one_loss(c))

    def length(n):
        y = np.r_[np.zeros(n, int), 1 + np.arange(m - n) % (c - 1)]
        return np.linalg.norm((one_hot(y, c) @ R)[:, 0], ord=int(norm[1]))

    for n in (1, 7, 33):
        literal = (length(m // 2) / length(n)) ** 2
        assert np.isclose(weight_of_pair(float(n), c, norm, rows, m), literal)


def test_levels_are_the_eigenvalues_of_both_kernels():
    A, R = ring(10), loss_rows(ring_loss(10))
    _, after = zhong2010.levels(A, ring_loss(10))
    values = np.linalg.eigvalsh(R @ A @ R.T)
    assert np.allclose(np.sort(after), values[values > 1e-6])
    assert np.isclose(zhong2010.tilt(tree((2, 2)), tree_loss((2, 2))), (8 / 6) ** 2)


def test_a_walk_changes_one_point_at_a_step_and_ends_at_both_best_partitions():
    X, partitions, traces, norms = blaschko2008.seven_points()
    T = [blaschko2008.T_of(X, labels) for labels in partitions]
    assert np.allclose([np.trace(of) for of in T], traces)
    assert np.allclose([np.linalg.norm(of) for of in T], norms)
    first, last = partitions[traces.argmax()], partitions[norms.argmax()]
    path = _between(first, last)
    assert all((one != two).sum() == 1 for one, two in itertools.pairwise(path))
    assert np.array_equal(path[0], first)
    assert len(set(zip(path[-1], last, strict=True))) == 3


@pytest.mark.parametrize("seed", [0, 5])
def test_the_steps_of_the_search_end_at_the_best_of_all_topologies(seed):
    _, made = blaschko2008.steps(seed, 200)
    missed = [share for _, share in made]
    assert missed == sorted(missed, reverse=True)
    _, D = brownian(seed, 200)
    best = best_of_all_trees(D)[0] / np.linalg.norm(D[np.triu_indices(6, 1)])
    assert np.isclose(missed[-1], best)


def test_names_of_clusters_are_kept_from_one_number_to_the_next():
    results = blaschko2008.path("tree of six").results
    for k, names in enumerate(_names("tree of six")):
        assert sorted(names) == list(range(k + 2))
    six, seven = _names("tree of six")[4:6]
    named = six[results[4].labels], seven[results[5].labels]
    assert (named[0] == named[1]).mean() > 0.8
