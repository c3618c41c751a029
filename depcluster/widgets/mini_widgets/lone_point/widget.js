// LonePoint: two groups and a point that a hand drags upwards; beside them the second and third eigenvalue.

import { num, svg } from "../../base/parts/common.js";
import { roundTicks } from "../../base/parts/chart.js";
import { placePoints } from "../../base/parts/plane.js";
import { loneClusters, lonePairs } from "../../engine/lone_point.js";
import { lineFrom, pathThrough, textAt } from "../parts/drawing.js";
import { createHandle } from "../parts/handle.js";
import { createPicture, miniWidget } from "../parts/layout.js";
import { createRinged } from "../parts/ringed.js";
import "./widget.css";

const HEIGHT = 260, FARTHEST = 8, STEP = 0.4;
const HEIGHTS = Array.from({ length: Math.round(FARTHEST / STEP) + 1 }, (_, k) => k * STEP);
const OWN = "in the first point's cluster", OTHER = "in another cluster than the first point";
const WEIGHTINGS = [["1/f", "laplacian"], ["u = 1", "affinity"], ["outlier", "outlier"]];

// `state()` is { curve: an answer of lonePairs for each of HEIGHTS, pairs, height }.
function createLevels(state) {
  function paint(width) {
    const { curve, pairs, height } = state(), left = 44, right = width - 84, floor = HEIGHT - 34;
    const all = curve.flatMap(({ values }) => [...values.slice(1)]), least = Math.min(...all);
    const most = Math.max(...all), room = 0.06 * (most - least);
    const x = (h) => left + (h / FARTHEST) * (right - left);
    const y = (v) => floor - ((v - least + room) / (most - least + 2 * room)) * (floor - 8);
    const ends = [1, 2].map((q) => y(curve.at(-1).values[q])), apart = Math.max(0, 30 - (ends[1] - ends[0])) / 2;
    const levels = [["kept", 1, ({ kept }) => kept], ["dropped", 2, ({ third }) => third]];
    return [
      roundTicks(least - room, most + room, 4).map(([v, digits]) => [
        lineFrom(left, y(v), right, y(v), { stroke: "var(--dc-rule)" }),
        textAt(left - 6, y(v) + 4, num(v, digits), { class: "end" }),
      ]),
      [0, 2, 4, 6, 8].map((h) => textAt(x(h), floor + 16, String(h), { class: "middle" })),
      textAt((left + right) / 2, floor + 31, "height of the point", { class: "middle" }),
      lineFrom(x(height), 4, x(height), floor, { stroke: "var(--dc-accent)" }),
      levels.map(([name, q, share]) => [
        svg("path", {
          class: `level ${name}`, d: pathThrough(curve.map(({ values }, k) => [x(HEIGHTS[k]), y(values[q])])),
        }),
        curve.map((each, k) => (share(each) > 0.5
          ? svg("circle", { class: "own", cx: x(HEIGHTS[k]), cy: y(each.values[q]), r: 4 }) : null)),
        textAt(right + 10, ends[q - 1] + (q === 1 ? -apart : apart) + 4, `λ${"₂₃"[q - 1]} ${name}`, { class: "ink" }),
      ]),
      [1, 2].map((q) => svg("circle", { class: "now", cx: x(height), cy: y(pairs.values[q]), r: 5 })),
    ];
  }
  return createPicture({
    title: "Eigenvalues λ / N", note: "rings: mostly on the point", height: HEIGHT, paint,
    label: () => "second and third eigenvalue over the height, now "
      + [1, 2].map((q) => num(state().pairs.values[q], 3)).join(" and "),
  });
}

const render = miniWidget(({ given, now, choice }) => {
  const { points, sigma } = given, X = points.flat(), curves = {};
  const height = () => now.height, weighting = () => now.weighting;
  let pairs = null, found = null;
  const nearest = () => Math.min(...points.map(([x, y]) => Math.hypot(x, y - height()))) / sigma;
  const sizes = () => [0, 1].map((k) => found.labels.filter((label) => label === k).length);
  const curve = () => (curves[weighting()] ??= HEIGHTS.map((h) => lonePairs(X, h, sigma, weighting())));
  return {
    kind: "lone-point",
    controls: [choice("weight", "weighting", WEIGHTINGS)],
    reads: [
      ["nearest point", 90, () => `${num(nearest(), 1)} σ`],
      ["its weight / median", 116, () => num(found.weight, 1)],
      ["cluster sizes", 90, () => sizes().join(", ")],
      ["λ₂", 52, () => num(pairs.values[1], 3)],
      ["λ₃", 52, () => num(pairs.values[2], 3)],
    ],
    panels: [
      createRinged({
        title: "Two clusters found", label: "Points", height: HEIGHT, reach: [...X, 0, 0, 0, FARTHEST],
        state: () => ({
          points: [...points, [0, height()]], labels: found.labels, at: points.length, value: height(),
          told: `height ${num(height())}, ${found.labels.at(-1) ? OTHER : OWN}`,
        }),
        make: ({ seen, from }) => createHandle({
          label: "lone point, height", range: [0, FARTHEST], cursor: "ns-resize", step: 0.1, fine: 0.01, page: 1,
          seen, from: (x, y) => from(x, y)[1], onmove(h) { now.height = h; },
        }),
        behind: (plane) => lineFrom(...placePoints([0, 0, 0, FARTHEST], plane), { class: "way" }),
      }),
      createLevels(() => ({ curve: curve(), pairs, height: height() })),
    ],
    follow() {
      [pairs, found] = [lonePairs, loneClusters].map((of) => of(X, height(), sigma, weighting()));
    },
    hint: () => "Drag the ringed point, or press arrow keys on it (with Shift: finer). Two eigenvectors are kept, "
      + "the first and the one of λ₂.",
  };
});

export default { render };
