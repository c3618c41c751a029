// How the names of clusters are related, over their points: numerals, and lines between relatives.

const MOST = 3; // lines a cluster: of more only the heaviest are drawn, if these are fewer

// -> [[j, l, share of the heaviest], ...]: the pairs that a label kernel makes relatives.
export function relativesOf(A) {
  const pairs = A.flatMap((row, j) =>
    row.flatMap((x, l) => (l < j && x > 1e-9 ? [[l, j, x]] : [])),
  );
  const largest = Math.max(...pairs.map(([, , x]) => x)),
    few = MOST * A.length;
  const drawn = pairs.length > few ? pairs.filter(([, , x]) => x > largest * (1 - 1e-9)) : pairs;
  return drawn.length > few ? [] : drawn.map(([j, l, x]) => [j, l, x / largest]);
}

// Where the point of each cluster lies that is nearest to their mean; null of an empty one.
export function middlesOf(at, labels, n_clusters) {
  const sums = Array.from({ length: n_clusters }, () => [0, 0, 0]);
  /** @type {[number[] | null, number][]} */
  const best = sums.map(() => [null, Infinity]);
  labels.forEach((k, i) => {
    sums[k][0] += at[2 * i];
    sums[k][1] += at[2 * i + 1];
    sums[k][2] += 1;
  });
  labels.forEach((k, i) => {
    const [x, y, n] = sums[k],
      far = Math.hypot(at[2 * i] - x / n, at[2 * i + 1] - y / n);
    if (far < best[k][1]) best[k] = [[at[2 * i], at[2 * i + 1]], far];
  });
  return best.map(([place]) => place);
}

export function drawLines(context, middles, pairs, colours) {
  context.lineCap = "round";
  for (const [ink, more] of [
    [colours.paper, 3],
    [colours.ink, 0],
  ]) {
    context.strokeStyle = ink;
    for (const [j, l, share] of pairs) {
      if (!middles[j] || !middles[l]) continue;
      context.lineWidth = 0.75 + 1.25 * share + more;
      context.beginPath();
      context.moveTo(...middles[j]);
      context.lineTo(...middles[l]);
      context.stroke();
    }
  }
}

export function drawNumerals(context, middles, colours) {
  Object.assign(context, {
    textAlign: "center",
    textBaseline: "middle",
    lineJoin: "round",
    lineWidth: 4,
  });
  context.font = `600 13px ${colours.font}`;
  [context.strokeStyle, context.fillStyle] = [colours.paper, colours.ink];
  middles.forEach((place, k) => {
    if (!place) return;
    context.strokeText(k, ...place);
    context.fillText(k, ...place);
  });
}
