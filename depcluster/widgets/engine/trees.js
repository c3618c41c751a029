// Unrooted trees: edges are pairs of nodes, the leaves the nodes 0..n-1; matrices lie row by row.
// Fitted to distances (Blaschko 2008, eq. 12) and drawn.
import { FittedTree } from "./fitted_tree.js";
import { walk } from "./walk.js";

/** @import { Edge, Fitted, Steps, Tree } from "./types.d.ts" */

const GAIN = 1e-10; // of the sum of squares: less is no improvement

// Of each edge, which leaves lie beyond it as seen from leaf 0: Uint8Arrays.
/** @type {(edges: Edge[], n: number) => Uint8Array[]} */
export function splitsOf(edges, n) {
  const { order, parent, via } = walk(edges),
    S = edges.map(() => new Uint8Array(n));
  for (const node of order.slice(1).reverse()) {
    const own = S[via[node]],
      above = S[via[parent[node]]];
    if (node < n) own[node] = 1;
    if (above) for (let k = 0; k < n; k++) above[k] |= own[k];
  }
  return S;
}

// The length of the path between every two leaves: n * n.
/** @type {(tree: Tree, n: number) => Float64Array} */
export function pathMetric({ edges, lengths }, n) {
  const D = new Float64Array(n * n);
  splitsOf(edges, n).forEach((side, e) => {
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) if (side[i] !== side[j]) D[i * n + j] += lengths[e];
  });
  return D;
}

// The topology that joins, of r nodes, the two with the least (r - 2) D_ij - D_i. - D_j., until
// three are left (Saitou and Nei 1987). Equal pairs are joined in the order of their numbers.
/** @type {(D: Float64Array, n: number) => Edge[]} */
export function neighbourJoining(D, n) {
  let nodes = Array.from({ length: n }, (_, k) => k),
    rows = rowsOf(D, n);
  const edges = [];
  while (nodes.length > 3) {
    const r = nodes.length,
      total = rows.map((row) => row.reduce((sum, x) => sum + x, 0));
    const Q = (i, j) => (r - 2) * rows[i][j] - total[i] - total[j];
    let least = Infinity,
      largest = 0;
    for (let i = 0; i < r; i++) {
      for (let j = i + 1; j < r; j++) {
        least = Math.min(least, Q(i, j));
        largest = Math.max(largest, Math.abs(Q(i, j)));
      }
    }
    const [i, j] = firstPair(r, (a, b) => Q(a, b) <= least + 1e-12 * largest);
    const made = n + edges.length / 2,
      keep = nodes.map((_, k) => k).filter((k) => k !== i && k !== j);
    edges.push([nodes[i], made], [nodes[j], made]);
    const beside = keep.map((k) => (rows[i][k] + rows[j][k] - rows[i][j]) / 2);
    rows = keep.map((k, at) => [...keep.map((l) => rows[k][l]), beside[at]]);
    rows.push([...beside, 0]);
    nodes = [...keep.map((k) => nodes[k]), made];
  }
  if (nodes.length === 3) nodes.forEach((node) => edges.push([node, n + (n - 3)]));
  else if (n === 2) edges.push([0, 1]);
  return edges;
}

const rowsOf = (D, n) =>
  Array.from({ length: n }, (_, i) => Array.from(D.subarray(i * n, i * n + n)));

function firstPair(r, holds) {
  for (let i = 0; i < r; i++) for (let j = i + 1; j < r; j++) if (holds(i, j)) return [i, j];
  return null;
}

// The topology of average linkage, its root left out.
function averageLinkage(D, n) {
  if (n < 3) return neighbourJoining(D, n);
  const apart = rowsOf(D, n);
  const groups = apart.map((_, k) => ({ node: k, at: k, size: 1 })),
    edges = [];
  while (groups.length > 2) {
    const mean = (a, b) => apart[groups[a].at][groups[b].at];
    let least = Infinity;
    for (let a = 0; a < groups.length; a++)
      for (let b = 0; b < a; b++) least = Math.min(least, mean(a, b));
    const [a, b] = firstPair(groups.length, (i, j) => mean(i, j) === least),
      [one, two] = [groups[a], groups[b]];
    const made = n + edges.length / 2,
      size = one.size + two.size;
    edges.push([one.node, made], [two.node, made]);
    for (const { at } of groups) {
      const between = (one.size * apart[one.at][at] + two.size * apart[two.at][at]) / size;
      apart[one.at][at] = apart[at][one.at] = between;
    }
    groups.splice(b, 1);
    groups.splice(a, 1);
    groups.push({ node: made, at: one.at, size });
  }
  return [...edges, groups.map(({ node }) => node)];
}

// The tree whose path lengths are nearest to distances: neighbour joining gives the topology, and
// least squares the lengths; under "nni" the exchange of neighbours that lowers the sum most is
// made until none does, from average linkage too, and the better of both taken. A generator.
/** @type {(D: Float64Array, n: number, method: string) => Steps<Tree>} */
export function* fitTree(D, n, method) {
  const joined = neighbourJoining(D, n),
    fitted = { D, size: D.reduce((sum, d) => sum + d * d, 0) / 2 };
  if (method === "nj") return new FittedTree(joined, n, fitted).tree;
  return yield* bestExchanged([joined, averageLinkage(D, n)], n, fitted);
}

// Of the trees that exchanges lead to from some topologies the one that fits best, the first of
// equals. A generator.
/** @type {(topologies: Edge[][], n: number, fitted: Fitted) => Steps<Tree>} */
export function* bestExchanged(topologies, n, fitted) {
  let best = null;
  for (const edges of topologies) {
    const found = new FittedTree(edges, n, fitted);
    while (found.improve(GAIN * fitted.size)) yield;
    if (!best || found.explained > best.explained + 1e-14 * fitted.size) best = found;
  }
  return best.tree;
}

// Where to draw the nodes so that edges never cross (Felsenstein 2004, ch. 34): the circle is
// divided evenly among the leaves, and an edge points along the middle of the wedge of those beyond
// it.
// -> { positions: [x, y] of each node, angles of the leaves' edges, scale: a round length for a bar
// }
/** @type {(tree: Tree, n: number) => { positions: number[][], angles: number[], scale: number }} */
export function equalAngle({ edges, lengths }, n) {
  const { order, parent, via } = walk(edges),
    first = [],
    last = [];
  order
    .filter((node) => node < n)
    .forEach((leaf, seat) => {
      first[leaf] = last[leaf] = seat;
    });
  const angles = Array.from({ length: n }, (_, leaf) => (2 * Math.PI * first[leaf]) / n);
  for (const node of order.slice(1).reverse()) {
    const above = parent[node];
    first[above] = Math.min(first[above] ?? n, first[node]);
    last[above] = Math.max(last[above] ?? 0, last[node]);
  }
  const positions = order.map(() => [0, 0]);
  for (const node of order.slice(1)) {
    const angle = (Math.PI * (first[node] + last[node])) / n,
      [x, y] = positions[parent[node]];
    const length = lengths[via[node]];
    positions[node] = [x + length * Math.cos(angle), y + length * Math.sin(angle)];
  }
  const mean = [0, 1].map((i) => positions.slice(0, n).reduce((sum, p) => sum + p[i], 0) / n);
  const centred = positions.map(([x, y]) => [x - mean[0], y - mean[1]]);
  const range = (i) =>
    Math.max(...centred.map((p) => p[i])) - Math.min(...centred.map((p) => p[i]));
  return { positions: centred, angles, scale: roundLength(Math.max(range(0), range(1)) / 4) };
}

// The largest of 1, 2 and 5 times a power of ten that is no more.
function roundLength(most) {
  if (!(most > 0)) return 0;
  const power = 10 ** Math.floor(Math.log10(most));
  return power * [5, 2, 1].find((k) => k === 1 || k * power <= most);
}
