// PieceGraph: the graph with a bead on each edge, its eigenvalues, its scores. Each eigenvector is
// a class of its own.

import { num } from "../../base/parts/common.js";
import { boxAt, dotAt, lineFrom, markAt, textAt } from "../parts/drawing.js";
import { createHandle, knob } from "../parts/handle.js";
import { createPicture, miniWidget } from "../parts/layout.js";
import { classesOf, normalised } from "./classes.js";
import "./widget.css";

const HEIGHT = 256;
const SUBSCRIPT = "\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087\u2088\u2089";
const lambda = (k) => `\u03bb${[...String(k)].map((digit) => SUBSCRIPT[digit]).join("")}`;
const seriesOf = (k) => `var(--dc-s${k % 10})`;
const meanOf = (places) =>
  [0, 1].map((k) => places.reduce((sum, place) => sum + place[k], 0) / places.length);

const vertexMark = (k, x, y, r) => (k < 0 ? dotAt(x, y, r, { class: "lost" }) : markAt(k, x, y, r));

// An edge is a slider: its bead runs from one vertex to the other, to the right or upwards.
function railBetween(one, other) {
  const [dx, dy] = [other[0] - one[0], other[1] - one[1]],
    isForward = dx > 1 || (dx > -1 && dy < 0);
  const from = isForward ? one : other,
    length = Math.hypot(dx, dy) || 1,
    turn = isForward ? 1 : -1;
  const way = [(turn * dx) / length, (turn * dy) / length];
  const inset = Math.min(26, 0.3 * length),
    reach = Math.max(1, length - 2 * inset);
  return {
    way,
    place: (w) => from.map((v, k) => v + way[k] * (inset + w * reach)),
    weight: (x, y) => ((x - from[0]) * way[0] + (y - from[1]) * way[1] - inset) / reach,
  };
}

// A graph has no scale: each axis takes the room there is.
function spreadOut(places, width, height) {
  const [x, y] = [
    [46, width],
    [44, height],
  ].map(([pad, side], k) => {
    const all = places.map((place) => place[k]),
      low = Math.min(...all),
      reach = Math.max(...all) - low;
    return reach ? (v) => pad + ((v - low) / reach) * (side - 2 * pad) : () => side / 2;
  });
  return places.map((place) => [x(place[0]), height - y(place[1])]);
}

function createGraph({ edges, positions }, now, found) {
  let rails = [];
  const beads = edges.map(([i, j], k) =>
    createHandle({
      label: `weight of edge ${i} to ${j}`,
      range: [0, 1],
      step: 0.01,
      page: 0.1,
      seen: [knob(7)],
      from: (x, y) => rails[k].weight(x, y),
      onmove(w) {
        const weights = now.weights.map((row) => [...row]);
        weights[i][j] = weights[j][i] = w;
        now.weights = weights;
      },
    }),
  );

  function paint(width, height) {
    const W = now.weights,
      { labels } = found();
    const at = spreadOut(positions, width, height),
      middle = meanOf(at);
    rails = edges.map(([i, j]) => railBetween(at[i], at[j]));
    const lines = edges.map(([i, j], k) => {
      const w = W[i][j],
        [x, y] = rails[k].place(w),
        [dx, dy] = [-rails[k].way[1], rails[k].way[0]];
      const [mx, my] = rails[k].place(0.5),
        outward = (mx - middle[0]) * dx + (my - middle[1]) * dy < 0 ? -1 : 1;
      beads[k].put(x, y, w, num(w, 2));
      return [
        lineFrom(
          ...at[i],
          ...at[j],
          w > 0 ? { class: "edge", "stroke-width": 1 + 8 * w } : { class: "gone" },
        ),
        textAt(x + outward * dx * (13 + 15 * Math.abs(dx)), y + outward * dy * 17 + 4, num(w, 2), {
          class: "number middle halo",
        }),
      ];
    });
    const vertices = at.map(([x, y], i) => {
      const linked = at.filter((_, j) => j !== i && W[i][j] > 0);
      const [fromX, fromY] = linked.length ? meanOf(linked) : [x, y + 1];
      const away = Math.hypot(x - fromX, y - fromY) || 1;
      return [
        vertexMark(labels[i], x, y, 10),
        textAt(x + (20 * (x - fromX)) / away, y + (20 * (y - fromY)) / away + 4, String(i), {
          class: "middle",
        }),
      ];
    });
    return [lines, vertices];
  }
  return createPicture({
    title: "Graph",
    note: "hollow: undecided",
    height: HEIGHT,
    paint,
    handles: beads,
    label: () =>
      `Graph; ${found()
        .labels.map((k, i) => `${i} ${k < 0 ? "undecided" : `in class ${k}`}`)
        .join(", ")}`,
  });
}

function createEigenvalues(now, c, found) {
  const ground = HEIGHT - 44;
  return createPicture({
    title: "Eigenvalues",
    note: "below: its vertices",
    height: HEIGHT,
    label: () =>
      `Eigenvalues ${found()
        .values.map((value) => num(value, 3))
        .join(", ")}; the first ${c} are taken`,
    paint(width) {
      const { values, vectors } = found(),
        slot = width / values.length,
        bar = Math.min(44, slot - 14);
      const most = now.kernel_normalization ? 1.1 : Math.max(2.6, values[0]);
      const bars = values.map((value, k) => {
        const x = (k + 0.5) * slot,
          tall = Math.max(0, value / most) * (ground - 24);
        const lives = [...vectors[k].keys()].filter((i) => vectors[k][i] !== 0);
        const words =
          lives.length > 5 ? `${lives.length} of ${vectors[k].length}` : lives.join(" ");
        const look = k < c ? { class: "taken", style: `fill:${seriesOf(k)}` } : { class: "left" };
        return [
          boxAt(x - bar / 2, ground - tall, bar, tall, look),
          textAt(x, ground - tall - 7, num(value, 3), { class: "ink middle" }),
          k < c
            ? markAt(k, x, ground + 13, 5)
            : textAt(x, ground + 17, slot < 48 ? "out" : "left out", { class: "middle" }),
          textAt(x, ground + 36, words, { class: "middle" }),
        ];
      });
      return [
        lineFrom(0, ground, width, ground),
        c < values.length
          ? lineFrom(c * slot, 8, c * slot, ground, { "stroke-dasharray": "5 4" })
          : null,
        bars,
      ];
    },
  });
}

function createScores(c, found) {
  const left = 38,
    top = 24;
  const label = () =>
    found()
      .scores.map((each, i) => `${i}: ${each.map((v) => num(v, 2)).join(", ")}`)
      .join("; ");
  return createPicture({
    title: "Scores",
    note: "the larger one decides",
    height: HEIGHT,
    label: () => `Scores; ${label()}`,
    paint(width, height) {
      const { scores, labels } = found(),
        slot = (width - left) / c,
        most = Math.max(0.5, ...scores.flat());
      const row = Math.min(38, (height - top - 4) / scores.length),
        narrow = slot < 66;
      const cell = (score, k, y) => {
        const long = (score / most) * (slot - (narrow ? 6 : 38)),
          x = left + k * slot;
        return [
          boxAt(x, y + 0.2 * row, long, 0.6 * row, {
            class: narrow ? "taken pale" : "taken",
            style: `fill:${seriesOf(k)}`,
          }),
          textAt(x + 4 + (narrow ? 0 : long), y + row / 2 + 4, score ? num(score, 2) : "0", {
            class: score ? "ink" : null,
          }),
        ];
      };
      return [
        Array.from({ length: c }, (_, k) => [
          markAt(k, left + k * slot + 6, 10, 5),
          textAt(left + k * slot + 16, 14, narrow ? String(k) : `class ${k}`),
        ]),
        scores.map((each, i) => {
          const y = top + i * row;
          return [
            vertexMark(labels[i], 8, y + row / 2, 5.5),
            textAt(20, y + row / 2 + 4, String(i)),
            each.map((score, k) => cell(score, k, y)),
          ];
        }),
        lineFrom(left, top, left, top + row * scores.length),
      ];
    },
  });
}

// Weights in a link differ from the start along the graph's edges only.
function agreedWeights({ weights, ...values }, start, model) {
  const edges = new Set(model.get("_given").edges.flatMap(([i, j]) => [`${i} ${j}`, `${j} ${i}`]));
  const canBe = (w, i, j) =>
    w === weights[j][i] && (edges.has(`${i} ${j}`) || w === start.weights[i][j]);
  return weights?.every((row, i) => row.every((w, j) => canBe(w, i, j)))
    ? { ...values, weights }
    : values;
}

const render = miniWidget(
  ({ given, now, choice }) => {
    const c = given.n_clusters,
      n = now.weights.length;
    let found = null;
    const answer = () => found;
    return {
      kind: c > 2 ? "pieces many" : "pieces",
      controls: given.show_switch
        ? [
            choice("kernel", "kernel_normalization", [
              ["as printed", null],
              ["sym", "sym"],
            ]),
          ]
        : [],
      reads: [
        [`${lambda(c)}, the last taken`, 104, () => num(found.values[c - 1], 3)],
        [
          c < n ? `${lambda(c + 1)}, the first left out` : "left out",
          112,
          () => (c < n ? num(found.values[c], 3) : "none"),
        ],
        ["undecided", 66, () => [String(found.labels.filter((k) => k < 0).length), `of ${n}`]],
      ],
      panels: [
        createGraph(given, now, answer),
        createEigenvalues(now, c, answer),
        createScores(c, answer),
      ],
      follow() {
        const W = now.weights;
        found = classesOf(now.kernel_normalization ? normalised(W) : W, c, given.positions);
      },
      hint: () =>
        "Drag a bead along its edge, or press arrow keys on it: it sets the weight, from 0 to 1.",
    };
  },
  { agree: agreedWeights },
);

export default { render };
