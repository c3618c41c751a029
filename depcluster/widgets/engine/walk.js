// Nodes of a tree in preorder from leaf 0, each one's parent, and the edge that leads to it (-1 for
// leaf 0).

/** @import { Edge } from "./types.d.ts" */

/** @type {(edges: Edge[]) => { order: number[], parent: Int32Array, via: Int32Array }} */
export function walk(edges) {
  const size = edges.length + 1,
    beside = Array.from({ length: size }, () => []);
  edges.forEach(([u, v], e) => {
    beside[u].push([v, e]);
    beside[v].push([u, e]);
  });
  const order = [],
    parent = new Int32Array(size).fill(-1),
    via = new Int32Array(size).fill(-1),
    waiting = [0];
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
