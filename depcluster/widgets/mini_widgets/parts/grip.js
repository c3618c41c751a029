// What a hand moves in a picture: a slider of its own that is dragged or follows the arrow keys.

import { ARROWS, setAttributes, svg } from "../../base/parts/common.js";

export const within = (x, low, high) => Math.max(low, Math.min(high, x));
export const onStep = (x, step) => Number((Math.round(x / step) * step).toFixed(6));

// A press on `node` and the drag that follows tell the place in `picture` that the grabbed thing,
// which stood at `where()`, has come to: it keeps its distance to the pointer.
export function onPull(node, picture, where, go) {
  let apart = [0, 0];
  const place = (event) => {
    const box = picture().getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    node.focus({ preventScroll: true });
    node.setPointerCapture(event.pointerId);
    const [x, y] = place(event), [left, top] = where();
    apart = [left - x, top - y];
  });
  node.addEventListener("pointermove", (event) => {
    if (!node.hasPointerCapture(event.pointerId)) return;
    const [x, y] = place(event);
    go(x + apart[0], y + apart[1]);
  });
}

// Arrows go by `step` (with Shift by `fine`), Page Up and Page Down by `page`, Home and End to the
// ends of `range`; `grows` is -1 where going right, or up, makes the value smaller.
function valueAfterKey(event, value, reach) {
  const { range: [low, high], step, fine = step, page, grows: [right, up] = [1, 1] } = reach;
  const by = event.shiftKey ? fine : step;
  const to = {
    ArrowRight: value + right * by, ArrowUp: value + up * by,
    ArrowLeft: value - right * by, ArrowDown: value - up * by,
    PageUp: value + page, PageDown: value - page, Home: low, End: high,
  }[event.key];
  return to === undefined ? null : within(onStep(to, Math.min(by, fine)), low, high);
}

// -> { root, put(x, y, value, text) }: `from(x, y)` is the value at a place of the picture and
// `onmove` hears of values the hand asks for, rounded to `step` while it drags; `seen` is its look.
export function createGrip({ label, from, onmove, seen = [], cursor = "grab", ...reach }) {
  const { range: [low, high], step } = reach;
  let at = [0, 0], value = low;
  const root = svg("g", {
    class: "grip", tabindex: 0, role: "slider", "aria-label": label, style: `cursor:${cursor}`,
    "aria-valuemin": low, "aria-valuemax": high,
  }, svg("circle", { class: "reach" }), seen);
  const go = (to) => { if (to !== value) onmove(to); };
  onPull(root, () => root.ownerSVGElement, () => at, (x, y) => {
    go(within(onStep(from(x, y), step), low, high));
  });
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = valueAfterKey(event, value, reach);
    if (to === null) return;
    event.preventDefault();
    go(to);
  });
  function put(x, y, now, text) {
    [at, value] = [[x, y], now];
    setAttributes(root, {
      transform: `translate(${x} ${y})`, "aria-valuenow": now, "aria-valuetext": text,
    });
  }
  return { root, put };
}

// A grip for a place in the plane: `from(x, y)` is a pair of numbers, each kept in `range`.
export function createSpot({ label, from, onmove, seen = [], range: [low, high], step, page }) {
  let at = [0, 0], value = [0, 0];
  const root = svg("g", {
    class: "grip", tabindex: 0, role: "slider", "aria-label": label, style: "cursor:move",
    "aria-roledescription": "point in the plane", "aria-valuemin": low, "aria-valuemax": high,
  }, svg("circle", { class: "reach" }), seen);
  const go = (to) => onmove(to.map((v) => within(onStep(v, step), low, high)));
  onPull(root, () => root.ownerSVGElement, () => at, (x, y) => go(from(x, y)));
  root.addEventListener("keydown", (event) => {
    const way = ARROWS[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const by = event.shiftKey ? step : page;
    go([value[0] + by * way[0], value[1] - by * way[1]]);
  });
  function put(x, y, now, text) {
    [at, value] = [[x, y], now];
    setAttributes(root, {
      transform: `translate(${x} ${y})`, "aria-valuenow": now[0], "aria-valuetext": text,
    });
  }
  return { root, put };
}

export const knob = (r = 6) => svg("circle", { class: "knob", r });
