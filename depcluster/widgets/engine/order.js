// The order of the labels that suits a label kernel: p with the largest sum of A_jl T_(p_j p_l), a
// quadratic assignment. All orders are tried for up to seven clusters. Beyond that pairs are exchanged,
// the one that gains most first, until none gains, from the given order and some random ones; then,
// for every ten clusters once, from copies of the best in which a run of labels is moved.

const EXACT = 7, STARTS = 10, CLUSTERS_A_ROUND = 10;

// -> Int32Array p: position j goes to the cluster now called p[j]; the identity if nothing is better.
export function matchOrder(A, T, c, random) {
  const same = Int32Array.from({ length: c }, (_, j) => j), now = aligned(A, T, same, c);
  let size = 0, squaresA = 0, squaresT = 0;
  for (let t = 0; t < c * c; t++) {
    size += Math.abs(A[t] * T[t]);
    squaresA += A[t] * A[t];
    squaresT += T[t] * T[t];
  }
  const least = 1e-12 * Math.sqrt(squaresA * squaresT); // no more than rounding in <A, T>
  const best = c <= EXACT ? bestOfAll(A, T, c, least) : bestExchanged(A, T, c, least, random);
  return aligned(A, T, best, c) - now > 1e-10 * size ? best : same;
}

function aligned(A, T, p, c) {
  let sum = 0;
  for (let j = 0; j < c; j++) {
    const row = j * c, of = p[j] * c;
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
  let best = null, top = -Infinity;
  for (const p of allOrders(c)) {
    const value = aligned(A, T, p, c);
    if (value > top + least) [best, top] = [p, value];
  }
  return best;
}

function bestExchanged(A, T, c, least, random) {
  let best = null, top = -Infinity;
  const take = (p) => {
    const value = aligned(A, T, exchanged(A, T, p, c, least), c);
    if (value > top + least) [best, top] = [p, value];
  };
  take(Int32Array.from({ length: c }, (_, j) => j));
  for (let s = 1; s < STARTS; s++) take(random.permutation(c));
  for (let round = 0; round < Math.floor(c / CLUSTERS_A_ROUND); round++) {
    const from = best;
    for (let s = 0; s < STARTS; s++) take(runMoved(from, random));
  }
  return best;
}

// Pairs exchanged in place, the one that gains most first, until none gains more than rounding.
function exchanged(A, T, p, c, least) {
  for (;;) {
    let most = least, at = -1;
    for (let r = 1; r < c; r++) {
      for (let s = 0; s < r; s++) {
        const a = p[r] * c, b = p[s] * c;
        let half = ((A[r * c + r] - A[s * c + s]) * (T[b + p[s]] - T[a + p[r]])) / 2;
        for (let l = 0; l < c; l++) {
          if (l !== r && l !== s) half += (A[r * c + l] - A[s * c + l]) * (T[b + p[l]] - T[a + p[l]]);
        }
        if (2 * half > most) {
          most = 2 * half;
          at = r * c + s;
        }
      }
    }
    if (at < 0) return p;
    const r = Math.floor(at / c), s = at % c;
    [p[r], p[s]] = [p[s], p[r]];
  }
}

// A run of labels cut out, put elsewhere, perhaps reversed.
function runMoved(order, { below, uniform }) {
  const c = order.length, ends = [below(c + 1), below(c + 1)].sort((x, y) => x - y);
  const rest = Array.from(order), run = rest.splice(ends[0], ends[1] - ends[0]);
  if (uniform() < 0.5) run.reverse();
  rest.splice(below(rest.length + 1), 0, ...run);
  return Int32Array.from(rest);
}
