// The leading eigenvectors of a kernel matrix that is not centred, made unique as in Python
// (`kernels/eigenvectors.py`): of an eigenvalue that repeats, the basis that pivoted Gram-Schmidt
// of its projector gives; of each vector the sign that makes its entry of largest size positive.
// Samples that are apart from all others are eigenvectors of their own, and there outside are exact
// zeros.
import { choleskySteps } from "./cholesky.js";
import { dot, leadingSteps, signed } from "./leading_eigen.js";
import { reflected, tridiagonalSteps, tridiagonalValues } from "./symmetric_eigen.js";
import { quietly } from "./steps.js";
import { inverseIterated } from "./top_eigen.js";

/** @import { Pairs, Steps } from "./types.d.ts" */

const TIE = 1e-9,
  APART = 1e-17,
  SETTLED = 1e-13; // of the largest eigenvalue or entry
const FEW = 150,
  // rows of a matrix made tridiagonal at once, eigenvalues that may repeat before that
  MOST_TIED = 40;
// A factor takes as long as two starts of a Krylov space and one for each of so many rows; its
// shift is so near the largest eigenvalue, and with it there are so many starts at most.
const ROWS_A_START = 350,
  BESIDE = 1e-7,
  MOST_STARTS = 6,
  ENTRIES_A_PAUSE = 1 << 16;
const ROUNDED = 0.5; // digits that rounding may take, where another start no longer adds as many
const LARGE = 1e100; // beyond it, or below its inverse, sizes of vectors are lost

// A generator; returns { values in descending order, vectors }, k of each, or fewer where the
// matrix is of a lower rank. K is m * m and positive semi-definite.
/** @type {(K: Float64Array, m: number, k: number) => Steps<Pairs>} */
export function* leadingPairs(K, m, k) {
  const found = [];
  let kth = -Infinity,
    tie = 0;
  for (const { members, bound } of yield* componentsOf(K, m)) {
    if (bound < kth - 2 * tie) break;
    const pairs = yield* pairsOf(yield* blockOf(K, m, members), k, bound);
    pairs.values.forEach((value, q) => found.push({ value, members, v: pairs.vectors[q] }));
    found.sort((a, b) => b.value - a.value);
    [kth, tie] = [found[k - 1]?.value ?? -Infinity, TIE * found[0].value];
  }
  const vectors = [],
    shown = Math.min(k, found.length);
  for (let first = 0, last = 1; first < shown; last++) {
    if (found[last] && found[last - 1].value - found[last].value <= tie) continue;
    const spread = found.slice(first, last).map((pair) => spreadOut(pair, m));
    vectors.push(...canonical(spread, Math.min(spread.length, shown - first), m));
    first = last;
  }
  const values = Float64Array.from(found.slice(0, shown), ({ value }) => value);
  return { values, vectors: vectors.map(signed) };
}

// Samples that hang together, in the order in which they were found, neighbours after neighbours,
// and a bound for the eigenvalues of their block; the largest bound first. A generator.
function* componentsOf(K, m) {
  const found = [],
    rows = Math.ceil(ENTRIES_A_PAUSE / m);
  let seen = 0;
  const scale = Float64Array.from({ length: m }, (_, i) => 1 / Math.sqrt(K[i * m + i]));
  const top = 1 / scale.reduce((least, x) => Math.min(least, x), Infinity) ** 2;
  for (let left = Array.from({ length: m }, (_, i) => i); left.length;) {
    const members = [left.shift()];
    let bound = 0;
    for (let next = 0; next < members.length; next++) {
      const i = members[next],
        row = K.subarray(i * m, (i + 1) * m);
      bound = Math.max(bound, dot(row, scale) / scale[i]);
      left = left.filter((j) => !(row[j] > APART * top && members.push(j)));
      if (++seen % rows === 0) yield;
    }
    found.push({ members: Int32Array.from(members), bound });
  }
  return found.sort((a, b) => b.bound - a.bound);
}

// The gram of some samples. In their order it is narrow where the kernel is: what is as good as 0
// is 0, and `spans` (first column and end of each row) hold the rest. A generator.
function* blockOf(K, m, members) {
  const n = members.length,
    block = new Float64Array(n * n),
    spans = new Int32Array(2 * n);
  const rows = Math.ceil(ENTRIES_A_PAUSE / n);
  const least = APART * members.reduce((most, i) => Math.max(most, K[i * m + i]), 0);
  for (let s = 0; s < n; s++) {
    const i = members[s],
      row = block.subarray(s * n, (s + 1) * n);
    copyLarge(K.subarray(i * m, (i + 1) * m), members, least, row);
    spans[2 * s] = row.findIndex(Boolean);
    spans[2 * s + 1] = row.findLastIndex(Boolean) + 1;
    if (s % rows === rows - 1) yield;
  }
  return { K: block, m: n, r: new Float64Array(n), k: 0, spans };
}

function copyLarge(row, members, least, out) {
  for (let u = 0; u < out.length; u++) {
    const value = row[members[u]];
    out[u] = Math.abs(value) > least ? value : 0;
  }
}

// A generator; returns { values, vectors } of one block, the leading ones first: k, and what
// repeats the last.
function* pairsOf(gram, k, bound) {
  const { K, m: n } = gram;
  if (n > FEW && 4 * k < n) {
    const found = yield* settledPairs(gram, k, bound);
    if (found) return found;
  }
  if (n === 1) return { values: Float64Array.of(K[0]), vectors: [Float64Array.of(1)] };
  const T = yield* quietly(tridiagonalSteps(K, n)),
    all = tridiagonalValues(T).reverse();
  let count = Math.min(k, n);
  while (count < n && all[count - 1] - all[count] <= TIE * all[0]) count++;
  const values = all.subarray(0, count);
  yield;
  return { values, vectors: inverseIterated(T, values).map((v) => reflected(T.reflections, v)) };
}

// The same from a Krylov space: of the matrix itself, or where its eigenvalues crowd and that would
// take long, of the inverse of what a shift just above them leaves. null where neither settles, or
// too many eigenvalues repeat.
function* settledPairs(gram, k, bound) {
  let found = null,
    factor = null,
    starts = 0;
  for (let count = k, before = -Math.log10(SETTLED); starts < MOST_STARTS;) {
    const width = 4 * Math.ceil((count + 1) / 4),
      blocks = 4 + Math.ceil(32 / width);
    found = yield* leadingSteps(gram, count + 1, {
      start: found?.basis,
      exact: count,
      tolerance: SETTLED,
      centred: false,
      most: 0,
      advance: factor?.solve,
      width,
      blocks,
    });
    const { values, vectors } = found,
      missing = missingDigits(found, count);
    if (!(values[0] > 1 / LARGE && values[0] < LARGE && missing < Infinity)) return null;
    const isRounding = missing < ROUNDED && Math.abs(missing - before) < ROUNDED;
    if (missing <= 0 || isRounding) {
      const end = endOfTie(values, k);
      if (end) return { values: values.subarray(0, end), vectors: vectors.slice(0, end) };
      count *= 2;
      if (count > MOST_TIED) return null;
    }
    if (factor) starts += 1;
    else if (missing <= 0 || missing > (before - missing) * (2 + gram.m / ROWS_A_START)) {
      factor = yield* factorBeside(gram, found, bound);
    }
    before = missing;
  }
  return null;
}

// Of the first values all digits are wanted, and of the next that it is smaller.
function missingDigits({ values, residuals }, count) {
  let most = -Infinity;
  for (let q = 0; q <= count; q++) {
    const wanted = Math.max(
      SETTLED * values[0],
      q < count ? 0 : 0.1 * (values[count - 1] - values[count]),
    );
    most = Math.max(most, Math.log10(residuals[q] / wanted));
  }
  return most;
}

// From k on, how many values come before a smaller one; 0 if none is.
function endOfTie(values, k) {
  for (let q = k; q < values.length; q++) if (values[q - 1] - values[q] > TIE * values[0]) return q;
  return 0;
}

// The factor of a shift that is just above the largest eigenvalue.
function* factorBeside({ K, m }, { values: [top], residuals }, bound) {
  for (let beside = Math.max(Math.min(bound - top, residuals[0]), BESIDE * top); ; beside *= 100) {
    const factor = yield* choleskySteps(K, m, top + beside);
    if (factor) return factor;
  }
}

function spreadOut({ members, v }, m) {
  const all = new Float64Array(m);
  members.forEach((i, s) => {
    all[i] = v[s];
  });
  return all;
}

// Of the space that some orthonormal vectors span, the first vectors of the basis that pivoted
// Gram-Schmidt of the projector gives; a single vector is itself.
function canonical(vectors, count, m) {
  const t = vectors.length,
    directions = [];
  if (t === 1) return vectors;
  const left = vectors.map((v) => v.slice());
  for (let s = 0; s < count; s++) {
    const size = new Float64Array(m);
    for (const v of left) for (let i = 0; i < m; i++) size[i] += v[i] * v[i];
    const largest = size.reduce((most, x) => Math.max(most, x), 0);
    const row = size.findIndex((x) => x >= largest * (1 - 1e-6)),
      length = Math.sqrt(size[row]);
    const direction = left.map((v) => v[row] / length),
      along = new Float64Array(m);
    left.forEach((v, q) => {
      for (let i = 0; i < m; i++) along[i] += direction[q] * v[i];
    });
    left.forEach((v, q) => {
      for (let i = 0; i < m; i++) v[i] -= along[i] * direction[q];
    });
    directions.push(direction);
  }
  return directions.map((direction) => {
    const v = new Float64Array(m);
    for (let q = 0; q < t; q++) for (let i = 0; i < m; i++) v[i] += direction[q] * vectors[q][i];
    return v;
  });
}
