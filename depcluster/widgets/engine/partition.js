// A partition with all that J needs, kept up to date while samples move: G = Kc Pi (cluster by
// cluster, c * m), the sizes n, the block sums S = Pi' G (c * c) and J.
import { addRows } from "./gram.js";
import { valueOf } from "./objectives.js";

/** @import { Objective, Problem } from "./types.d.ts" */

export class Partition {
  /**
   * @param {Problem} problem
   * @param {Iterable<number>} labels
   */
  constructor(problem, labels) {
    const {
      gram: { m },
      objective: { c },
    } = problem;
    this.problem = problem;
    this.m = m;
    this.c = c;
    this.labels = Int32Array.from(labels);
    this.J = 0;
    this.n = new Float64Array(c);
    this.S = new Float64Array(c * c);
    this.W = new Float64Array(c * c);
    this.G = new Float64Array(c * m);
    this.sumUp();
    this.refresh();
  }

  /** @type {() => Partition} */
  copy() {
    const other = Object.assign(Object.create(Partition.prototype), this);
    for (const name of ["labels", "n", "S", "W", "G"]) other[name] = this[name].slice();
    return other;
  }

  // G from the labels.
  sumUp() {
    const members = Array.from({ length: this.c }, () => []);
    for (let i = 0; i < this.m; i++) members[this.labels[i]].push(i);
    this.G.fill(0);
    members.forEach((rows, j) => this.shift(j, rows, []));
  }

  // The sums of cluster j when some samples have come and others left.
  /** @type {(j: number, coming: number[], leaving: number[]) => void} */
  shift(j, coming, leaving) {
    const {
        problem: {
          gram: { K, r, k },
        },
        G,
        m,
      } = this,
      from = j * m,
      to = from + m;
    const count = coming.length - leaving.length;
    let along = 0;
    for (const i of coming) along += r[i];
    for (const i of leaving) along -= r[i];
    if (leaving.length) {
      for (let g = from; g < to; g++) G[g] = -G[g];
      addRows(K, m, leaving, G, from);
      for (let g = from; g < to; g++) G[g] = -G[g];
    }
    addRows(K, m, coming, G, from);
    for (let i = 0, g = from; g < to; i++, g++) G[g] -= (r[i] - k) * count + along;
  }

  // Sizes, block sums and J from labels and G.
  refresh() {
    const { m, c, G, S, labels, n } = this;
    n.fill(0);
    S.fill(0);
    for (let i = 0; i < m; i++) {
      const row = labels[i] * c;
      n[labels[i]]++;
      for (let l = 0, g = i; l < c; l++, g += m) S[row + l] += G[g];
    }
    this.J = valueOf(this.problem.objective, S, n, this.W);
    return this;
  }

  // In the sums sample i goes from cluster a to b.
  /** @type {(i: number, a: number, b: number) => void} */
  carry(i, a, b) {
    const {
        problem: {
          gram: { K, r, k },
        },
        G,
        m,
      } = this,
      own = r[i] - k;
    for (let j = 0, x = i * m, p = a * m, q = b * m; j < m; j++, x++, p++, q++) {
      const entry = K[x] - r[j] - own;
      G[p] -= entry;
      G[q] += entry;
    }
  }

  // This partition under other labels; the sums follow the samples that moved, if they are few.
  /** @type {(labels: Int32Array) => Partition} */
  relabel(labels) {
    const coming = Array.from({ length: this.c }, () => []),
      leaving = coming.map(() => []);
    let moved = 0;
    for (let i = 0; i < this.m; i++) {
      if (labels[i] === this.labels[i]) continue;
      coming[labels[i]].push(i);
      leaving[this.labels[i]].push(i);
      moved++;
    }
    this.labels.set(labels);
    if (2 * moved > this.m) this.sumUp();
    else
      coming.forEach((rows, j) => {
        if (rows.length || leaving[j].length) this.shift(j, rows, leaving[j]);
      });
    return this.refresh();
  }

  // The same labels under another objective of as many clusters.
  /** @type {(objective: Objective) => Partition} */
  under(objective) {
    const other = this.copy();
    other.problem = { gram: this.problem.gram, objective };
    return other.refresh();
  }

  // Cluster j is called p[j] from now on.
  /** @type {(p: Int32Array) => Partition} */
  rename(p) {
    const { m, G } = this,
      before = G.slice();
    p.forEach((name, j) => G.set(before.subarray(j * m, (j + 1) * m), name * m));
    for (let i = 0; i < m; i++) this.labels[i] = p[this.labels[i]];
    return this.refresh();
  }

  // 2 (G' W)_ij + dJ/dn_j at fixed S, (m * c): the linearised J of a batch sweep.
  slopes() {
    const {
        m,
        c,
        G,
        W,
        S,
        n,
        problem: { objective },
      } = this,
      slopes = new Float64Array(m * c);
    objective.weights(n, W);
    const gradient = objective.gradient(S, n, new Float64Array(c));
    const column = new Float64Array(m),
      four = [0, 1, 2, 3],
      all = Array.from(n.keys());
    for (let j = 0; j < c; j++) {
      column.fill(gradient[j]);
      const used = all.filter((l) => W[l * c + j]);
      for (let k = 0; k < used.length; k += 4) {
        const [u, v, w, z] = four.map((x) =>
          k + x < used.length ? 2 * W[used[k + x] * c + j] : 0,
        );
        let [p, q, r, s] = four.map((x) => m * (used[k + x] ?? used[k]));
        for (let i = 0; i < m; i++) column[i] += u * G[p++] + v * G[q++] + w * G[r++] + z * G[s++];
      }
      for (let i = 0, t = j; i < m; i++, t += c) slopes[t] = column[i];
    }
    return slopes;
  }

  // The label of largest slope for every sample; null if all have it.
  /** @type {() => Int32Array | null} */
  swept() {
    const { m, c, labels } = this,
      score = this.slopes(),
      after = new Int32Array(m);
    for (let i = 0, t = 0; i < m; i++, t += c) {
      let best = 0;
      for (let j = 1; j < c; j++) if (score[t + j] > score[t + best]) best = j;
      const top = score[t + best];
      after[i] = top > score[t + labels[i]] + 1e-12 * Math.abs(top) ? best : labels[i];
    }
    refill(after, labels, score, c);
    return after.some((label, i) => label !== labels[i]) ? after : null;
  }

  // What moving each sample alone would add to J at most, and to which cluster it then goes.
  gains() {
    const {
      m,
      c,
      G,
      labels,
      n,
      J,
      problem: {
        gram: { diagonal },
      },
    } = this;
    const { slope, bend, base } = this.moves();
    const gain = new Float64Array(m),
      target = new Int32Array(m),
      g = new Float64Array(c);
    for (let i = 0; i < m; i++) {
      const a = labels[i];
      for (let l = 0, x = i; l < c; l++, x += m) g[l] = G[x];
      let top = -Infinity,
        to = a;
      for (let b = 0, t = a * c; b < c; b++, t++) {
        let value = b === a ? J : base[t] + bend[t] * diagonal[i];
        if (b !== a) for (let l = 0, x = t * c; l < c; l++, x++) value += slope[x] * g[l];
        if (value > top) {
          top = value;
          to = b;
        }
      }
      gain[i] = n[a] === 1 ? 0 : top - J;
      target[i] = to;
    }
    return { gain, target };
  }

  // After a move from a to b, J is slope[a, b] . G_i + bend[a, b] Kc_ii + base[a, b].
  moves() {
    const {
        c,
        S,
        n,
        problem: { objective },
      } = this,
      { core } = objective,
      norms = objective.normsAfterMoves?.(n);
    const slope = new Float64Array(c * c * c),
      bend = new Float64Array(c * c),
      base = new Float64Array(c * c);
    const own = new Float64Array(c * c),
      after = n.slice(),
      J = core.reduce((sum, w, t) => sum + w * S[t], 0);
    for (let a = 0, t = 0; a < c; a++) {
      for (let b = 0; b < c; b++, t++) {
        let W = core,
          scale = 1;
        if (norms) {
          scale = norms[t] ? 1 / norms[t] : 0;
          base[t] = norms[t] ? scale * J : -Infinity;
        } else {
          W = own;
          after[a]--;
          after[b]++;
          base[t] = valueOf(objective, S, after, W);
          after[a]++;
          after[b]--;
        }
        bend[t] = scale * (W[a * c + a] + W[b * c + b] - 2 * W[t]);
        for (let l = 0; l < c; l++) slope[t * c + l] = 2 * scale * (W[b * c + l] - W[a * c + l]);
      }
    }
    return { slope, bend, base };
  }

  // Move sample i to cluster b if J then rises by more than `least`; whether it moved.
  /** @type {(i: number, b: number, least: number) => boolean} */
  tryMove(i, b, least) {
    const {
      m,
      c,
      G,
      S,
      n,
      W,
      labels,
      problem: {
        gram: { diagonal },
        objective,
      },
    } = this;
    const a = labels[i],
      own = diagonal[i];
    if (n[a] === 1) return false;
    n[a]--;
    n[b]++;
    let J = valueOf(objective, S, n, W) + own * (W[a * c + a] + W[b * c + b] - 2 * W[a * c + b]);
    for (let l = 0, g = i; l < c; l++, g += m) J += 2 * (W[b * c + l] - W[a * c + l]) * G[g];
    if (!(J - this.J > least)) {
      n[a]++;
      n[b]--;
      return false;
    }
    for (let l = 0, g = i; l < c; l++, g += m) {
      S[a * c + l] -= G[g];
      S[l * c + a] -= G[g];
      S[b * c + l] += G[g];
      S[l * c + b] += G[g];
    }
    S[a * c + a] += own;
    S[b * c + b] += own;
    S[a * c + b] -= own;
    S[b * c + a] -= own;
    this.carry(i, a, b);
    labels[i] = b;
    this.J = J;
    return true;
  }
}

// Give each cluster that has been emptied its best-scoring old member back, in place; score is m *
// c. Taking one back can empty the cluster it had gone to, hence the loop.
/** @type {(labels: Int32Array, before: Int32Array, score: Float64Array, c: number) => Int32Array} */
export function refill(labels, before, score, c) {
  const count = new Int32Array(c),
    had = new Uint8Array(c);
  for (let i = 0; i < labels.length; i++) {
    count[labels[i]]++;
    had[before[i]] = 1;
  }
  for (;;) {
    const empty = count.findIndex((size, j) => size === 0 && had[j] === 1);
    if (empty < 0) return labels;
    let best = -1;
    for (let i = 0; i < labels.length; i++) {
      if (before[i] !== empty) continue;
      if (best < 0 || score[i * c + empty] > score[best * c + empty]) best = i;
    }
    count[labels[best]]--;
    count[empty]++;
    labels[best] = empty;
  }
}
