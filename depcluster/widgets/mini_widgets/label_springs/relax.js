// The regression of eq. (3) solved in the page: K, the pairs (point, wrong label), and their leads.

import { centredMatrix, kernelGram } from "../../engine/gram.js";
import { ridge } from "../../engine/ridge.js";
import { createSamples } from "../../engine/samples.js";

// -> { leads by "i,y", left, firstOrder }, the last two as shares of the energy at rest; C is a
// multiple of m.
export function relaxSprings({ points, labels, A, Delta, C, perPoint, s }) {
  const m = points.length,
    K = centredMatrix(kernelGram(createSamples(Float64Array.from(points.flat()), m), "rbf", s));
  const pairs = labels.flatMap((own, i) =>
    Delta[own].flatMap((loss, y) => (loss > 0 ? [{ i, own, y, loss }] : [])),
  );
  const p = pairs.length,
    J = new Float64Array(p * p);
  const inner = (a, b) => A[a.own][b.own] - A[a.own][b.y] - A[a.y][b.own] + A[a.y][b.y];
  pairs.forEach((a, q) =>
    pairs.forEach((b, t) => {
      J[q * p + t] = (K[a.i * m + b.i] / (perPoint ? m : 1)) * inner(a, b);
    }),
  );
  const M = J.slice();
  pairs.forEach(({ loss }, a) => {
    M[a * p + a] += 1 / (2 * C * loss);
  });
  const alpha = ridge(M, new Float64Array(p).fill(1), 0, p);
  let left = 0,
    curve = 0,
    rest = 0;
  const leads = Object.fromEntries(
    pairs.map(({ i, y, loss }, a) => {
      let lead = 0,
        soft = 0;
      for (let b = 0; b < p; b++) {
        lead += J[a * p + b] * alpha[b];
        soft += J[a * p + b] * pairs[b].loss;
      }
      left += alpha[a];
      curve += loss * soft;
      rest += 2 * C * loss;
      return [`${i},${y}`, lead];
    }),
  );
  return { leads, left: left / rest, firstOrder: 1 - (4 * C * C * curve) / rest };
}
