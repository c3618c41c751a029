// An entry of the matrix: where it stands, its steps, as text and from text.

import { MINUS, shortNum } from "../base/parts/common.js";

export const positionOf = (cell) => cell.dataset.cell.split(",").map(Number);
export const roundEntry = (x) => Math.round(x * 100) / 100 + 0;

export function formatEntry(x) {
  const tenths = Math.abs(x * 10 - Math.round(x * 10)) < 1e-9;
  return shortNum(x, Number.isInteger(x) ? 0 : tenths ? 1 : 2);
}

export const parseEntry = (text) => {
  const plain = text.trim().replace(MINUS, "-").replace(",", ".");
  return plain === "" ? NaN : Number(plain);
};
