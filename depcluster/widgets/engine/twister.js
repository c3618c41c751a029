// Random numbers as numpy's RandomState draws them, whose stream never changes: the Mersenne
// Twister (Matsumoto and Nishimura 1998).

const WORDS = 624,
  AHEAD = 397;

// `seed` is a whole number below 2^32. -> { upTo(most), a whole number from 0, permutation(k) }
/**
 * @type {(seed: number) =>
 *   { upTo: (most: number) => number, permutation: (k: number) => Int32Array }}
 */
export function createTwister(seed) {
  const words = filled(seed);
  let at = WORDS;

  function refresh() {
    for (let i = 0; i < WORDS; i++) {
      const y = (words[i] & 0x80000000) | (words[(i + 1) % WORDS] & 0x7fffffff);
      words[i] = words[(i + AHEAD) % WORDS] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
    }
    at = 0;
  }

  function word() {
    if (at === WORDS) refresh();
    let y = words[at++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  // The lowest bits of a word, as many as `most` has, until they are no more.
  function upTo(most) {
    const mask = 0xffffffff >>> Math.clz32(most);
    for (;;) {
      const value = (word() & mask) >>> 0;
      if (value <= most) return value;
    }
  }

  function permutation(k) {
    const p = Int32Array.from({ length: k }, (_, i) => i);
    for (let i = k - 1; i > 0; i--) {
      const j = upTo(i);
      [p[i], p[j]] = [p[j], p[i]];
    }
    return p;
  }

  return { upTo, permutation };
}

function filled(seed) {
  const words = new Uint32Array(WORDS);
  words[0] = seed;
  for (let i = 1; i < WORDS; i++)
    words[i] = Math.imul(1812433253, words[i - 1] ^ (words[i - 1] >>> 30)) + i;
  return words;
}
