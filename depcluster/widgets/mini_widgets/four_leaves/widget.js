// FourLeaves: are distances path lengths along a tree? The three sums of two of them tell. Leaves
// a, b are on the left of the inner edge, c, d on the right.

import { MINUS, num } from "../../base/parts/common.js";
import { fitPlane, placePoints } from "../../base/parts/plane.js";
import { boxAt, lineFrom, textAt, trimmed } from "../parts/drawing.js";
import { createHandle, createPlaceHandle, knob } from "../parts/handle.js";
import { createPicture, miniWidget } from "../parts/layout.js";
import "./widget.css";

const HEIGHT = 216,
  LONGEST = 4,
  SLOPE = (40 * Math.PI) / 180,
  REACH = [-0.4, 1.4],
  ROUNDING = 1e-9;
const NAMES = "abcd",
  PAIRINGS = [
    ["ab", "cd"],
    ["ac", "bd"],
    ["ad", "bc"],
  ];
const WAYS = [
  [-1, -1],
  [-1, 1],
  [1, 1],
  [1, -1],
].map(([across, down]) => [across * Math.cos(SLOPE), down * Math.sin(SLOPE)]);

const ends = (pair) => [...pair].map((name) => NAMES.indexOf(name));

// What both the tree and the points say: distances of each pair, their sums, the verdict.
function measured({ free, corners, legs, inner }) {
  const apart = ([x, y], [u, v]) => Math.hypot(x - u, y - v);
  const walked = (i, j) => legs[i] + legs[j] + (i < 2 !== j < 2 ? inner : 0);
  const distance = ([i, j]) => (free ? apart(corners[i], corners[j]) : walked(i, j));
  const parts = PAIRINGS.map((pairs) => pairs.map((pair) => distance(ends(pair))));
  const sums = parts.map(([one, other]) => one + other);
  const order = [0, 1, 2].sort((i, j) => sums[i] - sums[j]),
    [low, middle, high] = order.map((row) => sums[row]);
  const excess = high - middle > ROUNDING ? high - middle : 0;
  return {
    parts,
    sums,
    order,
    excess,
    lack: !excess && middle - low > ROUNDING ? middle - low : 0,
  };
}

const leafMark = (name) => [
  knob(11),
  textAt(0, 4, name, { class: "number middle", "aria-hidden": "true" }),
];

// The tree: its leaves and both ends of the inner edge can be pulled.
function createTree(now) {
  const off = 18; // from a leaf to its mark, so that an edge of length 0 can be pulled out again
  let unit = 1,
    middle = [0, 0];
  const node = (i) => [middle[0] + ((i < 2 ? -1 : 1) * now.inner * unit) / 2, middle[1]];
  const out = (i, far) => node(i).map((v, k) => v + far * WAYS[i][k]);
  const way = { range: [0, LONGEST], step: 0.1, page: 0.5 };
  const leaves = WAYS.map(([dx, dy], i) =>
    createHandle({
      ...way,
      label: `leaf ${NAMES[i]}, length of its edge`,
      grows: [Math.sign(dx), -Math.sign(dy)],
      seen: leafMark(NAMES[i]),
      from: (x, y) => ((x - node(i)[0]) * dx + (y - node(i)[1]) * dy - off) / unit,
      onmove(length) {
        now.legs = now.legs.with(i, length);
      },
    }),
  );
  const knobs = [-1, 1].map((side) =>
    createHandle({
      ...way,
      label: `inner edge, ${side < 0 ? "left" : "right"} end`,
      cursor: "ew-resize",
      grows: [side, 1],
      seen: [knob(5)],
      from: (x) => (2 * side * (x - middle[0])) / unit,
      onmove(inner) {
        now.inner = inner;
      },
    }),
  );

  function paint(width, height) {
    const { legs, inner } = now;
    unit =
      Math.min((width - 64) / (1 + 2 * Math.cos(SLOPE)), (height - 60) / (2 * Math.sin(SLOPE)))
      / LONGEST;
    middle = [width / 2, height / 2];
    const edge = (from, to) => lineFrom(...from, ...to, { class: "edge" });
    const number = (length, x, y, name) =>
      length * unit < 24 ? null : textAt(x, y, trimmed(length), { class: name });
    leaves.forEach((handle, i) =>
      handle.put(...out(i, legs[i] * unit + off), legs[i], trimmed(legs[i])),
    );
    knobs.forEach((handle, k) => handle.put(...node(k ? 2 : 1), inner, trimmed(inner)));
    return [
      edge(node(0), node(2)),
      legs.map((length, i) => {
        const [x, y] = out(i, (length * unit) / 2),
          below = WAYS[i][1] < 0 ? -6 : 15;
        const [beside, name] = i < 2 ? [9, "number"] : [-9, "number end"];
        return [edge(node(i), out(i, length * unit)), number(length, x + beside, y + below, name)];
      }),
      number(inner, middle[0], middle[1] - 8, "number middle"),
    ];
  }
  return createPicture({
    title: "A tree of four leaves",
    note: "distances are walked along it",
    label: "Tree",
    height: HEIGHT,
    paint,
    handles: [...knobs, ...leaves],
  });
}

// Four points, joined by the six distances.
function createCorners(now) {
  let plane = null;
  const handles = [...NAMES].map((name, i) =>
    createPlaceHandle({
      label: `point ${name}`,
      ranges: [REACH, REACH],
      step: 0.01,
      page: 0.05,
      seen: leafMark(name),
      from: (x, y) => plane.back(x, y),
      onmove(to) {
        now.corners = now.corners.with(i, to);
      },
    }),
  );
  function paint(width, height) {
    const { corners } = now,
      [low, high] = REACH;
    plane = fitPlane(width, height, 20, [low, low, high, high]);
    const at = corners.map((place) => [...placePoints(place, plane)]);
    handles.forEach((handle, i) =>
      handle.put(...at[i], corners[i], `at ${corners[i].map((v) => num(v, 2)).join(", ")}`),
    );
    return PAIRINGS.map((pairs, row) =>
      pairs.map((pair) =>
        lineFrom(...ends(pair).flatMap((i) => at[i]), { class: `pairing sum${row}` }),
      ),
    );
  }
  return createPicture({
    title: "Four points",
    note: "distances are straight lines, two to a sum",
    label: "Four points in the plane",
    height: HEIGHT,
    paint,
    handles,
  });
}

// The three sums, each a bar of two distances.
function createSums(found, least) {
  const left = 74,
    right = 46,
    pitch = 58,
    bar = 30,
    top = (row) => 8 + row * pitch;
  function paint(width) {
    const { parts, sums, order, excess, lack } = found(),
      most = Math.max(least(), ...sums);
    const x = (v) => left + (v / most) * (width - left - right);
    const piece = (name, row, from, to) => {
      const wide = x(to) - x(from),
        words = `${name} ${trimmed(to - from)}`;
      return [
        boxAt(x(from), top(row), wide, bar, { class: `bar sum${row}` }),
        wide < 52
          ? null
          : textAt(x(from) + wide / 2, top(row) + bar / 2 + 4, words, { class: "ink middle" }),
      ];
    };
    const bars = PAIRINGS.map(([one, other], row) => [
      lineFrom(0, top(row) + bar / 2, 18, top(row) + bar / 2, { class: `pairing sum${row}` }),
      textAt(left - 6, top(row) + bar / 2 + 4, `${one} + ${other}`, { class: "ink end" }),
      piece(one, row, 0, parts[row][0]),
      piece(other, row, parts[row][0], sums[row]),
      textAt(x(sums[row]) + 7, top(row) + bar / 2 + 4, trimmed(sums[row]), { class: "number" }),
    ]);
    const ground = top(3) - 8,
      rows = excess ? order.slice(1) : order.slice(0, 2);
    const [from, to] = rows.map((row) => x(sums[row]));
    const words = excess ? `${trimmed(excess)} too much` : `${trimmed(lack)} = 2 \u00d7 inner edge`;
    return [
      lineFrom(left, 4, left, ground - 8),
      bars,
      !excess && !lack
        ? textAt(x(sums[0]), ground + 22, "all three are equal: a star", { class: "ink end" })
        : [
            rows.map((row) =>
              lineFrom(x(sums[row]), top(row) + bar, x(sums[row]), ground + 5, {
                "stroke-dasharray": "2 3",
              }),
            ),
            lineFrom(from, ground, to, ground, { class: "measured" }),
            textAt(to, ground + 22, words, { class: "ink end" }),
          ],
    ];
  }
  return createPicture({
    title: "Three sums of two distances",
    height: HEIGHT,
    paint,
    note: () =>
      found().excess ? "the largest stands alone: no tree" : "the two larger are equal: a tree",
    label: () =>
      `Bars: ${found()
        .sums.map((sum, row) => `${PAIRINGS[row].join(" + ")} ${trimmed(sum)}`)
        .join(", ")}`,
  });
}

const render = miniWidget(({ now, choice }) => {
  const tree = createTree(now),
    corners = createCorners(now);
  let found = null;
  return {
    kind: "leaves",
    controls: [
      choice("distances of", "free", [
        ["a tree", false],
        ["four free points", true],
      ]),
    ],
    reads: [
      [
        "pairs",
        104,
        () =>
          found.excess
            ? "no tree"
            : found.lack
              ? PAIRINGS[found.order[0]].join(" | ")
              : "none: a star",
      ],
      [
        "inner edge from the sums",
        150,
        () => {
          const [low, middle] = found.order.map((row) => trimmed(found.sums[row]));
          return found.excess
            ? "\u2013"
            : `(${middle} ${MINUS} ${low}) / 2 = ${trimmed(found.lack / 2)}`;
        },
      ],
      ["violation", 66, () => trimmed(found.excess)],
    ],
    panels: [
      tree,
      corners,
      createSums(
        () => found,
        () => (now.free ? 3.4 : 13),
      ),
    ],
    follow() {
      found = measured(now);
      tree.root.hidden = now.free;
      corners.root.hidden = !now.free;
    },
    hint: () =>
      now.free
        ? "Drag a point, or press arrow keys on it (with Shift: finer)."
        : "Drag a leaf along its edge, or an end of the inner edge; or press arrow keys on it.",
  };
});

export default { render };
