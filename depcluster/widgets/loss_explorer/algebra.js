// Losses on the labels and what they do to a label kernel, as depcluster.labels has them.

import { eigenvaluesOf, largestEntry, squareMatrix } from "../label_kernel_editor/algebra.js";
import { formatEntry } from "../label_kernel_editor/entries.js";
import { samePair, withPairs } from "../label_kernel_editor/kinds.js";

const LOSSES = ["label-kernel", "zero-one"];
const MOST = 1e50;

// Half the squared distance of the labels in A.
const labelKernelLoss = (A) => squareMatrix(A.length, (i, j) =>
  (i === j ? 0 : Math.max(0, (A[i][i] + A[j][j]) / 2 - A[i][j])));

export const zeroOneLoss = (size) => squareMatrix(size, (i, j) => (i === j ? 0 : 1));

export const sumOf = (numbers) => numbers.reduce((sum, x) => sum + x, 0);

export const lossRows = (Delta) => squareMatrix(Delta.length, (i, j) =>
  (i === j ? sumOf(Delta[i]) : 0) - Delta[i][j] + 0);

const timesMatrix = (A, B) => squareMatrix(A.length, (i, j) =>
  sumOf(A[i].map((entry, k) => entry * B[k][j])));

// R A R'; R is symmetric here.
export const effectiveKernel = (Delta, A) => {
  const R = lossRows(Delta);
  return timesMatrix(timesMatrix(R, A), R);
};

// A with the mean of every row and column taken away: adding a constant to A changes nothing
// where K is centred.
function centredMatrix(A) {
  const c = A.length, rows = A.map((row) => sumOf(row) / c), all = sumOf(rows) / c;
  return squareMatrix(c, (i, j) => A[i][j] - rows[i] - rows[j] + all);
}

// The c - 1 eigenvalues of the centred matrix, falling: all but the zero of the constant vector.
export function levelsOf(A) {
  const values = eigenvaluesOf(centredMatrix(A));
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
    preset: (name, size) => (name === "zero-one" ? zeroOneLoss(size)
      : labelKernelLoss(labelKernel())),
    edited: (Delta, i, j, entry) => withPairs(Delta, entry,
      wholeLevel() ? sameLevel(i, j) : (k, l) => samePair(k, l, i, j)),
    // A new label is as wrong as the worst of the others.
    resized: (Delta, size) => squareMatrix(size, (i, j) =>
      (i === j ? 0 : Delta[i]?.[j] ?? Math.max(...Delta.flat()))),
    least: 0,
    locked: (i, j) => i === j,
    refusal: (entry, at) => (entry >= 0 && entry <= MOST ? ""
      : `entry (${at.join(", ")}) of a loss must be ${entry < 0 ? "at least 0" : "at most 1e50"}; ` +
        `got ${formatEntry(entry)}.`),
    spoken: () => "",
  };
}
