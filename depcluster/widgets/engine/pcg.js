// Normal numbers as numpy's `default_rng(seed).standard_normal` draws them: SeedSequence (O'Neill
// 2015), PCG64 with the output XSL-RR (O'Neill 2014), and a ziggurat of 256 layers (Marsaglia and
// Tsang 2000).

const WORD = (1n << 64n) - 1n,
  STATE = (1n << 128n) - 1n,
  MULTIPLIER = 0x2360ed051fc65da44385df649fccf645n;
const LAYERS = 256,
  TAIL = 3.6541528853610088,
  AREA = 0.004928673233974655; // of a layer, and of the tail below
const UNIT = 2 ** 52,
  density = (x) => Math.exp((-x * x) / 2);

// -> { normal() } of a seed below 2^32
/** @type {(seed: number) => { normal: () => number }} */
export function createPcg(seed) {
  const [high, low, upper, lower] = seedWords(seed);
  const increment = ((((upper << 64n) | lower) << 1n) | 1n) & STATE,
    { widths, heights, inside } = LAYER;
  let state = (increment + ((high << 64n) | low)) & STATE;
  step();

  function step() {
    state = (state * MULTIPLIER + increment) & STATE;
  }

  function word() {
    step();
    const mixed = ((state >> 64n) ^ state) & WORD,
      turn = state >> 122n;
    return ((mixed >> turn) | (mixed << (64n - turn))) & WORD;
  }

  const uniform = () => Number(word() >> 11n) / 2 ** 53;

  function normal() {
    for (;;) {
      const drawn = word(),
        layer = Number(drawn & 255n),
        size = Number((drawn >> 9n) & 0xfffffffffffffn);
      const x = (drawn & 256n ? -size : size) * widths[layer];
      if (size < inside[layer]) return x;
      if (layer === 0) return (drawn >> 17n) & 1n ? -beyond() : beyond();
      if ((heights[layer - 1] - heights[layer]) * uniform() + heights[layer] < density(x)) return x;
    }
  }

  // Of the tail (Marsaglia 1964).
  function beyond() {
    for (;;) {
      const x = -Math.log1p(-uniform()) / TAIL,
        y = -Math.log1p(-uniform());
      if (2 * y > x * x) return TAIL + x;
    }
  }

  return { normal };
}

// The layers, from the lowest, whose rest is the tail: widths and heights, and what is inside
// without a test.
const LAYER = (() => {
  const [widths, heights, inside] = [0, 1, 2].map(() => new Float64Array(LAYERS));
  let x = TAIL;
  [widths[0], heights[0], inside[0]] = [
    AREA / density(x) / UNIT,
    1,
    ((x * density(x)) / AREA) * UNIT,
  ];
  for (let layer = LAYERS - 1; layer > 0; layer--) {
    const above = layer > 1 ? Math.sqrt(-2 * Math.log(AREA / x + density(x))) : 0;
    [widths[layer], heights[layer], inside[layer]] = [x / UNIT, density(x), (above / x) * UNIT];
    x = above;
  }
  return { widths, heights, inside };
})();

// Four words of 64 bits, from a pool of four of 32.
function seedWords(seed) {
  const hasher = (start, factor) => {
    let constant = start;
    return (value) => {
      const other = value ^ constant;
      constant = Math.imul(constant, factor);
      const product = Math.imul(other, constant);
      return product ^ (product >>> 16);
    };
  };
  const hash = hasher(0x43b0d7e5, 0x931e8875),
    pool = [seed, 0, 0, 0].map(hash);
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 4; j++) {
      if (i === j) continue;
      const mixed = (Math.imul(0xca01f9dd, pool[j]) - Math.imul(0x4973f715, hash(pool[i]))) | 0;
      pool[j] = mixed ^ (mixed >>> 16);
    }
  }
  const last = hasher(0x8b51f9dd, 0x58f38ded),
    halves = [...pool, ...pool].map((word) => BigInt(last(word) >>> 0));
  return [0, 2, 4, 6].map((i) => halves[i] | (halves[i + 1] << 32n));
}
