// Numbers in the cells of a matrix: as many digits as the cells have room for, never too small to
// read. What does not fit is told in a unit, a power of ten for the corner of the matrix.

import { MINUS } from "../base/parts/common.js";
import { largestEntry } from "./algebra.js";

const LEAST_TEXT = 9,
  MOST_TEXT = 13,
  TIGHT = -0.06,
  NOTHING = 1e-9;

const raised = (power) =>
  power === 1
    ? "×10"
    : `×10${[...String(power)].map((c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[c])).join("")}`;

// From rich to poor: digits that count, and of these at most so many after the point; a bare
// number below 1 goes without its 0.
/** @type {[number, number, boolean?][]} */
const RICHNESS = [
  [3, 2],
  [3, 2, true],
  [3, 1],
  [2, 1],
  [2, 1, true],
  [2, 0],
  [1, 0],
];

/** @type {(x: number, richness: [number, number, boolean?]) => string} */
function cellText(x, [digits, decimals, bare]) {
  const size = Math.abs(x),
    whole = size >= 1 ? Math.floor(Math.log10(size)) + 1 : 0;
  const text = size.toFixed(Math.max(0, Math.min(decimals, digits - whole)));
  const short = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  if (Number(short) === 0) return size < NOTHING ? "0" : "≈0";
  return (x < 0 ? MINUS : "") + (bare ? short.replace(/^0\./, ".") : short);
}

// The power of ten to divide by: thousands and thousandths for three digits, or as many tens as it
// takes to leave fewer.
function cellPower(largest, digits) {
  const power = largest > 1e-9 ? Math.floor(Math.log10(largest) + 1e-9) : 0;
  if (power < -2) return 3 * Math.floor(power / 3);
  if (digits === 3) return power > 3 ? 3 * Math.floor(power / 3) : 0;
  return Math.max(0, power - digits + 1);
}

// Of a letter in a font of 1 px; the letters of numbers are few.
const ruler = document.createElement("canvas").getContext("2d"),
  letterWidths = new Map();
function letterWidth(letter, family) {
  const key = letter + family;
  if (!letterWidths.has(key)) {
    ruler.font = `100px ${family}`;
    letterWidths.set(key, ruler.measureText(letter).width / 100);
  }
  return letterWidths.get(key);
}
const textWidth = (text, family) =>
  [...text].reduce((sum, letter) => sum + letterWidth(letter, family), 0);

// -> { texts, unit, size, gap }: the entries as text, the unit of them all or "", and the size of
// the letters in px and their spacing in em, for cells with `room` px for a text. Where nothing
// fits the cells stay colours.
export function cellNumbers(matrix, room, family) {
  const entries = [...new Set(matrix.flat())],
    largest = largestEntry(matrix);
  for (const richness of RICHNESS) {
    const power = cellPower(largest, richness[0]);
    const texts = new Map(entries.map((x) => [x, cellText(x / 10 ** power, richness)]));
    for (const gap of [0, TIGHT]) {
      const widths = [...texts.values()].map((text) => textWidth(text, family) + gap * text.length);
      const size = Math.min(MOST_TEXT, Math.floor((10 * room) / Math.max(...widths)) / 10);
      if (size < LEAST_TEXT) continue;
      const written = matrix.map((row) => row.map((x) => texts.get(x)));
      return { texts: written, unit: power ? raised(power) : "", size, gap };
    }
  }
  return { texts: matrix.map((row) => row.map(() => "")), unit: "", size: LEAST_TEXT, gap: 0 };
}
