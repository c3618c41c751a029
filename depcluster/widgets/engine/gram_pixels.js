// A centred kernel matrix as a picture: rows sorted by cluster, averaged down to a size, in bytes.

/** @import { Partition } from "./partition.js" */

export const MOST_PIXELS = 500; // a side of a picture

// `partition` (see `partition.js`) is of the matrix; p <= m pixels a side. -> { pixels Int8Array (p
// * p, 127 standing for the scale), p, scale the largest absolute value, borders (c + 1 offsets in
// pixels), means c x c of the blocks, sizes, signed }
/**
 * @type {(partition: Partition, p: number) => { pixels: Int8Array, p: number, scale: number,
 *   borders: number[], means: number[][], sizes: number[], signed: boolean }}
 */
export function gramPixels({ problem: { gram }, m, c, labels, n, S }, p) {
  const sizes = Array.from(n),
    edges = [0],
    place = new Int32Array(c),
    order = new Int32Array(m);
  sizes.forEach((size, j) => {
    place[j] = edges[j];
    edges.push(edges[j] + size);
  });
  for (let i = 0; i < m; i++) order[place[labels[i]]++] = i;
  const lower = p === m ? sorted(gram, order) : averaged(gram, order, p);
  let scale = 0;
  for (let t = 0; t < lower.length; t++) {
    const size = Math.abs(lower[t]);
    if (size > scale) scale = size;
  }
  const pixels = new Int8Array(p * p),
    factor = scale ? 127 / scale : 0;
  for (let x = 0, t = 0; x < p; x++) {
    for (let y = 0; y <= x; y++, t++) {
      const byte = Math.round(lower[t] * factor);
      pixels[x * p + y] = byte;
      pixels[y * p + x] = byte;
    }
  }
  const means = sizes.map((a, j) => sizes.map((b, l) => (a && b ? S[j * c + l] / (a * b) : 0)));
  const borders = edges.map((at) => (at * p) / m);
  return { pixels, p, scale: scale || 1, borders, means, sizes, signed: true };
}

// Entries of the lower half, row by row, of the centred matrix in an order.
function sorted({ K, m, r, k }, order) {
  const lower = new Float64Array((m * (m + 1)) / 2);
  for (let s = 0, t = 0; s < m; s++) {
    const row = order[s] * m,
      own = r[order[s]] - k;
    for (let u = 0; u <= s; u++, t++) lower[t] = K[row + order[u]] - r[order[u]] - own;
  }
  return lower;
}

// The same for a matrix of p rows, each of which is the mean of some.
function averaged({ K, m, r, k }, order, p) {
  const lower = new Float64Array((p * (p + 1)) / 2),
    means = new Float64Array(p); // of r in a pixel's rows
  const cuts = Int32Array.from({ length: p + 1 }, (_, x) => Math.floor((x * m) / p));
  const line = new Float64Array(m); // the sum of a pixel's rows
  for (let x = 0, t = 0; x < p; x++) {
    const end = cuts[x + 1],
      high = end - cuts[x];
    for (let s = cuts[x]; s < end; s++) means[x] += r[order[s]] / high;
    addSorted(K, m, order, cuts[x], end, line.fill(0, 0, end));
    for (let y = 0, u = 0; y <= x; y++, t++) {
      const stop = cuts[y + 1],
        wide = stop - u;
      let sum = 0;
      for (; u < stop; u++) sum += line[u];
      lower[t] = sum / (high * wide) - means[x] - means[y] + k;
    }
  }
  return lower;
}

// Sorted rows from `from` to `end` are added up as far as column `end`, three at a time.
function addSorted(K, m, order, from, end, line) {
  let s = from;
  for (; s + 2 < end; s += 3) {
    const a = order[s] * m,
      b = order[s + 1] * m,
      c = order[s + 2] * m;
    for (let u = 0; u < end; u++) {
      const o = order[u];
      line[u] += K[a + o] + K[b + o] + K[c + o];
    }
  }
  for (; s < end; s++)
    for (let u = 0, row = order[s] * m; u < end; u++) line[u] += K[row + order[u]];
}
