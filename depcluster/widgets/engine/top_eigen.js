// The largest eigenvalues of a centred kernel matrix and their eigenvectors, to all digits, on the
// complement of the constant vector: an indefinite kernel may have that one's eigenvalue, 0, among its
// largest.
import { centredMatrix } from "./gram.js";
import { leadingSteps } from "./leading_eigen.js";
import { createRandom } from "./random.js";
import { reflected, tridiagonalSteps, tridiagonalValues } from "./symmetric_eigen.js";
import { quietly } from "./steps.js";

// Up to so many samples the matrix is made tridiagonal, which takes as long for every spectrum; beyond it is
// where a Krylov space has not settled in about the same time, as under noise, where eigenvalues crowd.
const WHOLE = 300, ROWS_A_TURN = 30;

// A generator; returns { values (k, falling), vectors: the first `exact` Float64Arrays, basis }. `start` is the
// basis of a matrix that differs little.
export function* topSteps(gram, k, exact, start = null) {
  const { m } = gram, few = Math.min(k, m - 1);
  const below = { ...gram, k: gram.k - frobenius(gram) / m }; // no eigenvalue is below the constant's now
  if (m > WHOLE) {
    const krylov = yield* leadingSteps(below, few, { start, exact, most: Math.ceil(m / ROWS_A_TURN) });
    if (krylov.settled) return { ...krylov, vectors: krylov.vectors.slice(0, exact) };
  }
  const T = yield* quietly(tridiagonalSteps(centredMatrix(below), m));
  const values = tridiagonalValues(T).reverse().subarray(0, few);
  const found = inverseIterated(T, values.subarray(0, Math.min(exact, few)));
  return { values, vectors: found.map((y) => reflected(T.reflections, y)), basis: null };
}

// The size of a centred kernel matrix, or of what lies between two.
export function frobenius({ K, m, r, k }, other = null) {
  let sum = 0;
  for (let i = 0, t = 0; i < m; i++) {
    const own = r[i] - k, its = other ? other.r[i] - other.k : 0;
    for (let j = 0; j < m; j++, t++) {
      let entry = K[t] - r[j] - own;
      if (other) entry -= other.K[t] - other.r[j] - its;
      sum += entry * entry;
    }
  }
  return Math.sqrt(sum);
}

const TURNS = 3;

// Eigenvectors of a tridiagonal matrix for its largest eigenvalues (Peters and Wilkinson 1971). Each is kept
// orthogonal to those before it: of a repeated eigenvalue there are then as many as it has.
export function inverseIterated({ diagonal, beside }, values) {
  const n = diagonal.length, { normal } = createRandom(1), found = [];
  for (const value of values) {
    const solve = shiftedSolver(diagonal, beside, value), x = Float64Array.from({ length: n }, normal);
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

// -> x <- (T - shift I)^-1 x, up to its scale, by elimination with row exchanges; a pivot of nothing is
// taken for rounding.
function shiftedSolver(diagonal, beside, shift) {
  const n = diagonal.length, a = diagonal.map((d) => d - shift), b = new Float64Array(n), c = new Float64Array(n);
  const factor = new Float64Array(n), isSwapped = new Uint8Array(n);
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

function removeFrom(x, y) {
  let along = 0;
  for (let i = 0; i < x.length; i++) along += x[i] * y[i];
  for (let i = 0; i < x.length; i++) x[i] -= along * y[i];
}

function scaleTo1(x) {
  let top = 0, sum = 0;
  for (const value of x) top = Math.max(top, Math.abs(value));
  for (let i = 0; i < x.length; i++) {
    x[i] /= top;
    sum += x[i] * x[i];
  }
  for (let i = 0; i < x.length; i++) x[i] /= Math.sqrt(sum);
}
