"""Pictures of the first and the last notebook: each stop draws; records are current."""

import numpy as np
import pytest

from depcluster.lessons import choosing_a_kernel as lesson
from depcluster.lessons import start_here
from depcluster.lessons.choosing_a_kernel import bridged
from depcluster.selection import BLIND, CRITERIA
from depcluster.widgets import PartitionStepper

PICTURES = (
    lesson.ten_partitions,
    lesson.curves,
    lesson.heaps,
    lesson.lost_by_judge,
    lesson.graphs,
    lesson.bridges,
    lambda: start_here.scores_by_chance(np.linspace(0, 0.02, 120), 0.14),
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


def test_a_judge_picks_the_best_of_its_column():
    found = lesson.judged()
    for judge in BLIND:
        values = {row.name: row.values[judge] for row in found.rows}
        known = [value for value in values.values() if value is not None]
        best = max(known) if CRITERIA[judge].higher else min(known)
        assert best in [values[name] for name in lesson.picks(found, judge)]


def test_a_bridge_leads_from_end_to_end_and_leaves_the_moons():
    X = bridged.with_bridge(10, "across the gap", 3)
    assert np.array_equal(X[:200], lesson.moons(3)[0])
    assert np.abs(X[200:, 0] - 1).max() < 0.15
    assert (np.diff(X[200:, 1]) < 0.1).all()


def test_recorded_bridges_are_what_is_found_now():
    for bridge in bridged.ENDS:
        kept, now = lesson.of_draws(10, bridge, 10)[4], lesson.run(10, bridge, 4, 10)
        assert now["ari"] == pytest.approx(kept["ari"], abs=0.02)
        assert now["picks"] == kept["picks"]


def test_objective_and_inertia_have_one_sum():
    X = np.random.default_rng(0).normal(size=(40, 2))
    stepper = PartitionStepper(X, 3, kernel="linear", init="random", random_state=0)
    stepper.step = 1
    bars = start_here.two_numbers(stepper, X).figure.axes[0].containers
    heights = [[bar.get_height() for bar in container] for container in bars]
    assert np.sum(heights, axis=0) == pytest.approx(((X - X.mean(axis=0)) ** 2).sum(), rel=1e-9)
    assert stepper.step == 1
