// Numerical taxonomy (Blaschko 2008): clusters, and a structure Y on them that makes the objective
// (1) large, in turns. Matrices on the clusters are Float64Arrays, row by row.
import { climb } from "./climb.js";
import { bestValue, largestOf, taxonomic } from "./objectives.js";
import { Partition } from "./partition.js";
import { polish } from "./search.js";
import { kmeansSteps } from "./starts.js";
import { quietly } from "./steps.js";
import { bestExchanged, fitTree, neighbourJoining, pathMetric } from "./trees.js";

/** @import { Gram, Pairs, Random, Steps, Tree } from "./types.d.ts" */

const ZERO = 1e-12,
  TIE = 1e-12;

// The mean similarity of every two clusters, S_jl / (n_j n_l) (eq. 9), of block sums S and sizes n.
/** @type {(S: Float64Array, n: Float64Array) => Float64Array} */
export const setKernel = (S, n) =>
  S.map((s, t) => s / (n[Math.floor(t / n.length)] * n[t % n.length]));

// Y* = C+ S C+ / sqrt(tr(S C+ S C+)) (eq. 8), which is the set kernel, centred, over its size.
/** @type {(S: Float64Array, n: Float64Array) => Float64Array} */
export function freeStructure(S, n) {
  const size = bestValue(S, n),
    Y = centredBothWays(setKernel(S, n), n.length);
  return Y.map((y) => (size ? y / size : 0));
}

function centredBothWays(M, c) {
  const mean = new Float64Array(c);
  for (let t = 0; t < c * c; t++) mean[t % c] += M[t] / c;
  const all = mean.reduce((sum, x) => sum + x, 0) / c;
  return M.map((x, t) => x - mean[t % c] - mean[Math.floor(t / c)] + all);
}

// The distances that belong to inner products, D_jl^2 = Y_jj + Y_ll - 2 Y_jl; rounding is 0.
/** @type {(Y: Float64Array, c: number) => Float64Array} */
export function clusterDistances(Y, c) {
  let largest = 0;
  for (let j = 0; j < c; j++) largest = Math.max(largest, Math.abs(Y[j * c + j]));
  const squares = (j, l) => {
    const square = Y[j * c + j] + Y[l * c + l] - 2 * Y[j * c + l];
    return j === l || square <= ZERO * largest ? 0 : square;
  };
  return Float64Array.from({ length: c * c }, (_, t) => {
    const j = Math.floor(t / c),
      l = t % c;
    return Math.sqrt((squares(j, l) + squares(l, j)) / 2);
  });
}

// The inner products that belong to squared distances, -H D2 H / 2 (section 4).
const structureOf = (squares, c) => centredBothWays(squares, c).map((x) => -x / 2);

// The structure for block sums and sizes: without `fit` Y*; else that of a tree, fitted to the
// distances of the clusters' means by "nni" or "nj", or the one of the largest (1), "objective",
// which starts at the topology of `previous` too. A generator; returns { Y, tree: { edges, lengths
// } or null }
/**
 * @type {(S: Float64Array, n: Float64Array, fit?: string | null, previous?: Tree | null) =>
 *   Steps<{ Y: Float64Array, tree: Tree | null }>}
 */
export function* bestStructure(S, n, fit = null, previous = null) {
  const c = n.length;
  if (!fit) return { Y: freeStructure(S, n), tree: null };
  const D = clusterDistances(setKernel(S, n), c);
  if (fit === "objective") {
    const tree = yield* treeOfLargestObjective(S, n, D, previous);
    return { Y: structureOf(pathMetric(tree, c), c), tree };
  }
  const tree = yield* fitTree(D, c, fit);
  return {
    Y: structureOf(
      pathMetric(tree, c).map((d) => d * d),
      c,
    ),
    tree,
  };
}

// max <S, Y> / sqrt(tr(YCYC)) over trees with Y = sum_e w_e s_e s_e', s_e the leaves beyond edge e.
// With F = (I - p p') N^(1/2), p = sqrt(n / m), C is F'F, and (1) the cosine between N^(-1/2) S
// N^(-1/2) and sum_e w_e (F s_e)(F s_e)': least squares find the w of the largest cosine. The inner
// product of the target with (F s_e)(F s_e)' is -S summed over what edge e separates, that of two
// images (a_e a_f / m)^2, a_e the samples beyond e.
function* treeOfLargestObjective(S, n, D, previous) {
  const c = n.length,
    m = n.reduce((sum, x) => sum + x, 0),
    most = largestOf(S) || 1;
  const fitted = {
    D: S.map((s) => -s / most),
    size: 0,
    weights: n.map((x) => x / Math.sqrt(m)),
    power: 2,
  };
  fitted.D.forEach((s, t) => {
    fitted.size += (s * s) / (n[Math.floor(t / c)] * n[t % c]);
  });
  const topologies = [neighbourJoining(D, c), ...(previous ? [previous.edges] : [])];
  const { edges, lengths } = yield* bestExchanged(topologies, c, fitted);
  return { edges, lengths: lengths.map((x) => x * most) };
}

// How far the clusters' distances are from those of a structure, |D - D_Y| / |D|; null where all
// are 0.
/** @type {(D: Float64Array, Y: Float64Array, c: number) => number | null} */
export function misfitOf(D, Y, c) {
  const fitted = clusterDistances(Y, c);
  let squares = 0,
    size = 0;
  for (let t = 0; t < c * c; t++) {
    squares += (D[t] - fitted[t]) ** 2;
    size += D[t] ** 2;
  }
  return size ? Math.sqrt(squares / size) : null;
}

// Labels to start from: k-means on the leading c - 1 eigenvectors, each times the root of its
// eigenvalue. A generator.
/** @type {(pairs: Pairs, m: number, c: number, random: Random) => Steps<Int32Array>} */
export function* startLabels({ values, vectors }, m, c, random) {
  const scaled = vectors.slice(0, c - 1).map((v, q) => {
    const size = Math.sqrt(Math.max(values[q], 0));
    return v.map((x) => x * size);
  });
  return yield* kmeansSteps(scaled, m, c, random);
}

// What labels lead to under a structure: "free", "tree" with its `fit`, or a fixed matrix, under
// which the partition step is all there is and the order of the labels is matched. A generator;
// returns as `alternate`.
/**
 * @type {(gram: Gram, labels: Int32Array, c: number,
 *   options: { structure: "free" | "tree" | Float64Array, fit: string, random: Random }) =>
 *   Steps<{ labels: Int32Array, Y: Float64Array, tree: Tree | null, of: Int32Array,
 *   objective: number, stopped: string }>}
 */
export function* taxonomyFrom(gram, labels, c, { structure, fit, random }) {
  if (structure === "tree" || structure === "free") {
    const start = new Partition({ gram, objective: taxonomic(identity(c)) }, labels);
    return yield* alternate(start, structure === "tree" ? fit : null);
  }
  const start = new Partition({ gram, objective: taxonomic(structure) }, labels);
  const found = yield* quietly(polish(start, random));
  return {
    labels: found.labels,
    Y: structure,
    tree: null,
    of: found.labels,
    objective: found.J,
    stopped: "no move",
  };
}

// Structure step and partition step in turn, from a partition on, until no sample moves. A
// generator that pauses within steps; returns the best pair it met, the later of equals: { labels,
// Y, tree, of: the labels whose structure Y is, objective: (1) of labels and Y, stopped }.
function* alternate(partition, fit = null, most = 50) {
  const { c } = partition,
    seen = new Set();
  let best = null,
    tree = null,
    stopped = "max_iter";
  for (let turn = 0; turn < most; turn++) {
    const before = partition.labels.slice();
    let Y;
    seen.add(before.join());
    ({ Y, tree } = yield* bestStructure(partition.S, partition.n, fit, tree));
    if (taxonomic(Y).offset(partition.n) < 0) Y = identity(c); // all clusters alike
    partition = partition.under(taxonomic(Y));
    const first = partition.J;
    yield;
    partition = yield* quietly(climb(partition));
    for (const [labels, objective] of [
      [before, first],
      [partition.labels, partition.J],
    ]) {
      if (best && !(objective >= best.objective * (1 - TIE))) continue;
      best = { labels: labels.slice(), Y, tree, of: before, objective };
    }
    if (partition.labels.every((label, i) => label === before[i])) stopped = "no move";
    else if (seen.has(partition.labels.join())) stopped = "cycle";
    if (stopped !== "max_iter") break;
  }
  return { ...best, stopped };
}

function identity(c) {
  const I = new Float64Array(c * c);
  for (let j = 0; j < c; j++) I[j * c + j] = 1;
  return I;
}
