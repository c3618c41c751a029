// A matrix to read: the editor's grid with every cell locked.

import { el, isDark, onThemeChange } from "../base/parts/common.js";
import { createHint } from "../base/parts/hint.js";
import { positionOf } from "../label_kernel_editor/entries.js";
import { createMatrixGrid } from "../label_kernel_editor/grid.js";

// -> { root, draw(matrix), destroy() }
export function createHeat(label, selection) {
  const none = () => {};
  const grid = createMatrixGrid({
    kind: {
      grid: label,
      locked: () => "It follows the others.",
      refusal: () => "",
      least: -Infinity,
    },
    small: true,
    selection,
    onStart: none,
    onChange: none,
    onEnd: none,
    onCancel: none,
    onUndo: none,
    onError: none,
  });
  let shown = null;
  grid.root.classList.add("fixed");
  grid.root.setAttribute("aria-readonly", "true");
  const draw = () => {
    if (shown) grid.draw(shown, shown, isDark(grid.root));
  };
  const stops = [onThemeChange(grid.root, draw), selection.on(grid.look), grid.destroy];
  return {
    root: grid.root,
    draw(matrix) {
      shown = matrix;
      draw();
    },
    destroy() {
      stops.forEach((stop) => stop());
    },
  };
}

// At the right end of a headline: what a matrix is, and the exact entry of the cell looked at.
export function createReading(matrix, word, meaning) {
  const hint = createHint(word, meaning),
    entry = el("span", { "aria-hidden": true });
  const root = el("div", { class: "reading" }, hint.root, entry);
  function show(cell) {
    const [i, j, value] = cell ? [...positionOf(cell), cell.getAttribute("aria-label")] : [];
    hint.root.hidden = Boolean(cell);
    entry.textContent = cell ? `${i}, ${j}: ${value.split(", ")[2]}` : "";
  }
  const ofEvent = (event) => show(event.target.closest(".cell[data-cell]"));
  const focused = () => show(matrix.querySelector(".cell:focus-visible"));
  matrix.addEventListener("pointerover", ofEvent);
  matrix.addEventListener("focusin", focused);
  matrix.addEventListener("focusout", () => show(null));
  matrix.addEventListener("pointerleave", focused);
  return root;
}
