// A small picture of a label kernel: its eigenvalues on a line.

import { shortNum, svg } from "../base/parts/common.js";
import { isNegative } from "./algebra.js";

const PICTURE_WIDTH = 132;

export function drawEigenvalues(ascending, A) {
  const low = Math.min(0, ascending[0]) - 0.3;
  const high = Math.max(0, ascending.at(-1)) + 0.3;
  const x = (w) => 6 + ((w - low) / (high - low)) * (PICTURE_WIDTH - 12);
  const dot = (w) =>
    svg("circle", {
      cx: x(w),
      cy: 15.5,
      r: 3.5,
      style: isNegative(w, A)
        ? "fill:var(--dc-bg);stroke:var(--dc-warn);stroke-width:2"
        : "fill:var(--dc-ink)",
    });
  const tick = (at, anchor, text) => svg("text", { x: at, y: 32, "text-anchor": anchor }, text);
  const top = ascending.at(-1),
    topText = shortNum(top, 1),
    half = 3.5 * topText.length;
  const ends = x(top) + half > PICTURE_WIDTH;
  const clear = (ends ? PICTURE_WIDTH - 2 * half : x(top) - half) > x(0) + 6;
  const described = ascending.map((w) => shortNum(w)).join(", ");
  return svg(
    "svg",
    { width: PICTURE_WIDTH, height: 34, role: "img", "aria-label": `eigenvalues ${described}` },
    svg("line", { x1: 0, x2: PICTURE_WIDTH, y1: 15.5, y2: 15.5, stroke: "var(--dc-rule-2)" }),
    svg("line", { x1: x(0), x2: x(0), y1: 6, y2: 20, stroke: "var(--dc-ink-2)" }),
    tick(x(0), "middle", "0"),
    clear ? tick(ends ? PICTURE_WIDTH : x(top), ends ? "end" : "middle", topText) : null,
    ascending.map(dot),
  );
}
