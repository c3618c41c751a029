// A chart (`base/parts/chart.js`) under a headline, and marks of its own.

import { createChart } from "../../base/parts/chart.js";
import { el, onResize } from "../../base/parts/common.js";
import { part } from "../../base/parts/patch.js";
import { panel, textOf } from "./layout.js";

// -> a part: `shown()` is what the chart is told, `fit()` its height in pixels where that goes with
// its width; `note` may be a function, `more` is as of createChart.
/**
 * @param {Parameters<typeof createChart>[0] & { title: string, note?: string | (() => string),
 *   shown: () => any, fit?: (() => number) | null }} look
 */
export function createPlot({ title, note = "", shown, fit = null, ...more }) {
  const chart = createChart(more),
    words = el("span", {}),
    { root } = panel(title, words, chart);
  const stop = fit ? onResize(root, () => chart.setHeight(fit())) : () => {};
  return {
    root,
    nearest: chart.nearest,
    draw() {
      words.textContent = textOf(note);
      chart.update(shown());
    },
    destroy() {
      stop();
      chart.destroy();
    },
  };
}

// What the axis below is called.
export const axisName =
  (words) =>
  ({ left, right, floor }) =>
    part("text", { x: (left + right) / 2, y: floor + 31, "text-anchor": "middle" }, words);

// Names [value, words] of two curves at their right ends, `least` pixels apart.
export const namesRight =
  ([one, other], least) =>
  ({ right, y }) => {
    const gap = y(one[0]) - y(other[0]),
      push = (Math.max(0, least - Math.abs(gap)) / 2) * (gap < 0 ? -1 : 1);
    return [
      [one, push],
      [other, -push],
    ].map(([[v, words], by]) =>
      part("text", { x: right + 8, y: y(v) + by + 4, class: "ink" }, words),
    );
  };
