// What the criteria say over the width: a row of small charts, each with the width on screen
// marked. A press sets the width to the nearest one computed.

import {
  createChart,
  dot,
  line,
  namesBelow,
  namesLeft,
  ON_SCREEN,
  onScreen,
  ribbon,
  roundTicks,
} from "../../base/parts/chart.js";
import { el, num } from "../../base/parts/common.js";
import { createCopyButton } from "../../base/parts/feedback.js";
import { createHint } from "../../base/parts/hint.js";
import { part } from "../../base/parts/patch.js";
import { createPanel } from "../../base/parts/panels.js";
import { WIDTHS } from "../width.js";
import "./criteria.css";

const INK = "var(--dc-ink)",
  RULE = "var(--dc-rule-2)";

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

// A logarithm has a least number.
function numbersOf({ values, bands, log, ...curve }) {
  const put = (v) => (log && v !== null ? Math.max(v, 1e-9) : v);
  return {
    ...curve,
    log,
    values: values.map(put),
    bands: bands.map((band) => band && band.map(put)),
  };
}

// The scale of what is known, and its ticks: [scale, ticks].
function criterionScale({ values, bands, log }) {
  const put = log ? Math.log10 : (v) => v;
  const seen = [...values, ...bands.flatMap((band) => band || [])].filter(Number.isFinite).map(put);
  const middle = seen.length ? (Math.max(...seen) + Math.min(...seen)) / 2 : 0;
  const least = log ? 0.1 : Math.max(0.01, 0.05 * Math.abs(middle));
  const half = Math.max(least, ...seen.map((v) => 1.1 * Math.abs(v - middle)));
  const [low, high] = [middle - half, middle + half].map((v) => (log ? 10 ** v : v));
  const ticks = log
    ? logTicks(low, high).map((v) => [v, String(Number(v.toPrecision(2)))])
    : atLeastTwo(low, high).map(([v, digits]) => [v, num(v, digits)]);
  return [[low, high, put], seen.length ? ticks : []];
}

const floorLine =
  (last) =>
  ({ x, left, right, floor }) => [
    part("line", { x1: left, x2: right, y1: floor, y2: floor, stroke: RULE }),
    [0, last / 2, last].map((i) =>
      part("line", { x1: x(i), x2: x(i), y1: floor, y2: floor + 3, stroke: RULE }),
    ),
  ];

// The curve, with the ribbon of a criterion that comes with a range, as far as it has no gap.
function criterionMarks({ values, bands, best }, told, ticks, last) {
  const known = bands.flatMap((band, i) => (band ? [[i, ...band]] : []));
  return [
    namesLeft(ticks, { apart: 9, stroke: "var(--dc-rule)" }),
    floorLine(last),
    namesBelow(
      [
        [0, "1/16"],
        [last / 2, "1"],
        [last, "16"],
      ],
      { apart: 15 },
    ),
    ribbon(known, { style: "fill:color-mix(in srgb, var(--dc-ink) 16%, transparent)" }),
    line(values, { stroke: INK }),
    values.map((v, i) => dot(i, v, { r: 2, fill: INK, title: told(i) })),
    best === null
      ? null
      : dot(best, values[best], {
          class: "best",
          r: 6.5,
          fill: "none",
          stroke: INK,
          "stroke-width": 1.75,
        }),
  ];
}

// -> { root, slider, setHeight(px), draw(curve, widths, rule), place(width), destroy() }; onGo is
// told a stop.
function createCriterion(onGo, height) {
  const title = el("b", {}),
    value = el("span", { class: "v" }),
    why = el("p", {});
  const chart = createChart({
    margins: { left: 40, right: 8, top: 8, bottom: 20 },
    height,
    onGo,
    attrs: { role: "slider", tabindex: -1, "aria-valuemin": -4, "aria-valuemax": 4 },
  });
  const slider = chart.root,
    root = el("div", { class: "criterion" }, el("div", { class: "cap" }, title, value), slider);
  let curve = null,
    widths = [],
    width = 0,
    rule = "";
  slider.append(why);

  const times = (i) => `${num(2 ** widths[i], 2)} × ${rule}`;
  const told = (i) => `${curve.texts[i]} at ${times(i)}${curve.notes[i] && `: ${curve.notes[i]}`}`;
  const stop = () => (width - widths[0]) / (widths[1] - widths[0]);

  // The width on screen, on a line that is a little higher than the plot.
  function widthMark() {
    const at = Math.round(stop()),
      v = curve.values[at];
    return why.textContent
      ? null
      : [
          onScreen(stop(), { y1: 4 }),
          Number.isFinite(v) ? dot(at, v, { ...ON_SCREEN, r: 4.5, "stroke-width": 1.5 }) : null,
        ];
  }

  function tell() {
    const { texts, best, arrow } = curve,
      at = Math.round(stop());
    title.textContent = `${curve.title} ${arrow}`;
    value.textContent = (texts[at] ?? "").split(" (")[0];
    const now = texts[at] === undefined ? "not computed yet" : told(at);
    const chosen = best === null ? "" : `; best ${texts[best]} at ${times(best)}`;
    const better = arrow === "↑" ? "more" : "less";
    slider.setAttribute("aria-label", `${curve.title}, ${better} is better`);
    slider.setAttribute("aria-valuenow", width);
    slider.setAttribute("aria-valuetext", now + chosen);
  }

  return {
    root,
    slider,
    setHeight: chart.setHeight,
    destroy: chart.destroy,
    draw(next, stops, unit) {
      [curve, widths, rule] = [numbersOf(next), stops, unit];
      const {
          values: [first],
          notes,
        } = curve,
        last = stops.length - 1,
        bare = !curve.values.some(Number.isFinite);
      why.textContent =
        bare && first !== undefined
          ? `${first === null ? "undefined" : "infinite"}: ${notes[0]}`
          : "";
      const [y, ticks] = criterionScale(curve);
      tell();
      chart.update({
        x: [0, last],
        y,
        stops: [...stops.keys()],
        marks: criterionMarks(curve, told, ticks, last),
        over: widthMark(),
      });
    },
    place(next) {
      width = next;
      if (!curve) return;
      tell();
      chart.move(widthMark());
    },
  };
}

// -> { panel, draw(told), place(), setHeight(px), destroy() }; `told` are curves of the question
// that the answer on screen is of (`curves.js`), as far as they are known. go(width) asks for a
// width. The charts are one stop of the keyboard: arrows aside move the width, up and down the
// focus.
export function createCriteria(now, go) {
  const charts = el("div", { class: "charts", onkeydown: onKey }),
    why = el("p", { class: "why" });
  const count = el("span", {}),
    words = createHint("how to read them");
  const copy = createCopyButton(() => told.python, "Copy comparison");
  const panel = createPanel(
    "criteria",
    "Criteria over the width",
    el("span", { class: "about" }, count, words.root, copy),
    charts,
    why,
  );
  let made = [],
    told = null,
    height = 92;

  const goTo = (i) => go(WIDTHS[Math.max(0, Math.min(WIDTHS.length - 1, i))]);

  function onKey(event) {
    const stop = (now("width") - WIDTHS[0]) / (WIDTHS[1] - WIDTHS[0]);
    const to = {
      ArrowLeft: Math.ceil(stop) - 1,
      ArrowRight: Math.floor(stop) + 1,
      Home: 0,
      End: Infinity,
      PageUp: Math.round(stop) + 4,
      PageDown: Math.round(stop) - 4,
    }[event.key];
    const turn = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (to === undefined && !turn) return;
    event.preventDefault();
    if (!turn) return goTo(to);
    const at = made.findIndex(({ slider }) => slider === event.target);
    focusOn((at + turn + made.length) % made.length).focus();
  }

  function focusOn(k) {
    made.forEach(({ slider }, i) => {
      slider.tabIndex = i === k ? 0 : -1;
    });
    return made[k].slider;
  }

  function remake(number) {
    made.forEach((chart) => chart.destroy());
    made = Array.from({ length: number }, () => createCriterion(goTo, height));
    charts.replaceChildren(...made.map((chart) => chart.root));
    if (number) focusOn(0);
    made.forEach(({ slider }, k) => slider.addEventListener("focus", () => focusOn(k)));
    place();
  }

  function draw(next) {
    if (!next || next.number === told?.number) return;
    const { curves, done, note, n_clusters, rule, unit } = (told = next),
      isWhole = done === WIDTHS.length;
    if (curves.length !== made.length) remake(curves.length);
    // Before all are known the best may be another yet.
    curves.forEach((curve, k) =>
      made[k].draw({ ...curve, best: isWhole ? curve.best : null }, WIDTHS, rule),
    );
    why.textContent = note;
    why.hidden = !note;
    copy.hidden = !curves.length;
    words.root.hidden = !curves.length;
    words.put(
      "how to read them",
      `They judge each width by kernel k-means with ${n_clusters} `
        + "clusters, the plain label kernel, whichever is on screen. ↑ more is better, ↓ less; ring: "
        + "the best; band: 10 to 90 % of the shakes; numbers: at the nearest width computed. "
        + `Axis: width in units of ${unit}; press or drag to set it.`,
    );
    count.textContent = `${done} of ${WIDTHS.length} widths`;
  }

  const place = () => made.forEach((chart) => chart.place(now("width")));
  return {
    panel,
    draw,
    place,
    setHeight(px) {
      height = px;
      charts.style.setProperty("--high", `${px}px`);
      made.forEach((chart) => chart.setHeight(px));
    },
    destroy() {
      made.forEach((chart) => chart.destroy());
    },
  };
}
