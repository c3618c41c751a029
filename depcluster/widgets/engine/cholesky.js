// The Cholesky factor L of shift I - K, L L' = shift I - K. What stands left of the first entry of
// a row is 0 in L too, and left out: it is fast where entries lie near the diagonal.

/** @import { Steps } from "./types.d.ts" */

const ROWS = 16,
  ENTRIES_A_PAUSE = 1 << 17; // rows that share their first column

// A generator; returns { solve }, or null where some eigenvalue of K (m * m) is not below the
// shift. solve(columns) is a generator, which returns (shift I - K)^-1 times each of them.
/**
 * @type {(K: Float64Array, m: number, shift: number) =>
 *   Steps<{ solve: (columns: Float64Array[]) => Steps<Float64Array[]> } | null>}
 */
export function* choleskySteps(K, m, shift) {
  const n = ROWS * Math.ceil(m / ROWS),
    L = new Float64Array(n * n),
    first = new Int32Array(n);
  for (let i = m; i < n; i++) L[i * n + i] = 1;
  for (let top = 0; top < n; top += ROWS) {
    first.fill(filled(L, n, K, m, shift, top), top, top + ROWS);
    for (let j = first[top], read = 0; j < top; j += 2) {
      const from = Math.max(first[top], first[j]);
      for (let i = top; i < top + ROWS; i += 2) eliminate(L, n, i, j, from);
      read += ROWS * (j + 2 - from);
      if (read < ENTRIES_A_PAUSE) continue;
      read = 0;
      yield;
    }
    if (!finished(L, n, top, first[top])) return null;
    yield;
  }
  return { solve: (columns) => solveSteps(L, n, first, m, columns) };
}

// Some rows of shift I - K up to the diagonal are put into L; -> the first column where they are
// not 0.
function filled(L, n, K, m, shift, top) {
  let from = top;
  for (let i = top; i < Math.min(m, top + ROWS); i++) {
    for (let j = 0; j < i; j++) {
      if (!K[i * m + j]) continue;
      L[i * n + j] = -K[i * m + j];
      if (j < from) from = j;
    }
    L[i * n + i] = shift - K[i * m + i];
  }
  return from & ~1;
}

// Rows i and i + 1 of L at columns j and j + 1, of which all to the left is known.
function eliminate(L, n, i, j, from) {
  let p = i * n + from,
    q = p + n,
    r = j * n + from,
    s = r + n,
    w = 0,
    x = 0,
    y = 0,
    z = 0;
  for (const end = i * n + j; p < end; p++, q++, r++, s++) {
    const a = L[p],
      b = L[q],
      c = L[r],
      d = L[s];
    w += a * c;
    x += a * d;
    y += b * c;
    z += b * d;
  }
  const c = L[r],
    d = L[s],
    e = L[s + 1];
  L[p] = (L[p] - w) / c;
  L[q] = (L[q] - y) / c;
  L[p + 1] = (L[p + 1] - x - L[p] * d) / e;
  L[q + 1] = (L[q + 1] - z - L[q] * d) / e;
}

// The square at the diagonal; whether it has a root.
function finished(L, n, top, from) {
  for (let i = top; i < top + ROWS; i++) {
    for (let j = top; j <= i; j++) {
      let left = L[i * n + j];
      for (let p = i * n + from, q = j * n + from, end = i * n + Math.min(i, j); p < end; p++, q++)
        left -= L[p] * L[q];
      if (i === j && !(left > 0)) return false;
      L[i * n + j] = i === j ? Math.sqrt(left) : left / L[j * n + j];
    }
  }
  return true;
}

// Four columns at a time.
function* solveSteps(L, n, first, m, columns) {
  const solved = columns.map(() => new Float64Array(m));
  for (let f = 0; f < columns.length; f += 4) {
    const x = new Float64Array(4 * n),
      some = columns.slice(f, f + 4);
    some.forEach((column, t) => {
      for (let i = 0; i < m; i++) x[4 * i + t] = column[i];
    });
    yield* forward(L, n, first, x);
    yield* backward(L, n, first, x);
    some.forEach((_, t) => {
      for (let i = 0; i < m; i++) solved[f + t][i] = x[4 * i + t];
    });
  }
  return solved;
}

function* forward(L, n, first, x) {
  for (let i = 0, read = 0; i < n; i++) {
    let a = x[4 * i],
      b = x[4 * i + 1],
      c = x[4 * i + 2],
      d = x[4 * i + 3];
    for (let j = first[i], p = i * n + j, v = 4 * j; j < i; j++, p++, v += 4) {
      const l = L[p];
      a -= l * x[v];
      b -= l * x[v + 1];
      c -= l * x[v + 2];
      d -= l * x[v + 3];
    }
    const l = L[i * n + i];
    x[4 * i] = a / l;
    x[4 * i + 1] = b / l;
    x[4 * i + 2] = c / l;
    x[4 * i + 3] = d / l;
    read += i - first[i];
    if (read < ENTRIES_A_PAUSE) continue;
    read = 0;
    yield;
  }
}

function* backward(L, n, first, x) {
  for (let i = n - 1, read = 0; i >= 0; i--) {
    const pivot = L[i * n + i];
    const a = (x[4 * i] /= pivot),
      b = (x[4 * i + 1] /= pivot),
      c = (x[4 * i + 2] /= pivot),
      d = (x[4 * i + 3] /= pivot);
    for (let j = first[i], p = i * n + j, v = 4 * j; j < i; j++, p++, v += 4) {
      const l = L[p];
      x[v] -= l * a;
      x[v + 1] -= l * b;
      x[v + 2] -= l * c;
      x[v + 3] -= l * d;
    }
    read += i - first[i];
    if (read < ENTRIES_A_PAUSE) continue;
    read = 0;
    yield;
  }
}
