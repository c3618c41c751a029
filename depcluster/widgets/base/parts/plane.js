// A plane in pixels: one scale for both axes, places, and what lies near or in a direction.

import { num } from "./common.js";

// One scale for both axes, the points of `around` centred; `back` leads from a pixel to the plane.
export function fitPlane(w, h, pad, around) {
  let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < around.length; i += 2) {
    x0 = Math.min(x0, around[i]);
    x1 = Math.max(x1, around[i]);
    y0 = Math.min(y0, around[i + 1]);
    y1 = Math.max(y1, around[i + 1]);
  }
  const scale = Math.min((w - 2 * pad) / (x1 - x0 || 1), (h - 2 * pad) / (y1 - y0 || 1));
  const [left, top] = [w / 2 - ((x0 + x1) / 2) * scale, h / 2 + ((y0 + y1) / 2) * scale];
  return {
    scale,
    left,
    top,
    back: (px, py) => [(px - left) / scale, (top - py) / scale],
  };
}

export function placePoints(xy, { scale, left, top }) {
  const at = new Float32Array(xy.length);
  for (let i = 0; i < xy.length; i += 2) {
    at[i] = left + xy[i] * scale;
    at[i + 1] = top - xy[i + 1] * scale;
  }
  return at;
}

export const fitPoints = (xy, w, h, pad, around) => placePoints(xy, fitPlane(w, h, pad, around));

export function nearestPoint(at, x, y, within) {
  let best = null,
    least = within * within;
  for (let i = 0; i < at.length; i += 2) {
    const d = (at[i] - x) ** 2 + (at[i + 1] - y) ** 2;
    if (d < least) [best, least] = [i / 2, d];
  }
  return best;
}

// The place under a pixel, rounded to a step of 1, 2 or 5 that a hand can hit.
export function roundedPlace({ scale, back }, px, py) {
  const power = 10 ** Math.floor(Math.log10(2 / scale));
  const step = power * [1, 2, 5, 10].find((s) => s * power * scale >= 2);
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const at = back(px, py).map((v) => Number((Math.round(v / step) * step).toFixed(digits)));
  return { at, text: at.map((v) => num(v, digits)).join(", ") };
}

// The point that lies nearest in a direction; going sideways costs double.
export function nextPoint(at, from, [dx, dy]) {
  let best = from,
    least = Infinity;
  for (let i = 0; i < at.length / 2; i++) {
    const x = at[2 * i] - at[2 * from],
      y = at[2 * i + 1] - at[2 * from + 1];
    const ahead = x * dx + y * dy,
      aside = Math.abs(x * dy - y * dx);
    if (i === from || ahead <= 0 || aside > 2 * ahead) continue;
    if (ahead + 2 * aside < least) [best, least] = [i, ahead + 2 * aside];
  }
  return best;
}

// How many times higher than wide the points are, 1 where they have no width.
export function shapeOf(xy) {
  const { scale: wide } = fitPlane(1, Infinity, 0, xy),
    { scale: high } = fitPlane(Infinity, 1, 0, xy);
  return Number.isFinite(wide / high) ? wide / high : 1;
}
