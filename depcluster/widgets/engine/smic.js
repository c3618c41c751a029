// SMIC: clustering in closed form by squared-loss mutual information (Sugiyama 2011, section 2.3).
// The posterior of a class is modelled as K alpha, and the leading eigenvectors of K are the best
// of those.
import { kernelRow } from "./local_scaling.js";
import { nearestRows } from "./nearest.js";
import { componentEigen } from "./sparse_eigen.js";

/** @import { Fit, Pairs, Sparse, Steps } from "./types.d.ts" */

const ZERO = 1e-10; // of the largest entry of an eigenvector
const EVEN = 1e-8,
  NEARLY = 1 - 1e-6; // of a sum that is rounding; of the largest entry: as large
const LEVELS = 24,
  CELLS = 64; // of a posterior; cells between two pauses

// A generator, for a sparse K and samples X of d features; returns { values, vectors: k of them,
// the c first those of the classes, labels, undecided: 1 where no class has a score, smi: the
// estimate (8), pieces }.
/**
 * @type {(K: Sparse, c: number, k: number, X: Float64Array, d: number) =>
 *   Steps<Pairs & { labels: Int32Array, undecided: Uint8Array, smi: number, pieces: number }>}
 */
export function* smicSteps(K, c, k, X, d) {
  const { m } = K,
    { values, vectors, count } = yield* componentEigen(K, k);
  vectors.forEach((v) => {
    const least = ZERO * largest(v),
      sign = signOf(v);
    for (let i = 0; i < m; i++) v[i] = Math.abs(v[i]) <= least ? 0 : sign * v[i];
  });
  const own = vectors.slice(0, c),
    totals = totalsOf(own);
  const labels = new Int32Array(m),
    undecided = new Uint8Array(m);
  let squares = 0;
  for (let i = 0; i < m; i++) {
    const scores = scoresOf(
      own.map((v) => v[i]),
      totals,
      m,
    );
    scores.forEach((score, y) => {
      squares += score * score;
      if (score > scores[labels[i]]) labels[i] = y;
    });
    undecided[i] = Number(scores.every((score) => score === 0));
  }
  settle(labels, undecided, X, d);
  return { values, vectors, labels, undecided, smi: (c * squares) / (2 * m) - 0.5, pieces: count };
}

const largest = (v) => v.reduce((top, x) => Math.max(top, Math.abs(x)), 0);
const totalsOf = (vectors) => vectors.map((v) => v.reduce((sum, x) => sum + Math.max(x, 0), 0));

// m pi_y max(0, phi_y) / sum_i max(0, phi_yi), all classes having the same share pi.
const scoresOf = (phi, totals, m) =>
  phi.map((x, y) => (m / phi.length) * (Math.max(x, 0) / totals[y]));

// A positive sum, else a positive sum of cubes, else a positive largest entry.
function signOf(v) {
  for (const power of [1, 3]) {
    let sum = 0,
      size = 0;
    for (const x of v) {
      sum += x ** power;
      size += Math.abs(x ** power);
    }
    if (Math.abs(sum) > EVEN * size) return Math.sign(sum);
  }
  const top = NEARLY * largest(v);
  return Math.sign(v.find((x) => Math.abs(x) >= top));
}

// An undecided sample has the label of the nearest decided one, and one that is there already that
// of the first.
function settle(labels, undecided, X, d) {
  const of = (rows) =>
    Float64Array.from(rows.flatMap((i) => Array.from(X.subarray(i * d, (i + 1) * d))));
  const indices = Array.from(labels.keys());
  const lost = indices.filter((i) => undecided[i]),
    kept = indices.filter((i) => !undecided[i]);
  if (lost.length)
    nearestRows(of(lost), of(kept), d).forEach((at, x) => {
      labels[lost[x]] = labels[kept[at]];
    });
  const firsts = new Map();
  indices.forEach((i) => {
    const row = X.subarray(i * d, (i + 1) * d).join();
    if (firsts.has(row)) labels[i] = labels[firsts.get(row)];
    else firsts.set(row, i);
  });
}

// -> (x) => the scores of a new sample x, all 0 where no support reaches, for samples X, their
// `kernel` of t neighbours and what smicSteps found of it.
/** @type {(fit: Fit) => (x: ArrayLike<number>) => number[]} */
export function scorer({ kernel, t, X, c, values, vectors }) {
  const { m } = kernel,
    own = vectors.slice(0, c),
    totals = totalsOf(own);
  const least = own.map((v) => ZERO * largest(v)),
    top = ZERO * largest(values.subarray(0, c));
  const found = { columns: new Int32Array(m), values: new Float64Array(m) };
  return (x) => {
    const count = kernelRow(kernel, t, X, x, found);
    const phi = own.map((v, y) => {
      if (Math.abs(values[y]) <= top) return 0;
      let sum = 0;
      for (let p = 0; p < count; p++) sum += found.values[p] * v[found.columns[p]];
      sum /= values[y];
      return Math.abs(sum) <= least[y] ? 0 : sum;
    });
    return scoresOf(phi, totals, m);
  };
}

// A generator: the class of largest posterior, and how sure, in g * g cells of the square with
// corners [x0, y0, x1, y1], rows from the top, for samples in the plane and what scorer takes of
// them. Returns a byte a cell: 0 where no support reaches, else 1 + 25 y + level, with level from 0
// (posterior 1 / c) to 24 (posterior 1).
/**
 * @type {(fit: Fit, g: number, corners: [number, number, number, number]) =>
 *   Steps<Uint8Array>}
 */
export function* posteriorSteps(fit, g, [x0, y0, x1, y1]) {
  const scoresAt = scorer(fit),
    codes = new Uint8Array(g * g);
  for (let cell = 0; cell < g * g; cell++) {
    if (cell % CELLS === 0) yield;
    const across = ((cell % g) + 0.5) / g,
      down = (Math.floor(cell / g) + 0.5) / g;
    codes[cell] = codeOf(scoresAt([x0 + (x1 - x0) * across, y1 - (y1 - y0) * down]));
  }
  return codes;
}

function codeOf(scores) {
  const c = scores.length,
    total = scores.reduce((sum, score) => sum + score, 0);
  const y = scores.indexOf(Math.max(...scores));
  if (!(total > 0)) return 0;
  const share = Math.min(1, Math.max(0, ((scores[y] / total) * c - 1) / (c - 1)));
  return 1 + (LEVELS + 1) * y + Math.round(LEVELS * share);
}
