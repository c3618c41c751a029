// Leading eigenvalues before and after, side by side, with the eigengap after.

import { createChart, namesBelow, namesLeft } from "../base/parts/chart.js";
import { el, shortNum } from "../base/parts/common.js";
import { part } from "../base/parts/patch.js";
import { WORDS_APART } from "../base/parts/labels.js";
import { createPanel } from "../base/parts/panels.js";

const BLUE = "var(--dc-blue)";

const widthOfBar = ({ x }) => Math.min(9, (x(1) - x(0)) / 3);

// The bar of an eigenvalue, on one `side` of its number.
const bar = (k, v, side, attrs) => (frame) => {
  const { x, y } = frame,
    width = widthOfBar(frame);
  return part("rect", {
    x: x(k) + (side < 0 ? -width - 0.5 : 0.5),
    y: Math.min(y(v), y(0)),
    width,
    height: Math.abs(y(v) - y(0)),
    ...attrs,
  });
};

// Dotted lines from the tops of bars c - 1 and c, and the distance between them.
const eigengap =
  ({ values, perturbed, n_clusters: c, gap, perturbedGap }) =>
  (frame) => {
    const { x, y, right, measure } = frame,
      n = values.length,
      width = widthOfBar(frame);
    const words = `eigengap ${shortNum(perturbedGap)}, was ${shortNum(gap)}`;
    const [high, low] = [y(perturbed[c - 2]), y(perturbed[c - 1])];
    const level = (k, at) =>
      part("line", {
        x1: x(k) + width + 2,
        x2: right,
        y1: at,
        y2: at,
        stroke: "var(--dc-ink-2)",
        "stroke-dasharray": "2 2",
      });
    // The words stand above every bar they could cover.
    const from = right - measure(words) - 2 * WORDS_APART;
    const covered = [...values, ...perturbed].filter((_, i) => x(i % n) + width > from);
    const at = Math.min(right - 6, x(Math.max(c, n - 2)) + width + 3);
    return [
      level(c - 2, high),
      level(c - 1, low),
      part("line", {
        x1: at,
        x2: at,
        y1: high,
        y2: low,
        stroke: "var(--dc-ink)",
        "stroke-width": 1.25,
      }),
      part(
        "text",
        {
          x: right,
          y: y(Math.max(perturbed[c - 2], ...covered)) - 7,
          "text-anchor": "end",
          class: "ink",
        },
        words,
      ),
    ];
  };

// -> { panel, draw({ values, perturbed, n_clusters, gap, perturbedGap }), setHeight(px), destroy()
// }
export function createSpectrum() {
  const chart = createChart({ margins: { left: 30, right: 8, top: 26, bottom: 22 }, height: 144 });
  const note = el("span", {}, "grey given, blue after");
  const panel = createPanel("spectrum", "Spectrum", note, chart.root);
  return {
    panel,
    setHeight: chart.setHeight,
    destroy: chart.destroy,
    draw(state) {
      const { values, perturbed, n_clusters, gap, perturbedGap } = state,
        n = values.length;
      const all = [...values, ...perturbed, 0],
        most = Math.max(...all) || 1;
      chart.update({
        label: `eigengap ${shortNum(gap)} given, ${shortNum(perturbedGap)} perturbed`,
        x: [-0.5, n - 0.5],
        y: [Math.min(...all), most],
        marks: [
          namesLeft([
            [0, "0"],
            [most, shortNum(most, most < 10 ? 1 : 0)],
          ]),
          values.map((v, k) => [
            bar(k, v, -1, { fill: "var(--dc-ink-3)" }),
            bar(
              k,
              perturbed[k],
              1,
              k < n_clusters - 1 ? { fill: BLUE } : { fill: "var(--dc-bg)", stroke: BLUE },
            ),
          ]),
          namesBelow(
            values.map((_, k) => [k, String(k + 1)]),
            { apart: 15 },
          ),
          (frame) =>
            part("line", {
              x1: frame.left,
              x2: frame.x(n - 1) + widthOfBar(frame) + 4,
              y1: frame.y(0),
              y2: frame.y(0),
              stroke: "var(--dc-rule-2)",
            }),
          n_clusters > n ? null : eigengap(state),
        ],
      });
    },
  };
}
