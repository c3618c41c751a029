// Y* as a heat map, its rows and columns headed by the clusters; rows can be pressed as leaves are.
// Clusters of one family or class stand together, with its name at a bracket.

import { cellColours, el, isDark, mark, num, stamp, svg } from "../../base/parts/common.js";
import { createPainter } from "../../base/parts/painter.js";
import { largestEntry } from "../../label_kernel_editor/algebra.js";
import { fitted, leafButton, lookAtLeaves, redrawLeaves, walkLeaves } from "./leaves.js";

const CELL_MOST = 46,
  APART = 6,
  BRACKET = { narrow: 62, wide: 104 };
const BESIDE = { images: 36, texts: 84, numbers: 2 };

// Where there is no room for both, the number alone.
const markAndNumber = (x, y, k, room = 30) =>
  room < 30
    ? svg("text", { x, y: y + 4, "text-anchor": "middle" }, String(k))
    : [
        svg("g", { transform: `translate(${x - 14} ${y - 7})` }, mark(k, 4)),
        svg("text", { x: x + 1, y: y + 4 }, String(k)),
      ];

// Where rows and columns lie: `offset` of each cluster from the first one's edge, `cell` wide.
function matrixPlaces(groups, width, height, { before, above }) {
  const order = groups.flatMap(([, clusters]) => clusters),
    c = order.length;
  const gaps = APART * (groups.length - 1);
  const room = Math.min(width - before, height - above) - gaps - 8;
  const cell = Math.max(8, Math.min(CELL_MOST, Math.floor(room / (c + 1))));
  const offset = [];
  let at = 0;
  for (const [, clusters] of groups) {
    for (const k of clusters) {
      offset[k] = at;
      at += cell;
    }
    at += APART;
  }
  return { order, offset, cell, left: before + cell, top: above + cell, size: at - APART };
}

// -> { root, draw(answer, selected), destroy() }
export function createStructure(leaves, selection, { onSelect }) {
  const root = el("div", { class: "picture structure" });
  let state = null;

  function cells(Y, { order, offset, cell, left, top }, dark) {
    return order.map((i) =>
      order.map((j) => {
        const { fill, ink } = cellColours(Y[i][j], dark),
          [x, y] = [left + offset[j], top + offset[i]];
        return svg(
          "g",
          { "data-k": `${i} ${j}` },
          svg(
            "rect",
            {
              x,
              y,
              width: cell - 1,
              height: cell - 1,
              fill,
            },
            svg("title", {}, `clusters ${i} and ${j}: ${num(Y[i][j], 3)}`),
          ),
          cell < 34
            ? null
            : svg(
                "text",
                {
                  x: x + cell / 2,
                  y: y + cell / 2 + 4,
                  "text-anchor": "middle",
                  style: `fill:${ink};pointer-events:none`,
                },
                num(Y[i][j], 2),
              ),
        );
      }),
    );
  }

  const brackets = (groups, { offset, cell, top }, width) =>
    groups.map(([name, clusters]) => {
      if (!name) return null;
      const y0 = top + offset[clusters[0]],
        y1 = top + offset[clusters.at(-1)] + cell - 1;
      return svg(
        "g",
        { "data-k": clusters.join(" ") },
        svg("path", {
          d: `M${width - 1} ${y0 + 1}h-4V${y1 - 1}h4`,
          fill: "none",
          stroke: "var(--dc-ink-2)",
        }),
        svg(
          "text",
          { class: "ink", x: width - 9, y: (y0 + y1) / 2 + 4, "text-anchor": "end" },
          fitted(name, width - 12),
          svg("title", {}, name),
        ),
      );
    });

  // The scale of a structure plays no part in the objective: the largest entry is shown as 1.
  function paint([width, height], dark) {
    if (!state) return;
    const {
      answer: { Y: given, groups },
      selected,
    } = state;
    const largest = largestEntry(given),
      Y = given.map((row) => row.map((v) => v / largest));
    const narrow = width < 420,
      hasNames = groups.some(([name]) => name);
    const named = hasNames ? BRACKET[narrow ? "narrow" : "wide"] : 0;
    const kind = leaves.kind === "texts" && narrow && hasNames ? "numbers" : leaves.kind;
    const beside = BESIDE[kind],
      above = leaves.kind === "images" ? 26 : 2;
    const place = matrixPlaces(groups, width, height, { before: named + beside, above });
    const { order, offset, cell, left, top, size } = place,
      r = Math.max(7, (cell - 6) / 2);
    const right = (k) => left + offset[k] + cell / 2,
      down = (k) => top + offset[k] + cell / 2;
    const [row, column] = [left - cell / 2 - 2, top - cell / 2 - 2];
    const heads = {
      images: (k) => [markAndNumber(right(k), 10, k, cell), markAndNumber(named + 16, down(k), k)],
      texts: (k) =>
        svg(
          "text",
          {
            x: named + beside - 4,
            y: down(k) + 4,
            "text-anchor": "end",
          },
          leaves.word(k),
        ),
      numbers: () => [],
    }[kind];
    redrawLeaves(
      root,
      svg(
        "svg",
        {
          width: left + size + 2,
          height: top + size + 2,
          role: "group",
          "aria-label":
            `similarities of ${order.length} clusters, from `
            + `${num(Math.min(...Y.flat()))} to ${num(Math.max(...Y.flat()))}`,
        },
        cells(Y, place, dark),
        brackets(groups, place, named),
        order.map((k) => [
          svg(
            "g",
            { "data-k": k },
            heads(k),
            svg("g", { transform: `translate(${right(k)} ${column})` }, leaves.small(k, r)),
          ),
          leafButton(k, {
            leaves,
            selected,
            at: [row, down(k)],
            onSelect,
            kids: [svg("circle", { class: "ring", r: r + 3 }), leaves.small(k, r)],
          }),
        ]),
      ),
      selection,
    );
    stamp(root);
  }

  root.addEventListener("click", (event) => {
    const leaf = event.target.closest("[data-leaf]");
    if (leaf) onSelect(Number(leaf.dataset.leaf));
  });
  root.addEventListener("keydown", (event) => walkLeaves(root, event));
  const painter = createPainter(root, paint, {
    colours: isDark,
    measure: () => root.clientWidth && [root.clientWidth, root.clientHeight],
  });
  const stop = selection.on(() => lookAtLeaves(root, selection));
  return {
    root,
    draw(answer, selected) {
      state = { answer, selected };
      painter.fit();
    },
    destroy() {
      stop();
      painter.destroy();
    },
  };
}
