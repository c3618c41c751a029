// Of each row of X, the nearest of some rows of the same d columns: an Int32Array of their numbers.
/** @type {(X: Float64Array, rows: Float64Array, d: number) => Int32Array} */
export function nearestRows(X, rows, d) {
  return Int32Array.from({ length: X.length / d }, (_, i) => {
    let best = 0,
      least = Infinity;
    for (let j = 0; j < rows.length / d; j++) {
      let distance = 0;
      for (let f = 0; f < d; f++) distance += (X[i * d + f] - rows[j * d + f]) ** 2;
      if (distance < least) [best, least] = [j, distance];
    }
    return best;
  });
}
