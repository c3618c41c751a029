// The objective of each step as a staircase; pressing or dragging it goes to a step.

import { el, num, onResize, setAttributes, svg } from "../base/parts/common.js";
import { onDrag } from "../base/parts/controls.js";

const TRACE = { height: 154, left: 44, inset: 8, top: 12, bottom: 22 };

// As many decimals as tell the steps of a range apart.
export function decimalsFor(range) {
  return range > 0 ? Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(range)))) : 2;
}

function traceScales(objective, width) {
  const last = Math.max(1, objective.length - 1);
  const low = Math.min(...objective), high = Math.max(...objective);
  const first = TRACE.left + TRACE.inset;
  const across = (width - first - TRACE.inset) / last;
  const rise = TRACE.height - TRACE.top - TRACE.bottom;
  return {
    low, high,
    x: (k) => first + k * across,
    y: (v) => TRACE.height - TRACE.bottom - ((v - low) / (high - low || 1)) * rise,
    stepAt: (x) => Math.max(0, Math.min(objective.length - 1, Math.round((x - first) / across))),
  };
}

function traceAxes({ x, y, low, high }, objective, step) {
  const last = objective.length - 1;
  const digits = Math.max(0, decimalsFor(high - low) - 1);
  const level = (v) =>
    svg("text", { x: TRACE.left - 4, y: y(v) + 4, "text-anchor": "end" }, num(v, digits));
  const named = [...new Set([0, step, last])].filter(
    (k) => k === step || Math.abs(x(k) - x(step)) > 20,
  );
  const floor = TRACE.height - TRACE.bottom + 5.5;
  return [
    (high > low ? [low, high] : [low]).map(level),
    svg("line", {
      x1: TRACE.left, x2: TRACE.left, y1: y(low), y2: y(high), stroke: "var(--dc-rule-2)",
    }),
    svg("line", { x1: x(0), x2: x(last), y1: floor, y2: floor, stroke: "var(--dc-rule)" }),
    svg("line", {
      x1: x(step), x2: x(step), y1: y(objective[step]) + 4, y2: floor, stroke: "var(--dc-accent)",
    }),
    named.map((k) => svg("text", {
      x: x(k), y: TRACE.height - 3, "text-anchor": "middle", class: k === step ? "strong" : null,
    }, String(k))),
  ];
}

function traceMarks({ x, y }, objective, step) {
  const path = objective.map((v, k) => (k ? `H${x(k)}V${y(v)}` : `M${x(0)} ${y(v)}`)).join("");
  const crowded = objective.length > 60;
  const fill = (k) =>
    k === step ? "var(--dc-accent)" : k < step ? "var(--dc-ink)" : "var(--dc-ink-3)";
  const dot = (v, k) => crowded && k !== step ? null
    : svg("circle", { cx: x(k), cy: y(v), r: k === step ? 4.5 : 2.25, fill: fill(k) });
  return [
    svg("path", { d: path, fill: "none", stroke: "var(--dc-ink-3)", "stroke-width": 1.25 }),
    objective.map(dot),
  ];
}

// -> { root, draw(objective, step), destroy() }
export function createTrace({ onGo, onKey }) {
  const root = el("div", {
    class: "trace", role: "slider", tabindex: 0, "aria-label": "step", "aria-valuemin": 0,
  });
  let shown = null, scales = null;

  function paint() {
    const width = root.clientWidth;
    if (!width || !shown) return;
    const [objective, step] = shown;
    scales = traceScales(objective, width);
    const marks = [traceMarks(scales, objective, step), traceAxes(scales, objective, step)];
    root.replaceChildren(svg("svg", { width, height: TRACE.height, "aria-hidden": "true" }, marks));
  }

  function draw(objective, step) {
    shown = [objective, step];
    const last = objective.length - 1;
    const digits = decimalsFor(Math.max(...objective) - Math.min(...objective));
    setAttributes(root, {
      "aria-valuemax": last, "aria-valuenow": step,
      "aria-valuetext": `step ${step} of ${last}, objective ${num(objective[step], digits)}`,
    });
    paint();
  }

  onDrag(root, (x) => { if (scales) onGo(scales.stepAt(x)); });
  root.addEventListener("keydown", onKey);
  const stop = onResize(root, paint);
  return { root, draw, destroy: stop };
}
