// SMIC on a few points: eigenvectors, signs, scores, classes, as smic has them in Python.

import { eigenSymmetric } from "../../label_kernel_editor/algebra.js";

const TIE = 1e-9, NEARLY = 1 - 1e-6, SCORE_ZERO = 1e-10;

export function normalised(W) {
  const d = W.map((row) => row.reduce((sum, w) => sum + w, 0) ** -0.5);
  return W.map((row, i) => row.map((w, j) => w * d[i] * d[j]));
}

// Inside an eigenvalue that several vectors share, Gram-Schmidt on their rows, the first of the
// longest taken each time: pieces that tie then have a vector each.
function settledBasis(columns) {
  const rows = columns[0].map((_, i) => columns.map((column) => column[i]));
  let left = rows;
  return columns.map(() => {
    const sizes = left.map((row) => row.reduce((sum, v) => sum + v * v, 0));
    const at = sizes.findIndex((size) => size >= NEARLY * Math.max(...sizes));
    const way = left[at].map((v) => v / Math.sqrt(sizes[at]));
    const along = (row) => row.reduce((sum, v, k) => sum + v * way[k], 0);
    left = left.map((row) => row.map((v, k) => v - along(row) * way[k]));
    return rows.map(along);
  });
}

// The sign that makes the sum positive, else the sum of cubes, else the largest entry.
function oriented(v) {
  const most = Math.max(...v.map(Math.abs));
  const total = (power) => v.reduce((sum, x) => sum + x ** power, 0);
  const size = (power) => v.reduce((sum, x) => sum + Math.abs(x) ** power, 0);
  const told = [1, 3].map((p) => (Math.abs(total(p)) > 1e-8 * size(p) ? total(p) : 0));
  const sign = told[0] || told[1] || v.find((x) => Math.abs(x) >= NEARLY * most);
  return v.map((x) => (Math.abs(x) <= SCORE_ZERO * most ? 0 : Math.sign(sign) * x));
}

// -> { values, vectors (a list of n), scores (n rows of c), labels (-1 for undecided) }
export function classesOf(K, c) {
  const { values: unsorted, vectors: V } = eigenSymmetric(K);
  const order = unsorted.map((_, k) => k).sort((a, b) => unsorted[b] - unsorted[a]);
  const values = order.map((k) => unsorted[k]);
  const vectors = order.map((k) => V.map((row) => row[k]));
  const tie = TIE * Math.max(...values.map(Math.abs));
  for (let first = 0, last; first < values.length; first = last) {
    last = first + 1;
    while (last < values.length && values[last - 1] - values[last] <= tie) last++;
    if (last - first > 1) {
      vectors.splice(first, last - first, ...settledBasis(vectors.slice(first, last)));
    }
  }
  const turned = vectors.map(oriented);
  const columns = turned.slice(0, c).map((v) => {
    const cut = v.map((x) => Math.max(0, x)), sum = cut.reduce((s, x) => s + x, 0);
    return cut.map((x) => x / sum);
  });
  const scores = K.map((_, i) => columns.map((column) => column[i]));
  const labels = scores.map((row) => {
    const best = Math.max(...row);
    return best > 0 ? row.indexOf(best) : -1;
  });
  return { values, vectors: turned, scores, labels };
}
