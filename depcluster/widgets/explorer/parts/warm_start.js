// Labels, and other numbers, of earlier samples taken over by those that go on from them.

import { indicesOf } from "../../base/parts/common.js";
import { nearestRows } from "../../engine/nearest.js";

const before = (origin) => (origin < 0 ? ~origin : origin);

// `last` and `next` are what Python sends as `_input`, samples each with the one before it that it
// goes on from. Below them there may be points added by hand: `kept` so many from before, and
// others in the plane of `Y`. -> of each sample the number of the one before, ~number of one that
// was not there; null where a generation was missed, or one of the page's own came between.
export function originsOf(last, next, kept = 0, Y = new Float64Array(0)) {
  const { n_samples: m } = last,
    step = next.generation - last.generation;
  if ((step !== 0 && step !== 1) || (step ? !next.origin : next.n_samples !== m)) return null;
  const origins = step
    ? Array.from(indicesOf(next.origin))
    : Array.from({ length: m }, (_, i) => i);
  for (let k = 0; k < kept; k++) origins.push(m + k);
  const end = 2 * origins.length,
    nearest = nearestRows(Y.slice(end), Y.slice(0, end), 2);
  return [...origins, ...Array.from(nearest, (i) => ~before(origins[i]))];
}

// Numbers in a typed array to go on with: one that was not there has its nearest one's.
export const carried = (numbers, origins) =>
  numbers.constructor.from(origins, (origin) => numbers[before(origin)]);

// Labels that changes are counted from: -1 of one that was not there.
export const kept = (labels, origins) =>
  Int32Array.from(origins, (origin) => (origin < 0 ? -1 : labels[origin]));
