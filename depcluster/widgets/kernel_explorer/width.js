// The width of a kernel: stops of its slider, and its parameter as text; how many neighbours a
// graph may have.

import { num } from "../base/parts/common.js";

export const NEIGHBOURS = [2, 20];
export const WIDTH_STEPS = 8;
export const WIDTH_REACH = 4;

// that are judged
export const WIDTHS = Array.from({ length: 17 }, (_, i) => WIDTH_REACH * (i / 8 - 1));

export const indexOfWidth = (width) => Math.round((width + WIDTH_REACH) * WIDTH_STEPS);
export const widthAt = (i) => i / WIDTH_STEPS - WIDTH_REACH;

export function gammaText(gamma) {
  if (gamma < 0.01 || gamma >= 1000) return String(Number(gamma.toPrecision(2)));
  return num(gamma, gamma < 0.1 ? 3 : gamma < 10 ? 2 : 1);
}

// The width in words, with a fixed number of decimals for its size.
export function widthText({ gamma, rule, kernel }) {
  if (gamma === null) return "this kernel has no width";
  return `s ${gammaText(gamma)} = ${num(gamma / rule, 2)} × ${ruleWords(kernel)}`;
}

export const ruleWords = (kernel, article = "") =>
  kernel === "poly" ? "1/features" : `${article}median rule`;
