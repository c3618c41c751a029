// The panels of ModelSelectionExplorer: the map, the judge's curve, the eigenvectors.

import { counted, el, num, onResize } from "../base/parts/common.js";
import { createSelection } from "../base/parts/selection.js";
import { createPanel, createPanels } from "../base/parts/panels.js";
import { createSelectionReadouts } from "./controls.js";
import { createJudged } from "./curve.js";
import { createMap } from "./map.js";
import { createVectors } from "./vectors.js";

// Sizes in pixels: what the pictures take together where there is room for columns, the map where
// there is less, the curve and the eigenvectors there, a headline, the read-outs, gaps, a cell.
const SELECTION_LAYOUT = {
  high: 420,
  map: 320,
  charts: 150,
  cap: 20,
  read: 46,
  gap: 12,
  columns: 24,
  cell: 110,
  head: 18,
};

// What follows from the width and from which panels are open: the map's width and height, and the
// heights of curve and eigenvectors, all with their headlines.
function selectionLayout(w, open) {
  const { high, map, charts, cap, read, gap, columns, cell, head } = SELECTION_LAYOUT;
  const cells = (room) => Math.min(cell, (room - 32) / 5) + head + cap;
  const others = open.has("curve") || open.has("eigenvectors");
  if (w > 760) {
    const side = high - cap - 32,
      room = open.has("points") ? w - side - columns : w;
    const below = open.has("eigenvectors") ? cells(room) + gap : 0;
    return {
      isWide: true,
      others,
      side,
      map: high,
      vectors: cells(room),
      curve: high - read - gap - below,
    };
  }
  if (w >= 400) {
    return { others, side: map - cap - 32, map, curve: charts, vectors: cells(w) };
  }
  return {
    others,
    isNarrow: true,
    side: w,
    map: w + cap + 32,
    curve: charts,
    vectors: 2 * (head + (w - 16) / 3) + gap + cap,
  };
}

// `onGo` is told a t that was pointed at.
export function createSelectionPictures(model, samples, onGo) {
  const selection = createSelection(),
    map = createMap(selection),
    vectors = createVectors(selection);
  const judged = createJudged((i) => {
    const t = samples.of().candidates[i];
    if (t !== model.get("n_neighbors")) onGo(t);
  });
  const read = createSelectionReadouts();
  const points = createPanel("points", "Graph and clusters", undefined, map.root);
  const right = el("div", { class: "right" }, judged.panel.root, vectors.panel.root);
  const root = el("div", { class: "ms" }, points.root, read.root, right);
  let open = new Set(),
    placed = null,
    digits = ""; // of the samples on screen, and in their legend
  const panels = createPanels(model, [points, judged.panel, vectors.panel], {
    arrange(names) {
      open = names;
      fit();
    },
  });

  // Of samples that are on screen: those of others come with their answer.
  function drawCurve(answer) {
    const {
      curve,
      n_neighbors: t,
      samples: { candidates, bound },
    } = answer;
    const judge = model.get("judge"),
      at = candidates.indexOf(model.get("n_neighbors"));
    read.put(answer, judge, curve[judge][candidates.indexOf(t)], bound);
    judged.draw({ ...curve, candidates, bound, judge, at: at < 0 ? candidates.indexOf(t) : at });
  }

  // Of the point looked at, what every eigenvector says.
  const about =
    ({ vectors: all, hollow }) =>
    (i) =>
      `${hollow[i] ? "undecided, " : ""}in the eigenvectors ${all.map((v) => num(v[i], 2)).join(", ")}`;

  function draw(answer) {
    if (answer.samples !== placed) setPoints();
    points.note.textContent = answer.samples.plane || counted(answer.weights.length, "edge");
    const { labels, n_clusters, hollow, edges, weights, posterior } = answer;
    map.draw({ labels, n_clusters, hollow, edges, weights, posterior, about: about(answer) });
    vectors.draw(answer);
    drawCurve(answer);
    const lengths = String(answer.sizes.map((size) => String(size).length));
    if (lengths !== digits) fit(); // the legend may need another line
    digits = lengths;
  }

  function fit() {
    const w = root.clientWidth;
    if (!w) return;
    const plan = selectionLayout(w, open),
      hasMap = open.has("points");
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
    placed = samples.of();
    [map, vectors].forEach((part) => part.setPoints(placed.points, placed));
    const named = samples.named(),
      of = (trait) => named?.[trait] ?? model.get(trait);
    map.setSamples({ axes: of("_axes"), names: of("_names") });
  }

  const stop = onResize(root, fit);
  panels.put();
  return {
    root,
    shelf: panels.shelf,
    draw,
    drawCurve,
    setPoints,
    put: () => map.showPosterior(model.get("posterior")),
    destroy() {
      stop();
      [panels, map, judged, vectors].forEach((part) => part.destroy());
    },
  };
}
