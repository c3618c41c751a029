"""When a page takes up what is asked: its work on a clock of the test's own."""

import json

import pytest
from engine import V8

from depcluster.widgets.base.bundle import script

# A loop of events: what waits is done in the order of its time, and takes time where it says so.
LOOP = """
let now = 0, told = [], asked = 0;
const waiting = [];
function later(time, act) {
  const task = { time, act };
  waiting.push(task);
  waiting.sort((a, b) => a.time - b.time); // stable: of one time the first comes first
  return task;
}
Object.assign(globalThis, {
  performance: { now: () => now }, queueMicrotask: (act) => later(now, act),
  requestAnimationFrame: (act) => later(now + 16, act),
  setTimeout: (act, wait, ...args) => later(now + wait, () => act(...args)),
  clearTimeout(task) { if (waiting.includes(task)) waiting.splice(waiting.indexOf(task), 1); },
  MessageChannel: function MessageChannel() {
    this.port1 = {};
    this.port2 = { postMessage: (data) => later(now, () => this.port1.onmessage({ data })) };
  },
});
// A first answer takes so many milliseconds, and more comes 20 ms behind it.
function* stepsOf(number, first) {
  told.push(["begun", number]);
  for (let i = 0; i < first; i++) { now += 1; yield; }
  yield { answer: number };
  yield work.RESTS;
  for (let i = 0; i < 20; i++) { now += 1; yield; }
  yield { more: number };
}
// Questions at some times; -> what was begun, shown and said.
function at(times, first, isDrag) {
  const { start } = work.createWork({
    begin: () => stepsOf(asked, first),
    show: (value, isLate) => told.push([...Object.entries(value)[0], isLate]),
    wait: (isLong) => told.push(["wait", isLong]),
  });
  times.forEach((time, i) => later(time, () => { asked = i + 1; start(isDrag); }));
  while (waiting.length) {
    const { time, act } = waiting.shift();
    now = Math.max(now, time);
    act();
  }
  return told;
}
"""


@pytest.fixture
def told():
    """What comes of questions at some times, each with so many milliseconds to a first answer."""
    context = V8()
    context.eval(script("explorer/parts/work.js", "work"))
    context.eval(LOOP)

    def run(times, first, is_drag):
        asked = f"{list(times)}, {first}, {json.dumps(is_drag)}"
        return json.loads(context.eval(f"JSON.stringify(at({asked}))"))

    return run


def of(kind, told):
    return [rest for name, *rest in told if name == kind]


def test_whatever_is_no_drag_drops_what_was_begun(told):
    found = told(range(0, 800, 8), 60, False)
    assert of("answer", found) == [[100, False]]


def test_first_answers_that_are_quick_are_each_of_the_newest_question(told):
    found = told(range(0, 800, 16), 5, True)
    assert of("answer", found) == [[number, False] for number in range(1, 51)]


def test_the_work_behind_a_first_answer_is_dropped_at_once(told):
    found = told([0, 70], 10, True)  # behind the first there have been 60 ms, 50 of them at rest
    assert [rest for name, *rest in found if name in ("answer", "more")] == [
        [1, False],
        [2, False],
        [2, False],
    ]


def test_a_page_that_is_behind_says_that_it_works_until_the_newest_answer(told):
    found = told([0, 300, 600], 350, True)
    said = [each for each in found if each[0] in ("wait", "answer")]
    first, last = said.index(["answer", 1, True]), said.index(["answer", 3, False])
    assert ["wait", True] in said[:first]
    assert [i for i, each in enumerate(said[:last]) if each == ["wait", False]] == [last - 1]
