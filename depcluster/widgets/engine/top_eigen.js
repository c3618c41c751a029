// The largest eigenvalues of a centred kernel matrix and their eigenvectors, to all digits, on the
// complement of the constant vector: an indefinite kernel may have that one's eigenvalue, 0, among
// its largest.
import { centredMatrix, inUnits, productSteps } from "./gram.js";
import { combined } from "./leading_eigen.js";
import { createRandom } from "./random.js";
import { eigenSteps, reflected, tridiagonalSteps, tridiagonalValues } from "./symmetric_eigen.js";
import { finish, quietly } from "./steps.js";

/** @import { Gram, Pairs, Steps, Tridiagonal } from "./types.d.ts" */

const BLOCK = 4,
  SETTLED = 1e-11,
  SEEN = 1e-6; // columns; residuals, of what is wanted exactly and of the rest
const ENTRIES_A_PAUSE = 1 << 19;
const SHARE = 4,
  GROWTH = 1.15; // rows to a column, at least; columns from one look at the residuals to the next

// A generator; returns { values (k, falling), vectors: the first `exact` Float64Arrays }. From a
// Krylov space, or, where that does not settle, as under noise, where eigenvalues crowd, of the
// matrix made tridiagonal.
/** @type {(given: Gram, k: number, exact: number) => Steps<Pairs>} */
export function* topSteps(given, k, exact) {
  const [gram, unit] = inUnits(given),
    few = Math.min(k, given.m - 1);
  const { values, vectors } = yield* topOf(gram, few, Math.min(exact, few));
  return { values: values.map((x) => x * unit), vectors };
}

function* topOf(gram, k, exact) {
  const { m } = gram,
    found = yield* krylovSteps(gram, k, exact);
  if (found) return found;
  // no eigenvalue is below the constant's now
  const below = { ...gram, k: gram.k - frobenius(gram) / m };
  const T = yield* quietly(tridiagonalSteps(centredMatrix(below), m));
  const values = tridiagonalValues(T).reverse().subarray(0, k);
  const vectors = inverseIterated(T, values.subarray(0, exact));
  return { values, vectors: vectors.map((y) => reflected(T.reflections, y)) };
}

// The same of the span of V, Kc V, Kc^2 V, ..., V random, in columns orthogonal to each other and
// to the constant, in which Kc is T; null where its residuals stay large, or it may lack some
// vectors of an eigenvalue.
function* krylovSteps(gram, k, exact) {
  const { m } = gram,
    { normal } = createRandom(1),
    T = [],
    Q = [new Float64Array(m).fill(1)];
  const drawn = () => Float64Array.from({ length: m }, normal);
  scaleTo1(Q[0]);
  while (Q.length <= Math.min(BLOCK, m - 1)) takeUp(drawn(), Q, drawn);
  for (let due = k; SHARE * Q.length <= m;) {
    const s = Q.length - 1,
      beyond = [];
    for (const image of yield* productSteps(gram, Q.slice(-BLOCK))) {
      const along = takeUp(image, Q, drawn);
      T.push(along.subarray(1, s + 1));
      beyond.push(along.subarray(s + 1));
      yield;
    }
    if (s < due) continue;
    due = GROWTH * s;
    const pairs = yield* quietly(
      eigenSteps(
        Float64Array.from({ length: s * s }, (_, t) => {
          const i = Math.floor(t / s),
            j = t % s;
          return i < j ? T[j][i] : T[i][j];
        }),
        s,
      ),
    );
    const values = pairs.values.reverse().subarray(0, k),
      vectors = pairs.vectors.reverse().slice(0, k);
    const isSettled = vectors.every(
      (y, q) =>
        residualOf(y, beyond)
        <= (q < exact ? SETTLED : SEEN) * Math.max(Math.abs(values[0]), 1e-300),
    );
    if (!isSettled) continue;
    const columns = Q.slice(1);
    return isWhole(values)
      ? { values, vectors: vectors.slice(0, exact).map((y) => combined(columns, y)) }
      : null;
  }
  return null;
}

// What stands orthogonal to Q in a column joins it, a drawn column where that is nothing but
// rounding. -> its coefficients along Q, and along what has joined
function takeUp(v, Q, drawn) {
  const along = new Float64Array(Q.length + 1),
    before = lengthOf(v);
  for (let twice = 0; twice < 2; twice++)
    Q.forEach((q, i) => {
      along[i] += removeFrom(v, q);
    });
  const left = lengthOf(v);
  if (!(left > 1e-13 * before)) {
    takeUp(drawn(), Q, drawn);
    return along;
  }
  along[Q.length] = left;
  for (let i = 0; i < v.length; i++) v[i] /= left;
  Q.push(v);
  return along;
}

// How far Kc leads out of the space from the vector with some coordinates in it.
function residualOf(y, beyond) {
  const out = new Float64Array(BLOCK),
    first = y.length - BLOCK;
  beyond.forEach((along, f) =>
    along.forEach((x, b) => {
      out[b] += x * y[first + f];
    }),
  );
  return lengthOf(out);
}

// An eigenvalue has as many vectors in the space as that began with, so of one that has as many
// there may be more; nothing lacks if those that follow are as large.
const isWhole = (values) =>
  values.every((value, q) => {
    const near = 2 * SEEN * Math.abs(values[0]);
    return q + 1 < BLOCK || values[q + 1 - BLOCK] - value > near || value - values.at(-1) <= near;
  });

// The size of a centred kernel matrix, or of what lies between two.
/** @type {(gram: Gram, other?: Gram | null) => number} */
export const frobenius = (gram, other) => finish(frobeniusSteps(gram, other));

// The same as a generator.
/** @type {(gram: Gram, beside?: Gram | null) => Steps<number>} */
export function* frobeniusSteps(gram, beside = null) {
  const [{ K, m, r, k }, unit] = inUnits(gram),
    other = beside && inUnits(beside, unit)[0];
  const rows = Math.ceil(ENTRIES_A_PAUSE / m);
  let sum = 0;
  for (let i = 0; i < m; i++) {
    const own = r[i] - k,
      its = other ? other.r[i] - other.k : 0;
    for (let j = 0, t = i * m; j <= i; j++, t++) {
      let entry = K[t] - r[j] - own;
      if (other) entry -= other.K[t] - other.r[j] - its;
      sum += (j < i ? 2 : 1) * entry * entry;
    }
    if (i % rows === rows - 1) yield;
  }
  return unit * Math.sqrt(sum);
}

const TURNS = 3;

// Eigenvectors of a tridiagonal matrix for its largest eigenvalues (Peters and Wilkinson 1971).
// Each is kept orthogonal to those before it: of a repeated eigenvalue there are then as many as it
// has.
/** @type {(matrix: Tridiagonal, values: Float64Array) => Float64Array[]} */
export function inverseIterated({ diagonal, beside }, values) {
  const n = diagonal.length,
    { normal } = createRandom(1),
    found = [];
  for (const value of values) {
    const solve = shiftedSolver(diagonal, beside, value),
      x = Float64Array.from({ length: n }, normal);
    for (let turn = 0; turn < TURNS; turn++) {
      solve(x);
      scaleTo1(x);
      for (let twice = 0; twice < 2; twice++) for (const y of found) removeFrom(x, y);
      scaleTo1(x);
    }
    found.push(x);
  }
  return found;
}

// -> x <- (T - shift I)^-1 x, up to its scale, by elimination with row exchanges; a pivot of
// nothing is taken for rounding.
function shiftedSolver(diagonal, beside, shift) {
  const n = diagonal.length,
    a = diagonal.map((d) => d - shift),
    b = new Float64Array(n),
    c = new Float64Array(n);
  const factor = new Float64Array(n),
    isSwapped = new Uint8Array(n);
  let size = 1e-200;
  for (let i = 0; i < n; i++) {
    size = Math.max(size, Math.abs(diagonal[i]) + Math.abs(beside[i]));
    b[i] = i + 1 < n ? beside[i + 1] : 0;
  }
  const least = 2 ** -52 * size;
  for (let i = 0; i + 1 < n; i++) {
    const low = beside[i + 1];
    if (Math.abs(a[i]) >= Math.abs(low)) {
      if (Math.abs(a[i]) < least) a[i] = least;
      factor[i] = low / a[i];
      a[i + 1] -= factor[i] * b[i];
    } else {
      isSwapped[i] = 1;
      factor[i] = a[i] / low;
      const right = b[i];
      [a[i], b[i], c[i]] = [low, a[i + 1], b[i + 1]];
      a[i + 1] = right - factor[i] * b[i];
      b[i + 1] = -factor[i] * c[i];
    }
  }
  if (Math.abs(a[n - 1]) < least) a[n - 1] = least;
  return (x) => {
    for (let i = 0; i + 1 < n; i++) {
      if (isSwapped[i]) [x[i], x[i + 1]] = [x[i + 1], x[i] - factor[i] * x[i + 1]];
      else x[i + 1] -= factor[i] * x[i];
    }
    for (let i = n - 1; i >= 0; i--) {
      const above = (i + 1 < n ? b[i] * x[i + 1] : 0) + (i + 2 < n ? c[i] * x[i + 2] : 0);
      x[i] = (x[i] - above) / a[i];
    }
  };
}

// In place; -> how much of y is taken away.
function removeFrom(x, y) {
  let along = 0;
  for (let i = 0; i < x.length; i++) along += x[i] * y[i];
  for (let i = 0; i < x.length; i++) x[i] -= along * y[i];
  return along;
}

function lengthOf(x) {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] * x[i];
  return Math.sqrt(sum);
}

function scaleTo1(x) {
  let top = 0,
    sum = 0;
  for (const value of x) top = Math.max(top, Math.abs(value));
  for (let i = 0; i < x.length; i++) {
    x[i] /= top;
    sum += x[i] * x[i];
  }
  for (let i = 0; i < x.length; i++) x[i] /= Math.sqrt(sum);
}
