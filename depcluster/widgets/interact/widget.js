// Controls above a picture that Python draws. Pictures come and stay: a move to one that is here
// is shown at once, and while nothing moves those one move away are asked for. A page without
// Python was stored with all of them, and an address may say where its controls stand.

import { el, onThemeChange, stamp, widgetRoot } from "../base/parts/common.js";
import {
  iconButton,
  labelled,
  liveRegion,
  segmented,
  select,
  setUsable,
  slider,
  slugOf,
} from "../base/parts/controls.js";
import { createPermalink } from "../base/parts/permalink.js";
import { createPresence, GONE, hasPython } from "../base/parts/python.js";
import { watch } from "../base/parts/watch.js";
import { unpacked } from "./pictures.js";
import "./widget.css";

const REST = 200,
  MOST_KEPT = 300;
const MOST_BUTTONS = 5,
  MOST_LETTERS = 44;

const isMenu = ({ shown }) => shown.length > MOST_BUTTONS || shown.join("").length > MOST_LETTERS;

// -> { root, put(place) }, whatever kind of control it is.
function createControl({ kind, label, shown }, at, onmove) {
  if (kind === "slider") {
    const made = slider({
      label,
      count: shown.length,
      at,
      onmove,
      format: (i) => shown[i],
      ticks: shown.length < 30 ? shown.map((_, i) => i) : [],
    });
    made.root.classList.add("grow");
    return made;
  }
  if (isMenu({ shown })) {
    const options = shown.map((text, i) => ({ value: String(i), label: text }));
    const made = select(label, options, String(at), (value) => onmove(Number(value)));
    return { root: made.root, put: (i) => made.put(String(i)) };
  }
  const made = segmented(label, shown, shown[at], (text) => onmove(shown.indexOf(text)));
  return { root: labelled(label, made.root), put: (i) => made.put(shown[i]) };
}

// Places one move away, the next places of a slider before all others.
function neighbours(at, controls) {
  const moved = (k, to) => at.map((place, j) => (j === k ? to : place));
  const near = (k) =>
    [at[k] + 1, at[k] - 1].filter((to) => to >= 0 && to < controls[k].shown.length);
  const all = (k) => controls[k].shown.map((_, to) => to).filter((to) => to !== at[k]);
  return [
    ...controls.flatMap((_, k) => near(k).map((to) => moved(k, to))),
    ...controls.flatMap((_, k) => all(k).map((to) => moved(k, to))),
  ];
}

// What a page was stored with may be anything.
const placeIn = (shown, at) => (Number.isInteger(at) && at in shown ? at : 0);

function render({ model, el: host }) {
  const root = widgetRoot(host),
    live = liveRegion(),
    controls = model.get("_controls");
  const picture = el("div", { class: "interact-picture" });
  const message = el("div", { class: "message" });
  const frames = new Map(),
    key = (at) => at.join(",");
  const placesOf = (trait) => controls.map(({ shown }, k) => placeIn(shown, model.get(trait)?.[k]));
  const start = placesOf("_start");
  let at = placesOf("_at"),
    shown = null,
    asking = false,
    rest = 0,
    stored = () => undefined,
    said = "";

  const move = (k, to) => go(at.map((place, j) => (j === k ? to : place)));
  const knobs = controls.map((control, k) => createControl(control, at[k], (to) => move(k, to)));
  const again = iconButton("undo", "Back to the start", () => go(start));
  const row = el(
    "div",
    { class: "row controls" },
    knobs.map((knob) => knob.root),
    el("div", { class: "again" }, again),
  );
  const standing = controls.map(({ label, shown: words }, k) => `${label} ${words[at[k]]}`);
  root.append(el("div", { class: "rd" }, row, message, live.root));
  host.append(picture);

  const find = (places) => frames.get(key(places)) ?? stored(places);

  function keep(frame) {
    frames.set(key(frame.at), frame);
    if (frames.size > MOST_KEPT) frames.delete(frames.keys().next().value);
  }

  function show(frame) {
    if (shown === key(frame.at)) return;
    if (shown !== null) live.say(frame.alt);
    shown = key(frame.at);
    picture.innerHTML = frame.html;
    stamp(picture);
  }

  function put(next) {
    at = next;
    knobs.forEach((knob, k) => knob.put(at[k]));
    setUsable(again, key(at) !== key(start));
    const frame = find(at);
    if (frame?.html) show(frame);
    if (frame) complain(frame.error ?? said);
    clearTimeout(rest);
    rest = setTimeout(ahead, REST);
  }

  function go(next) {
    said = "";
    put(next);
    model.set("_at", next);
    model.save_changes();
    if (shown !== key(at)) presence.ask();
  }

  function ahead() {
    if (asking || !hasPython(model)) return;
    const next = neighbours(at, controls).find((each) => !find(each));
    if (!next) return;
    asking = true;
    model.send({ want: next });
  }

  function arrive(frame) {
    keep(frame);
    if (key(frame.at) === key(at)) show(frame);
  }

  // No alert: one that is busy answers soon.
  function onPython(answers) {
    complain(answers ? model.get("_error") : "");
    if (answers) return;
    message.textContent = GONE;
    live.say(GONE);
  }

  function complain(text) {
    message.textContent = text;
    if (text) message.setAttribute("role", "alert");
    else message.removeAttribute("role");
  }

  const onMessage = (content) => {
    if (content.refused) complain(content.refused);
    if (!("frame" in content)) return;
    asking = false;
    if (!content.frame) return;
    keep(content.frame);
    clearTimeout(rest);
    rest = setTimeout(ahead, 0);
  };
  const onFrame = () => arrive(model.get("_frame"));
  const onError = () => complain(model.get("_error"));
  const onAt = () => {
    if (key(model.get("_at")) !== key(at)) put(placesOf("_at"));
  };
  model.on("msg:custom", onMessage);
  const presence = createPresence(model, onPython);
  const stops = [
    onThemeChange(root, () => {}),
    watch(model, ["_frame"], onFrame),
    watch(model, ["_error"], onError),
    watch(model, ["_at"], onAt),
  ];
  show(model.get("_frame"));
  keep(model.get("_frame"));
  put(at);
  onError();
  const others = Object.fromEntries(
    controls.map(({ label, shown: of }, k) => [
      slugOf(label),
      {
        kind: { kind: "one", of },
        get: () => of[at[k]],
        set: (text) => move(k, of.indexOf(text)),
      },
    ]),
  );
  const link = createPermalink(
    model,
    row,
    (text) => {
      said = text;
      complain(text);
    },
    { others },
  );
  row.lastChild.prepend(link.root ?? "");
  unpacked(model.get("_pictures"), model.get("_frame").html).then(
    (all) => {
      stored = all;
      put(at);
    },
    () =>
      hasPython(model)
      || row.replaceWith(`${standing.join("; ")}. Other pictures are drawn where Python runs.`),
  );
  return () => {
    clearTimeout(rest);
    model.off("msg:custom", onMessage);
    stops.forEach((stop) => stop());
    presence.destroy();
    link.destroy();
  };
}

export default { render };
