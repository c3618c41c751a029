// What a judge says of every candidate, as far as the candidates are in.

import { el, num, onResize, svg } from "../base/parts/common.js";
import { onDrag } from "../base/parts/controls.js";
import { createPanel } from "../base/parts/panels.js";
import { brokenLine, roundTicks } from "../explorer/parts/charts.js";
import { keptWithin, WORDS_APART, wordsMeasure } from "../explorer/parts/labels.js";

const JUDGED = { left: 34, right: 14, top: 24, bottom: 36, low: 110 };

// Under LSMI the axis shows differences; under (8) it reaches from 0 to where (8) goes.
function judgedRange({ lsmi, smi, judge, bound }) {
  const seen = [...lsmi, ...(judge === "smi" ? smi : [])].filter((v) => v !== null);
  const high = Math.max(bound, ...seen);
  if (judge === "smi") return [Math.min(0, ...seen), 1.04 * high];
  const low = Math.min(0.9 * bound, ...seen);
  return [low - 0.12 * (high - low), high];
}

function judgedScales(width, height, state) {
  const [low, high] = judgedRange(state), floor = height - JUDGED.bottom;
  const last = Math.max(1, state.candidates.length - 1), first = JUDGED.left + 12;
  const across = (width - JUDGED.right - first) / last;
  return {
    low, high, floor, right: width,
    x: (i) => first + i * across,
    y: (v) => floor - ((v - low) / (high - low)) * (floor - JUDGED.top),
    nearest: (px) => Math.max(0, Math.min(last, Math.round((px - first) / across))),
  };
}

// As many candidates have their names as have room; the one on screen and the chosen one go first.
function namedCandidates({ x }, { candidates, at, choice, judge }, measure) {
  const named = [], first = [at, candidates.indexOf(choice[judge])].filter((i) => i >= 0);
  for (const i of new Set([...first, 0, candidates.length - 1, ...candidates.keys()])) {
    const half = (k) => measure(String(candidates[k]), 600) / 2 + WORDS_APART;
    if (named.every((k) => Math.abs(x(i) - x(k)) > half(i) + half(k))) named.push(i);
  }
  return named;
}

// Words stand above the plot and below it, where no line goes.
function judgedGround(scales, state, measure) {
  const { x, y, low, high, floor, right } = scales, { bound, candidates, judge, at } = state;
  const line = (v, stroke, attrs) => svg("line", {
    x1: JUDGED.left, x2: right, y1: y(v), y2: y(v), stroke, ...attrs,
  });
  const impossible = judge === "smi";
  return [
    impossible ? svg("rect", {
      x: JUDGED.left, y: JUDGED.top, width: right - JUDGED.left, height: y(bound) - JUDGED.top,
      style: "fill:color-mix(in srgb, var(--dc-ink) 5%, var(--dc-bg))",
    }) : null,
    roundTicks(low, high, 4).map(([v, digits]) => [
      line(v, "var(--dc-rule)"),
      svg("text", { x: JUDGED.left - 6, y: y(v) + 4, "text-anchor": "end" }, num(v, digits)),
    ]),
    line(bound, "var(--dc-ink-2)", { "stroke-dasharray": "4 3" }),
    svg("text", { x: right, y: 11, "text-anchor": "end" }, impossible
      ? `shaded: impossible, above ${bound}` : `dashed: bound (c − 1)/2 = ${bound}`),
    namedCandidates(scales, state, measure).map((i) => svg("text", {
      x: x(i), y: floor + 17, "text-anchor": "middle", class: i === at ? "strong" : null,
    }, String(candidates[i]))),
    at < 0 ? null : svg("line", {
      x1: x(at), x2: x(at), y1: JUDGED.top, y2: floor, stroke: "var(--dc-accent)",
    }),
  ];
}

function judgedDots({ x, y }, values, { undecided, candidates, at }) {
  const dot = (v, i) => {
    if (v === null) return null;
    const style = i === at ? "fill:var(--dc-accent);stroke:var(--dc-bg);stroke-width:2"
      : undecided[i] ? "fill:var(--dc-bg);stroke:var(--dc-ink);stroke-width:1.5"
        : "fill:var(--dc-ink)";
    const words = `t = ${candidates[i]}: ${num(v, 3)}, ${undecided[i]} undecided`;
    return svg("circle", { cx: x(i), cy: y(v), r: i === at ? 6 : 3.75, style },
      svg("title", {}, words));
  };
  return values.map(dot);
}

// A ring around the choice, and the word below its name.
function judgedChoice({ x, y, floor, right }, values, { candidates, choice, judge }, measure) {
  const i = candidates.indexOf(choice[judge]);
  if (i < 0) return null;
  return [
    svg("circle", { cx: x(i), cy: y(values[i]), r: 9, style: "fill:none;stroke:var(--dc-ink)" }),
    svg("text", {
      x: keptWithin(x(i), measure("chosen", 600), 0, right), y: floor + 31,
      "text-anchor": "middle", class: "strong",
    }, "chosen"),
  ];
}

const NAMES = { lsmi: "LSMI", smi: "estimate (8)" };

// -> { panel, draw(state), setHeight(px), destroy() }; onGo is told a candidate's place.
// state: candidates, bound, at (place of the t on screen), judge, lsmi, smi, undecided, choice.
export function createJudged(onGo) {
  const count = el("span", {}), chart = el("div", { role: "img", class: "judged" });
  const panel = createPanel("curve", "LSMI of each t", count, chart);
  let state = null, height = JUDGED.low, scales = null;

  function paint() {
    const width = chart.clientWidth;
    if (!width || !state) return;
    scales = judgedScales(width, height, state);
    const { judge } = state, values = state[judge], measure = wordsMeasure(chart);
    const other = judge === "smi" ? brokenLine(scales, state.lsmi, {
      stroke: "var(--dc-ink-2)", "stroke-dasharray": "2 3",
    }) : null;
    chart.replaceChildren(svg("svg", { width, height, "aria-hidden": "true" },
      judgedGround(scales, state, measure), other,
      brokenLine(scales, values, { stroke: "var(--dc-ink)" }),
      judgedDots(scales, values, state), judgedChoice(scales, values, state, measure)));
  }

  function tell() {
    const { candidates, judge, choice, lsmi } = state, n = candidates.length;
    const done = lsmi.filter((v) => v !== null).length, chosen = choice[judge];
    panel.setTitle(judge === "smi" ? "Estimate (8) of each t" : "LSMI of each t");
    count.textContent = done < n ? `${done} of ${n} judged`
      : judge === "smi" ? "dotted: LSMI" : "hollow: undecided";
    const best = chosen === null ? `${done} of ${n} candidates judged`
      : `largest, ${num(state[judge][candidates.indexOf(chosen)], 3)}, at t = ${chosen}`;
    chart.setAttribute("aria-label", `${NAMES[judge]} against t: ${best}`);
  }

  onDrag(chart, (x) => { if (scales) onGo(scales.nearest(x)); });
  const stop = onResize(chart, paint);
  return {
    panel,
    draw(next) { state = next; tell(); paint(); },
    setHeight(px) { if (px !== height) { height = px; paint(); } },
    destroy: stop,
  };
}
