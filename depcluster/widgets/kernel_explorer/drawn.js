// Points of a drawing pad for an explorer that no Python hears of: what Python would send of them.

import { sentBytes } from "../base/parts/common.js";
import { watch } from "../base/parts/watch.js";
import { columnsOf, countOf, rowsOf } from "../data_pad/points.js";
import { nearestRows } from "../engine/nearest.js";
import { samplesSent } from "../explorer/parts/grams.js";

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

// Lets the explorer's model follow the pad's in the page, where Python does not.
// -> { isBehind(), take(), watch(onRows) -> stop }: whether the explorer has other points than the pad, and
// how it takes them.
export function createFollower(model, pad) {
  const drawn = () => rowsOf(pad.get("_rows"));

  function given() {
    const input = model.get("_input");
    return input.X ? samplesSent(input) : null;
  }

  function isBehind() {
    const rows = drawn(), waits = Boolean(tooFew(rows, model.get("n_clusters"))), had = given();
    if (waits || model.get("_waiting")) return waits !== Boolean(model.get("_waiting"));
    const X = coordinatesOf(rows);
    return X.length !== had.length || X.some((x, i) => x !== had[i]);
  }

  function take() {
    const rows = drawn(), m = countOf(rows), waiting = tooFew(rows, model.get("n_clusters"));
    if (waiting) {
      model.set("_waiting", waiting);
      return;
    }
    const X = coordinatesOf(rows), had = given(), { generation = 0, called = "pad.X" } = model.get("_input");
    model.set({
      _points: sentBytes(Float32Array.from(X)),
      _limits: { min_clusters: 2, max_clusters: Math.min(MOST_CLUSTERS, m - 1) },
      _input: {
        X: sentBytes(X), manhattan: null, n_samples: m, n_features: 2, called, drawn: "", truth: truthOf(rows),
        origin: had && sentBytes(originOf(X, had)), generation: generation + 1,
      },
      _waiting: "",
    });
  }

  return { isBehind, take, watch: (onRows) => watch(pad, ["_rows"], onRows) };
}

// Which point before each one goes on from, ~k of one that was not there. Most stay where they are in the order.
function originOf(X, before) {
  const isSame = (i, k) => X[2 * i] === before[2 * k] && X[2 * i + 1] === before[2 * k + 1];
  return Int32Array.from({ length: X.length / 2 }, (_, i) => {
    if (isSame(i, i)) return i;
    const [k] = nearestRows(X.subarray(2 * i, 2 * i + 2), before, 2);
    return isSame(i, k) ? k : ~k;
  });
}

// The classes; null where all are one.
function truthOf(rows) {
  const classes = Int32Array.from(columnsOf(rows).classes);
  return new Set(classes).size > 1 ? sentBytes(classes) : null;
}

function coordinatesOf(rows) {
  const X = new Float64Array(2 * countOf(rows));
  for (let i = 0; i < X.length; i += 2) [X[i], X[i + 1]] = [rows[1.5 * i], rows[1.5 * i + 1]];
  return X;
}
