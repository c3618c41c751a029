// FourLeaves: the pictures. Leaves a, b are on the left of the inner edge, c, d on the right.

import { MINUS, num, svg } from "../../base/parts/common.js";
import { fitPlane, placePoints } from "../../base/parts/plane.js";
import { createGrip, createSpot, knob } from "../parts/grip.js";
import { createPicture, lineFrom, textAt } from "../parts/stage.js";

const LEAVES = { height: 240, longest: 4, slope: (40 * Math.PI) / 180, reach: [-0.4, 1.4] };
const NAMES = "abcd";
export const PAIRINGS = [["ab", "cd"], ["ac", "bd"], ["ad", "bc"]];
const WAYS = [[-1, -1], [-1, 1], [1, 1], [1, -1]].map(([across, down]) => [
  across * Math.cos(LEAVES.slope), down * Math.sin(LEAVES.slope),
]);
const ROUNDING = 1e-9;

// At most two decimals, none that are zeros: 7, 2.83.
export const trimmed = (x) => String(Number(x.toFixed(2))).replace("-", MINUS);

// What both the tree and the points say: distances by the names of two leaves, sums, the verdict.
function measured(distance) {
  const between = (pair) => distance(...[...pair].map((name) => NAMES.indexOf(name)));
  const parts = PAIRINGS.map((pairs) => pairs.map(between));
  const sums = parts.map(([one, other]) => one + other);
  const order = [0, 1, 2].sort((i, j) => sums[i] - sums[j]);
  const [low, middle, high] = order.map((row) => sums[row]);
  const excess = high - middle > ROUNDING ? high - middle : 0;
  const lack = excess ? 0 : Math.max(0, middle - low);
  return { parts, sums, order, excess, lack: lack > ROUNDING ? lack : 0 };
}

export const alongTree = (legs, inner) =>
  measured((i, j) => legs[i] + legs[j] + ((i < 2) !== (j < 2) ? inner : 0));
export const inThePlane = (corners) =>
  measured((i, j) => Math.hypot(corners[i][0] - corners[j][0], corners[i][1] - corners[j][1]));

const leafMark = (name) => [
  svg("circle", { class: "knob", r: 11 }),
  textAt(0, 4, name, { class: "number middle", "aria-hidden": "true" }),
];

// ---- the tree: its leaves and both ends of the inner edge can be pulled -------------------------
export function createTree(model, onmove) {
  const off = 18;  // from a leaf to its mark, so that an edge of length 0 can be pulled out again
  let unit = 1, middle = [0, 0];
  const node = (i) => [middle[0] + (i < 2 ? -1 : 1) * (model.get("inner") / 2) * unit, middle[1]];
  const way = { range: [0, LEAVES.longest], step: 0.1, page: 0.5 };
  const leaves = WAYS.map(([dx, dy], i) => createGrip({
    ...way, label: `leaf ${NAMES[i]}, length of its edge`, grows: [Math.sign(dx), -Math.sign(dy)],
    seen: leafMark(NAMES[i]),
    from: (x, y) => ((x - node(i)[0]) * dx + (y - node(i)[1]) * dy - off) / unit,
    onmove: (length) => onmove({ legs: model.get("legs").map((v, k) => (k === i ? length : v)) }),
  }));
  const ends = [-1, 1].map((side) => createGrip({
    ...way, label: `inner edge, ${side < 0 ? "left" : "right"} end`, cursor: "ew-resize",
    grows: [side, 1], seen: [knob(5)], from: (x) => (2 * side * (x - middle[0])) / unit,
    onmove: (length) => onmove({ inner: length }),
  }));

  function paint(width, height) {
    const legs = model.get("legs"), inner = model.get("inner");
    const most = [1 + 2 * Math.cos(LEAVES.slope), 2 * Math.sin(LEAVES.slope)];
    unit = Math.min((width - 64) / most[0], (height - 60) / most[1]) / LEAVES.longest;
    middle = [width / 2, height / 2];
    const out = (i, far) => node(i).map((v, k) => v + far * WAYS[i][k]);
    const tips = legs.map((length, i) => out(i, length * unit));
    leaves.forEach((grip, i) => {
      grip.put(...out(i, legs[i] * unit + off), legs[i], trimmed(legs[i]));
    });
    ends.forEach((grip, k) => grip.put(...node(k ? 2 : 1), inner, trimmed(inner)));
    const edge = ([x1, y1], [x2, y2]) => svg("line", { class: "edge", x1, y1, x2, y2 });
    const beside = (i) => [(tips[i][0] + node(i)[0]) / 2 + (i < 2 ? 10 : -10) * 0.9,
      (tips[i][1] + node(i)[1]) / 2 + (WAYS[i][1] < 0 ? -6 : 15)];
    return [
      tips.map((tip, i) => edge(node(i), tip)), edge(node(0), node(2)),
      legs.map((length, i) => (length * unit < 24 ? null
        : textAt(...beside(i), trimmed(length), { class: `number ${i < 2 ? "" : "end"}` }))),
      inner * unit < 24 ? null
        : textAt(middle[0], middle[1] - 8, trimmed(inner), { class: "number middle" }),
    ];
  }
  return createPicture({
    title: "A tree of four leaves", note: "distances are walked along it", label: "Tree",
    height: LEAVES.height, paint, grips: [...ends, ...leaves],
  });
}

// ---- four points, joined by the six distances ---------------------------------------------------
export function createCorners(model, onmove) {
  let plane = null;
  const spots = [...NAMES].map((name, i) => createSpot({
    label: `point ${name}`, range: LEAVES.reach, step: 0.01, page: 0.05, seen: leafMark(name),
    from: (x, y) => plane.back(x, y),
    onmove: (to) => onmove({ corners: model.get("corners").map((at, k) => (k === i ? to : at)) }),
  }));
  function paint(width, height) {
    const corners = model.get("corners"), [low, high] = LEAVES.reach;
    plane = fitPlane(width, height, 20, [low, low, high, high]);
    const at = corners.map((place) => [...placePoints(place, plane)]);
    spots.forEach((spot, i) => spot.put(...at[i], corners[i],
      `at ${num(corners[i][0], 2)}, ${num(corners[i][1], 2)}`));
    const line = (pair, row) => {
      const [[x1, y1], [x2, y2]] = [...pair].map((name) => at[NAMES.indexOf(name)]);
      return svg("line", { class: `pairing sum${row}`, x1, y1, x2, y2 });
    };
    return PAIRINGS.map((pairs, row) => pairs.map((pair) => line(pair, row)));
  }
  return createPicture({
    title: "Four points", note: "distances are straight lines, two to a sum",
    label: "Four points in the plane", height: LEAVES.height, paint, grips: spots,
  });
}

// ---- the three sums, each a bar of two distances --------------------------------------------
export function createSums(shown) {
  const room = { left: 74, right: 46, row: 58, bar: 30 };
  function paint(width) {
    const { parts, sums, order, excess, lack, least } = shown();
    const most = Math.max(least, ...sums), full = width - room.left - room.right;
    const x = (v) => room.left + (v / most) * full;
    const top = (row) => 8 + row * room.row;
    const bars = PAIRINGS.map(([one, other], row) => {
      const [first] = parts[row], y = top(row), middle = y + room.bar / 2 + 4;
      const piece = (name, from, to) => [
        svg("rect", {
          class: `bar sum${row}`, x: x(from), y, width: x(to) - x(from), height: room.bar,
        }),
        x(to) - x(from) < 52 ? null
          : textAt((x(from) + x(to)) / 2, middle, `${name} ${trimmed(to - from)}`,
            { class: "ink middle" }),
      ];
      return [
        svg("line", { class: `pairing sum${row}`, x1: 0, x2: 18, y1: middle - 4, y2: middle - 4 }),
        textAt(room.left - 6, middle, `${one} + ${other}`, { class: "ink end" }),
        piece(one, 0, first), piece(other, first, sums[row]),
        textAt(x(sums[row]) + 7, middle, trimmed(sums[row]), { class: "number" }),
      ];
    });
    const [from, to] = excess ? [order[1], order[2]] : [order[0], order[1]];
    const ground = top(3) - 8, [left, right] = [x(sums[from]), x(sums[to])];
    const words = excess ? `${trimmed(excess)} too much` : `${trimmed(lack)} = 2 \u00d7 inner edge`;
    const bracket = !excess && !lack
      ? textAt(x(sums[0]), ground + 22, "all three are equal: a star", { class: "ink end" })
      : [
        [[from, left], [to, right]].map(([row, at]) =>
          lineFrom(at, top(row) + room.bar, at, ground + 5, { "stroke-dasharray": "2 3" })),
        svg("line", { class: "measured", x1: left, x2: right, y1: ground, y2: ground }),
        textAt(right, ground + 22, words, { class: "ink end" }),
      ];
    picture.tell(excess ? "the largest stands alone: no tree" : "the two larger are equal: a tree");
    const told = PAIRINGS.map((pairs, row) => `${pairs.join(" + ")} ${trimmed(sums[row])}`);
    picture.say(`Bars: ${told.join(", ")}`);
    return [lineFrom(room.left, 4, room.left, ground - 8), bars, bracket];
  }
  const picture = createPicture({
    title: "Three sums of two distances", label: "Bars", height: LEAVES.height, paint,
  });
  return picture;
}
