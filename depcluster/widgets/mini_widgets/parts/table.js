// A square table of numbers, one row a point, as a picture: its rows and columns stand in any
// order, and strips along two sides have the colour of each row's group.

import { el } from "../../base/parts/common.js";
import { createMatrix, drawBorders, fadeSpans, matrixImage } from "../../base/parts/matrix.js";
import { textOf } from "./layout.js";

const STRIP = 7;

export function tablePixels(values, scale) {
  return Int8Array.from(values, (v) => Math.round((127 * v) / (scale || 1)));
}

// Rows on their way: first the rows of the image go to their places, then the columns of that.
function paintMoving(context, image, places, start, size) {
  const m = places.length,
    edge = (at) => Math.round((at * size) / m);
  const rows = el("canvas", { width: m, height: size }),
    between = rows.getContext("2d");
  between.imageSmoothingEnabled = context.imageSmoothingEnabled = false;
  places.forEach((at, i) => {
    between.drawImage(image, 0, i, m, 1, 0, edge(at), m, Math.max(1, edge(at + 1) - edge(at)));
  });
  places.forEach((at, i) => {
    const width = Math.max(1, edge(at + 1) - edge(at));
    context.drawImage(rows, i, 0, 1, size, start + edge(at), start, width, size);
  });
}

// The image of a table whose rows stand at whole places.
function sortedImage(pixels, places, dark) {
  const m = places.length,
    sorted = new Int8Array(m * m);
  for (let i = 0; i < m; i++) {
    for (let l = 0; l < m; l++) sorted[places[i] * m + places[l]] = pixels[i * m + l];
  }
  return matrixImage(sorted, m, dark);
}

function paintStrips(context, fills, groups, places, row) {
  places.forEach((at, i) => {
    context.fillStyle = fills[groups[i] % 10];
    context.fillRect(at * row, -STRIP, row + 0.3, STRIP - 2);
    context.fillRect(-STRIP, at * row, STRIP - 2, row + 0.3);
  });
}

// A ringed pixel, and lines that lead to it from its row's and its column's group.
function paintCell(context, x, y, row, colours) {
  const side = Math.max(row + 4, 9),
    [left, top] = [(x + 0.5) * row, (y + 0.5) * row];
  for (const [ink, width] of [
    [colours.paper, 4],
    [colours.ink, 1.5],
  ]) {
    context.strokeStyle = ink;
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(0, top);
    context.lineTo(left - side / 2, top);
    context.moveTo(left, 0);
    context.lineTo(left, top - side / 2);
    context.rect(left - side / 2, top - side / 2, side, side);
    context.stroke();
  }
}

// -> a part, with height() of the table and its heads
// `title` is its headline, or a function that gives it, and `picture()` what is drawn: pixels
// Int8Array (m * m in the order of the points, 127 = `scale`), scale, signed, places (where each
// point's row stands), groups (of the points), borders (offsets of the groups' rows, none where
// they are mixed), chosen (groups that do not fade), point (whose row is lit), cell ([i, l], whose
// pixel is ringed) and told (the label in words). Where a pixel is looked at onCell([i, l]) is
// called, then onCell(null); a press calls onPick([i, l]).
/** @param {Record<string, any>} look */
export function createTable({
  title,
  label,
  picture: pictureNow,
  maximum,
  onCell = null,
  onPick = () => {},
}) {
  const name = el("b", {});
  let picture = null,
    image = null,
    shown = [];

  function paint(context, px, colours) {
    if (!picture) return null;
    const { groups, places, point, cell, borders, chosen, signed, scale } = picture,
      row = px / places.length;
    paintEntries(context, colours);
    paintStrips(context, colours.fills, groups, places, row);
    if (chosen?.size) {
      const others = places.filter((_, i) => !chosen.has(groups[i]));
      fadeSpans(
        context,
        others.map((at) => [at * row, (at + 1) * row + 0.3]),
        colours.paper,
      );
    }
    drawBorders(
      context,
      borders.slice(1, -1).map((at) => at * row),
      px,
      colours.ink,
      0.5,
    );
    if (cell) paintCell(context, ...[cell[1], cell[0]].map((i) => places[i]), row, colours);
    else if (point !== null && point !== undefined) {
      // its row and its column stay, all else steps back
      fadeSpans(
        context,
        [
          [0, places[point] * row],
          [(places[point] + 1) * row, px],
        ],
        colours.paper,
        0.72,
      );
    }
    matrix.key.draw(signed, scale, px > 300 ? 96 : px > 200 ? 48 : 24, colours);
    return borders.map((at) => at * row);
  }

  // In pixels of the screen. While rows move the image has them as they are given.
  function paintEntries(context, colours) {
    const { pixels, places } = picture,
      { e } = context.getTransform(),
      start = Math.round(e);
    const size = context.canvas.width - start,
      isMoving = !places.every(Number.isInteger);
    const next = [pixels, isMoving ? "" : places.join(), colours];
    if (next.some((part, k) => part !== shown[k])) {
      image = isMoving
        ? matrixImage(pixels, places.length, colours.dark)
        : sortedImage(pixels, places, colours.dark);
    }
    shown = next;
    context.save();
    context.resetTransform();
    if (isMoving) paintMoving(context, image, places, start, size);
    else {
      const quality = {
        imageSmoothingEnabled: places.length > size,
        imageSmoothingQuality: "high",
      };
      Object.assign(context, quality).drawImage(image, start, start, size, size);
    }
    context.restore();
  }

  const pointAt = (place) => picture.places.findIndex((at) => Math.round(at) === place);
  const look = (cell, spoken) => onCell(cell && cell.map(pointAt), spoken);
  const matrix = createMatrix({
    label: `${label}, arrows go from pixel to pixel`,
    paint,
    maximum,
    inset: STRIP,
    least: 80,
    cells: onCell && {
      look,
      pick: (cell) => onPick(cell.map(pointAt)),
      count: () => picture?.places.length ?? 0,
      at: () => picture?.cell?.map((i) => Math.round(picture.places[i])) ?? null,
      indexAt: (v, px) => Math.floor((v / px) * picture.places.length),
      leave() {
        const was = Boolean(picture?.cell);
        if (was) look(null, true);
        return was;
      },
    },
  });
  if (onCell) {
    matrix.canvas.addEventListener("pointerleave", () => look(null));
    matrix.canvas.style.touchAction = "pan-y";
  }
  const root = el(
    "div",
    { class: "panel" },
    el("div", { class: "cap" }, name, matrix.key.root),
    matrix.root,
  );
  return {
    root,
    height: () => matrix.side() + 20,
    destroy: matrix.destroy,
    draw() {
      picture = pictureNow();
      name.textContent = textOf(title);
      matrix.canvas.setAttribute("aria-label", `${label}: ${picture.told}`);
      matrix.draw();
    },
  };
}
