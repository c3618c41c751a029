// The kernel of the menu that is made of neighbours: exp(-s G), G the Laplacian of the graph that
// joins two samples when either is among the nearest of the other (Song 2007, section 4).
import { TILE } from "./samples.js";
import { gramOf } from "./gram.js";

/** @import { Gram, Samples, Steps } from "./types.d.ts" */

const TIME = 5,
  BLOCK = 8;
const SAME = 1 - 1e-10; // of a squared distance: rounding in the space of the rows

// At most so many; of few samples fewer, as `n_neighbors="auto"` has it: a sample has that many in
// its own of five groups of equal size.
/** @type {(m: number, most?: number) => number} */
export const neighbourCount = (m, most = 10) =>
  Math.min(most, Math.max(Math.floor(m / 5) - 1, m >= 12 ? 3 : 2), m - 1);

// A generator; returns the gram.
/** @type {(samples: Samples, most?: number) => Steps<Gram>} */
export function* diffusionSteps(samples, most) {
  const { m } = samples,
    graph = neighbourGraph(samples.squared(), m, neighbourCount(m, most));
  yield;
  const { rows, columns, values, reach } = scaledLaplacian(graph, m),
    K = new Float64Array(m * m);
  const terms = chebyshevTerms(TIME * reach);
  for (let first = 0; first < m; first += BLOCK) {
    // Clenshaw's recurrence, b_k = c_k V + 2 B b_(k+1) - b_(k+2), for some columns V of I at a
    // time.
    let now = new Float64Array(m * BLOCK),
      after = new Float64Array(m * BLOCK),
      then = new Float64Array(m * BLOCK);
    const last = Math.min(BLOCK, m - first);
    for (let k = terms.length - 1; k >= 0; k--) {
      times(rows, columns, values, now, then, m, k ? 2 : 1);
      for (let t = 0; t < then.length; t++) then[t] -= after[t];
      for (let v = 0; v < last; v++) then[(first + v) * BLOCK + v] += terms[k];
      [now, after, then] = [then, now, after];
    }
    for (let i = 0; i < m; i++)
      for (let v = 0; v < last; v++) K[i * m + first + v] = now[i * BLOCK + v];
    yield;
  }
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < i; j++) K[i * m + j] = K[j * m + i] = (K[i * m + j] + K[j * m + i]) / 2;
  }
  return gramOf(K, m);
}

// -> a Set of neighbours for each sample; of equally near ones the first are taken
function neighbourGraph(pairs, m, count) {
  const near = Array.from({ length: m }, () => []);
  const take = (i, j, distance) => {
    const list = near[i];
    if (list.length === count && distance >= SAME * list[count - 1].distance) return;
    let at = list.length;
    while (at && SAME * list[at - 1].distance > distance) at--;
    list.splice(at, 0, { j, distance });
    if (list.length > count) list.pop();
  };
  for (let top = 0, p = 0; top < m; top += TILE) {
    for (let left = 0; left <= top; left += TILE) {
      for (let i = top; i < Math.min(top + TILE, m); i++) {
        for (let j = left; j < Math.min(left + TILE, i); j++, p++) {
          take(i, j, pairs[p]);
          take(j, i, pairs[p]);
        }
      }
    }
  }
  const graph = Array.from({ length: m }, () => new Set());
  near.forEach((list, i) =>
    list.forEach(({ j }) => {
      graph[i].add(j);
      graph[j].add(i);
    }),
  );
  return graph;
}

// B within [-1, 1] with G = reach (I + B), in rows; no eigenvalue of D - W is above the largest
// ratio of (D + W) x to x, whatever x > 0 is.
function scaledLaplacian(graph, m) {
  let x = new Float64Array(m).fill(1),
    reach = 0;
  for (let turn = 0; turn < 20; turn++) {
    const y = new Float64Array(m);
    let top = 0,
      ratio = 0;
    for (let i = 0; i < m; i++) {
      y[i] = graph[i].size * x[i];
      for (const j of graph[i]) y[i] += x[j];
      ratio = Math.max(ratio, y[i] / x[i]);
      top = Math.max(top, y[i]);
    }
    reach = ratio / 2;
    x = y.map((value) => value / top);
  }
  const rows = new Int32Array(m + 1),
    columns = [],
    values = [];
  graph.forEach((neighbours, i) => {
    columns.push(i, ...neighbours);
    values.push(neighbours.size / reach - 1, ...Array.from(neighbours, () => -1 / reach));
    rows[i + 1] = columns.length;
  });
  return { rows, columns: Int32Array.from(columns), values: Float64Array.from(values), reach };
}

// into = factor B V for a block of BLOCK columns, row by row.
function times(rows, columns, values, V, into, m, factor) {
  for (let i = 0; i < m; i++) {
    let a = 0,
      b = 0,
      c = 0,
      d = 0,
      e = 0,
      f = 0,
      g = 0,
      h = 0;
    for (let t = rows[i]; t < rows[i + 1]; t++) {
      const w = factor * values[t],
        x = columns[t] * BLOCK;
      a += w * V[x];
      b += w * V[x + 1];
      c += w * V[x + 2];
      d += w * V[x + 3];
      e += w * V[x + 4];
      f += w * V[x + 5];
      g += w * V[x + 6];
      h += w * V[x + 7];
    }
    const o = i * BLOCK;
    into[o] = a;
    into[o + 1] = b;
    into[o + 2] = c;
    into[o + 3] = d;
    into[o + 4] = e;
    into[o + 5] = f;
    into[o + 6] = g;
    into[o + 7] = h;
  }
}

// Of exp(-z (1 + x)) as a Chebyshev series, without what rounding would hide: 2 (-1)^k e^-z I_k(z),
// the Bessel functions by Miller's recurrence, downwards, with e^-z (I_0 + 2 I_1 + 2 I_2 + ...) =
// 1.
function chebyshevTerms(z) {
  const length = 40 + Math.floor(12 * Math.sqrt(z)),
    bessel = new Float64Array(length + 2);
  bessel[length] = 1e-280;
  let total = 2 * bessel[length];
  for (let k = length - 1; k >= 0; k--) {
    bessel[k] = bessel[k + 2] + ((2 * (k + 1)) / z) * bessel[k + 1];
    total += (k ? 2 : 1) * bessel[k];
    if (total > 1e250) {
      for (let q = k; q <= length; q++) bessel[q] *= 1e-250;
      total *= 1e-250;
    }
  }
  const terms = [];
  for (let k = 0; k < length && bessel[k] / total > 1e-17; k++) {
    terms.push(((k ? 2 : 1) * (k % 2 ? -1 : 1) * bessel[k]) / total);
  }
  return terms;
}
