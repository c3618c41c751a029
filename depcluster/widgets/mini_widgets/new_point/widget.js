// NewPoint: SMIC's scores of a point that a hand takes anywhere, and what becomes of them on its
// way out.

import {
  doublesOf,
  indicesOf,
  MINUS,
  num,
  SHAPES,
  shortNum,
  svg,
} from "../../base/parts/common.js";
import { fitPlane, placePoints } from "../../base/parts/plane.js";
import { kernelRow, localScaling, neighboursOf } from "../../engine/local_scaling.js";
import { scorer, smicSteps } from "../../engine/smic.js";
import { finish } from "../../engine/steps.js";
import { dotAt, lineFrom, markAt, pathThrough, textAt } from "../parts/drawing.js";
import { createHandle, createPlaceHandle, knob } from "../parts/handle.js";
import { createPicture, miniWidget } from "../parts/layout.js";
import "./widget.css";

const FARTHEST = 100,
  NEAR = 1.7,
  HEIGHT = 320,
  LOWEST = -10,
  STOPS = 160;
const tiny = (x) =>
  Math.abs(x) >= 0.005
    ? num(x, 2)
    : Math.abs(x) > 1e-12
      ? x.toExponential(0).replaceAll("-", MINUS)
      : "0";
const sumOf = (values) => values.reduce((sum, value) => sum + value, 0);

// -> what is known of a place, in radii from the middle: scores, posterior, LSMI's posterior; and
// the samples it is linked to, with their kernel values.
function readFit(fit) {
  const X = doublesOf(fit.X),
    m = X.length / 2,
    { t, radius, n_clusters: c, gamma } = fit;
  const kernel = localScaling(neighboursOf(X, 2, indicesOf(fit.neighbours), t), t, fit.is_sym);
  const found = finish(smicSteps(kernel, c, c, X, 2)),
    scoresAt = scorer({ kernel, t, X, c, ...found });
  const bumps = doublesOf(fit.bumps),
    centres = doublesOf(fit.centres),
    owners = indicesOf(fit.centre_labels);
  const row = { columns: new Int32Array(m), values: new Float64Array(m) };
  const inUnits = (place) => place.map((v) => v * radius);
  return {
    labels: found.labels,
    undecided: found.undecided,
    places: X.map((v) => v / radius),
    linksAt(place) {
      const count = kernelRow(kernel, t, X, inUnits(place), row);
      return [...row.columns.subarray(0, count)];
    },
    at(place) {
      const x = inUnits(place),
        scores = scoresAt(x),
        total = sumOf(scores),
        lsmi = new Array(c).fill(0);
      bumps.forEach((bump, l) => {
        const square = (x[0] - centres[2 * l]) ** 2 + (x[1] - centres[2 * l + 1]) ** 2;
        lsmi[owners[l]] += bump * Math.exp(-square / (2 * gamma ** 2));
      });
      return {
        scores,
        lsmi,
        posterior: scores.map((score) => (total > 0 ? score / total : 1 / c)),
      };
    },
  };
}

// The samples, and the star as long as it is near; farther out it stands at the border.
function createPlane(data, place, onmove) {
  let plane = null,
    wide = 0,
    at = null,
    marks = null;
  const look = {
    class: "star",
    d: SHAPES[7],
    transform: "scale(9)",
    "vector-effect": "non-scaling-stroke",
  };
  const handle = createPlaceHandle({
    label: "star in the plane",
    ranges: [
      [-NEAR, NEAR],
      [-NEAR, NEAR],
    ],
    step: 0.01,
    page: 0.1,
    onmove,
    seen: svg("path", look),
    from: (x, y) => plane.back(x, y),
  });
  const placeOf = (i) => [at[2 * i], at[2 * i + 1]];

  function paint(width, height) {
    const far = Math.hypot(...place()),
      share = far > NEAR ? NEAR / far : 1;
    if (width !== wide) {
      wide = width;
      plane = fitPlane(width, height, 0, [-NEAR, -NEAR, NEAR, NEAR]);
      at = placePoints(data.places, plane);
      marks = svg(
        "g",
        {},
        [...data.labels].map((label, i) =>
          svg("g", { class: data.undecided[i] ? "lost" : null }, markAt(label, ...placeOf(i), 3.5)),
        ),
      );
    }
    const star = placePoints(
      place().map((v) => v * share),
      plane,
    );
    handle.put(...star, place(), `${num(far, 2)} radii from the middle`);
    return [
      dotAt(width / 2, height / 2, plane.scale, { class: "edge" }),
      data.linksAt(place()).map((i) => lineFrom(...star, ...placeOf(i), { class: "link" })),
      marks,
      share < 1
        ? textAt(width / 2, height - 6, `the star is ${shortNum(far)} radii away`, {
            class: "ink middle",
          })
        : null,
    ];
  }
  return createPicture({
    title: "The plane",
    note: "dashed: one radius",
    label: "Points and star",
    height: HEIGHT,
    paint,
    handles: [handle],
  });
}

// The distance is even up to one radius, and logarithmic from there to a hundred.
const share = (far) => (far <= 1 ? far / 4 : 0.25 + (0.75 * Math.log10(far)) / 2);
const farAt = (u) => (u <= 0.25 ? 4 * u : 10 ** ((2 * (u - 0.25)) / 0.75));

function createWay(data, place, move) {
  const left = 44;
  let wide = 1;
  const x = (far) => left + wide * share(Math.min(far, FARTHEST)),
    far = () => Math.hypot(...place());
  const direction = () => (far() > 0 ? place().map((v) => v / far()) : [1, 0]);
  const upper = (v) => 128 - 104 * v,
    lower = (v) => 176 + (106 * Math.log10(Math.max(v, 10 ** LOWEST))) / LOWEST;
  const handle = createHandle({
    label: "distance of the star, in radii",
    range: [0, 1],
    step: 0.005,
    page: 0.05,
    seen: knob(7),
    cursor: "ew-resize",
    from: (px) => (px - left) / wide,
    onmove: (u) => move(direction().map((v) => Number((v * farAt(u)).toPrecision(6)))),
  });

  function paint(width) {
    wide = width - left - 12;
    const way = direction(),
      stops = Array.from({ length: STOPS + 1 }, (_, k) => farAt(k / STOPS));
    const found = stops.map((stop) => data.at(way.map((v) => v * stop)));
    const curve = (name, of) =>
      svg("path", { class: name, d: pathThrough(found.map((one, k) => [x(stops[k]), of(one)])) });
    handle.put(x(far()), 296, Math.min(1, share(far())), `${shortNum(far())} radii`);
    const tick = (at, word) => [
      lineFrom(left, at, width - 12, at),
      textAt(left - 5, at + 4, word, { class: "end" }),
    ];
    return [
      tick(upper(1), "1"),
      tick(upper(0), "0"),
      [0, -5, LOWEST].map((power) => tick(lower(10 ** power), power ? `1e${MINUS}${-power}` : "1")),
      [1, 2, 5, 10, 20, 50, 100].map((stop) => [
        lineFrom(x(stop), 12, x(stop), 290),
        textAt(x(stop), 316, String(stop), { class: "middle" }),
      ]),
      lineFrom(left, 296, width - 12, 296, { "stroke-width": 2 }),
      lineFrom(x(far()), 12, x(far()), 296, { stroke: "var(--dc-accent)", "stroke-width": 2 }),
      curve("sure", ({ posterior }) => upper(Math.max(...posterior))),
      curve("lsmi", ({ lsmi }) => upper(Math.max(-0.1, Math.min(1.1, sumOf(lsmi))))),
      curve("raw", ({ scores }) => lower(Math.max(...scores))),
      [
        ["surest posterior", upper(1)],
        ["dashed: LSMI, sum over the classes", upper(0)],
        ["largest raw score", lower(1)],
      ].map(([words, y]) => textAt(width - 14, y - 6, words, { class: "ink end halo" })),
    ];
  }
  return createPicture({
    title: "On the star's way out",
    note: "distance in radii, logarithmic from 1",
    label: "Distance of the star",
    height: HEIGHT,
    paint,
    handles: [handle],
  });
}

const render = miniWidget(({ given, now }) => {
  const data = readFit(given),
    place = () => now.place,
    move = (to) => {
      now.place = to;
    };
  const told = (values, format) => values.map(format).join(" | ");
  let found = null;
  return {
    kind: "new-point",
    reads: [
      ["distance in radii", 104, () => shortNum(Math.hypot(...place()))],
      ["posterior", 92, () => told(found.posterior, (p) => num(p, 2))],
      ["raw scores", 118, () => told(found.scores, tiny)],
      ["LSMI\u2019s p(y | x)", 118, () => told(found.lsmi, tiny)],
    ],
    panels: [createPlane(data, place, move), createWay(data, place, move)],
    follow() {
      found = data.at(place());
    },
    hint: () =>
      "Drag the star, or the dot below the curves, or press arrow keys on them. Lines join the star to its "
      + "neighbours.",
  };
});

export default { render };
