// The picture of a square matrix: a canvas with marks of clusters above it and beside it, the scale
// of its colours, and cells that a pointer or arrow keys look at.

import {
  ARROWS,
  el,
  fitCanvas,
  mark,
  matrixColour,
  MINUS,
  setAttributes,
  stamp,
} from "./common.js";
import { FADED } from "./selection.js";
import { createPainter } from "./painter.js";

const HEADS = { left: 34, top: 20 };

// Bytes, 127 standing for the largest, as a canvas of p * p; `sheet` is one to paint over.
export function matrixImage(pixels, p, dark, sheet = el("canvas")) {
  const table = coloursOfBytes(dark),
    image = new ImageData(p, p),
    out = new Uint32Array(image.data.buffer);
  for (let q = 0; q < p * p; q++) out[q] = table[pixels[q] + 128];
  if (sheet.width !== p) Object.assign(sheet, { width: p, height: p });
  sheet.getContext("2d").putImageData(image, 0, 0);
  return sheet;
}

const TABLES = {};

function coloursOfBytes(dark) {
  TABLES[dark] ??= new Uint32Array(
    Uint8ClampedArray.from({ length: 4 * 256 }, (_, t) =>
      t % 4 === 3 ? 255 : matrixColour((Math.floor(t / 4) - 128) / 127, dark)[t % 4],
    ).buffer,
  );
  return TABLES[dark];
}

// The bar of colours in the caption, from 0 or the negative of `scale` up to `scale`.
function createColourKey() {
  const canvas = el("canvas", { "aria-hidden": "true" });
  const low = el("span", {}),
    high = el("span", {});
  const root = el("span", { class: "key" }, low, canvas, high);
  let drawn = "";
  function draw(negative, scale, width, { faint, dark }) {
    const bar = [negative, width, dark, faint].join();
    high.textContent = String(Number(scale.toPrecision(2)));
    low.textContent = negative ? MINUS + high.textContent : "0";
    if (bar === drawn) return;
    drawn = bar;
    const context = fitCanvas(canvas, width, 8);
    for (let i = 0; i < width; i++) {
      const share = i / (width - 1);
      context.fillStyle = `rgb(${matrixColour(negative ? 2 * share - 1 : share, dark).join(",")})`;
      context.fillRect(i, 0, 1, 8);
    }
    context.strokeStyle = faint;
    context.strokeRect(0.5, 0.5, width - 1, 7);
  }
  return { root, draw };
}

// Little is left of what lies in two of some spans [from, to], of the rows and of the columns.
export function fadeSpans(context, spans, paper, alpha = 1 - FADED) {
  context.fillStyle = paper;
  context.globalAlpha = alpha;
  for (const [top, low] of spans) {
    for (const [left, right] of spans) context.fillRect(left, top, right - left, low - top);
  }
  context.globalAlpha = 1;
}

export function drawBorders(context, lines, px, ink, alpha) {
  context.fillStyle = ink;
  context.globalAlpha = alpha;
  for (const line of lines.map(Math.round)) {
    context.fillRect(line, 0, 1, px);
    context.fillRect(0, line, px, 1);
  }
  context.globalAlpha = 1;
}

// Marks at the middles of blocks, with numbers if all of them fit. `side` is the CSS side they run
// from.
function blockHeads(ends, inset, side) {
  const blocks = ends
    .slice(1)
    .map((end, k) => ({ k, size: end - ends[k], middle: inset + (ends[k] + end) / 2 }))
    .filter(({ size }) => size >= 9);
  const named = side === "top" || blocks.every(({ size }) => size >= 26);
  return blocks.map(({ k, middle }) =>
    el("span", { style: `${side}:${middle}px` }, mark(k, 3.6), named ? String(k) : null),
  );
}

// paint(context, px) draws the matrix `px` wide, its corner `inset` off that of the canvas, and
// returns the ends of its blocks in pixels, the first of them 0, or nothing where there is no
// matrix yet. Where cells are looked at, `cells` has
//   count(), indexAt(px, all)   how many rows there are, and which lies at a pixel of `all`,
//   at()                        the cell that is looked at, [row, column] or null,
//   look(cell, spoken), pick(cell)   and
//   leave() -> whether there was anything to let go of.
// -> { root, frame, canvas, key: { root, draw(signed, scale, width, colours) }, draw(), fit(),
//      setMaximum(px), side() of the canvas, destroy() }
export function createMatrix({
  label,
  paint,
  cells = null,
  inset = 0,
  least,
  maximum = 372,
  selection = null,
}) {
  const key = createColourKey(),
    canvas = el("canvas", { role: "img" });
  const frame = el("div", { class: "frame square" }, canvas);
  const top = el("div", { class: "heads top" }),
    left = el("div", { class: "heads left" });
  const root = el("div", { class: "gram" }, top, left, frame);
  let headed = "";

  const sideOf = (width) => Math.max(least, Math.min(maximum, width - HEADS.left - 2));

  function paintAll(width, colours) {
    const side = sideOf(width),
      context = fitCanvas(canvas, side, side);
    context.translate(inset, inset);
    const ends = paint(context, side - inset, colours);
    if (cells) frame.tabIndex = cells.count() ? 0 : -1; // without cells its keys have nothing to do
    if (!ends) return;
    if (headed !== ends.join()) {
      top.replaceChildren(...blockHeads(ends, inset, "left"));
      left.replaceChildren(...blockHeads(ends, inset, "top"));
    }
    headed = ends.join();
    stamp(canvas);
  }

  function cellUnder(event) {
    const box = canvas.getBoundingClientRect(),
      count = cells.count();
    if (!count) return null;
    const cell = [event.clientY - box.top, event.clientX - box.left].map((v) =>
      cells.indexAt(v - inset, box.width - inset),
    );
    return cell.every((k) => k >= 0 && k < count) ? cell : null;
  }

  function onKey(event) {
    const step = ARROWS[event.key],
      last = cells.count() - 1,
      at = cells.at();
    const moved = (k) => Math.max(0, Math.min(last, at[k] + step[1 - k]));
    if (step && last >= 0) cells.look(at ? [moved(0), moved(1)] : [0, 0], true);
    else if (event.key === "Enter" && at) cells.pick(at);
    else if (event.key !== "Escape" || !cells.leave()) return;
    event.preventDefault();
    event.stopPropagation();
  }

  function listen() {
    setAttributes(frame, { role: "group", "aria-label": label, onkeydown: onKey });
    frame.addEventListener("blur", () => cells.look(null));
    for (const name of ["pointermove", "pointerdown"]) {
      canvas.addEventListener(name, (event) => cells.look(cellUnder(event)));
    }
    canvas.addEventListener("click", (event) => {
      const cell = cellUnder(event);
      if (cell) cells.pick(cell);
    });
  }
  if (cells) listen();
  const painter = createPainter(root, paintAll, { selection });
  return {
    root,
    frame,
    canvas,
    key,
    draw: painter.draw,
    fit: painter.fit,
    destroy: painter.destroy,
    setMaximum(px) {
      if (px !== maximum) {
        maximum = px;
        painter.fit();
      }
    },
    side: () => sideOf(root.clientWidth),
  };
}
