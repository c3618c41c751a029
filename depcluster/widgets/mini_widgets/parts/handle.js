// What a hand moves in a picture: a slider of its own that is dragged or follows the arrow keys.

import { ARROWS, setAttributes, svg } from "../../base/parts/common.js";

export const within = (x, low, high) => Math.max(low, Math.min(high, x));
const onStep = (x, step) => Number((Math.round(x / step) * step).toFixed(6));

// A press on `node` and the drag that follows tell the place in `picture` that the grabbed thing,
// which stood at `where()`, has come to: it keeps its distance to the pointer. `drop` hears of the
// end.
export function onPull(node, picture, where, go, drop = () => {}) {
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
    const [x, y] = place(event),
      [left, top] = where();
    apart = [left - x, top - y];
  });
  node.addEventListener("pointermove", (event) => {
    if (!node.hasPointerCapture(event.pointerId)) return;
    const [x, y] = place(event);
    go(x + apart[0], y + apart[1]);
  });
  node.addEventListener("lostpointercapture", drop);
}

// What a slider's keys make of a value: arrows go by `step` (with Shift by `fine`), Page Up and
// Page Down by `page`, Home and End to `low` and `high`; `grows` is -1 where right, or up, makes
// the value smaller.
/**
 * @type {(event: { key: string, shiftKey: boolean }, value: number, keys: Record<string, any>) =>
 *   number | undefined}
 */
export function valueAfterKey(
  { key, shiftKey },
  value,
  { low, high, step, fine = step, page, grows = [1, 1] },
) {
  const [right, up] = grows,
    by = shiftKey ? fine : step;
  return {
    ArrowRight: value + right * by,
    ArrowUp: value + up * by,
    ArrowLeft: value - right * by,
    ArrowDown: value - up * by,
    PageUp: value + page,
    PageDown: value - page,
    Home: low,
    End: high,
  }[key];
}

// `go` hears of what a hand asks for, `from(x, y)` is the value at a place of the picture,
// `afterKey` that after a key, if it is one of the handle's.
/**
 * @type {(look: Record<string, any>) =>
 *   { root: SVGElement, put: (x: number, y: number, now: any, text: string) => void }}
 */
function handleOf({ label, seen = [], cursor, range: [low, high], from, afterKey, go, more = {} }) {
  let at = [0, 0],
    value = null;
  const root = svg(
    "g",
    {
      class: "handle",
      tabindex: 0,
      role: "slider",
      "aria-label": label,
      style: `cursor:${cursor}`,
      "aria-valuemin": low,
      "aria-valuemax": high,
      ...more,
    },
    svg("circle", { class: "reach" }),
    seen,
  );
  onPull(
    root,
    () => root.ownerSVGElement,
    () => at,
    (x, y) => go(from(x, y), value),
  );
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = afterKey(event, value);
    if (to === undefined) return;
    event.preventDefault();
    go(to, value);
  });
  function put(x, y, now, text) {
    [at, value] = [[x, y], now];
    setAttributes(root, {
      transform: `translate(${x} ${y})`,
      "aria-valuenow": [now].flat()[0],
      "aria-valuetext": text,
    });
  }
  return { root, put };
}

// -> { root, put(x, y, value, text) }: `onmove` hears of values in `range`, rounded to `step` while
// the hand drags and to `fine` after a key; `seen` is the handle's look, the keys are those of
// `valueAfterKey`.
export function createHandle({
  range: [low, high],
  step,
  fine = step,
  onmove,
  cursor = "grab",
  ...more
}) {
  const keys = { low, high, step, fine, ...more };
  return handleOf({
    range: [low, high],
    cursor,
    ...more,
    from: (x, y) => onStep(more.from(x, y), step),
    afterKey: (event, value) => {
      const to = valueAfterKey(event, value, keys);
      return to === undefined ? to : onStep(to, Math.min(step, fine));
    },
    go: (to, value) => {
      if (within(to, low, high) !== value) onmove(within(to, low, high));
    },
  });
}

// The same for a place in the plane: `from(x, y)` is a pair of numbers, each kept in its own of
// `ranges` and rounded to `step`; arrows go by `page`, with Shift by `fine`.
export function createPlaceHandle({ ranges, step, fine = step, page, onmove, ...more }) {
  return handleOf({
    range: ranges[0],
    cursor: "move",
    more: { "aria-roledescription": "point in the plane" },
    ...more,
    afterKey: ({ key, shiftKey }, value) => {
      const by = shiftKey ? fine : page;
      return ARROWS[key]?.map((way, k) => value[k] + (k ? -by : by) * way);
    },
    go: (to) => onmove(to.map((v, k) => within(onStep(v, step), ...ranges[k]))),
  });
}

export const knob = (r = 6) => svg("circle", { class: "knob", r });
