// What says how good a kernel is without known labels: one criterion of each paper, for the
// partition that a search with the plain label kernel finds (`choice/compare_kernels.py` has
// the formulas).
import { blockSums, meanCosine } from "./angle.js";
import { kernelGram, productSteps } from "./gram.js";
import { leadingSteps } from "./leading_eigen.js";
import { GAMMAS, lsmiPlan, lsmiSteps } from "./lsmi.js";
import { bestValue, normalized } from "./objectives.js";
import { createPcg } from "./pcg.js";
import { createRandom } from "./random.js";
import { createSamples } from "./samples.js";
import { search } from "./search.js";
import { quietly } from "./steps.js";
import { frobenius } from "./top_eigen.js";
import { createTwister } from "./mt19937.js";

/** @import { Gram, Kernel, Pairs, Samples, Steps } from "./types.d.ts" */
/** @import { Partition } from "./partition.js" */

const FOLDS = 5,
  CENTRES = 200,
  NOISE = 0.1,
  DRAWS = 10,
  SEARCHES = 10;
const RANKS = [1, 4, 8]; // of the draws in order: the tenth, the fiftieth, the ninetieth percentile
const WINDOWS = ["rbf", "laplacian"]; // kernels whose sums estimate densities

const CONSTANT = "the kernel is constant here, or has no positive eigenvalue once centred";
const CLOSED = "the eigengap is closed: too few edges of a graph, or too many clusters";
const NO_WINDOW = "the kernel is no density window, so its sums estimate no density";
const APART = "no sample is similar to one of another cluster, to the last digit";
const WIDE =
  "these samples have more features than there are samples, and the page has not all it takes to shake them";

// A generator: yields { labels, values, band, notes } for one width after the other, undefined to
// pause. `values` are by name of the criterion, null where it means nothing and Infinity where
// notes[name] says so, too; `band` holds the ends of gamma's. All widths meet the noise, the
// centres and the folds that Python draws for `seed`.
/**
 * @type {(samples: Samples,
 *   asked: { kernel: Kernel, gammas: Float64Array, c: number, seed: number }) => Steps<void>}
 */
export function* criteriaSteps(samples, { kernel, gammas, c, seed }) {
  const spread = spreadOf(samples),
    lsmiOf = yield* lsmiFor(samples, spread, seed);
  const perturbed = yield* perturbedSamplesSteps(samples, kernel, NOISE * spread, seed);
  const identity = Float64Array.from({ length: c * c }, (_, t) => Number(t % (c + 1) === 0)),
    rooms = [];
  for (const gamma of gammas) {
    const gram = (rooms[0] = kernelGram(samples, kernel, gamma, rooms[0]));
    yield;
    const spectrum = yield* leadingSteps(gram, c),
      problem = { gram, objective: normalized(identity) };
    const partition = yield* quietly(
      search(problem, { searches: SEARCHES, vectors: spectrum.vectors }),
    );
    const lost = [];
    for (const others of isClosed(spectrum) ? [] : (perturbed ?? [])) {
      yield* others.pairSteps(kernel);
      rooms[1] = kernelGram(others, kernel, gamma, rooms[1]);
      yield;
      lost.push(yield* dependenceLost(gram, spectrum, rooms[1]));
    }
    const labels = inOrder(partition.labels),
      lsmi = yield* lsmiOf(labels);
    yield {
      labels,
      ...scored(kernel, partition, spectrum, { lost, lsmi, canShake: perturbed !== null }),
    };
  }
}

// The root of the mean variance of the features.
/** @type {(samples: Samples) => number} */
export const spreadOf = ({ m, nFeatures, Y }) =>
  Math.sqrt(Y.reduce((sum, y) => sum + y * y, 0) / (m * nFeatures));

// Clusters numbered in the order in which they first appear.
function inOrder(labels) {
  const names = [...new Set(labels)];
  return labels.map((label) => names.indexOf(label));
}

const isClosed = ({ values }) => {
  const c = values.length,
    top = values.subarray(0, c - 1).reduce((sum, x) => sum + x, 0);
  return values[c - 2] - values[c - 1] <= 1e-12 * Math.abs(top);
};

// A generator; returns labels -> a generator of their LSMI. Of a partition that comes again it is
// known.
function* lsmiFor({ m, d, X }, spread, seed) {
  const { permutation } = createTwister(seed),
    centres = permutation(m).subarray(0, CENTRES).sort();
  const folds = permutation(m).map((i) => i % Math.min(FOLDS, m)),
    known = new Map();
  const plan = yield* lsmiPlan(X, d, centres, folds, {
    gammas: GAMMAS.map((gamma) => spread * gamma),
  });
  return function* lsmiOf(labels) {
    const key = labels.join();
    if (!known.has(key)) known.set(key, (yield* lsmiSteps(plan, labels)).value);
    return known.get(key);
  };
}

// A generator; returns the samples of each draw of noise, null where they cannot be had. Where the
// features are not known, coordinates in the space of the rows are shaken as much as they would be:
// beyond that space there is noise alone, of which the inner products count, so that the triangle L
// of its factors L Q will do.
/**
 * @type {(samples: Samples, kernel: Kernel, size: number, seed: number) =>
 *   Steps<(Samples | null)[]>}
 */
export function* perturbedSamplesSteps({ m, X: rows, nFeatures, features }, kernel, size, seed) {
  const X = features ?? rows,
    d = X.length / m,
    beyond = nFeatures - d,
    width = d + Math.min(beyond, m),
    found = [];
  if (beyond && kernel === "laplacian") return null;
  const { normal } = beyond ? createRandom(seed) : createPcg(seed),
    length = (k) => {
      let squares = 0;
      for (let f = 0; f < k; f++) squares += normal() ** 2;
      return Math.sqrt(squares);
    };
  for (let draw = 0; draw < DRAWS; draw++) {
    const perturbed = new Float64Array(m * width);
    for (let i = 0; i < m; i++) {
      for (let f = 0; f < width && f <= d + i; f++) {
        const noise = f < d + i ? normal() : length(beyond - i);
        perturbed[i * width + f] = (f < d ? X[i * d + f] : 0) + size * noise;
      }
      yield;
    }
    found.push(createSamples(perturbed, m, { nFeatures }));
  }
  return found;
}

// Song 2007, eq. (15): what the leading eigenvectors of a perturbed matrix lose of the dependence,
// over the gap. A generator.
/**
 * @type {(gram: Gram, spectrum: { values: Float64Array, basis: Float64Array[] },
 *   perturbed: Gram) => Steps<number>}
 */
export function* dependenceLost(gram, { values, basis }, perturbed) {
  const k = values.length - 1,
    { vectors } = yield* leadingSteps(perturbed, k + 1, { start: basis, exact: k });
  const U = vectors.slice(0, k),
    images = yield* productSteps(gram, U);
  let lost = 0;
  U.forEach((u, q) => {
    lost += values[q];
    for (let i = 0; i < gram.m; i++) lost -= u[i] * images[q][i];
  });
  return Math.max(lost, 0) / (values[k - 1] - values[k]);
}

// { values, band, notes } of a partition; `lost` are gammas of the draws, none where the eigengap
// is closed.
/**
 * @type {(kernel: Kernel, partition: Partition, spectrum: Pairs,
 *   found: { lost: number[], lsmi: number | null, canShake?: boolean }) => {
 *   values: Record<string, number | null>, band: (number | null)[], notes: Record<string, string> }}
 */
export function scored(
  kernel,
  { labels, c, S, n, problem: { gram } },
  spectrum,
  { lost, lsmi, canShake = true },
) {
  const [largest] = spectrum.values,
    [last, next] = spectrum.values.subarray(c - 2),
    isConstant = !(largest > 0);
  const sorted = lost.toSorted((x, y) => x - y),
    isInfinite = isClosed(spectrum),
    notes = {};
  const [low, gamma, high] = RANKS.map((rank) => (isInfinite ? Infinity : sorted[rank]));
  const note = (name, why) => {
    notes[name] = why;
    return null;
  };
  const blocks = WINDOWS.includes(kernel) && blockSums(gram.K, labels, c);
  const values = {
    gamma: isConstant ? note("gamma", CONSTANT) : canShake ? gamma : note("gamma", WIDE),
    eigengap: isConstant ? note("eigengap", CONSTANT) : (last - next) / largest,
    lsmi,
    cauchy_schwarz: blocks
      ? -Math.log(Math.max(meanCosine(blocks, c), 0))
      : note("cauchy_schwarz", NO_WINDOW),
    cosine: isConstant ? note("cosine", CONSTANT) : bestValue(S, n) / frobenius(gram),
  };
  if (values.gamma === Infinity) notes.gamma = CLOSED;
  if (values.cauchy_schwarz === Infinity) notes.cauchy_schwarz = APART;
  return { values, band: values.gamma === null ? null : [low, high], notes };
}
