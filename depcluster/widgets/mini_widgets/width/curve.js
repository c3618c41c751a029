// Agreement over the widths: a dot that is dragged from width to width.

import { createChart, dot, line, namesBelow, namesLeft, upright } from "../../base/parts/chart.js";
import { num, svg } from "../../base/parts/common.js";
import { part } from "../../base/parts/patch.js";
import { createHandle } from "../parts/handle.js";

const MARKED = [0.1, 0.25, 1, 3, 10, 30, 100];

// The median rule's width, where it is one of those.
const medianRule = [
  upright(1, "var(--dc-rule-2)", { "stroke-dasharray": "3 3" }),
  ({ x, top }) => part("text", { x: x(1) + 4, y: top + 8 }, "median rule"),
];

// -> { root, draw(ari, at), setHeight(px), destroy() }; onmove(at) is told where a hand leads.
export function createCurve({ factors, onmove }) {
  const [low, high] = [factors[0], factors.at(-1)], isSeen = (factor) => factor >= low && factor <= high;
  const handle = createHandle({
    label: "width on the curve", range: [0, factors.length - 1], step: 1, page: 4, onmove,
    from: (px) => chart.nearest(px),
    seen: [svg("circle", { class: "halo", r: 9 }), svg("circle", { class: "dot", r: 6 })],
  });
  const chart = createChart({
    margins: { left: 34, right: 12, top: 14, bottom: 34 }, height: 250, onGo: onmove, handles: [handle.root],
    attrs: { class: "curve", role: "group", "aria-label": "agreement at each width" },
  });
  const names = MARKED.filter(isSeen).map((f) => [f, `×${Number(f.toPrecision(2))}`]);
  const axes = (levels) => [
    namesLeft(levels.map((v) => [v, num(v, 1)]), { stroke: "var(--dc-rule)" }), namesBelow(names),
    ({ left, right, floor }) => part("text", {
      x: (left + right) / 2, y: floor + 31, "text-anchor": "middle" }, "s / median rule"),
    isSeen(1) ? medianRule : null,
  ];
  return {
    root: chart.root, setHeight: chart.setHeight, destroy: chart.destroy,
    draw(ari, at) {
      const least = Math.min(-0.1, ...ari), factor = factors[at];
      const words = `${factor} times the median rule, ARI ${num(ari[at])}`;
      chart.update({
        x: [low, high, Math.log], y: [least, 1.05], stops: factors,
        marks: [
          axes(least < -0.2 ? [-0.5, 0, 0.5, 1] : [0, 0.5, 1]),
          line(ari, { stroke: "var(--dc-ink-3)", "stroke-width": 1.25 }, (k) => factors[k]),
          ari.map((v, k) => dot(factors[k], v, { r: 2.5, fill: "var(--dc-ink)" })),
          ({ x, y }) => { handle.put(x(factor), y(ari[at]), at, words); },
        ],
      });
    },
  };
}
