// Random numbers from a seed: the same in every browser.

/** @import { Random } from "./types.d.ts" */

// -> { uniform() in [0, 1), below(k), normal(), permutation(k), weighted(p, total) }
// The generator is sfc32 (Doty-Humphrey, PractRand): three words that are mixed and a counter.
/** @type {(seed: number) => Random} */
export function createRandom(seed) {
  let a = seed | 0,
    b = 0x9e3779b9 | 0,
    c = 0x243f6a88 | 0,
    counter = 1,
    spare = NaN;

  function uniform() {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + t) | 0;
    return (t >>> 0) / 4294967296;
  }
  for (let i = 0; i < 12; i++) uniform(); // until the seed has reached all words

  const below = (k) => Math.floor(uniform() * k);

  // Two at a time, by the method of Box and Muller.
  function normal() {
    if (!Number.isNaN(spare)) {
      const value = spare;
      spare = NaN;
      return value;
    }
    const r = Math.sqrt(-2 * Math.log(1 - uniform())),
      angle = 2 * Math.PI * uniform();
    spare = r * Math.sin(angle);
    return r * Math.cos(angle);
  }

  function permutation(k) {
    const p = Int32Array.from({ length: k }, (_, i) => i);
    for (let i = k - 1; i > 0; i--) {
      const j = below(i + 1);
      [p[i], p[j]] = [p[j], p[i]];
    }
    return p;
  }

  // An index drawn in proportion to p >= 0, whose sum is total > 0.
  function weighted(p, total) {
    let left = uniform() * total,
      last = 0;
    for (let i = 0; i < p.length; i++) {
      if (!(p[i] > 0)) continue;
      last = i;
      left -= p[i];
      if (left < 0) break;
    }
    return last;
  }

  return { uniform, below, normal, permutation, weighted };
}
