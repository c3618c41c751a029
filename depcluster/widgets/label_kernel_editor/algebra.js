// Small symmetric matrices as arrays of rows: eigenvalues, the nearest positive
// semi-definite matrix, and the preset label kernels (as depcluster.labels has them).

import { num } from "../base/parts/common.js";

export const PRESETS = ["plain", "chain", "ring", "grid", "tree"];

export const squareMatrix = (size, entry) =>
  Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => entry(i, j)));

export const sameMatrix = (A, B) =>
  A.length === B.length && A.every((row, i) => row.every((entry, j) => entry === B[i][j]));

export const largestEntry = (A) => Math.max(1e-9, ...A.flat().map(Math.abs));

function jacobiRotation(B, V, p, q) {
  const theta = (B[q][q] - B[p][p]) / (2 * B[p][q]);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const cos = 1 / Math.hypot(t, 1);
  const sin = t * cos;
  const turn = (row, a, b) => {
    [row[a], row[b]] = [cos * row[a] - sin * row[b], sin * row[a] + cos * row[b]];
  };
  for (const row of B) turn(row, p, q);
  for (let k = 0; k < B.length; k++) {
    [B[p][k], B[q][k]] = [cos * B[p][k] - sin * B[q][k], sin * B[p][k] + cos * B[q][k]];
  }
  for (const row of V) turn(row, p, q);
}

// Cyclic Jacobi: values[k] belongs to the column k of vectors.
export function eigenSymmetric(A) {
  const size = A.length;
  const B = A.map((row) => [...row]);
  const V = squareMatrix(size, (i, j) => (i === j ? 1 : 0));
  const small = 1e-15 * largestEntry(A);
  for (let sweep = 0; sweep < 60; sweep++) {
    let rotations = 0;
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) {
        if (Math.abs(B[p][q]) <= small) continue;
        jacobiRotation(B, V, p, q);
        rotations++;
      }
    }
    if (!rotations) break;
  }
  return { values: B.map((row, i) => row[i]), vectors: V };
}

export const eigenvaluesOf = (A) => eigenSymmetric(A).values.sort((a, b) => a - b);

// The same tolerance as labels.check_label_kernel: an even ring has a zero eigenvalue.
export const isNegative = (eigenvalue, A) => eigenvalue < -1e-8 * largestEntry(A);

// Why a search refuses a label kernel; nothing where it does not.
export function indefiniteWords(A) {
  const [low] = eigenvaluesOf(A);
  return isNegative(low, A) ? "label_kernel must be positive semi-definite; its smallest eigenvalue is " +
    `${num(low, 2)}. Press Use nearest PSD, or undo.` : "";
}

// The nearest in the Frobenius norm: negative eigenvalues become zero.
export function nearestPsd(A) {
  const { values, vectors } = eigenSymmetric(A);
  const entry = (i, j) =>
    values.reduce((sum, w, k) => sum + Math.max(w, 0) * vectors[i][k] * vectors[j][k], 0);
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

// A new cluster is its own only relative.
export function resizedMatrix(A, size) {
  return squareMatrix(size, (i, j) => A[i]?.[j] ?? (i === j ? 2 : 0));
}

// As Python writes it; three have a name that estimators know.
export function labelKernelText(A, preset) {
  if (["plain", "chain", "ring"].includes(preset)) return `"${preset}"`;
  if (preset !== "custom") return `labels.preset("${preset}", ${A.length})`;
  const rows = A.map((row) => `[${row.map((entry) => Number(entry.toFixed(6))).join(", ")}]`);
  return `[${rows.join(", ")}]`;
}
