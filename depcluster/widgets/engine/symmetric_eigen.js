// All eigenvalues and eigenvectors of a symmetric matrix: Householder's reflections make it
// tridiagonal, then QL with implicit shifts (Wilkinson and Reinsch 1971, contributions II/2 and
// II/4).
import { finish } from "./steps.js";

/** @import { Pairs, Reflection, Steps, Tridiagonal } from "./types.d.ts" */

// -> { values ascending, vectors: vectors[q] is the eigenvector of values[q] }
/** @type {(A: Float64Array, n: number) => Pairs} */
export const symmetricEigen = (A, n) => finish(eigenSteps(A, n));

// The same as a generator, which yields about what share of the work is done.
/** @type {(A: Float64Array, n: number) => Steps<Pairs, number>} */
export function* eigenSteps(A, n) {
  const { diagonal, beside, reflections } = yield* tridiagonalSteps(A, n, 0.2);
  const vectors = [];
  for (let j = 0; j < n; j++) {
    const column = new Float64Array(n);
    column[j] = 1;
    vectors.push(reflected(reflections, column));
    if (j % 8 === 7) yield 0.2 + (0.15 * j) / n;
  }
  for (const low of implicitQL(diagonal, beside, vectors, n))
    yield 0.35 + 0.65 * (1 - (1 - low / n) ** 2);
  return ascending(diagonal, vectors);
}

// The same of a tridiagonal matrix; both of its diagonals are overwritten. The vectors are turned
// by Q, whose columns may be of some of its rows alone.
/** @type {(diagonal: Float64Array, beside: Float64Array, Q: Float64Array[]) => Pairs} */
export function tridiagonalEigen(diagonal, beside, Q) {
  finish(implicitQL(diagonal, beside, Q, diagonal.length));
  return ascending(diagonal, Q);
}

function ascending(diagonal, vectors) {
  const order = Array.from(diagonal.keys()).sort((p, q) => diagonal[p] - diagonal[q]);
  return {
    values: Float64Array.from(order, (q) => diagonal[q]),
    vectors: order.map((q) => vectors[q]),
  };
}

// The eigenvalues of a tridiagonal matrix, ascending.
/** @type {(matrix: Tridiagonal) => Float64Array} */
export function tridiagonalValues({ diagonal, beside }) {
  const values = diagonal.slice();
  finish(implicitQL(values, beside.slice(), null, values.length));
  return values.sort();
}

// Of Q' A Q the diagonal and what stands beside it (beside[i] next to diagonal[i - 1]), and the
// reflections that Q is the product of, the last of them outermost. A generator, which yields how
// far it has come on the way to `whole`.
/**
 * @type {(A: Float64Array, n: number, whole?: number) =>
 *   Steps<Tridiagonal & { reflections: Reflection[] }, number>}
 */
export function* tridiagonalSteps(A, n, whole = 1) {
  const rows = Array.from({ length: n }, (_, i) =>
    Float64Array.from(A.subarray(i * n, (i + 1) * n)),
  );
  const diagonal = new Float64Array(n),
    beside = new Float64Array(n),
    reflections = [];
  for (let i = n - 1; i > 0; i--) {
    const length = i > 1 && cutRow(rows, i, reflections);
    beside[i] = length || rows[i][i - 1];
    diagonal[i] = rows[i][i];
    if (i % 8 === 0) yield whole * (1 - (i / n) ** 3);
  }
  diagonal[0] = rows[0][0];
  return { diagonal, beside, reflections: reflections.reverse() };
}

// A reflection I - u u' / h sends the part of row i left of the diagonal to its last entry, which
// is returned; 0 if there is nothing to send.
function cutRow(A, i, reflections) {
  const row = A[i];
  let scale = 0;
  for (let k = 0; k < i; k++) scale += Math.abs(row[k]);
  if (scale === 0) return 0;
  const u = new Float64Array(i),
    p = new Float64Array(i);
  let size = 0;
  for (let k = 0; k < i; k++) {
    u[k] = row[k] / scale;
    size += u[k] * u[k];
  }
  const length = u[i - 1] > 0 ? -Math.sqrt(size) : Math.sqrt(size),
    h = size - u[i - 1] * length;
  u[i - 1] -= length;
  // A <- A - u q' - q u' with p = A u / h and q = p - u (u' p) / 2h, in the lower triangle, two
  // rows at a time.
  for (let j = 0; j < i; j += 2) timesRows(A, j, i, u, p);
  let along = 0;
  for (let k = 0; k < i; k++) {
    p[k] /= h;
    along += u[k] * p[k];
  }
  for (let k = 0; k < i; k++) p[k] -= (along / (2 * h)) * u[k];
  for (let j = 0; j < i; j += 2) lessRows(A, j, i, u, p);
  reflections.push({ u, h });
  return scale * length;
}

// What rows j and j + 1 of the i left add to p = A u.
function timesRows(A, j, i, u, p) {
  const a = A[j],
    x = u[j],
    isLast = j + 1 === i,
    b = isLast ? a : A[j + 1],
    y = isLast ? 0 : u[j + 1];
  let s = a[j] * x,
    t = 0;
  for (let k = 0; k < j; k++) {
    const v = u[k],
      e = a[k],
      f = b[k];
    s += e * v;
    t += f * v;
    p[k] += e * x + f * y;
  }
  p[j] += s;
  if (isLast) return;
  p[j] += b[j] * y;
  p[j + 1] += t + b[j] * x + b[j + 1] * y;
}

// A - u q' - q u' in the same two rows, p holding q.
function lessRows(A, j, i, u, p) {
  const a = A[j],
    x = u[j],
    y = p[j];
  if (j + 1 === i) {
    for (let k = 0; k <= j; k++) a[k] -= x * p[k] + y * u[k];
    return;
  }
  const b = A[j + 1],
    z = u[j + 1],
    w = p[j + 1];
  for (let k = 0; k <= j; k++) {
    const q = p[k],
      v = u[k];
    a[k] -= x * q + y * v;
    b[k] -= z * q + w * v;
  }
  b[j + 1] -= 2 * z * w;
}

// A column times the product of the reflections, in place.
/** @type {(reflections: Reflection[], column: Float64Array) => Float64Array} */
export function reflected(reflections, column) {
  for (const { u, h } of reflections) {
    let sum = 0;
    for (let k = 0; k < u.length; k++) sum += u[k] * column[k];
    if (!sum) continue;
    sum /= h;
    for (let k = 0; k < u.length; k++) column[k] -= sum * u[k];
  }
  return column;
}

const EPSILON = 2 ** -52;

// The diagonal becomes the eigenvalues, and the columns of Q, where they are given, turn into the
// eigenvectors; it then yields how many are found.
function* implicitQL(diagonal, beside, Q, n) {
  const d = diagonal,
    e = beside;
  e.copyWithin(0, 1);
  e[n - 1] = 0;
  for (let low = 0; low < n; low++) {
    for (let again = 0; again < 60; again++) {
      let high = low;
      while (
        high < n - 1
        && Math.abs(e[high]) > EPSILON * (Math.abs(d[high]) + Math.abs(d[high + 1]))
      )
        high++;
      if (high === low) break;
      let g = (d[low + 1] - d[low]) / (2 * e[low]),
        r = Math.hypot(g, 1);
      g = d[high] - d[low] + e[low] / (g + (g >= 0 ? r : -r));
      let s = 1,
        c = 1,
        p = 0,
        i = high - 1;
      for (; i >= low; i--) {
        const f = s * e[i],
          b = c * e[i];
        r = Math.hypot(f, g);
        e[i + 1] = r;
        if (r === 0) {
          d[i + 1] -= p;
          e[high] = 0;
          break;
        }
        s = f / r;
        c = g / r;
        g = d[i + 1] - p;
        r = (d[i] - g) * s + 2 * c * b;
        p = s * r;
        d[i + 1] = g + p;
        g = c * r - b;
        if (Q) turn(Q[i], Q[i + 1], c, s);
      }
      if (r === 0 && i >= low) continue;
      d[low] -= p;
      e[low] = g;
      e[high] = 0;
      if (Q) yield low;
    }
  }
}

function turn(x, y, c, s) {
  for (let k = 0; k < x.length; k++) {
    const t = y[k];
    y[k] = s * x[k] + c * t;
    x[k] = c * x[k] - s * t;
  }
}
