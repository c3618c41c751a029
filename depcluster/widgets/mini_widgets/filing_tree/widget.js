// FilingTree: a rooted tree over a row of leaves, and below it the marks of texts to drag from leaf
// to leaf.

import { el, num, onResize, setAttributes, svg } from "../../base/parts/common.js";
import { dotAt, lineFrom, textAt } from "../parts/drawing.js";
import { onPull, within } from "../parts/handle.js";
import { createPicture, miniWidget } from "../parts/layout.js";
import "./widget.css";

const DOT = "M-1,0A1,1,0,1,1,1,0A1,1,0,1,1,-1,0Z",
  CROSS = "M-1,-1L1,1M1,-1L-1,1";
const TOP = 22,
  STEP = 54,
  LEFT = 58,
  CELL = 30,
  MOST = 170;

// Nodes by the path that leads to them: their leaves and their height in edges.
function nodesOf(paths) {
  const nodes = new Map();
  paths.forEach((path, leaf) => {
    for (let depth = 0; depth <= path.length; depth++) {
      const key = path.slice(0, depth).join();
      if (!nodes.has(key)) nodes.set(key, { path: path.slice(0, depth), leaves: [], height: 0 });
      const node = nodes.get(key);
      node.leaves.push(leaf);
      node.height = Math.max(node.height, path.length - depth);
    }
  });
  return nodes;
}

// The first common ancestor of two leaves, by their paths, and what misfiling one under the other
// costs.
function ancestorOf(nodes, one, other) {
  let depth = 0;
  while (depth < one.length && one[depth] === other[depth]) depth++;
  return nodes.get(one.slice(0, depth).join());
}
export function lossesOf(paths) {
  const nodes = nodesOf(paths);
  return paths.map((own) => paths.map((at) => ancestorOf(nodes, own, at).height));
}

const render = miniWidget(({ given, now, say, draw }) => {
  const { paths, items: names, truth } = given,
    c = names.length;
  const nodes = nodesOf(paths),
    tall = nodes.get("").height,
    ground = TOP + tall * STEP;
  let chosen = Math.max(
      0,
      now.filed.findLastIndex((leaf, i) => leaf !== truth[i]),
    ),
    held = null,
    wide = 0;
  const losses = lossesOf(paths),
    lossOf = (i) => losses[truth[i]][now.filed[i]];
  const words = (i) =>
    now.filed[i] === truth[i]
      ? `text ${i}, on ${names[truth[i]]}, is at its own leaf: loss 0`
      : `text ${i}, on ${names[truth[i]]}, is filed under ${names[now.filed[i]]}: common ancestor at `
        + `height ${lossOf(i)}, loss ${lossOf(i)}`;
  const mean = (costs) => [String(costs), `${num(costs / truth.length)} per text`];
  function file(i, leaf) {
    const to = within(leaf, 0, c - 1);
    chosen = i;
    if (to === now.filed[i]) draw();
    else now.filed = now.filed.with(i, to);
  }

  // ---- the tree ---------------------------------------------------------------------------------
  const unit = () => Math.max(1, (wide - LEFT) / c),
    across = (leaf) => LEFT + (leaf + 0.5) * unit();
  const level = (height) => ground - height * STEP;
  const placeOf = (node) => [
    (across(node.leaves[0]) + across(node.leaves.at(-1))) / 2,
    level(node.height),
  ];

  function paint(width) {
    wide = width;
    const [own, at] = [truth[chosen], now.filed[chosen]],
      top = ancestorOf(nodes, paths[own], paths[at]);
    const isLit = ({ leaves, path }) =>
      path.length > top.path.length && (leaves.includes(own) || leaves.includes(at));
    const edges = [...nodes.values()].filter(({ path }) => path.length),
      [x, y] = placeOf(top);
    return [
      Array.from({ length: tall + 1 }, (_, h) => [
        lineFrom(0, level(h), width, level(h), { class: "level" }),
        textAt(0, level(h) - 4, `height ${h}`),
      ]),
      edges.map((node) =>
        lineFrom(...placeOf(nodes.get(node.path.slice(0, -1).join())), ...placeOf(node), {
          class: isLit(node) ? "edge lit" : "edge",
        }),
      ),
      [...nodes.values()].map((node) =>
        dotAt(...placeOf(node), node === top ? 7 : 3, {
          class: node === top ? "node lit" : "node",
        }),
      ),
      own === at
        ? null
        : textAt(x + 13, y - 7, `loss ${lossOf(chosen)}`, { class: "strong halo told" }),
      names.map((name, j) =>
        textAt(across(j), ground + 20, name, { class: j === own ? "strong middle" : "ink middle" }),
      ),
    ];
  }
  const tree = createPicture({
    title: "Texts at the leaves",
    note: "dot: at its own leaf; cross: drag it to another",
    height: ground + 30,
    paint,
    label: () =>
      `tree of ${names.join(", ")}; the first common ancestor of ${names[truth[chosen]]} and `
      + `${names[now.filed[chosen]]} has height ${lossOf(chosen)}`,
  });

  // ---- the texts, and the ghost that each leaves at its own leaf --------------------------------
  const stand = el("div", {
    class: "stand",
    role: "group",
    "aria-label": "texts; left and right file the chosen one elsewhere",
  });
  const texts = truth.map((_, i) => {
    const path = svg("path", {}),
      ghost = el("i", { class: "ghost" });
    const mark = svg(
      "svg",
      { width: 20, height: 20, viewBox: "-1.6 -1.6 3.2 3.2", "aria-hidden": "true" },
      path,
    );
    const onfocus = () => {
      chosen = i;
      draw();
    };
    const root = el("button", { type: "button", class: "text", "data-text": i, onfocus }, mark);
    const text = { root, ghost, path, at: [0, 0] };
    onPull(
      root,
      () => stand,
      () => text.at,
      (x, y) => {
        held = { i, at: [x, y] };
        file(i, Math.floor((x - LEFT) / unit()));
      },
      () => {
        held = null;
        draw();
      },
    );
    stand.append(ghost, root);
    return text;
  });
  stand.addEventListener("keydown", (event) => {
    const i = texts.findIndex(({ root }) => root === event.target),
      last = truth.length - 1;
    const to = { ArrowLeft: now.filed[i] - 1, ArrowRight: now.filed[i] + 1, Home: truth[i] }[
      event.key
    ];
    const next = { ArrowUp: i ? i - 1 : last, ArrowDown: i === last ? 0 : i + 1 }[event.key];
    if (i < 0 || (to === undefined && next === undefined)) return;
    event.preventDefault();
    if (to !== undefined) file(i, to);
    else texts[next].root.focus();
    say(words(chosen));
  });

  // Below each leaf stand the texts that are filed there or belong there, in their order, in some
  // columns; what is crowded there overlaps.
  function place() {
    const columns = within(Math.floor(unit() / CELL), 1, 5);
    const tallest = Math.min(MOST, Math.ceil(truth.length / columns) * CELL),
      taken = names.map(() => 0);
    const counts = names.map(
      (_, j) => truth.filter((leaf, i) => leaf === j || now.filed[i] === j).length,
    );
    const next = (leaf) => {
      const n = taken[leaf]++,
        rows = Math.ceil(counts[leaf] / columns);
      const pitch = rows > 1 ? Math.min(CELL, (tallest - CELL) / (rows - 1)) : 0;
      return [
        across(leaf) + ((n % columns) - (columns - 1) / 2) * CELL,
        Math.floor(n / columns) * pitch + CELL / 2,
      ];
    };
    const put = ({ style }, [x, y]) => Object.assign(style, { left: `${x}px`, top: `${y}px` });
    stand.style.height = `${tallest}px`;
    texts.forEach((text, i) => {
      const slot = next(now.filed[i]),
        isHome = now.filed[i] === truth[i];
      text.at = held?.i === i ? held.at : slot;
      put(text.root, text.at);
      text.ghost.hidden = isHome;
      if (!isHome) put(text.ghost, next(truth[i]));
      text.path.setAttribute("d", isHome ? DOT : CROSS);
      text.root.classList.toggle("wrong", !isHome);
      setAttributes(text.root, {
        "aria-label": words(i),
        "aria-pressed": i === chosen,
        tabindex: i === chosen ? 0 : -1,
      });
    });
  }
  return {
    kind: "filing",
    reads: [
      ["tree loss", 112, () => mean(truth.reduce((sum, _, i) => sum + lossOf(i), 0))],
      ["0-1 loss", 112, () => mean(truth.filter((leaf, i) => leaf !== now.filed[i]).length)],
    ],
    panels: [tree, { root: stand, draw: place, destroy: onResize(stand, place) }],
    hint: () => words(chosen),
  };
});

export default { render };
