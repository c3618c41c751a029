// Two ways out of a local optimum, where moving samples one by one cannot lead. A swap gives up one
// cluster and founds another (Lattanzi and Sohler, ICML 2019); it looks at the scatter alone. A
// perturbation adds random slopes to those of J, no larger than they are, and knows the label
// kernel.
import { largestOf } from "./objectives.js";
import { refill } from "./partition.js";
import { distancesFrom } from "./starts.js";
import { symmetricEigen } from "./symmetric_eigen.js";

/** @import { Random } from "./types.d.ts" */
/** @import { Partition } from "./partition.js" */

const COLUMNS = 32,
  REACH = [0.5, 1];

// Labels after the best of a few swaps; as they were if every sample is at its centre.
/** @type {(partition: Partition, random: Random) => Int32Array} */
export function swapped({ m, c, labels, G, S, n, problem: { gram } }, random) {
  const d = new Float64Array(m * c); // squared distances to the centres
  for (let j = 0; j < c; j++) {
    const within = S[j * c + j] / (n[j] * n[j]);
    for (let i = 0; i < m; i++) {
      d[i * c + j] = Math.max(0, gram.diagonal[i] - (2 * G[j * m + i]) / n[j] + within);
    }
  }
  const own = new Float64Array(m),
    second = new Float64Array(m),
    other = new Int32Array(m);
  let total = 0;
  for (let i = 0; i < m; i++) {
    own[i] = d[i * c + labels[i]];
    total += own[i];
    second[i] = Infinity;
    for (let j = 0; j < c; j++) {
      if (j === labels[i] || !(d[i * c + j] < second[i])) continue;
      second[i] = d[i * c + j];
      other[i] = j;
    }
  }
  if (!(total > 0)) return labels;
  let best = { cost: Infinity };
  for (let t = 0; t < 2 + Math.floor(Math.log(c)); t++) {
    const centre = random.weighted(own, total),
      near = distancesFrom(gram, centre);
    const lost = new Float64Array(c);
    let joined = 0;
    for (let i = 0; i < m; i++) {
      const kept = Math.min(near[i], own[i]);
      joined += kept;
      lost[labels[i]] += Math.min(near[i], second[i]) - kept;
    }
    for (let j = 0; j < c; j++) {
      if (joined + lost[j] < best.cost) best = { cost: joined + lost[j], given: j, centre, near };
    }
  }
  const found = Int32Array.from(labels, (label, i) => {
    const leaves = label === best.given;
    if (best.near[i] < (leaves ? second[i] : own[i])) return best.given;
    return leaves ? other[i] : label;
  });
  found[best.centre] = best.given;
  return refill(
    found,
    labels,
    d.map((x) => -x),
    c,
  );
}

// Labels of largest slope after random ones were added to those of J: K_.s Q L', some columns s of
// K drawn at random, a Gaussian matrix Q, and L the square root of the centred W(n), so that labels
// alike for J are perturbed alike.
/** @type {(partition: Partition, random: Random) => Int32Array} */
export function perturbed(partition, random) {
  const {
    m,
    c,
    labels,
    problem: {
      gram: { K, r, k },
    },
  } = partition;
  const score = partition.slopes(),
    noise = new Float64Array(m * c);
  const root = rootOf(partition.W, c),
    drawn = random.permutation(m).subarray(0, COLUMNS);
  for (const i of drawn) {
    const z = Float64Array.from({ length: c }, random.normal),
      own = r[i] - k;
    for (let j = 0; j < c; j++) {
      let weight = 0;
      for (let l = 0; l < c; l++) weight += z[l] * root[l * c + j];
      for (let x = 0, t = j, at = i * m; x < m; x++, t += c)
        noise[t] += weight * (K[at++] - r[x] - own);
    }
  }
  const size = normAboutMeans(score, m, c),
    other = normAboutMeans(noise, m, c);
  const share = REACH[0] + (REACH[1] - REACH[0]) * random.uniform();
  const factor = other ? (share * size) / other : 0,
    found = new Int32Array(m);
  for (let i = 0, t = 0; i < m; i++, t += c) {
    for (let j = 0; j < c; j++) {
      score[t + j] += factor * noise[t + j];
      if (score[t + j] > score[t + found[i]]) found[i] = j;
    }
  }
  return refill(found, labels, score, c);
}

// The square root of the centred W, as far as that is positive semi-definite.
function rootOf(W, c) {
  const mean = new Float64Array(c),
    C = new Float64Array(c * c),
    root = new Float64Array(c * c);
  for (let t = 0; t < c * c; t++) mean[t % c] += W[t] / c;
  const all = mean.reduce((sum, x) => sum + x, 0) / c;
  for (let t = 0; t < c * c; t++) C[t] = W[t] - mean[t % c] - mean[Math.floor(t / c)] + all;
  const { values, vectors } = symmetricEigen(C, c);
  values.forEach((value, q) => {
    const size = Math.sqrt(Math.max(value, 0)),
      v = vectors[q];
    for (let t = 0; t < c * c; t++) root[t] += size * v[t % c] * v[Math.floor(t / c)];
  });
  return root;
}

// The size of a table (m * c) once each row's mean is taken away, which it is in place.
function normAboutMeans(table, m, c) {
  for (let t = 0; t < m * c; t += c) {
    let mean = 0;
    for (let j = 0; j < c; j++) mean += table[t + j] / c;
    for (let j = 0; j < c; j++) table[t + j] -= mean;
  }
  const most = largestOf(table);
  return most && most * Math.sqrt(table.reduce((sum, x) => sum + (x / most) ** 2, 0));
}
