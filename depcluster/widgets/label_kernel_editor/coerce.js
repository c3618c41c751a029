// A matrix in a link: by the name of a preset, or by its entries.

import { LABEL_KERNEL, nameOfMatrix, resizedState } from "./kinds.js";

// The matrix and its name for what a link says of them, one that it cannot be left out; `size` is
// how many rows.
export function coercedState(given, name, size, start, kind = LABEL_KERNEL) {
  const canBe = (x, i, j) => x >= kind.least && !(kind.locked(i, j) && x);
  if (given?.length === size && given.every((row, i) => row.every((x, j) => canBe(x, i, j)))) {
    return { value: given, preset: nameOfMatrix(kind, given, name) };
  }
  const preset = kind.presets.includes(name) ? name : start.preset;
  return resizedState({ value: start.value, preset, base: start.value }, size, kind);
}

// How the label kernel, its preset and the number of clusters agree, as `base/parts/permalink.js`
// takes it.
export const labelKernelCoercion = (matrix = "label_kernel") => ({
  implied: ({ preset }) => (preset === "custom" ? ["preset", "n_clusters"] : [matrix]),
  agree({ [matrix]: given, preset: name, ...values }, start) {
    const n_clusters = values.n_clusters ?? given?.length ?? start.n_clusters;
    const before = { value: start[matrix], preset: start.preset };
    const { value, preset } = coercedState(given, name, n_clusters, before);
    return { ...values, n_clusters, preset, [matrix]: value };
  },
});
