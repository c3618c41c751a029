// The panels of PerturbationExplorer: two partitions, the spectrum, the bound, the curve.

import {
  counted,
  el,
  floatsOf,
  isDark,
  matrixColour,
  onResize,
  onThemeChange,
} from "../base/parts/common.js";
import { createSelection } from "../base/parts/selection.js";
import { createPanel, createPanels } from "../base/parts/panels.js";
import { createScatter } from "../base/parts/scatter.js";
import { createBound } from "./bound.js";
import { placeOf } from "./controls.js";
import { createCurve } from "./curve.js";
import { createSpectrum } from "./spectrum.js";

// Sizes in pixels: what the pictures take together where there is room for columns, the lower row
// there, a chart that has a row of its own, the rows elsewhere, a headline, a gap.
const PERTURBED_LAYOUT = {
  high: 436,
  lower: 182,
  alone: 300,
  points: 236,
  charts: 164,
  cap: 20,
  gap: 12,
};
const POINT_PANELS = ["given", "perturbed"],
  BOUND_PANELS = ["bound", "curve"];

// Panels of one row, which share six columns evenly.
const evenRow = (names, row, high) =>
  names.map((name) => ({ name, row, column: `span ${6 / names.length}`, high }));

// One picture beside what the bound says of it.
function besideRows(top, bottom) {
  const { lower, alone, gap } = PERTURBED_LAYOUT,
    n = bottom.length;
  const high = n > 1 ? 2 * lower + gap : alone;
  return [
    { name: top[0], row: `1 / span ${n}`, column: "1 / span 2", high },
    ...bottom.map((name, i) => ({
      name,
      row: i + 1,
      column: "3 / span 4",
      high: n > 1 ? lower : alone,
    })),
  ];
}

function wideRows(only) {
  const { high, lower, alone, gap } = PERTURBED_LAYOUT;
  const top = only(...POINT_PANELS, "spectrum"),
    bottom = only(...BOUND_PANELS);
  if (top.length === 1 && bottom.length) return besideRows(top, bottom);
  const below = evenRow(bottom, 2, top.length ? lower : alone);
  if (below.length === 2) [below[0].column, below[1].column] = ["span 4", "span 2"];
  return [...evenRow(top, 1, bottom.length ? high - lower - gap : high), ...below];
}

// Where each open panel stands at a width, and how high it is: { name, row, column, high }.
function perturbedRows(w, open) {
  const { points, charts } = PERTURBED_LAYOUT;
  const only = (...names) => names.filter((name) => open.has(name));
  if (w > 760) return wideRows(only);
  if (w >= 400) {
    return [
      ...evenRow(only(...POINT_PANELS), 1, points),
      ...evenRow(only("bound"), 2, 0),
      ...evenRow(only("spectrum", "curve"), 3, charts),
    ];
  }
  return [...open].flatMap((name, i) =>
    evenRow([name], i + 1, POINT_PANELS.includes(name) ? points : charts),
  );
}

function createPartitions(model, selection) {
  const parts = [
    ["given", "As given"],
    ["perturbed", "Perturbed"],
  ].map(([name, title]) => {
    const scatter = createScatter({ label: title, selection });
    return { scatter, panel: createPanel(name, title, el("span", {}), scatter.root) };
  });
  const [given, perturbed] = parts.map(({ scatter }) => scatter);
  let points = null,
    extent = null,
    room = null,
    told = "";

  function setSamples() {
    const samples = { axes: model.get("_axes"), names: model.get("_names") };
    parts.forEach(({ scatter }) => scatter.setSamples(samples));
  }

  // As high as the points of both need, within what is left beside the legend.
  function setHeight(px) {
    parts.forEach(({ scatter, panel }) => {
      if (panel.root.hidden) return;
      const legend = scatter.root.offsetHeight - scatter.height();
      const fitted = Math.round(scatter.shape() * (scatter.width() - 28)) + 28;
      scatter.setHeight(Math.max(64, Math.min(px - legend, fitted)));
    });
  }

  return {
    panels: parts.map(({ panel }) => panel),
    setHeight,
    setSamples,
    // -> whether their points lie in another shape than before
    draw(answer) {
      const { labels: before, perturbed_labels: after } = answer;
      const isOther = points !== model.get("_points") || extent !== model.get("_extent");
      const moved = before.map((k, i) => Number(k !== after[i])),
        { n_clusters } = answer;
      const about = (i) => (moved[i] ? `cluster ${before[i]} as given, ${after[i]} perturbed` : "");
      const [count, ringed] = parts.map(({ panel }) => panel.note);
      count.textContent = [counted(before.length, "point"), model.get("_plane")]
        .filter(Boolean)
        .join(", ");
      ringed.textContent = answer.moved ? `${answer.moved} moved, ringed` : "none moved";
      if (isOther) {
        [points, extent] = [model.get("_points"), model.get("_extent")];
        room = new Float32Array(extent);
        given.setPoints(floatsOf(points), room);
      }
      perturbed.setPoints(answer.perturbed_points, room);
      const next = [n_clusters, before, after].join(";");
      if (isOther || next !== told) given.draw({ labels: before, n_clusters, moved, about });
      told = next;
      perturbed.draw({ labels: after, n_clusters, moved, about });
      return isOther;
    },
    destroy() {
      parts.forEach(({ scatter }) => scatter.destroy());
    },
  };
}

export function createPerturbedPictures(model) {
  const selection = createSelection(),
    partitions = createPartitions(model, selection);
  const spectrum = createSpectrum(),
    bound = createBound(),
    curve = createCurve();
  const all = [...partitions.panels, ...[spectrum, bound, curve].map(({ panel }) => panel)];
  const root = el(
    "div",
    { class: "pe" },
    all.map((panel) => panel.root),
  );
  let open = new Set();
  const panels = createPanels(model, all, {
    arrange(names) {
      open = names;
      fit();
    },
  });

  function drawCurve(answer) {
    const mode = model.get("_modes")[answer.perturb];
    curve.draw({
      title: mode.curve,
      ends: mode.ends,
      curve: answer.curve,
      at: placeOf(mode.amounts, answer.amount) / mode.fine,
      epsilon: answer.epsilon,
      bound: answer.bound,
      trivial: answer.trivial,
    });
  }

  function draw(answer) {
    const isReshaped = partitions.draw(answer);
    spectrum.draw({
      values: answer.values,
      perturbed: answer.perturbed_values,
      n_clusters: answer.n_clusters,
      gap: answer.eigengap,
      perturbedGap: answer.perturbed_eigengap,
    });
    const { terms, epsilon, trivial, verdict } = answer;
    bound.draw({ terms, epsilon, bound: answer.bound, trivial, ...verdict });
    drawCurve(answer);
    if (isReshaped) fit();
  }

  // What follows from the width, from which panels are open, and from how high legends are.
  function fit() {
    const w = root.clientWidth,
      own = { spectrum, curve };
    if (!w) return;
    const rows = perturbedRows(w, open);
    rows.forEach(({ name, row, column }) => {
      const { root: box } = all.find((panel) => panel.name === name);
      Object.assign(box.style, { gridRow: row, gridColumn: column });
    });
    // A legend breaks into lines only when its columns have been set.
    rows.forEach(({ name, high }) => {
      if (name === POINT_PANELS.find((each) => open.has(each))) {
        partitions.setHeight(high - PERTURBED_LAYOUT.cap);
      } else own[name]?.setHeight(high - PERTURBED_LAYOUT.cap);
    });
  }
  // The one blue of bars and lines here: an accent colours no data.
  const legends = [...root.querySelectorAll(".legend, .terms")];
  const stops = [
    onResize(root, fit),
    ...legends.map((each) => onResize(each, fit, "clientHeight")),
    onThemeChange(root, () => {
      root.style.setProperty("--dc-blue", `rgb(${matrixColour(0.66, isDark(root))})`);
    }),
  ];
  panels.put();
  return {
    root,
    shelf: panels.shelf,
    draw,
    drawCurve,
    setSamples: partitions.setSamples,
    destroy() {
      stops.forEach((stop) => stop());
      [panels, partitions, spectrum, bound, curve].forEach((part) => part.destroy());
    },
  };
}
