// What a drawing pad is made of: tools, the board, and a history of the points on it.

import { counted, countLabels, el, MINUS } from "../base/parts/common.js";
import { liveRegion } from "../base/parts/controls.js";
import { createHistory } from "../base/parts/history.js";
import { createNotice } from "../base/parts/notice.js";
import { watch } from "../base/parts/watch.js";
import { createBoard } from "./board.js";
import {
  columnsOf,
  countOf,
  dabbed,
  pointsOf,
  rowsOf,
  rubbed,
  sameRows,
  sentRows,
} from "./points.js";
import { CLASS_NAMES, createPadTools } from "./tools.js";
import "./widget.css";

const STEPS_BACK = 100;

// The points in a link.
function coercedPoints(model) {
  const toys = Object.fromEntries(
    model.get("_toys").map(({ name, rows }) => [name, pointsOf(rowsOf(rows))]),
  );
  const limits = {
    half: model.get("_half"),
    most: model.get("_limit"),
    classes: CLASS_NAMES.length,
  };
  return {
    points: {
      kind: { kind: "points", toys, ...limits },
      get: () => pointsOf(rowsOf(model.get("_rows"))),
      set: (points) => model.set("_rows", sentRows(Float64Array.from(points.flat()))),
    },
  };
}

// -> { tools, board, about, notice, live, coerce, isDrawn(), destroy() }; whether what is on it was
// drawn here. In an explorer `hasPermalink` is false: the points are in the explorer's link.
export function createPad(model, { hasPermalink = true } = {}) {
  const live = liveRegion(),
    coerce = coercedPoints(model);
  const notice = createNotice(model, ["_rows"], hasPermalink ? { others: coerce } : null);
  const about = el("span", {}),
    history = createHistory(sameRows, STEPS_BACK);
  const half = model.get("_half"),
    limit = model.get("_limit");
  const full = `${limit} points, the most a pad holds; erase some to draw on`;
  let rows = rowsOf(model.get("_rows")),
    sent = null,
    timer = 0,
    drawing = false;

  const tools = createPadTools(model.get("_toys"), {
    onBrush: () => board.redraw(),
    onUndo: () => step(false),
    onRedo: () => step(true),
    onClear: () => change(new Float64Array(0), "Cleared"),
    onStart: ({ name, rows: bytes }) => change(rowsOf(bytes), `Started from ${name}`),
  });
  const board = createBoard({ half, brush: tools.brush, onStroke, onKey, say: live.say });

  const sizesNow = () => countLabels(columnsOf(rows).classes, 10);
  const classesNow = () => {
    const used = sizesNow().filter(Boolean).length;
    return `${used} ${used === 1 ? "class" : "classes"}`;
  };
  const words = () => {
    const m = countOf(rows);
    return m ? `${counted(m, "point")} in ${classesNow()}` : "no points";
  };

  function put() {
    const m = countOf(rows);
    about.textContent = m ? `X (${m}, 2), y in ${classesNow()}` : "";
    notice.put(
      m >= limit
        ? full
        : `${m} of ${limit} points; the plane is [${MINUS}3,\u00a03] × [${MINUS}2,\u00a02]`,
    );
    tools.put(sizesNow(), history, m > 0);
    board.draw(rows, `Drawing pad: ${words()}`);
  }

  // The page hears of a stroke while it is drawn; Python does too, twenty times a second at most.
  function hold() {
    sent = sentRows(rows);
    model.set("_rows", sent);
    sent = model.get("_rows"); // what was there, if it is the same
  }
  function tell() {
    clearTimeout(timer);
    timer = 0;
    model.save_changes();
  }
  function send() {
    hold();
    tell();
  }
  function sendSoon() {
    hold();
    timer ||= setTimeout(tell, 50);
  }

  function change(next, deed) {
    history.begin(rows);
    rows = next;
    history.end(rows);
    send();
    put();
    live.say(`${deed}: ${words()}`);
  }

  function step(forward) {
    if (drawing || !history.has(forward)) return;
    rows = history.travel(rows, forward);
    send();
    put();
    live.say(`${forward ? "Redone" : "Undone"}: ${words()}`);
  }

  function onStroke(stage, dabs, erasing, reach) {
    if (stage === "begin") {
      history.begin(rows);
      drawing = true;
    } else if (stage === "end") {
      drawing = false;
      history.end(rows);
      send();
      put();
      live.say(countOf(rows) >= limit ? full : words());
    } else {
      const touched = (before, place) =>
        erasing ? rubbed(before, place, reach) : dabbed(before, place, tools.brush(), half, limit);
      rows = dabs.reduce(touched, rows);
      sendSoon();
      put();
    }
  }

  // The keys of the board that are not about its brush's place; tells whether it knew one.
  function onKey({ key, ctrlKey, metaKey, shiftKey }) {
    const command = ctrlKey || metaKey,
      letter = key.toLowerCase();
    if (command && letter === "z") step(shiftKey);
    else if (command && letter === "y") step(true);
    else if (!command && /^[0-9]$/.test(key)) {
      tools.pickClass(Number(key));
      live.say(`class ${key}, ${CLASS_NAMES[key]}`);
    } else return false;
    return true;
  }

  // Points that Python, or another view of this pad, has put there are a step like any other.
  function onRows() {
    const told = model.get("_rows");
    if (told === sent) return;
    const next = rowsOf(told);
    if (!drawing) history.begin(rows);
    rows = next;
    if (!drawing) history.end(rows);
    put();
  }

  const unwatch = watch(model, ["_rows"], onRows);
  put();
  return {
    tools: tools.root,
    board: board.root,
    about,
    notice: notice.root,
    live: live.root,
    coerce,
    isDrawn: () => model.get("_rows") === sent,
    destroy() {
      clearTimeout(timer);
      unwatch();
      notice.destroy();
      board.destroy();
    },
  };
}
