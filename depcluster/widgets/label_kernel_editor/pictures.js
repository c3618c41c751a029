// Two small pictures of a label kernel: its eigenvalues on a line, and its entries as a graph.

import { mark, matrixColour, setAttributes, shortNum, svg } from "../base/parts/common.js";
import { isNegative, largestEntry } from "./algebra.js";

const PICTURE_WIDTH = 132;

export function drawEigenvalues(ascending, A) {
  const low = Math.min(0, ascending[0]) - 0.3;
  const high = Math.max(0, ascending.at(-1)) + 0.3;
  const x = (w) => 6 + ((w - low) / (high - low)) * (PICTURE_WIDTH - 12);
  const dot = (w) =>
    svg("circle", {
      cx: x(w), cy: 15.5, r: 3.5,
      style: isNegative(w, A)
        ? "fill:var(--dc-bg);stroke:var(--dc-warn);stroke-width:2"
        : "fill:var(--dc-ink)",
    });
  const tick = (at, anchor, text) => svg("text", { x: at, y: 32, "text-anchor": anchor }, text);
  const top = ascending.at(-1), topText = shortNum(top, 1), half = 3.5 * topText.length;
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

// Edges carry size as width and sign as hue and dash.
export function drawRelations(A, dark) {
  const size = A.length;
  const middle = PICTURE_WIDTH / 2;
  const place = (k) => {
    const angle = (2 * Math.PI * k) / size;
    return [middle + 52 * Math.sin(angle), middle - 52 * Math.cos(angle)];
  };
  const largest = largestEntry(A);
  const edges = [];
  for (let i = 0; i < size; i++) {
    for (let j = i + 1; j < size; j++) {
      if (Math.abs(A[i][j]) < 1e-9) continue;
      const [[x1, y1], [x2, y2]] = [place(i), place(j)];
      const stroke = `rgb(${matrixColour(A[i][j] < 0 ? -0.62 : 0.62, dark)})`;
      const width = 1 + (3.5 * Math.abs(A[i][j])) / largest;
      const dash = A[i][j] < 0 ? { "stroke-dasharray": "3 3" } : {};
      edges.push(svg("line", { x1, y1, x2, y2, stroke, "stroke-width": width, ...dash }));
    }
  }
  const node = (_, k) => {
    const [x, y] = place(k);
    const shape = mark(k, 5.5);
    setAttributes(shape, { x: x - 8.5, y: y - 8.5 });
    return [svg("circle", { cx: x, cy: y, r: 9, fill: "var(--dc-bg)" }), shape];
  };
  const label = "clusters joined where their entry is not zero";
  const frame = { width: PICTURE_WIDTH, height: PICTURE_WIDTH, role: "img", "aria-label": label };
  return svg("svg", frame, edges, A.map(node));
}
