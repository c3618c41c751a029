// What an explorer says of itself: a status line, with what a hand takes away.

import { el } from "../../base/parts/common.js";
import { liveRegion } from "../../base/parts/controls.js";
import { createHint } from "../../base/parts/hint.js";
import { watch } from "../../base/parts/watch.js";
import { showBusy } from "./feedback.js";
import { createSaving } from "./saving.js";

export const STATES = {
  answer: "The first answer: one climb from the labels that were on screen. When no control moves, " +
    "a search from fresh starts follows.",
  searching: "The first answer stays on screen while searches from fresh starts look for a better one.",
  settled: "The answer of the whole search; nothing is being computed for it any more.",
  refused: "The last question has no answer. What is on screen belongs to the question before it.",
};

const ALONE = "Python is busy or gone: if it was restarted, run the cell again to join it";

// What an explorer says, at its foot, always as high: its state in a word, then a sentence or what
// is wrong, and what can be taken away; aloud what has settled.
// -> { alert, mount(controls, pictures, shelf), wait(state, asked, shown), tell(answer), tellState(),
//      tellPython(answers), destroy() }
// `name` is the explorer's; `alert` has put(text) for what an editor refuses; `states` has other
// meanings of the words. A page that computes says itself what it has answered and asked: answerOf(),
// stateOf() -> [word, progress] and count(), of what was asked; tellState() once they have changed;
// livesAlone(), whether it can do so without Python.
export function createVoice(root, model, name, {
  states = STATES, answerOf = () => model.get("answer"), count = () => model.get("_request"),
  stateOf = () => [model.get("state"), model.get("_progress")], livesAlone = () => false,
} = {}) {
  const live = liveRegion(), state = createHint(), said = el("div", { class: "said" });
  const saving = createSaving(root, model, name, () => ({ ...shown, said: answer.foot }), answerOf, livesAlone);
  const foot = el("div", { class: "foot" }, state.root, said, saving.root);
  const busy = el("div", { class: "busyline" }, el("i"));
  let answer = {}, local = "", since = 0, shown = {}, alone = "";

  function say(text, wrong) {
    said.textContent = text;
    said.title = text;
    if (wrong) said.setAttribute("role", "alert");
    else said.removeAttribute("role");
    foot.classList.toggle("wrong", wrong);
  }

  function tellState() {
    const [told, [done, all] = []] = stateOf(), word = local ? "refused" : told;
    state.put(word === "searching" && all ? `searching ${done} of ${all}` : word, states[word]);
    foot.dataset.state = word;
  }

  function put() {
    const wrong = local || answer.error;
    say(wrong || [answer.foot, alone].filter(Boolean).join("; "), Boolean(wrong));
    tellState();
  }

  const stops = [
    watch(model, ["state", "_progress"], tellState), watch(model, ["_waiting"], saving.put),
  ];
  saving.put();
  return {
    // It stays until another question is asked: answers to those before it may still come.
    alert: {
      put(text) {
        if (text === local) return;
        [local, since] = [text, count()];
        put();
      },
    },
    mount(controls, pictures, shelf = "") {
      shown = { node: pictures.root, controls: controls.root };
      root.append(controls.root, busy, shelf, pictures.root, foot, live.root);
    },
    wait(now, asked = "", before = "") {
      showBusy(root, now === "busy");
      if (now === "idle") return;
      const still = asked && asked !== before ? `; on screen is still ${before || "the last answer"}` : "";
      say(now === "busy" ? `Computing ${asked}`.trim() + still
        : "No answer from Python yet; the last one stays on screen. If it was restarted, run the cell again",
        false);
    },
    tell(next) {
      answer = next;
      if (next.request > since) local = "";
      put();
      saving.put();
      if (stateOf()[0] === "settled") live.say(answer.error || answer.foot);
    },
    tellState,
    // Whether Python answers, where a page computes by itself.
    tellPython(answers) {
      alone = answers ? "" : ALONE;
      put();
      live.say(alone || answer.foot);
    },
    destroy() { stops.forEach((stop) => stop()); },
  };
}
