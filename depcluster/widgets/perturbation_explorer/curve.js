// Observed distance and bound over the slider's range, as far as they are computed.

import { counted, el, isDark, matrixColour, onResize, onThemeChange, svg } from "../base/parts/common.js";
import { createPanel } from "../base/parts/panels.js";
import { namedTicks, wordsMeasure } from "../explorer/parts/labels.js";

const CURVE = { left: 28, right: 8, top: 8, bottom: 20, low: 64, reach: 2.25, ticks: 4 };

function curveScales(width, height, trivial, stops) {
  const most = CURVE.reach * trivial, floor = height - CURVE.bottom;
  return {
    most, right: width - CURVE.right,
    x: (at) => CURVE.left + (at * (width - CURVE.left - CURVE.right)) / Math.max(1, stops - 1),
    y: (v) => floor - (v / most) * (floor - CURVE.top),
  };
}

// What the dashed line and the shade are stands in the key, where no curve can cross it.
function curveGround({ x, y, most, right }, trivial, ends, measure) {
  const last = ends.length - 1, named = namedTicks(last, CURVE.ticks, x, ends, measure);
  const line = (v, attrs) =>
    svg("line", { x1: CURVE.left, x2: right, y1: y(v), y2: y(v), ...attrs });
  return [
    svg("rect", {
      x: CURVE.left, y: y(most), width: right - CURVE.left, height: y(trivial) - y(most),
      style: "fill:var(--dc-vacuous)",
    }),
    [0, 1, 2].map((share) => svg("text", {
      x: CURVE.left - 8, y: y(share * trivial) + 4, "text-anchor": "end",
    }, String(share * trivial))),
    line(trivial, { stroke: "var(--dc-ink-2)", "stroke-dasharray": "4 3" }),
    line(0, { stroke: "var(--dc-rule-2)" }),
    named.map((k) => svg("text", {
      x: x(k), y: y(0) + 16, "text-anchor": k === 0 ? "start" : k === last ? "end" : "middle",
    }, ends[k])),
  ];
}

// The line stops at the top of the picture, where it crosses it, and at an infinite value.
function curvePath({ x, y, most }, values) {
  let d = "", before = null;
  values.forEach((value, k) => {
    const v = value ?? Infinity;
    if (v <= most) {
      const from = before !== null && before > most && before < Infinity
        ? `M${x(k - (most - v) / (before - v))} ${y(most)}` : "";
      d += `${from}${d && (from || before <= most) ? "L" : from ? "L" : "M"}${x(k)} ${y(v)}`;
    } else if (before !== null && before <= most && v < Infinity) {
      d += `L${x(k - 1 + (most - before) / (v - before))} ${y(most)}`;
    }
    before = v;
  });
  return d;
}

function curveMark({ x, y, most }, { at, epsilon, bound }, blue) {
  const dot = (v, fill) => (v ?? Infinity) > most
    ? svg("path", { d: `M${x(at) - 5} ${y(most) + 8}h10l-5 -8z`, fill })
    : svg("circle", { cx: x(at), cy: y(v), r: 4, fill });
  return [
    svg("line", { x1: x(at), x2: x(at), y1: y(most), y2: y(0), stroke: "var(--dc-accent)" }),
    dot(bound, blue), dot(epsilon, "var(--dc-ink)"),
  ];
}

// -> { panel, draw({ title, ends, curve, at, epsilon, bound, trivial }), setHeight(px), destroy() }
// `at` is the place of the state on screen, counted in stops; `ends` name the stops; the height is
// that of chart and key.
export function createCurve() {
  const count = el("span", {}), chart = el("div", { role: "img" });
  const swatch = el("i", {}), cap = el("span", {}), key = el("div", { class: "terms" },
    el("span", {}, swatch, "bound"),
    el("span", {}, el("i", { style: "background:var(--dc-ink)" }), "observed ε"),
    el("span", {}, el("i", { class: "beyond" }), cap));
  const panel = createPanel("curve", "ε by noise", count, chart, key);
  let state = null, height = CURVE.low;

  function paint() {
    const width = chart.clientWidth;
    if (!width || !state) return;
    const { curve, ends, trivial } = state, blue = `rgb(${matrixColour(0.66, isDark(chart))})`;
    swatch.style.background = blue;
    const high = Math.max(CURVE.low, height - key.offsetHeight);
    const scales = curveScales(width, high, trivial, ends.length);
    const line = (values, stroke) => svg("path", {
      d: curvePath(scales, values), fill: "none", stroke, "stroke-width": 2,
    });
    chart.replaceChildren(svg("svg", { width, height: high, "aria-hidden": "true" },
      curveGround(scales, trivial, ends, wordsMeasure(chart)),
      line(curve.bound, blue), line(curve.epsilon, "var(--dc-ink)"),
      curveMark(scales, state, blue)));
  }

  const stops = [onResize(chart, paint), onThemeChange(panel.root, paint)];
  return {
    panel,
    draw(next) {
      state = next;
      const done = state.curve.bound.length, within = state.curve.bound.filter(
        (v) => v !== null && v < state.trivial).length;
      panel.setTitle(state.title);
      cap.textContent = `vacuous, above cap ${state.trivial}`;
      count.textContent = `${done} of ${state.ends.length} computed`;
      chart.setAttribute("aria-label", "bound and observed ε against the perturbation: the " +
        `bound is below the trivial cap at ${within} of ${counted(done, "computed stop")}`);
      paint();
    },
    setHeight(px) { if (px !== height) { height = px; paint(); } },
    destroy() { stops.forEach((stop) => stop()); },
  };
}
