// How an explorer's page finds labels: those it is told, if they are right; one climb from those on
// screen at once; searches with the full mix of starts behind.

import { climb } from "../../engine/climb.js";
import { Partition } from "../../engine/partition.js";
import { createRandom } from "../../engine/random.js";
import { alignLabels } from "../../engine/renaming.js";
import { search } from "../../engine/search.js";
import { kmeansPlusPlus } from "../../engine/starts.js";
import { quietly } from "../../engine/steps.js";

const SAME = 1e-8; // of J, within which two machines add up the same

export const hasAll = (labels, c) => labels.every((k) => k < c) && new Set(labels).size === c;

// The partition of some labels if it has all clusters and the J that is told of it; else null.
export function verified(problem, labels, objective) {
  if (labels.length !== problem.gram.m || !hasAll(labels, problem.objective.c)) return null;
  const partition = new Partition(problem, labels);
  return isSameObjective(problem.gram, partition.J, objective) ? partition : null;
}

// Whether a number that is told is J, added up on another machine.
export const isSameObjective = (gram, J, told) =>
  Math.abs(J - told) <= SAME * Math.abs(J) + roundingOf(gram);

// What J may differ by, where K is nearly the same everywhere, because its entries are rounded.
function roundingOf({ K, m }) {
  let trace = 0;
  for (let i = 0; i < m; i++) trace += Math.abs(K[i * m + i]);
  return m * Number.EPSILON * trace;
}

// One climb, from labels or, where those are not of all clusters, from fresh seeds that are named
// after them. `known` is a Partition of these labels whose sums still hold if it is of the same
// matrix. A generator; returns a Partition.
export function* climbed(problem, labels, known = null) {
  const { gram, objective } = problem,
    { c, structure } = objective;
  if (labels && hasAll(labels, c)) {
    const isSame =
      known?.problem.gram === gram
      && known.c === c
      && known.labels.every((k, i) => k === labels[i]);
    return yield* quietly(climb(isSame ? known.under(objective) : new Partition(problem, labels)));
  }
  const start = new Partition(problem, kmeansPlusPlus(gram, c, createRandom(0)));
  const partition = yield* quietly(climb(start));
  return labels
    ? partition.relabel(alignLabels(partition.labels, labels, structure, c))
    : partition;
}

// Searches from the c - 1 leading eigenvectors on. A generator: yields how many of so many searches
// have ended whenever that has risen, undefined to pause, and returns the best Partition of all.
export function* searchSteps(problem, vectors, searches) {
  const walk = search(problem, { searches, vectors: vectors.slice(0, problem.objective.c - 1) });
  let ended = 0,
    step = walk.next();
  for (; !step.done; step = walk.next()) {
    const { searches: now } = /** @type {{ searches: number }} */ (step.value);
    const isMore = now > ended;
    ended = now;
    yield isMore && ended < searches ? ended : undefined;
  }
  return step.value;
}

// The partition that a search found, under names as close to another's as the objective allows;
// null unless it is better.
export function betterThan(partition, best) {
  const {
    J,
    labels,
    c,
    problem: { objective },
  } = partition;
  if (!(best.J > J + 1e-9 * Math.abs(J))) return null;
  return best.copy().relabel(alignLabels(best.labels, labels, objective.structure, c));
}
