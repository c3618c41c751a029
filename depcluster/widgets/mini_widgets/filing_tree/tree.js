// A rooted tree over a row of leaves, and the marks of texts filed below them.

import { el, setAttributes, svg } from "../../base/parts/common.js";

// Nodes by the path that leads to them: their leaves, depth and height, the last in edges.
function nodesOf(paths) {
  const nodes = new Map();
  paths.forEach((path, leaf) => {
    for (let depth = 0; depth <= path.length; depth++) {
      const key = path.slice(0, depth).join();
      if (!nodes.has(key)) nodes.set(key, { key, path: path.slice(0, depth), leaves: [], height: 0 });
      const node = nodes.get(key);
      node.leaves.push(leaf);
      node.height = Math.max(node.height, path.length - depth);
    }
  });
  return nodes;
}

function ancestorOf(nodes, one, other) {
  let depth = 0;
  while (depth < one.length && one[depth] === other[depth]) depth++;
  return nodes.get(one.slice(0, depth).join());
}

export const treeLoss = (nodes, paths, leaf, other) =>
  (leaf === other ? 0 : ancestorOf(nodes, paths[leaf], paths[other]).height);

const TREE_TOP = 22, TREE_STEP = 54, TREE_LEFT = 58, CELL = 30, STAND = 170;

// -> { root, width(), leafAt(x), slot(leaf, n, count), draw({ truth, filed, chosen }), destroy() }
export function createTreePicture({ paths, names, texts }) {
  const nodes = nodesOf(paths), tall = nodes.get("").height, c = paths.length;
  const picture = svg("svg", { role: "img" }), stand = el("div", { class: "stand" });
  const root = el("div", { class: "filing" }, picture, stand);
  const ground = TREE_TOP + tall * TREE_STEP;
  let last = null;

  const unit = () => Math.max(1, (root.clientWidth - TREE_LEFT) / c);
  const across = (leaf) => TREE_LEFT + (leaf + 0.5) * unit();
  const columns = () => Math.max(1, Math.min(5, Math.floor(unit() / CELL)));
  const placeOf = (node) => [
    (across(node.leaves[0]) + across(node.leaves.at(-1))) / 2, ground - node.height * TREE_STEP];
  const wayOf = (leaf, top) => {
    const keys = [];
    for (let d = paths[leaf].length; d > top.path.length; d--) keys.push(paths[leaf].slice(0, d).join());
    return keys;
  };

  // The n-th place of so many below a leaf, its middle; what is crowded there overlaps.
  function slot(leaf, n, count) {
    const wide = columns(), rows = Math.ceil(count / wide);
    const pitch = rows > 1 ? Math.min(CELL, (standHeight() - CELL) / (rows - 1)) : 0;
    return [across(leaf) + ((n % wide) - (wide - 1) / 2) * CELL,
      Math.floor(n / wide) * pitch + CELL / 2];
  }
  const standHeight = () => Math.min(STAND, Math.ceil(texts / columns()) * CELL);

  function draw(state = last) {
    last = state;
    const width = root.clientWidth;
    if (!width || !state) return;
    const { truth, filed, chosen } = state, [own, at] = [truth[chosen], filed[chosen]];
    const top = ancestorOf(nodes, paths[own], paths[at]);
    const lit = new Set([...wayOf(own, top), ...wayOf(at, top)]);
    const levels = Array.from({ length: tall + 1 }, (_, h) => svg("g", {},
      svg("line", { class: "level", x1: 0, x2: width, y1: ground - h * TREE_STEP, y2: ground - h * TREE_STEP }),
      svg("text", { x: 0, y: ground - h * TREE_STEP - 4 }, `height ${h}`)));
    const edges = [...nodes.values()].filter(({ path }) => path.length).map((node) => {
      const [x1, y1] = placeOf(nodes.get(node.path.slice(0, -1).join())), [x2, y2] = placeOf(node);
      return svg("line", { class: lit.has(node.key) ? "edge lit" : "edge", x1, y1, x2, y2 });
    });
    const dots = [...nodes.values()].map((node) => {
      const [cx, cy] = placeOf(node), here = node === top;
      return svg("circle", { class: here ? "node lit" : "node", cx, cy, r: here ? 7 : 3 });
    });
    const [x, y] = placeOf(top), loss = treeLoss(nodes, paths, own, at);
    const told = own === at ? null : svg("text", {
      class: "strong told", x: x + 13, y: y - 7 }, `loss ${loss}`);
    const height = ground + 30;
    setAttributes(picture, {
      width, height, "aria-label": `tree of ${names.join(", ")}; the first common ancestor of `
        + `${names[own]} and ${names[at]} has height ${top.height}`,
    });
    picture.replaceChildren(...levels, ...edges, ...dots, told ?? "", ...names.map((name, j) => svg("text", {
      class: j === own ? "strong" : "ink", x: across(j), y: ground + 20, "text-anchor": "middle",
    }, name)));
    stand.style.height = `${standHeight()}px`;
  }

  return {
    root, stand, draw, slot, nodes,
    leafAt: (x) => Math.max(0, Math.min(c - 1, Math.floor((x - TREE_LEFT) / unit()))),
  };
}
