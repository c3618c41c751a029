// Where a search starts: random, k-means++ and spectral partitions, each with all clusters.

/** @import { Gram, Random, Steps } from "./types.d.ts" */

// Clusters of equal size, give or take one.
/** @type {(m: number, c: number, random: Random) => Int32Array} */
export const randomLabels = (m, c, { permutation }) => permutation(m).map((i) => i % c);

// |phi(x_i) - phi(x_j)|^2 between a sample and all.
/** @type {(gram: Gram, i: number) => Float64Array} */
export function distancesFrom({ K, m, r, k, diagonal }, i) {
  const out = new Float64Array(m),
    own = diagonal[i] + 2 * r[i] - 2 * k;
  for (let j = 0, x = i * m; j < m; j++) {
    out[j] = Math.max(0, diagonal[j] + own - 2 * (K[x++] - r[j]));
  }
  return out;
}

// Greedy k-means++ in feature space, every sample with its nearest centre.
/** @type {(gram: Gram, c: number, random: Random) => Int32Array} */
export const kmeansPlusPlus = (gram, c, random) =>
  seededLabels(gram.m, c, random, (i) => distancesFrom(gram, i));

// The same by squared distances of sample i to all.
function seededLabels(m, c, random, distances) {
  const trials = 2 + Math.floor(Math.log(c)),
    labels = new Int32Array(m);
  const centres = [random.below(m)];
  let near = distances(centres[0]);
  for (let j = 1; j < c; j++) {
    for (const i of centres) near[i] = 0;
    let total = near.reduce((sum, x) => sum + x, 0),
      chances = near;
    if (!(total > 0)) {
      chances = new Float64Array(m).fill(1);
      for (const i of centres) chances[i] = 0;
      total = m - centres.length;
    }
    let best = null,
      least = Infinity,
      centre = 0;
    for (let t = 0; t < trials; t++) {
      const i = random.weighted(chances, total),
        shrunk = distances(i);
      let scatter = 0;
      for (let x = 0; x < m; x++) {
        if (!(shrunk[x] < near[x])) shrunk[x] = near[x];
        scatter += shrunk[x];
      }
      if (scatter < least) [best, least, centre] = [shrunk, scatter, i];
    }
    for (let x = 0; x < m; x++) if (best[x] < near[x]) labels[x] = j;
    centres.push(centre);
    near = best;
  }
  centres.forEach((i, j) => {
    labels[i] = j;
  });
  return labels;
}

const MOST_TURNS = 100;

// k-means by Lloyd's algorithm, from greedy k-means++ on; column f of the samples is E[f]. A
// generator; a cluster that is emptied gets the sample that is farthest from its own mean.
/** @type {(E: Float64Array[], m: number, c: number, random: Random) => Steps<Int32Array>} */
export function* kmeansSteps(E, m, c, random) {
  const d = E.length,
    X = new Float64Array(m * d);
  E.forEach((column, f) => {
    for (let i = 0; i < m; i++) X[i * d + f] = column[i];
  });
  const labels = seededLabels(m, c, random, (i) => squaredTo(X, i, m, d));
  const own = new Float64Array(m),
    n = new Float64Array(c),
    means = new Float64Array(c * d);
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    n.fill(0);
    means.fill(0);
    for (let i = 0; i < m; i++) {
      n[labels[i]]++;
      for (let f = 0; f < d; f++) means[labels[i] * d + f] += X[i * d + f];
    }
    for (let t = 0; t < c * d; t++) means[t] /= n[Math.floor(t / d)];
    let moved = 0;
    for (let i = 0; i < m; i++) {
      let best = 0,
        least = Infinity;
      for (let j = 0, v = 0; j < c; j++) {
        let distance = 0;
        for (let f = 0, u = i * d; f < d; f++, u++, v++) distance += (X[u] - means[v]) ** 2;
        if (distance < least) [best, least] = [j, distance];
      }
      moved += Number(labels[i] !== best);
      labels[i] = best;
      own[i] = least;
    }
    n.fill(0);
    for (let i = 0; i < m; i++) n[labels[i]]++;
    for (let empty = n.indexOf(0); empty >= 0; empty = n.indexOf(0)) {
      let far = -1;
      for (let i = 0; i < m; i++)
        if (n[labels[i]] > 1 && !(far >= 0 && own[i] <= own[far])) far = i;
      n[labels[far]]--;
      n[empty]++;
      labels[far] = empty;
      own[far] = 0;
      moved++;
    }
    if (!moved) break;
    yield;
  }
  return labels;
}

function squaredTo(X, i, m, d) {
  const out = new Float64Array(m);
  for (let x = 0, t = 0; x < m; x++) {
    for (let f = 0; f < d; f++, t++) out[x] += (X[t] - X[i * d + f]) ** 2;
  }
  return out;
}

// Eigenvectors rounded by pivoted QR (Zha et al. 2001; Song 2007, section 5). `vectors` are the c -
// 1 leading ones; the constant vector, which centring removed, is put back.
/** @type {(vectors: Float64Array[], m: number) => Int32Array} */
export function spectralLabels(vectors, m) {
  const c = vectors.length + 1,
    constant = new Float64Array(m).fill(1 / Math.sqrt(m));
  const left = [constant, ...vectors.map((v) => Float64Array.from(v))]; // of V', c * m
  const R = [],
    pivots = [],
    taken = new Uint8Array(m);
  for (let s = 0; s < c; s++) {
    let pivot = -1,
      top = -1;
    for (let i = 0; i < m; i++) {
      if (taken[i]) continue;
      let size = 0;
      for (let f = 0; f < c; f++) size += left[f][i] ** 2;
      if (size > top) [pivot, top] = [i, size];
    }
    taken[pivot] = 1;
    pivots.push(pivot);
    const scale = 1 / (Math.sqrt(top) || 1),
      q = left.map((row) => row[pivot] * scale);
    const row = new Float64Array(m);
    for (let i = 0; i < m; i++) {
      let along = 0;
      for (let f = 0; f < c; f++) along += q[f] * left[f][i];
      row[i] = along;
      for (let f = 0; f < c; f++) left[f][i] -= along * q[f];
    }
    R.push(row);
  }
  const isRegular = Math.abs(R[c - 1][pivots[c - 1]]) > 1e-12 * Math.abs(R[0][pivots[0]]);
  if (isRegular) solveTriangular(R, pivots, m);
  const labels = new Int32Array(m);
  for (let i = 0; i < m; i++) {
    for (let s = 1; s < c; s++) if (Math.abs(R[s][i]) > Math.abs(R[labels[i]][i])) labels[i] = s;
  }
  pivots.forEach((i, j) => {
    labels[i] = j;
  });
  return labels;
}

// R1^-1 R in place, R1 the columns of the pivots.
function solveTriangular(R, pivots, m) {
  for (let s = R.length - 1; s >= 0; s--) {
    const own = R[s][pivots[s]],
      above = R.slice(0, s).map((row) => row[pivots[s]]);
    for (let i = 0; i < m; i++) {
      R[s][i] /= own;
      for (let t = 0; t < s; t++) R[t][i] -= above[t] * R[s][i];
    }
  }
}
