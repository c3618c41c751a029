// What a judge says of every candidate, as far as the candidates are in.

import {
  across,
  createChart,
  dot,
  line,
  namesBelow,
  namesLeft,
  ON_SCREEN,
  onScreen,
  roundTicks,
  shade,
} from "../base/parts/chart.js";
import { el, num } from "../base/parts/common.js";
import { part } from "../base/parts/patch.js";
import { keptWithin, WORDS_APART } from "../base/parts/labels.js";
import { createPanel } from "../base/parts/panels.js";

const INK = "var(--dc-ink)";

// Under LSMI the axis shows differences; under (8) it reaches from 0 to where (8) goes.
function judgedRange({ lsmi, smi, judge, bound }) {
  const seen = [...lsmi, ...(judge === "smi" ? smi : [])].filter((v) => v !== null);
  const high = Math.max(bound, ...seen);
  if (judge === "smi") return [Math.min(0, ...seen), 1.04 * high];
  const low = Math.min(0.9 * bound, ...seen);
  return [low - 0.12 * (high - low), high];
}

// As many candidates have their names as have room; the one on screen and the chosen one go first.
const candidateNames =
  ({ candidates, at }, chosen) =>
  ({ x, measure }) => {
    const named = [],
      first = [at, chosen].filter((i) => i >= 0);
    for (const i of new Set([...first, 0, candidates.length - 1, ...candidates.keys()])) {
      const half = (k) => measure(String(candidates[k]), 600) / 2 + WORDS_APART;
      if (named.every((k) => Math.abs(x(i) - x(k)) > half(i) + half(k))) named.push(i);
    }
    const names = named.map((i) => [
      i,
      String(candidates[i]),
      { class: i === at ? "strong" : null },
    ]);
    return namesBelow(names, { apart: 17 });
  };

const candidateDot = (v, i, { candidates, undecided, at }) =>
  dot(i, v, {
    r: 3.75,
    fill: undecided[i] ? "var(--dc-bg)" : INK,
    ...(undecided[i] && { stroke: INK, "stroke-width": 1.5 }),
    ...(i === at && { ...ON_SCREEN, r: 6, "stroke-width": 2 }),
    title: `t = ${candidates[i]}: ${num(v, 3)}, ${undecided[i]} undecided`,
  });

// A ring around the choice, and the word below its name.
const choiceMark = (i, v) => [
  dot(i, v, { r: 9, fill: "none", stroke: INK }),
  ({ x, right, floor, measure }) =>
    part(
      "text",
      {
        x: keptWithin(x(i), measure("chosen", 600), 0, right),
        y: floor + 31,
        "text-anchor": "middle",
        class: "strong",
      },
      "chosen",
    ),
];

// Words stand above the plot and below it, where no line goes.
function marksOf(state, [low, high]) {
  const { bound, candidates, judge, at, choice, lsmi } = state,
    values = state[judge],
    isSmi = judge === "smi";
  const chosen = candidates.indexOf(choice[judge]);
  const words = isSmi ? `shaded: impossible, above ${bound}` : `dashed: bound (c − 1)/2 = ${bound}`;
  return [
    isSmi ? shade(bound, high, "fill:color-mix(in srgb, var(--dc-ink) 5%, var(--dc-bg))") : null,
    namesLeft(
      roundTicks(low, high, 4).map(([v, digits]) => [v, num(v, digits)]),
      { stroke: "var(--dc-rule)" },
    ),
    across(bound, "var(--dc-ink-2)", { "stroke-dasharray": "4 3" }),
    ({ right }) => part("text", { x: right, y: 11, "text-anchor": "end" }, words),
    candidateNames(state, chosen),
    at < 0 ? null : onScreen(at),
    isSmi ? line(lsmi, { stroke: "var(--dc-ink-2)", "stroke-dasharray": "2 3" }) : null,
    line(values, { stroke: INK }),
    values.map((v, i) => candidateDot(v, i, state)),
    chosen < 0 ? null : choiceMark(chosen, values[chosen]),
  ];
}

const NAMES = { lsmi: "LSMI", smi: "estimate (8)" };

// -> { panel, draw(state), setHeight(px), destroy() }; onGo is told a candidate's place.
// state: candidates, bound, at (place of the t on screen), judge, lsmi, smi, undecided, choice.
export function createJudged(onGo) {
  const chart = createChart({
    margins: { left: 34, right: 0, top: 24, bottom: 36, inset: [12, 14] },
    height: 110,
    attrs: { role: "img", class: "judged" },
    onGo,
  });
  const count = el("span", {}),
    panel = createPanel("curve", "LSMI of each t", count, chart.root);
  return {
    panel,
    setHeight: chart.setHeight,
    destroy: chart.destroy,
    draw(state) {
      const { candidates, judge, choice, lsmi } = state,
        n = candidates.length,
        y = judgedRange(state);
      const done = lsmi.filter((v) => v !== null).length,
        chosen = choice[judge];
      panel.setTitle(judge === "smi" ? "Estimate (8) of each t" : "LSMI of each t");
      count.textContent =
        done < n
          ? `${done} of ${n} judged`
          : judge === "smi"
            ? "dotted: LSMI"
            : "hollow: undecided";
      const value = state[judge][candidates.indexOf(chosen)];
      const best =
        chosen === null
          ? `${done} of ${n} candidates judged`
          : `${value < Math.max(...state[judge]) ? "chosen" : "largest"}, ${num(value, 3)}, at t = ${chosen}`;
      chart.update({
        label: `${NAMES[judge]} against t: ${best}`,
        stops: [...candidates.keys()],
        x: [0, Math.max(1, n - 1)],
        y,
        marks: marksOf(state, y),
      });
    },
  };
}
