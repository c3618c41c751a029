// A small matrix with its numbers in coloured cells, heads along two sides, in any order of rows.

import { cellColours, el, isDark, mark, setAttributes } from "../../base/parts/common.js";
import { createPainter } from "../../base/parts/painter.js";
import { largestEntry } from "../../label_kernel_editor/algebra.js";

const HEAD = 34;

// -> a part
// `state()` is { entries (m x m), label of the whole, places of the rows and columns, labels of the
// rows, lit: [j, l], the labels of the block that stays while the others step back }. A cell is at
// least and at most so wide, its text at most `font` high; with onLook([i, l] or null) cells are
// buttons, by the name of `cellLabel`.
export function createNumbers({
  m,
  name,
  text,
  least,
  most,
  font,
  state,
  onLook = null,
  cellLabel = null,
}) {
  const at = Array.from({ length: m * m }, (_, q) => [Math.floor(q / m), q % m]);
  const cells = at.map((cell) => {
    if (!onLook) return el("div", { class: "entry" });
    const look = () => onLook(cell),
      leave = () => onLook(null);
    return el("button", {
      type: "button",
      class: "entry",
      onpointerenter: look,
      onfocus: look,
      onpointerleave: leave,
      onblur: leave,
      onclick: look,
    });
  });
  const heads = ["top", "left"].map((side) =>
    Array.from({ length: m }, () => el("div", { class: `head ${side}` })),
  );
  const body = el(
    "div",
    { class: `numbers ${name}`, role: onLook ? "group" : "img" },
    heads,
    cells,
  );
  const root = el("div", {}, body);
  const put = (node, x, y) => Object.assign(node.style, { left: `${x}px`, top: `${y}px` });
  function paint(width, dark) {
    const { entries, label, places, labels, lit } = state();
    const side = Math.floor(Math.max(least, Math.min(most, (width - HEAD) / m)));
    const largest = largestEntry(entries),
      place = (i) => HEAD + places[i] * side;
    const longest = Math.max(...entries.flat().map((v) => text(v).length));
    body.setAttribute("aria-label", label);
    body.style.width = body.style.height = `${HEAD + m * side}px`;
    body.style.setProperty("--cell", `${side}px`);
    body.style.fontSize = `${Math.max(9, Math.min(font, (1.35 * side) / longest))}px`;
    for (let i = 0; i < m; i++) {
      put(heads[0][i], place(i), 0);
      put(heads[1][i], 0, place(i));
      for (const row of heads) row[i].replaceChildren(mark(labels[i], 4.5), String(i));
    }
    at.forEach(([i, l], q) => {
      const cell = cells[q],
        { fill, ink } = cellColours(entries[i][l] / largest, dark);
      put(cell, place(l), place(i));
      cell.textContent = text(entries[i][l]);
      Object.assign(cell.style, { background: fill, color: ink });
      cell.style.setProperty(
        "--ring",
        labels[i] === labels[l] ? `var(--dc-s${labels[i]})` : "transparent",
      );
      cell.classList.toggle(
        "aside",
        Boolean(lit) && (labels[i] !== lit[0] || labels[l] !== lit[1]),
      );
      if (cellLabel) setAttributes(cell, { "aria-label": cellLabel(i, l) });
    });
  }
  return { root, ...createPainter(root, paint, { colours: isDark }) };
}
