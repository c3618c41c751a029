// CoinMosaic: a fair coin x, a guess y that agrees with it with probability q. Areas are
// probabilities; a hand drags the border between the two tiles of one side of the coin.

import { across, dot, line, namesBelow, namesLeft, upright } from "../../base/parts/chart.js";
import { num, setAttributes, svg } from "../../base/parts/common.js";
import { boxAt, lineFrom, textAt } from "../parts/drawing.js";
import { createHandle, knob } from "../parts/handle.js";
import { createPicture, miniWidget } from "../parts/layout.js";
import { createPlot, namesRight } from "../parts/plot.js";
import "./widget.css";

const HEIGHT = 272,
  BOTTOM = 24,
  TALLEST = HEIGHT - BOTTOM - 4;
const STOPS = Array.from({ length: 101 }, (_, k) => k / 100);
const smiAt = (q) => (2 * q - 1) ** 2 / 2;
const xlogx = (x) => (x > 0 ? x * Math.log(x) : 0);
const miAt = (q) => Math.log(2) + xlogx(q) + xlogx(1 - q);
const yOf = (share) => HEIGHT - BOTTOM - share * TALLEST;
const shareAt = (y) => (HEIGHT - BOTTOM - y) / TALLEST;

// Of the left border (x = 0) the height is q, of the right one 1 - q.
function createTiles(agreement, onmove) {
  const seen = [0, 1].map(() => [
    svg("rect", { class: "strip", height: 28, y: -14 }),
    svg("line", { class: "rail" }),
    knob(),
  ]);
  const handles = seen.map((look, side) =>
    createHandle({
      label: `agreement, border at x = ${side}`,
      range: [0, 1],
      step: 0.01,
      page: 0.05,
      grows: [1, side ? -1 : 1],
      cursor: "ns-resize",
      seen: look,
      onmove,
      from: (x, y) => (side ? 1 - shareAt(y) : shareAt(y)),
    }),
  );

  function tile(x, y, q, width) {
    const share = x === y ? q : 1 - q,
      middle = y ? 1 - share / 2 : share / 2,
      centre = ((x + 0.5) * width) / 2;
    // of the dashed line
    const clear = Math.abs(middle - 0.5) > 0.11 ? middle : middle > 0.5 ? 0.63 : 0.37;
    return [
      boxAt((x * width) / 2, yOf(y ? 1 : share), width / 2, share * TALLEST, {
        class: `tile y${y}`,
      }),
      share * TALLEST < 40
        ? null
        : [
            textAt(centre, yOf(clear) - 2, `y = ${y}`, { class: "ink middle" }),
            textAt(centre, yOf(clear) + 15, `r = ${num(2 * share, 2)}`, { class: "number middle" }),
          ],
    ];
  }
  function paint(width) {
    const q = agreement(),
      half = width / 2;
    handles.forEach((handle, side) => {
      setAttributes(seen[side][0], { x: -half / 2, width: half });
      setAttributes(seen[side][1], { x1: -half / 2, x2: half / 2 });
      handle.put(
        (side + 0.5) * half,
        yOf(side ? 1 - q : q),
        q,
        `${num(q, 2)}, SMI ${num(smiAt(q), 3)}, MI ${num(miAt(q), 3)}`,
      );
    });
    return [
      [0, 1].map((x) => [0, 1].map((y) => tile(x, y, q, width))),
      lineFrom(half, yOf(0), half, yOf(1), { stroke: "var(--dc-bg)", "stroke-width": 3 }),
      lineFrom(0, yOf(0.5), width, yOf(0.5), { class: "apart" }),
      lineFrom(half, yOf(0), half, yOf(1), { class: "apart" }),
      [0, 1].map((x) => textAt((x + 0.5) * half, HEIGHT - 6, `x = ${x}`, { class: "middle" })),
    ];
  }
  return createPicture({
    title: "Coin x and guess y",
    note: "dashed: no dependence",
    label: "Mosaic of coin and guess",
    height: HEIGHT,
    paint,
    handles,
  });
}

function createMeasures(agreement, onmove) {
  const faint = "var(--dc-rule-2)";
  const curve = (f, name) => line(STOPS.map(f), { class: `measure ${name}` }, (k) => STOPS[k]);
  function shown() {
    const q = agreement();
    return {
      label:
        `Two curves over the agreement q; at ${num(q, 2)} SMI is ${num(smiAt(q), 3)}, MI with logarithms `
        + num(miAt(q), 3),
      x: [0, 1],
      y: [0, 0.75],
      stops: STOPS,
      marks: [
        across(0, faint),
        upright(0, faint),
        namesLeft([
          [0, "0"],
          [0.5, "0.5"],
        ]),
        namesBelow(
          [
            [0, "0"],
            [0.5, "0.5"],
            [1, "q = 1"],
          ],
          { apart: 18 },
        ),
        upright(q, "var(--dc-rule)"),
        curve(smiAt, "smi"),
        curve(miAt, "mi"),
        [smiAt, miAt].map((f) => dot(q, f(q), { class: "dot", r: 5 })),
        namesRight(
          [
            [smiAt(1), "SMI 0.500"],
            [miAt(1), "MI 0.693"],
          ],
          0,
        ),
      ],
    };
  }
  return createPlot({
    title: "Dependence",
    note: "dashed: by a logarithm",
    height: HEIGHT,
    shown,
    onGo: (k) => onmove(STOPS[k]),
    margins: { left: 26, right: 66, top: 4, bottom: BOTTOM },
    attrs: { class: "curves", role: "img" },
  });
}

const render = miniWidget(({ now }) => {
  const agreement = () => now.agreement,
    onmove = (q) => {
      now.agreement = q;
    };
  return {
    kind: "mosaic",
    reads: [
      ["agreement q", 80, () => num(agreement(), 2)],
      ["SMI", 64, () => num(smiAt(agreement()), 3)],
      ["MI (logarithms)", 96, () => num(miAt(agreement()), 3)],
    ],
    panels: [createTiles(agreement, onmove), createMeasures(agreement, onmove)],
    hint: () =>
      "Drag a border between blue and orange, or press arrow keys on it. The ratio r is "
      + "a tile over its dashed one.",
  };
});

export default { render };
