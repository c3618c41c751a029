// An explorer whose page answers: what its controls ask is computed beside it (`work.js`), put on
// screen in the next frame and told to Python.

import { createPresence, hasPython } from "../../base/parts/python.js";
import { watch } from "../../base/parts/watch.js";
import { createFitMessages } from "./fit_messages.js";
import { createStatusBar } from "./status_bar.js";

const BUSY_AFTER = 150; // milliseconds

// -> { ask(changes), statusBar, begin(), destroy() }
// `work` (`work.js`) computes for the controls as they stand, and what it answers is heard here: {
// answer }, settled or not, { more }, a part of an answer that may come a little later, { refused:
// words }, { progress: [done, all] }, { doing: words } where a first answer takes long, and { set:
// values } of traits. What is { found } with an answer is told to Python (`fit_messages.js`);
// labels that are told from elsewhere by traits named in `fits` may lead to others, by the first of
// them at once. `traits` are what a question rests on, `reads` what answers need to know besides;
// read(name) gives each, and what has changed goes with a question. show(answer) and
// showMore(answer) draw. `dragged` are traits that a hand may move faster than first answers come:
// one to an earlier question is then shown, and not told. `states` and `coerce` are as of
// `status_bar.js`.
export function createAnswering(
  model,
  root,
  name,
  work,
  {
    fits = ["_fit"],
    traits,
    reads = [],
    read = (trait) => model.get(trait),
    dragged,
    show,
    showMore,
    states,
    coerce,
  },
) {
  const fitMessages = createFitMessages(model, work.told);
  const known = [...traits, "_input", "_python", ...reads],
    { sent } = work;
  let current = {},
    state = ["answer", []],
    asked = 0,
    asking = null,
    untold = {};
  let oldest = work.asked + 1; // the first question whose answer may be shown
  let isDue = false,
    isDrag = true,
    isNew = false,
    isOver = true,
    isTheirs = false;
  let heard = [],
    frame = 0,
    busy = 0,
    doing = "",
    isWaiting = false;
  const statusBar = createStatusBar(root, model, name, {
    answerOf: () => current,
    stateOf: () => state,
    count: () => asked,
    states,
    coerce,
  });
  const presence = createPresence(model, statusBar.tellPython);
  const hasSamples = () =>
    !model.get("_waiting") && (Boolean(model.get("_input").n_samples) || !hasPython(model));

  // What is drawn at once would be seen no earlier.
  function hear(message) {
    if (message.number < oldest) return;
    if (message.set) {
      if (message.number === work.asked) setTheirs(message.set);
      return;
    }
    heard = message.answer ? [message] : [...heard, message];
    if (document.hidden) takeAll();
    else frame ||= requestAnimationFrame(takeAll);
  }

  function takeAll() {
    cancelAnimationFrame(frame);
    const all = heard;
    [frame, heard] = [0, []];
    all.forEach(take);
  }

  function take({ number: of, answer, more, refused, progress, doing: words, found, isWhole }) {
    if (of < oldest) return;
    if (of < work.asked) {
      if (!answer) return;
      state = ["waiting", []];
      put(answer);
    } else if (words) {
      doing = words;
      if (isWaiting) wait();
    } else {
      rest();
      if (isWhole)
        root.dataset.whole = ""; // nothing comes behind
      else if (progress) {
        state = ["searching", progress];
        statusBar.tellState();
      } else if (more) showMore(Object.assign(current, more));
      else if (refused) refuse(refused);
      else {
        state = [answer.settled ? "settled" : "answer", []];
        put(answer);
        fitMessages.tell(found);
        save();
        presence.ask();
      }
    }
  }

  function wait() {
    isWaiting = true;
    statusBar.wait(doing || "the kernel");
  }

  function rest() {
    clearTimeout(busy);
    if (isWaiting) statusBar.wait("");
    [busy, isWaiting, doing] = [0, false, ""];
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
    // before words change, which would have the page laid out anew
    if (!current.error) show(current);
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

  function setTheirs(values) {
    isTheirs = true;
    for (const [trait, value] of Object.entries(values)) model.set(trait, value);
    isTheirs = false;
  }

  function save() {
    untold = {};
    model.save_changes();
  }

  // What a hand has set stays until Python is told of it, for the echo of an earlier move may come
  // between; but what the answers then set takes its place.
  function setBack() {
    if (asking) return;
    if (isTheirs) for (const trait of Object.keys(untold)) untold[trait] = model.get(trait);
    else set(Object.entries(untold).filter(([trait, value]) => model.get(trait) !== value));
  }

  function onQuestion() {
    if (!hasSamples()) {
      if (work.asked) work.post({ values: changed(), isOver: true });
      isOver = true;
      root.dataset.whole = "";
      rest();
      return;
    }
    isNew ||= !asking;
    isDrag &&= Boolean(asking?.every((trait) => dragged.includes(trait)));
    if (!isDue) queueMicrotask(post);
    isDue = true;
  }

  const unsent = () => known.filter((trait) => read(trait) !== sent[trait]);

  function changed() {
    return Object.fromEntries(unsent().map((trait) => [trait, (sent[trait] = read(trait))]));
  }

  function post() {
    const news = fits.map((trait) => [trait, fitMessages.heard(trait)]);
    work.asked += 1;
    if (!isDrag) oldest = work.asked;
    work.post({
      values: changed(),
      heard: Object.fromEntries(news),
      begins: isNew,
      asked: work.asked,
      isDrag,
    });
    delete root.dataset.whole;
    busy ||= setTimeout(wait, BUSY_AFTER);
    [isDue, isDrag, isNew, isOver] = [false, true, false, false];
  }

  // Python asks too, and what was wrong with a question before is then over.
  function onTraits() {
    if (!isOver && !unsent().length) return; // what was set back
    if (!asking) asked += 1;
    onQuestion();
  }

  function onRefusal({ refused }) {
    if (refused) statusBar.alert.put(refused);
  }

  const onFit = () => {
    if (fitMessages.heard(fits[0])) onQuestion();
  };
  const begins = (event) => {
    if (!event.repeat) work.post({ begins: true });
  };
  ["pointerdown", "keydown"].forEach((kind) => root.addEventListener(kind, begins, true));
  const stops = [watch(model, traits, setBack)]; // before those who show what is set
  return {
    ask,
    statusBar,
    // When all that shows an answer is there.
    begin() {
      stops.push(
        watch(model, [...traits, "_input", "_waiting"], onTraits),
        watch(model, [fits[0]], onFit),
      );
      model.on("msg:custom", onRefusal);
      work.hear(hear);
      onQuestion();
    },
    destroy() {
      model.off("msg:custom", onRefusal);
      stops.forEach((stop) => stop());
      cancelAnimationFrame(frame);
      clearTimeout(busy);
      [presence, statusBar].forEach((part) => part.destroy());
    },
  };
}
