// How two labelings of the same samples agree, whatever their clusters are called.
import { assign } from "./assignment.js";

// Samples of each cluster, a row, that bear each label of another labeling, a column: k * k. Labels
// other than 0..k-1 of the other are left out.
/** @type {(labels: Int32Array, others: Int32Array, k: number) => Float64Array} */
export function sharedCounts(labels, others, k) {
  const shared = new Float64Array(k * k);
  for (let i = 0; i < labels.length; i++) {
    if (others[i] >= 0 && others[i] < k) shared[labels[i] * k + others[i]] += 1;
  }
  return shared;
}

// The adjusted Rand index (Hubert and Arabie 1985); 1 where both say the same of every pair.
/** @type {(labels: Int32Array, others: Int32Array) => number} */
export function adjustedRand(labels, others) {
  const k = 1 + Math.max(...labels, ...others),
    shared = sharedCounts(labels, others, k);
  const pairs = (x) => (x * (x - 1)) / 2,
    rows = new Float64Array(k),
    columns = new Float64Array(k);
  let together = 0;
  shared.forEach((count, t) => {
    together += pairs(count);
    rows[Math.floor(t / k)] += count;
    columns[t % k] += count;
  });
  const of = (sizes) => sizes.reduce((sum, size) => sum + pairs(size), 0);
  const first = of(rows),
    second = of(columns),
    all = pairs(labels.length);
  const chance = all ? (first * second) / all : 0,
    most = (first + second) / 2;
  return most === chance ? 1 : (together - chance) / (most - chance);
}

// Names of the clusters under which most samples bear the label of `truth`: names[j] of cluster j.
// Where that leaves a choice as many as possible keep their number.
/** @type {(labels: Int32Array, truth: Int32Array, k: number) => Int32Array} */
export function matchedNames(labels, truth, k) {
  const gain = sharedCounts(labels, truth, k);
  for (let j = 0; j < k; j++) gain[j * k + j] += 1 / (k + 1);
  return assign(gain, k);
}

// Share of samples in another cluster than their true one, the clusters named as suits best. A
// truth below 0 counts in no error.
/** @type {(labels: Int32Array, truth: Int32Array) => number} */
export function errorRate(labels, truth) {
  const k = 1 + Math.max(...labels, ...truth),
    names = matchedNames(labels, truth, k);
  let wrong = 0,
    known = 0;
  for (let i = 0; i < labels.length; i++) {
    if (truth[i] < 0) continue;
    known += 1;
    if (names[labels[i]] !== truth[i]) wrong += 1;
  }
  return wrong / known;
}

// H(y | l) in nats: what labels leave open of the classes y.
/** @type {(y: Int32Array, labels: Int32Array) => number} */
export function conditionalEntropy(y, labels) {
  const k = 1 + Math.max(...y, ...labels),
    shared = sharedCounts(labels, y, k),
    sizes = new Float64Array(k);
  for (const label of labels) sizes[label] += 1;
  let left = 0;
  shared.forEach((count, t) => {
    if (count) left -= count * Math.log(count / sizes[Math.floor(t / k)]);
  });
  return left / labels.length;
}
