// The sparse local-scaling kernel (Sugiyama 2011, eq. 7): samples that are neighbours are as
// similar as their distance is small beside the reach of both, all others are not alike at all.

/** @import { Neighbours, Scaled } from "./types.d.ts" */

// X holds m rows of d columns, `indices` the T nearest others of each, nearest first.
// -> neighbours: { m, T, indices, distances }
/** @type {(X: Float64Array, d: number, indices: Int32Array, T: number) => Neighbours} */
export function neighboursOf(X, d, indices, T) {
  const m = X.length / d,
    distances = new Float64Array(m * T);
  for (let p = 0; p < distances.length; p++) {
    distances[p] = Math.sqrt(squaredDistance(X, Math.floor(p / T) * d, X, indices[p] * d, d));
  }
  return { m, T, indices, distances };
}

function squaredDistance(X, a, Y, b, d) {
  let sum = 0;
  for (let f = 0; f < d; f++) sum += (X[a + f] - Y[b + f]) ** 2;
  return sum;
}

// exp(-x^2 / (2 s)), and its limits at s = 0: 1 where x = 0, else 0.
const valueOf = (x, s) => (x === 0 ? 1 : s > 0 ? Math.exp(-(x * x) / (2 * s)) : 0);

// -> a sparse matrix { m, starts (m + 1), columns, values }, row by row, with `sigma` (m), the
// distance of each sample to its t-th neighbour, and `degree` (m), sums of rows before they are
// divided by its roots, or null where they are not.
/** @type {(neighbours: Neighbours, t: number, isNormalized: boolean) => Scaled} */
export function localScaling({ m, T, indices, distances }, t, isNormalized) {
  const sigma = Float64Array.from({ length: m }, (_, i) => distances[i * T + t - 1]);
  const rows = Array.from({ length: m }, (_, i) => new Map([[i, 1]]));
  for (let i = 0; i < m; i++) {
    for (let p = i * T; p < i * T + t; p++) {
      const j = indices[p],
        value = valueOf(distances[p], sigma[i] * sigma[j]);
      if (value === 0) continue;
      rows[i].set(j, value);
      rows[j].set(i, value);
    }
  }
  const starts = new Int32Array(m + 1);
  rows.forEach((row, i) => {
    starts[i + 1] = starts[i] + row.size;
  });
  const columns = new Int32Array(starts[m]),
    values = new Float64Array(starts[m]);
  rows.forEach((row, i) => {
    columns.set(Int32Array.from(row.keys()).sort(), starts[i]);
    for (let p = starts[i]; p < starts[i + 1]; p++) values[p] = row.get(columns[p]);
  });
  const degree = isNormalized ? new Float64Array(m) : null;
  if (isNormalized) {
    for (let i = 0; i < m; i++)
      for (let p = starts[i]; p < starts[i + 1]; p++) degree[i] += values[p];
    for (let i = 0; i < m; i++) {
      for (let p = starts[i]; p < starts[i + 1]; p++)
        values[p] /= Math.sqrt(degree[i] * degree[columns[p]]);
    }
  }
  return { m, starts, columns, values, sigma, degree };
}

// Kernel values of a new sample x with the samples X, by column: a new one has a reach of its own,
// the distance to its t-th nearest sample, and is linked to its t nearest and to every sample that
// it is in reach of. One that coincides with a sample gets that one's row.
// `found` takes them: { columns, values }, of m numbers each. -> how many there are
/**
 * @type {(kernel: Scaled, t: number, X: Float64Array, x: ArrayLike<number>,
 *   found: { columns: Int32Array, values: Float64Array, distances?: Float64Array }) => number}
 */
export function kernelRow(kernel, t, X, x, found) {
  const { m, starts, columns, values, sigma, degree } = kernel,
    d = x.length;
  const distances = (found.distances ??= new Float64Array(m)),
    near = new Float64Array(t).fill(Infinity);
  for (let i = 0; i < m; i++) {
    const square = squaredDistance(X, i * d, x, 0, d);
    if (square === 0) {
      const row = columns.subarray(starts[i], starts[i + 1]);
      found.columns.set(row);
      found.values.set(values.subarray(starts[i], starts[i + 1]));
      return row.length;
    }
    const distance = (distances[i] = Math.sqrt(square));
    if (!(distance < near[t - 1])) continue;
    let at = t - 1;
    for (; at && near[at - 1] > distance; at--) near[at] = near[at - 1];
    near[at] = distance;
  }
  const reach = near[t - 1];
  if (reach === Infinity) return 0; // too far to square
  let count = 0,
    own = 0;
  for (let i = 0; i < m; i++) {
    if (distances[i] > reach && distances[i] > sigma[i]) continue;
    const value = valueOf(distances[i], reach * sigma[i]);
    found.columns[count] = i;
    found.values[count++] = value;
    own += value;
  }
  if (degree) {
    for (let p = 0; p < count; p++) {
      const size = Math.sqrt(own * degree[found.columns[p]]);
      found.values[p] = size > 0 ? found.values[p] / size : 0;
    }
  }
  return count;
}
