"""What the pages of explorers say once points of the pad that they follow are others."""

import numpy as np
import pytest
from answering import Page

from depcluster.widgets import DataFile, DataPad, KernelExplorer, LossExplorer
from depcluster.widgets.data_pad.toys import toys
from depcluster.widgets.explorer.answer import changed

MOONS, _ = toys()["two moons"]
NEW = np.array([[-2.5, 1.5], [2.5, -1.5], [2.6, 1.4], [0.3, 0.2]])


def opened(kind, **options):
    pad = DataPad(MOONS)
    explorer = kind(pad, 3, **options)
    page = Page(explorer)
    return pad, explorer, page, np.array(page.settled()["labels"])


def answered(page, is_move=False):
    """The answer to what Python has changed."""
    page.hear(is_move=is_move)
    return page.settled()


@pytest.mark.parametrize("kind", [KernelExplorer, LossExplorer])
def test_points_that_stay_are_counted_as_moved_and_new_ones_are_not(kind):
    pad, _, page, before = opened(kind)
    at = np.arange(len(MOONS))
    for stay in (at[::2], at[12:], at[::-1][:40]):
        pad.put(np.vstack([NEW, MOONS[stay], NEW[:2] / 2]))
        answer = answered(page)
        stayed = np.array(answer["labels"])[len(NEW) : -2]
        assert answer["status"].endswith(f"; {changed(stayed, before[stay])}")
        pad.put(MOONS)
        before = np.array(answered(page)["labels"])


@pytest.mark.parametrize("kind", [KernelExplorer, LossExplorer])
def test_some_points_do_move_when_others_are_erased(kind):
    words = set()
    for seed in range(8):
        pad, _, page, before = opened(kind)
        stay = np.flatnonzero(MOONS @ np.array([np.cos(seed), np.sin(seed)]) > -0.3)
        pad.put(MOONS[stay])
        answer = answered(page)
        said = changed(np.array(answer["labels"]), before[stay])
        assert answer["status"].endswith(f"; {said}")
        words.add(said)
    assert any(" no " not in f" {said}" for said in words)


@pytest.mark.parametrize("kind", [KernelExplorer, LossExplorer])
def test_where_every_point_is_another_nothing_is_said_of_moves(kind):
    pad, _, page, _ = opened(kind)
    pad.put(np.round(MOONS, 2) + 0.001)
    assert "moved" not in answered(page)["status"]
    pad.put(MOONS[:3])  # too few: the page hears of what comes then
    pad.put(MOONS[::2])
    assert "moved" not in answered(page)["status"]


def test_a_stroke_is_counted_from_where_it_began():
    pad, _, page, before = opened(KernelExplorer)
    for n in range(1, len(NEW) + 1):
        pad.put(np.vstack([MOONS[3 * n :], NEW[:n]]))
        answer = answered(page, is_move=True)
        stayed = np.array(answer["labels"])[:-n]
        assert answer["status"].endswith(f"; {changed(stayed, before[3 * n :])}")


def test_points_added_by_hand_are_new_only_once():
    pad, explorer, page, before = opened(KernelExplorer)
    explorer.added = NEW[:2]
    first = answered(page)
    after = np.array(first["labels"])
    assert first["status"].endswith(changed(after[:-2], before))
    explorer.added = NEW[:3]
    pad.put(MOONS[5:])
    answer = answered(page)
    stayed = np.array(answer["labels"])[:-1]
    assert answer["status"].endswith(changed(stayed, after[5:]))


def test_rows_of_another_file_are_new(tmp_path):
    pytest.importorskip("pandas")
    for name in ("a", "b"):
        np.savetxt(tmp_path / f"{name}.csv", MOONS, delimiter=",", header="x,y", comments="")
    table = DataFile(tmp_path / "a.csv")
    explorer = KernelExplorer(table, 2)
    page = Page(explorer)
    before = np.array(answered(page)["labels"])
    table.scaling = "minmax"
    answer = answered(page)
    assert answer["status"].endswith(changed(np.array(answer["labels"]), before))
    table.load(tmp_path / "b.csv")
    assert "moved" not in answered(page)["status"]
