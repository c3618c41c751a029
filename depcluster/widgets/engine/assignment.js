// Pairing rows with columns so that the sum of their gains is largest (the Hungarian method, by
// shortest augmenting paths: Jonker and Volgenant 1987).

// gain is k * k; -> Int32Array: the column of each row, or null if every pairing has a pair of
// -Infinity
/** @type {(gain: Float64Array, k: number) => Int32Array | null} */
export function assign(gain, k) {
  const u = new Float64Array(k + 1),
    v = new Float64Array(k + 1);
  const rowOf = new Int32Array(k + 1).fill(-1); // of each column; column k is the row that looks
  for (let row = 0; row < k; row++) {
    const from = new Int32Array(k + 1).fill(-1),
      used = new Uint8Array(k + 1);
    const short = new Float64Array(k + 1).fill(Infinity);
    let at = k;
    rowOf[k] = row;
    do {
      used[at] = 1;
      const i = rowOf[at];
      let least = Infinity,
        next = -1;
      for (let j = 0; j < k; j++) {
        if (used[j]) continue;
        const cost = -gain[i * k + j] - u[i] - v[j];
        if (cost < short[j]) {
          short[j] = cost;
          from[j] = at;
        }
        if (short[j] < least) [least, next] = [short[j], j];
      }
      if (next < 0) return null;
      for (let j = 0; j <= k; j++) {
        if (used[j]) {
          u[rowOf[j]] += least;
          v[j] -= least;
        } else short[j] -= least;
      }
      at = next;
    } while (rowOf[at] >= 0);
    for (; at !== k; at = from[at]) rowOf[at] = rowOf[from[at]];
  }
  const columnOf = new Int32Array(k);
  for (let j = 0; j < k; j++) columnOf[rowOf[j]] = j;
  return columnOf;
}
