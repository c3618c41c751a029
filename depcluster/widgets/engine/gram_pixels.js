// A centred kernel matrix as a picture: rows sorted by cluster, averaged down to a size, in bytes.

const MOST = 500; // pixels a side

// `partition` (see `partition.js`) is of the matrix. -> { pixels Int8Array (p * p, 127 standing for the
// scale), size p, scale the largest absolute value, borders (c + 1 offsets in pixels), means c x c of
// the blocks, sizes, signed }
export function gramPixels({ problem: { gram }, m, c, labels, n, S }) {
  const sizes = Array.from(n), edges = [0], place = new Int32Array(c), order = new Int32Array(m);
  sizes.forEach((size, j) => { place[j] = edges[j]; edges.push(edges[j] + size); });
  for (let i = 0; i < m; i++) order[place[labels[i]]++] = i;
  const p = Math.min(m, MOST), lower = p === m ? sorted(gram, order) : averaged(gram, order, p);
  let scale = 0;
  for (let t = 0; t < lower.length; t++) {
    const size = Math.abs(lower[t]);
    if (size > scale) scale = size;
  }
  const pixels = new Int8Array(p * p), factor = scale ? 127 / scale : 0;
  for (let x = 0, t = 0; x < p; x++) {
    for (let y = 0; y <= x; y++, t++) {
      const byte = Math.round(lower[t] * factor);
      pixels[x * p + y] = byte;
      pixels[y * p + x] = byte;
    }
  }
  const means = sizes.map((a, j) => sizes.map((b, l) => (a && b ? S[j * c + l] / (a * b) : 0)));
  const borders = edges.map((at) => (at * p) / m);
  return { pixels, size: p, scale: scale || 1, borders, means, sizes, signed: true };
}

// Entries of the lower half, row by row, of the centred matrix in an order.
function sorted({ K, m, r, k }, order) {
  const lower = new Float64Array((m * (m + 1)) / 2);
  for (let s = 0, t = 0; s < m; s++) {
    const row = order[s] * m, own = r[order[s]] - k;
    for (let u = 0; u <= s; u++, t++) lower[t] = K[row + order[u]] - r[order[u]] - own;
  }
  return lower;
}

// The same for a matrix of p rows, each of which is the mean of some.
function averaged({ K, m, r, k }, order, p) {
  const lower = new Float64Array((p * (p + 1)) / 2);
  const cuts = Int32Array.from({ length: p + 1 }, (_, x) => Math.floor((x * m) / p));
  const means = new Float64Array(p); // of r in the rows of a pixel
  for (let x = 0; x < p; x++) {
    for (let s = cuts[x]; s < cuts[x + 1]; s++) means[x] += r[order[s]] / (cuts[x + 1] - cuts[x]);
  }
  for (let x = 0, first = 0; x < p; first += ++x) {
    for (let s = cuts[x]; s < cuts[x + 1]; s++) {
      const row = order[s] * m;
      for (let y = 0, u = 0; y <= x; y++) {
        const end = cuts[y + 1];
        let sum = 0;
        for (; u < end; u++) sum += K[row + order[u]];
        lower[first + y] += sum;
      }
    }
    const high = cuts[x + 1] - cuts[x];
    for (let y = 0; y <= x; y++) {
      const t = first + y;
      lower[t] = lower[t] / (high * (cuts[y + 1] - cuts[y])) - means[x] - means[y] + k;
    }
  }
  return lower;
}
