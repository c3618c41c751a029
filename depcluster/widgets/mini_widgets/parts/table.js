// A square table of numbers, one row a point, as a picture: its rows and columns stand in any order,
// and strips along two sides have the colour of each row's group.

import {
  ARROWS, el, fitCanvas, isDark, onResize, onThemeChange, setAttributes, stamp,
} from "../../base/parts/common.js";
import { blockHeads, createColourKey, gramImage } from "../../base/parts/gram.js";
import { FADED } from "../../base/parts/links.js";
import { scatterColours } from "../../base/parts/scatter.js";

export const TABLE = { strip: 7, left: 34, least: 80 };

export function tablePixels(values, scale) {
  return Int8Array.from(values, (v) => Math.round((127 * v) / (scale || 1)));
}

// Rows on their way: first the rows of the image go to their places, then the columns of that.
function paintMoving(context, image, places, start, size) {
  const m = places.length, edge = (at) => Math.round((at * size) / m);
  const rows = el("canvas", { width: m, height: size }), between = rows.getContext("2d");
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
  const m = places.length, sorted = new Int8Array(m * m);
  for (let i = 0; i < m; i++) {
    for (let l = 0; l < m; l++) sorted[places[i] * m + places[l]] = pixels[i * m + l];
  }
  return gramImage(sorted, m, dark);
}

function paintStrips(context, fills, groups, places, size) {
  const row = size / places.length;
  places.forEach((at, i) => {
    context.fillStyle = fills[groups[i] % 10];
    context.fillRect(TABLE.strip + at * row, 0, row + 0.3, TABLE.strip - 2);
    context.fillRect(0, TABLE.strip + at * row, TABLE.strip - 2, row + 0.3);
  });
}

// A point's row and column stay, all else steps back.
function paintCross(context, at, row, size, colours) {
  const [start, end] = [TABLE.strip + at * row, TABLE.strip + (at + 1) * row];
  const all = TABLE.strip + size;
  context.fillStyle = colours.paper;
  context.globalAlpha = 0.72;
  for (const [x0, x1] of [[TABLE.strip, start], [end, all]]) {
    for (const [y0, y1] of [[TABLE.strip, start], [end, all]]) {
      context.fillRect(x0, y0, x1 - x0, y1 - y0);
    }
  }
  context.globalAlpha = 1;
}

// A ringed pixel, and lines that lead to it from its row's and its column's group.
function paintCell(context, x, y, row, colours) {
  const side = Math.max(row + 4, 9), middle = (at) => TABLE.strip + (at + 0.5) * row;
  const [left, top] = [middle(x), middle(y)];
  for (const [ink, width] of [[colours.paper, 4], [colours.ink, 1.5]]) {
    context.strokeStyle = ink;
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(TABLE.strip, top);
    context.lineTo(left - side / 2, top);
    context.moveTo(left, TABLE.strip);
    context.lineTo(left, top - side / 2);
    context.rect(left - side / 2, top - side / 2, side, side);
    context.stroke();
  }
}

// Of other groups than the chosen ones little is left.
function paintFaded(context, { places, groups, chosen }, row, colours) {
  const others = places.filter((_, i) => !chosen.has(groups[i]));
  context.fillStyle = colours.paper;
  context.globalAlpha = 1 - FADED;
  for (const y of others) {
    for (const x of others) {
      context.fillRect(TABLE.strip + x * row, TABLE.strip + y * row, row + 0.3, row + 0.3);
    }
  }
  context.globalAlpha = 1;
}

// -> { root, key, frame, draw(picture), setMaximum(px), destroy() }
// picture: pixels Int8Array (m * m in the order of the points, 127 = `scale`), scale, signed, places
// (where each point's row stands), groups (of the points), borders (offsets of the groups' rows, none
// where they are mixed), chosen (groups that do not fade), point (whose row is lit), cell ([i, l],
// whose pixel is ringed) and told (the label in words). Where a
// pixel is looked at onCell([i, l]) is called, then onCell(null); a press calls onPick([i, l]).
export function createTable({ label, onCell = null, onPick = () => {} }) {
  const key = createColourKey(), canvas = el("canvas", { role: "img" });
  const frame = el("div", { class: "frame square" }, canvas);
  const top = el("div", { class: "heads top" }), left = el("div", { class: "heads left" });
  const root = el("div", {}, el("div", { class: "gram" }, top, left, frame));
  let picture = null, image = null, shown = null, ordered = "", colours = null, maximum = 372, headed = "";

  const side = () => Math.max(TABLE.least, Math.min(maximum, root.clientWidth - TABLE.left - 2));

  function paint() {
    if (!picture || !root.clientWidth) return;
    const all = side(), px = all - TABLE.strip, context = fitCanvas(canvas, all, all);
    const m = picture.places.length, ratio = canvas.width / all, dark = isDark(root);
    colours ??= scatterColours(root);
    paintEntries(context, Math.round(TABLE.strip * ratio), dark);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintStrips(context, colours.fills, picture.groups, picture.places, px);
    paintOver(context, px, px / m);
    key.draw(picture.signed, picture.scale, px > 300 ? 96 : px > 200 ? 48 : 24, { edge: colours.faint, dark });
    putHeads(px);
    stamp(canvas);
  }

  // In pixels of the screen. While rows move the image has them as they are given.
  function paintEntries(context, start, dark) {
    const { pixels, places } = picture, size = context.canvas.width - start;
    const isMoving = !places.every(Number.isInteger), next = isMoving ? "" : places.join();
    if (shown !== pixels || ordered !== next) image = null;
    [shown, ordered] = [pixels, next];
    image ??= isMoving ? gramImage(pixels, places.length, dark) : sortedImage(pixels, places, dark);
    context.setTransform(1, 0, 0, 1, 0, 0);
    if (isMoving) paintMoving(context, image, places, start, size);
    else {
      const quality = { imageSmoothingEnabled: places.length > size, imageSmoothingQuality: "high" };
      Object.assign(context, quality).drawImage(image, start, start, size, size);
    }
  }

  function paintOver(context, px, row) {
    const { places, point, cell, borders, chosen } = picture;
    if (chosen?.size) paintFaded(context, picture, row, colours);
    context.fillStyle = colours.ink;
    context.globalAlpha = 0.5;
    for (const at of borders.slice(1, -1)) {
      const line = Math.round(TABLE.strip + at * row);
      context.fillRect(line, TABLE.strip, 1, px);
      context.fillRect(TABLE.strip, line, px, 1);
    }
    context.globalAlpha = 1;
    if (cell) {
      const [y, x] = cell.map((i) => places[i]);
      paintCell(context, x, y, row, colours);
    } else if (point !== null && point !== undefined) {
      paintCross(context, places[point], row, px, colours);
    }
  }

  function putHeads(px) {
    const heads = { borders: picture.borders, p: picture.places.length };
    const next = [px, heads.p, ...heads.borders].join();
    if (next === headed) return;
    headed = next;
    for (const [node, name] of [[top, "left"], [left, "top"]]) {
      const marks = blockHeads(heads, px, name);
      marks.forEach((each) => { each.style[name] = `${parseFloat(each.style[name]) + TABLE.strip}px`; });
      node.replaceChildren(...marks);
    }
  }

  const pointAt = (place) => picture.places.findIndex((at) => Math.round(at) === place);

  function cellUnder(event) {
    const box = canvas.getBoundingClientRect(), m = picture.places.length;
    const place = (v) => Math.floor(((v - TABLE.strip) / (box.width - TABLE.strip)) * m);
    const at = [place(event.clientY - box.top), place(event.clientX - box.left)];
    return at.every((v) => v >= 0 && v < m) ? at.map(pointAt) : null;
  }

  function onKey(event) {
    const step = ARROWS[event.key];
    if (step && picture) {
      const last = picture.places.length - 1, keep = (v) => Math.max(0, Math.min(last, v));
      const from = picture.cell?.map((i) => Math.round(picture.places[i])) ?? [-step[1], -step[0]];
      onCell([keep(from[0] + step[1]), keep(from[1] + step[0])].map(pointAt), true);
    } else if (event.key === "Enter" && picture?.cell) onPick(picture.cell);
    else if (event.key === "Escape" && picture?.cell) onCell(null, true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function listen() {
    setAttributes(frame, {
      tabindex: 0, role: "group", "aria-label": `${label}, arrows go from pixel to pixel`,
    });
    frame.addEventListener("keydown", onKey);
    frame.addEventListener("blur", () => onCell(null));
    for (const name of ["pointermove", "pointerdown"]) {
      canvas.addEventListener(name, (event) => { if (picture) onCell(cellUnder(event)); });
    }
    canvas.addEventListener("click", (event) => {
      const cell = picture && cellUnder(event);
      if (cell) onPick(cell);
    });
    canvas.addEventListener("pointerleave", () => onCell(null));
    canvas.style.touchAction = "pan-y";
  }
  if (onCell) listen();
  const stops = [
    onResize(root, paint),
    onThemeChange(root, () => { image = colours = null; paint(); }),
  ];

  return {
    root, frame, key: key.root,
    setMaximum(px) { if (px !== maximum) { maximum = px; paint(); } },
    draw(next) {
      picture = next;
      canvas.setAttribute("aria-label", `${label}: ${picture.told}`);
      paint();
    },
    destroy() { stops.forEach((stop) => stop()); },
  };
}

// exp(-s d^2) of every two points of the plane.
export function gaussianTable(xy, s) {
  const m = xy.length / 2, K = new Float64Array(m * m);
  for (let i = 0; i < m; i++) {
    for (let l = 0; l < m; l++) {
      K[i * m + l] = Math.exp(-s * ((xy[2 * i] - xy[2 * l]) ** 2 + (xy[2 * i + 1] - xy[2 * l + 1]) ** 2));
    }
  }
  return K;
}
