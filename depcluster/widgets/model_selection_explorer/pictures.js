// The panels of ModelSelectionExplorer: the map, the judge's curve, the eigenvectors.

import { bytesOf, counted, el, floatsOf, num, onResize } from "../base/parts/common.js";
import { createLinks } from "../base/parts/links.js";
import { createPanel, createPanels } from "../base/parts/panels.js";
import { createSelectionReadouts } from "./controls.js";
import { createJudged } from "./curve.js";
import { createMap } from "./map.js";
import { createVectors } from "./vectors.js";

// Sizes in pixels: what the pictures take together where there is room for columns, the map where
// there is less, the curve and the eigenvectors there, a headline, the read-outs, gaps, a cell.
const SELECTION_LAYOUT = {
  high: 438, map: 320, charts: 150, cap: 20, read: 46, gap: 12, columns: 24, cell: 110, head: 18,
};

// What follows from the width and from which panels are open: the map's width and height, and the
// heights of curve and eigenvectors, all with their headlines.
function selectionLayout(w, open) {
  const { high, map, charts, cap, read, gap, columns, cell, head } = SELECTION_LAYOUT;
  const cells = (room) => Math.min(cell, (room - 32) / 5) + head + cap;
  const others = open.has("curve") || open.has("eigenvectors");
  if (w > 760) {
    const side = high - cap - 32, room = open.has("points") ? w - side - columns : w;
    const below = open.has("eigenvectors") ? cells(room) + gap : 0;
    return { isWide: true, others, side, map: high, vectors: cells(room),
      curve: high - read - gap - below };
  }
  if (w >= 400) {
    return { others, side: map - cap - 32, map, curve: charts, vectors: cells(w) };
  }
  return { others, isNarrow: true, side: w, map: w + cap + 32, curve: charts,
    vectors: 2 * (head + (w - 16) / 3) + gap + cap };
}

export function createSelectionPictures(model, { ask, now }, onGo) {
  const frame = () => model.get("_frame"), links = createLinks();
  const map = createMap(links), vectors = createVectors(links);
  const judged = createJudged((i) => {
    const t = frame().candidates[i];
    if (t === now("n_neighbors")) return;
    ask({ n_neighbors: t });
    onGo();
  });
  const read = createSelectionReadouts(model);
  const points = createPanel("points", "Graph and clusters", undefined, map.root);
  const right = el("div", { class: "right" }, judged.panel.root, vectors.panel.root);
  const root = el("div", { class: "ms" }, points.root, read.root, right);
  let open = new Set();
  const panels = createPanels(model, [points, judged.panel, vectors.panel], {
    arrange(names) { open = names; fit(); },
  });

  function drawCurve() {
    const answer = model.get("answer"), curve = model.get("curve");
    if (curve.kernel_normalization !== answer.kernel_normalization) return;
    const { candidates, bound } = frame(), judge = now("judge");
    const shown = candidates.indexOf(answer.n_neighbors);
    read.put(answer, judge, curve[judge][shown]);
    judged.draw({ ...curve, candidates, bound, judge, at: candidates.indexOf(now("n_neighbors")) });
  }

  // Of the point looked at, what every eigenvector says.
  function about(answer, values, m) {
    const { values: { length } } = answer, hollow = bytesOf(answer.hollow);
    const of = (i) => Array.from({ length }, (_, q) => num(values[q * m + i], 2)).join(", ");
    return (i) => `${hollow[i] ? "undecided, " : ""}in the eigenvectors ${of(i)}`;
  }

  function draw(answer) {
    const { n_clusters, plane } = frame(), weights = bytesOf(answer.weights);
    const labels = bytesOf(answer.labels), values = floatsOf(answer.vectors);
    points.note.textContent = plane || counted(weights.length, "edge");
    map.draw({
      labels, n_clusters, weights, hollow: bytesOf(answer.hollow),
      edges: new Uint32Array(bytesOf(answer.edges).buffer), posterior: bytesOf(answer.posterior),
      about: about(answer, values, labels.length),
    });
    const { values: eigenvalues, names } = answer;
    vectors.draw({ vectors: values, values: eigenvalues, n_clusters, names, labels });
    drawCurve();
    fit();
  }

  function fit() {
    const w = root.clientWidth;
    if (!w) return;
    const plan = selectionLayout(w, open), hasMap = open.has("points");
    const columns = plan.isNarrow || !hasMap ? "minmax(0, 1fr)" : `${plan.side}px minmax(0, 1fr)`;
    Object.assign(root.style, { gridTemplateColumns: columns });
    root.classList.toggle("isWide", Boolean(plan.isWide && hasMap));
    root.classList.toggle("isBeside", !plan.isNarrow && !plan.isWide && hasMap);
    right.hidden = !plan.others;
    points.root.style.minHeight = `${plan.map}px`;
    if (hasMap) map.setSide(plan.side, plan.map - SELECTION_LAYOUT.cap);
    judged.setHeight(plan.curve - SELECTION_LAYOUT.cap);
    vectors.setHeight(plan.vectors - SELECTION_LAYOUT.cap);
  }

  function setPoints() {
    const xy = floatsOf(model.get("_points"));
    [map, vectors].forEach((part) => part.setPoints(xy, frame()));
    map.setSamples({ axes: model.get("_axes"), names: model.get("_names") });
  }
  const stop = onResize(root, fit);
  setPoints();
  panels.put();
  return {
    root, shelf: panels.shelf, draw, drawCurve, setPoints,
    showPosterior: () => map.showPosterior(model.get("posterior")),
    destroy() {
      stop();
      [panels, map, judged, vectors].forEach((part) => part.destroy());
    },
  };
}
