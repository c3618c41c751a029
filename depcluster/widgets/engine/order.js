// The order of the labels that suits a label kernel: p with the largest sum of A_jl T_(p_j p_l), a
// quadratic assignment. All orders are tried for up to seven clusters. Beyond that pairs are
// exchanged, the one that gains most first, until none gains, from the given order and some
// annealed ones; then the order is cut where neighbours are little similar, and two runs change
// places.
import { assign } from "./assignment.js";
import { largestOf } from "./objectives.js";

/** @import { Random } from "./types.d.ts" */

const EXACT = 7,
  STARTS = 12,
  CLIMBED = 4,
  ROUNDING = 1e-12;

// -> Int32Array p: position j goes to the cluster now called p[j]; the identity if nothing is
// better.
/** @type {(A: Float64Array, T: Float64Array, c: number, random: Random) => Int32Array} */
export function matchOrder(A, T, c, random) {
  [A, T] = [A, T].map((M) => {
    const most = largestOf(M) || 1;
    return M.map((x) => x / most);
  });
  const same = Int32Array.from({ length: c }, (_, j) => j),
    now = aligned(A, T, same, c);
  let size = 0,
    squaresA = 0,
    squaresT = 0;
  for (let t = 0; t < c * c; t++) {
    size += Math.abs(A[t] * T[t]);
    squaresA += A[t] * A[t];
    squaresT += T[t] * T[t];
  }
  const least = ROUNDING * Math.sqrt(squaresA * squaresT); // no more than rounding in <A, T>
  const best = c <= EXACT ? bestOfAll(A, T, c, least) : bestSearched(A, T, c, least, random);
  return aligned(A, T, best, c) - now > 1e-10 * size ? best : same;
}

function aligned(A, T, p, c) {
  let sum = 0;
  for (let j = 0; j < c; j++) {
    const row = j * c,
      of = p[j] * c;
    sum += A[row + j] * T[of + p[j]];
    for (let l = 0; l < j; l++) sum += 2 * A[row + l] * T[of + p[l]];
  }
  return sum;
}

const listed = new Map();

function allOrders(c) {
  if (listed.has(c)) return listed.get(c);
  const orders = [];
  const extend = (order) => {
    if (order.length === c) orders.push(Int32Array.from(order));
    for (let j = 0; j < c; j++) if (!order.includes(j)) extend([...order, j]);
  };
  extend([]);
  listed.set(c, orders);
  return orders;
}

// Turns of a ring are worth the same: rounding shall not choose between them.
function bestOfAll(A, T, c, least) {
  let best = null,
    top = -Infinity;
  for (const p of allOrders(c)) {
    const value = aligned(A, T, p, c);
    if (value > top + least) [best, top] = [p, value];
  }
  return best;
}

// See `match_order` of the Python package for the steps and where they come from; it takes more
// starts.
function bestSearched(A, T, c, least, random) {
  const same = Int32Array.from({ length: c }, (_, j) => j),
    related = relations(A, c);
  const climbed = (orders) => {
    let best = null,
      top = -Infinity;
    for (const p of orders) {
      const value = aligned(A, T, exchanged(A, T, p, c, least), c);
      if (value > top + least) [best, top] = [p, value];
    }
    return [best, top];
  };
  let [best, top] = climbed([same, ...annealed(related, T, c, random)]),
    order = best,
    value = top;
  const others = Array.from({ length: 6 * c }, () => new Int32Array(c)),
    gains = new Float64Array(6 * c);
  const patience = Math.max(2, Math.floor((c - 4) / 3));
  for (let round = 0, idle = 0; round < 10 * c && idle < patience; round++) {
    const cut = cutter(order, T, c, random),
      from = loose(related, T, order, c);
    let most = 0;
    others.forEach((p, i) => {
      cut(p);
      gains[i] = loose(related, T, p, c) - from;
      if (gains[i] > gains[most]) most = i;
    });
    if (value + gains[most] > top + least)
      [order, value] = [others[most].slice(), value + gains[most]];
    else {
      const before = order,
        differs = (i) => others[i].some((name, j) => name !== before[j]);
      const first = Array.from(gains.keys())
        .sort((x, y) => gains[y] - gains[x])
        .filter(differs);
      if (first.length)
        [order, value] = climbed(first.slice(0, CLIMBED).map((i) => others[i].slice()));
    }
    idle++;
    if (value > top + least) [best, top, idle] = [order.slice(), value, 0];
  }
  return exchanged(A, T, best, c, least);
}

// Of A less the entry that stands most often beside the diagonal, which counts nothing: what is
// left of each row, as the columns and the numbers there.
function relations(A, c) {
  const times = new Map();
  for (let i = 0; i < c * c; i++) if (i % (c + 1)) times.set(A[i], (times.get(A[i]) ?? 0) + 1);
  const usual = [...times].reduce((x, y) => (y[1] > x[1] ? y : x))[0];
  return Array.from({ length: c }, (_, j) => {
    const columns = [];
    for (let l = 0; l < c; l++) if (A[j * c + l] !== usual) columns.push(l);
    const numbers = Float64Array.from(columns, (l) => A[j * c + l] - usual);
    return { columns: Int32Array.from(columns), numbers };
  });
}

// <A, T> but for what all orders share.
function loose(related, T, p, c) {
  let sum = 0;
  for (let j = 0; j < c; j++) {
    const { columns, numbers } = related[j],
      of = p[j] * c;
    for (let i = 0; i < columns.length; i++) sum += numbers[i] * T[of + p[columns[i]]];
  }
  return sum;
}

// Orders near the maxima of <A, P T P'> over matrices P whose rows and columns sum to 1.
function annealed(related, T, c, random) {
  const steps = Math.min(Math.floor((c * c) / 20), 2 * c),
    AP = new Float64Array(c * c);
  const G = new Float64Array(c * c),
    all = Int32Array.from({ length: c }, (_, j) => j);
  return Array.from({ length: STARTS }, () => {
    const P = Float64Array.from({ length: c * c }, () => (2 * random.uniform()) / c);
    for (let step = 0; step < steps; step++) {
      AP.fill(0);
      G.fill(0);
      for (let j = 0; j < c; j++) {
        const { columns, numbers } = related[j];
        addRows(AP, j * c, numbers, columns, P, c);
        addRows(G, j * c, AP.subarray(j * c, (j + 1) * c), all, T, c);
      }
      const scale = (2 * 5 ** (step / Math.max(steps - 1, 1))) / Math.max(centred(G, c), ROUNDING);
      for (let i = 0; i < c * c; i++) P[i] = Math.exp(scale * G[i]);
      sumToOne(P, c, 1, c);
      sumToOne(P, c, c, 1);
    }
    return assign(P, c);
  });
}

// Adds some rows of a matrix, times numbers, to c entries from `at` on; two at a time.
function addRows(to, at, numbers, rows, M, c) {
  const n = rows.length;
  for (let k = 0; k < n; k += 2) {
    const isLast = k + 1 === n,
      x = numbers[k],
      y = isLast ? 0 : numbers[k + 1];
    const first = rows[k] * c,
      second = isLast ? first : rows[k + 1] * c;
    for (let l = 0; l < c; l++) to[at + l] += x * M[first + l] + y * M[second + l];
  }
}

// Takes the means of its rows and columns off G, and gives the largest of what is left.
function centred(G, c) {
  const rows = new Float64Array(c),
    columns = new Float64Array(c);
  let mean = 0,
    most = -Infinity;
  for (let j = 0; j < c; j++) {
    for (let l = 0; l < c; l++) {
      const x = G[j * c + l] / c;
      rows[j] += x;
      columns[l] += x;
      mean += x / c;
    }
  }
  for (let j = 0; j < c; j++) {
    for (let l = 0; l < c; l++) {
      const x = G[j * c + l] - rows[j] - columns[l] + mean;
      G[j * c + l] = x;
      if (x > most) most = x;
    }
  }
  return most;
}

// Divides lines of P by their sums: c of them, `next` apart, their entries `step` apart.
function sumToOne(P, c, next, step) {
  for (let line = 0; line < c; line++) {
    let sum = 0;
    for (let i = 0, at = line * next; i < c; i++, at += step) sum += P[at];
    for (let i = 0, at = line * next; i < c; i++, at += step) P[at] /= sum;
  }
}

// Pairs exchanged in place, the one that gains most first, until none gains more than rounding.
function exchanged(A, T, p, c, least) {
  for (let step = 0; step < c * c; step++) {
    let most = least,
      at = -1;
    for (let r = 1; r < c; r++) {
      for (let s = 0; s < r; s++) {
        const a = p[r] * c,
          b = p[s] * c;
        let half = ((A[r * c + r] - A[s * c + s]) * (T[b + p[s]] - T[a + p[r]])) / 2;
        for (let l = 0; l < c; l++) {
          if (l !== r && l !== s)
            half += (A[r * c + l] - A[s * c + l]) * (T[b + p[l]] - T[a + p[l]]);
        }
        if (2 * half > most) {
          most = 2 * half;
          at = r * c + s;
        }
      }
    }
    if (at < 0) break;
    const r = Math.floor(at / c),
      s = at % c;
    [p[r], p[s]] = [p[s], p[r]];
  }
  return p;
}

// A function that writes an order to p but that two neighbouring runs change places, each perhaps
// reversed. It is cut more often where neighbours are little similar.
function cutter(order, T, c, { below, weighted }) {
  const most = Array.from(order, (j) => {
    let top = -Infinity;
    for (let l = 0; l < c; l++) if (l !== j) top = Math.max(top, T[j * c + l]);
    return top;
  });
  const weights = new Float64Array(c + 1);
  let sum = 0;
  for (let j = 1; j < c; j++) {
    weights[j] = most[j - 1] + most[j] - 2 * T[order[j - 1] * c + order[j]];
    sum += weights[j];
  }
  const mean = sum / (c - 1) || 1;
  weights[0] = weights[c] = mean;
  for (let j = 0; j <= c; j++) weights[j] += mean / 10;
  const total = weights.reduce((x, y) => x + y, 0);
  return (p) => {
    const [a, b, d] = [0, 1, 2].map(() => weighted(weights, total)).sort((x, y) => x - y);
    const middle = a + d - b,
      turned = [below(2), below(2)];
    for (let j = 0; j < c; j++) {
      let from = j;
      if (a <= j && j < d) {
        if (turned[j < middle ? 0 : 1]) from = a + d - 1 - j;
        else from = j < middle ? j + b - a : j + b - d;
      }
      p[j] = order[from];
    }
  };
}
