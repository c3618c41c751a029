// Bells: two densities of variance 1. A hand drags a bell, or an arrow: distance and angle are one.

import { num, svg } from "../../base/parts/common.js";
import { readout } from "../../base/parts/controls.js";
import { createGrip, knob, within } from "../parts/grip.js";
import { createPicture, createStage, lineFrom, textAt } from "../parts/stage.js";

const BELLS = { farthest: 5, reach: 2.5, span: 6, high: 0.43, height: 220 };
const bellAt = (x, mean) => Math.exp(-((x - mean) ** 2) / 2) / Math.sqrt(2 * Math.PI);
const cosineAt = (distance) => Math.exp(-(distance ** 2) / 4);
const degreesAt = (distance) => (Math.acos(Math.min(1, cosineAt(distance))) * 180) / Math.PI;
const distanceAt = (degrees) => 2 * Math.sqrt(-Math.log(Math.cos((degrees * Math.PI) / 180)));

const bellsX = (x, width) => ((x + BELLS.span) / (2 * BELLS.span)) * width;
const bellsY = (y) => BELLS.height - 24 - (y / BELLS.high) * (BELLS.height - 30);

// The line of a function over the picture; `closed` takes it along the ground.
function curveOf(f, width, [low, high] = [-BELLS.span, BELLS.span], closed = false) {
  const steps = 160, at = (k) => low + ((high - low) * k) / steps;
  const places = Array.from({ length: steps + 1 }, (_, k) =>
    `${bellsX(at(k), width).toFixed(2)} ${bellsY(f(at(k))).toFixed(2)}`);
  const foot = (x) => `L${bellsX(x, width)} ${bellsY(0)}`;
  const ground = closed ? `${foot(high)}${foot(low)}Z` : "";
  return `M${places.join("L")}${ground}`;
}

// The grip of a bell is the bell itself, with a knob on top. It shows and sets the distance.
function bellGrip(which, { from, onmove }) {
  const body = svg("path", { class: "body" });
  const grip = createGrip({
    label: `bell p${which + 1}, distance`, range: [0, BELLS.farthest], cursor: "ew-resize",
    step: 0.05, fine: 0.005, page: 0.5, grows: [which ? 1 : -1, 1], seen: [body, knob()],
    from, onmove,
  });
  return {
    ...grip,
    shape(width) {
      const flank = curveOf((x) => bellAt(x, 0), width, [-2, 2], true);
      body.setAttribute("d", flank);
      body.setAttribute("transform", `translate(${-bellsX(0, width)} ${-bellsY(bellAt(0, 0))})`);
    },
  };
}

function createBellsPicture(state, onmove) {
  let wide = 0;
  const placeAt = (x) => (x / wide) * 2 * BELLS.span - BELLS.span;
  const limit = (x) => within(x, -BELLS.reach, BELLS.reach);
  const grips = [
    bellGrip(0, { onmove: (d) => onmove(d, 0), from: (x) => state.right - limit(placeAt(x)) }),
    bellGrip(1, { onmove: (d) => onmove(d, 1), from: (x) => limit(placeAt(x)) - state.left }),
  ];

  function paint(width) {
    wide = width;
    const { left, right } = state, middle = (left + right) / 2, top = bellAt(0, 0);
    [left, right].forEach((mean, k) => {
      grips[k].shape(width);
      grips[k].put(bellsX(mean, width), bellsY(top), state.distance, state.words());
    });
    const p = (x) => bellAt(x, left), q = (x) => bellAt(x, right), ground = bellsY(0);
    const [from, to] = [bellsX(left, width), bellsX(right, width)];
    return [
      svg("path", { class: "product", d: curveOf((x) => p(x) * q(x), width, undefined, true) }),
      svg("path", { class: "whole", d: curveOf((x) => bellAt(x, middle) ** 2, width) }),
      lineFrom(0, ground, width, ground),
      svg("path", { class: "density p0", d: curveOf(p, width) }),
      svg("path", { class: "density p1", d: curveOf(q, width) }),
      textAt(from - 14, bellsY(top) + 4, "p\u2081", { class: "number end" }),
      textAt(to + 14, bellsY(top) + 4, "p\u2082", { class: "number" }),
      lineFrom(from, ground, from, ground + 7), lineFrom(to, ground, to, ground + 7),
      lineFrom(from, ground + 5, to, ground + 5, { "stroke-width": 2 }),
      textAt((from + to) / 2, ground + 20, `d = ${num(state.distance, 3)}`,
        { class: "ink middle" }),
    ];
  }
  return createPicture({
    title: "Two densities", note: "shaded: their product p\u2081p\u2082; dotted: the same at d = 0",
    label: "Two bells", height: BELLS.height, paint, grips,
  });
}

function arrowTo(x0, y0, x1, y1, kind) {
  const turn = Math.atan2(y1 - y0, x1 - x0);
  const wing = (by) => `${x1 - 11 * Math.cos(turn + by)} ${y1 - 11 * Math.sin(turn + by)}`;
  return [
    svg("line", { x1: x0, y1: y0, x2: x1, y2: y1, class: kind, "stroke-width": 2.25 }),
    svg("path", {
      d: `M${wing(0.4)}L${x1} ${y1}L${wing(-0.4)}`, class: kind, fill: "none", "stroke-width": 2.25,
      style: "stroke-dasharray:none",
    }),
  ];
}

function createArrows(state, onmove) {
  let origin = [0, 0];
  const grip = createGrip({
    label: "arrow p2, angle", range: [0, degreesAt(BELLS.farthest)], step: 0.1, fine: 0.1,
    page: 10, seen: [], onmove: (angle) => onmove(Math.min(BELLS.farthest, distanceAt(angle))),
    from: (x, y) =>
      (Math.atan2(Math.max(0, origin[1] - y), Math.max(0, x - origin[0])) * 180) / Math.PI,
  });

  function paint(width, height) {
    const r = Math.min(width - 60, height - 56), left = Math.max(24, (width - r) / 2 - 12);
    const ground = height - 30, turn = (degreesAt(state.distance) * Math.PI) / 180;
    origin = [left, ground];
    const tip = [left + r * Math.cos(turn), ground - r * Math.sin(turn)];
    const arc = (s, by) => `M${left + s} ${ground}A${s} ${s} 0 0 0 `
      + `${left + s * Math.cos(by)} ${ground - s * Math.sin(by)}`;
    grip.put(...tip, Number(degreesAt(state.distance).toFixed(1)), state.words());
    const named = turn < 0.5 ? [0.32 * r * Math.cos(turn), 0.32 * r * Math.sin(turn) + 8]
      : [(0.32 * r + 8) * Math.cos(turn / 2), (0.32 * r + 8) * Math.sin(turn / 2) - 3];
    return [
      svg("path", { d: arc(r, Math.PI / 2), fill: "none", stroke: "var(--dc-rule)" }),
      svg("path", { d: arc(0.32 * r, turn), fill: "none", stroke: "var(--dc-ink-2)" }),
      lineFrom(tip[0], tip[1], tip[0], ground, { "stroke-dasharray": "2 3" }),
      lineFrom(left, ground + 6, tip[0], ground + 6,
        { stroke: "var(--dc-ink)", "stroke-width": 3 }),
      textAt(left, ground + 24, `cos ${num(cosineAt(state.distance), 3)}`, { class: "number" }),
      arrowTo(left, ground, left + r, ground, "p0"), arrowTo(left, ground, ...tip, "p1"),
      textAt(left + r + 6, ground + 4, "p\u2081", { class: "number" }),
      textAt(tip[0] + 4, tip[1] - 10, "p\u2082", { class: "number" }),
      textAt(left + named[0], ground - named[1], `${num(degreesAt(state.distance), 1)}\u00b0`,
        { class: "ink" }),
    ];
  }
  return createPicture({
    title: "The angle between them", label: "Two arrows", height: BELLS.height, paint,
    grips: [grip],
  });
}

function createBellsState(model) {
  const start = model.get("distance") / 2;
  const state = { left: -start, right: start, distance: 2 * start };
  // One bell stays where it is (or the middle does) as far as the other has room.
  state.place = (distance, moved = null) => {
    const { left, right, distance: before } = state;
    const wish = moved === 1 ? left
      : moved === 0 ? right - distance : left - (distance - before) / 2;
    state.left = within(wish, -BELLS.reach, BELLS.reach - distance);
    state.right = state.left + distance;
    state.distance = distance;
  };
  state.words = () => `distance ${num(state.distance, 3)}, `
    + `${num(degreesAt(state.distance), 1)} degrees, cosine ${num(cosineAt(state.distance), 3)}`;
  return state;
}

function render({ model, el: host }) {
  const state = createBellsState(model);
  const distance = readout("distance d", 72), angle = readout("angle", 64);
  const cosine = readout("cos = exp(\u2212d\u00b2/4)", 98);
  const D = readout("divergence D = d\u00b2/4", 120);
  function onmove(to, moved = null) {
    state.place(Number(to.toFixed(3)), moved);
    model.set("distance", state.distance);
    model.save_changes();
  }
  function follow() {
    if (model.get("distance") !== state.distance) state.place(model.get("distance"));
    distance.put(num(state.distance, 3));
    angle.put(`${num(degreesAt(state.distance), 1)}\u00b0`);
    cosine.put(num(cosineAt(state.distance), 3));
    D.put(num(state.distance ** 2 / 4, 2));
  }
  return createStage({
    model, host, kind: "bells", follow,
    reads: [distance, angle, cosine, D].map((each) => each.root),
    pictures: [createBellsPicture(state, onmove), createArrows(state, onmove)],
    hint: () => "Drag a bell or the arrow p\u2082, or press arrow keys on it (with Shift: finer). "
      + "The shaded area over the dotted one is the cosine.",
  });
}

export default { render };
