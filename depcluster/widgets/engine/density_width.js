// Widths of a window with which a density could be estimated (Jenssen 2006, section III-B): `amise`
// takes the samples for one Gaussian, `lscv` trusts them, the third rule is the mean of the two.

/** @import { Samples, Steps } from "./types.d.ts" */

const STEPS = 60,
  NARROWEST = 0.01,
  WIDEST = 10; // of the widths that lscv looks at, in units of amise
const NEAREST = 1e-8,
  BINS = 2 ** 14; // squared distances, in units of amise^2
const GOLDEN = (Math.sqrt(5) - 1) / 2,
  CLOSE = 1e-7,
  PAIRS_A_PAUSE = 1 << 15;

// sigma_X (4 / ((d + 2) m))^(1 / (d + 4)), sigma_X^2 the mean variance of the columns; 0 for equal
// samples
/** @type {(samples: Samples) => number} */
export function amise({ X, Y, m, d: columns, nFeatures: d }) {
  if (X.every((x, t) => x === X[t % columns])) return 0;
  let squares = 0;
  for (const y of Y) squares += y * y;
  return Math.sqrt(squares / (m - 1) / d) * (4 / ((d + 2) * m)) ** (1 / (d + 4));
}

// The width that least-squares cross-validation prefers; a generator, which returns null where its
// score has no minimum. Squared distances are counted in bins of equal ratio, each with its mean
// and spread: over one of them a window is a parabola.
/** @type {(samples: Samples) => Steps<number | null>} */
export function* lscvSteps(samples) {
  const { m, nFeatures: d } = samples,
    unit = amise(samples);
  if (!(unit > 0)) return null;
  const bins = yield* binned(samples, unit);
  const from = Math.log(NARROWEST),
    step = (Math.log(WIDEST) - from) / (STEPS - 1),
    gain = [];
  for (let i = 0; i < STEPS; i++) {
    gain.push(gainAt(bins, from + i * step, m, d));
    yield;
  }
  let best = 0;
  for (let i = 1; i < STEPS - 1; i++) {
    const isPeak = gain[i] > gain[i - 1] && gain[i] >= gain[i + 1];
    if (isPeak && (!best || gain[i] > gain[best])) best = i;
  }
  if (!best) return null;
  let [low, high] = [from + (best - 1) * step, from + (best + 1) * step];
  let [a, b] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
  let [atA, atB] = [a, b].map((width) => gainAt(bins, width, m, d));
  while (high - low > CLOSE) {
    if (atA > atB) {
      [high, b, atB] = [b, a, atA];
      a = high - GOLDEN * (high - low);
      atA = gainAt(bins, a, m, d);
    } else {
      [low, a, atA] = [a, b, atB];
      b = low + GOLDEN * (high - low);
      atB = gainAt(bins, b, m, d);
    }
    yield;
  }
  return Math.exp((low + high) / 2) * unit;
}

// { count, mean, spread } of the bins that hold any pair; spread is the sum of squares about the
// mean.
function* binned(samples, unit) {
  const { Y, m, d } = samples,
    pairs = yield* samples.pairSteps("rbf"),
    scale = 1 / (unit * unit);
  let reach = 1; // no squared distance is larger
  for (let i = 0; i < m; i++) {
    let square = 0;
    for (let t = i * d; t < (i + 1) * d; t++) square += Y[t] * Y[t] * scale;
    reach = Math.max(reach, 4 * square);
  }
  const perBin = Math.log(reach / NEAREST) / BINS;
  const [count, mean, spread] = [0, 1, 2].map(() => new Float64Array(BINS + 1));
  for (let p = 0; p < pairs.length; p++) {
    const x = pairs[p] * scale,
      bin = Math.floor(Math.log(Math.max(x, NEAREST) / NEAREST) / perBin);
    const before = mean[bin];
    count[bin] += 1;
    mean[bin] += (x - before) / count[bin];
    spread[bin] += (x - before) * (x - mean[bin]);
    if (p % PAIRS_A_PAUSE === 0) yield;
  }
  yield;
  const kept = (values) => values.filter((_, bin) => count[bin]);
  return { count: kept(count), mean: kept(mean), spread: kept(spread) };
}

// log of minus the score at a width in units of amise, whose own logarithm is given: far from
// overflow in any dimension.
function gainAt({ count, mean, spread }, logWidth, m, d) {
  const a = 1 / (4 * Math.exp(2 * logWidth));
  let wide = 0,
    narrow = 0;
  for (let q = 0; q < count.length; q++) {
    const window = Math.exp(-a * mean[q]);
    wide += window * (count[q] + ((a * a) / 2) * spread[q]);
    narrow += window * window * (count[q] + 2 * a * a * spread[q]);
  }
  const score = (2 ** (-d / 2) * (m + 2 * wide)) / (m * m) - (4 * narrow) / (m * (m - 1));
  return score < 0 ? Math.log(-score) - d * logWidth : -Infinity;
}
