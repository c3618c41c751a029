// Random numbers as numpy's RandomState draws them, whose stream never changes: the Mersenne Twister
// (Matsumoto and Nishimura 1998), and normal numbers by Marsaglia's polar method.

const WORDS = 624, AHEAD = 397;

// `key` is a whole number below 2^32 or several, as `RandomState(key)` takes them.
// -> { normal(), upTo(most), a whole number from 0, permutation(k) }
export function createTwister(key) {
  const words = typeof key === "number" ? filled(key) : seeded(key);
  let at = WORDS, spare = null;

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

  const uniform = () => ((word() >>> 5) * 67108864 + (word() >>> 6)) / 9007199254740992;

  function normal() {
    if (spare !== null) {
      const value = spare;
      spare = null;
      return value;
    }
    for (;;) {
      const x = 2 * uniform() - 1, y = 2 * uniform() - 1, square = x * x + y * y;
      if (square >= 1 || square === 0) continue;
      const scale = Math.sqrt((-2 * Math.log(square)) / square);
      spare = scale * x;
      return scale * y;
    }
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

  return { normal, upTo, permutation };
}

function filled(seed) {
  const words = new Uint32Array(WORDS);
  words[0] = seed;
  for (let i = 1; i < WORDS; i++) words[i] = Math.imul(1812433253, words[i - 1] ^ (words[i - 1] >>> 30)) + i;
  return words;
}

function seeded(key) {
  const words = filled(19650218);
  const mixed = (i, factor) => words[i] ^ Math.imul(words[i - 1] ^ (words[i - 1] >>> 30), factor);
  let i = 1;
  const next = () => {
    i += 1;
    if (i < WORDS) return;
    words[0] = words[WORDS - 1];
    i = 1;
  };
  for (let step = 0; step < Math.max(WORDS, key.length); step++, next()) {
    const j = step % key.length;
    words[i] = mixed(i, 1664525) + key[j] + j;
  }
  for (let step = 1; step < WORDS; step++, next()) words[i] = mixed(i, 1566083941) - i;
  words[0] = 0x80000000;
  return words;
}
