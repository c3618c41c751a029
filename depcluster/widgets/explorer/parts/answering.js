// An explorer whose page answers: what its controls ask is computed here, put on screen and told to Python in
// the same frame.

import { createPresence, guarded, hasPython } from "../../base/parts/python.js";
import { watch } from "../../base/parts/watch.js";
import { createStatusBar } from "./status_bar.js";
import { createWork } from "./work.js";

// -> { ask(changes), statusBar, begin(), destroy() }
// `answers` computes for the controls as they stand: steps() is its work (`work.js`), and yields { answer },
// settled or not, { more }, a part of an answer that may come a little later, { refused: words } or
// { progress: [done, all] }; begin() says that a hand begins, and changes are counted from what is on screen
// then; found() gives what is told of the answer on screen, by trait, to `fitMessages` (`fit_messages.js`), the
// first of which may bring labels from Python. `traits` are what a question rests on, show(answer) and
// showMore(answer) draw. `dragged` are traits that a hand may move faster than first answers come:
// one to an earlier question is then shown, and not told. doing() says what is computed where a first answer
// takes long; `states` and `coerce` are as of `status_bar.js`.
export function createAnswering(model, root, name, answers, {
  fitMessages, first = "_fit", traits, dragged, show, showMore, doing = () => "the kernel",
  states, coerce,
}) {
  let current = {}, state = ["answer", []], asked = 0, asking = null, untold = {};
  const statusBar = createStatusBar(root, model, name, {
    answerOf: () => current, stateOf: () => state, count: () => asked, states, coerce,
  });
  const presence = createPresence(model, statusBar.tellPython);
  const work = createWork({
    begin: guarded(model, answers.steps), show: take,
    wait: (late) => statusBar.wait(late ? doing() : ""),
  });
  const hasSamples = () =>
    !model.get("_waiting") && (Boolean(model.get("_input").n_samples) || !hasPython(model));

  function take({ answer, more, refused, progress }, isLate) {
    if (isLate) {
      if (!answer) return;
      state = ["waiting", []];
      put(answer);
    } else if (progress) {
      state = ["searching", progress];
      statusBar.tellState();
    } else if (more) showMore(Object.assign(current, more));
    else if (refused) refuse(refused);
    else {
      state = [answer.settled ? "settled" : "answer", []];
      put(answer);
      fitMessages.tell(answers.found());
      save();
      presence.ask();
    }
  }

  function refuse(words) {
    state = ["refused", []];
    const stays = current.labels ? " The last result stays on screen." : "";
    current = { ...current, request: asked, error: words + stays };
    statusBar.tell(current);
    save();
  }

  function put(answer) {
    current = { ...answer, request: asked };
    if (!current.error) show(current); // before words change, which would have the page laid out anew
    statusBar.tell(current);
  }

  function ask(changes) {
    asked += 1;
    set(Object.entries(changes));
    for (const trait of Object.keys(changes)) untold[trait] = model.get(trait);
    if (!hasSamples()) save(); // no answer will take it along
  }

  function set(values) {
    asking = values.map(([trait]) => trait);
    for (const [trait, value] of values) model.set(trait, value);
    asking = null;
  }

  function save() {
    untold = {};
    model.save_changes();
  }

  // What a hand has set stays until Python is told of it, for the echo of an earlier move may come between; but
  // what the answers then set takes its place.
  function setBack() {
    if (work.isStepping()) for (const trait of Object.keys(untold)) untold[trait] = model.get(trait);
    else set(Object.entries(untold).filter(([trait, value]) => model.get(trait) !== value));
  }

  function onQuestion() {
    if (!hasSamples()) {
      work.stop();
      return;
    }
    if (!asking) {
      setBack();
      answers.begin();
    }
    work.start(asking?.every((trait) => dragged.includes(trait)));
  }

  // Python asks too, and what was wrong with a question before is then over.
  function onTraits() {
    if (!asking) asked += 1;
    onQuestion();
  }

  function onRefusal({ refused }) {
    if (refused) statusBar.alert.put(refused);
  }

  const onFit = () => { if (!fitMessages.isOwn(first)) onQuestion(); };
  const begins = (event) => { if (!event.repeat) answers.begin(); };
  ["pointerdown", "keydown"].forEach((kind) => root.addEventListener(kind, begins, true));
  const stops = [];
  return {
    ask, statusBar,
    // When all that shows an answer is there.
    begin() {
      stops.push(
        watch(model, [...traits, "_input", "_waiting"], onTraits), watch(model, [first], onFit));
      model.on("msg:custom", onRefusal);
      onQuestion();
    },
    destroy() {
      model.off("msg:custom", onRefusal);
      stops.forEach((stop) => stop());
      [work, presence, statusBar].forEach((part) => part.destroy());
    },
  };
}
