// What the criteria say over the width: a row of small charts, each with the width on screen
// marked. A press sets the width to the nearest one computed.

import { el, num, onResize, setAttributes, svg } from "../../base/parts/common.js";
import { onDrag } from "../../base/parts/controls.js";
import { createHint } from "../../base/parts/hint.js";
import { createPanel } from "../../base/parts/panels.js";
import { hasPython } from "../../base/parts/python.js";
import { brokenLine, roundTicks } from "../../explorer/parts/charts.js";
import { createCopyButton } from "../../explorer/parts/feedback.js";

const CRITERION = { left: 40, right: 8, top: 8, bottom: 20 };

// Powers of ten within a range, at most four; where there are few, 1, 2 and 5 times them, or round
// numbers.
function logTicks(low, high) {
  const powers = [];
  for (let p = Math.floor(Math.log10(low)); p <= Math.log10(high); p += 1) powers.push(10 ** p);
  const within = (ticks) => ticks.filter((v) => v >= low && v <= high);
  const tens = within(powers);
  const more = within(powers.flatMap((p) => [p, 2 * p, 5 * p]));
  if (more.length < 2) return roundTicks(low, high, 3).map(([v]) => v);
  if (tens.length < 2) return more;
  const every = Math.ceil(tens.length / 4);
  return tens.filter((_, i) => i % every === 0);
}

function atLeastTwo(low, high) {
  return [2, 3, 4, 5].map((n) => roundTicks(low, high, n)).find((ticks) => ticks.length > 1);
}

function criterionScales(width, height, { values, bands, log }, count) {
  const floor = height - CRITERION.bottom, isNumber = (v) => typeof v === "number";
  const put = log ? (v) => Math.log10(Math.max(v, 1e-9)) : (v) => v;
  const seen = [...values, ...bands.flatMap((band) => band || [])].filter(isNumber).map(put);
  const middle = seen.length ? (Math.max(...seen) + Math.min(...seen)) / 2 : 0;
  const least = log ? 0.1 : Math.max(0.01, 0.05 * Math.abs(middle));
  const half = Math.max(least, ...seen.map((v) => 1.1 * Math.abs(v - middle)));
  const low = middle - half, across = (width - CRITERION.left - CRITERION.right) / (count - 1);
  const ticks = log
    ? logTicks(10 ** low, 10 ** (low + 2 * half)).map((v) => [v, String(Number(v.toPrecision(2)))])
    : atLeastTwo(low, low + 2 * half).map(([v, digits]) => [v, num(v, digits)]);
  return {
    floor, ticks: seen.length ? ticks : [], right: width - CRITERION.right,
    x: (i) => CRITERION.left + i * across,
    y: (v) => (isNumber(v) ? floor - ((put(v) - low) / (2 * half)) * (floor - CRITERION.top)
      : CRITERION.top),
    nearest: (px) => Math.max(0, Math.min(count - 1, Math.round((px - CRITERION.left) / across))),
  };
}

function criterionGround({ x, y, floor, right, ticks }, count) {
  const named = [[0, "1/16"], [(count - 1) / 2, "1"], [count - 1, "16"]];
  return [
    ticks.map(([v, words]) => [
      svg("line", { x1: CRITERION.left, x2: right, y1: y(v), y2: y(v), stroke: "var(--dc-rule)" }),
      svg("text", { x: CRITERION.left - 9, y: y(v) + 4, "text-anchor": "end" }, words),
    ]),
    svg("line", {
      x1: CRITERION.left, x2: right, y1: floor, y2: floor, stroke: "var(--dc-rule-2)",
    }),
    named.map(([i, words]) => [
      svg("line", { x1: x(i), x2: x(i), y1: floor, y2: floor + 3, stroke: "var(--dc-rule-2)" }),
      svg("text", { x: x(i), y: floor + 15, "text-anchor": "middle" }, words),
    ]),
  ];
}

// The ribbon of a criterion that comes with a range, as far as it has no gap.
function criterionBand({ x, y }, bands) {
  const known = bands.map((band, i) => [band, i]).filter(([band]) => band);
  const edge = (side, list) => list.map(([band, i]) => `${x(i)} ${y(band[side])}`);
  const points = [...edge(1, known), ...edge(0, known.toReversed())];
  return known.length ? svg("path", {
    d: `M${points.join("L")}Z`, style: "fill:color-mix(in srgb, var(--dc-ink) 16%, transparent)",
  }) : null;
}

function criterionCurve(scales, { values, bands, texts, notes, best }, times) {
  const { x, y } = scales, dot = (v, i) => {
    if (v === null) return null;
    const words = svg("title", {}, `${texts[i]} at ${times(i)}${notes[i] && `: ${notes[i]}`}`);
    return v === "∞"
      ? svg("path", { d: `M${x(i) - 4} ${y(v) + 6}h8l-4 -6z`, fill: "var(--dc-ink)" }, words)
      : svg("circle", { cx: x(i), cy: y(v), r: 2, fill: "var(--dc-ink)" }, words);
  };
  return [
    criterionBand(scales, bands),
    brokenLine(scales, values.map((v) => (v === "∞" ? null : v)), { stroke: "var(--dc-ink)" }),
    values.map(dot),
    best === null ? null : svg("circle", {
      class: "best", cx: x(best), cy: y(values[best]), r: 6.5, fill: "none",
      stroke: "var(--dc-ink)", "stroke-width": 1.75,
    }),
  ];
}

// -> { root, slider, paint(), draw(curve, widths, rule), place(width), destroy() }; onGo is told a stop.
function createCriterion(onGo) {
  const title = el("b", {}), value = el("span", { class: "v" }), why = el("p", {});
  const chart = el("div", {
    role: "slider", tabindex: -1, "aria-valuemin": -4, "aria-valuemax": 4,
  });
  const root = el("div", { class: "criterion" },
    el("div", { class: "cap" }, title, value), chart);
  const curveLayer = svg("g"), markLayer = svg("g");
  const canvas = svg("svg", { "aria-hidden": "true" },
    curveLayer, markLayer);
  let curve = null, widths = [], width = 0, scales = null, rule = "";

  const times = (i) => `${num(2 ** widths[i], 2)} × ${rule}`;
  const stop = () => (width - widths[0]) / (widths[1] - widths[0]);

  function paint() {
    const room = chart.clientWidth;
    if (!room || !curve) return;
    const height = chart.clientHeight;
    scales = criterionScales(room, height, curve, widths.length);
    setAttributes(canvas, { width: room, height });
    const [first] = curve.values, bare = !curve.values.some((v) => typeof v === "number");
    why.textContent = bare && first !== undefined
      ? `${first === null ? "undefined" : "infinite"}: ${curve.notes[0]}` : "";
    curveLayer.replaceChildren(...[
      criterionGround(scales, widths.length), criterionCurve(scales, curve, times),
    ].flat(Infinity).filter(Boolean));
    chart.replaceChildren(canvas, why);
    paintMark();
  }

  function paintMark() {
    if (!scales) return;
    if (why.textContent) {
      markLayer.replaceChildren();
      return;
    }
    const x = scales.x(stop()), at = Math.round(stop()), v = curve.values[at];
    const line = svg("line", {
      x1: x, x2: x, y1: CRITERION.top - 4, y2: scales.floor, stroke: "var(--dc-accent)",
    });
    markLayer.replaceChildren(line, ...(typeof v !== "number" ? [] : [svg("circle", {
      class: "now", cx: scales.x(at), cy: scales.y(v), r: 4.5,
      style: "fill:var(--dc-accent);stroke:var(--dc-bg);stroke-width:1.5",
    })]));
  }

  function tell() {
    const { texts, notes, best, arrow } = curve, at = Math.round(stop());
    title.textContent = `${curve.title} ${arrow}`;
    value.textContent = (texts[at] ?? "").split(" (")[0];
    const now = texts[at] === undefined ? "not computed yet"
      : `${texts[at]} at ${times(at)}${notes[at] && `: ${notes[at]}`}`;
    const chosen = best === null ? "" : `; best ${texts[best]} at ${times(best)}`;
    const better = arrow === "↑" ? "more" : "less";
    chart.setAttribute("aria-label", `${curve.title}, ${better} is better`);
    chart.setAttribute("aria-valuenow", width);
    chart.setAttribute("aria-valuetext", now + chosen);
  }

  onDrag(chart, (x) => { if (scales) onGo(scales.nearest(x)); });
  const stopWatching = onResize(chart, paint);
  return {
    root, slider: chart, paint, destroy: stopWatching,
    draw(next, stops, unit) { [curve, widths, rule] = [next, stops, unit]; tell(); paint(); },
    place(next) {
      width = next;
      if (!curve) return;
      tell();
      paintMark();
    },
  };
}

// -> { panel, draw(), place(), isKnown(), setHeight(px), destroy() }. go(width) asks for a width.
// The charts are one stop of the keyboard: arrows aside move the width, up and down the focus.
export function createCriteria(model, now, go) {
  const charts = el("div", { class: "charts", onkeydown: onKey }), why = el("p", { class: "why" });
  const count = el("span", {}), words = createHint("how to read them");
  const copy = createCopyButton(() => model.get("_criteria").python, "Copy comparison");
  const panel = createPanel("criteria", "Criteria over the width",
    el("span", { class: "about" }, count, words.root, copy), charts, why);
  const kernel = now("kernel"), input = model.get("_input");
  let made = [];

  const widths = () => model.get("_criteria").widths;
  const goTo = (i) => go(widths()[Math.max(0, Math.min(widths().length - 1, i))]);

  function onKey(event) {
    const stop = (now("width") - widths()[0]) / (widths()[1] - widths()[0]);
    const to = {
      ArrowLeft: Math.ceil(stop) - 1, ArrowRight: Math.floor(stop) + 1, Home: 0, End: Infinity,
      PageUp: Math.round(stop) + 4, PageDown: Math.round(stop) - 4,
    }[event.key];
    const turn = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (to === undefined && !turn) return;
    event.preventDefault();
    if (!turn) return goTo(to);
    const at = made.findIndex(({ slider }) => slider === event.target);
    focusOn((at + turn + made.length) % made.length).focus();
  }

  function focusOn(k) {
    made.forEach(({ slider }, i) => { slider.tabIndex = i === k ? 0 : -1; });
    return made[k].slider;
  }

  function remake(number) {
    made.forEach((chart) => chart.destroy());
    made = Array.from({ length: number }, () => createCriterion(goTo));
    charts.replaceChildren(...made.map((chart) => chart.root));
    if (number) focusOn(0);
    made.forEach(({ slider }, k) => slider.addEventListener("focus", () => focusOn(k)));
    place();
  }

  function draw() {
    const { curves = [], done, note = "", n_clusters, rule, widths: stops } = model.get("_criteria");
    if (curves.length !== made.length) remake(curves.length);
    curves.forEach((curve, k) => made[k].draw(curve, stops, rule));
    why.textContent = note;
    why.hidden = !note;
    copy.hidden = !curves.length;
    words.root.hidden = !curves.length;
    words.put("how to read them", `They judge each width by kernel k-means with ${n_clusters} ` +
      "clusters, the plain label kernel, whichever is on screen. ↑ more is better, ↓ less; ring: " +
      "the best so far; band: 10 to 90 % of the shakes; numbers: at the nearest width computed. " +
      `Axis: width in units of the ${rule}; press or drag to set it.`);
    if (stops) count.textContent = `${done} of ${stops.length} widths`;
  }

  const place = () => made.forEach((chart) => chart.place(now("width")));
  return {
    panel, draw, place,
    // Without Python there are the curves that were kept, as long as they are those of the question.
    isKnown() {
      const { done, n_clusters } = model.get("_criteria");
      return hasPython(model) || (done > 0 && n_clusters === now("n_clusters") &&
        kernel === now("kernel") && input === model.get("_input"));
    },
    setHeight(px) {
      charts.style.setProperty("--high", `${px}px`);
      made.forEach((chart) => chart.paint());
    },
    destroy() { made.forEach((chart) => chart.destroy()); },
  };
}
