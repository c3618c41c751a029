"""Exercises: one solved sheet passes, endless answers are stopped, the command makes notebooks."""

import re
import shutil
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from depcluster.exercises import EXERCISES, check, limit
from depcluster.exercises.notebooks import FOLDER, assignments, main
from depcluster.labels import ring

ROOT = Path(__file__).parents[2]
ASSIGNMENTS = assignments(ROOT / FOLDER)
ASSIGNMENT_OF = {e.name: assignment for assignment in ASSIGNMENTS for e in assignment.exercises}


def answers(exercise, source=None):
    return ASSIGNMENT_OF[exercise.name].answers(exercise, source)


def test_a_solved_sheet_passes_and_its_mistakes_get_their_hints():
    (sheet,) = (each for each in ASSIGNMENTS if each.name == "zhong2010")
    for exercise in sheet.exercises:
        assert exercise.check(*answers(exercise)).passed
        for source, hint in sheet.mistakes(exercise):
            assert hint in exercise.check(*answers(exercise, source)).text


def test_a_widget_that_nobody_touched_is_no_answer():
    for name, rest in {"L3": "", "K3": "share = 0.05", "J2": "works = 0.5"}.items():
        assert check(name, *answers(EXERCISES[name], rest)).status == "open"


def test_a_verdict_is_shown_in_the_colours_of_the_page():
    html = check("L1", "above", 12.3)._repr_html_()
    assert "L1. " in html
    assert not re.search(r"`|#[0-9a-f]{3}|rgb|background", html)


def test_the_command_makes_and_checks_notebooks(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert main(["--check"]) == 0  # the notebooks are what their solutions say
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main([])
    shutil.copytree(ROOT / FOLDER / "solved", FOLDER / "solved")
    assert main(["--check"]) == 1
    assert main([]) == main(["--check"]) == 0
    next(FOLDER.glob("*.ipynb")).write_text("{}")
    assert main(["--check"]) == 1


needs_clock = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no clock's signal")


@pytest.fixture
def soon(monkeypatch):
    """A limit of 0.3 s, and a handler and a tracer of somebody else that must come back."""
    monkeypatch.setattr(limit, "SECONDS", 0.3)
    before, traced = signal.getsignal(signal.SIGALRM), sys.gettrace()
    yield
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert sys.gettrace() is traced


def loop(c):
    while True:
        pass


def deaf_within(c):
    def work():
        for k in range(1000):
            k * k

    caught = 0
    while caught < 4:
        try:
            work()
        except BaseException:
            caught += 1
    return caught


def never_ends(c):
    try:
        loop(c)
    finally:
        time.sleep(1000)


class Slow:
    def __len__(self):
        return 4

    def __getitem__(self, k):
        time.sleep(1000)


@needs_clock
@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("answer", [loop, deaf_within, never_ends, lambda c: Slow()])
def test_an_answer_that_never_ends_is_stopped(answer):
    verdict = check("L2", answer)
    assert verdict.status == "wrong"
    assert "ran for more than 0.3 s" in verdict.text


@needs_clock
@pytest.mark.usefixtures("soon")
def test_all_calls_of_a_check_share_one_limit_and_the_next_has_its_own(monkeypatch):
    def sleeper(*given):  # each of the 200 calls of L4 is short enough
        time.sleep(0.05)
        return 0.0

    def slow_ring(c):
        time.sleep(0.2)
        return ring(c)

    assert "`after_move` ran for more than 0.3 s" in check("L4", sleeper).text
    monkeypatch.setattr(limit, "SECONDS", 60)
    assert check("L2", slow_ring).passed


@needs_clock
def test_time_between_the_calls_does_not_count(monkeypatch):
    monkeypatch.setattr(limit, "SECONDS", 1)
    with limit.one_limit():
        limit.run(loop_once := lambda: 0)
        time.sleep(1.1)
        assert limit.run(loop_once) == 0


@needs_clock
@pytest.mark.usefixtures("soon")
def test_an_interrupt_stays_an_interrupt():
    def interrupted(c):
        signal.raise_signal(signal.SIGINT)

    # A process that was started in the background may have been told to ignore it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            check("L2", interrupted)
    finally:
        signal.signal(signal.SIGINT, before)


@needs_clock
@pytest.mark.usefixtures("soon")
def test_an_alarm_and_a_tracer_of_somebody_else_come_back():
    def tracer(*given):
        return tracer

    rung, traced = threading.Event(), sys.gettrace()
    before = signal.signal(signal.SIGALRM, lambda *_: rung.set())
    sys.settrace(tracer)
    try:
        signal.setitimer(signal.ITIMER_REAL, 1)
        assert "ran for more than" in check("L2", deaf_within).text
        assert sys.gettrace() is tracer
        assert rung.wait(60)
    finally:
        sys.settrace(traced)
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.usefixtures("soon")
def test_without_a_signal_there_is_no_limit(monkeypatch):
    def slow(c):
        time.sleep(0.08)
        return ring(c)

    found = []
    thread = threading.Thread(target=lambda: found.append(check("L2", slow).passed))
    thread.start()
    thread.join()
    monkeypatch.delattr(signal, "setitimer")
    assert [*found, check("L2", slow).passed] == [True, True]
    monkeypatch.undo()
