// Ways to perturb a kernel matrix, and how far that can move a partition: Theorem 1 of Song 2007
// (eqs. 13-15; `papers/song2007/perturbation.py` has the formulas).
import { sharedCounts } from "./agreement.js";
import { productSteps } from "./gram.js";

/** @import { Leg, Pairs, Steps } from "./types.d.ts" */
/** @import { Partition } from "./partition.js" */

// K + size E, E symmetric, of signs: each byte has eight of its lower triangle, row by row, from
// the highest bit on.
/** @type {(K: Float64Array, m: number, bytes: Uint8Array, size: number) => Float64Array} */
export function withSigns(K, m, bytes, size) {
  const out = new Float64Array(m * m);
  for (let i = 0, t = 0; i < m; i++) {
    for (let j = 0; j <= i; j++, t++) {
      const sign = (bytes[t >> 3] << (t & 7)) & 128 ? 1 : -1;
      out[i * m + j] = out[j * m + i] = K[i * m + j] + sign * size;
    }
  }
  return out;
}

const ENTRIES_A_PAUSE = 1 << 21;

// The part of a matrix that its largest eigenvalues make, from all of them, ascending. A generator.
/** @type {(pairs: Pairs, rank: number) => Steps<Float64Array>} */
export function* ofRankSteps({ values, vectors }, rank) {
  const m = values.length,
    K = new Float64Array(m * m);
  for (let q = m - rank, done = 0; q < m; q++) {
    const v = vectors[q];
    for (let i = 0; i < m; i++) {
      const weight = values[q] * v[i];
      for (let j = 0, t = i * m; j <= i; j++, t++) K[t] += weight * v[j];
    }
    done += (m * m) / 2;
    if (done > ENTRIES_A_PAUSE) {
      done = 0;
      yield;
    }
  }
  for (let i = 0; i < m; i++) for (let j = 0; j < i; j++) K[j * m + i] = K[i * m + j];
  return K;
}

// |H P P' H - H Q Q' H|^2 of two partitions into c clusters each.
function partitionDistance(labels, others, c) {
  const shared = sharedCounts(labels, others, c),
    n = new Float64Array(c),
    sizes = new Float64Array(c);
  shared.forEach((count, t) => {
    n[Math.floor(t / c)] += count;
    sizes[t % c] += count;
  });
  let overlap = -1; // the constant direction is centred away
  shared.forEach((count, t) => {
    if (count) overlap += (count * count) / (n[Math.floor(t / c)] * sizes[t % c]);
  });
  return Math.max(2 * (c - 1 - overlap), 0);
}

// A centred kernel matrix with a partition, and what the bound needs of them. `partition` is under
// the normalized objective with A = I; { values, vectors } are the largest c and c - 1
// (`top_eigen.js`).
/** @type {(partition: Partition, pairs: Pairs) => Leg} */
export function legOf(partition, { values, vectors }) {
  const {
      c,
      J,
      labels,
      problem: { gram },
    } = partition,
    top = sumOf(values.subarray(0, c - 1));
  const gap = values[c - 2] - values[c - 1],
    trace = gram.diagonal.reduce((sum, x) => sum + Math.abs(x), 0);
  const isClosed = !(gap > 1e-12 * Math.max(trace, Number.MIN_VALUE));
  const ratio = (lost) => (isClosed ? Infinity : Math.max(lost, 0) / gap);
  return {
    c,
    gram,
    labels: labels.slice(),
    top,
    gap,
    isClosed,
    ratio,
    lost: top - J,
    U: vectors.slice(0, c - 1),
  };
}

// -> { epsilon, bound, trivial, terms: [delta, delta~, gamma], eta, gap, perturbedGap, closed },
// the last one naming the matrix whose eigengap is closed, if one is. A generator.
/**
 * @type {(before: Leg, after: Leg) => Steps<{ epsilon: number, bound: number, trivial: number,
 *   terms: number[], eta: number, gap: number, perturbedGap: number, closed: string }>}
 */
export function* boundSteps(before, after) {
  const { c } = before,
    images = yield* productSteps(before.gram, after.U);
  // tr(K~ U~U~') - tr(K U~U~')
  const eta = after.top - sumOf(images.map((image, q) => dot(image, after.U[q])));
  const terms = [
    before.ratio(before.lost),
    after.ratio(after.lost),
    before.ratio(before.top - after.top + eta),
  ];
  const bound = 2 * sumOf(terms.map(Math.sqrt)) ** 2;
  return {
    epsilon: partitionDistance(before.labels, after.labels, c),
    bound,
    trivial: 2 * (c - 1),
    terms,
    eta,
    gap: before.gap,
    perturbedGap: after.gap,
    closed: before.isClosed ? "K" : after.isClosed ? "K_perturbed" : "",
  };
}

const sumOf = (numbers) => numbers.reduce((sum, x) => sum + x, 0);

function dot(u, v) {
  let sum = 0;
  for (let i = 0; i < u.length; i++) sum += u[i] * v[i];
  return sum;
}
