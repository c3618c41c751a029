// The bound as three bars end to end on a root axis, with the observed distance and the cap: its
// name stands among the ticks, that of the distance above the bars, so the two never meet.

import {
  el, inkOn, isDark, matrixColour, num, onResize, onThemeChange, shortNum, svg,
} from "../base/parts/common.js";
import { icon } from "../base/parts/controls.js";
import { createPanel } from "../base/parts/panels.js";
import { freePlace, keptWithin, wordsMeasure } from "../explorer/parts/labels.js";

const BOUND = { height: 86, inset: 8, bar: 24, thick: 28, reach: 2.25, roomy: 420 };
const TERMS = [
  ["√δ", "rounding, given"], ["√δ\u0303", "rounding, perturbed"], ["√γ", "shaking"],
];
const TERM_INK = [0.78, 0.55, 0.32], VACUOUS_INK = [0.5, 0.36, 0.24];
const BOUND_AXIS = BOUND.bar + BOUND.thick + 8;

function boundScales(width, trivial) {
  const reach = Math.sqrt((BOUND.reach * trivial) / 2), across = width - 2 * BOUND.inset;
  const along = (root) => BOUND.inset + Math.min(1, root / reach) * across;
  return { along, x: (v) => along(Math.sqrt(v / 2)), end: width - BOUND.inset };
}

// A bar bears its name and value, or its value, where they stand clear of both lines.
function boundWords(name, value, from, to, lines, measure) {
  for (const words of [`${name} ${value}`, value]) {
    const left = freePlace(measure(words), from + 6, to - 7, lines);
    if (left !== null) return { words, left };
  }
  return null;
}

// Bars that leave the axis are cut at its end, with an arrow.
function boundBars({ along, x, end }, { terms, vacuous, epsilon, trivial }, dark, measure) {
  let sum = 0;
  const bars = terms.map((term, k) => {
    const root = Math.sqrt(term ?? Infinity), from = along(sum), to = along((sum += root));
    const fill = matrixColour(TERM_INK[k], dark), width = Math.max(0, to - from - 1);
    const [name, meaning] = TERMS[k], value = term === null ? "∞" : shortNum(root);
    const said = boundWords(name, value, from, to, [x(epsilon), x(trivial)], measure);
    return svg("g", {}, svg("title", {}, `${name} ${value}, ${meaning}`), svg("rect", {
      x: from, y: BOUND.bar, width, height: BOUND.thick,
      fill: vacuous ? "var(--dc-ink-3)" : `rgb(${fill.join(",")})`,
      opacity: vacuous ? VACUOUS_INK[k] : 1,
    }), said && svg("text", {
      x: said.left, y: BOUND.bar + 18,
      style: `fill:${vacuous ? "var(--dc-ink)" : inkOn(fill)}`,
    }, said.words));
  });
  const over = along(sum) >= end, middle = BOUND.bar + BOUND.thick / 2;
  const arrow = over && svg("path", {
    d: `M${end + 1} ${middle - 5}l6 5l-6 5z`, fill: "var(--dc-ink-2)",
  });
  return [bars, arrow || null];
}

function boundAxis({ x, end }, trivial) {
  const y = BOUND_AXIS;
  const shares = end > BOUND.roomy ? [0, 1 / 8, 1 / 4, 1 / 2, 1, 1.5, 2] : [0, 1 / 4, 1, 2];
  return [
    svg("line", { x1: BOUND.inset, x2: end, y1: y + 0.5, y2: y + 0.5, stroke: "var(--dc-rule-2)" }),
    shares.map((share) => {
      const v = share * trivial;
      return [
        svg("line", { x1: x(v), x2: x(v), y1: y, y2: y + 5, stroke: "var(--dc-rule-2)" }),
        svg("text", { x: x(v), y: y + 18, "text-anchor": v ? "middle" : "start" },
          share === 1 ? `trivial cap ${v}` : String(v),
          share === 1 ? svg("title", {}, "two partitions are never farther apart") : null),
      ];
    }),
  ];
}

function boundMarks({ x, end }, { epsilon, trivial }, measure) {
  const cap = x(trivial), at = x(epsilon), low = BOUND_AXIS, top = BOUND.bar - 8;
  const words = `observed ε ${num(epsilon)}`;
  return [
    svg("line", { x1: cap, x2: cap, y1: top, y2: low, stroke: "var(--dc-ink-2)",
      "stroke-width": 1.5, "stroke-dasharray": "4 3" }),
    svg("path", { d: `M${at} ${BOUND.bar}V${low}`, stroke: "var(--dc-bg)", "stroke-width": 5 }),
    svg("path", { d: `M${at} ${top}V${low}`, stroke: "var(--dc-ink)", "stroke-width": 2.5 }),
    svg("text", {
      x: keptWithin(at, measure(words, 600), 0, end), y: top - 4, "text-anchor": "middle",
      class: "strong",
    }, words),
  ];
}

// What the three letters stand for; the swatches follow the bars.
function boundKey({ terms, vacuous }, dark) {
  return TERMS.map(([name, meaning], k) => {
    const fill = vacuous
      ? `color-mix(in srgb, var(--dc-ink-3) ${100 * VACUOUS_INK[k]}%, var(--dc-bg))`
      : `rgb(${matrixColour(TERM_INK[k], dark).join(",")})`;
    const value = terms[k] === null ? "∞" : shortNum(Math.sqrt(terms[k]));
    return el("span", {}, el("i", { style: `background:${fill}` }), el("b", {}, `${name} ${value}`),
      ` ${meaning}`);
  });
}

// -> { panel, draw({ terms, epsilon, bound, trivial, vacuous, title, reason }), destroy() }
export function createBound() {
  const chart = el("div", { role: "img" }), key = el("div", { class: "terms" });
  const sign = el("span", {}), title = el("b", {}), reason = el("span", {});
  const verdict = el("div", { class: "verdict" }, sign, el("div", {}, title, reason));
  const note = el("span", {}, "root scale: 2(√δ + √δ\u0303 + √γ)²");
  const panel = createPanel("bound", "Bound on ε", note, chart, key, verdict);
  let state = null;

  function paint() {
    const width = chart.clientWidth;
    if (!width || !state) return;
    const scales = boundScales(width, state.trivial), dark = isDark(chart);
    const measure = wordsMeasure(chart);
    chart.replaceChildren(svg("svg", { width, height: BOUND.height, "aria-hidden": "true" },
      boundBars(scales, state, dark, measure), boundAxis(scales, state.trivial),
      boundMarks(scales, state, measure)));
    key.replaceChildren(...boundKey(state, dark));
    chart.setAttribute("aria-label", `observed ${num(state.epsilon)}, bound ` +
      `${state.bound === null ? "infinite" : shortNum(state.bound)}, trivial cap ${state.trivial}`);
  }

  const stops = [onResize(chart, paint), onThemeChange(panel.root, paint)];
  return {
    panel,
    draw(next) {
      state = next;
      verdict.classList.toggle("vacuous", state.vacuous);
      sign.replaceChildren(icon(state.vacuous ? "info" : "check"));
      title.textContent = state.title;
      reason.textContent = state.reason;
      paint();
    },
    destroy() { stops.forEach((stop) => stop()); },
  };
}
