// Samples, and what their kernels are made of: for every pair a squared distance, an L1 distance or
// an inner product, computed once, when the first kernel asks for it.
//
// Pairs i > j lie in the order of 32 x 32 tiles of the lower triangle, row by row in each: a kernel
// matrix that is written tile by tile has both of its halves in the processor's cache.
import { medianOf } from "./median.js";
import { finish } from "./steps.js";

/** @import { Samples } from "./types.d.ts" */

export const TILE = 32;

// What a kernel is made of; the graph's is made of its neighbours (`diffusion.js`).
const MADE_OF = {
  rbf: "squared",
  laplacian: "manhattan",
  poly: "products",
  cosine: "products",
  linear: "products",
};

// X is a Float64Array of m rows and d columns. Where there were more features than rows, X are
// coordinates in the space of the rows, `nFeatures` says how many there were, and `manhattan` holds
// the L1 distances, row by row of the lower triangle; `features` are the samples as they were, if
// they are known.
// -> { m, X, nFeatures, features, mean, pairsOf(kernel), pairSteps(kernel), the same as a
//      generator, ruleOf(kernel), squared() }
/**
 * @type {(X: Float64Array, m: number, known?: { nFeatures?: number,
 *   manhattan?: Float64Array | null, features?: Float64Array | null }) => Samples}
 */
export function createSamples(
  X,
  m,
  { nFeatures = X.length / m, manhattan = null, features = null } = {},
) {
  const d = X.length / m,
    mean = new Float64Array(d),
    kept = {},
    rules = {};
  for (let t = 0; t < X.length; t++) mean[t % d] += X[t] / m;
  // Seen from the mean products lose fewer digits; differences of X itself lose none, though one
  // lies very far.
  const Y = X.map((x, t) => x - mean[t % d]);
  const measures = {
    squared: () => overPairs(X, m, d, squaredDifferences),
    *manhattan() {
      return manhattan ? inTiles(manhattan, m) : yield* overPairs(X, m, d, absoluteDifferences);
    },
    products: () => overPairs(Y, m, d, innerProducts),
    rows: () => overPairs(X, m, d, innerProducts), // from 0: a cosine is an angle seen from there
  };
  function* measured(name) {
    kept[name] ??= yield* measures[name]();
    return kept[name];
  }
  const pairSteps = (kernel) => measured(kernel === "cosine" ? "rows" : MADE_OF[kernel]);
  const pairsOf = (kernel) => finish(pairSteps(kernel));

  // The width that the median rule gives, 1 / median distance of all pairs; 1 / the number of
  // features for a kernel without a distance. Where the median is 0, equal pairs are left out;
  // Infinity where all are.
  function ruleOf(kernel) {
    const hasDistance = kernel === "rbf" || kernel === "laplacian";
    rules[kernel] ??= 1 / (hasDistance ? medianDistance(pairsOf(kernel)) : nFeatures);
    return rules[kernel];
  }

  return {
    m,
    d,
    X,
    Y,
    mean,
    nFeatures,
    features,
    pairsOf,
    pairSteps,
    ruleOf,
    squared: () => finish(measured("squared")),
  };
}

const medianDistance = (pairs) =>
  medianOf(pairs) || medianOf(pairs.filter((distance) => distance > 0));

// One number a pair of rows, in tiles; `sum` adds up four columns of a tile at a time or one. A
// generator.
function* overPairs(Y, m, d, sum) {
  const pairs = new Float64Array((m * (m - 1)) / 2);
  for (let top = 0, p = 0; top < m; top += TILE) {
    for (let left = 0; left <= top; left += TILE) {
      for (let i = top; i < Math.min(top + TILE, m); i++) {
        const end = Math.min(left + TILE, i);
        p = sum(Y, d, i * d, left, Math.max(left, end), pairs, p);
      }
      yield;
    }
  }
  return pairs;
}

function squaredDifferences(Y, d, u, from, to, out, p) {
  let j = from;
  for (; j + 3 < to; j += 4, p += 4) {
    let v = j * d,
      a = 0,
      b = 0,
      c = 0,
      e = 0;
    for (let f = 0; f < d; f++, v++) {
      const y = Y[u + f],
        w = y - Y[v],
        x = y - Y[v + d],
        s = y - Y[v + 2 * d],
        t = y - Y[v + 3 * d];
      a += w * w;
      b += x * x;
      c += s * s;
      e += t * t;
    }
    out[p] = a;
    out[p + 1] = b;
    out[p + 2] = c;
    out[p + 3] = e;
  }
  for (; j < to; j++, p++) {
    let a = 0;
    for (let f = 0; f < d; f++) a += (Y[u + f] - Y[j * d + f]) ** 2;
    out[p] = a;
  }
  return p;
}

function absoluteDifferences(Y, d, u, from, to, out, p) {
  for (let j = from; j < to; j++, p++) {
    let a = 0;
    for (let f = 0; f < d; f++) a += Math.abs(Y[u + f] - Y[j * d + f]);
    out[p] = a;
  }
  return p;
}

function innerProducts(Y, d, u, from, to, out, p) {
  let j = from;
  for (; j + 3 < to; j += 4, p += 4) {
    let v = j * d,
      a = 0,
      b = 0,
      c = 0,
      e = 0;
    for (let f = 0; f < d; f++, v++) {
      const y = Y[u + f];
      a += y * Y[v];
      b += y * Y[v + d];
      c += y * Y[v + 2 * d];
      e += y * Y[v + 3 * d];
    }
    out[p] = a;
    out[p + 1] = b;
    out[p + 2] = c;
    out[p + 3] = e;
  }
  for (; j < to; j++, p++) {
    let a = 0;
    for (let f = 0; f < d; f++) a += Y[u + f] * Y[j * d + f];
    out[p] = a;
  }
  return p;
}

// The same numbers, given row by row of the lower triangle.
function inTiles(rows, m) {
  const pairs = new Float64Array(rows.length);
  for (let top = 0, p = 0; top < m; top += TILE) {
    for (let left = 0; left <= top; left += TILE) {
      for (let i = top; i < Math.min(top + TILE, m); i++) {
        for (let j = left; j < Math.min(left + TILE, i); j++, p++)
          pairs[p] = rows[(i * (i - 1)) / 2 + j];
      }
    }
  }
  return pairs;
}
