// A Gram matrix as a picture: rows sorted by cluster, block borders, a mark at each block.

import {
  ARROWS, colour, counted, el, fitCanvas, isDark, keptWidth, mark, matrixColour, MINUS, num, onResize,
  onThemeChange, stamp,
} from "./common.js";
import { liveRegion } from "./controls.js";
import { createLinks } from "./links.js";

export function gramImage(pixels, p, dark) {
  const table = new Uint8ClampedArray(4 * 256).fill(255), image = new ImageData(p, p);
  for (let v = -128; v < 128; v++) table.set(matrixColour(v / 127, dark), 4 * (v + 128));
  const colours = new Uint32Array(table.buffer), out = new Uint32Array(image.data.buffer);
  for (let q = 0; q < p * p; q++) out[q] = colours[pixels[q] + 128];
  const sheet = el("canvas", { width: p, height: p });
  sheet.getContext("2d").putImageData(image, 0, 0);
  return sheet;
}

// The bar of colours in the caption, from 0 or the negative of `scale` up to `scale`.
export function createColourKey() {
  const canvas = el("canvas", { "aria-hidden": "true" });
  const low = el("span", {}), high = el("span", {});
  const root = el("span", { class: "key" }, low, canvas, high);
  let drawn = "";
  function draw(negative, scale, width, { edge, dark }) {
    const bar = [negative, width, dark, edge].join();
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
    context.strokeStyle = edge;
    context.strokeRect(0.5, 0.5, width - 1, 7);
  }
  return { root, draw };
}

const blockCount = (picture) => Math.max(0, picture.borders.length - 1);
const borderAt = (picture, k, px) => (picture.borders[k] / picture.p) * px;

// Blocks of no highlighted cluster step back to 16 %.
function fadeBlocks(context, picture, px, chosen, paper) {
  context.fillStyle = paper;
  context.globalAlpha = 0.84;
  for (let i = 0; i < blockCount(picture); i++) {
    for (let j = 0; j < blockCount(picture); j++) {
      if (chosen.has(i) || chosen.has(j)) continue;
      const [x, y] = [borderAt(picture, j, px), borderAt(picture, i, px)];
      context.fillRect(x, y, borderAt(picture, j + 1, px) - x, borderAt(picture, i + 1, px) - y);
    }
  }
  context.globalAlpha = 1;
}

function drawBorders(context, picture, px, ink, alpha) {
  context.fillStyle = ink;
  context.globalAlpha = alpha;
  for (let k = 1; k < blockCount(picture); k++) {
    const line = Math.round(borderAt(picture, k, px));
    context.fillRect(line, 0, 1, px);
    context.fillRect(0, line, px, 1);
  }
  context.globalAlpha = 1;
}

// Marks at the blocks' middles, with numbers if all of them fit. `side` is the CSS side they run
// from.
export function blockHeads(picture, px, side) {
  const blocks = Array.from({ length: blockCount(picture) }, (_, k) => {
    const [a, b] = [borderAt(picture, k, px), borderAt(picture, k + 1, px)];
    return { k, size: b - a, middle: (a + b) / 2 };
  }).filter(({ size }) => size >= 9);
  const named = side === "top" || blocks.every(({ size }) => size >= 26);
  return blocks.map(({ k, middle }) => el("span", { style: `${side}:${middle}px` },
    mark(k, 3.6), named ? String(k) : null));
}

function blockUnder(picture, canvas, event) {
  const box = canvas.getBoundingClientRect(), last = blockCount(picture) - 1;
  const find = (v) => {
    const next = picture.borders.findIndex((_, k) => v < borderAt(picture, k, box.width));
    return next < 0 ? last : Math.max(0, next - 1);
  };
  return last < 0 ? null : [find(event.clientY - box.top), find(event.clientX - box.left)];
}

const pairName = (i, j) => (i === j ? `within cluster ${i}` : `clusters ${i} and ${j}`);

// The outline of one block with a tip beside it.
function createBlockTip() {
  const outline = el("div", { class: "block", hidden: true });
  const tip = el("div", { class: "tip", hidden: true });
  function put(picture, at, px) {
    outline.hidden = tip.hidden = at === null;
    if (at === null) return;
    const [i, j] = at, x = borderAt(picture, j, px), y = borderAt(picture, i, px);
    const w = borderAt(picture, j + 1, px) - x, h = borderAt(picture, i + 1, px) - y;
    const place = { left: x, top: y, width: w, height: h };
    for (const [name, value] of Object.entries(place)) outline.style[name] = `${value}px`;
    tip.replaceChildren(el("b", {}, `mean ${num(picture.means[i][j])}`),
      el("span", {}, pairName(i, j)),
      el("span", {}, `${picture.sizes[i]} × ${counted(picture.sizes[j], "point")}`));
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
  for (const [style, width] of [[colours.paper, 3], [colours.accent, 1.5]]) {
    context.fillStyle = style;
    context.fillRect(0, row - width / 2, px, width);
    context.fillRect(row - width / 2, 0, width, px);
  }
}

// -> { root, key, draw(picture), setMaximum(px), destroy() }
// picture: pixels Int8Array (p * p, 127 = the largest absolute value), p, borders [c + 1 offsets in
// 0..p, or none where rows are not sorted], means c x c, sizes, signed, scale (that largest value),
// and labels where links tell which row to show. `key` is the bar of colours, for the headline.
export function createGram({ label, links = createLinks() }) {
  const key = createColourKey(), canvas = el("canvas", { role: "img" }), tip = createBlockTip();
  const frame = el("div", { class: "frame square", tabindex: 0, role: "group",
    "aria-label": label }, canvas, tip.nodes);
  const top = el("div", { class: "heads top" }), left = el("div", { class: "heads left" });
  const live = liveRegion(), body = el("div", { class: "gram" }, top, left, frame);
  const root = el("div", {}, body, live.root);
  let picture = null, image = null, maximum = 372, at = null, rows = null;
  let colours = null, headed = "";

  const side = () => Math.max(96, Math.min(maximum, room.get() - 36));

  function paint() {
    if (!picture || !room.get()) return;
    const px = side(), context = fitCanvas(canvas, px, px);
    colours ??= {
      paper: colour(root, "--dc-bg"), ink: colour(root, "--dc-ink"), dark: isDark(root),
      accent: colour(root, "--dc-accent"), edge: colour(root, "--dc-rule-2"),
    };
    const { dark } = colours;
    image ??= gramImage(picture.pixels, picture.p, dark);
    context.imageSmoothingEnabled = picture.p > px;
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, px, px);
    const chosen = links.clusters;
    if (chosen.size) fadeBlocks(context, picture, px, chosen, colours.paper);
    const alpha = dark && blockCount(picture) > 6 ? 0.3 : 0.5;
    drawBorders(context, picture, px, colours.ink, alpha);
    if (picture.labels && links.point !== null) {
      rows ??= placesOfRows(picture.labels, picture.p);
      drawPointRow(context, (rows[links.point] / picture.p) * px, px, colours);
    }
    key.draw(picture.signed, picture.scale ?? 1, px > 300 ? 96 : px > 200 ? 64 : 24, colours);
    putHeads(px);
    tip.put(picture, at, px);
    stamp(canvas);
  }

  function putHeads(px) {
    const next = [px, picture.p, ...picture.borders].join();
    if (next === headed) return;
    headed = next;
    top.replaceChildren(...blockHeads(picture, px, "left"));
    left.replaceChildren(...blockHeads(picture, px, "top"));
  }

  function choose(next) {
    at = next;
    tip.put(picture, at, side());
  }

  const toggleBlock = () => { if (at) new Set(at).forEach((k) => links.toggle(k)); };

  function onKey(event) {
    const step = ARROWS[event.key], last = picture ? blockCount(picture) - 1 : -1;
    if (step && last >= 0) {
      const keep = (v) => Math.max(0, Math.min(last, v));
      const [i, j] = at ? [keep(at[0] + step[1]), keep(at[1] + step[0])] : [0, 0];
      choose([i, j]);
      const { means, sizes } = picture;
      const size = `${sizes[i]} by ${counted(sizes[j], "point")}`;
      live.say(`${pairName(i, j)}: mean ${num(means[i][j])}, ${size}`);
    } else if (event.key === "Enter" && at) toggleBlock();
    else if (event.key === "Escape") { choose(null); links.clear(); }
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  frame.addEventListener("keydown", onKey);
  frame.addEventListener("blur", () => choose(null));
  const follow = (event) => { if (picture) choose(blockUnder(picture, canvas, event)); };
  canvas.addEventListener("pointermove", follow);
  canvas.addEventListener("pointerdown", follow);
  canvas.addEventListener("click", toggleBlock);
  canvas.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse") choose(null);
  });
  const room = keptWidth(root);
  const stops = [
    room.destroy, onResize(root, paint),
    onThemeChange(root, () => { image = colours = null; paint(); }),
    links.on(paint),
  ];

  return {
    root, key: key.root,
    setMaximum(px) { if (px !== maximum) { maximum = px; paint(); } },
    draw(next) {
      [picture, image, rows] = [next, null, null];
      const blocks = blockCount(picture);
      if (at && Math.max(...at) >= blocks) at = null;
      canvas.setAttribute("aria-label", blocks
        ? `Gram matrix sorted by cluster, ${counted(blocks, "block")}: ${picture.sizes.join(", ")}`
        : `Gram matrix of ${counted(picture.p, "row")} in the given order`);
      paint();
    },
    destroy() { stops.forEach((stop) => stop()); },
  };
}
