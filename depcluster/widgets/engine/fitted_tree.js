// A binary tree and its lengths of least squares, min size - 2 q'l + l'Gl over l >= 0, from sums
// between its subtrees (Bryant and Waddell 1998). q_e is the sum of D over the pairs of leaves that
// edge e separates; two edges have G_ef = p_e p_f, p_e a power of the weight of the leaves beyond e
// as seen from f, and G_ee is p of one side times p of the other. So the inverse of G is the sum
// over the nodes of the inverses for the edges that meet there, less 1 / G_ee of each edge: a
// length depends on sums at the ends of its edge alone. An edge that is held at the length 0 makes
// one node of its ends. An edge goes by its lower node, as seen from leaf 0.
import { walk } from "./walk.js";

/** @import { Edge, Fitted, Tree } from "./types.d.ts" */

const ZERO = 1e-12,
  AT_ONCE = 20; // rounds

export class FittedTree {
  /**
   * @param {Edge[]} edges
   * @param {number} n
   * @param {Fitted} fitted
   */
  constructor(edges, n, { D, size, weights = new Float64Array(n).fill(1), power = 1 }) {
    const { order, parent, via } = walk(edges),
      nodes = order.length,
      upwards = order.slice(2).reverse();
    this.nodes = nodes;
    this.size = size;
    this.power = power;
    this.via = via;
    this.state = new Float64Array(9 * nodes);
    const numbers = (k) => this.state.subarray(k * nodes, (k + 1) * nodes);
    this.below = numbers(0);
    this.q = numbers(1);
    this.inside = numbers(2); // p of both sides
    this.outside = numbers(3);
    this.lengths = numbers(4);
    this.slopes = numbers(5);
    this.lower = numbers(6); // the parts of a length from both ends
    this.upper = numbers(7);
    this.held = numbers(8);
    this.links = new Int32Array(3 * nodes).fill(-1);
    this.parent = this.links.subarray(0, nodes);
    this.kids = this.links.subarray(nodes); // two a node, or -1
    this.parent.set(parent);
    for (const node of order.slice(1))
      this.kids[2 * parent[node] + (this.kids[2 * parent[node]] < 0 ? 0 : 1)] = node;
    this.total = weights.reduce((sum, weight) => sum + weight, 0);
    this.below.set(weights);
    // of what is below two nodes, the sum of D
    this.between = order.map(() => new Float64Array(nodes));
    for (let i = 0; i < n; i++) this.between[i].set(D.subarray(i * n, i * n + n));
    for (const node of upwards) {
      const row = this.between[parent[node]];
      this.below[parent[node]] += this.below[node];
      this.between[node].forEach((sum, j) => {
        row[j] += sum;
      });
    }
    for (const node of upwards) for (const row of this.between) row[parent[node]] += row[node];
    for (const node of order.slice(1)) {
      const row = this.between[node];
      this.q[node] = row.subarray(0, n).reduce((sum, x) => sum + x, 0) - row[node];
      this.couple(node);
    }
    this.settle(order);
  }

  couple(node) {
    this.inside[node] = this.below[node] ** this.power;
    this.outside[node] = (this.total - this.below[node]) ** this.power;
  }

  // By how much the squares are less than the size.
  get explained() {
    let sum = 0;
    for (let e = 0; e < this.nodes; e++) sum += this.q[e] * this.lengths[e];
    return sum;
  }

  /** @type {Tree} */
  get tree() {
    const edges = [],
      lengths = new Float64Array(this.nodes - 1);
    this.via.forEach((e, node) => {
      if (e < 0) return;
      edges[e] = [node, this.parent[node]];
      lengths[e] = this.lengths[node];
    });
    return { edges, lengths };
  }

  // Makes the exchange of neighbours that lowers the squares most, if one does by more than
  // `least`; whether it was.
  /** @type {(least: number) => boolean} */
  improve(least) {
    const state = this.state.slice(),
      links = this.links.slice(),
      before = this.explained;
    let most = least,
      best = null;
    for (let node = 0; node < this.nodes; node++) {
      if (!(links[node] > 0) || links[this.nodes + 2 * node] < 0) continue;
      for (const side of [0, 1]) {
        this.exchange(node, side);
        const gain = this.explained - before;
        if (gain > most) [most, best] = [gain, [node, side]];
        this.state.set(state);
        this.links.set(links);
      }
    }
    if (best) this.sumUp(this.exchange(best[0], best[1]));
    return best !== null;
  }

  // One of the two nodes below a node and the one beside it take each other's place.
  /** @type {(node: number, side: number) => number} */
  exchange(node, side) {
    const { parent, kids, below, q } = this,
      above = parent[node],
      at = kids[2 * above] === node ? 1 : 0;
    const kid = kids[2 * node + side],
      stays = kids[2 * node + 1 - side],
      beside = kids[2 * above + at];
    [kids[2 * node + side], kids[2 * above + at], parent[beside], parent[kid]] = [
      beside,
      kid,
      node,
      above,
    ];
    below[node] = below[beside] + below[stays];
    q[node] = q[beside] + q[stays] - 2 * this.between[beside][stays];
    this.couple(node);
    this.settle([node, above]);
    return node;
  }

  // The sums between subtrees after what is below a node has changed.
  sumUp(node) {
    const { between, kids } = this,
      one = between[kids[2 * node]],
      two = between[kids[2 * node + 1]];
    for (let k = 0; k < this.nodes; k++) between[node][k] = between[k][node] = one[k] + two[k];
  }

  // Solves around nodes; holds and frees edges until no length and no slope has a wrong sign: all
  // that have at once, and after some rounds the first of them, which ends (Murty 1974).
  settle(nodes) {
    const { parent, held, lengths, slopes, lower, upper, q, inside, outside, size } = this,
      wrong = new Set();
    for (let turn = 0; ; turn++) {
      const tops = [],
        met = [];
      for (let node of nodes) {
        while (held[node]) node = parent[node];
        if (tops.includes(node)) continue;
        tops.push(node);
        this.solve(node, met);
      }
      for (const e of met) {
        const G = inside[e] * outside[e];
        if (!held[e]) lengths[e] = upper[e] + lower[e] - q[e] / G;
        if (held[e] ? slopes[e] > ZERO * Math.sqrt(G * size) : lengths[e] < 0) wrong.add(e);
        else if (wrong.size) wrong.delete(e);
      }
      if (!wrong.size) return;
      const turned = turn < AT_ONCE ? [...wrong] : [Math.min(...wrong)];
      for (const e of turned) {
        held[e] = 1 - held[e];
        lengths[e] = 0;
        wrong.delete(e);
      }
      nodes = turned.flatMap((e) => [e, parent[e]]);
    }
  }

  // Around a node and all that held edges join to it, itself the uppermost; `met` gets the edges
  // there.
  solve(top, met) {
    const { kids, held, inside, outside, q, upper, lower } = this,
      joined = [top],
      around = [];
    for (let k = 0; k < joined.length; k++) {
      for (let at = 2 * joined[k]; at < 2 * joined[k] + 2; at++) {
        if (kids[at] >= 0) (held[kids[at]] ? joined : around).push(kids[at]);
      }
    }
    if (top) around.push(top);
    // G x = q where G_ij = near_i near_j, G_ii = near_i far_i, and far_i > near_i but for one i at
    // most.
    const near = around.map((e) => (e === top ? outside[e] : inside[e]));
    const gaps = around.map((e, k) => inside[e] + outside[e] - 2 * near[k]);
    let most = 0,
      shares = 0,
      sums = 0;
    for (let k = 1; k < gaps.length; k++) if (gaps[k] < gaps[most]) most = k;
    for (let k = 0; k < gaps.length; k++) {
      if (k === most) continue;
      shares += near[k] / gaps[k];
      sums += q[around[k]] / gaps[k];
    }
    const rest = gaps[most] * (1 + shares) + near[most];
    const total = around.length ? (q[around[most]] + gaps[most] * sums) / rest : 0; // near'x
    for (let k = 0; k < gaps.length; k++) {
      const e = around[k],
        x = k === most ? total * (1 + shares) - sums : (q[e] - total * near[k]) / gaps[k];
      (e === top ? lower : upper)[e] = x / near[k];
      met.push(e);
    }
    for (let k = joined.length - 1; k > 0; k--) met.push(joined[k]);
    if (joined.length > 1) this.slope(joined, total);
  }

  // How fast the squares fall with the lengths of held edges, which join nodes.
  slope(joined, total) {
    const { kids, held, inside, outside, q, upper, slopes } = this,
      beyond = new Map();
    for (const node of joined.slice(1).reverse()) {
      let sum = 0;
      for (const e of kids.subarray(2 * node, 2 * node + 2)) {
        if (e >= 0) sum += held[e] ? beyond.get(e) : inside[e] * upper[e];
      }
      beyond.set(node, sum);
      slopes[node] = q[node] - inside[node] * (total - sum) - outside[node] * sum;
    }
  }
}
