// The same points under a loss, under the zero-one loss and under none (CLUHSIC).

import { matchedNames } from "../engine/agreement.js";
import { normalized, normalizedWithLoss, unnormalized, withLoss } from "../engine/objectives.js";
import { flatMatrix } from "../label_kernel_editor/algebra.js";
import { lossRows, zeroOneLoss } from "./algebra.js";

export const LOSS = "loss";
export const ZERO_ONE = "zero_one";
export const CLUHSIC = "cluhsic";

const POWERS = { l1: 1, l2: 2 };

// -> { loss, zero_one, cluhsic }, problems of the engine; the first two are one where the loss is
// zero-one
export function problemsOf(gram, { A, Delta, normalization, penalty }) {
  const kernel = flatMatrix(A),
    zeroOne = zeroOneLoss(A.length);
  const objective = (loss) => {
    const R = flatMatrix(lossRows(loss));
    return normalization
      ? normalizedWithLoss(kernel, R, POWERS[normalization], penalty)
      : withLoss(kernel, R, penalty);
  };
  const own = { gram, objective: objective(Delta) };
  const isZeroOne = String(Delta) === String(zeroOne);
  return {
    [LOSS]: own,
    [ZERO_ONE]: isZeroOne ? own : { gram, objective: objective(zeroOne) },
    [CLUHSIC]: { gram, objective: normalization ? normalized(kernel) : unnormalized(kernel) },
  };
}

// Which points other labels put into another group, whatever the groups are called: 0 or 1 each.
export function unlike(labels, others, c) {
  const names = matchedNames(others, labels, c);
  return Uint8Array.from(labels, (label, i) => Number(names[others[i]] !== label));
}
