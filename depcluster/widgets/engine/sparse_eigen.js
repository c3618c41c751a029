// Leading eigenvectors of a sparse symmetric matrix, component by component of its graph: outside
// of the one it lives on an eigenvector has exact zeros, and where eigenvalues agree the vectors
// are still the same ones on every machine.
import { combined } from "./leading_eigen.js";
import { createRandom } from "./random.js";
import { symmetricEigen, tridiagonalEigen } from "./symmetric_eigen.js";

/** @import { Pairs, Sparse, Steps } from "./types.d.ts" */

const TIE = 1e-9; // of the largest eigenvalue: two that are as near as that are one
const NEARLY = 1 - 1e-6; // of the largest entry: as large
const SMALL = 160; // rows of a component that is solved as a dense matrix
const SETTLED = 1e-15,
  BESIDE = 1e-3,
  ROUNDING = 1e-13; // of residuals, of one that is far off, of lengths

// The component of each row, 0, 1, ... in the order of their first rows; `count` of them.
/** @type {(K: Sparse) => { component: Int32Array, count: number }} */
export function componentsOf({ m, starts, columns }) {
  const component = new Int32Array(m).fill(-1);
  let count = 0;
  for (let first = 0; first < m; first++) {
    if (component[first] >= 0) continue;
    const open = [first];
    component[first] = count;
    while (open.length) {
      const i = open.pop();
      for (let p = starts[i]; p < starts[i + 1]; p++) {
        const j = columns[p];
        if (component[j] < 0) {
          component[j] = count;
          open.push(j);
        }
      }
    }
    count++;
  }
  return { component, count };
}

// A generator; returns { values (k) descending, vectors: k Float64Arrays, component, count }.
// Components whose largest absolute row sum cannot reach the k-th largest eigenvalue so far are not
// solved. Of an eigenvalue that several share the vectors come by the size of their largest entry.
/**
 * @type {(K: Sparse, k: number) =>
 *   Steps<Pairs & { component: Int32Array, count: number }>}
 */
export function* componentEigen(K, k) {
  const { component, count } = componentsOf(K),
    members = Array.from({ length: count }, () => []);
  component.forEach((p, i) => members[p].push(i));
  const bounds = Float64Array.from(members, (rows) =>
    rows.reduce((top, i) => Math.max(top, rowSum(K, i)), 0),
  );
  const order = Array.from(bounds.keys()).sort((p, q) => bounds[q] - bounds[p] || p - q),
    pairs = [];
  for (const p of order) {
    if (pairs.length >= k) {
      const values = pairs.map(({ value }) => value).sort((x, y) => y - x);
      if (bounds[p] < values[k - 1] - 2 * TIE * values[0]) break;
    }
    const rows = members[p],
      found = yield* leadingPairs(blockOf(K, rows), Math.min(k, rows.length));
    pairs.push(...found.map(({ value, vector }) => ({ value, vector, rows })));
    yield;
  }
  const chosen = inOrder(pairs, k);
  return {
    values: Float64Array.from(chosen, ({ value }) => value),
    vectors: chosen.map(({ vector, rows }) => {
      const whole = new Float64Array(K.m);
      rows.forEach((i, x) => {
        whole[i] = vector[x];
      });
      return whole;
    }),
    component,
    count,
  };
}

function rowSum({ starts, values }, i) {
  let sum = 0;
  for (let p = starts[i]; p < starts[i + 1]; p++) sum += Math.abs(values[p]);
  return sum;
}

// The matrix of some rows that are linked to no others.
function blockOf(K, rows) {
  if (rows.length === K.m) return K;
  const place = new Int32Array(K.m),
    starts = new Int32Array(rows.length + 1);
  rows.forEach((i, x) => {
    [place[i], starts[x + 1]] = [x, starts[x] + K.starts[i + 1] - K.starts[i]];
  });
  const columns = new Int32Array(starts[rows.length]),
    values = new Float64Array(columns.length);
  rows.forEach((i, x) => {
    columns.set(
      K.columns.subarray(K.starts[i], K.starts[i + 1]).map((j) => place[j]),
      starts[x],
    );
    values.set(K.values.subarray(K.starts[i], K.starts[i + 1]), starts[x]);
  });
  return { m: rows.length, starts, columns, values };
}

// Which k of the pairs, by value; of equal ones the largest entry first, then that of the first
// row.
function inOrder(pairs, k) {
  const left = pairs.map((pair) => ({ ...pair, ...largestEntry(pair) }));
  left.sort((x, y) => y.value - x.value);
  const tie = TIE * left.reduce((top, { value }) => Math.max(top, Math.abs(value)), 0),
    chosen = [];
  while (chosen.length < k) {
    let run = 1;
    while (run < left.length && left[run - 1].value - left[run].value <= tie) run++;
    const equal = left.splice(0, run);
    while (equal.length && chosen.length < k) {
      const top = NEARLY * Math.max(...equal.map(({ size }) => size));
      const next = equal
        .filter(({ size }) => size >= top)
        .reduce((x, y) => (y.row < x.row ? y : x));
      chosen.push(next);
      equal.splice(equal.indexOf(next), 1);
    }
  }
  return chosen;
}

function largestEntry({ vector, rows }) {
  const size = vector.reduce((top, x) => Math.max(top, Math.abs(x)), 0);
  return { size, row: rows[vector.findIndex((x) => Math.abs(x) >= NEARLY * size)] };
}

// The k leading pairs { value, vector } of a matrix; a repeated eigenvalue has the basis that
// pivoted Gram-Schmidt of its projector gives.
function* leadingPairs(K, k) {
  const pairs = K.m <= SMALL ? denseSolve(K) : yield* sparsePairs(K, k);
  pairs.sort((x, y) => y.value - x.value);
  const tie = TIE * Math.max(...pairs.map(({ value }) => Math.abs(value)), Number.MIN_VALUE);
  for (let first = 0, last = 1; last <= pairs.length && first < k; last++) {
    if (last < pairs.length && pairs[last - 1].value - pairs[last].value <= tie) continue;
    if (last - first > 1 && Math.abs(pairs[first].value) > tie) {
      const basis = canonicalBasis(pairs.slice(first, last).map(({ vector }) => vector));
      basis.forEach((vector, q) => {
        pairs[first + q] = { ...pairs[first + q], vector };
      });
    }
    first = last;
  }
  return pairs.slice(0, k);
}

function denseSolve({ m, starts, columns, values }) {
  const A = new Float64Array(m * m);
  for (let i = 0; i < m; i++)
    for (let p = starts[i]; p < starts[i + 1]; p++) A[i * m + columns[p]] = values[p];
  const found = symmetricEigen(A, m);
  return found.vectors.map((vector, q) => ({ value: found.values[q], vector }));
}

// Gram-Schmidt on the rows, the first of the longest taken each time.
function canonicalBasis(V) {
  const n = V[0].length,
    r = V.length,
    left = V.map((v) => v.slice()),
    basis = [];
  for (let turn = 0; turn < r; turn++) {
    const sizes = new Float64Array(n);
    for (const v of left) for (let i = 0; i < n; i++) sizes[i] += v[i] * v[i];
    const top = NEARLY * sizes.reduce((x, y) => Math.max(x, y), 0),
      row = sizes.findIndex((size) => size >= top);
    const direction = left.map((v) => v[row] / Math.sqrt(sizes[row])),
      along = combined(left, direction);
    left.forEach((v, q) => {
      for (let i = 0; i < n; i++) v[i] -= along[i] * direction[q];
    });
    basis.push(combined(V, direction));
  }
  return basis;
}

// One vector sees a repeated eigenvalue once: what was found is taken out, and it is looked again.
function* sparsePairs(K, k) {
  const { normal } = createRandom(1),
    pairs = yield* lanczos(K, k, [], normal);
  for (;;) {
    const values = pairs.map(({ value }) => value).sort((x, y) => y - x);
    const least = pairs.length < k ? -Infinity : values[k - 1] - TIE * Math.abs(values[0]);
    const [more] = yield* lanczos(K, 1, pairs, normal, least);
    if (!more) return pairs;
    pairs.push(more);
  }
}

// The leading eigenpairs among those orthogonal to known ones, by Lanczos' recurrence with every
// vector kept orthogonal to all before; none once it is clear that they lie below a value.
function* lanczos(K, k, known, normal, below = -Infinity) {
  const { m } = K,
    Q = [],
    diagonal = [],
    beside = [0],
    locked = known.map(({ vector }) => vector);
  let q = Float64Array.from({ length: m }, normal),
    size = 1,
    look = k + 2;
  for (;;) {
    const length = Q.length + locked.length < m ? orthogonalize(q, [...locked, ...Q]) : 0;
    const isWhole = length <= ROUNDING * size;
    if (Q.length && (isWhole || Q.length >= look)) {
      look = Math.ceil(1.1 * Q.length) + 6;
      const found = ritz(diagonal, beside),
        top = Math.max(Math.abs(found[0].value), Math.abs(found.at(-1).value));
      const residuals = found.slice(0, k).map(({ last }) => length * Math.abs(last));
      if (isWhole || residuals.every((residual) => residual <= SETTLED * top)) break;
      if (found[0].value + 10 * residuals[0] < below && residuals[0] <= BESIDE * top) return [];
    }
    if (isWhole) return [];
    if (Q.length) beside.push(length);
    q = q.map((x) => x / length);
    Q.push(q);
    const next = product(K, q),
      along = dot(q, next);
    size = Math.max(size, Math.sqrt(dot(next, next)));
    diagonal.push(along);
    for (let i = 0; i < m; i++) next[i] -= along * q[i];
    if (Q.length > 1)
      Q.at(-2).forEach((x, i) => {
        next[i] -= beside.at(-1) * x;
      });
    q = next;
    yield;
  }
  const values = ritz(diagonal, beside)
    .slice(0, k)
    .map(({ value }) => value)
    .filter((value) => value >= below);
  return ritzVectors(diagonal, beside, values, normal).map((y, i) => ({
    value: values[i],
    vector: combined(Q, y),
  }));
}

// Eigenvalues of the tridiagonal matrix in descending order, each with the last entry of its
// eigenvector.
function ritz(diagonal, beside) {
  const n = diagonal.length,
    Q = Array.from({ length: n }, (_, i) => Float64Array.of(Number(i === n - 1)));
  const { values, vectors } = tridiagonalEigen(
    Float64Array.from(diagonal),
    Float64Array.from(beside),
    Q,
  );
  return vectors.map(([last], q) => ({ value: values[q], last })).reverse();
}

// Its eigenvectors of some eigenvalues, by inverse iteration.
function ritzVectors(diagonal, beside, values, normal) {
  const found = [],
    size = Math.max(...diagonal.map(Math.abs), ...beside);
  for (const value of values) {
    let y = Float64Array.from(diagonal, normal);
    for (let turn = 0; turn < 4; turn++) {
      y = solveTridiagonal(
        diagonal.map((x) => x - value),
        beside,
        y,
        ROUNDING * size,
      );
      const top = y.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
      y = y.map((x) => x / top);
      const length = orthogonalize(y, found);
      y = y.map((x) => x / length);
    }
    found.push(y);
  }
  return found;
}

// T x = b by Gauss with rows exchanged; a pivot that vanishes is `tiny` in its place.
function solveTridiagonal(diagonal, beside, b, tiny) {
  const n = b.length,
    x = Float64Array.from(b),
    rows = [];
  let row = [diagonal[0], beside[1] ?? 0, 0];
  for (let i = 0; i + 1 < n; i++) {
    let next = [beside[i + 1], diagonal[i + 1], beside[i + 2] ?? 0];
    if (Math.abs(next[0]) > Math.abs(row[0])) {
      [row, next] = [next, row];
      [x[i], x[i + 1]] = [x[i + 1], x[i]];
    }
    row[0] ||= tiny;
    const factor = next[0] / row[0];
    rows.push(row);
    x[i + 1] -= factor * x[i];
    row = [next[1] - factor * row[1], next[2] - factor * row[2], 0];
  }
  row[0] ||= tiny;
  rows.push(row);
  for (let i = n - 1; i >= 0; i--) {
    x[i] = (x[i] - rows[i][1] * (x[i + 1] ?? 0) - rows[i][2] * (x[i + 2] ?? 0)) / rows[i][0];
  }
  return x;
}

function product({ m, starts, columns, values }, v) {
  const out = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    let sum = 0;
    for (let p = starts[i]; p < starts[i + 1]; p++) sum += values[p] * v[columns[p]];
    out[i] = sum;
  }
  return out;
}

// In place, once more as long as much of it is taken away: once would leave rounding. -> the length
// left
function orthogonalize(v, others) {
  let before = Math.sqrt(dot(v, v));
  for (let turn = 0; turn < 3; turn++) {
    for (const u of others) {
      const along = dot(u, v);
      for (let i = 0; i < v.length; i++) v[i] -= along * u[i];
    }
    const after = Math.sqrt(dot(v, v));
    if (after > 0.7 * before) return after;
    before = after;
  }
  return before;
}

function dot(u, v) {
  let a = 0,
    b = 0,
    i = 0;
  for (; i + 1 < u.length; i += 2) {
    a += u[i] * v[i];
    b += u[i + 1] * v[i + 1];
  }
  return i < u.length ? a + b + u[i] * v[i] : a + b;
}
