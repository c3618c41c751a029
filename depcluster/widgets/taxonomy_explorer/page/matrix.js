// Y* as a heat map, its rows and columns headed by the clusters; rows can be pressed as leaves are.
const CELL_MOST = 46, BESIDE = { images: 36, texts: 84, numbers: 2 };

const markAndNumber = (x, y, k) => [
  svg("g", { transform: `translate(${x - 14} ${y - 7})` }, mark(k, 4)),
  svg("text", { x: x + 1, y: y + 4 }, String(k)),
];

// -> { root, draw(answer, selected), destroy() }
function createStructure(leaves, { onSelect }) {
  const title = el("b", {}), about = el("span", {}), key = el("div", { class: "note" });
  const picture = el("div", { class: "picture" });
  const root = el("div", { class: "panel structure" },
    el("div", { class: "cap" }, title, about), picture, key);
  let state = null;

  function cells(Y, { cell, left, top }, dark) {
    return Y.map((row, i) => row.map((entry, j) => {
      const fill = matrixColour(0.86 * entry, dark);
      return [
        svg("rect", {
          x: left + j * cell, y: top + i * cell, width: cell - 1, height: cell - 1, fill: `rgb(${fill})`,
        }, svg("title", {}, `clusters ${i} and ${j}: ${num(entry, 3)}`)),
        cell < 34 ? null : svg("text", {
          x: left + (j + 0.5) * cell, y: top + (i + 0.5) * cell + 4, "text-anchor": "middle",
          style: `fill:${inkOn(fill)};pointer-events:none`,
        }, num(entry, 2)),
      ];
    }));
  }

  // The scale of a structure plays no part in the objective: the largest entry is shown as 1.
  function paint() {
    const width = picture.clientWidth;
    if (!state || !width) return;
    const { answer, selected } = state, c = answer.Y.length, dark = isDark(root);
    const largest = largestEntry(answer.Y), Y = answer.Y.map((row) => row.map((v) => v / largest));
    const beside = BESIDE[leaves.kind], above = leaves.kind === "images" ? 26 : 2;
    const cell = Math.min(CELL_MOST, Math.floor((width - beside - 10) / (c + 1)));
    const r = Math.max(8, (cell - 6) / 2), place = { cell, left: beside + cell, top: above + cell };
    const right = (k) => place.left + (k + 0.5) * cell, down = (k) => place.top + (k + 0.5) * cell;
    const [row, column] = [place.left - cell / 2 - 2, place.top - cell / 2 - 2];
    const heads = {
      images: (k) => [markAndNumber(right(k), 10, k), markAndNumber(16, down(k), k)],
      texts: (k) => svg("text", {
        x: beside - 4, y: down(k) + 4, "text-anchor": "end",
      }, leaves.word(k)),
      numbers: () => [],
    }[leaves.kind];
    redrawLeaves(picture, svg("svg", {
      width: place.left + c * cell + 2, height: place.top + c * cell + 2, role: "group",
      "aria-label": `similarities of ${c} clusters, from ${num(Math.min(...Y.flat()))} to ` +
        num(Math.max(...Y.flat())),
    }, cells(Y, place, dark), Y.map((_, k) => [
      svg("g", { transform: `translate(${right(k)} ${column})` }, leaves.small(k, r)), heads(k),
      leafButton(k, {
        leaves, selected, at: [row, down(k)], onSelect,
        kids: [svg("circle", { class: "ring", r: r + 3 }), leaves.small(k, r)],
      }),
    ])));
    stamp(picture);
  }

  picture.addEventListener("click", (event) => {
    const leaf = event.target.closest("[data-leaf]");
    if (leaf) onSelect(Number(leaf.dataset.leaf));
  });
  root.addEventListener("keydown", (event) => walkLeaves(picture, event));
  const stops = [onResize(picture, paint), onThemeChange(root, paint)];
  return {
    root,
    draw(answer, selected) {
      state = { answer, selected };
      const fixed = answer.structure === "fixed";
      const most = `With Y* these clusters would have objective ${shortNum(answer.most, 3)}.`;
      title.textContent = fixed ? "Y*, what these clusters ask for" : "Free structure Y*";
      about.textContent = fixed ? "compare with yours" : "no tree; press a row";
      key.textContent = fixed ? most : "Similarities of the clusters: blue above 0, orange below, the largest as 1.";
      paint();
    },
    destroy() { stops.forEach((stop) => stop()); },
  };
}
