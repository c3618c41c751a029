// Where the nodes of a graph lie in a picture: as far apart as there are edges between them.

import { centredMatrix, gramOf } from "../engine/gram.js";
import { symmetricEigen } from "../engine/symmetric_eigen.js";
import { squareMatrix } from "./algebra.js";

const SWEEPS = 80,
  LONGEST = 3;

export const isEdge = (weight) => Math.abs(weight) > 1e-9;

export const neighboursOf = (A, k) =>
  A[k].flatMap((weight, l) => (l !== k && isEdge(weight) ? [l] : []));

// The length of the shortest way from each node to each; Infinity where there is none. An edge is
// as long as its weight is small.
function lengths(A) {
  const largest = Math.max(
    ...A.flatMap((row, i) => row.map((x, j) => (i === j ? 0 : Math.abs(x)))),
  );
  const d = squareMatrix(A.length, (i, j) =>
    i === j
      ? 0
      : isEdge(A[i][j])
        ? Math.min(LONGEST, Math.sqrt(largest / Math.abs(A[i][j])))
        : Infinity,
  );
  d.forEach((_, k) =>
    d.forEach((row) =>
      row.forEach((x, j) => {
        row[j] = Math.min(x, row[k] + d[k][j]);
      }),
    ),
  );
  return d;
}

// The nodes of each part that holds together, the part of node 0 first.
export function partsOf(A) {
  const far = lengths(A);
  return far.flatMap((row, k) => {
    const part = row.flatMap((d, l) => (d < Infinity ? [l] : []));
    return part[0] === k ? [part] : [];
  });
}

const onCircle = (k, size) => {
  const angle = (2 * Math.PI * k) / size;
  return [Math.sin(angle), -Math.cos(angle)];
};

// -> [[x, y], ...], y downwards: the distances in the plane fitted to those in the graph, the near
// ones first (stress majorization: Gansner, Koren and North 2004), from the two leading axes of
// classical scaling. Without edges, or with all of them, a circle.
export function graphPlaces(A) {
  const size = A.length,
    far = lengths(A),
    circle = A.map((_, k) => onCircle(k, size));
  const longest = Math.max(...far.flat().filter(Number.isFinite));
  const d = far.map((row) => row.map((x) => Math.min(x, longest + 1)));
  if (new Set(d.flatMap((row, i) => row.filter((_, j) => i !== j))).size < 2) return circle;
  const at = scaled(d).map(([x, y], k) => [x + 0.002 * circle[k][0], y + 0.002 * circle[k][1]]);
  for (let sweep = 0; sweep < SWEEPS; sweep++)
    for (let i = 0; i < size; i++) at[i] = pulled(at, d, i);
  return turned(at, A);
}

function scaled(d) {
  const size = d.length,
    B = centredMatrix(
      gramOf(
        Float64Array.from(d.flat(), (x) => (-x * x) / 2),
        size,
      ),
    );
  const { values, vectors } = symmetricEigen(B, size);
  const axis = (k) => Array.from(vectors[k], (v) => v * Math.sqrt(Math.max(0, values[k])));
  const [x, y] = [axis(size - 1), axis(size - 2)];
  return x.map((v, k) => [v, y[k]]);
}

function pulled(at, d, i) {
  let [x, y, sum] = [0, 0, 0];
  at.forEach(([u, v], j) => {
    if (i === j) return;
    const weight = 1 / d[i][j] ** 2,
      [dx, dy] = [at[i][0] - u, at[i][1] - v];
    const ratio = d[i][j] / (Math.hypot(dx, dy) || 1);
    x += weight * (u + ratio * dx);
    y += weight * (v + ratio * dy);
    sum += weight;
  });
  return [x / sum, y / sum];
}

// About the middle: the long axis level and node 0 at the left, above where there is a choice. What
// is as high as wide runs clockwise, with node 0 at the top where all nodes have as many
// neighbours, else in the corner.
function turned(at, A) {
  const sumOf = (f) => at.reduce((sum, p) => sum + f(p), 0);
  const [mx, my] = [0, 1].map((e) => sumOf((p) => p[e]) / at.length);
  at = at.map(([x, y]) => [x - mx, y - my]);
  const [spread, askew] = [sumOf(([x, y]) => x * x - y * y), sumOf(([x, y]) => 2 * x * y)];
  const turnedBy = (angle) =>
    at.map(([x, y]) => [
      Math.cos(angle) * x - Math.sin(angle) * y,
      Math.sin(angle) * x + Math.cos(angle) * y,
    ]);
  const signOf = (numbers) => Math.sign(numbers.find((v) => Math.abs(v) > 1e-3) ?? 1);
  if (Math.hypot(spread, askew) < 0.02 * sumOf(([x, y]) => x * x + y * y)) {
    const isEven = new Set(A.map((_, k) => neighboursOf(A, k).length)).size === 1;
    const way = signOf(at.map(([x, y]) => at[0][0] * y - at[0][1] * x));
    at = at.map(([x, y]) => [x, way * y]);
    return turnedBy((isEven ? -0.5 : -0.75) * Math.PI - Math.atan2(at[0][1], at[0][0]));
  }
  const level = turnedBy(-Math.atan2(askew, spread) / 2),
    [left, up] = [0, 1].map((e) => -signOf(level.map((p) => p[e])));
  return level.map(([x, y]) => [left * x, up * y]);
}
