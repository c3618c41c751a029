"""What the lessons compute and draw: against formulas written out; each stop draws; records."""

import numpy as np
import pytest
from pictures import stops_alike
from sklearn.datasets import make_moons

from depcluster import compare_kernels, default_kernels
from depcluster.choice import BLIND, CRITERIA
from depcluster.course import recorded_claim
from depcluster.course.blaschko2008 import lesson as blaschko2008
from depcluster.course.choosing_a_kernel import bridges, score
from depcluster.course.choosing_a_kernel import lesson as choosing_a_kernel
from depcluster.course.start_here import lesson as start_here
from depcluster.course.zhong2010 import lesson as zhong2010
from depcluster.labels import loss_rows, one_hot, zero_one_loss
from depcluster.reproduction import sugiyama2011
from depcluster.reproduction.blaschko2008.experiments import best_of_all_trees, brownian

PICTURES = {
    "table": blaschko2008.table_as_dots,
    "chance": lambda: start_here.scores_by_chance(np.linspace(0, 0.02, 120), {"true labels": 0.14}),
    "starts": lambda: start_here.two_starts(np.eye(9, 2), 3, starts=(0, 1)),
}


def test_every_stop_of_a_control_draws_a_picture_of_its_own():
    assert {name: found for name, make in PICTURES.items() if (found := stops_alike(make()))} == {}


def best_of(values, judge):
    known = [value for value in values.values() if value is not None and not np.isnan(value)]
    best = max(known) if CRITERIA[judge].higher else min(known)
    return {name for name, value in values.items() if value == best}


def test_a_criterion_picks_the_best_of_its_column_found_or_recorded():
    X, y = make_moons(40, noise=0.06, random_state=0)
    found = compare_kernels(X, default_kernels(X), 2, y=y, n_init=2, n_perturbations=2)
    study, missed = choosing_a_kernel.part("moons"), []
    for judge in BLIND:
        now = {row.name: row.values[judge] for row in found.rows}
        held = study.sets["moons"]["values"]
        for picked, values in (
            (found.picks(judge), now),
            (
                choosing_a_kernel.recorded_picks("moons", 2, judge),
                dict(zip(study.kernels, held[judge][2], strict=True)),
            ),
        ):
            if not best_of(values, judge) <= {*picked}:
                missed.append((judge, picked))
    assert missed == []
    assert choosing_a_kernel.recorded_picks("moons", 2, "cosine") == {
        "poly 2": held["ari"][2][study.kernels.index("poly 2")]
    }


def test_a_bridge_grows_from_end_to_end_and_leaves_the_moons():
    X = bridges.with_bridge(10, 3)
    assert np.array_equal(X[:200], choosing_a_kernel.moons(3)[0])
    assert np.abs(X[200:, 0] - 1).max() < 0.15
    assert (np.diff(X[200:, 1]) < 0.1).all()
    assert np.array_equal(bridges.with_bridge(4, 3), X[:204])


def test_a_score_counts_the_draws_in_which_a_choice_is_nearly_the_best():
    held = choosing_a_kernel.part("moons").sets["moons"]["values"]
    gaussians = [k for k, name in enumerate(choosing_a_kernel.part().kernels) if "rbf" in name]
    for kernels, won in zip((gaussians, range(10)), score.points(1).values(), strict=True):
        hits = 0
        for values, ari in zip(held["gamma"], held["ari"], strict=True):
            chosen = min(kernels, key=lambda k: values[k])
            hits += max(ari[list(kernels)]) - ari[chosen] <= score.NEAR
        assert won["gamma"] == hits


def test_a_walk_around_meets_the_labels_in_order():
    angles = 2 * np.pi * (np.arange(12) + 0.5) / 12 - np.pi
    X = np.c_[np.cos(angles), np.sin(angles)]
    for names, in_order in (([2, 0, 3, 1], False), ([1, 0, 3, 2], True), ([2, 3, 0, 1], True)):
        labels = np.repeat(names, 3)
        assert start_here.names_around(X, labels).tolist() == names
        assert start_here.in_order(X, labels) == in_order


def test_the_price_of_a_size_is_that_of_a_column():
    c, m, off = 5, 40, {}
    for rows, R in (("one-hot", np.eye(c)), ("with R", loss_rows(zero_one_loss(c)))):
        for norm in ("l1", "l2"):
            length = {}
            for n in (1, 7, 20, 33):
                y = np.r_[np.zeros(n, int), 1 + np.arange(m - n) % (c - 1)]
                length[n] = np.linalg.norm((one_hot(y, c) @ R)[:, 0], ord=int(norm[1]))
            for n in length:
                told = zhong2010.weight_of_pair(float(n), c, norm, rows, m)
                if not np.isclose(told, (length[m // 2] / length[n]) ** 2):
                    off[rows, norm, n] = told
    assert off == {}


def test_the_steps_of_the_search_end_at_the_best_of_all_topologies():
    _, made = blaschko2008.steps(0, 200)
    missed = [share for _, share in made]
    assert missed == sorted(missed, reverse=True)
    _, D = brownian(0, 200)
    best = best_of_all_trees(D)[0] / np.linalg.norm(D[np.triu_indices(6, 1)])
    assert np.isclose(missed[-1], best)


def test_names_of_clusters_are_kept_from_one_number_to_the_next():
    results, named = blaschko2008.path("tree of six").results, blaschko2008._names("tree of six")
    for k, names in enumerate(named):
        assert sorted(names) == list(range(k + 2))
    six, seven = (named[k][results[k].labels] for k in (4, 5))
    assert (six == seven).mean() > 0.8


def test_a_recorded_claim_is_the_only_one_of_its_words():
    assert recorded_claim(sugiyama2011, "Section 2.4", "accurate").cases == 30
    for item, words in (("Section 2.4", "inaccurate"), ("Table 1", "SMIC"), ("Table 9", "")):
        with pytest.raises(ValueError, match=r"item and words.*Section 2\.4|item and words.*Table"):
            recorded_claim(sugiyama2011, item, words)
