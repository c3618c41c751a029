// The number of clusters, and the three structures side by side: pick one, compare all.

import { counted, el, num, shortNum } from "../../base/parts/common.js";
import { segmented, slider } from "../../base/parts/controls.js";
import { resizedState } from "../../label_kernel_editor/kinds.js";

const STRUCTURES = ["tree", "free", "fixed"];

// Objective and, where the true classes are known, entropy under each structure's own button.
function createComparison(entropy, onPick) {
  const pick = segmented("structure", STRUCTURES, STRUCTURES[0], onPick);
  const row = (label) => ({
    label: el("span", { class: "lab" }, label),
    cells: STRUCTURES.map((name) => el("span", { class: "v", "aria-label": `${label}, ${name}` })),
  });
  const objective = row("objective (1)");
  const left = entropy === null ? null : row(`H(y | l) of ${num(entropy, 3)} nats`);
  const rows = [objective, left].filter(Boolean);
  const root = el(
    "div",
    { class: "compare read", "data-control": "structure" },
    el("span", { class: "lab" }, "structure"),
    pick.root,
    rows.map(({ label, cells }) => [label, cells]),
  );

  function tell({ structure, compared }) {
    STRUCTURES.forEach((name, i) => {
      const found = compared[name];
      objective.cells[i].textContent = found ? shortNum(found.objective, 3) : "\u2013";
      if (left) left.cells[i].textContent = found ? num(found.entropy, 3) : "\u2013";
      for (const { cells } of rows) {
        cells[i].classList.toggle("now", name === structure);
        cells[i].classList.toggle("early", Boolean(found) && !found.done);
        cells[i].title =
          found?.starts && !found.done ? `best of ${counted(found.starts, "start")} so far` : "";
      }
    });
  }
  return { root, put: pick.put, tell };
}

export function createTaxonomyControls(model, { ask, now }, onResized) {
  const { min_clusters: fewest, max_clusters: most } = model.get("_limits");
  const last = most - fewest;
  const clusters = slider({
    label: "clusters c",
    count: last + 1,
    at: now("n_clusters") - fewest,
    format: (i) => String(i + fewest),
    ticks: Array.from({ length: last + 1 }, (_, i) => i),
    ends: [
      [0, String(fewest)],
      [last, String(most)],
    ],
    // The matrix is resized here and now: an edit must not meet one of the old size.
    onmove(i) {
      const A = now("label_kernel");
      const { value, preset } = resizedState(
        { value: A, preset: now("preset"), base: A },
        i + fewest,
      );
      ask({ n_clusters: i + fewest, label_kernel: value, preset });
      onResized();
    },
  });
  clusters.root.classList.add("grow");
  const comparison = createComparison(model.get("_about").entropy, (name) => {
    ask({ structure: name });
  });
  return {
    root: el("div", { class: "row controls taxonomic" }, clusters.root, comparison.root),
    put() {
      clusters.put(now("n_clusters") - fewest);
      comparison.put(now("structure"));
    },
    tell: comparison.tell,
  };
}
