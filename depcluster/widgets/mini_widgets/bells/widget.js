// Bells: two densities of variance 1. A hand drags a bell, or an arrow: distance and angle are one.

import { num, svg } from "../../base/parts/common.js";
import { arcTo, arrow, lineFrom, pathOf, textAt } from "../parts/drawing.js";
import { createHandle, knob, within } from "../parts/handle.js";
import { createPicture, miniWidget } from "../parts/layout.js";
import "./widget.css";

const FARTHEST = 5,
  REACH = 2.5,
  SPAN = 6,
  HIGH = 0.43,
  HEIGHT = 220;
const densityAt = (x, mean = 0) => Math.exp(-((x - mean) ** 2) / 2) / Math.sqrt(2 * Math.PI);
const cosineAt = (distance) => Math.exp(-(distance ** 2) / 4);
const degreesAt = (distance) => (Math.acos(Math.min(1, cosineAt(distance))) * 180) / Math.PI;
const distanceAt = (degrees) => 2 * Math.sqrt(-Math.log(Math.cos((degrees * Math.PI) / 180)));
const toldOf = (distance) =>
  `distance ${num(distance, 3)}, ${num(degreesAt(distance), 1)} degrees, cosine ${num(cosineAt(distance), 3)}`;

// Where the two means are. One bell stays where it is (or the middle does) as far as the other has
// room.
function createMeans(distance) {
  const means = { left: -distance / 2, right: distance / 2 };
  means.put = (next, moved) => {
    const { left, right } = means;
    const wish = moved === 1 ? left : moved === 0 ? right - next : (left + right - next) / 2;
    means.left = within(wish, -REACH, REACH - next);
    means.right = means.left + next;
  };
  return means;
}

function createDensities(means, distance, onmove) {
  let wide = 0;
  const x = (v) => ((v + SPAN) / (2 * SPAN)) * wide,
    y = (v) => HEIGHT - 24 - (v / HIGH) * (HEIGHT - 30);
  const at = (px) => within((px / wide) * 2 * SPAN - SPAN, -REACH, REACH);
  const curve = (f, ends = [-SPAN, SPAN]) => pathOf(f, ends, (v, p) => [x(v), y(p)]);
  const closed = (f, [low, high] = [-SPAN, SPAN]) =>
    `${curve(f, [low, high])}L${x(high)} ${y(0)}L${x(low)} ${y(0)}Z`;
  // The handle of a bell is the bell itself, with a knob on top. It shows and sets the distance.
  const bodies = [0, 1].map(() => svg("path", { class: "body" }));
  const handles = bodies.map((body, k) =>
    createHandle({
      label: `bell p${k + 1}, distance`,
      range: [0, FARTHEST],
      cursor: "ew-resize",
      step: 0.05,
      fine: 0.005,
      page: 0.5,
      grows: [k ? 1 : -1, 1],
      seen: [body, knob()],
      onmove: (d) => onmove(d, k),
      from: (px) => (k ? at(px) - means.left : means.right - at(px)),
    }),
  );

  function paint(width) {
    wide = width;
    const { left, right } = means,
      d = distance(),
      top = y(densityAt(0)),
      ground = y(0);
    [left, right].forEach((mean, k) => {
      bodies[k].setAttribute(
        "d",
        closed((v) => densityAt(v), [-2, 2]),
      );
      bodies[k].setAttribute("transform", `translate(${-x(0)} ${-top})`);
      handles[k].put(x(mean), top, d, toldOf(d));
    });
    const p = (v) => densityAt(v, left),
      q = (v) => densityAt(v, right),
      [from, to] = [x(left), x(right)];
    return [
      svg("path", { class: "product", d: closed((v) => p(v) * q(v)) }),
      svg("path", { class: "whole", d: curve((v) => densityAt(v, (left + right) / 2) ** 2) }),
      lineFrom(0, ground, width, ground),
      svg("path", { class: "density p0", d: curve(p) }),
      svg("path", { class: "density p1", d: curve(q) }),
      textAt(from - 14, top + 4, "p\u2081", { class: "number end" }),
      textAt(to + 14, top + 4, "p\u2082", { class: "number" }),
      lineFrom(from, ground, from, ground + 7),
      lineFrom(to, ground, to, ground + 7),
      lineFrom(from, ground + 5, to, ground + 5, { "stroke-width": 2 }),
      textAt((from + to) / 2, ground + 20, `d = ${num(d, 3)}`, { class: "ink middle" }),
    ];
  }
  return createPicture({
    title: "Two densities",
    note: "shaded: their product p\u2081p\u2082; dotted: the same at d = 0",
    label: "Two bells",
    height: HEIGHT,
    paint,
    handles,
  });
}

function createArrows(distance, onmove) {
  let left = 0;
  const ground = HEIGHT - 30,
    handle = createHandle({
      label: "arrow p2, angle",
      range: [0, degreesAt(FARTHEST)],
      step: 0.1,
      page: 10,
      onmove: (angle) => onmove(Math.min(FARTHEST, distanceAt(angle))),
      from: (x, y) => (Math.atan2(Math.max(0, ground - y), Math.max(0, x - left)) * 180) / Math.PI,
    });

  function paint(width, height) {
    const r = Math.min(width - 60, height - 56),
      d = distance(),
      turn = (degreesAt(d) * Math.PI) / 180;
    left = Math.max(24, (width - r) / 2 - 12);
    const at = (s, angle) => [left + s * Math.cos(angle), ground - s * Math.sin(angle)],
      tip = at(r, turn);
    handle.put(...tip, Number(degreesAt(d).toFixed(1)), toldOf(d));
    const [nameX, nameY] = turn < 0.5 ? at(0.32 * r, turn) : at(0.32 * r + 8, turn / 2);
    return [
      svg("path", {
        d: arcTo(left, ground, r, Math.PI / 2),
        fill: "none",
        stroke: "var(--dc-rule)",
      }),
      svg("path", {
        d: arcTo(left, ground, 0.32 * r, turn),
        fill: "none",
        stroke: "var(--dc-ink-2)",
      }),
      lineFrom(...tip, tip[0], ground, { "stroke-dasharray": "2 3" }),
      lineFrom(left, ground + 6, tip[0], ground + 6, {
        stroke: "var(--dc-ink)",
        "stroke-width": 3,
      }),
      textAt(left, ground + 24, `cos ${num(cosineAt(d), 3)}`, { class: "number" }),
      arrow([left, ground], [left + r, ground], 11, { class: "p0", "stroke-width": 2.25 }),
      arrow([left, ground], tip, 11, { class: "p1", "stroke-width": 2.25 }),
      textAt(left + r + 6, ground + 4, "p\u2081", { class: "number" }),
      textAt(tip[0] + 4, tip[1] - 10, "p\u2082", { class: "number" }),
      textAt(nameX, nameY - (turn < 0.5 ? 8 : -3), `${num(degreesAt(d), 1)}\u00b0`, {
        class: "ink",
      }),
    ];
  }
  return createPicture({
    title: "The angle between them",
    label: "Two arrows",
    height: HEIGHT,
    paint,
    handles: [handle],
  });
}

const render = miniWidget(({ now }) => {
  const distance = () => now.distance,
    means = createMeans(distance());
  const onmove = (to, moved) => {
    means.put(Number(to.toFixed(3)), moved);
    now.distance = Number(to.toFixed(3));
  };
  return {
    kind: "bells",
    reads: [
      ["distance d", 72, () => num(distance(), 3)],
      ["angle", 64, () => `${num(degreesAt(distance()), 1)}\u00b0`],
      ["cos = exp(\u2212d\u00b2/4)", 98, () => num(cosineAt(distance()), 3)],
      ["divergence D = d\u00b2/4", 120, () => num(distance() ** 2 / 4, 2)],
    ],
    panels: [createDensities(means, distance, onmove), createArrows(distance, onmove)],
    follow() {
      if (Math.abs(means.right - means.left - distance()) > 1e-9) means.put(distance());
    },
    hint: () =>
      "Drag a bell or the arrow p\u2082, or press arrow keys on it (with Shift: finer). "
      + "The shaded area over the dotted one is the cosine.",
  };
});

export default { render };
