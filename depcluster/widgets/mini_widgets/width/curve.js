// Agreement over the widths: a dot that is dragged from width to width.

import { el, num, onResize, setAttributes, svg } from "../../base/parts/common.js";
import { onDrag } from "../../base/parts/controls.js";
import { createGrip } from "../parts/grip.js";

const CURVE = { left: 34, right: 12, top: 14, bottom: 34 };

// -> { root, draw(ari, at), setHeight(px), destroy() }; onmove(at) is told where a hand leads.
export function createCurve({ factors, onmove }) {
  const back = svg("g", { "aria-hidden": "true" }), last = factors.length - 1;
  const low = Math.log(factors[0]), high = Math.log(factors[last]);
  let width = 0, height = 250, shown = null;
  const x = (factor) => CURVE.left
    + ((Math.log(factor) - low) / (high - low)) * (width - CURVE.left - CURVE.right);
  const nearest = (px) => factors.reduce((best, factor, k) =>
    (Math.abs(x(factor) - px) < Math.abs(x(factors[best]) - px) ? k : best), 0);
  const grip = createGrip({
    label: "width on the curve", range: [0, last], step: 1, page: 4, from: nearest, onmove,
    seen: [svg("circle", { class: "halo", r: 9 }), svg("circle", { class: "dot", r: 6 })],
  });
  const drawing = svg("svg", { role: "group", "aria-label": "agreement at each width" }, back, grip.root);
  const root = el("div", { class: "curve" }, drawing);

  function axes(y, floor) {
    const levels = floor < -0.2 ? [-0.5, 0, 0.5, 1] : [0, 0.5, 1];
    const marked = [0.1, 0.25, 1, 3, 10, 30, 100].filter((f) => f >= factors[0] && f <= factors[last]);
    const line = (x1, y1, x2, y2, more = {}) =>
      svg("line", { x1, y1, x2, y2, stroke: "var(--dc-rule)", ...more });
    const hasRule = factors[0] <= 1 && factors[last] >= 1;
    return [
      levels.map((v) => [line(CURVE.left, y(v), width - CURVE.right, y(v)),
        svg("text", { x: CURVE.left - 6, y: y(v) + 4, "text-anchor": "end" }, num(v, 1))]),
      marked.map((f) => svg("text", {
        x: x(f), y: height - 18, "text-anchor": "middle" }, `×${Number(f.toPrecision(2))}`)),
      svg("text", { x: (CURVE.left + width - CURVE.right) / 2, y: height - 3,
        "text-anchor": "middle" }, "s / median rule"),
      hasRule ? [line(x(1), CURVE.top, x(1), height - CURVE.bottom, {
        stroke: "var(--dc-rule-2)", "stroke-dasharray": "3 3" }),
        svg("text", { x: x(1) + 4, y: CURVE.top + 8 }, "median rule")] : [],
    ];
  }

  function paint() {
    width = root.clientWidth;
    if (!width || !shown) return;
    const [ari, at] = shown, floor = Math.min(-0.1, ...ari);
    const y = (v) => height - CURVE.bottom
      - ((v - floor) / (1.05 - floor)) * (height - CURVE.top - CURVE.bottom);
    setAttributes(drawing, { width, height });
    back.replaceChildren(...[axes(y, floor),
      svg("polyline", { points: ari.map((v, k) => `${x(factors[k])},${y(v)}`).join(" "),
        fill: "none", stroke: "var(--dc-ink-3)", "stroke-width": 1.25 }),
      ari.map((v, k) => svg("circle", { cx: x(factors[k]), cy: y(v), r: 2.5, fill: "var(--dc-ink)" })),
    ].flat(Infinity));
    grip.put(x(factors[at]), y(ari[at]), at, `${factors[at]} times the median rule, ARI ${num(ari[at])}`);
  }

  onDrag(root, (px) => onmove(nearest(px)));
  const stop = onResize(root, paint);
  return {
    root,
    draw(ari, at) { shown = [ari, at]; paint(); },
    setHeight(px) { if (px !== height) { height = px; paint(); } },
    destroy: stop,
  };
}
