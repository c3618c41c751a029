// What a page tells Python of searches: labels and the number that they have
// (`explorer/fit_message.py`), each in a trait of its own, which a stored page tells again.

import { bytesOf, sentBytes } from "../../base/parts/common.js";

// of J: two views that add it up in another order tell each other nothing new
const ROUNDING = 1e-9;

const isSame = (one, other) =>
  Math.abs(one.objective - other.objective) <= ROUNDING * Math.abs(one.objective)
  && String(bytesOf(one.labels)) === String(bytesOf(other.labels));

// `known` is what was on screen last, by trait.
// -> { tell(found), heard(trait) }
export function createFitMessages(model, known) {
  return {
    // Tells { trait: { labels, objective, settled } }, with the controls that were set before;
    // counted, so that the same labels are told again of another question.
    tell(found) {
      for (const [trait, { labels, objective, settled }] of Object.entries(found)) {
        const count = (model.get(trait)?.count ?? 0) + 1;
        known[trait] = { labels: sentBytes(Uint8Array.from(labels)), objective, settled, count };
        model.set(trait, known[trait]);
      }
    },
    // What another view or a stored page tells and no answer on screen has taken in; null if there
    // is nothing new.
    heard(trait) {
      const told = model.get(trait),
        own = known[trait];
      return !told || told === own || (own !== undefined && isSame(told, own)) ? null : told;
    },
  };
}
