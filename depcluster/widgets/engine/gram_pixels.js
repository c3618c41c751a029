// A centred kernel matrix as a picture: rows sorted by cluster, averaged down to a size, in bytes.

const MOST = 750; // pixels a side

// `partition` (see `partition.js`) is of the matrix. -> { pixels Int8Array (p * p, 127 standing for the
// scale), size p, scale the largest absolute value, borders (c + 1 offsets in pixels), means c x c of
// the blocks, sizes, signed }
export function gramPixels({ problem: { gram: { K, r, k } }, m, c, labels, n, S }) {
  const sizes = Array.from(n), edges = [0], place = new Int32Array(c), order = new Int32Array(m);
  sizes.forEach((size, j) => { place[j] = edges[j]; edges.push(edges[j] + size); });
  for (let i = 0; i < m; i++) order[place[labels[i]]++] = i;
  const p = Math.min(m, MOST), sums = new Float64Array(p * p);
  const pixelOf = new Int32Array(m);
  for (let x = 0; x < p; x++) pixelOf.fill(x, Math.floor((x * m) / p), Math.floor(((x + 1) * m) / p));
  const count = new Float64Array(p);
  for (let s = 0; s < m; s++) count[pixelOf[s]]++;
  const own = new Float64Array(m); // r of the columns in their order, less k
  for (let s = 0; s < m; s++) own[s] = r[order[s]] - k;
  for (let s = 0; s < m; s++) {
    const row = order[s] * m, to = pixelOf[s] * p, away = r[order[s]];
    if (p === m) for (let t = 0; t < m; t++) sums[to + t] = K[row + order[t]] - own[t] - away;
    else for (let t = 0; t < m; t++) sums[to + pixelOf[t]] += K[row + order[t]] - own[t] - away;
  }
  let scale = 0;
  for (let x = 0, t = 0; x < p; x++) {
    for (let y = 0; y < p; y++, t++) {
      if (p < m) sums[t] /= count[x] * count[y];
      const size = Math.abs(sums[t]);
      if (size > scale) scale = size;
    }
  }
  scale ||= 1;
  const pixels = new Int8Array(p * p), factor = 127 / scale;
  for (let t = 0; t < p * p; t++) pixels[t] = Math.round(sums[t] * factor);
  const means = sizes.map((a, j) => sizes.map((b, l) => (a && b ? S[j * c + l] / (a * b) : 0)));
  return { pixels, size: p, scale, borders: edges.map((at) => (at * p) / m), means, sizes, signed: true };
}
