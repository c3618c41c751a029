// Observed distance and bound over the slider's range, as far as they are computed.

import {
  across,
  createChart,
  dot,
  line,
  namesBelow,
  namesLeft,
  onScreen,
  shade,
} from "../base/parts/chart.js";
import { counted, el } from "../base/parts/common.js";
import { namedTicks } from "../base/parts/labels.js";
import { createPanel } from "../base/parts/panels.js";

const LOW = 64,
  REACH = 2.25,
  TICKS = 4;
const INK = "var(--dc-ink)",
  BLUE = "var(--dc-blue)";

// What the dashed line and the shade are stands in the key, where no curve can cross it.
function marksOf({ curve, ends, at, epsilon, bound, trivial }) {
  const last = ends.length - 1;
  const named = ({ x, measure }) =>
    namesBelow(
      namedTicks(last, TICKS, x, ends, measure).map((k) => [
        k,
        ends[k],
        { "text-anchor": k === 0 ? "start" : k === last ? "end" : "middle" },
      ]),
    );
  return [
    shade(trivial, REACH * trivial, "fill:var(--dc-vacuous)"),
    namesLeft(
      [0, 1, 2].map((share) => [share * trivial, String(share * trivial)]),
      { apart: 8 },
    ),
    across(trivial, "var(--dc-ink-2)", { "stroke-dasharray": "4 3" }),
    across(0, "var(--dc-rule-2)"),
    named,
    line(curve.bound, { stroke: BLUE, "stroke-width": 2 }),
    line(curve.epsilon, { stroke: INK, "stroke-width": 2 }),
    onScreen(at),
    dot(at, bound ?? Infinity, { r: 4, fill: BLUE }),
    dot(at, epsilon ?? Infinity, { r: 4, fill: INK }),
  ];
}

// -> { panel, draw({ title, ends, curve, at, epsilon, bound, trivial }), setHeight(px), destroy() }
// `at` is the place of the state on screen, counted in stops; `ends` name the stops; the height is
// that of chart and key.
export function createCurve() {
  const chart = createChart({ margins: { left: 28, right: 8, top: 8, bottom: 20 }, height: LOW });
  const count = el("span", {}),
    cap = el("span", {}),
    key = el(
      "div",
      { class: "terms" },
      el("span", {}, el("i", { style: `background:${BLUE}` }), "bound"),
      el("span", {}, el("i", { style: `background:${INK}` }), "observed ε"),
      el("span", {}, el("i", { class: "beyond" }), cap),
    );
  const panel = createPanel("curve", "ε by noise", count, chart.root, key);
  return {
    panel,
    destroy: chart.destroy,
    draw(state) {
      const {
        curve: { bound },
        ends,
        trivial,
      } = state;
      const within = bound.filter((v) => v !== null && v < trivial).length;
      panel.setTitle(state.title);
      cap.textContent = `vacuous, above cap ${trivial}`;
      count.textContent = `${bound.length} of ${ends.length} computed`;
      chart.update({
        label:
          "bound and observed ε against the perturbation: the bound is below the trivial cap at "
          + `${within} of ${counted(bound.length, "computed stop")}`,
        x: [0, Math.max(1, ends.length - 1)],
        y: [0, REACH * trivial],
        marks: marksOf(state),
      });
    },
    setHeight(px) {
      chart.setHeight(Math.max(LOW, px - key.offsetHeight));
    },
  };
}
