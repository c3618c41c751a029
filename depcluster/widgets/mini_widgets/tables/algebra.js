// What Tables computes: labels after swaps, centring, and the sum of a product of two tables.

// The labels after a share of the points, in turn, have swapped theirs with one before them.
export function dealtLabels(groups, turn, partner, share) {
  const labels = [...groups], n = Math.floor(share * labels.length + 0.5);
  for (let k = 0; k < n; k++) {
    const [i, l] = [turn[k], turn[partner[k]]];
    [labels[i], labels[l]] = [labels[l], labels[i]];
  }
  return labels;
}

// H K H: the means of row and column are taken away, the mean of all is added.
export function centredTable(K, m) {
  const means = new Float64Array(m);
  let all = 0;
  for (let i = 0; i < m; i++) {
    for (let l = 0; l < m; l++) means[i] += K[i * m + l] / m;
    all += means[i] / m;
  }
  return Float64Array.from(K, (v, q) => v - means[Math.floor(q / m)] - means[q % m] + all);
}

// L has a 1 where two points share a label, as a part of the table in which the others are 0.
export function timesLabels(table, labels) {
  const m = labels.length, product = new Float64Array(m * m);
  for (let i = 0; i < m; i++) {
    for (let l = 0; l < m; l++) if (labels[i] === labels[l]) product[i * m + l] = table[i * m + l];
  }
  return product;
}

export const sumOf = (table) => table.reduce((sum, v) => sum + v, 0);
export const largest = (table) => table.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
