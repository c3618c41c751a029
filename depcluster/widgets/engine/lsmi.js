// LSMI: how strongly labels depend on the data, by least-squares mutual information (Sugiyama 2011,
// section 3). The density ratio r(x, y) is fitted by bumps on samples of class y,
//     theta = (H + delta I)^-1 h,
//     H = n_y / n^2  sum_i L(x_i, .) L(x_i, .)',   h = 1/n  sum_(i of y) L(x_i, .)
// with the bumps' width gamma and delta by cross-validation; then
//     LSMI = - 1 / (2 n^2)  sum_ij r(x_i, y_j)^2  +  1/n  sum_i r(x_i, y_i)  -  1/2.        (14)
// H is a block of L'L, which knows no labels: it is computed once, and a labelling costs small
// systems.
import { ridge } from "./ridge.js";

/** @import { LsmiPlan, Steps } from "./types.d.ts" */

// Sugiyama 2011, section 4.3.1
export const GAMMAS = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((e) => 10 ** (e / 2));
const DELTAS = [-6, -5, -4, -3, -2, -1, 0, 1, 2].map((e) => 10 ** (e / 2));

// A generator, for samples X of d features, `centres`, the rows that carry a bump, and `folds`, a
// number from 0 for each row; returns the plan that lsmiSteps asks for.
/**
 * @type {(X: Float64Array, d: number, centres: Int32Array, folds: Int32Array,
 *   options?: { gammas?: number[], deltas?: number[] }) => Steps<LsmiPlan>}
 */
export function* lsmiPlan(X, d, centres, folds, { gammas = GAMMAS, deltas = DELTAS } = {}) {
  const n = folds.length,
    b = centres.length,
    nFolds = 1 + folds.reduce((x, y) => Math.max(x, y), 0);
  const bumps = gammas.map(() => new Float64Array(n * b)); // L(x_i, x_l), by width
  for (let i = 0; i < n; i++) {
    for (let l = 0; l < b; l++) {
      let square = 0;
      for (let f = 0; f < d; f++) square += (X[i * d + f] - X[centres[l] * d + f]) ** 2;
      gammas.forEach((gamma, g) => {
        bumps[g][i * b + l] = Math.exp(-square / (2 * gamma ** 2));
      });
    }
    if (i % 16 === 15) yield;
  }
  // L'L of each fold and of all the others, by width, lower triangles.
  const held = gammas.map(() => Array.from({ length: nFolds }, () => new Float64Array(b * b)));
  for (const [g, L] of bumps.entries()) {
    for (let i = 0; i < n; i++) {
      const row = L.subarray(i * b, (i + 1) * b),
        G = held[g][folds[i]];
      for (let l = 0; l < b; l++) {
        const x = row[l];
        if (x === 0) continue;
        for (let k = 0, p = l * b; k <= l; k++, p++) G[p] += x * row[k];
      }
      if (i % 16 === 15) yield;
    }
  }
  const others = [],
    whole = [];
  for (const of of held) {
    whole.push(sumOf(of, b * b));
    others.push(
      of.map((_, m) =>
        sumOf(
          of.filter((_, k) => k !== m),
          b * b,
        ),
      ),
    );
    yield;
  }
  return { n, b, nFolds, gammas, deltas, centres, folds, bumps, held, others, whole };
}

function sumOf(tables, length) {
  const sum = new Float64Array(length);
  for (const table of tables) for (let p = 0; p < length; p++) sum[p] += table[p];
  return sum;
}

// A generator, for labels from 0, of which some may be unused; returns { value, gamma, delta, cv },
// cv the mean hold-out errors, widths by regularisers. A single class has no dependence to
// estimate: its value is 0.
/**
 * @type {(plan: LsmiPlan, labels: Int32Array) =>
 *   Steps<{ value: number, gamma: number, delta: number, cv: Float64Array }>}
 */
export function* lsmiSteps(plan, labels) {
  const { n, nFolds, gammas, deltas, centres, folds } = plan,
    used = [...new Set(labels)].sort((x, y) => x - y);
  const cv = new Float64Array(gammas.length * deltas.length);
  const sizes = countsOf(folds, nFolds, () => true),
    classes = used.map((label) => ({
      label,
      counts: countsOf(folds, nFolds, (i) => labels[i] === label),
      own: Array.from(centres.keys()).filter((l) => labels[centres[l]] === label),
    }));
  for (let g = 0; g < gammas.length; g++) {
    for (const { counts, own, label } of classes) {
      const sums = sumsOf(plan, g, labels, label, own),
        count = counts.reduce((x, y) => x + y, 0);
      for (let m = 0; m < nFolds; m++) {
        // A bump on a sample held out has theta 0.
        const train = n - sizes[m],
          places = Array.from(own.keys()).filter((x) => folds[centres[own[x]]] !== m);
        const bumps = places.map((x) => own[x]),
          held = places.map((x) => sums[m][x]),
          s = bumps.length;
        const h = places.map(
          (x) => sums.reduce((sum, of, k) => (k === m ? sum : sum + of[x]), 0) / train,
        );
        const H = blockOf(plan.others[g][m], plan.b, bumps, (count - counts[m]) / train ** 2);
        const G = blockOf(plan.held[g][m], plan.b, bumps, 1);
        for (let k = 0; k < deltas.length; k++) {
          const theta = ridge(H, h, deltas[k], s);
          const error =
            (counts[m] / (2 * sizes[m] ** 2)) * quadratic(G, theta, s)
            - dot(theta, held) / sizes[m];
          cv[g * deltas.length + k] += error / nFolds;
          yield;
        }
      }
    }
  }
  const least = cv.indexOf(cv.reduce((x, y) => Math.min(x, y), Infinity));
  const g = Math.floor(least / deltas.length),
    delta = deltas[least % deltas.length];
  let value = -0.5;
  for (const { counts, own, label } of classes) {
    const sums = sumsOf(plan, g, labels, label, own),
      count = counts.reduce((x, y) => x + y, 0),
      s = own.length;
    const h = own.map((_, x) => sums.reduce((sum, of) => sum + of[x], 0) / n);
    const H = blockOf(plan.whole[g], plan.b, own, count / n ** 2),
      theta = ridge(H, h, delta, s);
    value += dot(theta, h) - quadratic(H, theta, s) / 2;
    yield;
  }
  return { value: used.length > 1 ? value : 0, gamma: gammas[g], delta, cv };
}

// Numbers of rows of each fold, of those that count.
function countsOf(folds, nFolds, has) {
  const counts = new Float64Array(nFolds);
  folds.forEach((m, i) => {
    if (has(i)) counts[m] += 1;
  });
  return counts;
}

// Sums of the own bumps over the samples of a class, fold by fold.
function sumsOf({ b, nFolds, folds, bumps }, g, labels, label, own) {
  const sums = Array.from({ length: nFolds }, () => new Float64Array(own.length)),
    L = bumps[g];
  labels.forEach((y, i) => {
    if (y !== label) return;
    const sum = sums[folds[i]];
    for (let x = 0; x < own.length; x++) sum[x] += L[i * b + own[x]];
  });
  return sums;
}

// Some rows and columns of a symmetric matrix given by its lower triangle, as the same, times a
// number.
function blockOf(G, b, rows, factor) {
  const s = rows.length,
    block = new Float64Array(s * s);
  for (let i = 0; i < s; i++)
    for (let j = 0; j <= i; j++) block[i * s + j] = factor * G[rows[i] * b + rows[j]];
  return block;
}

// x' G x, of a lower triangle.
function quadratic(G, x, s) {
  let sum = 0;
  for (let i = 0; i < s; i++) {
    let row = (G[i * s + i] * x[i]) / 2;
    for (let j = 0; j < i; j++) row += G[i * s + j] * x[j];
    sum += 2 * x[i] * row;
  }
  return sum;
}

function dot(u, v) {
  let sum = 0;
  for (let i = 0; i < u.length; i++) sum += u[i] * v[i];
  return sum;
}
