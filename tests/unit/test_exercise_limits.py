"""Answers that never end are stopped, and what is somebody else's comes back."""

import signal
import sys
import threading
import time

import pytest

from depcluster.course import check, limit
from depcluster.labels import ring

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
