// Agreement over the widths: a dot that is dragged from width to width.

import { dot, line, namesBelow, namesLeft, upright } from "../../base/parts/chart.js";
import { num, svg } from "../../base/parts/common.js";
import { part } from "../../base/parts/patch.js";
import { createHandle } from "../parts/handle.js";
import { axisName, createPlot } from "../parts/plot.js";

const MARKED = [0.1, 0.25, 1, 3, 10, 30, 100];

// The median rule's width, where it is one of those.
const medianRule = [
  upright(1, "var(--dc-rule-2)", { "stroke-dasharray": "3 3" }),
  ({ x, top }) => part("text", { x: x(1) + 4, y: top + 8 }, "median rule"),
];

// -> a part: `state()` is { ari of each width, at: the one on screen }; onmove(at) is told where a
// hand leads.
export function createCurve({ factors, state, onmove, fit }) {
  const [low, high] = [factors[0], factors.at(-1)],
    isSeen = (factor) => factor >= low && factor <= high;
  const names = MARKED.filter(isSeen).map((f) => [f, `×${Number(f.toPrecision(2))}`]);
  const handle = createHandle({
    label: "width on the curve",
    range: [0, factors.length - 1],
    step: 1,
    page: 4,
    onmove,
    from: (px) => plot.nearest(px),
    seen: [svg("circle", { class: "halo", r: 9 }), svg("circle", { class: "dot", r: 6 })],
  });
  function shown() {
    const { ari, at } = state(),
      least = Math.min(-0.1, ...ari);
    const levels = least < -0.2 ? [-0.5, 0, 0.5, 1] : [0, 0.5, 1];
    const words = `${factors[at]} times the median rule, ARI ${num(ari[at])}`;
    return {
      x: [low, high, Math.log],
      y: [least, 1.05],
      stops: factors,
      marks: [
        namesLeft(
          levels.map((v) => [v, num(v, 1)]),
          { stroke: "var(--dc-rule)" },
        ),
        namesBelow(names),
        axisName("s / median rule"),
        isSeen(1) ? medianRule : null,
        line(ari, { stroke: "var(--dc-ink-3)", "stroke-width": 1.25 }, (k) => factors[k]),
        ari.map((v, k) => dot(factors[k], v, { r: 2.5, fill: "var(--dc-ink)" })),
        ({ x, y }) => {
          handle.put(x(factors[at]), y(ari[at]), at, words);
        },
      ],
    };
  }
  const plot = createPlot({
    title: "Agreement",
    note: "adjusted Rand index, ARI",
    height: 250,
    fit,
    shown,
    onGo: onmove,
    handles: [handle.root],
    margins: { left: 34, right: 12, top: 14, bottom: 34 },
    attrs: { class: "curve", role: "group", "aria-label": "agreement at each width" },
  });
  return plot;
}
