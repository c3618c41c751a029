// Search again and again, keep the best: the first search begins at a start, most later ones where
// an escape from the best partition so far leads. Where the order of the labels matters each
// beginning is matched to the label kernel, searched, matched again and searched again.
import { climb } from "./climb.js";
import { perturbed, swapped } from "./escapes.js";
import { leadingSteps } from "./leading_eigen.js";
import { orderMatters } from "./objectives.js";
import { matchOrder } from "./order.js";
import { Partition } from "./partition.js";
import { createRandom } from "./random.js";
import { kmeansPlusPlus, randomLabels, spectralLabels } from "./starts.js";

/** @import { Problem, Random, Steps } from "./types.d.ts" */

// A generator that yields { searches, best } often, `searches` being how many have ended, and
// returns the best Partition of `problem`. `start` is "spectral", "k-means++", "random" or labels;
// `vectors` are the c - 1 leading eigenvectors, if they are at hand.
/**
 * @type {(problem: Problem, options?: { start?: string | Int32Array, searches?: number,
 *   seed?: number, vectors?: Float64Array[] | null }) =>
 *   Steps<Partition, { searches: number, best: Partition | null }>}
 */
export function* search(
  problem,
  { start = "spectral", searches = 20, seed = 0, vectors = null } = {},
) {
  const { gram, objective } = problem,
    { m } = gram,
    { c } = objective,
    random = createRandom(seed);
  if (c === 1) return new Partition(problem, new Int32Array(m));
  const begin = (way) =>
    way === "random" ? randomLabels(m, c, random) : kmeansPlusPlus(gram, c, random);
  let labels;
  if (start === "spectral") {
    if (!vectors) {
      const steps = leadingSteps(gram, c - 1);
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done) {
          vectors = step.value.vectors;
          break;
        }
        yield { searches: 0, best: null };
      }
    }
    labels =
      vectors.length < c - 1 ? begin("k-means++") : spectralLabels(vectors.slice(0, c - 1), m);
  } else labels = typeof start === "string" ? begin(start) : start;
  let best = null;
  for (let s = 0; s < searches; s++) {
    let from;
    if (!best) from = new Partition(problem, labels);
    else {
      const way = wayOf(s - 1, objective),
        escape = { perturbation: perturbed, swap: swapped }[way];
      labels = escape ? escape(best, random) : begin(way);
      yield { searches: s, best };
      from = best.copy().relabel(labels);
    }
    const steps = polish(from, random);
    let step = steps.next();
    for (; !step.done; step = steps.next()) yield { searches: s, best };
    const found = step.value;
    if (!best || found.J > best.J + 1e-12 * Math.abs(best.J)) best = found;
    yield { searches: s + 1, best };
  }
  return best;
}

// Of four searches two begin at a perturbation, one at a swap, one anew. Without normalization the
// scatter that guides a swap says nothing of J.
function wayOf(s, objective) {
  const second = objective.normalized ? "swap" : "perturbation";
  const fresh = s % 8 === 7 && orderMatters(objective) ? "random" : "k-means++";
  return ["perturbation", second, "perturbation", fresh][s % 4];
}

// Match the order of the labels, climb, match again, climb again. A generator; returns a Partition.
/** @type {(partition: Partition, random: Random) => Steps<Partition>} */
export function* polish(partition, random) {
  const structured = orderMatters(partition.problem.objective);
  for (const again of [false, true]) {
    const before = partition;
    if (structured) partition = reordered(partition, random);
    if (again && partition === before) return partition;
    yield partition;
    partition = yield* climb(partition);
  }
  return partition;
}

// The partition renamed so that its order suits the label kernel; itself if J would not rise.
function reordered(partition, random) {
  const {
    c,
    S,
    n,
    J,
    problem: { objective },
  } = partition;
  const [A, T] = objective.alignment(S, n),
    p = matchOrder(A, T, c, random);
  if (p.every((name, j) => name === j)) return partition;
  const names = new Int32Array(c);
  p.forEach((cluster, j) => {
    names[cluster] = j;
  });
  const other = partition.copy().rename(names);
  return other.J > J ? other : partition;
}
