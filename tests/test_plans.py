"""The lecturer's plans as lists of moves: every row stops somewhere, and a wrong place is named."""

import re
import sys
from pathlib import Path

import pytest

pytest.importorskip("myst_nb")
ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "docs"), str(ROOT / "notebooks")]

from front_ends import read  # noqa: E402
from maker import lessons, plans  # noqa: E402

README = (ROOT / "notebooks" / "README.md").read_text(encoding="utf-8")
BEATS = {f"notebooks/{path.stem}": plans.beats(read(path)) for path in lessons.reading_order()}


@pytest.mark.parametrize("title", plans.PLANS)
def test_every_row_of_a_plan_is_a_move_that_stops_at_a_beat(title):
    table = README.split(f"## {title}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (\d+-\d+) \|", table, re.M)
    moves = plans.plan(title, README, BEATS)["moves"]
    assert [move["minute"] for move in moves] == rows
    ends = [[int(minute) for minute in row.split("-")] for row in rows]
    assert [end for _, end in ends[:-1]] == [start for start, _ in ends[1:]]
    for move in moves:
        assert move["stops"]
        assert move["what"]
        for stop in move["stops"]:
            assert stop["page"].startswith("exercises/") or BEATS[stop["page"]][stop["beat"]]


LESSONS = {
    "notebooks/00_start_here": ["Start", "1. One", "2. Two", "3. Three", "Back"],
    "notebooks/zhong2010": ["Losses", "Before", "1. One"],
}


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ("00, the opening, Pair", [("00_start_here", 0)]),
        ("00, beats 1 to 3, Pair, Tables", [("00_start_here", k) for k in (1, 2, 3)]),
        ("00, beats 1, 3, a picture", [("00_start_here", 1), ("00_start_here", 3)]),
        ("00, beat 2; then section *Back*", [("00_start_here", 2), ("00_start_here", 4)]),
        ("00, beat 2; then zhong2010, beat 1", [("00_start_here", 2), ("zhong2010", 2)]),
        ("zhong2010, the opening: 3 to 9 clusters", [("zhong2010", 0)]),
        ("zhong2010, beat 1, then the opening", [("zhong2010", 2), ("zhong2010", 0)]),
    ],
)
def test_places_are_told_as_a_reader_reads_them(where, found):
    stops = [(f"notebooks/{stem}", beat) for stem, beat in found]
    assert [(stop["page"], stop["beat"]) for stop in plans.stops(where, LESSONS)] == stops


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("zhong2011, beat 1", "no notebook 'zhong2011'; there are 00 and 00_start_here, zhong2010"),
        ("00, beats 2 and 4", "00_start_here has no beat 4; it has 1 to 3"),
        ("00, section *Forth*", "has no section 'Forth'; it has 1. One, 2. Two"),
        ("00, the first picture", "'00, the first picture' names no place; expected .* 'beat 3'"),
        ("beat 2", "'beat 2' names no place; expected a notebook"),
        ("exercises L1 and L9", "no exercise 'L9'"),
    ],
)
def test_a_place_that_does_not_exist_is_named_with_its_row(where, words):
    table = f"## Two hours\n\n| minute | what | where |\n|---|---|---|\n| 3-5 | now | {where} |\n"
    with pytest.raises(ValueError, match=f"'Two hours', minute 3-5: .*{words}"):
        plans.plan("Two hours", table, LESSONS)


def test_a_plan_without_a_table_is_named():
    with pytest.raises(ValueError, match="no table of moves below '## Two hours'"):
        plans.plan("Two hours", "## Two hours\n\nLater.\n", LESSONS)


def test_exercises_are_stops_on_their_own_pages():
    assert plans.stops("exercises L1 and J1", {}) == [
        {"page": "exercises/song2007_labels", "beat": 1},
        {"page": "exercises/jenssen2006", "beat": 1},
    ]
