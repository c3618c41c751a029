// What is new since other labels of the same points, in words; -1 is a point's that was not there.

import { matchedNames } from "../../engine/agreement.js";
import { counted } from "../../base/parts/common.js";

// Groups are matched first, so that as few points as possible have moved, and where that leaves a
// choice, so that as few names as possible have changed. Nothing before gives no words.
export function changedWords(after, since) {
  if (!since?.some((label) => label >= 0)) return "";
  const labels = after.filter((_, i) => since[i] >= 0),
    before = since.filter((label) => label >= 0);
  const k = 1 + Math.max(...labels, ...before),
    names = matchedNames(labels, before, k);
  const renamed = new Set();
  let moved = 0;
  labels.forEach((label, i) => {
    if (names[label] !== before[i]) moved += 1;
    else if (names[label] !== label) renamed.add(label);
  });
  const swapped =
    renamed.size > 1 ? `${renamed.size} names swapped, ` : renamed.size ? "1 name changed, " : "";
  return `${swapped}${moved ? counted(moved, "point") : "no point"} moved`;
}
