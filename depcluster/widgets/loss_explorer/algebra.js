// Losses on the labels and what they do to a label kernel, as depcluster.labels has them.

import { centredMatrix, gramOf } from "../engine/gram.js";
import { sandwich } from "../engine/objectives.js";
import { symmetricEigen } from "../engine/symmetric_eigen.js";
import { flatMatrix, largestEntry, squareMatrix } from "../label_kernel_editor/algebra.js";
import { formatEntry } from "../label_kernel_editor/entries.js";
import { samePair, withPairs } from "../label_kernel_editor/kinds.js";

const LOSSES = ["label-kernel", "zero-one"];
const MOST = 1e50;

// Half the squared distance of the labels in A.
const labelKernelLoss = (A) =>
  squareMatrix(A.length, (i, j) => (i === j ? 0 : Math.max(0, (A[i][i] + A[j][j]) / 2 - A[i][j])));

export const zeroOneLoss = (size) => squareMatrix(size, (i, j) => (i === j ? 0 : 1));

export const sumOf = (numbers) => numbers.reduce((sum, x) => sum + x, 0);

export const lossRows = (Delta) =>
  squareMatrix(Delta.length, (i, j) => (i === j ? sumOf(Delta[i]) : 0) - Delta[i][j] + 0);

// R A R'
export function effectiveKernel(Delta, A) {
  const c = A.length,
    core = sandwich(flatMatrix(lossRows(Delta)), flatMatrix(A), c);
  return squareMatrix(c, (i, j) => core[i * c + j]);
}

// The c - 1 eigenvalues of the centred matrix, falling: all but the zero of the constant vector.
// Adding a constant to A changes nothing where K is centred.
export function levelsOf(A) {
  const c = A.length,
    values = [...symmetricEigen(centredMatrix(gramOf(flatMatrix(A), c)), c).values];
  const zero = values.reduce((at, w, k) => (Math.abs(w) < Math.abs(values[at]) ? k : at), 0);
  return values.filter((_, k) => k !== zero).reverse();
}

// The loss as the editor's matter. labelKernel() is the A beside it; wholeLevel() tells whether an
// edit changes all pairs of labels that A holds equally similar.
export function lossKind({ labelKernel, wholeLevel }) {
  const close = (x, y) => Math.abs(x - y) < 1e-9 * largestEntry(labelKernel());
  function sameLevel(i, j) {
    const A = labelKernel();
    return (k, l) => k !== l && close(A[k][l], A[i][j]);
  }
  return {
    grid: "loss, symmetric, zero on the diagonal",
    menu: "loss preset",
    presets: LOSSES,
    preset: (name, size) =>
      name === "zero-one" ? zeroOneLoss(size) : labelKernelLoss(labelKernel()),
    edited: (Delta, i, j, entry) =>
      withPairs(Delta, entry, wholeLevel() ? sameLevel(i, j) : (k, l) => samePair(k, l, i, j)),
    // A new label is as wrong as the worst of the others.
    resized: (Delta, size) =>
      squareMatrix(size, (i, j) => (i === j ? 0 : (Delta[i]?.[j] ?? Math.max(...Delta.flat())))),
    least: 0,
    locked: (i, j) =>
      i === j ? "The diagonal of a loss stays 0: what is right costs nothing." : "",
    refusal: (entry, at) =>
      entry >= 0 && entry <= MOST
        ? ""
        : `entry (${at.join(", ")}) of a loss must be ${entry < 0 ? "at least 0" : "at most 1e50"}; `
          + `got ${formatEntry(entry)}.`,
    spoken: () => "",
  };
}
