// A small matrix to read: numbers on colours, under the clusters' marks.

// Three digits tell enough here, and fit a cell.
function formatHeat(x) {
  const size = Math.abs(x);
  if (size >= 9999.5) return shortNum(x);
  const digits = size < 10 ? 2 : size < 100 ? 1 : 0, short = Number(size.toFixed(digits));
  return num(x, Number.isInteger(short) ? 0 : Number.isInteger(short * 10) ? 1 : digits);
}

// Length in digits: a point takes half of one and a minus a little less.
function widthInCell(x) {
  const text = formatHeat(x);
  return text.length - (text.includes(".") ? 0.5 : 0) - (x < 0 ? 0.25 : 0);
}

// -> { root, draw(matrix), destroy() }
function createHeat(label) {
  const root = el("div", { class: "mat small fixed", role: "table", "aria-label": label });
  let cells = [], shown = null;

  function build(size) {
    const built = buildGrid(size, "cell");
    cells = built.cells;
    root.replaceChildren(...built.rows);
    root.style.setProperty("--n", size);
  }

  function draw(matrix) {
    shown = matrix;
    if (cells.length !== matrix.length) build(matrix.length);
    const scale = 0.86 / largestEntry(matrix), dark = isDark(root);
    matrix.forEach((row, i) => row.forEach((entry, j) => paintCell(cells[i][j], {
      i, j, entry, edited: false, scale, dark, format: formatHeat,
    })));
    const longest = Math.max(...matrix.flat().map(widthInCell));
    cells.flat().forEach(({ root: cell }) => cell.style.setProperty("--chars", longest));
    stamp(root);
  }

  return { root, draw, destroy: onThemeChange(root, () => { if (shown) draw(shown); }) };
}
