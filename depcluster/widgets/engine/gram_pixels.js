// A centred kernel matrix as a picture: rows sorted by cluster, averaged down to a size, in bytes.

const MOST = 500; // pixels a side

// `partition` (see `partition.js`) is of the matrix. -> { pixels Int8Array (p * p, 127 standing for the
// scale), size p, scale the largest absolute value, borders (c + 1 offsets in pixels), means c x c of
// the blocks, sizes, signed }
export function gramPixels({ problem: { gram: { K, r, k } }, m, c, labels, n, S }) {
  const sizes = Array.from(n), edges = [0], place = new Int32Array(c), order = new Int32Array(m);
  sizes.forEach((size, j) => { place[j] = edges[j]; edges.push(edges[j] + size); });
  for (let i = 0; i < m; i++) order[place[labels[i]]++] = i;
  const p = Math.min(m, MOST), cuts = Int32Array.from({ length: p + 1 }, (_, x) => Math.floor((x * m) / p));
  const away = new Float64Array(m); // r in this order, less half of k
  for (let s = 0; s < m; s++) away[s] = r[order[s]] - k / 2;
  const sums = new Float64Array(p * p); // means of the blocks of a pixel, the lower half
  let scale = 0;
  for (let x = 0; x < p; x++) {
    for (let s = cuts[x]; s < cuts[x + 1]; s++) {
      const row = order[s] * m, own = away[s];
      for (let y = 0, t = 0; y <= x; y++) {
        let sum = 0;
        for (const end = cuts[y + 1]; t < end; t++) sum += K[row + order[t]] - away[t] - own;
        sums[x * p + y] += sum;
      }
    }
    for (let y = 0; y <= x; y++) {
      const count = (cuts[x + 1] - cuts[x]) * (cuts[y + 1] - cuts[y]), mean = sums[x * p + y] / count;
      sums[x * p + y] = mean;
      if (mean > scale) scale = mean;
      else if (-mean > scale) scale = -mean;
    }
  }
  scale ||= 1;
  const pixels = new Int8Array(p * p), factor = 127 / scale;
  for (let x = 0; x < p; x++) {
    for (let y = 0; y <= x; y++) {
      const byte = Math.round(sums[x * p + y] * factor);
      pixels[x * p + y] = byte;
      pixels[y * p + x] = byte;
    }
  }
  const means = sizes.map((a, j) => sizes.map((b, l) => (a && b ? S[j * c + l] / (a * b) : 0)));
  return { pixels, size: p, scale, borders: edges.map((at) => (at * p) / m), means, sizes, signed: true };
}
