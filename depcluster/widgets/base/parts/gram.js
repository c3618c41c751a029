// A Gram matrix as a picture: rows sorted by cluster, block borders, a mark at each block.

import { counted, el, num } from "./common.js";
import { liveRegion } from "./controls.js";
import { createSelection } from "./selection.js";
import { createMatrix, drawBorders, fadeSpans, matrixImage } from "./matrix.js";

const blockCount = (picture) => Math.max(0, picture.borders.length - 1);
const endsOf = (picture, px) => picture.borders.map((at) => (at / picture.p) * px);

const pairName = (i, j) => (i === j ? `within cluster ${i}` : `clusters ${i} and ${j}`);

// The outline of one block with a tip beside it.
function createBlockTip() {
  const outline = el("div", { class: "block", hidden: true });
  const tip = el("div", { class: "tip", hidden: true });
  function put(picture, at, px) {
    outline.hidden = tip.hidden = at === null;
    if (at === null) return;
    const [i, j] = at,
      ends = endsOf(picture, px),
      x = ends[j],
      y = ends[i];
    const w = ends[j + 1] - x,
      h = ends[i + 1] - y;
    const place = { left: x, top: y, width: w, height: h };
    for (const [name, value] of Object.entries(place)) outline.style[name] = `${value}px`;
    tip.replaceChildren(
      el("b", {}, `mean ${num(picture.means[i][j])}`),
      el("span", {}, pairName(i, j)),
      el("span", {}, `${picture.sizes[i]} × ${counted(picture.sizes[j], "point")}`),
    );
    const beside = x + w + 8 + tip.offsetWidth > px ? x - 8 - tip.offsetWidth : x + w + 8;
    tip.style.left = `${Math.max(2, Math.min(px - tip.offsetWidth - 2, beside))}px`;
    tip.style.top = `${Math.max(2, Math.min(px - tip.offsetHeight - 2, y + h / 2 - 24))}px`;
  }
  return { nodes: [outline, tip], put };
}

// Where each point's row lies, in pixels of the picture, the points sorted by cluster.
function placesOfRows(labels, p) {
  const next = [0];
  for (const k of labels) next[k + 1] = (next[k + 1] ?? 0) + 1;
  for (let k = 1; k < next.length; k++) next[k] = (next[k] ?? 0) + next[k - 1];
  return Float32Array.from(labels, (k) => ((next[k]++ + 0.5) * p) / labels.length);
}

// A point's row and column, two lines wide.
function drawPointRow(context, row, px, colours) {
  for (const [style, width] of [
    [colours.paper, 3],
    [colours.accent, 1.5],
  ]) {
    context.fillStyle = style;
    context.fillRect(0, row - width / 2, px, width);
    context.fillRect(row - width / 2, 0, width, px);
  }
}

// -> { root, key, draw(picture), setMaximum(px), destroy() }
// picture: pixels Int8Array (p * p, 127 = the largest absolute value), p, borders [c + 1 offsets in
// 0..p, or none where rows are not sorted], means c x c, sizes, signed, scale (that largest value),
// and labels where the selection tells which row to show; or null. `key` is the bar of colours, for
// the headline.
export function createGram({ label, selection = createSelection() }) {
  const tip = createBlockTip(),
    live = liveRegion(),
    sheet = el("canvas");
  let picture = null,
    putIn = null,
    at = null,
    rows = null,
    room = 0;

  function paint(context, px, colours) {
    if (!picture) return null;
    if (putIn !== colours) matrixImage(picture.pixels, picture.p, colours.dark, sheet);
    [putIn, room] = [colours, px];
    context.imageSmoothingEnabled = picture.p > px;
    context.imageSmoothingQuality = "high";
    context.drawImage(sheet, 0, 0, px, px);
    const ends = endsOf(picture, px),
      blocks = ends.slice(1).map((end, k) => [ends[k], end]);
    const chosen = selection.clusters;
    if (chosen.size)
      fadeSpans(
        context,
        blocks.filter((_, k) => !chosen.has(k)),
        colours.paper,
      );
    drawBorders(
      context,
      ends.slice(1, -1),
      px,
      colours.ink,
      colours.dark && blocks.length > 6 ? 0.3 : 0.5,
    );
    if (picture.labels && selection.point !== null) {
      rows ??= placesOfRows(picture.labels, picture.p);
      drawPointRow(context, (rows[selection.point] / picture.p) * px, px, colours);
    }
    matrix.key.draw(
      picture.signed,
      picture.scale ?? 1,
      px > 300 ? 96 : px > 200 ? 64 : 24,
      colours,
    );
    tip.put(picture, at, px);
    return ends;
  }

  function draw(next) {
    [picture, putIn, rows] = [next, null, null];
    const blocks = picture ? blockCount(picture) : 0;
    if (at && Math.max(...at) >= blocks) at = null;
    if (picture) {
      matrix.canvas.setAttribute(
        "aria-label",
        blocks
          ? `Gram matrix sorted by cluster, ${counted(blocks, "block")}: ${picture.sizes.join(", ")}`
          : `Gram matrix of ${counted(picture.p, "row")} in the given order`,
      );
    }
    matrix.draw();
  }

  function look(next, spoken) {
    at = next;
    tip.put(picture, at, room);
    if (!spoken) return;
    const [i, j] = at,
      { means, sizes } = picture,
      size = `${sizes[i]} by ${counted(sizes[j], "point")}`;
    live.say(`${pairName(i, j)}: mean ${num(means[i][j])}, ${size}`);
  }

  const matrix = createMatrix({
    label,
    paint,
    selection,
    least: 96,
    cells: {
      look,
      at: () => at,
      count: () => (picture ? blockCount(picture) : 0),
      indexAt: (v, px) =>
        Math.max(
          0,
          endsOf(picture, px)
            .slice(0, -1)
            .findLastIndex((start) => v >= start),
        ),
      pick: (cell) => new Set(cell).forEach((k) => selection.toggle(k)),
      leave() {
        const was = at !== null;
        look(null);
        return selection.clear() || was;
      },
    },
  });
  matrix.canvas.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse") look(null);
  });
  matrix.frame.append(...tip.nodes);
  return {
    root: el("div", {}, matrix.root, live.root),
    key: matrix.key.root,
    draw,
    setMaximum: matrix.setMaximum,
    destroy: matrix.destroy,
  };
}
