// Many marks of few kinds: each kind is drawn once for every quarter of a pixel, and its pixels are
// laid one over the other from there, at a fraction of what so many paths would cost.

import { el } from "./common.js";

const PHASES = 4;

// `draw(context, kind)` draws a mark about the origin, no farther from it than `reach(kind)`; kinds
// are small whole numbers. -> of(kind): { half, side, pixels }, one square of `side` beside the
// other, a row to a phase
export function createSprites(ratio, reach, draw) {
  const room = el("canvas"),
    brush = room.getContext("2d", { willReadFrequently: true }),
    made = [];
  return (kind) => {
    if (made[kind]) return made[kind];
    const half = Math.ceil(reach(kind) * ratio) + 1,
      side = 2 * half;
    Object.assign(room, { width: side, height: side * PHASES * PHASES });
    for (let q = 0; q < PHASES * PHASES; q++) {
      const x = half + (q % PHASES) / PHASES,
        y = half + Math.floor(q / PHASES) / PHASES;
      brush.setTransform(ratio, 0, 0, ratio, x, side * q + y);
      draw(brush, kind);
    }
    const { data } = brush.getImageData(0, 0, room.width, room.height);
    made[kind] = { half, side, pixels: new Uint32Array(data.buffer) };
    return made[kind];
  };
}

const layers = new WeakMap(); // of canvases

function layerFor(canvas) {
  const { width, height } = canvas,
    old = layers.get(canvas);
  if (old?.image.width === width && old.image.height === height) {
    old.pixels.fill(0);
    return old;
  }
  const image = new ImageData(width, height),
    sheet = el("canvas", { width, height });
  const layer = { image, sheet, pixels: new Uint32Array(image.data.buffer) };
  layers.set(canvas, layer);
  return layer;
}

// The marks `order` lists, of kinds[i] at (at[2 i], at[2 i + 1]), the later ones over the earlier.
export function pasteSprites(context, spriteOf, order, kinds, at) {
  const { canvas } = context,
    { a: ratio, e: left, f: top } = context.getTransform();
  const { image, sheet, pixels } = layerFor(canvas);
  for (const i of order) {
    const sprite = spriteOf(kinds[i]);
    const x = Math.round(PHASES * (at[2 * i] * ratio + left)),
      u = Math.floor(x / PHASES);
    const y = Math.round(PHASES * (at[2 * i + 1] * ratio + top)),
      v = Math.floor(y / PHASES);
    const phase = x - PHASES * u + PHASES * (y - PHASES * v);
    layOver(pixels, canvas, sprite, phase, u - sprite.half, v - sprite.half);
  }
  sheet.getContext("2d").putImageData(image, 0, 0);
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(sheet, 0, 0);
  context.restore();
}

// Colours are 0xAABBGGRR and not multiplied by their alpha.
function layOver(pixels, { width, height }, { side, pixels: own }, phase, x, y) {
  const from = Math.max(0, -x),
    to = Math.min(side, width - x),
    end = Math.min(side, height - y);
  for (let v = Math.max(0, -y); v < end; v++) {
    const row = side * (side * phase + v),
      place = (y + v) * width + x;
    for (let u = from; u < to; u++) {
      const above = own[row + u],
        below = pixels[place + u];
      if (above < 0x1000000) continue;
      pixels[place + u] = above >= 0xff000000 || below < 0x1000000 ? above : mixed(above, below);
    }
  }
}

function mixed(above, below) {
  const a = above >>> 24,
    all = a + ((below >>> 24) * (255 - a)) / 255,
    share = a / all,
    rest = 1 - share;
  const blue = ((above >> 16) & 255) * share + ((below >> 16) & 255) * rest + 0.5;
  const green = ((above >> 8) & 255) * share + ((below >> 8) & 255) * rest + 0.5;
  const red = (above & 255) * share + (below & 255) * rest + 0.5;
  return (((all + 0.5) << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
