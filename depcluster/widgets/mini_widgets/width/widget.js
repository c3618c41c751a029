// Width: clusters that were found at several widths; K is computed here from the points.

import { bytesOf, floatsOf, num, shortNum } from "../../base/parts/common.js";
import { kernelGram } from "../../engine/gram.js";
import { createSamples } from "../../engine/samples.js";
import { createReads, miniWidget } from "../parts/layout.js";
import { createPoints } from "../parts/points.js";
import { bordersOf, orderByAngle, placesByGroup } from "../parts/rows.js";
import { createTable, tablePixels } from "../parts/table.js";
import { createCurve } from "./curve.js";
import "./widget.css";

const LARGEST = 204;

function readShape(shape, n) {
  const xy = floatsOf(shape.points),
    all = bytesOf(shape.labels),
    m = all.length / n;
  const samples = createSamples(Float64Array.from(xy), m);
  return {
    ...shape,
    xy,
    m,
    order: orderByAngle(xy),
    labelsAt: (at) => [...all.subarray(at * m, (at + 1) * m)],
    table: (factor) => kernelGram(samples, "rbf", factor * shape.s * shape.unit * shape.unit).K,
  };
}

// Mean similarity of two different points, within clusters and between them.
function meanSimilarity(K, labels) {
  const m = labels.length,
    sums = [0, 0],
    counts = [0, 0];
  for (let i = 0; i < m; i++) {
    for (let l = 0; l < m; l++) {
      if (i === l) continue;
      const own = labels[i] === labels[l] ? 0 : 1;
      sums[own] += K[i * m + l];
      counts[own] += 1;
    }
  }
  return counts.every(Boolean) ? sums.map((sum, k) => sum / counts[k]) : null;
}

const render = miniWidget(({ given, now, root, selection, choice, slider }) => {
  const { factors } = given,
    one = factors.indexOf(1),
    last = factors.length - 1;
  const shapes = Object.fromEntries(
    Object.entries(given.shapes).map(([name, told]) => [name, readShape(told, factors.length)]),
  );
  const names = Object.keys(shapes).map((name) => [name, name]);
  let shape = null,
    at = 0,
    labels = null,
    K = null;
  const table = createTable({
    title: "K, by found cluster",
    label: "K",
    maximum: LARGEST,
    picture: () => ({
      pixels: tablePixels(K, 1),
      scale: 1,
      signed: false,
      groups: labels,
      places: placesByGroup(labels, shape.order),
      borders: bordersOf(labels),
      point: selection.point,
      chosen: selection.clusters,
      told: `${shape.m} rows by found cluster`,
    }),
  });
  return {
    kind: "width",
    controls: [
      ...(names.length > 1 ? [choice("shape", "shape", names)] : []),
      slider("width s / median rule", "factor", factors, {
        format: (factor) => `× ${factor}`,
        ticks: factors.map((_, k) => k),
        rule: one < 0 ? null : one,
        ends: [
          [0, "wide kernel"],
          [last, "narrow kernel"],
        ],
      }),
      createReads([
        ["width s", 60, () => shortNum(factors[at] * shape.s)],
        ["ARI", 60, () => num(shape.ari[at])],
      ]),
    ],
    panels: [
      createPoints({
        title: "Found clusters",
        selection,
        xy: () => shape.xy,
        height: table.height,
        state: () => ({ labels, n_clusters: given.n_clusters }),
      }),
      table,
      createCurve({
        factors,
        state: () => ({ ari: shape.ari, at }),
        onmove(k) {
          now.factor = factors[k];
        },
        fit: () => (root.clientWidth > 760 ? table.height() : 200),
      }),
    ],
    told() {
      const means = meanSimilarity(K, labels);
      return means
        ? `mean similarity within clusters ${num(means[0])}, between ${num(means[1])}`
        : "";
    },
    follow() {
      shape = shapes[now.shape];
      at = factors.indexOf(now.factor);
      labels = shape.labelsAt(at);
      K = shape.table(factors[at]);
    },
    hint: () =>
      "Drag the dot or the slider. Rows of K stand by cluster, then by angle around the middle.",
  };
});

export default { render };
