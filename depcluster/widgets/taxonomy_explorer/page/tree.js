// The unrooted tree: edges of exact length, discs tied to their leaves, a scale bar, the misfit.

import { el, num, stamp, svg } from "../../base/parts/common.js";
import { iconButton } from "../../base/parts/controls.js";
import { createPainter } from "../../base/parts/painter.js";
import { leafButton, lookAtLeaves, redrawLeaves, walkLeaves } from "./leaves.js";
import { placeTree, steadyTurn } from "./place.js";

const TREE = { bar: 26, drag: 4, step: 15 };

const RADIANS = Math.PI / 180;

export const misfitWords = (misfit) => `misfit ${num(100 * misfit, 1)} %`;

function treeLines({ edges }, { nodes, discs }) {
  const line = ([x1, y1], [x2, y2], attrs) => svg("line", { x1, y1, x2, y2, ...attrs });
  return [
    edges.map(([u, v]) => line(nodes[u], nodes[v], { class: "edge" })),
    discs.map((disc, k) => line(nodes[k], disc, { class: "tie", "data-k": k })),
    nodes.map(([cx, cy], u) =>
      svg("circle", {
        cx,
        cy,
        r: u < discs.length ? 2.5 : 1.5,
        fill: u < discs.length ? "var(--dc-ink)" : "var(--dc-ink-2)",
      }),
    ),
  ];
}

function scaleBar({ scale: length, unit }, pixels, top) {
  if (!length) return svg("text", { x: 4, y: top + 12 }, "all edges have length 0");
  return [
    svg("path", {
      d: `M4.5 ${top + 4}v6h${length * pixels}v-6`,
      fill: "none",
      stroke: "var(--dc-ink-2)",
    }),
    svg("text", { x: 12 + length * pixels, y: top + 13 }, `${length} in ${unit}`),
  ];
}

// -> { root, note, draw(answer, selected), setRotation(degrees or null), destroy() }
// onSelect is told a cluster, onRotate the degrees at the end of a turn.
export function createTree(leaves, selection, { onSelect, onRotate }) {
  const root = el("div", { class: "picture tree" });
  const turn = iconButton("turn", "Rotate by 15 degrees", () => rotateBy(TREE.step));
  const note = el("span", { class: "turning" }, "drag to rotate, press a leaf", turn);
  let state = null,
    rotation = null,
    best = null,
    placed = null,
    grip = null,
    room = null;

  function roomOf(width, height) {
    const look = leaves.look(width < 420);
    return { width, height: height - TREE.bar, r: look.r + look.rim, flat: look.flat, look };
  }

  // Where the leaves are now, seen from the tree's origin.
  const around = () =>
    (placed?.discs ?? []).map(([x, y]) => [x - placed.centre[0], y - placed.centre[1]]);

  function paint(size) {
    if (!state) return;
    const { tree, ring, misfit } = state.answer,
      before = room,
      { width, height } = (room = roomOf(...size));
    if (width !== before?.width || height !== before.height) best = null;
    best ??= steadyTurn(tree, room, around());
    placed = placeTree(tree, room, degreesNow() * RADIANS);
    redrawLeaves(
      root,
      svg(
        "svg",
        {
          width,
          height: height + TREE.bar,
          role: "group",
          "aria-label": `unrooted tree of ${ring.length} clusters, ${misfitWords(misfit)}`,
        },
        treeLines(tree, placed),
        ring.map((k) =>
          leafButton(k, {
            leaves,
            selected: state.selected,
            at: placed.discs[k],
            onSelect,
            kids: leaves.glyph(k, room.look),
          }),
        ),
        scaleBar(tree, placed.scale, height + 4),
      ),
      selection,
    );
    root.dataset.rotation = Math.round(degreesNow());
    stamp(root);
  }

  function rotateBy(degrees) {
    rotation = ((((degreesNow() + degrees + 180) % 360) + 360) % 360) - 180;
    painter.draw();
    onRotate(rotation);
  }

  // Without a rotation of its own the tree lies as it is largest.
  const degreesNow = () => rotation ?? best / RADIANS;

  const angleAt = (event) => {
    const box = root.getBoundingClientRect(),
      [x, y] = placed.centre;
    return -Math.atan2(event.clientY - box.top - y, event.clientX - box.left - x) / RADIANS;
  };
  root.addEventListener("pointerdown", (event) => {
    if (!placed || event.button !== 0) return;
    grip = {
      at: [event.clientX, event.clientY],
      angle: angleAt(event),
      from: degreesNow(),
      moved: false,
      leaf: event.target.closest("[data-leaf]")?.dataset.leaf,
    };
    root.setPointerCapture(event.pointerId);
  });
  root.addEventListener("pointermove", (event) => {
    if (!grip) return;
    const [x, y] = grip.at;
    grip.moved ||= Math.hypot(event.clientX - x, event.clientY - y) > TREE.drag;
    if (!grip.moved) return;
    rotation = grip.from + angleAt(event) - grip.angle;
    painter.draw();
  });
  root.addEventListener("pointerup", () => {
    const held = grip;
    grip = null;
    if (held?.moved) rotateBy(0);
    else if (held?.leaf !== undefined) onSelect(Number(held.leaf));
  });
  root.addEventListener("pointercancel", () => {
    if (grip?.moved) rotateBy(0);
    grip = null;
  });
  root.addEventListener("keydown", (event) => {
    walkLeaves(root, event);
    const way = { "[": 1, "]": -1 }[event.key];
    if (way) rotateBy(way * TREE.step);
  });
  const painter = createPainter(root, paint, {
    colours: () => null,
    measure: () => root.clientWidth && [root.clientWidth, root.clientHeight],
  });
  const stop = selection.on(() => lookAtLeaves(root, selection));
  return {
    root,
    note,
    draw(answer, selected, degrees) {
      const same = JSON.stringify(state?.answer.tree) === JSON.stringify(answer.tree);
      if (!same) best = null;
      state = { answer, selected };
      if (!grip) rotation = degrees;
      painter.draw();
    },
    setRotation(degrees) {
      if (!grip && degrees !== rotation) {
        rotation = degrees;
        painter.draw();
      }
    },
    destroy() {
      stop();
      painter.destroy();
    },
  };
}
