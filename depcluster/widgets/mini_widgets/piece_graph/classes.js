// SMIC on a few points: eigenvectors, scores, classes.

import { smicSteps } from "../../engine/smic.js";
import { finish } from "../../engine/steps.js";

const sumOf = (values) => values.reduce((sum, x) => sum + x, 0);

export function normalised(W) {
  const d = W.map((row) => sumOf(row) ** -0.5);
  return W.map((row, i) => row.map((w, j) => w * d[i] * d[j]));
}

function sparseOf(K) {
  const rows = K.map((row) => [...row.keys()].filter((j) => row[j] !== 0)),
    starts = [0];
  for (const row of rows) starts.push(starts.at(-1) + row.length);
  return {
    m: K.length,
    starts: Int32Array.from(starts),
    columns: Int32Array.from(rows.flat()),
    values: Float64Array.from(rows.flatMap((row, i) => row.map((j) => K[i][j]))),
  };
}

// -> { values, vectors (some more than c), scores (n rows of c), labels (-1 for undecided) }
export function classesOf(K, c, positions) {
  const X = Float64Array.from(positions.flat());
  const { values, vectors, labels, undecided } = finish(
    smicSteps(sparseOf(K), c, Math.min(K.length, c + 2), X, 2),
  );
  const columns = vectors.slice(0, c).map((v) => v.map((x) => Math.max(0, x))),
    totals = columns.map(sumOf);
  return {
    values: [...values],
    vectors,
    scores: K.map((_, i) => columns.map((column, k) => column[i] / totals[k])),
    labels: Array.from(labels, (k, i) => (undecided[i] ? -1 : k)),
  };
}
