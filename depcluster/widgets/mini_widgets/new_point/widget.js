// NewPoint: SMIC's scores of a point that a hand takes anywhere, and what becomes of them on its way out.

import { bytesOf, doublesOf, indicesOf, MINUS, num, SHAPES, shortNum, svg } from "../../base/parts/common.js";
import { kernelRow, localScaling, neighboursOf } from "../../engine/local_scaling.js";
import { scorer, smicSteps } from "../../engine/smic.js";
import { finish } from "../../engine/steps.js";
import { lineFrom, markAt, pathThrough, textAt } from "../parts/drawing.js";
import { createHandle, createPlaceHandle, knob } from "../parts/handle.js";
import { createPicture, miniWidget } from "../parts/layout.js";
import "./widget.css";

const FARTHEST = 100, NEAR = 1.7, HEIGHT = 320, LOWEST = -10, STOPS = 160;
const tiny = (x) => (Math.abs(x) >= 0.005 ? num(x, 2)
  : Math.abs(x) > 1e-12 ? x.toExponential(0).replaceAll("-", MINUS) : "0");
const sumOf = (values) => values.reduce((sum, value) => sum + value, 0);

// -> what is known of a place, in radii from the middle: scores, posterior, LSMI's posterior; and the samples
// it is linked to, with their kernel values.
function readFit(fit) {
  const X = doublesOf(fit.X), m = X.length / 2, { t, radius, n_clusters: c, gamma } = fit;
  const kernel = localScaling(neighboursOf(X, 2, indicesOf(fit.neighbours), t), t, fit.is_sym);
  const scoresAt = scorer({ kernel, t, X, c, ...finish(smicSteps(kernel, c, c, X, 2)) });
  const bumps = doublesOf(fit.bumps), centres = doublesOf(fit.centres), owners = indicesOf(fit.centre_labels);
  const row = { columns: new Int32Array(m), values: new Float64Array(m) };
  const inUnits = (place) => place.map((v) => v * radius);
  return {
    X, m, c, radius, labels: indicesOf(fit.labels), lost: bytesOf(fit.lost),
    linksAt(place) {
      const count = kernelRow(kernel, t, X, inUnits(place), row);
      return [...row.columns.subarray(0, count)];
    },
    at(place) {
      const x = inUnits(place), scores = scoresAt(x), total = sumOf(scores), lsmi = new Array(c).fill(0);
      bumps.forEach((bump, l) => {
        const square = (x[0] - centres[2 * l]) ** 2 + (x[1] - centres[2 * l + 1]) ** 2;
        lsmi[owners[l]] += bump * Math.exp(-square / (2 * gamma ** 2));
      });
      return { scores, lsmi, posterior: scores.map((score) => (total > 0 ? score / total : 1 / c)) };
    },
  };
}

// The samples, and the star as long as it is near; farther out it stands at the border.
function createPlane(data, place, move) {
  let unit = 1, middle = [0, 0], marks = null;
  const [x, y] = [(v) => middle[0] + unit * v, (v) => middle[1] - unit * v];
  const star = svg("path", { class: "star", d: SHAPES[7], transform: "scale(9)", "vector-effect": "non-scaling-stroke" });
  const handle = createPlaceHandle({
    label: "star in the plane", ranges: [[-NEAR, NEAR], [-NEAR, NEAR]], step: 0.01, page: 0.1, seen: star, onmove: move,
    from: (px, py) => [(px - middle[0]) / unit, (middle[1] - py) / unit],
  });
  const marked = () => Array.from({ length: data.m }, (_, i) => {
    const [a, b] = [0, 1].map((k) => data.X[2 * i + k] / data.radius);
    return svg("g", { class: data.lost[i] ? "lost" : null }, markAt(data.labels[i], x(a), y(b), 3.5));
  });

  function paint(width, height) {
    const [a, b] = place(), far = Math.hypot(a, b), share = far > NEAR ? NEAR / far : 1, before = unit;
    unit = Math.min(width, height) / 2 / NEAR;
    if (middle[0] !== width / 2 || before !== unit) marks = null;
    middle = [width / 2, height / 2];
    marks ??= svg("g", {}, marked());
    const at = [x(a * share), y(b * share)];
    handle.put(...at, [a, b], `${num(far, 2)} radii from the middle`);
    const links = data.linksAt(place()).map((i) =>
      lineFrom(...at, x(data.X[2 * i] / data.radius), y(data.X[2 * i + 1] / data.radius), { class: "link" }));
    return [
      svg("circle", { class: "edge", cx: middle[0], cy: middle[1], r: unit }), links, marks,
      share < 1 ? textAt(middle[0], height - 6, `the star is ${shortNum(far)} radii away`, { class: "ink middle" }) : null,
    ];
  }
  return createPicture({
    title: "The plane", note: "dashed: one radius", label: "Points and star", height: HEIGHT, paint, handles: [handle],
  });
}

// The distance is even up to one radius, and logarithmic from there to a hundred.
const share = (far) => (far <= 1 ? far / 4 : 0.25 + (0.75 * Math.log10(far)) / 2);
const farAt = (u) => (u <= 0.25 ? 4 * u : 10 ** ((2 * (u - 0.25)) / 0.75));

function createWay(data, place, move) {
  const left = 44;
  let wide = 1;
  const x = (far) => left + wide * share(Math.min(far, FARTHEST)), far = () => Math.hypot(...place());
  const direction = () => (far() > 0 ? place().map((v) => v / far()) : [1, 0]);
  const upper = (v) => 128 - 104 * v, lower = (v) => 176 + (106 * Math.log10(Math.max(v, 10 ** LOWEST))) / LOWEST;
  const handle = createHandle({
    label: "distance of the star, in radii", range: [0, 1], step: 0.005, page: 0.05, seen: knob(7),
    cursor: "ew-resize", from: (px) => (px - left) / wide,
    onmove: (u) => move(direction().map((v) => Number((v * farAt(u)).toPrecision(6)))),
  });

  function paint(width) {
    wide = width - left - 12;
    const way = direction(), stops = Array.from({ length: STOPS + 1 }, (_, k) => farAt(k / STOPS));
    const found = stops.map((stop) => data.at(way.map((v) => v * stop)));
    const curve = (name, of) => svg("path", { class: name, d: pathThrough(found.map((one, k) => [x(stops[k]), of(one)])) });
    handle.put(x(far()), 296, Math.min(1, share(far())), `${shortNum(far())} radii`);
    const tick = (v, at, word) => [lineFrom(left, at, width - 12, at), textAt(left - 5, at + 4, word, { class: "end" })];
    return [
      tick(1, upper(1), "1"), tick(0, upper(0), "0"),
      [0, -5, LOWEST].map((power) => tick(power, lower(10 ** power), power ? `1e${MINUS}${-power}` : "1")),
      [1, 2, 5, 10, 20, 50, 100].map((stop) => [
        lineFrom(x(stop), 12, x(stop), 290), textAt(x(stop), 316, String(stop), { class: "middle" })]),
      lineFrom(left, 296, width - 12, 296, { "stroke-width": 2 }),
      lineFrom(x(far()), 12, x(far()), 296, { stroke: "var(--dc-accent)", "stroke-width": 2 }),
      curve("sure", ({ posterior }) => upper(Math.max(...posterior))),
      curve("lsmi", ({ lsmi }) => upper(Math.max(-0.1, Math.min(1.1, sumOf(lsmi))))),
      curve("raw", ({ scores }) => lower(Math.max(...scores))),
      textAt(width - 14, upper(1) - 6, "surest posterior", { class: "ink end halo" }),
      textAt(width - 14, upper(0) - 6, "dashed: LSMI, sum over the classes", { class: "ink end halo" }),
      textAt(width - 14, lower(1) - 6, "largest raw score", { class: "ink end halo" }),
    ];
  }
  return createPicture({
    title: "On the star's way out", note: "distance in radii, logarithmic from 1", label: "Distance of the star",
    height: HEIGHT, paint, handles: [handle],
  });
}

const render = miniWidget(({ model, set }) => {
  const data = readFit(model.get("_fit")), place = () => [...model.get("place")];
  const move = (to) => set({ place: to });
  let now = null;
  const told = (values, format) => values.map(format).join(" | ");
  return {
    kind: "new-point",
    reads: [
      ["distance in radii", 104, () => shortNum(Math.hypot(...place()))],
      ["posterior", 92, () => told(now.posterior, (p) => num(p, 2))],
      ["raw scores", 118, () => told(now.scores, tiny)],
      ["LSMI\u2019s p(y | x)", 118, () => told(now.lsmi, tiny)],
    ],
    panels: [createPlane(data, place, move), createWay(data, place, move)],
    follow() { now = data.at(place()); },
    hint: () => "Drag the star, or the dot below the curves, or press arrow keys on them. Lines join the star to its neighbours.",
  };
});

export default { render };
