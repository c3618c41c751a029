// Leading eigenvalues before and after, side by side, with the eigengap after.

import { el, onResize, shortNum, svg } from "../base/parts/common.js";
import { createPanel } from "../base/parts/panels.js";
import { WORDS_APART, wordsMeasure } from "../explorer/parts/labels.js";

const SPECTRUM = { low: 144, left: 30, right: 8, top: 26, bottom: 22 };

function spectrumScales(width, height, { values, perturbed }) {
  const n = values.length, all = [...values, ...perturbed, 0];
  const most = Math.max(...all) || 1, least = Math.min(...all);
  const floor = height - SPECTRUM.bottom;
  return {
    n, most, foot: height - 7,
    x: (k) => SPECTRUM.left + ((k + 0.5) * (width - SPECTRUM.left - SPECTRUM.right)) / n,
    y: (v) => floor - ((v - least) / (most - least)) * (floor - SPECTRUM.top),
    bar: Math.min(9, (width - SPECTRUM.left - SPECTRUM.right) / n / 3),
  };
}

function spectrumBars({ x, y, bar, foot }, { values, perturbed, n_clusters }) {
  const rect = (left, v, attrs) => svg("rect", {
    x: left, y: Math.min(y(v), y(0)), width: bar, height: Math.abs(y(v) - y(0)), ...attrs,
  });
  return values.map((v, k) => {
    const top = k < n_clusters - 1;
    return [
      rect(x(k) - bar - 0.5, v, { fill: "var(--dc-ink-3)" }),
      rect(x(k) + 0.5, perturbed[k], {
        fill: top ? "var(--dc-accent)" : "var(--dc-bg)", stroke: "var(--dc-accent)",
        "stroke-width": top ? 0 : 1,
      }),
      svg("text", { x: x(k), y: foot, "text-anchor": "middle" }, String(k + 1)),
    ];
  });
}

// Dotted lines from the tops of bars c - 1 and c, and the distance between them.
function spectrumGap({ n, x, y, bar }, state, width, measure) {
  const { values, perturbed, n_clusters: c, gap, perturbedGap } = state;
  const end = width - SPECTRUM.right;
  const words = `eigengap ${shortNum(perturbedGap)}, was ${shortNum(gap)}`;
  if (c > n) return null;
  const [high, low] = [y(perturbed[c - 2]), y(perturbed[c - 1])];
  const level = (k, at) => svg("line", {
    x1: x(k) + bar + 2, x2: end, y1: at, y2: at,
    stroke: "var(--dc-ink-2)", "stroke-dasharray": "2 2",
  });
  // The words stand above every bar they could cover.
  const from = end - measure(words) - 2 * WORDS_APART;
  const covered = [...values, ...perturbed].filter((_, i) => x(i % n) + bar > from);
  const above = y(Math.max(perturbed[c - 2], ...covered)) - 7;
  const at = Math.min(end - 6, x(Math.max(c, n - 2)) + bar + 3);
  return [
    level(c - 2, high), level(c - 1, low),
    svg("line", { x1: at, x2: at, y1: high, y2: low, stroke: "var(--dc-ink)",
      "stroke-width": 1.25 }),
    svg("text", { x: end, y: above, "text-anchor": "end", class: "ink" }, words),
  ];
}

// -> { panel, draw({ values, perturbed, n_clusters, gap, perturbedGap }), setHeight(px),
//      destroy() }
export function createSpectrum() {
  const chart = el("div", { role: "img" });
  const note = el("span", {}, "grey given, blue after");
  const panel = createPanel("spectrum", "Spectrum", note, chart);
  let state = null, height = SPECTRUM.low;

  function paint() {
    const width = chart.clientWidth;
    if (!width || !state) return;
    const scales = spectrumScales(width, height, state), { x, y, most, n } = scales;
    chart.replaceChildren(svg("svg", { width, height, "aria-hidden": "true" },
      [0, most].map((v) => svg("text", {
        x: SPECTRUM.left - 6, y: y(v) + 4, "text-anchor": "end",
      }, v ? shortNum(v, v < 10 ? 1 : 0) : "0")),
      spectrumBars(scales, state),
      svg("line", {
        x1: SPECTRUM.left, x2: x(n - 1) + scales.bar + 4, y1: y(0), y2: y(0),
        stroke: "var(--dc-rule-2)",
      }),
      spectrumGap(scales, state, width, wordsMeasure(chart))));
    chart.setAttribute("aria-label",
      `eigengap ${shortNum(state.gap)} given, ${shortNum(state.perturbedGap)} perturbed`);
  }

  const stop = onResize(chart, paint);
  return {
    panel,
    draw(next) { state = next; paint(); },
    setHeight(px) { if (px !== height) { height = px; paint(); } },
    destroy: stop,
  };
}
