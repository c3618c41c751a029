// Clustering by angles (Jenssen 2006, section III): a window kernel, weighted; its leading
// eigenvectors as an embedding (12); samples go with the mean vector at the smallest angle.
import { addRows, kernelSteps } from "./gram.js";
import { leadingPairs } from "./leading_pairs.js";
import { nearestRows } from "./nearest.js";

/** @import { OrRefused, Pairs, Samples, Steps } from "./types.d.ts" */

const NOISE = 1e-10; // of the largest entry of an eigenvector
const TIE = 1e-12,
  ALIKE = 1e-6; // of cosines; of directions of equal samples
const LONELY = Math.exp(-9 / 4); // the window at distance 3 sigma, its peak being 1
const OUTLIER_SHARE = 0.01,
  MOST_PASSES = 100,
  ENTRIES_A_PAUSE = 1 << 19;
const LARGEST = Number.MAX_VALUE,
  LEAST = 2.2250738585072014e-308,
  EPSILON = Number.EPSILON;

// The window of width sqrt(2) sigma between samples, divided by its peak: the gram of the RBF
// kernel.
const windowSteps = (samples, sigma) =>
  kernelSteps(samples, "rbf", Math.min(1 / (4 * sigma ** 2), LARGEST));

// Samples with no other within 3 sigma: 1 each, else 0.
function aloneIn({ K, m }) {
  return Uint8Array.from({ length: m }, (_, i) => {
    for (let j = 0, x = i * m; j < m; j++, x++) if (j !== i && K[x] >= LONELY) return 0;
    return 1;
  });
}

// What each sample counts for -> { u } or { refused: words }. The density is the mean of a row.
function weightsOf(weighting, gram, alone, { sigma, d }) {
  const u = gram.r.map((density) => (weighting === "affinity" ? 1 : 1 / density));
  if (weighting !== "outlier" || !alone.includes(1)) return { u };
  const little = OUTLIER_SHARE * Math.exp(-d * Math.log(4 * Math.PI * sigma ** 2));
  if (little > LEAST && little < Infinity) return { u: u.map((x, i) => (alone[i] ? little : x)) };
  return {
    refused:
      `sigma=${sigma.toPrecision(3)} in ${d} dimensions gives the weighting "outlier" a weight that `
      + "floating point cannot hold, for samples with no other within 3 sigma. Try a larger sigma.",
  };
}

// K becomes sqrt(u_i u_j) K_ij. A generator.
function* weigh({ K, m }, u) {
  const root = u.map(Math.sqrt),
    rows = Math.ceil(ENTRIES_A_PAUSE / m);
  for (let i = 0, t = 0; i < m; i++) {
    for (let j = 0; j < m; j++, t++) K[t] = root[i] * K[t] * root[j];
    if (i % rows === rows - 1) yield;
  }
}

// A generator; returns { K_u (m * m), u, alone } or { refused: words }.
/**
 * @type {(samples: Samples, weighting: string, sigma: number) =>
 *   Steps<OrRefused<{ K_u: Float64Array, u: Float64Array, alone: Uint8Array }>>}
 */
export function* weightedSteps(samples, weighting, sigma) {
  const gram = yield* windowSteps(samples, sigma),
    alone = aloneIn(gram);
  const { u, refused } = weightsOf(weighting, gram, alone, { sigma, d: samples.nFeatures });
  if (refused) return { refused };
  yield;
  if (weighting !== "affinity") yield* weigh(gram, u);
  return { K_u: gram.K, u, alone };
}

// A generator; returns { labels, embedding (m * c), values, vectors (c, noise taken out), means (c
// * c), cost, weights, alone, undecided (how many), K_u, S and n (sums over blocks, sizes), cosine
// (the mean one of mean vectors in the whole feature space: exp(-D) of eq. 1), pairs } or {
// refused: words }. The `pairs` are the leading ones of K_u, k of them, where they are not known.
/**
 * @type {(samples: Samples, weighting: string, sigma: number, c: number,
 *   options?: { k?: number, known?: Pairs | null }) => Steps<OrRefused<Pairs & {
 *   labels: Int32Array, embedding: Float64Array, means: Float64Array, cost: number,
 *   undecided: number, weights: Float64Array, alone: Uint8Array, K_u: Float64Array,
 *   S: Float64Array, n: Float64Array, pairs: Pairs, cosine: number }>>}
 */
export function* angleSteps(samples, weighting, sigma, c, { k = c, known = null } = {}) {
  const { m } = samples,
    { K_u, u, alone, refused } = yield* weightedSteps(samples, weighting, sigma);
  if (refused) return { refused };
  yield;
  const pairs = known ?? (yield* leadingPairs(K_u, m, k)),
    values = pairs.values.slice(0, c);
  const rank = values.filter((value) => value > m * EPSILON * Math.max(values[0], 0)).length;
  if (rank < c) {
    return {
      refused:
        `n_clusters must be at most the rank of the kernel matrix, ${rank} in floating point; got ${c}. `
        + "Ask for fewer clusters or choose a smaller sigma.",
    };
  }
  const vectors = pairs.vectors.slice(0, c).map(withoutNoise),
    embedding = new Float64Array(m * c);
  vectors.forEach((v, l) =>
    v.forEach((x, i) => {
      embedding[i * c + l] = Math.sqrt(values[l]) * x;
    }),
  );
  yield;
  const { labels, means, cost, undecided } = yield* byAngle(embedding, samples, c),
    n = sizesOf(labels, c);
  yield;
  const S = blockSums(K_u, labels, c);
  return {
    labels,
    embedding,
    values,
    vectors,
    means,
    cost,
    undecided,
    weights: u,
    alone,
    K_u,
    S,
    n,
    pairs,
    cosine: meanCosine(S, c),
  };
}

function withoutNoise(v) {
  const largest = v.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  return v.map((x) => (Math.abs(x) > NOISE * largest ? x : 0));
}

// Steps 5 to 8. A sample at the origin has no direction; it goes with the nearest that has one. A
// generator.
function* byAngle(embedding, samples, c) {
  const { m, d, Y } = samples,
    decided = [],
    lost = [],
    directions = unitRows(embedding, c);
  for (let i = 0; i < m; i++)
    (embedding.subarray(i * c, (i + 1) * c).some(Boolean) ? decided : lost).push(i);
  let means = axes(embedding, m, c),
    labels = new Int32Array(m).fill(-1);
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const before = labels;
    labels = nearestByAngle(directions, decided, unitRows(means, c), m, c);
    if (labels.every((label, i) => label === before[i])) break;
    means = meansOf(embedding, decided, labels, means, c);
    yield;
  }
  const cost = meanCosine(products(means, c), c);
  if (lost.length) {
    const rows = (members) =>
      Float64Array.from(members.flatMap((i) => [...Y.subarray(i * d, (i + 1) * d)]));
    nearestRows(rows(lost), rows(decided), d).forEach((at, s) => {
      labels[lost[s]] = labels[decided[at]];
    });
    means = meansOf(
      embedding,
      labels.map((_, i) => i),
      labels,
      means,
      c,
    );
  }
  return { labels, means, cost, undecided: lost.length };
}

// The unit axes as first mean vectors, each with the sign of its column's mean.
function axes(embedding, m, c) {
  const means = new Float64Array(c * c);
  for (let l = 0; l < c; l++) {
    let sum = 0,
      size = 0;
    for (let t = l; t < m * c; t += c) {
      sum += embedding[t];
      size += Math.abs(embedding[t]);
    }
    means[l * c + l] = sum < -NOISE * size ? -1 : 1;
  }
  return means;
}

// Rows of c numbers, of length 1.
function unitRows(rows, c) {
  const units = new Float64Array(rows.length);
  for (let t = 0; t < rows.length; t += c) {
    const length = Math.hypot(...rows.subarray(t, t + c));
    for (let l = t; l < t + c; l++) units[l] = rows[l] / length;
  }
  return units;
}

// Of directions, of equal cosines the first. A mean that no sample prefers gets the one closest to
// it by angle, out of a cluster of several directions, or of several samples.
function nearestByAngle(directions, decided, means, m, c) {
  const labels = new Int32Array(m).fill(-1),
    cosines = new Float64Array(decided.length * c),
    n = new Int32Array(c);
  decided.forEach((i, s) => {
    for (let j = 0; j < c; j++) {
      let along = 0;
      for (let l = 0; l < c; l++) along += directions[i * c + l] * means[j * c + l];
      cosines[s * c + j] = along;
    }
    const own = cosines.subarray(s * c, (s + 1) * c),
      most = Math.max(...own);
    labels[i] = own.findIndex((along) => along >= most - TIE);
    n[labels[i]] += 1;
  });
  for (let j = 0; j < c; j++) {
    if (n[j]) continue;
    const first = {},
      mixed = new Set();
    for (const i of decided) {
      const from = (first[labels[i]] ??= i);
      for (let l = 0; l < c; l++) {
        if (Math.abs(directions[i * c + l] - directions[from * c + l]) > ALIKE)
          mixed.add(labels[i]);
      }
    }
    const isSpare = (i) => (mixed.size ? mixed.has(labels[i]) : n[labels[i]] > 1);
    const spare = decided.map((i, s) => s).filter((s) => isSpare(decided[s]));
    const most = spare.reduce((top, s) => Math.max(top, cosines[s * c + j]), -1);
    const best = spare.find((s) => cosines[s * c + j] >= most - TIE);
    n[labels[decided[best]]] -= 1;
    labels[decided[best]] = j;
    n[j] += 1;
  }
  return labels;
}

// The mean vector of each cluster, a row each; where the members cancel, the one it had.
function meansOf(embedding, members, labels, before, c) {
  const means = new Float64Array(c * c),
    n = new Float64Array(c);
  for (const i of members) {
    n[labels[i]] += 1;
    for (let l = 0; l < c; l++) means[labels[i] * c + l] += embedding[i * c + l];
  }
  for (let j = 0; j < c; j++) {
    const isLost = !means.subarray(j * c, (j + 1) * c).some(Boolean);
    for (let t = j * c; t < (j + 1) * c; t++) means[t] = isLost ? before[t] : means[t] / n[j];
  }
  return means;
}

function products(means, c) {
  const P = new Float64Array(c * c);
  for (let i = 0; i < c; i++) {
    for (let j = 0; j < c; j++)
      for (let l = 0; l < c; l++) P[i * c + j] += means[i * c + l] * means[j * c + l];
  }
  return P;
}

// The mean cosine between vectors whose inner products are P (c * c): eq. (11); 0 of a single one.
/** @type {(P: Float64Array, c: number) => number} */
export function meanCosine(P, c) {
  let sum = 0;
  for (let i = 0; i < c; i++) {
    for (let j = i + 1; j < c; j++)
      sum += P[i * c + j] / Math.sqrt(P[i * c + i]) / Math.sqrt(P[j * c + j]);
  }
  return c > 1 ? sum / ((c * (c - 1)) / 2) : 0;
}

// Sums of K over the blocks of some labels: c * c.
/** @type {(K: Float64Array, labels: Int32Array, c: number) => Float64Array} */
export function blockSums(K, labels, c) {
  const m = labels.length,
    S = new Float64Array(c * c),
    rows = Array.from({ length: c }, () => []);
  labels.forEach((label, i) => rows[label].push(i));
  for (let a = 0; a < c; a++) {
    const sums = new Float64Array(m);
    addRows(K, m, rows[a], sums, 0);
    for (let j = 0; j < m; j++) S[a * c + labels[j]] += sums[j];
  }
  return S;
}

function sizesOf(labels, c) {
  const n = new Float64Array(c);
  for (const label of labels) n[label] += 1;
  return n;
}

// The angles between mean vectors, in degrees: c rows.
/** @type {(means: Float64Array, c: number) => number[][]} */
export function anglesOf(means, c) {
  const P = products(means, c);
  return Array.from({ length: c }, (_, i) =>
    Array.from({ length: c }, (__, j) => {
      const cosine = P[i * c + j] / Math.sqrt(P[i * c + i]) / Math.sqrt(P[j * c + j]);
      return (Math.acos(Math.max(-1, Math.min(1, cosine))) * 180) / Math.PI;
    }),
  );
}
