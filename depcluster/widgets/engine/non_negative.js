// Non-negative least squares, min |X w - y|^2 over w >= 0, by its normal equations G = X'X, q = X'y
// (Lawson and Hanson 1974, ch. 23).

const SMALL = 1e-12;

// -> { w, drop }: by how much |y|^2 is more than |X w - y|^2. Where even the free solution drops no more
// than `enough`, it is given instead: that of w >= 0 drops less. `near` may be close to w.
export function nonNegative(G, q, k, enough = -Infinity, near = new Float64Array(k)) {
  // Columns of length 1: what is small is then small beside them.
  const scale = Float64Array.from({ length: k }, (_, i) => 1 / (Math.sqrt(G[i * k + i]) || 1));
  const A = new Float64Array(k * k), b = q.map((x, i) => x * scale[i]);
  for (let i = 0; i < k; i++) for (let j = 0; j < k; j++) A[i * k + j] = G[i * k + j] * scale[i] * scale[j];
  const all = Array.from({ length: k }, (_, i) => i), free = solved(A, b, k, all);
  let z = free;
  if (!free || (free.some((x) => x < 0) && dot(b, free) > enough)) {
    z = activeSet(A, b, k, near.map((x, i) => x / scale[i]));
  }
  return { w: z.map((x, i) => x * scale[i]), drop: dot(b, z) };
}

const dot = (u, v) => u.reduce((sum, x, i) => sum + x * v[i], 0);

function activeSet(A, b, k, w) {
  const least = SMALL * b.reduce((top, x) => Math.max(top, Math.abs(x)), 0), barred = new Set();
  let passive = Array.from(w.keys()).filter((i) => w[i] > 0), z = solved(A, b, k, passive);
  if (!z) [passive, w, z] = [[], new Float64Array(k), new Float64Array(k)];
  for (let turn = 0; turn < 10 * k; turn++) {
    while (passive.some((i) => z[i] <= 0)) {
      const shareOf = (i) => (z[i] <= 0 ? w[i] / (w[i] - z[i]) : Infinity);
      const first = passive.reduce((i, j) => (shareOf(j) < shareOf(i) ? j : i)), share = Math.min(shareOf(first), 1);
      for (const i of passive) w[i] += share * (z[i] - w[i]);
      const stopped = passive.filter((i) => i === first || (z[i] <= 0 && w[i] <= SMALL * Math.abs(z[i])));
      for (const i of stopped) w[i] = 0;
      passive = passive.filter((i) => !stopped.includes(i));
      z = solved(A, b, k, passive);
    }
    w = z;
    let next = -1, steepest = least;
    for (let i = 0; i < k; i++) {
      if (passive.includes(i) || barred.has(i)) continue;
      let slope = b[i];
      for (const j of passive) slope -= A[i * k + j] * w[j];
      if (slope > steepest) [next, steepest] = [i, slope];
    }
    if (next < 0) return w;
    passive.push(next);
    z = solved(A, b, k, passive);
    if (z && z[next] > 0) barred.clear();
    else { // a column that says what others do
      passive.pop();
      barred.add(next);
      z = w;
    }
  }
  return w;
}

// The solution of the equations of some columns, 0 elsewhere, by Cholesky's factors; null where some column
// is a combination of others.
function solved(A, b, k, columns) {
  const s = columns.length, L = new Float64Array(s * s), z = new Float64Array(s), w = new Float64Array(k);
  for (let i = 0; i < s; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = A[columns[i] * k + columns[j]];
      for (let t = 0; t < j; t++) sum -= L[i * s + t] * L[j * s + t];
      if (i === j && !(sum > SMALL)) return null;
      L[i * s + j] = i === j ? Math.sqrt(sum) : sum / L[j * s + j];
    }
  }
  for (let i = 0; i < s; i++) {
    let sum = b[columns[i]];
    for (let t = 0; t < i; t++) sum -= L[i * s + t] * z[t];
    z[i] = sum / L[i * s + i];
  }
  for (let i = s - 1; i >= 0; i--) {
    let sum = z[i];
    for (let t = i + 1; t < s; t++) sum -= L[t * s + i] * w[columns[t]];
    w[columns[i]] = sum / L[i * s + i];
  }
  return w;
}
