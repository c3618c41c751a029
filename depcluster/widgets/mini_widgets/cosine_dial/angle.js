// The angle between the centred table of the points and that of their labels, from sums over
// clusters.

// S are the block sums of HKH, n the sizes of the clusters, `norm` is the length of HKH.
// -> { B, cosine }: H Pi A Pi' H by clusters, and its cosine with HKH (eq. 1), or NaN.
export function tableOfLabels(A, { S, n, norm }) {
  const m = n.reduce((sum, size) => sum + size, 0);
  const means = A.map((row) => row.reduce((sum, entry, l) => sum + entry * n[l], 0) / m);
  const all = means.reduce((sum, mean, j) => sum + mean * n[j], 0) / m;
  const B = A.map((row, j) => row.map((entry, l) => entry - means[j] - means[l] + all));
  let square = 0,
    product = 0;
  B.forEach((row, j) =>
    row.forEach((entry, l) => {
      square += n[j] * n[l] * entry ** 2;
      product += entry * S[j][l];
    }),
  );
  const length = Math.sqrt(square),
    isZero = length <= 1e-9 * m * Math.max(...A.flat().map(Math.abs));
  return { B, cosine: isZero ? NaN : product / (length * norm) };
}
