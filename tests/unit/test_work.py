"""When a worker takes up what is asked, and when it searches: on a clock of the test's own."""

import json

import pytest
from engine import V8

from depcluster.widgets.base.bundle import script

# A loop of events: what waits is done in the order of its time, and takes time where it says so.
LOOP = """
let now = 0, told = [], fails = false;
const waiting = [];
function later(time, act) {
  const task = { time, act };
  waiting.push(task);
  waiting.sort((a, b) => a.time - b.time); // stable: of one time the first comes first
  return task;
}
Object.assign(globalThis, {
  performance: { now: () => now },
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
  yield serve.RESTS;
  if (fails) throw new Error("no search");
  for (let i = 0; i < 20; i++) { now += 1; yield; }
  yield { more: number };
}
// Questions at some times; -> what was begun and told, each with the number of its question.
function at(times, first, isDrag) {
  const port = {
    postMessage({ number, waits, ...said }) {
      if (waits) later(now, () => port.onmessage({ data: { goesOn: waits } }));
      const [kind, value] = Object.entries(said)[0] ?? [];
      if (number) told.push([kind, value, number]);
    },
  };
  serve.serve(port, (model) => ({
    steps: () => stepsOf(model.get("n"), first), begin() {}, found: () => ({}),
  }));
  times.forEach((time, i) => later(time, () => {
    port.onmessage({ data: { values: { n: i + 1 }, asked: i + 1, isDrag } });
  }));
  while (waiting.length) {
    const { time, act } = waiting.shift();
    now = Math.max(now, time);
    try { act(); } catch (error) { told.push(["error", error.message]); }
  }
  return told;
}
"""


@pytest.fixture
def told():
    """What comes of questions at some times, each with so many milliseconds to a first answer."""
    context = V8()
    context.eval(script("explorer/parts/serve.js", "serve"))
    context.eval(LOOP)

    def run(times, first, is_drag, fails=False):
        asked = f"{list(times)}, {first}, {json.dumps(is_drag)}"
        context.eval(f"fails = {json.dumps(fails)}")
        return json.loads(context.eval(f"JSON.stringify(at({asked}))"))

    return run


def of(kind, told):
    return [rest for name, *rest in told if name == kind]


def test_whatever_is_no_drag_drops_what_was_begun(told):
    found = told(range(0, 800, 8), 60, False)
    assert of("answer", found) == [[100, 100]]


def test_first_answers_that_are_quick_are_each_of_the_newest_question(told):
    found = told(range(0, 800, 16), 5, True)
    assert of("answer", found) == [[number, number] for number in range(1, 51)]


def test_a_hand_that_is_faster_gets_every_answer_that_was_begun_and_then_that_of_the_newest(told):
    found = told(range(0, 800, 8), 60, True)
    begun = [number for (number,) in of("begun", found)]
    assert of("answer", found) == [[number, number] for number in begun]
    assert 10 <= len(begun) < 20
    assert begun[-1] == 100


def test_the_work_behind_a_first_answer_is_dropped_at_once(told):
    found = told([0, 70], 10, True)  # behind the first there have been 60 ms, 50 of them at rest
    assert [each for each in found if each[0] != "begun"] == [
        ["answer", 1, 1],
        ["answer", 2, 2],
        ["more", 2, 2],
        ["isWhole", True, 2],
    ]


def test_a_search_that_fails_is_over_and_the_next_has_its_turn(told):
    found = told([0, 300], 10, True, fails=True)
    for number in (1, 2):
        del found[: found.index(["answer", number, number]) + 1]
        assert found[:2] == [["isWhole", True, number], ["error", "no search"]]


@pytest.mark.parametrize(
    ("processors", "begun"),
    [("undefined", ["a", "a", "ac", "acd", "acdC"]), (3, ["ab", "abc", "abcd", "abcdC", "abcdC"])],
)
def test_searches_take_turns_and_leave_a_processor_to_the_page(processors, begun):
    context, copies = V8(), script("explorer/parts/turns.js", "turns")
    context.eval(f"const navigator = {{ hardwareConcurrency: {processors} }}, begun = [];")
    for each in "abcd":  # of four widgets, each with a copy of the code
        context.eval(f"const {each} = (() => {{ {copies} return turns.createTurn(); }})();")
        context.eval(f"{each}.wait(() => begun.push('{each}'))")
    acts = ["", "b.leave()", "a.leave()", "c.wait(() => begun.push('C'))", "d.leave()"]
    assert [context.eval(f"{act}; begun.join('')") for act in acts] == begun
