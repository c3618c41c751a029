// The objective of each step as a staircase; pressing or dragging it goes to a step.

import { createChart, dot, namesBelow, namesLeft } from "../base/parts/chart.js";
import { num, setAttributes } from "../base/parts/common.js";
import { part } from "../base/parts/patch.js";

const ACCENT = "var(--dc-accent)";

// As many decimals as tell the steps of a range apart.
export function decimalsFor(range) {
  return range > 0 ? Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(range)))) : 2;
}

// The axes, and how far the step on screen is.
const axes =
  (last, low, high, step, v) =>
  ({ x, y, left, floor }) => {
    const foot = floor + 5.5,
      segment = (x1, x2, y1, y2, stroke) => part("line", { x1, x2, y1, y2, stroke });
    return [
      segment(left, left, y(low), y(high), "var(--dc-rule-2)"),
      segment(x(0), x(last), foot, foot, "var(--dc-rule)"),
      segment(x(step), x(step), y(v) + 4, foot, ACCENT),
    ];
  };

function marksOf(objective, step, low, high) {
  const last = objective.length - 1,
    digits = Math.max(0, decimalsFor(high - low) - 1);
  const isCrowded = objective.length > 60;
  const fill = (k) => (k === step ? ACCENT : k < step ? "var(--dc-ink)" : "var(--dc-ink-3)");
  return [
    ({ x, y }) =>
      part("path", {
        d: objective.map((v, k) => (k ? `H${x(k)}V${y(v)}` : `M${x(0)} ${y(v)}`)).join(""),
        fill: "none",
        stroke: "var(--dc-ink-3)",
        "stroke-width": 1.25,
      }),
    objective.map((v, k) =>
      isCrowded && k !== step ? null : dot(k, v, { r: k === step ? 4.5 : 2.25, fill: fill(k) }),
    ),
    namesLeft(
      [...new Set([low, high])].map((v) => [v, num(v, digits)]),
      { apart: 4 },
    ),
    axes(last, low, high, step, objective[step]),
    ({ x }) =>
      namesBelow(
        [...new Set([0, step, last])]
          .filter((k) => k === step || Math.abs(x(k) - x(step)) > 20)
          .map((k) => [k, String(k), { class: k === step ? "strong" : null }]),
        { apart: 19 },
      ),
  ];
}

// -> { root, draw(objective, step), destroy() }
export function createTrace({ onGo, onKey }) {
  const { root, update, destroy } = createChart({
    margins: { left: 44, right: 0, top: 12, bottom: 22, inset: [8, 8] },
    height: 154,
    onGo,
    attrs: {
      class: "trace",
      role: "slider",
      tabindex: 0,
      "aria-label": "step",
      "aria-valuemin": 0,
      onkeydown: onKey,
    },
  });
  return {
    root,
    destroy,
    draw(objective, step) {
      const last = objective.length - 1,
        low = Math.min(...objective),
        high = Math.max(...objective);
      const value = num(objective[step], decimalsFor(high - low));
      setAttributes(root, {
        "aria-valuemax": last,
        "aria-valuenow": step,
        "aria-valuetext": `step ${step} of ${last}, objective ${value}`,
      });
      update({
        x: [0, Math.max(1, last)],
        y: [low, high],
        stops: [...objective.keys()],
        marks: marksOf(objective, step, low, high),
      });
    },
  };
}
