// The status bar of an explorer: what it says of itself, with what a hand takes away.

import { el } from "../../base/parts/common.js";
import { liveRegion } from "../../base/parts/controls.js";
import { showBusy } from "../../base/parts/feedback.js";
import { createHint } from "../../base/parts/hint.js";
import { createPermalink } from "../../base/parts/permalink.js";
import { GONE } from "../../base/parts/python.js";
import { watch } from "../../base/parts/watch.js";
import { createSaving } from "./saving.js";
import "../../base/panels.css";

export const STATES = {
  answer:
    "The first answer: one climb from the labels that were on screen. When no control moves, "
    + "a search from fresh starts follows.",
  searching:
    "The first answer stays on screen while searches from fresh starts look for a better one.",
  settled: "The answer of the whole search; nothing is being computed for it any more.",
  waiting:
    "The last question has no answer yet. What is on screen belongs to the question before it.",
  refused: "The last question has no answer. What is on screen belongs to the question before it.",
};

// What an explorer says, always as high: its state in a word, then a sentence or what is wrong, and
// what can be taken away; aloud what has settled.
// -> { alert, mount(controls, pictures, shelf), wait(asked), tell(answer), tellState(),
//      tellPython(answers), destroy() }
// `name` is the explorer's; `alert` has put(text) for what an editor or Python refuses; `states`
// has other meanings of the words, `coerce` how controls in a link agree. answerOf() gives the
// answer on screen, stateOf() -> [word, progress], and count() the number of the last question;
// tellState() once they have changed. wait() is told what is computed, "" in the end.
export function createStatusBar(
  root,
  model,
  name,
  { answerOf, stateOf, count, states = STATES, coerce },
) {
  const live = liveRegion(),
    state = createHint(),
    said = el("div", { class: "said" });
  const saving = createSaving(
    root,
    model,
    name,
    () => ({ ...shown, said: answer.status }),
    answerOf,
  );
  const bar = el("div", { class: "statusbar" }, state.root, said, saving.root);
  const busy = el("div", { class: "busyline" }, el("i"));
  let answer = {},
    local = "",
    isOfLink = false,
    since = 0,
    shown = {},
    alone = "",
    isWaiting = false;

  function say(text, wrong) {
    said.textContent = text;
    said.title = text;
    if (wrong) said.setAttribute("role", "alert");
    else said.removeAttribute("role");
    bar.classList.toggle("wrong", wrong);
  }

  function tellState() {
    const [told, [done, all] = []] = stateOf(),
      word = local && !isOfLink ? "refused" : isWaiting ? "waiting" : told;
    state.put(word === "searching" && all ? `searching ${done} of ${all}` : word, states[word]);
    bar.dataset.state = word;
  }

  function put() {
    const wrong = local || answer.error;
    say(wrong || [answer.status, alone].filter(Boolean).join("; "), Boolean(wrong));
    tellState();
  }

  // It stays until another question is asked: answers to those before it may still come.
  function refuse(text, ofLink = false) {
    if (text === local) return;
    [local, isOfLink, since] = [text, ofLink, count()];
    put();
  }

  const stop = watch(model, ["_waiting"], saving.put);
  const link = createPermalink(model, bar, (text) => refuse(text, true), {
    tooLong: " Save page makes a file of it.",
    ...coerce,
  });
  if (link.root) saving.root.append(link.root);
  saving.put();
  return {
    alert: { put: (text) => refuse(text) },
    mount(controls, pictures, shelf = "") {
      shown = { node: pictures.root, controls: controls.root };
      root.append(controls.root, busy, shelf, pictures.root, bar, live.root);
    },
    wait(asked) {
      isWaiting = Boolean(asked);
      showBusy(root, isWaiting);
      tellState();
      const stays = answer.status ? "; on screen is still the last answer" : "";
      if (isWaiting) say(`Computing ${asked}${stays}`, false);
    },
    tell(next) {
      answer = next;
      if (next.request > since) local = "";
      put();
      saving.put();
      if (bar.dataset.state === "settled") live.say(answer.error || answer.status);
    },
    tellState,
    // Whether Python answers, where a page computes by itself.
    tellPython(answers) {
      alone = answers ? "" : GONE;
      put();
      live.say(alone || answer.status);
    },
    destroy() {
      stop();
      link.destroy();
    },
  };
}
