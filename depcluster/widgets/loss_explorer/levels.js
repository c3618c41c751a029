// Eigenvalues of A above, of R A R' below, each on a line that ends at its largest. Lines join the
// levels in their order: where they stand upright, the loss changes nothing.

import { el, MINUS, onResize, shortNum, svg } from "../base/parts/common.js";
import { createHint } from "../base/parts/hint.js";
import { createPanel } from "../base/parts/panels.js";
import { cellNumbers } from "../label_kernel_editor/digits.js";

const LEVELS = { left: 46, right: 22, above: 26, below: 62, height: 86, radius: 4 };
const SAME_LEVELS = 5e-3;

const LEVELS_MEANING = "Each dot is a level, an eigenvalue, on a line that ends at the largest: A " +
  "above, R A Rᵀ below. The largest belong to coarse splits of the labels, families or halves of " +
  "a ring, the smallest to fine ones. Where the joining lines lean, the loss makes coarse splits " +
  "count more against fine ones, or less; upright lines: it only changes the scale.";

// Equal values become one level: [{ value, count }], falling.
function groupedLevels(values) {
  const groups = [], close = 2e-3 * Math.max(...values.map(Math.abs), 1e-12);
  for (const value of values) {
    const last = groups.at(-1);
    if (last && Math.abs(last.value - value) < close) last.count++;
    else groups.push({ value, count: 1 });
  }
  return groups;
}

// Names of levels from the right, each only where it does not run into the one before.
function levelNames(values, x, y, width) {
  const [{ texts: [shown], unit }] = [levelNumbers(values)];
  let free = width, seen = 0;
  return groupedLevels(values).map(({ value, count }) => {
    const size = shown[seen] + unit, times = count > 1 ? ` ×${count}` : "";
    seen += count;
    const half = 3.4 * (size.length + times.length);
    const at = Math.min(x(value), width - half);
    if (at + half > free || at - half < LEVELS.left - 8) return null;
    free = at - half - 6;
    return svg("text", { x: at, y, "text-anchor": "middle", class: "ink" }, size,
      svg("tspan", { fill: "var(--dc-ink-2)" }, times));
  });
}

const levelNumbers = (values) => cellNumbers([values], 60, "sans-serif");

function levelLine(values, y, name, width) {
  const most = Math.max(values[0], 1e-12), end = width - LEVELS.right;
  const x = (v) => LEVELS.left + Math.max(0, v / most) * (end - LEVELS.left);
  const line = [
    svg("text", { x: 0, y: y + 4, class: "strong" }, name),
    svg("line", { x1: LEVELS.left, x2: end, y1: y, y2: y, stroke: "var(--dc-rule-2)" }),
    svg("line", { x1: LEVELS.left, x2: LEVELS.left, y1: y - 4, y2: y + 4,
      stroke: "var(--dc-ink-2)" }),
  ];
  return { x, line };
}

function drawLevels(width, { before, after }) {
  const [top, low] = [LEVELS.above, LEVELS.below];
  const a = levelLine(before, top, "A", width), b = levelLine(after, low, "R A Rᵀ", width);
  const dots = (values, x, y, fill) => values.map((v) => svg("circle", {
    cx: x(v), cy: y, r: LEVELS.radius, style: `fill:var(${fill});stroke:var(--dc-bg)`,
  }));
  return svg("svg", { width, height: LEVELS.height, "aria-hidden": "true" },
    a.line, b.line,
    before.map((v, k) => svg("line", {
      x1: a.x(v), y1: top, x2: b.x(after[k]), y2: low,
      stroke: "var(--dc-accent)", "stroke-width": 1.5,
    })),
    dots(before, a.x, top, "--dc-ink"), dots(after, b.x, low, "--dc-ink"),
    levelNames(before, a.x, top - 11, width), levelNames(after, b.x, low + 19, width));
}

// Largest over smallest of the levels that are not zero, or null.
function spreadOf(values) {
  const seen = values.filter((v) => v > 1e-9 * values[0]);
  return seen.length ? seen[0] / seen.at(-1) : null;
}

const levelText = (x) => (Math.abs(x) < 9999.5
  ? `${x < 0 ? MINUS : ""}${Number(Math.abs(x).toFixed(2))}` : shortNum(x));

function spreadText({ before, after }) {
  const [a, b] = [spreadOf(before), spreadOf(after)];
  if (a === null || b === null) return "coarse : fine –";
  return Math.abs(b / a - 1) < SAME_LEVELS ? `coarse : fine stays ${levelText(a)}`
    : `coarse : fine ${levelText(a)} → ${levelText(b)}`;
}

// -> { panel, draw({ before, after }), destroy() }, both falling and of the same length
export function createLevels() {
  const chart = el("div", { role: "img" }), hint = createHint();
  const panel = createPanel("levels", "Levels", el("div", { class: "reading" }, hint.root), chart);
  let state = null;

  function paint() {
    const width = chart.clientWidth;
    if (width && state) chart.replaceChildren(drawLevels(width, state));
  }

  return {
    panel,
    draw(next) {
      state = next;
      const words = (values) => values.map(levelText).join(", ");
      chart.setAttribute("aria-label",
        `levels of A ${words(state.before)}; of R A R' ${words(state.after)}`);
      hint.put(spreadText(state), LEVELS_MEANING);
      paint();
    },
    destroy: onResize(chart, paint),
  };
}
