// The leading eigenvectors of a centred kernel matrix: those of a block Krylov space, begun anew
// from what it has found until that stands still. A kernel that has changed a little starts from
// the vectors of the one before, and one product is then enough for a picture while a hand moves.
import { inUnits, productSteps } from "./gram.js";
import { createRandom } from "./random.js";
import { quietly } from "./steps.js";
import { eigenSteps } from "./symmetric_eigen.js";

/** @import { Gram, Pairs, Steps } from "./types.d.ts" */

const SPARE = 4,
  LEAST = 8,
  BLOCKS = 4,
  MOST_STARTS = 60,
  SETTLED = 1e-11,
  SEEN = 1e-5;
const SOME = 4; // columns between two pauses

// A generator; returns { values (k), vectors: k Float64Arrays, basis for the next start, settled,
// residuals of all in the basis }. `start` is such a basis; `quick` contents itself with one
// product of it. Where only some are wanted `exact`, the values behind them are good to ten digits.
// It begins anew `most` times. `tolerance` is that of residuals, a share of the largest eigenvalue.
// Of a gram that is not `centred` r and k are 0. `advance` gives the next columns of the space from
// some, where another matrix of the same eigenvectors spans it faster. The space has so many
// `blocks` of so many columns, its `width`.
/**
 * @type {(given: Gram, k: number, options?: { start?: Float64Array[] | null, quick?: boolean,
 *   exact?: number, most?: number, centred?: boolean, tolerance?: number, width?: number,
 *   blocks?: number, advance?: ((columns: Float64Array[]) => Steps<Float64Array[]>) | null }) =>
 *   Steps<Pairs & { basis: Float64Array[], settled: boolean, residuals: Float64Array }>}
 */
export function* leadingSteps(
  given,
  k,
  {
    start = null,
    quick = false,
    exact = k,
    most = MOST_STARTS,
    centred = true,
    tolerance = SETTLED,
    advance = null,
    width: wide = Math.max(k + SPARE, LEAST),
    blocks: many = BLOCKS,
  } = {},
) {
  const [gram, unit] = inUnits(given),
    { m } = gram;
  const isQuick = quick && start?.length >= k,
    blocks = isQuick ? 1 : many;
  const width = Math.min(m, isQuick ? Math.max(k, LEAST) : wide);
  let columns = start?.[0].length === m ? start.slice(0, width).map((v) => v.slice()) : [];
  const { normal } = createRandom(1 + columns.length); // what an earlier start drew it has found
  while (columns.length < width) columns.push(Float64Array.from({ length: m }, normal));
  if (centred) columns = columns.map(centredColumn);
  const isSettled = ({ values, residuals }) =>
    residuals
      .slice(0, k)
      .every(
        (size, q) =>
          size <= (q < exact ? tolerance : SEEN) * Math.max(Math.abs(values[0] ?? 0), 1e-300),
      );
  for (let turn = 0; ; turn++) {
    const found = yield* krylov(gram, columns, width, blocks, advance, isSettled),
      settled = isSettled(found);
    if (settled || blocks === 1 || turn === most || found.values.length < k) {
      const vectors = found.vectors.slice(0, k).map((v) => signed(v.slice()));
      const inAll = (sizes) => Float64Array.from(sizes, (x) => x * unit);
      return {
        values: inAll(found.values.slice(0, k)),
        vectors,
        basis: found.vectors,
        settled,
        residuals: inAll(found.residuals),
      };
    }
    columns = found.vectors.map((v) => v.slice());
  }
}

// Ritz pairs of the span of V, Kc V, Kc^2 V, ..., as many as V is wide; of fewer blocks where these
// will do.
function* krylov(gram, columns, width, blocks, advance, isSettled) {
  const { m } = gram,
    Q = [],
    KQ = [];
  let block = yield* orthonormal(columns, [], m);
  for (let b = 1; block.length; b++) {
    const product = yield* productSteps(gram, block);
    Q.push(...block);
    KQ.push(...product);
    if (b === blocks || Q.length >= m) break;
    if (b >= BLOCKS && b % 2 === 0) {
      const found = yield* ritzPairs(Q, KQ, width, m);
      if (isSettled(found)) return found;
    }
    const next = advance ? yield* advance(block) : product.map((v) => v.slice());
    block = yield* orthonormal(next, Q, m);
    yield;
  }
  return yield* ritzPairs(Q, KQ, width, m);
}

function* ritzPairs(Q, KQ, width, m) {
  const s = Q.length,
    T = new Float64Array(s * s);
  for (let i = 0; i < s; i++) {
    for (let j = 0; j <= i; j++) T[i * s + j] = T[j * s + i] = dot(Q[i], KQ[j]);
    if (i % SOME === SOME - 1) yield;
  }
  const { values, vectors } = yield* quietly(eigenSteps(T, s)),
    kept = Math.min(s, width);
  const order = Array.from({ length: kept }, (_, q) => s - 1 - q);
  yield;
  const found = [],
    residuals = [];
  for (const q of order) {
    const v = combined(Q, vectors[q]),
      image = combined(KQ, vectors[q]);
    let sum = 0;
    for (let x = 0; x < m; x++) sum += (image[x] - values[q] * v[x]) ** 2;
    found.push(v);
    residuals.push(Math.sqrt(sum));
    if (found.length % SOME === 0) yield;
  }
  return { values: Float64Array.from(order, (q) => values[q]), vectors: found, residuals };
}

// The combination of as many columns as there are weights, four at a time.
/** @type {(columns: Float64Array[], weights: Float64Array) => Float64Array} */
export function combined(columns, weights) {
  const v = new Float64Array(columns[0].length),
    s = weights.length;
  let i = 0;
  for (; i + 3 < s; i += 4) {
    const [A, B, C, D] = columns.slice(i, i + 4),
      [a, b, c, d] = weights.slice(i, i + 4);
    for (let x = 0; x < v.length; x++) v[x] += a * A[x] + b * B[x] + c * C[x] + d * D[x];
  }
  for (; i < s; i++) {
    const column = columns[i],
      weight = weights[i];
    for (let x = 0; x < v.length; x++) v[x] += weight * column[x];
  }
  return v;
}

/** @type {(u: Float64Array, v: Float64Array) => number} */
export function dot(u, v) {
  let a = 0,
    b = 0,
    c = 0,
    d = 0,
    x = 0;
  for (const end = u.length - 3; x < end; x += 4) {
    a += u[x] * v[x];
    b += u[x + 1] * v[x + 1];
    c += u[x + 2] * v[x + 2];
    d += u[x + 3] * v[x + 3];
  }
  for (; x < u.length; x++) a += u[x] * v[x];
  return a + b + (c + d);
}

// Orthonormal to each other and to Q, each column twice; what is nothing but rounding is left out.
function* orthonormal(columns, Q, m) {
  const kept = [];
  for (const v of columns) {
    const first = dot(v, v);
    for (let twice = 0; twice < 2; twice++) {
      for (const q of [...Q, ...kept]) {
        const along = dot(q, v);
        for (let x = 0; x < m; x++) v[x] -= along * q[x];
      }
    }
    const size = dot(v, v);
    if (!(size > 1e-24 * first)) continue;
    const scale = 1 / Math.sqrt(size);
    for (let x = 0; x < m; x++) v[x] *= scale;
    kept.push(v);
    if (kept.length % SOME === 0) yield;
  }
  return kept;
}

function centredColumn(v) {
  const mean = v.reduce((sum, x) => sum + x, 0) / v.length;
  return v.map((x) => x - mean);
}

// With the first entry of largest size positive, as Python's are.
/** @type {(v: Float64Array) => Float64Array} */
export function signed(v) {
  let largest = 0;
  for (const x of v) largest = Math.max(largest, Math.abs(x));
  return v.find((x) => Math.abs(x) >= largest * (1 - 1e-6)) < 0 ? v.map((x) => -x) : v;
}
