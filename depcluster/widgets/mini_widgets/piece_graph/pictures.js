// PieceGraph: the graph with a bead on each edge, the eigenvalues, the scores.

import { num, SHAPES, svg } from "../../base/parts/common.js";
import { createGrip, knob } from "../parts/grip.js";
import { createPicture, lineFrom, textAt } from "../parts/stage.js";

const PIECES = { height: 256, vertex: 10 };
const seriesOf = (k) => `var(--dc-s${k % 10})`;

function vertexMark(k, x, y, r) {
  if (k < 0) return svg("circle", { class: "vertex lost", cx: x, cy: y, r });
  return svg("path", {
    class: "vertex", d: SHAPES[k % 10], transform: `translate(${x} ${y}) scale(${r})`,
    style: `fill:${seriesOf(k)};stroke:color-mix(in srgb, ${seriesOf(k)}, #14161a var(--dc-edge))`,
  });
}

// An edge is a slider: its bead runs from one vertex to the other, to the right or upwards.
function edgeRail(at, i, j) {
  const [[x1, y1], [x2, y2]] = [at[i], at[j]];
  const [from, to] = x2 - x1 > 1 || (x2 - x1 > -1 && y2 < y1) ? [at[i], at[j]] : [at[j], at[i]];
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const way = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const inset = Math.min(26, 0.3 * length), reach = Math.max(1, length - 2 * inset);
  return {
    way,
    place: (w) => [0, 1].map((k) => from[k] + way[k] * (inset + w * reach)),
    weight: (x, y) => ((x - from[0]) * way[0] + (y - from[1]) * way[1] - inset) / reach,
  };
}

const meanOf = (places) =>
  [0, 1].map((k) => places.reduce((sum, place) => sum + place[k], 0) / places.length);

// A graph has no scale: each axis takes the room there is.
function spreadOut(places, width, height) {
  const pads = [46, 44], sides = [width, height];
  const [x, y] = [0, 1].map((k) => {
    const all = places.map((place) => place[k]), low = Math.min(...all);
    const reach = Math.max(...all) - low, room = sides[k] - 2 * pads[k];
    return reach ? (v) => pads[k] + ((v - low) / reach) * room : () => sides[k] / 2;
  });
  return places.map((place) => [x(place[0]), height - y(place[1])]);
}

export function createGraph(model, answer, onmove) {
  const edges = model.get("_edges"), places = model.get("_positions");
  let rails = [];
  const beads = edges.map(([i, j], k) => createGrip({
    label: `weight of edge ${i} to ${j}`, range: [0, 1], step: 0.01, page: 0.1, seen: [knob(7)],
    from: (x, y) => rails[k].weight(x, y), onmove: (w) => onmove(i, j, w),
  }));

  function paint(width, height) {
    const W = model.get("weights"), { labels } = answer();
    const at = spreadOut(places, width, height), middle = meanOf(at);
    rails = edges.map(([i, j]) => edgeRail(at, i, j));
    const outward = (x, y, dx, dy) => ((x - middle[0]) * dx + (y - middle[1]) * dy < 0 ? -1 : 1);
    const lines = edges.map(([i, j], k) => {
      const w = W[i][j], [x, y] = rails[k].place(w), [dx, dy] = [-rails[k].way[1], rails[k].way[0]];
      const side = outward(...rails[k].place(0.5), dx, dy);
      beads[k].put(x, y, w, num(w, 2));
      const ends = { x1: at[i][0], y1: at[i][1], x2: at[j][0], y2: at[j][1] };
      return [
        w > 0 ? svg("line", { class: "edge", "stroke-width": 1 + 8 * w, ...ends })
          : svg("line", { class: "gone", ...ends }),
        textAt(x + side * dx * (13 + 15 * Math.abs(dx)), y + side * dy * 17 + 4, num(w, 2),
          { class: "number middle halo" }),
      ];
    });
    const vertices = at.map(([x, y], i) => {
      const linked = at.filter((_, j) => j !== i && W[i][j] > 0);
      const [fromX, fromY] = linked.length ? meanOf(linked) : [x, y + 1];
      const away = Math.hypot(x - fromX, y - fromY) || 1;
      return [
        vertexMark(labels[i], x, y, PIECES.vertex),
        textAt(x + (20 * (x - fromX)) / away, y + (20 * (y - fromY)) / away + 4, String(i),
          { class: "middle" }),
      ];
    });
    const told = labels.map((k, i) => `${i} ${k < 0 ? "undecided" : `in class ${k}`}`);
    picture.say(`Graph; ${told.join(", ")}`);
    return [lines, vertices];
  }
  const picture = createPicture({
    title: "Graph", note: "hollow: undecided", label: "Graph", height: PIECES.height, paint,
    grips: beads,
  });
  return picture;
}

export function createEigenvalues(model, answer) {
  const c = model.get("_n_clusters"), n = model.get("weights").length;
  const ground = PIECES.height - 44;
  function paint(width) {
    const { values, vectors } = answer(), shown = values.slice(0, c + 2);
    const most = model.get("kernel_normalization") ? 1.1 : Math.max(2.6, values[0]);
    const slot = width / shown.length, bar = Math.min(44, slot - 14);
    const bars = shown.map((value, k) => {
      const x = (k + 0.5) * slot, tall = Math.max(0, value / most) * (ground - 24);
      const lives = [...vectors[k].keys()].filter((i) => vectors[k][i] !== 0);
      const box = { x: x - bar / 2, y: ground - tall, width: bar, height: tall };
      return [
        k < c ? svg("rect", { class: "taken", style: `fill:${seriesOf(k)}`, ...box })
          : svg("rect", { class: "left", ...box }),
        textAt(x, ground - tall - 7, num(value, 3), { class: "ink middle" }),
        k < c ? vertexMark(k, x, ground + 13, 5)
          : textAt(x, ground + 17, slot < 48 ? "out" : "left out", { class: "middle" }),
        textAt(x, ground + 36, lives.length > 5 ? `${lives.length} of ${n}` : lives.join(" "),
          { class: "middle" }),
      ];
    });
    const cut = c < shown.length
      ? lineFrom(c * slot, 8, c * slot, ground, { "stroke-dasharray": "5 4" }) : null;
    const told = shown.map((value) => num(value, 3)).join(", ");
    picture.say(`Eigenvalues ${told}; the first ${c} are taken`);
    return [lineFrom(0, ground, width, ground), cut, bars];
  }
  const picture = createPicture({
    title: "Eigenvalues", note: "below: its vertices", label: "Eigenvalues",
    height: PIECES.height, paint,
  });
  return picture;
}

export function createScores(model, answer) {
  const c = model.get("_n_clusters"), left = 38, top = 24;
  function paint(width, height) {
    const { scores, labels } = answer();
    const row = Math.min(38, (height - top - 4) / scores.length), slot = (width - left) / c;
    const most = Math.max(0.5, ...scores.flat()), narrow = slot < 66;
    const full = slot - (narrow ? 6 : 38), x = (k) => left + k * slot;
    const cell = (score, k, y, middle) => [
      svg("rect", {
        class: narrow ? "taken pale" : "taken", style: `fill:${seriesOf(k)}`, x: x(k),
        y: y + 0.2 * row, height: 0.6 * row, width: (score / most) * full,
      }),
      textAt(x(k) + 4 + (narrow ? 0 : (score / most) * full), middle + 4,
        score ? num(score, 2) : "0", { class: score ? "ink" : null }),
    ];
    const heads = Array.from({ length: c }, (_, k) => [
      vertexMark(k, x(k) + 6, 10, 5), textAt(x(k) + 16, 14, narrow ? String(k) : `class ${k}`),
    ]);
    const rows = scores.map((each, i) => {
      const y = top + i * row, middle = y + row / 2;
      return [
        vertexMark(labels[i], 8, middle, 5.5), textAt(20, middle + 4, String(i)),
        each.map((score, k) => cell(score, k, y, middle)),
      ];
    });
    const told = scores.map((each, i) => `${i}: ${each.map((v) => num(v, 2)).join(", ")}`);
    picture.say(`Scores; ${told.join("; ")}`);
    return [heads, rows, lineFrom(left, top, left, top + row * scores.length)];
  }
  const picture = createPicture({
    title: "Scores", note: "the larger one decides", label: "Scores", height: PIECES.height, paint,
  });
  return picture;
}
