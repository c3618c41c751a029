// Unrooted trees: edges are pairs of nodes, the leaves the nodes 0..n-1; matrices lie row by row. Fitted to
// distances (Blaschko 2008, eq. 12) and drawn.
import { nonNegative } from "./non_negative.js";

const GAIN = 1e-10; // of the sum of squares: less is no improvement

// Nodes in preorder from leaf 0, each one's parent, and the edge that leads to it (-1 for leaf 0).
function walk(edges) {
  const size = edges.length + 1, beside = Array.from({ length: size }, () => []);
  edges.forEach(([u, v], e) => {
    beside[u].push([v, e]);
    beside[v].push([u, e]);
  });
  const order = [], parent = new Int32Array(size).fill(-1), via = new Int32Array(size).fill(-1), waiting = [0];
  while (waiting.length) {
    const node = waiting.pop();
    order.push(node);
    for (const [other, e] of beside[node].reverse()) {
      if (e === via[node]) continue;
      parent[other] = node;
      via[other] = e;
      waiting.push(other);
    }
  }
  return { order, parent, via };
}

// Of each edge, which leaves lie beyond it as seen from leaf 0: Uint8Arrays.
export function splitsOf(edges, n) {
  const { order, parent, via } = walk(edges), S = edges.map(() => new Uint8Array(n));
  for (const node of order.slice(1).reverse()) {
    const own = S[via[node]], above = S[via[parent[node]]];
    if (node < n) own[node] = 1;
    if (above) for (let k = 0; k < n; k++) above[k] |= own[k];
  }
  return S;
}

// The length of the path between every two leaves: n * n.
export function pathMetric({ edges, lengths }, n) {
  const D = new Float64Array(n * n);
  splitsOf(edges, n).forEach((side, e) => {
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) if (side[i] !== side[j]) D[i * n + j] += lengths[e];
  });
  return D;
}

// The topology that joins, of r nodes, the two with the least (r - 2) D_ij - D_i. - D_j., until three are
// left (Saitou and Nei 1987). Equal pairs are joined in the order of their numbers.
export function neighbourJoining(D, n) {
  let nodes = Array.from({ length: n }, (_, k) => k), rows = rowsOf(D, n);
  const edges = [];
  while (nodes.length > 3) {
    const r = nodes.length, total = rows.map((row) => row.reduce((sum, x) => sum + x, 0));
    const Q = (i, j) => (r - 2) * rows[i][j] - total[i] - total[j];
    let least = Infinity, largest = 0;
    for (let i = 0; i < r; i++) {
      for (let j = i + 1; j < r; j++) {
        least = Math.min(least, Q(i, j));
        largest = Math.max(largest, Math.abs(Q(i, j)));
      }
    }
    const [i, j] = firstPair(r, (a, b) => Q(a, b) <= least + 1e-12 * largest);
    const made = n + edges.length / 2, keep = nodes.map((_, k) => k).filter((k) => k !== i && k !== j);
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

const rowsOf = (D, n) => Array.from({ length: n }, (_, i) => Array.from(D.subarray(i * n, i * n + n)));

function firstPair(r, holds) {
  for (let i = 0; i < r; i++) for (let j = i + 1; j < r; j++) if (holds(i, j)) return [i, j];
  return null;
}

// The topology of average linkage, its root left out.
function averageLinkage(D, n) {
  if (n < 3) return neighbourJoining(D, n);
  const apart = rowsOf(D, n);
  const groups = apart.map((_, k) => ({ node: k, at: k, size: 1 })), edges = [];
  while (groups.length > 2) {
    const mean = (a, b) => apart[groups[a].at][groups[b].at];
    let least = Infinity;
    for (let a = 0; a < groups.length; a++) for (let b = 0; b < a; b++) least = Math.min(least, mean(a, b));
    const [a, b] = firstPair(groups.length, (i, j) => mean(i, j) === least), [one, two] = [groups[a], groups[b]];
    const made = n + edges.length / 2, size = one.size + two.size;
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

// A least-squares problem has a column for each split of the leaves: is an edge between two of them?
function pathColumn(side) {
  const n = side.length, column = new Float64Array((n * (n - 1)) / 2);
  for (let i = 0, p = 0; i < n; i++) for (let j = i + 1; j < n; j++) column[p++] = side[i] === side[j] ? 0 : 1;
  return column;
}

// The tree whose path lengths are nearest to distances: neighbour joining gives the topology, and
// non-negative least squares the lengths; under "nni" the exchange of neighbours that lowers the sum most
// is made until none does, from average linkage too, and the better of both taken. A generator.
export function* fitTree(D, n, method) {
  const target = new Float64Array((n * (n - 1)) / 2);
  for (let i = 0, p = 0; i < n; i++) for (let j = i + 1; j < n; j++) target[p++] = D[i * n + j];
  const joined = neighbourJoining(D, n);
  if (method === "nj") return fitted(joined, n, pathColumn, target).tree;
  return yield* bestInterchanged([joined, averageLinkage(D, n)], n, pathColumn, target);
}

// Of the trees that exchanges lead to from some topologies the one that fits best, the first of equals. A
// generator.
export function* bestInterchanged(topologies, n, columnOf, target) {
  const size = target.reduce((sum, y) => sum + y * y, 0);
  let best = null;
  for (const edges of topologies) {
    const found = fitted(yield* interchanged(edges, n, columnOf, target), n, columnOf, target);
    if (!best || found.squares < best.squares - 1e-14 * size) best = found;
  }
  return best.tree;
}

function fitted(edges, n, columnOf, target) {
  const columns = splitsOf(edges, n).map(columnOf), { G, q } = normalEquations(columns, target);
  const lengths = nonNegative(G, q, columns.length).w, left = residualOf(columns, lengths, target);
  return { tree: { edges, lengths }, squares: dot(left, left) };
}

const dot = (u, v) => {
  let sum = 0;
  for (let i = 0; i < u.length; i++) sum += u[i] * v[i];
  return sum;
};

function normalEquations(columns, target) {
  const k = columns.length, G = new Float64Array(k * k);
  for (let i = 0; i < k; i++) {
    for (let j = 0; j <= i; j++) G[i * k + j] = G[j * k + i] = dot(columns[i], columns[j]);
  }
  return { G, q: Float64Array.from(columns, (column) => dot(column, target)) };
}

function residualOf(columns, w, target) {
  const left = Float64Array.from(target);
  columns.forEach((column, e) => { for (let i = 0; i < left.length; i++) left[i] -= w[e] * column[i]; });
  return left;
}

// The topology after the two other ways to join the four subtrees around each inner edge were fitted and the
// best of all taken, as long as the fit improves. Only the split of that edge changes, so that each is one
// column of the problem.
function* interchanged(edges, n, columnOf, target) {
  const size = dot(target, target), k = edges.length;
  if (n < 4 || !(GAIN * size > 0)) return edges;
  for (;;) {
    const S = splitsOf(edges, n), columns = S.map(columnOf), { G, q } = normalEquations(columns, target);
    const { w, drop } = nonNegative(G, q, k), left = residualOf(columns, w, target);
    let most = drop + GAIN * size, found = null;
    for (const swap of interchanges(edges, n)) {
      const [e, one, two] = swap, column = columnOf(S[one].map((side, i) => side ^ S[two][i]));
      // A column without a descent at the solution cannot lower the squares in place of another either.
      if (!(dot(column, left) > -GAIN * Math.sqrt(size))) continue;
      const other = { G: G.slice(), q: q.slice() };
      for (let j = 0; j < k; j++) other.G[e * k + j] = other.G[j * k + e] = dot(column, columns[j]);
      other.G[e * k + e] = dot(column, column);
      other.q[e] = dot(column, target);
      const after = nonNegative(other.G, other.q, k, most, w.map((x, i) => (i === e ? 0 : x))).drop;
      if (after > most) [most, found] = [after, swap];
      yield;
    }
    if (!found) return edges;
    edges = exchanged(edges, ...found);
  }
}

// [inner edge, and one edge at each of its ends, which then meet at the same end]
function interchanges(edges, n) {
  const beside = Array.from({ length: edges.length + 1 }, () => []);
  edges.forEach((pair, e) => pair.forEach((node) => beside[node].push(e)));
  return edges.flatMap(([u, v], e) => {
    if (u < n || v < n) return [];
    const [one] = beside[u].filter((k) => k !== e);
    return beside[v].filter((k) => k !== e).map((two) => [e, one, two]);
  });
}

// Edge two moves to the end of e where edge one is, the other edge there to the other end.
function exchanged(edges, e, one, two) {
  const [here, there] = edges[one].includes(edges[e][0]) ? edges[e] : [...edges[e]].reverse();
  const other = edges.findIndex((pair, k) => k !== e && k !== one && pair.includes(here));
  const moved = ([u, v], from, to) => [u === from ? to : u, v === from ? to : v];
  return edges.map((pair, k) =>
    (k === other ? moved(pair, here, there) : k === two ? moved(pair, there, here) : pair));
}

// Where to draw the nodes so that edges never cross (Felsenstein 2004, ch. 34): the circle is divided evenly
// among the leaves, and an edge points along the middle of the wedge of those beyond it.
// -> { positions: [x, y] of each node, angles of the leaves' edges, scale: a round length for a bar }
export function equalAngle({ edges, lengths }, n) {
  const { order, parent, via } = walk(edges), first = [], last = [];
  order.filter((node) => node < n).forEach((leaf, seat) => { first[leaf] = last[leaf] = seat; });
  const angles = Array.from({ length: n }, (_, leaf) => (2 * Math.PI * first[leaf]) / n);
  for (const node of order.slice(1).reverse()) {
    const above = parent[node];
    first[above] = Math.min(first[above] ?? n, first[node]);
    last[above] = Math.max(last[above] ?? 0, last[node]);
  }
  const positions = order.map(() => [0, 0]);
  for (const node of order.slice(1)) {
    const angle = (Math.PI * (first[node] + last[node])) / n, [x, y] = positions[parent[node]];
    const length = lengths[via[node]];
    positions[node] = [x + length * Math.cos(angle), y + length * Math.sin(angle)];
  }
  const mean = [0, 1].map((i) => positions.slice(0, n).reduce((sum, p) => sum + p[i], 0) / n);
  const centred = positions.map(([x, y]) => [x - mean[0], y - mean[1]]);
  const range = (i) => Math.max(...centred.map((p) => p[i])) - Math.min(...centred.map((p) => p[i]));
  return { positions: centred, angles, scale: roundLength(Math.max(range(0), range(1)) / 4) };
}

// The largest of 1, 2 and 5 times a power of ten that is no more.
function roundLength(most) {
  if (!(most > 0)) return 0;
  const power = 10 ** Math.floor(Math.log10(most));
  return power * [5, 2, 1].find((k) => k === 1 || k * power <= most);
}
