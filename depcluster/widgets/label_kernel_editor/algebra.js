// Small symmetric matrices as arrays of rows: eigenvalues, the nearest positive
// semi-definite matrix, and the preset label kernels (as depcluster.labels has them).

import { num } from "../base/parts/common.js";
import { symmetricEigen } from "../engine/symmetric_eigen.js";

export const PRESETS = ["plain", "chain", "ring", "grid", "tree"];

export const squareMatrix = (size, entry) =>
  Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => entry(i, j)));

export const sameMatrix = (A, B) =>
  A.length === B.length && A.every((row, i) => row.every((entry, j) => entry === B[i][j]));

export const flatMatrix = (A) => Float64Array.from(A.flat());

export const largestEntry = (A) => Math.max(1e-9, ...A.flat().map(Math.abs));

const eigenOf = (A) => symmetricEigen(flatMatrix(A), A.length);

export const eigenvaluesOf = (A) => [...eigenOf(A).values];

// The same tolerance as labels.check_label_kernel: an even ring has a zero eigenvalue.
export const isNegative = (eigenvalue, A) => eigenvalue < -1e-8 * largestEntry(A);

// Why a search refuses a label kernel; nothing where it does not.
export function indefiniteWords(A) {
  const [low] = eigenvaluesOf(A);
  return isNegative(low, A)
    ? "label_kernel must be positive semi-definite; its smallest eigenvalue is "
        + `${low > -0.005 ? "just below 0" : num(low, 2)}. Press Use nearest PSD, or undo.`
    : "";
}

// The nearest in the Frobenius norm: negative eigenvalues become zero.
export function nearestPsd(A) {
  const { values, vectors } = eigenOf(A);
  const entry = (i, j) =>
    values.reduce((sum, w, k) => sum + Math.max(w, 0) * vectors[k][i] * vectors[k][j], 0);
  return squareMatrix(A.length, (i, j) => entry(Math.min(i, j), Math.max(i, j)));
}

const chainEntry = (i, j) => [2, 1][Math.abs(i - j)] ?? 0;

function squarestRows(size) {
  let rows = Math.floor(Math.sqrt(size));
  while (size % rows) rows--;
  return rows;
}

function gridEntry(size) {
  const width = size / squarestRows(size);
  const row = (k) => Math.floor(k / width);
  return (i, j) => chainEntry(row(i), row(j)) * chainEntry(i % width, j % width);
}

// Two levels: as many families as the grid has rows, else about the square root of the size.
function familyOfLeaf(size) {
  const rows = squarestRows(size);
  const families = rows > 1 ? rows : Math.min(size, Math.max(2, Math.round(Math.sqrt(size))));
  const larger = size % families;
  return Array.from({ length: families }, (_, f) =>
    Array(Math.floor(size / families) + (f < larger ? 1 : 0)).fill(f),
  ).flat();
}

function treeEntry(size) {
  const family = familyOfLeaf(size);
  return (i, j) => (i === j ? 2 : family[i] === family[j] ? 1 : 0);
}

function ringEntry(size) {
  return (i, j) => chainEntry(0, Math.min(Math.abs(i - j), size - Math.abs(i - j)));
}

export function presetMatrix(name, size) {
  const entries = {
    plain: () => (i, j) => (i === j ? 1 : 0),
    chain: () => chainEntry,
    ring: () => ringEntry(size),
    grid: () => gridEntry(size),
    tree: () => treeEntry(size),
  };
  return squareMatrix(size, entries[name]());
}

// d I + W with the smallest d from 2 on that leaves no negative eigenvalue, of the weights W beside
// the diagonal: labels.graph.
export function graphMatrix(A) {
  const W = (d) => squareMatrix(A.length, (i, j) => (i === j ? d : A[i][j]));
  const [low] = eigenvaluesOf(W(0));
  return W(low < -2 - 1e-9 ? -low : 2);
}

// A new cluster is its own only relative.
export function resizedMatrix(A, size) {
  return squareMatrix(size, (i, j) => A[i]?.[j] ?? (i === j ? 2 : 0));
}

// As Python writes it; estimators know the presets by name.
export function labelKernelText(A, preset) {
  if (preset !== "custom") return `"${preset}"`;
  const rows = A.map((row) => `[${row.map((entry) => Number(entry.toFixed(9))).join(", ")}]`);
  return `[${rows.join(", ")}]`;
}
