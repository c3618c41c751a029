// The regression of eq. (3) solved in the page: K, the pairs (point, wrong label), and their leads.

function centredGaussian(points, s) {
  const m = points.length;
  const K = points.map(([x, y]) => points.map(([u, v]) => Math.exp(-s * ((x - u) ** 2 + (y - v) ** 2))));
  const means = K.map((row) => row.reduce((sum, entry) => sum + entry, 0) / m);
  const all = means.reduce((sum, mean) => sum + mean, 0) / m;
  return K.map((row, i) => row.map((entry, j) => entry - means[i] - means[j] + all));
}

// The solution of M x = b for a symmetric positive definite M, rows in one array; M is used up.
function solveCholesky(M, b) {
  const p = b.length, x = Float64Array.from(b);
  for (let j = 0; j < p; j++) {
    for (let i = j; i < p; i++) {
      let sum = M[i * p + j];
      for (let k = 0; k < j; k++) sum -= M[i * p + k] * M[j * p + k];
      M[i * p + j] = i === j ? Math.sqrt(sum) : sum / M[j * p + j];
    }
  }
  for (let i = 0; i < p; i++) {
    for (let k = 0; k < i; k++) x[i] -= M[i * p + k] * x[k];
    x[i] /= M[i * p + i];
  }
  for (let i = p - 1; i >= 0; i--) {
    for (let k = i + 1; k < p; k++) x[i] -= M[k * p + i] * x[k];
    x[i] /= M[i * p + i];
  }
  return x;
}

function pairsOf(labels, Delta) {
  const pairs = [];
  labels.forEach((own, i) => Delta[own].forEach((loss, y) => { if (loss > 0) pairs.push({ i, own, y, loss }); }));
  return pairs;
}

// -> { leads: Map of "i,y", left, firstOrder }, the last two as shares of the energy at rest; C is a
// multiple of m.
export function relaxSprings({ points, labels, A, Delta, C, perPoint, s }) {
  const K = centredGaussian(points, s), pairs = pairsOf(labels, Delta), p = pairs.length;
  const by = perPoint ? points.length : 1;
  const inner = (a, b) => A[a.own][b.own] - A[a.own][b.y] - A[a.y][b.own] + A[a.y][b.y];
  const J = new Float64Array(p * p), M = new Float64Array(p * p);
  for (let a = 0; a < p; a++) {
    for (let b = 0; b < p; b++) J[a * p + b] = (K[pairs[a].i][pairs[b].i] / by) * inner(pairs[a], pairs[b]);
  }
  M.set(J);
  pairs.forEach(({ loss }, a) => { M[a * p + a] += 1 / (2 * C * loss); });
  const alpha = solveCholesky(M, new Float64Array(p).fill(1));
  let left = 0, curve = 0, rest = 0;
  const leads = new Map(pairs.map(({ i, y, loss }, a) => {
    let lead = 0, soft = 0;
    for (let b = 0; b < p; b++) {
      lead += J[a * p + b] * alpha[b];
      soft += J[a * p + b] * pairs[b].loss;
    }
    left += alpha[a];
    curve += loss * soft;
    rest += 2 * C * loss;
    return [`${i},${y}`, lead];
  }));
  return { leads, left: left / rest, firstOrder: 1 - (4 * C * C * curve) / rest };
}
