// A chart is told what it shows, in the units of the data: { label, x, y, marks, over, stops }.
// Scales, size, theme and pointer are here, once for all charts.

import { el, isDark, setAttributes, svg } from "./common.js";
import { onDrag } from "./controls.js";
import { keep, part } from "./patch.js";
import { wordsMeasure } from "./labels.js";
import { createPainter } from "./painter.js";

// [low, high] from one place to another; a third entry is what goes evenly, such as Math.log.
function scaleOf([low, high, even = (v) => v], from, to) {
  const first = even(low),
    range = even(high) - first || 1;
  return (v) => from + ((even(v) - first) / range) * (to - from);
}

// A mark is a part (`patch.js`), nothing, a list of marks or a function of the frame that gives
// one: { x, y } from data to pixels, width, left, right, top and floor in pixels, measure(words,
// weight), dark.
const drawn = (marks, frame) =>
  [marks]
    .flat(Infinity)
    .flatMap((mark) => (typeof mark === "function" ? drawn(mark(frame), frame) : (mark ?? [])));

// `margins` are { left, right, top, bottom, inset: [left, right] }, the inset between plot and
// data; onGo is told which of `stops` a press or a drag is nearest to; `handles` stay on top.
// -> { root, update(shown), move(over), nearest(px), setHeight(px), destroy() }; move draws the
// marks that are `over` the others, and nothing else.
/**
 * @param {{ margins: any, height: number, attrs?: Record<string, any>,
 *   onGo?: ((stop: number) => void) | null, handles?: any[] }} look
 */
export function createChart({
  margins,
  height,
  attrs = { role: "img" },
  onGo = null,
  handles = [],
}) {
  const under = svg("g", { "aria-hidden": "true" }),
    over = under.cloneNode();
  const drawing = svg("svg", {}, under, over, handles),
    root = el("div", attrs);
  const { left, right, top, bottom, inset: [before, behind] = [0, 0] } = margins;
  let shown = null,
    frame = null;

  function paint(width, theme) {
    if (!shown) return;
    if (!drawing.parentNode) root.prepend(drawing);
    setAttributes(drawing, { width, height });
    frame = {
      ...theme,
      width,
      left,
      right: width - right,
      top,
      floor: height - bottom,
      x: scaleOf(shown.x, left + before, width - right - behind),
      y: scaleOf(shown.y, height - bottom, top),
    };
    keep(under, drawn(shown.marks, frame));
    move(shown.over);
  }

  function move(marks) {
    if (shown) shown.over = marks;
    if (frame) keep(over, drawn(marks, frame));
  }

  function nearest(px) {
    const far = shown.stops.map((at) => Math.abs(frame.x(at) - px));
    return far.indexOf(Math.min(...far));
  }

  if (onGo)
    onDrag(root, (px) => {
      if (frame) onGo(nearest(px));
    });
  const painter = createPainter(root, paint, {
    colours: () => ({ dark: isDark(root), measure: wordsMeasure(root) }),
  });
  return {
    root,
    move,
    nearest,
    update(next) {
      shown = { ...next };
      if (next.label) root.setAttribute("aria-label", next.label);
      painter.draw();
    },
    setHeight(px) {
      if (px !== height) {
        height = px;
        painter.fit();
      }
    },
    destroy: painter.destroy,
  };
}

// ---- marks --------------------------------------------------------------------------------------
const isWithin = ([, py], top) => py >= top - 0.01;

// A line through values, the i-th of them at `at(i)`: it breaks off at what is not known, and where
// it leaves the chart it ends at the top.
export const line =
  (values, attrs, at = (i) => i) =>
  ({ x, y, top }) => {
    const edge = ([ax, ay], [bx, by]) => `${ax + ((bx - ax) * (top - ay)) / (by - ay)} ${top}`;
    let d = "",
      last = null;
    values.forEach((v, i) => {
      /** @type {[number, number]} */
      const now = Number.isFinite(v) ? [x(at(i)), y(v)] : null;
      const [wasIn, isIn] = [last, now].map((place) => place && isWithin(place, top));
      if (isIn) d += wasIn ? `L${now}` : last ? `M${edge(last, now)}L${now}` : `M${now}`;
      else if (now && wasIn) d += `L${edge(last, now)}`;
      last = now;
    });
    return part("path", { d, fill: "none", "stroke-width": 1.5, ...attrs });
  };

// A dot, or an arrow at the top for what is beyond it; none where nothing is known.
export const dot =
  (at, v, { r, title, ...attrs }) =>
  ({ x, y, top }) => {
    if (v === null || v === undefined) return null;
    const words = title ? part("title", {}, title) : null;
    if (isWithin([x(at), y(v)], top))
      return part("circle", { cx: x(at), cy: y(v), r, ...attrs }, words);
    const half = 3 + r / 2;
    return part(
      "path",
      { d: `M${x(at) - half} ${top + r + 4}h${2 * half}l${-half} ${-r - 4}z`, ...attrs },
      words,
    );
  };

// The ribbon between the ends of ranges [x, low, high], cut at the top.
export const ribbon =
  (ranges, attrs) =>
  ({ x, y, top }) => {
    const edge = (side, list) =>
      list.map((range) => `${x(range[0])} ${Math.max(top, y(range[side]))}`);
    const d = [...edge(2, ranges), ...edge(1, ranges.toReversed())].join("L");
    return ranges.length ? part("path", { d: `M${d}Z`, ...attrs }) : null;
  };

// All that lies between two values.
export const shade =
  (low, high, style) =>
  ({ y, left, right }) =>
    part("rect", {
      x: left,
      y: y(high),
      width: right - left,
      height: y(low) - y(high),
      style,
    });

// A line at a value, across or upright.
export const across =
  (v, stroke, attrs) =>
  ({ y, left, right }) =>
    part("line", { x1: left, x2: right, y1: y(v), y2: y(v), stroke, ...attrs });
export const upright =
  (at, stroke, attrs) =>
  ({ x, top, floor }) =>
    part("line", { x1: x(at), x2: x(at), y1: top, y2: floor, stroke, ...attrs });

// Where the state on screen is: an upright line, and the look of the dot on a curve.
export const onScreen = (at, attrs) => upright(at, "var(--dc-accent)", attrs);
export const ON_SCREEN = { class: "now", fill: "var(--dc-accent)", stroke: "var(--dc-bg)" };

// Names [value, words] at the left, each on a line of its own where there is a `stroke`.
export const namesLeft = (names, { apart = 6, stroke = null } = {}) =>
  names.map(([v, words]) => [
    stroke ? across(v, stroke) : null,
    ({ y, left }) => part("text", { x: left - apart, y: y(v) + 4, "text-anchor": "end" }, words),
  ]);

// Names [value, words, attributes] below the floor.
export const namesBelow = (names, { apart = 16 } = {}) =>
  names.map(
    ([at, words, attrs]) =>
      ({ x, floor }) =>
        part("text", { x: x(at), y: floor + apart, "text-anchor": "middle", ...attrs }, words),
  );

// Round numbers within a range, about `count` of them: [number, digits].
export function roundTicks(low, high, count) {
  const rough = (high - low) / count,
    power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((s) => s * power >= rough);
  const first = Math.ceil(low / step),
    n = Math.floor(high / step) - first + 1;
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return Array.from({ length: n }, (_, i) => [(first + i) * step, digits]);
}
