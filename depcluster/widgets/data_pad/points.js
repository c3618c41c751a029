// The points of a pad: rows of x, y, class in one array of doubles; and what a brush does to them.

import { bytesOf, sentBytes } from "../base/parts/common.js";

const DECIMALS = 1000;

export function rowsOf(view) {
  const bytes = bytesOf(view);
  return new Float64Array(bytes.buffer, 0, Math.floor(bytes.length / 24) * 3);
}

export const countOf = (rows) => rows.length / 3;
export const sentRows = (rows) => sentBytes(rows.slice());

export const pointsOf = (rows) =>
  Array.from({ length: countOf(rows) }, (_, i) => Array.from(rows.subarray(3 * i, 3 * i + 3)));

export function columnsOf(rows) {
  const xy = new Float32Array((rows.length / 3) * 2),
    classes = new Uint8Array(rows.length / 3);
  for (let i = 0; i < classes.length; i++) {
    xy[2 * i] = rows[3 * i];
    xy[2 * i + 1] = rows[3 * i + 1];
    classes[i] = rows[3 * i + 2];
  }
  return { xy, classes };
}

// Numbers in [0, 1) that depend on the seeds alone: the same stroke leaves the same points.
function seededRandom(...seeds) {
  let state = seeds.reduce((hash, seed) => Math.imul(hash ^ seed, 0x9e3779b1) ^ (hash >>> 15), 1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

// One touch of the brush: points spread evenly over its disc, those beyond the plane left out.
export function dabbed(rows, [x, y], { radius, density, kind }, [halfX, halfY], limit) {
  const random = seededRandom(countOf(rows), Math.round(x * DECIMALS), Math.round(y * DECIMALS));
  const added = [],
    rounded = (v) => Math.round(v * DECIMALS) / DECIMALS;
  for (let n = 0; n < density && countOf(rows) + added.length / 3 < limit; n++) {
    const far = density > 1 || radius > 0.05 ? radius * Math.sqrt(random()) : 0;
    const turn = 2 * Math.PI * random();
    const px = rounded(x + far * Math.cos(turn)),
      py = rounded(y + far * Math.sin(turn));
    if (Math.abs(px) <= halfX && Math.abs(py) <= halfY) added.push(px, py, kind);
  }
  return Float64Array.from([...rows, ...added]);
}

export function rubbed(rows, [x, y], radius) {
  const kept = [];
  for (let i = 0; i < rows.length; i += 3) {
    if (Math.hypot(rows[i] - x, rows[i + 1] - y) > radius) kept.push(...rows.subarray(i, i + 3));
  }
  return Float64Array.from(kept);
}

export const sameRows = (a, b) => a.length === b.length && a.every((v, i) => v === b[i]);
