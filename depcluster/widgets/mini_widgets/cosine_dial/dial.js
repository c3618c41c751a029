// The cosine of eq. (1) from sums over clusters, the labels' table as a picture, and the dial.

import { num, svg } from "../../base/parts/common.js";
import { largestEntry } from "../../label_kernel_editor/algebra.js";
import { createPicture, lineFrom, textAt } from "../parts/stage.js";

// -> { B, length, cosine }: H Pi A Pi' H by clusters, its length, and its cosine with HKH, or NaN.
export function tableOfLabels(A, { S, n, norm }) {
  const m = n.reduce((sum, size) => sum + size, 0);
  const means = A.map((row) => row.reduce((sum, entry, l) => sum + entry * n[l], 0) / m);
  const all = means.reduce((sum, mean, j) => sum + mean * n[j], 0) / m;
  const B = A.map((row, j) => row.map((entry, l) => entry - means[j] - means[l] + all));
  let square = 0, product = 0;
  B.forEach((row, j) => row.forEach((entry, l) => {
    square += n[j] * n[l] * entry ** 2;
    product += entry * S[j][l];
  }));
  const length = Math.sqrt(square), isZero = length <= 1e-9 * m * largestEntry(A);
  return { B, length, cosine: isZero ? NaN : product / (length * norm) };
}

export const clusterCosine = (A, sums) => tableOfLabels(A, sums).cosine;

// A table that is constant in blocks, as createGram draws it.
export function blockPicture(B, { size, borders, sizes }) {
  const pixels = new Int8Array(size * size), scale = Math.max(...B.flat().map(Math.abs)) || 1;
  const block = Array.from({ length: size }, (_, row) =>
    Math.max(0, borders.findIndex((end) => row + 0.5 < end) - 1));
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) pixels[i * size + j] = Math.round((127 * B[block[i]][block[j]]) / scale);
  }
  return { pixels, p: size, borders, sizes, means: B, scale, signed: true };
}

const DIAL = { height: 168, least: -0.25 };

// `state()` is { cosine, best }.
export function createDial(state) {
  function paint(width, height) {
    const { cosine, best } = state(), roomy = width > 220, left = roomy ? 40 : 28;
    const r = Math.min(height - 30, width - left - (roomy ? 78 : 12)), ground = height - 12;
    const at = (cos, s = r) => {
      const x = Math.max(DIAL.least, Math.min(1, cos));
      return [left + s * x, ground - s * Math.sqrt(1 - x * x)];
    };
    const [bx, by] = at(best, r - 9), [ex, ey] = at(best, r + 7);
    const hand = (cos, kind) => {
      const [x, y] = at(cos), turn = Math.atan2(y - ground, x - left);
      const wing = (by) => `${x - 12 * Math.cos(turn + by)} ${y - 12 * Math.sin(turn + by)}`;
      return [lineFrom(left, ground, x, y, { class: kind, stroke: null }),
        svg("path", { class: kind, d: `M${wing(0.4)}L${x} ${y}L${wing(-0.4)}` })];
    };
    const between = Number.isFinite(cosine) ? at(cosine, 0.34 * r) : null;
    return [
      svg("path", { class: "arc", d: `M${left + r} ${ground}A${r} ${r} 0 0 0 ${left} ${ground - r}` }),
      [15, 30, 45, 60, 75].map((degrees) => {
        const cos = Math.cos((degrees * Math.PI) / 180);
        return lineFrom(...at(cos), ...at(cos, r + 4));
      }),
      svg("line", { class: "best", x1: bx, y1: by, x2: ex, y2: ey }),
      roomy ? textAt(...at(best, r + 14), `best ${num(best, 3)}`, { class: "best" }) : null,
      between ? svg("path", { class: "opening", d: `M${left + 0.34 * r} ${ground}A${0.34 * r} ${0.34 * r} 0 0 0 ${between.join(" ")}` }) : null,
      hand(1, "points"), between ? hand(cosine, "labels") : null,
    ];
  }
  return createPicture({
    title: "Angle", note: "grey: points; black: labels", label: "Dial",
    height: DIAL.height, paint,
  });
}
