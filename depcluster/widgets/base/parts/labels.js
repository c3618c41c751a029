// Where words may stand in a chart: as wide as they are, and clear of lines and of other words.

import { el } from "./common.js";

const WORDS_SIZE = 11;
export const WORDS_APART = 4;

// -> (words, weight) => their width in pixels, in the font of the charts of a widget
export function wordsMeasure(host) {
  const context = el("canvas").getContext("2d"),
    { fontFamily } = getComputedStyle(host);
  return (words, weight = 400) => {
    context.font = `${weight} ${WORDS_SIZE}px ${fontFamily}`;
    return context.measureText(words).width;
  };
}

// The middle of words that would stand at x, moved so that they stay between two edges.
export const keptWithin = (x, width, low, high) =>
  Math.max(low + width / 2, Math.min(high - width / 2, x));

// Where words fit between two edges and off some lines: at the right, at the left, in the middle.
// -> the left end of the first such place, or null
export function freePlace(width, low, high, lines) {
  const places = [high - width, low, (low + high - width) / 2];
  return (
    places.find(
      (left) =>
        left >= low - 0.01
        && left + width <= high + 0.01
        && lines.every((x) => x < left - WORDS_APART || x > left + width + WORDS_APART),
    ) ?? null
  );
}

// Of ticks from 0 to `last` as many, evenly spread, as have room for their names.
export function namedTicks(last, most, x, names, measure) {
  for (let steps = Math.min(most, last); steps > 1; steps--) {
    const ticks = Array.from({ length: steps + 1 }, (_, i) => Math.round((i * last) / steps));
    const half = (k) => measure(names[k]) / 2;
    const ends = ticks.map((k) => {
      const middle = k === 0 ? x(0) + half(0) : k === last ? x(last) - half(last) : x(k);
      return [middle - half(k), middle + half(k)];
    });
    if (ends.every(([left], i) => i === 0 || left > ends[i - 1][1] + 2 * WORDS_APART)) return ticks;
  }
  return last ? [0, last] : [0];
}
