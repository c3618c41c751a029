// CoinMosaic: a fair coin x, a guess y that agrees with it with probability q. Areas are
// probabilities; a hand drags the border between the two tiles of one side of the coin.

import { num, setAttributes, svg } from "../../base/parts/common.js";
import { onDrag } from "../../base/parts/controls.js";
import { boxAt, lineFrom, pathOf, textAt } from "../parts/drawing.js";
import { createHandle, knob, onStep, within } from "../parts/handle.js";
import { createPicture, miniWidget } from "../parts/layout.js";
import "./widget.css";

const HEIGHT = 272, BOTTOM = 24, TALLEST = HEIGHT - BOTTOM - 4;
export const smiAt = (q) => (2 * q - 1) ** 2 / 2;
const xlogx = (x) => (x > 0 ? x * Math.log(x) : 0);
export const miAt = (q) => Math.log(2) + xlogx(q) + xlogx(1 - q);
const yOf = (share) => HEIGHT - BOTTOM - share * TALLEST;
const shareAt = (y) => (HEIGHT - BOTTOM - y) / TALLEST;

// Of the left border (x = 0) the height is q, of the right one 1 - q.
function createTiles(agreement, onmove) {
  const seen = [0, 1].map(() => [
    svg("rect", { class: "strip", height: 28, y: -14 }), svg("line", { class: "rail" }), knob(),
  ]);
  const handles = seen.map((look, side) => createHandle({
    label: `agreement, border at x = ${side}`, range: [0, 1], step: 0.01, page: 0.05,
    grows: [1, side ? -1 : 1], cursor: "ns-resize", seen: look, onmove,
    from: (x, y) => (side ? 1 - shareAt(y) : shareAt(y)),
  }));

  function tile(x, y, q, width) {
    const share = x === y ? q : 1 - q, middle = y ? 1 - share / 2 : share / 2, across = ((x + 0.5) * width) / 2;
    const clear = Math.abs(middle - 0.5) > 0.11 ? middle : middle > 0.5 ? 0.63 : 0.37; // of the dashed line
    return [
      boxAt((x * width) / 2, yOf(y ? 1 : share), width / 2, share * TALLEST, { class: `tile y${y}` }),
      share * TALLEST < 40 ? null : [
        textAt(across, yOf(clear) - 2, `y = ${y}`, { class: "ink middle" }),
        textAt(across, yOf(clear) + 15, `r = ${num(2 * share, 2)}`, { class: "number middle" }),
      ],
    ];
  }
  function paint(width) {
    const q = agreement(), half = width / 2;
    handles.forEach((handle, side) => {
      setAttributes(seen[side][0], { x: -half / 2, width: half });
      setAttributes(seen[side][1], { x1: -half / 2, x2: half / 2 });
      handle.put((side + 0.5) * half, yOf(side ? 1 - q : q), q,
        `${num(q, 2)}, SMI ${num(smiAt(q), 3)}, MI ${num(miAt(q), 3)}`);
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
    title: "Coin x and guess y", note: "dashed: no dependence", label: "Mosaic of coin and guess", height: HEIGHT,
    paint, handles,
  });
}

function createMeasures(agreement, onmove) {
  const left = 26, right = 66, most = 0.75;
  let wide = 1;
  const x = (q) => left + q * (wide - left - right), y = (value) => yOf(value / most);
  const measure = (name, f, q) => [
    svg("path", { class: `measure ${name}`, d: pathOf(f, [0, 1], (v, value) => [x(v), y(value)], 100) }),
    svg("circle", { class: "dot", cx: x(q), cy: y(f(q)), r: 5 }),
  ];
  function paint(width) {
    wide = width;
    const q = agreement();
    return [
      lineFrom(x(0), y(0), x(1), y(0)), lineFrom(x(0), y(0), x(0), y(most)),
      [0, 0.5].map((v) => textAt(x(0) - 5, y(v) + 4, String(v), { class: "end" })),
      [0, 0.5, 1].map((v) => textAt(x(v), HEIGHT - 6, v === 1 ? "q = 1" : String(v), { class: "middle" })),
      lineFrom(x(q), y(0), x(q), y(most), { stroke: "var(--dc-rule)" }),
      measure("smi", smiAt, q), measure("mi", miAt, q),
      textAt(x(1) + 8, y(0.5) + 4, "SMI 0.500", { class: "ink" }),
      textAt(x(1) + 8, y(Math.log(2)) + 4, "MI 0.693", { class: "ink" }),
    ];
  }
  const picture = createPicture({
    title: "Dependence", note: "dashed: by a logarithm", height: HEIGHT, paint,
    label: () => `Two curves over the agreement q; at ${num(agreement(), 2)} SMI is ${num(smiAt(agreement()), 3)}, `
      + `MI with logarithms ${num(miAt(agreement()), 3)}`,
  });
  picture.drawing.classList.add("curves");
  onDrag(picture.drawing, (at) => onmove(within(onStep((at - left) / (wide - left - right), 0.01), 0, 1)));
  return picture;
}

const render = miniWidget(({ now }) => {
  const agreement = () => now.agreement, onmove = (q) => { now.agreement = q; };
  return {
    kind: "mosaic",
    reads: [
      ["agreement q", 80, () => num(agreement(), 2)],
      ["SMI", 64, () => num(smiAt(agreement()), 3)],
      ["MI (logarithms)", 96, () => num(miAt(agreement()), 3)],
    ],
    panels: [createTiles(agreement, onmove), createMeasures(agreement, onmove)],
    hint: () => "Drag a border between blue and orange, or press arrow keys on it. The ratio r is "
      + "a tile over its dashed one.",
  };
});

export default { render };
