// Labels of earlier samples taken over by those that go on from them.

import { bytesOf } from "../../base/parts/common.js";

const indicesOf = (view) => new Int32Array(bytesOf(view).buffer);

// `before` and `next` are what Python sends as `_input`: given samples, each with the one before it that it
// goes on from, and below them points added by hand. Null where a generation was missed.
export function carried(labels, before, next, { Y, d, m }) {
  const given = before.n_samples - before.n_added, now = next.n_samples - next.n_added;
  const step = next.generation - before.generation;
  if (step > 1 || (step === 1 && !next.origin)) return null;
  const origin = step ? indicesOf(next.origin) : null;
  const kept = Array.from({ length: now }, (_, i) => labels[origin ? origin[i] : i]);
  kept.push(...labels.slice(given, given + next.n_added));
  for (let i = kept.length; i < m; i++) kept.push(kept[nearest(Y, d, i, kept.length)]);
  return Int32Array.from(kept);
}

// Of the first `count` samples the one nearest to another.
function nearest(Y, d, i, count) {
  let best = 0, least = Infinity;
  for (let j = 0; j < count; j++) {
    let distance = 0;
    for (let f = 0; f < d; f++) distance += (Y[i * d + f] - Y[j * d + f]) ** 2;
    if (distance < least) [best, least] = [j, distance];
  }
  return best;
}
