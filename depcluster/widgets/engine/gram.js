// Kernel matrices, and centring, which is never carried out: of K, its row means r and their mean k
//     Kc = H K H = K - r 1' - 1 r' + k 1 1',   r = K 1 / m,   k = 1' r / m.
// -> a gram: { K (m * m), m, r, k, diagonal of Kc }
import { largestOf } from "./objectives.js";
import { TILE } from "./samples.js";
import { finish } from "./steps.js";

/** @import { Gram, Kernel, Samples, Steps } from "./types.d.ts" */

// K of samples under a kernel of the menu, up to what centring takes away: a degree of 2 and a
// constant of 1 for "poly", which is seen from the mean, as "linear" is. `room` is a gram whose
// matrix is written over.
/** @type {(samples: Samples, kernel: Kernel, gamma: number, room?: Gram | null) => Gram} */
export const kernelGram = (samples, kernel, gamma, room) =>
  finish(kernelSteps(samples, kernel, gamma, room));

// The same as a generator.
/** @type {(samples: Samples, kernel: Kernel, gamma: number, room?: Gram | null) => Steps<Gram>} */
export function* kernelSteps(samples, kernel, gamma, room = null) {
  const { m } = samples,
    pairs = yield* samples.pairSteps(kernel);
  const K = room?.m === m ? room.K : new Float64Array(m * m),
    r = new Float64Array(m);
  const write = { rbf: decaying, laplacian: decaying, linear, cosine, poly }[kernel];
  if (write === decaying) yield* decaying(K, r, pairs, samples, gamma);
  else write(K, r, pairs, samples, gamma);
  return centredFrom(K, m, r);
}

// The gram of a symmetric matrix that is at hand.
/** @type {(K: Float64Array, m: number) => Gram} */
export function gramOf(K, m) {
  const r = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    let sum = 0;
    for (let j = 0, x = i * m; j < m; j++) sum += K[x++];
    r[i] = sum;
  }
  return centredFrom(K, m, r);
}

const FLAT = 1e-14,
  ROUNDING = 1e-12; // of the largest entry

// r holds the sums of the rows. Of a constant matrix centring leaves rounding, which is taken for
// 0.
function centredFrom(K, m, r) {
  const diagonal = new Float64Array(m);
  let k = 0;
  for (let i = 0; i < m; i++) {
    r[i] /= m;
    k += r[i] / m;
  }
  let most = 0;
  for (let i = 0; i < m; i++) {
    diagonal[i] = K[i * m + i] - 2 * r[i] + k;
    most = Math.max(most, Math.abs(K[i * m + i]));
  }
  const gram = { K, m, r, k, diagonal };
  if (!(
    largestOf(diagonal) <= FLAT * most && largestOf(centredMatrix(gram)) <= FLAT * largestOf(K)
  ))
    return gram;
  [K, r, diagonal].forEach((numbers) => numbers.fill(0));
  return { ...gram, k: 0 };
}

// Whether entries off the diagonal differ by more than rounding: else partitions into the same
// sizes are all alike.
/** @type {(gram: Gram) => boolean} */
export function tellsApart({ K, m, r, k, diagonal }) {
  const size = ROUNDING * largestOf(diagonal);
  let low = Infinity,
    high = -Infinity;
  for (let i = 0, t = 0; i < m && !(high - low > size); i++) {
    for (let j = 0; j < m; j++, t++) {
      if (j === i) continue;
      const entry = K[t] - r[i] - r[j] + k;
      low = Math.min(low, entry);
      high = Math.max(high, entry);
    }
  }
  return high - low > size;
}

// e^-t is e^(-40 q) e^(-n / 256) e^f, where 40 q + n / 256 is near t, and a short series for e^f; 0
// from 760 on.
const POWERS = Float64Array.from({ length: 40 * 256 + 2 }, (_, n) => Math.exp(-n / 256));
const FORTIES = Float64Array.from({ length: 19 }, (_, q) => Math.exp(-40 * q));

function* decaying(K, r, pairs, { m }, gamma) {
  for (let top = 0, p = 0; top < m; top += TILE) {
    for (let left = 0; left <= top; left += TILE) {
      for (let i = top; i < Math.min(top + TILE, m); i++) {
        const row = i * m,
          end = Math.min(left + TILE, i);
        let sum = 0;
        for (let j = left, x = left * m + i; j < end; j++, p++, x += m) {
          const all = gamma * pairs[p];
          let value = 0;
          if (!(all >= 760)) {
            const q = (all * (1 / 40)) | 0,
              t = all - 40 * q,
              n = (256 * t + 0.5) | 0,
              f = n / 256 - t,
              g = f * f;
            value = FORTIES[q] * POWERS[n] * (1 + f + g * (1 / 2 + f * (1 / 6) + g * (1 / 24)));
          }
          K[row + j] = value;
          K[x] = value;
          sum += value;
          r[j] += value;
        }
        r[i] += sum;
      }
    }
    yield;
  }
  for (let i = 0; i < m; i++) {
    K[i * m + i] = 1;
    r[i] += 1;
  }
}

// K_ij = value(pair, i, j), and the diagonal of the same from own[i].
function written(K, r, pairs, own, m, value) {
  for (let top = 0, p = 0; top < m; top += TILE) {
    for (let left = 0; left <= top; left += TILE) {
      for (let i = top; i < Math.min(top + TILE, m); i++) {
        for (let j = left; j < Math.min(left + TILE, i); j++, p++) {
          const v = value(pairs[p], i, j);
          K[i * m + j] = v;
          K[j * m + i] = v;
          r[i] += v;
          r[j] += v;
        }
      }
    }
  }
  for (let i = 0; i < m; i++) {
    const v = value(own[i], i, i);
    K[i * m + i] = v;
    r[i] += v;
  }
}

const squares = (Z, m, d) =>
  Float64Array.from({ length: m }, (_, i) => {
    let sum = 0;
    for (let f = 0; f < d; f++) sum += Z[i * d + f] ** 2;
    return sum;
  });

function linear(K, r, pairs, { m, d, Y }) {
  written(K, r, pairs, squares(Y, m, d), m, (product) => product);
}

function cosine(K, r, pairs, { m, d, X }) {
  const own = squares(X, m, d),
    length = own.map((s) => Math.sqrt(s) || 1);
  written(K, r, pairs, own, m, (product, i, j) => product / (length[i] * length[j]));
}

// (gamma x'y + 1)^2 with x = u + o and y = v + o, o the mean. With t = gamma u'v, a = gamma u'o,
// b = gamma v'o and e = gamma o'o + 1 it is (t + a + b + e)^2, and centring takes away whatever
// depends on x or on y alone: t (t + 2 (a + b + e)) + 2 a b stays, in which nothing large cancels.
function poly(K, r, pairs, { m, d, Y, mean }, gamma) {
  const along = new Float64Array(m);
  for (let t = 0; t < m * d; t++) along[Math.floor(t / d)] += gamma * Y[t] * mean[t % d];
  const e = 1 + gamma * mean.reduce((sum, x) => sum + x * x, 0);
  written(K, r, pairs, squares(Y, m, d), m, (product, i, j) => {
    const t = gamma * product;
    return t * (t + 2 * (along[i] + along[j] + e)) + 2 * along[i] * along[j];
  });
}

// K with what centring takes away, where `kernelGram` leaves that out: "linear" and "poly" seen
// from 0.
/** @type {(samples: Samples, kernel: Kernel, gamma: number) => Gram} */
export function gramFrom0(samples, kernel, gamma) {
  const { m, d, X } = samples,
    K = new Float64Array(m * m),
    r = new Float64Array(m);
  const value =
    kernel === "linear" ? (product) => product : (product) => (gamma * product + 1) ** 2;
  written(K, r, samples.pairsOf("cosine"), squares(X, m, d), m, value);
  return centredFrom(K, m, r);
}

// Some rows of K are added to out[o ...], four at a time.
/**
 * @type {(K: Float64Array, m: number, rows: ArrayLike<number>, out: Float64Array, o: number) => void}
 */
export function addRows(K, m, rows, out, o) {
  let s = 0;
  for (; s + 3 < rows.length; s += 4) {
    let w = rows[s] * m,
      x = rows[s + 1] * m,
      y = rows[s + 2] * m,
      z = rows[s + 3] * m;
    for (let t = o, end = o + m; t < end; t++) out[t] += K[w++] + K[x++] + K[y++] + K[z++];
  }
  for (; s < rows.length; s++) {
    for (let t = o, end = o + m, x = rows[s] * m; t < end; t++) out[t] += K[x++];
  }
}

const LARGE = 1e100; // beyond it, or below its inverse, sizes of columns are lost

// A gram over a unit, and that: the largest entry of its diagonal, and 1 at an ordinary size.
/** @type {(gram: Gram, unit?: number) => [Gram, number]} */
export function inUnits(gram, unit = unitOf(gram)) {
  if (unit === 1) return [gram, 1];
  const [K, r, diagonal] = [gram.K, gram.r, gram.diagonal].map((numbers) =>
    numbers.map((x) => x / unit),
  );
  return [{ ...gram, K, r, k: gram.k / unit, diagonal }, unit];
}

function unitOf({ diagonal }) {
  const most = diagonal ? largestOf(diagonal) : 0;
  return !most || (most > 1 / LARGE && most < LARGE) ? 1 : most;
}

// Kc times a block of columns (each a Float64Array(m)): a generator that pauses after some rows,
// and returns the products. Two rows and four columns at a time stay in registers. Of a narrow
// matrix `spans` has the first column and the end of each row, in turn.
const ENTRIES_A_PAUSE = 1 << 19;

/** @type {(gram: Gram, columns: Float64Array[]) => Steps<Float64Array[]>} */
export function* productSteps({ K, m, r, k, spans = null }, columns) {
  const out = columns.map(() => new Float64Array(m)),
    none = new Float64Array(m);
  const rows = 2 * Math.max(1, Math.floor(ENTRIES_A_PAUSE / (2 * m)));
  for (let f = 0; f < columns.length; f += 4) {
    const block = new Float64Array(4 * m);
    for (let t = 0; t < 4; t++) {
      const column = columns[f + t] ?? none;
      for (let j = 0; j < m; j++) block[4 * j + t] = column[j];
    }
    const into = [0, 1, 2, 3].map((t) => out[f + t] ?? new Float64Array(m));
    for (let first = 0; first < m; first += rows) {
      someRows(K, m, spans, block, ...into, first, Math.min(m, first + rows));
      yield;
    }
  }
  columns.forEach((column, f) => {
    let sum = 0,
      along = 0;
    for (let j = 0; j < m; j++) {
      sum += column[j];
      along += r[j] * column[j];
    }
    for (let j = 0; j < m; j++) out[f][j] -= (r[j] - k) * sum + along;
  });
  return out;
}

function someRows(K, m, spans, block, A, B, C, D, first, last) {
  for (let i = first; i < last; i += 2) {
    const h = Math.min(i + 1, m - 1); // an odd last row is computed twice
    const from = spans ? Math.min(spans[2 * i], spans[2 * h]) : 0;
    const end = spans ? Math.max(spans[2 * i + 1], spans[2 * h + 1]) : m;
    let a = 0,
      b = 0,
      c = 0,
      d = 0,
      e = 0,
      f = 0,
      g = 0,
      o = 0;
    for (let j = from, x = i * m + from, y = h * m + from, v = 4 * from; j < end; j++, v += 4) {
      const s = K[x++],
        t = K[y++],
        p = block[v],
        q = block[v + 1],
        u = block[v + 2],
        w = block[v + 3];
      a += s * p;
      b += s * q;
      c += s * u;
      d += s * w;
      e += t * p;
      f += t * q;
      g += t * u;
      o += t * w;
    }
    A[i] = a;
    B[i] = b;
    C[i] = c;
    D[i] = d;
    A[h] = e;
    B[h] = f;
    C[h] = g;
    D[h] = o;
  }
}

// The centred matrix, written out.
/** @type {(gram: Gram) => Float64Array} */
export function centredMatrix({ K, m, r, k }) {
  const C = new Float64Array(m * m);
  for (let i = 0, t = 0; i < m; i++) {
    for (let j = 0; j < m; j++, t++) C[t] = K[t] - r[i] - r[j] + k;
  }
  return C;
}
