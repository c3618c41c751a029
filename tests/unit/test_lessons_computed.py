"""What the lessons compute and draw: against formulas written out; each stop draws; records."""

import numpy as np
import pytest

from depcluster.experiments.blaschko2008 import brownian
from depcluster.labels import loss_rows, one_hot, ring, ring_loss, tree, tree_loss, zero_one_loss
from depcluster.lessons import (
    blaschko2008,
    bridges,
    choosing_a_kernel,
    score,
    song2007_kernels,
    start_here,
    zhong2010,
)
from depcluster.reproduction.blaschko2008.experiments import best_of_all_trees
from depcluster.selection import BLIND, CRITERIA

PICTURES = (
    choosing_a_kernel.ten_partitions,
    choosing_a_kernel.curves,
    choosing_a_kernel.heaps,
    choosing_a_kernel.lost_by_judge,
    bridges.growing,
    blaschko2008.misfits,
    blaschko2008.table_as_dots,
    song2007_kernels.shapes,
    song2007_kernels.rungs,
    song2007_kernels.race,
    lambda: start_here.scores_by_chance(np.linspace(0, 0.02, 120), {"true labels": 0.14}),
    lambda: start_here.two_starts(np.eye(9, 2), 3, starts=(0, 1)),
)


@pytest.mark.parametrize("picture", PICTURES)
def test_every_stop_of_a_control_draws_a_picture_of_its_own(picture):
    shown = picture()
    start = dict(shown.values)
    for name, control in shown._of.items():
        told = set()
        for value in control.values:
            shown.move(**start | {name: value})
            assert shown._error == ""
            told.add(shown.alt)
        assert len(told) == len(control.values)


def test_a_criterion_picks_the_best_of_its_column():
    found = choosing_a_kernel.judged()
    for criterion in BLIND:
        values = {row.name: row.values[criterion] for row in found.rows}
        known = [value for value in values.values() if value is not None]
        best = max(known) if CRITERIA[criterion].higher else min(known)
        assert best in [values[name] for name in choosing_a_kernel.picks(found, criterion)]


def test_a_bridge_grows_from_end_to_end_and_leaves_the_moons():
    X = bridges.with_bridge(10, 3)
    assert np.array_equal(X[:200], choosing_a_kernel.moons(3)[0])
    assert np.abs(X[200:, 0] - 1).max() < 0.15
    assert (np.diff(X[200:, 1]) < 0.1).all()
    assert np.array_equal(bridges.with_bridge(4, 3), X[:204])


@pytest.mark.parametrize("points", [0, 10])
def test_recorded_bridges_are_what_is_found_now(points):
    kept = bridges.recorded()["runs"][str(points)][0]
    now = bridges.run(points, 0)
    assert now["ari"] == pytest.approx(kept["ari"], abs=0.02)
    assert now["picks"] == kept["picks"]


def test_a_score_counts_the_draws_in_which_a_choice_is_nearly_the_best():
    held = choosing_a_kernel.part("moons").sets["moons"]["values"]
    gaussians = [k for k, name in enumerate(choosing_a_kernel.part().kernels) if "rbf" in name]
    for kernels, won in zip((gaussians, range(10)), score.points(1).values(), strict=True):
        hits = 0
        for values, ari in zip(held["gamma"], held["ari"], strict=True):
            chosen = min(kernels, key=lambda k: values[k])
            hits += max(ari[list(kernels)]) - ari[chosen] <= score.NEAR
        assert won["gamma"] == hits


def test_objective_and_inertia_have_one_sum_at_every_step():
    X = np.random.default_rng(0).normal(size=(40, 2))
    steps = start_here.climbed(X, 3, start=0)
    sums = [step.objective + start_here.inertia(X, step.labels) for step in steps]
    assert len(sums) > 2
    assert np.allclose(sums, ((X - X.mean(axis=0)) ** 2).sum())
    shown = start_here.two_starts(X, 3, starts=(0, 1)).alt
    assert shown.count(f"sum {sums[0]:.1f}") == 2


def test_a_walk_around_meets_the_labels_in_order():
    angles = 2 * np.pi * (np.arange(12) + 0.5) / 12 - np.pi
    X = np.c_[np.cos(angles), np.sin(angles)]
    for names, in_order in (([2, 0, 3, 1], False), ([1, 0, 3, 2], True), ([2, 3, 0, 1], True)):
        labels = np.repeat(names, 3)
        assert start_here.names_around(X, labels).tolist() == names
        assert start_here.in_order(X, labels) == in_order


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
        assert np.isclose(zhong2010.weight_of_pair(float(n), c, norm, rows, m), literal)


def test_levels_are_the_eigenvalues_of_both_kernels():
    A, R = ring(10), loss_rows(ring_loss(10))
    _, after = zhong2010.levels(A, ring_loss(10))
    values = np.linalg.eigvalsh(R @ A @ R.T)
    assert np.allclose(np.sort(after), values[values > 1e-6])
    assert np.isclose(zhong2010.tilt(tree((2, 2)), tree_loss((2, 2))), (8 / 6) ** 2)


@pytest.mark.parametrize("seed", [0, 5])
def test_the_steps_of_the_search_end_at_the_best_of_all_topologies(seed):
    _, made = blaschko2008.steps(seed, 200)
    missed = [share for _, share in made]
    assert missed == sorted(missed, reverse=True)
    _, D = brownian(seed, 200)
    best = best_of_all_trees(D)[0] / np.linalg.norm(D[np.triu_indices(6, 1)])
    assert np.isclose(missed[-1], best)


def test_names_of_clusters_are_kept_from_one_number_to_the_next():
    results, named = blaschko2008.path("tree of six").results, blaschko2008._names("tree of six")
    for k, names in enumerate(named):
        assert sorted(names) == list(range(k + 2))
    six, seven = (named[k][results[k].labels] for k in (4, 5))
    assert (six == seven).mean() > 0.8
