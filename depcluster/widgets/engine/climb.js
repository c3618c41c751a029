// The climb from a partition to a local optimum, in two phases. Batch sweeps give every sample the
// label of largest slope, and are kept only if J rose. Then the exact J of every single move is
// computed, and the samples that would gain are visited, best first, each checked again.

/** @import { Steps } from "./types.d.ts" */
/** @import { Partition } from "./partition.js" */

const TINY = 2.2250738585072014e-308,
  MOVES_A_PAUSE = 200;

// A generator: yields the partition as far as it has come, often, and returns the last one.
/**
 * @type {(partition: Partition, options?: { most?: number, tolerance?: number }) =>
 *   Steps<Partition, Partition>}
 */
export function* climb(partition, { most = 100, tolerance = 1e-10 } = {}) {
  let sweeping = true;
  for (let step = 0; step < most; step++) {
    const labels = sweeping ? partition.swept() : null;
    yield partition;
    const swept = labels ? partition.copy().relabel(labels) : null;
    if (swept && swept.J > partition.J + tolerance * Math.abs(partition.J)) {
      partition = swept;
      yield partition;
      continue;
    }
    sweeping = false;
    const moved = yield* visit(partition, tolerance * Math.max(Math.abs(partition.J), TINY));
    if (!moved) return partition;
    yield partition;
  }
  return partition;
}

// Samples that alone would raise J by more than `least` move, one after the other; how many did.
function* visit(partition, least) {
  const { gain, target } = partition.gains(),
    order = [];
  for (let i = 0; i < gain.length; i++) if (gain[i] > least) order.push(i);
  order.sort((i, j) => gain[j] - gain[i] || i - j);
  let moved = 0;
  for (const i of order) {
    if (!partition.tryMove(i, target[i], least)) continue;
    moved++;
    if (moved % MOVES_A_PAUSE === 0) yield partition;
  }
  if (moved) partition.refresh();
  return moved;
}
