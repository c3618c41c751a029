// Points of a drawing pad for an explorer that no Python hears of: what Python would send of them.

import { watch } from "../base/parts/watch.js";
import { countOf, rowsOf } from "../data_pad/points.js";
import { nearestRows } from "../engine/nearest.js";

const LEAST = 3, MOST_CLUSTERS = 10; // samples; clusters

// What to draw before there can be so many clusters; nothing if the points suffice.
function tooFew(rows, c) {
  const m = countOf(rows), places = new Set();
  for (let i = 0; i < m; i++) places.add(`${rows[3 * i]} ${rows[3 * i + 1]}`);
  const least = Math.max(LEAST, c + 1), different = places.size < m ? "different " : "";
  if (places.size >= least) return "";
  const soFar = places.size ? ` It has ${places.size} so far.` : "";
  return `Draw at least ${least} ${different}points on the pad, for ${c} clusters.${soFar}`;
}

// Lets the explorer's model follow the pad's; returns how to let go of both.
export function followPad(model, pad) {
  let before = coordinatesOf(rowsOf(pad.get("_rows")));

  function onRows() {
    const rows = rowsOf(pad.get("_rows")), m = countOf(rows), waiting = tooFew(rows, model.get("n_clusters"));
    if (waiting) {
      model.set("_waiting", waiting);
      return;
    }
    const X = coordinatesOf(rows), { X: had, generation = 0, called = "pad.X" } = model.get("_input");
    const origin = had ? nearestRows(X, before, 2) : null;
    before = X;
    model.set({
      _points: Float32Array.from(X), _limits: { min_clusters: 2, max_clusters: Math.min(MOST_CLUSTERS, m - 1) },
      _input: {
        X, manhattan: null, n_samples: m, n_features: 2, origin, generation: generation + 1, n_added: 0, called,
        drawn: "",
      },
      _waiting: "",
    });
  }
  const onClusters = () => { if (model.get("_waiting")) onRows(); };

  const stops = [watch(pad, ["_rows"], onRows), watch(model, ["n_clusters"], onClusters)];
  return () => stops.forEach((stop) => stop());
}

function coordinatesOf(rows) {
  const X = new Float64Array(2 * countOf(rows));
  for (let i = 0; i < X.length; i += 2) [X[i], X[i + 1]] = [rows[1.5 * i], rows[1.5 * i + 1]];
  return X;
}
