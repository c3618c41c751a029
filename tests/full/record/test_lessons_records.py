"""Records of the lessons are what is found now; pictures that compute long have all their stops."""

import pytest
from pictures import stops_alike

from depcluster.choice import BLIND
from depcluster.course.blaschko2008 import lesson as blaschko2008
from depcluster.course.choosing_a_kernel import bridges
from depcluster.course.choosing_a_kernel import lesson as choosing_a_kernel
from depcluster.course.song2007_kernels import lesson as song2007_kernels
from depcluster.course.zhong2010 import lesson as zhong2010

PICTURES = (
    choosing_a_kernel.ten_partitions,
    choosing_a_kernel.curves,
    choosing_a_kernel.heaps,
    choosing_a_kernel.lost_by_judge,
    bridges.growing,
    blaschko2008.misfits,
    song2007_kernels.shapes,
    song2007_kernels.rungs,
    song2007_kernels.race,
    zhong2010.prices,
)


@pytest.mark.parametrize("picture", PICTURES)
def test_every_stop_of_a_control_draws_a_picture_of_its_own(picture):
    assert stops_alike(picture()) == []


@pytest.mark.parametrize("points", [0, 10])
def test_recorded_bridges_are_what_is_found_now(points):
    kept = bridges.recorded()["runs"][str(points)][0]
    now = bridges.run(points, 0)
    assert now["ari"] == pytest.approx(kept["ari"], abs=0.02)
    assert now["picks"] == kept["picks"]


def test_recorded_draws_of_the_moons_are_those_of_the_page():
    differ = {}
    for draw in choosing_a_kernel.DRAWS:
        found = choosing_a_kernel.judged(draw)
        for judge in BLIND:
            kept = choosing_a_kernel.recorded_picks("moons", draw, judge)
            now = {name: found[name].values["ari"] for name in found.picks(judge)}
            if now != pytest.approx(kept, abs=0.02):
                differ[draw, judge] = now, kept
    assert differ == {}
