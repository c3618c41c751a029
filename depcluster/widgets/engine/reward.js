// How large an objective with a loss is: what it rewards and charges, and between which limits.
import { symmetricEigen } from "./symmetric_eigen.js";

/** @import { Partition } from "./partition.js" */

const NOTHING = 1e-12; // a limit below this share of what is in the objective is rounding
const LOST = 1e-6; // a reward below this share of the charge is not the difference from J

// J = reward - charge of a partition; no partition into clusters of these sizes has a reward above
// `most`, and `chance` is the mean of them all. `values` are leading eigenvalues of the centred
// kernel matrix, c - 1 or more. With P the partition matrix of orthonormal columns the reward is
// tr(K P B P'), in which B = n^(1/2) W(n) n^(1/2) counts without the direction of n^(1/2), that P
// maps to the constant vector; and von Neumann's inequality gives the most.
/**
 * @type {(partition: Partition, values: Float64Array) =>
 *   { reward: number, charge: number, most: number, chance: number, share: number }}
 */
export function rewardOf({ problem: { gram, objective }, c, m, n, S, J }, values) {
  const W = objective.weights(n, new Float64Array(c * c)),
    root = n.map(Math.sqrt);
  const B = W.map((w, t) => root[Math.floor(t / c)] * w * root[t % c]);
  const away = withoutDirection(
    B,
    root.map((x) => x / Math.sqrt(m)),
    c,
  );
  const trace = sum(gram.diagonal),
    felt = symmetricEigen(away, c).values;
  let most = 0;
  for (let q = 0; q < c - 1; q++) most += Math.max(values[q], 0) * Math.max(felt[c - 1 - q], 0);
  if (most <= NOTHING * B.reduce((top, x) => Math.max(top, Math.abs(x)), 0) * trace) most = 0;
  const charge = 0 - objective.offset(n);
  let reward = J + charge,
    chance = 0;
  if (reward < LOST * charge) reward = W.reduce((all, w, t) => all + w * S[t], 0);
  for (let j = 0; j < c; j++) chance += (trace / (m - 1)) * away[j * c + j];
  return { reward, charge, most, chance, share: most > 0 ? reward / most : null };
}

const sum = (numbers) => numbers.reduce((all, x) => all + x, 0);

// (I - u u') B (I - u u') for symmetric B and a unit vector u.
function withoutDirection(B, u, c) {
  const along = u.map((_, j) => u.reduce((all, x, l) => all + x * B[j * c + l], 0));
  const twice = along.reduce((all, x, j) => all + x * u[j], 0);
  return B.map((entry, t) => {
    const j = Math.floor(t / c),
      l = t % c;
    return entry - along[j] * u[l] - u[j] * along[l] + twice * u[j] * u[l];
  });
}
