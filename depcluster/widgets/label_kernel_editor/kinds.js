// What the editor edits. A kind names its matrices, says what an edit changes and what it refuses.
//
// preset(name, size), edited(value, i, j, entry) and resized(value, size) give matrices; locked(i,
// j) is why an entry stays, or ""; refusal(entry, at) is why a typed entry cannot stand, or "".
// Only a kind with a verdict is asked whether it is positive semi-definite, only one with
// joined(value, i, j, weight) is seen as a graph.

import { shortNum } from "../base/parts/common.js";
import {
  eigenvaluesOf,
  graphMatrix,
  isNegative,
  presetMatrix,
  PRESETS,
  resizedMatrix,
  sameMatrix,
} from "./algebra.js";

export const LABEL_KERNEL = {
  grid: "label kernel, symmetric",
  menu: "preset",
  presets: PRESETS,
  preset: presetMatrix,
  edited: (A, i, j, entry) => withPairs(A, entry, (k, l) => samePair(k, l, i, j)),
  joined: (A, i, j, weight) => graphMatrix(LABEL_KERNEL.edited(A, i, j, weight)),
  resized: resizedMatrix,
  least: -Infinity,
  locked: () => "",
  refusal: () => "",
  verdict(A) {
    const ascending = eigenvaluesOf(A);
    return { ascending, psd: !isNegative(ascending[0], A) };
  },
  spoken(A) {
    const { ascending, psd } = LABEL_KERNEL.verdict(A);
    const verdict = psd ? "positive semi-definite" : "indefinite";
    return `; ${verdict}, smallest eigenvalue ${shortNum(ascending[0])}`;
  },
};

export const samePair = (k, l, i, j) => (k === i && l === j) || (k === j && l === i);

export const withPairs = (A, entry, chosen) =>
  A.map((row, k) => row.map((old, l) => (chosen(k, l) ? entry : old)));

// The preset that a matrix equals, trying the present one first, or "custom".
export function nameOfMatrix(kind, A, present) {
  const names = kind.presets.includes(present) ? [present, ...kind.presets] : kind.presets;
  return names.find((name) => sameMatrix(A, kind.preset(name, A.length))) ?? "custom";
}

export function wholePreset(name, size, kind = LABEL_KERNEL) {
  const value = kind.preset(name, size);
  return { value, preset: name, base: value };
}

export function resizedState({ value, preset, base }, size, kind = LABEL_KERNEL) {
  if (preset !== "custom") return wholePreset(preset, size, kind);
  const next = kind.resized(value, size);
  return { value: next, preset: nameOfMatrix(kind, next, preset), base: kind.resized(base, size) };
}
