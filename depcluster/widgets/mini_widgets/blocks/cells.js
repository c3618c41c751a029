// A small table with its numbers in coloured cells, heads along two sides, in any order of rows.

import { el, inkOn, isDark, mark, matrixColour, onThemeChange } from "../../base/parts/common.js";

const CELL = { head: 34, most: 56, ofMany: 46, least: 30 };

// The share is that of the largest entry, from -1 to 1.
export function paintCell(cell, share, dark) {
  const rgb = matrixColour(0.86 * share, dark);
  cell.style.background = `rgb(${rgb.join(",")})`;
  cell.style.color = inkOn(rgb);
}

// -> { root, draw({ entries, places, labels, lit }), resize(px), destroy() }
// entries (m x m), places of the rows and columns, labels of the rows; lit [j, l] are the labels of
// the block that stays while the others step back.
export function createCells(m, text) {
  const cells = Array.from({ length: m * m }, () => el("div", { class: "entry" }));
  const heads = ["top", "left"].map((side) =>
    Array.from({ length: m }, () => el("div", { class: `head ${side}` })));
  const root = el("div", { class: "cells", role: "img" }, heads, cells);
  const widest = m > 4 ? CELL.ofMany : CELL.most;
  let shown = null, side = widest;

  const put = (node, x, y) => {
    node.style.left = `${x}px`;
    node.style.top = `${y}px`;
  };

  function paint() {
    if (!shown) return;
    const { entries, places, labels, lit } = shown, dark = isDark(root);
    const most = Math.max(...entries.flat().map(Math.abs)) || 1;
    const at = (i) => CELL.head + places[i] * side;
    root.style.width = root.style.height = `${CELL.head + m * side}px`;
    const longest = Math.max(...entries.flat().map((v) => text(v).length));
    root.style.setProperty("--cell", `${side}px`);
    root.style.fontSize = `${Math.max(9, Math.min(16, (1.35 * side) / longest))}px`;
    for (let i = 0; i < m; i++) {
      put(heads[0][i], at(i), 0);
      put(heads[1][i], 0, at(i));
      for (const row of heads) row[i].replaceChildren(mark(labels[i], 4.5), String(i));
      for (let l = 0; l < m; l++) {
        const cell = cells[i * m + l], own = labels[i] === labels[l];
        put(cell, at(l), at(i));
        cell.textContent = text(entries[i][l]);
        paintCell(cell, entries[i][l] / most, dark);
        cell.style.setProperty("--ring", own ? `var(--dc-s${labels[i]})` : "transparent");
        cell.classList.toggle("aside", Boolean(lit) && (labels[i] !== lit[0] || labels[l] !== lit[1]));
      }
    }
  }
  const stop = onThemeChange(root, paint);
  return {
    root,
    draw(next) { shown = next; paint(); },
    resize(width) {
      const next = Math.floor(Math.max(CELL.least, Math.min(widest, (width - CELL.head) / m)));
      if (next === side) return;
      side = next;
      paint();
    },
    destroy: stop,
  };
}
