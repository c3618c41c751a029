// Geometry of the embedding's picture: directions are kept, lengths drawn as their square roots.

import { fitPlane } from "../../base/parts/plane.js";

// n vectors of p numbers each, two or three of them; a shorter far end, the same angle.
export function rooted(vectors, p) {
  const out = new Float32Array(vectors.length);
  for (let i = 0; i < vectors.length; i += p) {
    let square = 0;
    for (let j = 0; j < p; j++) square += vectors[i + j] ** 2;
    const factor = square > 0 ? square ** -0.25 : 0;
    for (let j = 0; j < p; j++) out[i + j] = vectors[i + j] * factor;
  }
  return out;
}

// The view: two coordinates as they are; three turned by `yaw` about the third, tilted by `pitch`.
export function viewOf(p, turn) {
  if (p === 2)
    return [
      [1, 0],
      [0, 1],
    ];
  const { yaw, pitch } = turn,
    [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
  return [
    [cy, sy, 0],
    [-sy * sp, cy * sp, cp],
  ];
}

// The view that looks along the sum of three-dimensional directions, so that they stand apart.
export function viewAlong(vectors) {
  const sum = [0, 0, 0];
  for (let i = 0; i < vectors.length; i += 3) {
    const length = Math.hypot(vectors[i], vectors[i + 1], vectors[i + 2]) || 1;
    for (let j = 0; j < 3; j++) sum[j] += vectors[i + j] / length;
  }
  const size = Math.hypot(...sum);
  return size < 1e-6
    ? { yaw: 0.6, pitch: 0.45 }
    : { yaw: Math.atan2(sum[0], -sum[1]), pitch: Math.asin(sum[2] / size) };
}

// Vectors of p numbers -> pixels around an origin; the second coordinate goes up.
export function projected(vectors, p, view, { scale, ox, oy }) {
  const at = new Float32Array((vectors.length / p) * 2);
  for (let i = 0, k = 0; i < vectors.length; i += p, k += 2) {
    let x = 0,
      y = 0;
    for (let j = 0; j < p; j++) {
      x += view[0][j] * vectors[i + j];
      y += view[1][j] * vectors[i + j];
    }
    at[k] = ox + x * scale;
    at[k + 1] = oy - y * scale;
  }
  return at;
}

// Two coordinates fill the picture with the origin in it; three keep their scale while turning.
export function frameOf(vectors, p, w, h, pad) {
  if (p === 3) {
    let most = 1e-12;
    for (let i = 0; i < vectors.length; i += 3) {
      most = Math.max(most, Math.hypot(vectors[i], vectors[i + 1], vectors[i + 2]));
    }
    return { scale: (Math.min(w, h) / 2 - pad) / most, ox: w / 2, oy: h / 2 };
  }
  const around = new Float32Array(vectors.length + 2);
  around.set(vectors);
  const { scale, left, top } = fitPlane(w, h, pad, around);
  return { scale, ox: left, oy: top };
}

// Points on the great circle between two directions.
export function arcBetween(a, b, steps = 24) {
  const unit = (v) => v.map((x) => x / (Math.hypot(...v) || 1));
  const [u, v] = [unit([...a]), unit([...b])];
  const angle = Math.acos(
    Math.max(
      -1,
      Math.min(
        1,
        u.reduce((sum, x, j) => sum + x * v[j], 0),
      ),
    ),
  );
  const part = (t) => {
    if (angle < 1e-6) return u;
    const [s, e] = [Math.sin((1 - t) * angle), Math.sin(t * angle)].map((x) => x / Math.sin(angle));
    return u.map((x, j) => s * x + e * v[j]);
  };
  return Array.from({ length: steps + 1 }, (_, i) => part(i / steps));
}
