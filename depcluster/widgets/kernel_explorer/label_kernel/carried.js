// Labels of earlier samples taken over by those that go on from them.

import { indicesOf } from "../../base/parts/common.js";
import { nearestRows } from "../../engine/nearest.js";

// `before` and `next` are what Python sends as `_input`: given samples, each with the one before it that it
// goes on from, and below them points added by hand. Null where a generation was missed.
export function carried(labels, before, next, { Y, d }) {
  const given = before.n_samples - before.n_added, now = next.n_samples - next.n_added;
  const step = next.generation - before.generation;
  if (step > 1 || (step === 1 && !next.origin)) return null;
  const origin = step ? indicesOf(next.origin) : null;
  const kept = Array.from({ length: now }, (_, i) => labels[origin ? origin[i] : i]);
  kept.push(...labels.slice(given, given + next.n_added));
  const end = kept.length * d, last = nearestRows(Y.subarray(end), Y.subarray(0, end), d);
  return Int32Array.from([...kept, ...Array.from(last, (i) => kept[i])]);
}
