// LonePoint: two groups and a point that a hand drags upwards; beside them the second and third
// eigenvalue.

import { dot, line, namesBelow, namesLeft, onScreen, roundTicks } from "../../base/parts/chart.js";
import { num } from "../../base/parts/common.js";
import { placePoints } from "../../base/parts/plane.js";
import { loneClusters, lonePairs } from "../../engine/lone_point.js";
import { lineFrom } from "../parts/drawing.js";
import { createHandle } from "../parts/handle.js";
import { miniWidget } from "../parts/layout.js";
import { axisName, createPlot, namesRight } from "../parts/plot.js";
import { createRinged } from "../parts/ringed.js";
import "./widget.css";

const HEIGHT = 260,
  FARTHEST = 8,
  STEP = 0.4;
const HEIGHTS = Array.from({ length: Math.round(FARTHEST / STEP) + 1 }, (_, k) => k * STEP);
const OWN = "in the first point's cluster",
  OTHER = "in another cluster than the first point";
const WEIGHTINGS = [
  ["1/f", "laplacian"],
  ["u = 1", "affinity"],
  ["outlier", "outlier"],
];

// `state()` is { curve: an answer of lonePairs for each of HEIGHTS, pairs, height }.
function createLevels(state) {
  function shown() {
    const { curve, pairs, height } = state(),
      all = curve.flatMap(({ values }) => [...values.slice(1)]);
    const low = Math.min(...all),
      high = Math.max(...all),
      room = 0.06 * (high - low);
    const ticks = roundTicks(low - room, high + room, 4).map(([v, digits]) => [v, num(v, digits)]);
    const levels = [
      ["kept", 1, ({ kept }) => kept],
      ["dropped", 2, ({ third }) => third],
    ];
    const nameOf = ([name, q]) => [curve.at(-1).values[q], `λ${"₂₃"[q - 1]} ${name}`];
    return {
      label:
        `second and third eigenvalue over the height, now ${num(pairs.values[1], 3)} and `
        + num(pairs.values[2], 3),
      x: [0, FARTHEST],
      y: [low - room, high + room],
      marks: [
        namesLeft(ticks, { stroke: "var(--dc-rule)" }),
        namesBelow([0, 2, 4, 6, 8].map((h) => [h, String(h)])),
        axisName("height of the point"),
        onScreen(height),
        levels.map(([name, q, share]) => [
          line(
            curve.map(({ values }) => values[q]),
            { class: `level ${name}` },
            (k) => HEIGHTS[k],
          ),
          curve.map((each, k) =>
            share(each) > 0.5 ? dot(HEIGHTS[k], each.values[q], { class: "own", r: 4 }) : null,
          ),
          dot(height, pairs.values[q], { class: "now", r: 5 }),
        ]),
        namesRight(levels.map(nameOf), 30),
      ],
    };
  }
  return createPlot({
    title: "Eigenvalues λ / N",
    note: "rings: mostly on the point",
    height: HEIGHT,
    shown,
    margins: { left: 44, right: 84, top: 8, bottom: 34 },
  });
}

const render = miniWidget(({ given, now, choice }) => {
  const { points, sigma } = given,
    X = points.flat(),
    curves = {};
  const height = () => now.height,
    weighting = () => now.weighting;
  let pairs = null,
    found = null;
  const nearest = () => Math.min(...points.map(([x, y]) => Math.hypot(x, y - height()))) / sigma;
  const sizes = () => [0, 1].map((k) => found.labels.filter((label) => label === k).length);
  const curve = () =>
    (curves[weighting()] ??= HEIGHTS.map((h) => lonePairs(X, h, sigma, weighting())));
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
        title: "Two clusters found",
        label: "Points",
        height: HEIGHT,
        reach: [...X, 0, 0, 0, FARTHEST],
        state: () => ({
          points: [...points, [0, height()]],
          labels: found.labels,
          at: points.length,
          value: height(),
          told: `height ${num(height())}, ${found.labels.at(-1) ? OTHER : OWN}`,
        }),
        make: ({ seen, from }) =>
          createHandle({
            label: "lone point, height",
            range: [0, FARTHEST],
            cursor: "ns-resize",
            step: 0.1,
            fine: 0.01,
            page: 1,
            seen,
            from: (x, y) => from(x, y)[1],
            onmove(h) {
              now.height = h;
            },
          }),
        behind: (plane) => lineFrom(...placePoints([0, 0, 0, FARTHEST], plane), { class: "way" }),
      }),
      createLevels(() => ({ curve: curve(), pairs, height: height() })),
    ],
    follow() {
      [pairs, found] = [lonePairs, loneClusters].map((of) => of(X, height(), sigma, weighting()));
    },
    hint: () =>
      "Drag the ringed point, or press arrow keys on it (with Shift: finer). Two eigenvectors are kept, "
      + "the first and the one of λ₂.",
  };
});

export default { render };
