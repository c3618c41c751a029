// Width: clusters that were found at several widths; K is computed here from the points.

import {
  bytesOf, caption, el, floatsOf, num, onResize, shortNum, widgetRoot,
} from "../../base/parts/common.js";
import { labelled, readout, segmented, slider } from "../../base/parts/controls.js";
import { createLinks } from "../../base/parts/links.js";
import { createNotice } from "../../base/parts/notice.js";
import { createScatter } from "../../base/parts/scatter.js";
import { watch } from "../../base/parts/watch.js";
import { bordersOf, orderByAngle, placesByGroup } from "../parts/rows.js";
import { createTable, gaussianTable, TABLE, tablePixels } from "../parts/table.js";
import { createCurve } from "./curve.js";

const CONTROLS = ["shape", "factor"];

function readShape(shape, n) {
  const xy = floatsOf(shape.points), all = bytesOf(shape.labels), m = all.length / n;
  return {
    ...shape, xy, m, order: orderByAngle(xy),
    labelsAt: (at) => [...all.subarray(at * m, (at + 1) * m)],
    table: (factor) => gaussianTable(xy, factor * shape.s * shape.unit * shape.unit),
  };
}

// Mean similarity of two different points, within clusters and between them.
function meanSimilarity(K, labels) {
  const m = labels.length, sums = [0, 0], counts = [0, 0];
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

function createControls(model, factors, names) {
  const one = factors.indexOf(1), last = factors.length - 1;
  const pick = segmented("shape", names, names[0], (name) => {
    model.set("shape", name);
    model.save_changes();
  });
  const move = slider({
    label: "width s / median rule", count: factors.length, at: 0,
    format: (k) => `× ${factors[k]}`, ticks: factors.map((_, k) => k), rule: one < 0 ? null : one,
    ends: [[0, "wide kernel"], [last, "narrow kernel"]], onmove: go,
  });
  const s = readout("width s", 60), ari = readout("ARI", 60);
  const root = el("div", { class: "row controls" },
    names.length > 1 ? labelled("shape", pick.root) : null,
    el("div", { class: "grow" }, move.root), el("div", { class: "read" }, s.root, ari.root));
  function go(k) {
    model.set("factor", factors[k]);
    model.save_changes();
  }
  return {
    root, go,
    put(shape, at) {
      pick.put(shape.name);
      move.put(at);
      s.put(shortNum(factors[at] * shape.s));
      ari.put(num(shape.ari[at]));
    },
  };
}

function render({ model, el: host }) {
  const root = widgetRoot(host), notice = createNotice(model, CONTROLS), links = createLinks();
  const factors = model.get("_factors"), told = el("div", { class: "told" });
  const shapes = model.get("_shapes").map((shape) => readShape(shape, factors.length));
  const controls = createControls(model, factors, shapes.map(({ name }) => name));
  const scatter = createScatter({ label: "Found clusters", links });
  const table = createTable({ label: "K" });
  const curve = createCurve({ factors, onmove: controls.go });
  let placed = null;

  function draw() {
    const shape = shapes.find(({ name }) => name === model.get("shape"));
    const at = factors.indexOf(model.get("factor")), labels = shape.labelsAt(at);
    const K = shape.table(factors[at]), means = meanSimilarity(K, labels);
    if (placed !== shape) {
      scatter.draw({ labels, n_clusters: model.get("_n_clusters") });
      scatter.setPoints(shape.xy);
      placed = shape;
    }
    scatter.draw({ labels, n_clusters: model.get("_n_clusters") });
    table.draw({
      pixels: tablePixels(K, 1), scale: 1, signed: false, groups: labels,
      places: placesByGroup(labels, shape.order), borders: bordersOf(labels), point: links.point,
      chosen: links.clusters, told: `${shape.m} rows by found cluster`,
    });
    curve.draw(shape.ari, at);
    controls.put(shape, at);
    told.textContent = means
      ? `mean similarity within clusters ${num(means[0])}, between ${num(means[1])}` : "";
  }

  const left = el("div", { class: "panel" }, caption("Found clusters"), scatter.root);
  root.append(el("div", { class: "mv-width" }, controls.root, left,
    el("div", { class: "panel" }, caption("K, by found cluster", table.key), table.root),
    el("div", { class: "panel" },
      caption("Agreement", el("span", {}, "adjusted Rand index, ARI")), curve.root),
    told), notice.root);
  notice.put("Drag the dot or the slider. Rows of K stand by cluster, then by angle around the middle.");
  const stops = [links.on(draw), watch(model, CONTROLS, draw), onResize(left, () => {
    const high = Math.min(372, Math.max(TABLE.least, left.clientWidth - TABLE.left - 2)) + 20;
    scatter.setHeight(high);
    curve.setHeight(root.clientWidth > 760 ? high : 200);
  })];
  draw();
  return () => {
    stops.forEach((stop) => stop());
    [notice, scatter, table, curve].forEach((each) => each.destroy());
  };
}

export default { render };
