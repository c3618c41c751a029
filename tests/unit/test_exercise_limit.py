"""Answers that never end are stopped, and leave nothing behind that stops anything else."""

import signal
import sys
import threading
import time

import pytest

from depcluster.exercises import check, limit
from depcluster.labels import ring

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no clock's signal")


@pytest.fixture(autouse=True)
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


def two_to_the(c):
    return two_to_the(c + 1) + two_to_the(c + 1) if c < 900 else 0


def deaf(c):
    while True:
        try:
            sum(range(100))
        except:  # noqa: E722
            c += 1


def deaf_within(c):
    def work():
        for k in range(1000):
            k * k

    while True:
        try:
            work()
        except BaseException:
            c += 1


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


@pytest.mark.parametrize(
    "answer", [loop, two_to_the, deaf, deaf_within, never_ends], ids=lambda f: f.__name__
)
def test_an_answer_that_never_ends_gets_a_hint(answer):
    start = time.monotonic()
    verdict = check("L2", answer)
    assert time.monotonic() - start < 3
    assert verdict.status == "wrong"
    assert "`make_ring` ran for more than 0.3 s and was stopped in line" in verdict.text
    assert "Does every loop come to its end" in verdict.text


def test_what_a_function_returns_is_read_within_the_limit():
    assert "ran for more than 0.3 s" in check("L2", lambda c: Slow()).text


def test_all_calls_share_one_limit():
    """Each of the 200 calls of L4 is short enough."""
    start = time.monotonic()
    verdict = check("L4", lambda *given: time.sleep(0.05) or 0.0)
    assert time.monotonic() - start < 3
    assert "`after_move` ran for more than 0.3 s" in verdict.text


def test_a_second_check_has_the_whole_limit():
    def slow_ring(c):
        time.sleep(0.02)
        return ring(c)

    check("L2", loop)
    assert [check("L2", slow_ring).passed for _ in range(3)] == [True] * 3


def test_the_time_of_the_grader_itself_does_not_count(monkeypatch):
    from depcluster.exercises.graders import song2007_labels

    def slow(c):
        time.sleep(0.1)
        return ring(c)

    monkeypatch.setattr(song2007_labels, "ring", slow)
    assert check("L2", ring).passed


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


def test_an_alarm_of_somebody_else_still_rings():
    rung = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(time.monotonic()))
    try:
        start = time.monotonic()
        signal.setitimer(signal.ITIMER_REAL, 0.6)
        assert "ran for more than" in check("L2", loop).text
        assert not rung
        time.sleep(1)
        assert 0.5 < rung[0] - start < 0.9
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


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


def test_a_tracer_of_somebody_else_comes_back():
    def tracer(*given):
        return tracer

    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        assert "ran for more than" in check("L2", deaf).text
        assert sys.gettrace() is tracer
    finally:
        sys.settrace(before)
