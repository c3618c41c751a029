// The loss explorer's panels: two matrices to edit, two that follow, the points and the levels.

import { bytesOf, el, floatsOf, onResize } from "../base/parts/common.js";
import { createPanel, createPanels } from "../base/parts/panels.js";
import { createScatter } from "../base/parts/scatter.js";
import { effectiveKernel, levelsOf, lossRows } from "./algebra.js";
import { createHeat, createReading } from "./heat.js";
import { createLevels } from "./levels.js";

// Widths from which the answers stand beside the matrices, by the columns of these, the tools
// beside theirs, and matrices in pairs; sides of a matrix in two rows of them, above the answers
// and beside them, and in one row; heights of the points' panel where it stands below, and the
// least beside one row.
const LOSS_LAYOUT = {
  beside: [880, 700, 880],
  tools: 331,
  pairs: 400,
  heads: 34,
  gap: 24,
  sides: [142, 171, 260],
  points: [190, 250],
  least: 150,
};

function lossLayout(w, open, shelf) {
  const {
    beside,
    tools,
    pairs,
    heads,
    gap,
    sides: [narrow, wide, one],
    points,
    least,
  } = LOSS_LAYOUT;
  const has = (...names) => names.some((name) => open.has(name));
  const rows = Number(has("loss", "rows")) + Number(has("label_kernel", "effective"));
  const columns = Number(has("loss", "label_kernel")) + Number(has("rows", "effective"));
  const isWide = has("points", "levels") && w > beside[columns],
    isPair = columns === 2 && w >= pairs;
  const room = isWide ? Infinity : isPair ? (w - gap) / 2 : w;
  const isBeside = w >= pairs && room >= tools + (rows === 1 ? one - wide : 0);
  const most = (rows === 1 ? one : isWide ? wide : narrow) - shelf / Math.max(rows, 1);
  return {
    isWide,
    isPair,
    isBeside,
    isPhone: w < pairs,
    hasMatrices: rows > 0,
    isTight: w >= pairs && w <= 560 && rows === 2,
    side: w < pairs ? Math.min(210, w - heads - 4) : Math.floor(Math.min(most, room - heads - 2)),
    points: w < pairs || rows < 2 ? 320 : points[Number(w > 560)],
    least: rows < 2 ? least : 96,
  };
}

const PANEL_MEANINGS = {
  loss:
    "Entry (j, l) is what it costs to answer l where j is right; what is right costs nothing. "
    + "Drag a cell, type a number, or press plus and minus.",
  label_kernel:
    "Entry (j, l) says how alike the labels j and l are meant to be: points that are "
    + "alike in the data are to get labels that are alike here.",
  rows:
    "Row j is what a point with label j brings into the partition matrix: for its own label all "
    + "that mistakes would cost, for each other label minus the cost of that mistake.",
  effective:
    "Once the loss is folded in, R A Rᵀ stands where A stood: without normalization the "
    + "points feel nothing else of the two.",
};

function matrixPanel(name, title, word, root) {
  const matrix = root.matches(".mat") ? root : root.querySelector(".mat");
  return createPanel(name, title, createReading(matrix, word, PANEL_MEANINGS[name]), root);
}

// R and R A R' follow here, without Python.
export function createLossPictures(model, { now }, editors, selection) {
  const rows = createHeat("partition rows R", selection);
  const effective = createHeat("effective label kernel", selection);
  const levels = createLevels(),
    note = el("span", {});
  const scatter = createScatter({ label: "Partition", selection });
  const own = {
    loss: matrixPanel("loss", "Loss Δ", "cost of a wrong label", editors.loss.root),
    rows: matrixPanel("rows", "Partition rows R", "diag(Δ1) − Δ", rows.root),
    label_kernel: matrixPanel(
      "label_kernel",
      "Label kernel A",
      "who is like whom",
      editors.kernel.root,
    ),
    effective: matrixPanel("effective", "Effective kernel", "R A Rᵀ", effective.root),
    points: createPanel("points", "Partition", note, scatter.root),
    levels: levels.panel,
  };
  const { points, levels: levelsPanel, ...matrices } = own;
  const left = el(
    "div",
    { class: "matrices" },
    Object.values(matrices).map((panel) => panel.root),
  );
  const right = el("div", { class: "answers" }, points.root, levelsPanel.root);
  const root = el("div", { class: "le" }, left, right);
  let open = new Set(),
    drawn = "",
    size = 0;
  const panels = createPanels(model, Object.values(own), {
    arrange(names) {
      open = names;
      fit();
    },
  });

  function drawMatrices() {
    const A = now("label_kernel"),
      Delta = now("loss"),
      next = JSON.stringify([A, Delta, [...open]]);
    if (next === drawn) return;
    drawn = next;
    const after = effectiveKernel(Delta, A);
    if (open.has("rows")) rows.draw(lossRows(Delta));
    if (open.has("effective")) effective.draw(after);
    if (open.has("levels")) levels.draw({ before: levelsOf(A), after: levelsOf(after) });
  }

  function drawPoints(answer) {
    note.textContent = answer.note;
    scatter.draw({
      labels: bytesOf(answer.labels),
      n_clusters: answer.sizes.length,
      A: now("label_kernel"),
      moved: answer.unlike_zero_one ? Array.from(bytesOf(answer.ringed)) : undefined,
    });
    if (size !== answer.sizes.length) fit();
    size = answer.sizes.length;
  }

  // Beside the matrices the answers end where they end, else the points' panel is always as high.
  function fit() {
    const w = root.clientWidth;
    if (!w) return;
    const shelf = panels.shelf.offsetHeight;
    const plan = lossLayout(w, open, shelf && shelf + 4);
    for (const name of ["isWide", "isPair", "isBeside", "isTight", "isPhone"]) {
      root.classList.toggle(name, plan[name]);
    }
    root.style.setProperty("--room", `${plan.side}px`);
    root.dataset.open = [...open].join(" ");
    left.hidden = !plan.hasMatrices;
    right.hidden = !open.has("points") && !open.has("levels");
    const chrome = points.root.offsetHeight - scatter.height();
    const below = open.has("levels") ? levelsPanel.root.offsetHeight + 12 : 0;
    const all = plan.isWide && plan.hasMatrices ? left.offsetHeight - below : plan.points;
    scatter.setHeight(Math.max(plan.least, all - chrome));
  }

  const stops = [onResize(root, fit), panels.destroy];
  return {
    root,
    shelf: panels.shelf,
    put: panels.put,
    drawMatrices,
    drawPoints,
    setPoints() {
      scatter.setPoints(floatsOf(model.get("_points")));
      scatter.setSamples({ axes: model.get("_axes"), names: model.get("_names") });
    },
    destroy() {
      stops.forEach((stop) => stop());
      [rows, effective, levels, scatter].forEach((part) => part.destroy());
    },
  };
}
