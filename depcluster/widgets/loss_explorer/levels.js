// Eigenvalues of A above, of R A R' below, each on a line that ends at its largest. Lines join the
// levels in their order: where they stand upright, the loss changes nothing.

import { across, createChart, dot } from "../base/parts/chart.js";
import { el, MINUS, shortNum } from "../base/parts/common.js";
import { createHint } from "../base/parts/hint.js";
import { part } from "../base/parts/patch.js";
import { createPanel } from "../base/parts/panels.js";
import { cellNumbers } from "../label_kernel_editor/digits.js";

const SAME_LEVELS = 5e-3;

const LEVELS_MEANING =
  "Each dot is a level, an eigenvalue, on a line that ends at the largest: A "
  + "above, R A Rᵀ below. The largest belong to coarse splits of the labels, families or halves of "
  + "a ring, the smallest to fine ones. Where the joining lines lean, the loss makes coarse splits "
  + "count more against fine ones, or less; upright lines: it only changes the scale.";

const shareOf = (v, values) => Math.max(0, v / Math.max(values[0], 1e-12));

// Equal values become one level: [{ value, count }], falling.
function groupedLevels(values) {
  const groups = [],
    close = 2e-3 * Math.max(...values.map(Math.abs), 1e-12);
  for (const value of values) {
    const last = groups.at(-1);
    if (last && Math.abs(last.value - value) < close) last.count++;
    else groups.push({ value, count: 1 });
  }
  return groups;
}

// Names of levels from the right, each only where it does not run into the one before.
const levelNames =
  (values, level, below) =>
  ({ x, y, left, width }) => {
    const {
      texts: [shown],
      unit,
    } = cellNumbers([values], 60, "sans-serif");
    let free = width,
      seen = 0;
    return groupedLevels(values).map(({ value, count }) => {
      const size = shown[seen] + unit,
        times = count > 1 ? ` ×${count}` : "";
      seen += count;
      const half = 3.4 * (size.length + times.length),
        at = Math.min(x(shareOf(value, values)), width - half);
      if (at + half > free || at - half < left - 8) return null;
      free = at - half - 6;
      return part(
        "text",
        { x: at, y: y(level) + below, "text-anchor": "middle", class: "ink" },
        size,
        part("tspan", { fill: "var(--dc-ink-2)" }, times),
      );
    });
  };

// The axis of a matrix, from 0.
const levelAxis = (level, name) => [
  ({ y }) => part("text", { x: 0, y: y(level) + 4, class: "strong" }, name),
  across(level, "var(--dc-rule-2)"),
  ({ left, y }) =>
    part("line", {
      x1: left,
      x2: left,
      y1: y(level) - 4,
      y2: y(level) + 4,
      stroke: "var(--dc-ink-2)",
    }),
];

function marksOf({ before, after }) {
  const dots = (values, level) =>
    values.map((v) =>
      dot(shareOf(v, values), level, { r: 4, style: "fill:var(--dc-ink);stroke:var(--dc-bg)" }),
    );
  return [
    levelAxis(1, "A"),
    levelAxis(0, "R A Rᵀ"),
    before.map(
      (v, k) =>
        ({ x, top, floor }) =>
          part("line", {
            x1: x(shareOf(v, before)),
            y1: top,
            x2: x(shareOf(after[k], after)),
            y2: floor,
            stroke: "var(--dc-accent)",
            "stroke-width": 1.5,
          }),
    ),
    dots(before, 1),
    dots(after, 0),
    levelNames(before, 1, -11),
    levelNames(after, 0, 19),
  ];
}

// Largest over smallest of the levels that are not zero, or null.
function spreadOf(values) {
  const seen = values.filter((v) => v > 1e-9 * values[0]);
  return seen.length ? seen[0] / seen.at(-1) : null;
}

const levelText = (x) =>
  Math.abs(x) < 9999.5 ? String(Number(x.toFixed(2)) + 0).replace("-", MINUS) : shortNum(x);

function spreadText({ before, after }) {
  const [a, b] = [spreadOf(before), spreadOf(after)];
  if (a === null || b === null) return "coarse : fine –";
  return Math.abs(b / a - 1) < SAME_LEVELS
    ? `coarse : fine stays ${levelText(a)}`
    : `coarse : fine ${levelText(a)} → ${levelText(b)}`;
}

// -> { panel, draw({ before, after }), destroy() }, both falling and of the same length
export function createLevels() {
  const chart = createChart({ margins: { left: 46, right: 22, top: 26, bottom: 24 }, height: 86 });
  const hint = createHint();
  const panel = createPanel(
    "levels",
    "Levels",
    el("div", { class: "reading" }, hint.root),
    chart.root,
  );
  return {
    panel,
    destroy: chart.destroy,
    draw(state) {
      const words = (values) => values.map(levelText).join(", ");
      hint.put(spreadText(state), LEVELS_MEANING);
      chart.update({
        label: `levels of A ${words(state.before)}; of R A R' ${words(state.after)}`,
        x: [0, 1],
        y: [0, 1],
        marks: marksOf(state),
      });
    },
  };
}
