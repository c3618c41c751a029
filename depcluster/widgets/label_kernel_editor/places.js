// Where the nodes of a graph lie in a picture: as far apart as there are edges between them.

import { symmetricEigen } from "../engine/symmetric_eigen.js";
import { squareMatrix } from "./algebra.js";

const SWEEPS = 80, LONGEST = 3;

export const isEdge = (weight) => Math.abs(weight) > 1e-9;

export const neighboursOf = (A, k) =>
  A[k].flatMap((weight, l) => (l !== k && isEdge(weight) ? [l] : []));

// The length of the shortest way from each node to each; Infinity where there is none. An edge is as long
// as its weight is small.
function lengths(A) {
  const largest = Math.max(...A.flatMap((row, i) => row.map((x, j) => (i === j ? 0 : Math.abs(x)))));
  const d = squareMatrix(A.length, (i, j) =>
    (i === j ? 0 : isEdge(A[i][j]) ? Math.min(LONGEST, Math.sqrt(largest / Math.abs(A[i][j]))) : Infinity));
  d.forEach((_, k) => d.forEach((row) => row.forEach((x, j) => { row[j] = Math.min(x, row[k] + d[k][j]); })));
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

// -> [[x, y], ...], y downwards: the distances in the plane fitted to those in the graph, the near ones
// first (stress majorization: Gansner, Koren and North 2004), from the two leading axes of
// classical scaling. Without edges, or with all of them, a circle.
export function graphPlaces(A) {
  const size = A.length, far = lengths(A), circle = A.map((_, k) => onCircle(k, size));
  const longest = Math.max(...far.flat().filter(Number.isFinite));
  const d = far.map((row) => row.map((x) => Math.min(x, longest + 1)));
  if (new Set(d.flatMap((row, i) => row.filter((_, j) => i !== j))).size < 2) return circle;
  const at = scaled(d).map(([x, y], k) => [x + 0.002 * circle[k][0], y + 0.002 * circle[k][1]]);
  for (let sweep = 0; sweep < SWEEPS; sweep++) for (let i = 0; i < size; i++) at[i] = pulled(at, d, i);
  return turned(at, A);
}

function scaled(d) {
  const size = d.length, square = d.map((row) => row.map((x) => x * x));
  const means = square.map((row) => row.reduce((sum, x) => sum + x, 0) / size);
  const mean = means.reduce((sum, x) => sum + x, 0) / size;
  const B = squareMatrix(size, (i, j) => (means[i] + means[j] - mean - square[i][j]) / 2);
  const { values, vectors } = symmetricEigen(Float64Array.from(B.flat()), size);
  const axis = (k) => Array.from(vectors[k], (v) => v * Math.sqrt(Math.max(0, values[k])));
  const [x, y] = [axis(size - 1), axis(size - 2)];
  return x.map((v, k) => [v, y[k]]);
}

function pulled(at, d, i) {
  let [x, y, sum] = [0, 0, 0];
  at.forEach(([u, v], j) => {
    if (i === j) return;
    const weight = 1 / d[i][j] ** 2, [dx, dy] = [at[i][0] - u, at[i][1] - v];
    const ratio = d[i][j] / (Math.hypot(dx, dy) || 1);
    x += weight * (u + ratio * dx);
    y += weight * (v + ratio * dy);
    sum += weight;
  });
  return [x / sum, y / sum];
}

// About the middle: the long axis level and node 0 at the left; what is as high as wide with node 0 at the
// top where all nodes have as many neighbours, else in the corner. Node 0 or the next lies above.
function turned(at, A) {
  const size = at.length, middle = [0, 1].map((e) => at.reduce((sum, p) => sum + p[e], 0) / size);
  const moved = at.map(([x, y]) => [x - middle[0], y - middle[1]]);
  const of = (f) => moved.reduce((sum, p) => sum + f(p), 0);
  const [xx, yy, xy] = [of(([x]) => x * x), of(([, y]) => y * y), of(([x, y]) => x * y)];
  const isRound = Math.hypot(xx - yy, 2 * xy) < 0.02 * (xx + yy);
  const isEven = new Set(A.map((_, k) => neighboursOf(A, k).length)).size === 1;
  const goal = isEven ? -Math.PI / 2 : -3 * Math.PI / 4, [x0, y0] = moved[0];
  const angle = isRound ? goal - Math.atan2(y0, x0) : -Math.atan2(2 * xy, xx - yy) / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const level = moved.map(([x, y]) => [cos * x - sin * y, sin * x + cos * y]);
  if (isRound) {
    const side = level.map(([x, y]) => x * Math.sin(goal) - y * Math.cos(goal)).find((s) => Math.abs(s) > 1e-3);
    if (!(side > 0)) return level;
    const [c2, s2] = [Math.cos(2 * goal), Math.sin(2 * goal)];
    return level.map(([x, y]) => [c2 * x + s2 * y, s2 * x - c2 * y]);
  }
  const sign = (e) => (level.map((p) => p[e]).find((v) => Math.abs(v) > 1e-3) > 0 ? -1 : 1);
  const [left, up] = [sign(0), sign(1)];
  return level.map(([x, y]) => [left * x, up * y]);
}
