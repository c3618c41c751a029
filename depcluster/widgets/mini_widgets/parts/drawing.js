// What pictures are drawn with, in pixels.

import { mark, MINUS, setAttributes, svg } from "../../base/parts/common.js";

// At most two decimals, none that are zeros: 7, 2.83.
export const trimmed = (x) => String(Number(x.toFixed(2))).replace("-", MINUS);

export const textAt = (x, y, words, more = {}) => svg("text", { x, y, ...more }, words);
export const lineFrom = (x1, y1, x2, y2, more = {}) =>
  svg("line", { x1, y1, x2, y2, stroke: more.class ? null : "var(--dc-rule-2)", ...more });
export const boxAt = (x, y, width, height, more = {}) =>
  svg("rect", { x, y, width, height, ...more });
export const dotAt = (cx, cy, r, more = {}) => svg("circle", { cx, cy, r, ...more });

// The line through some places, and through those of f at equal steps from low to high.
export const pathThrough = (places) =>
  `M${places.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L")}`;
export const pathOf = (f, [low, high], place, steps = 160) =>
  pathThrough(
    Array.from({ length: steps + 1 }, (_, k) => {
      const x = low + ((high - low) * k) / steps;
      return place(x, f(x));
    }),
  );

// The part of a circle about (x, y) from the right to an angle, against the clock.
export const arcTo = (x, y, r, angle) =>
  `M${x + r} ${y}A${r} ${r} 0 0 0 ${x + r * Math.cos(angle)} ${y - r * Math.sin(angle)}`;

export function arrow([x0, y0], [x1, y1], size, more) {
  const turn = Math.atan2(y1 - y0, x1 - x0);
  const wing = (by) => `${x1 - size * Math.cos(turn + by)} ${y1 - size * Math.sin(turn + by)}`;
  return [
    svg("line", { x1: x0, y1: y0, x2: x1, y2: y1, ...more }),
    svg("path", {
      d: `M${wing(0.4)}L${x1} ${y1}L${wing(-0.4)}`,
      fill: "none",
      style: "stroke-dasharray:none",
      ...more,
    }),
  ];
}

// The mark of a cluster, about (x, y).
export function markAt(k, x, y, r) {
  const node = mark(k, r);
  setAttributes(node, { x: x - r - 3, y: y - r - 3 });
  return node;
}
