// The points with the one at hand to drag, and its springs.

import { ARROWS, mark, num, setAttributes, svg } from "../../base/parts/common.js";
import { fitPlane, placePoints } from "../../base/parts/plane.js";
import { onPull, within } from "../parts/grip.js";
import { createPicture, lineFrom, textAt } from "../parts/stage.js";

const SPRING_ROW = 58;
const springsHeight = (rows) => rows * SPRING_ROW + 44;

// `state()` is { points, labels, point }; onmove hears of the place the hand asks for.
export function createPointsPicture(state, rows, reach, onmove) {
  const ring = svg("circle", { class: "ring", r: 11 }), own = svg("g", {});
  const root = svg("g", { class: "grip", tabindex: 0, role: "button" }, svg("circle", { class: "reach" }), ring, own);
  let plane = null, at = [0, 0];
  const move = (x, y) => onmove([within(x, reach[0], reach[1]), within(y, reach[2], reach[3])]
    .map((v) => Number(v.toFixed(3))));
  onPull(root, () => root.ownerSVGElement, () => at, (px, py) => move(...plane.back(px, py)));
  root.addEventListener("keydown", (event) => {
    const step = ARROWS[event.key];
    if (!step) return;
    event.preventDefault();
    const by = event.shiftKey ? 0.02 : 0.2, { points, point } = state();
    move(points[point][0] + by * step[0], points[point][1] - by * step[1]);
  });

  const markAt = (k, x, y, r) => {
    const node = mark(k, r);
    setAttributes(node, { x: x - r - 3, y: y - r - 3 });
    return node;
  };
  function paint(width, height) {
    const { points, labels, point } = state();
    plane = fitPlane(width, height, 16, [reach[0], reach[2], reach[1], reach[3]]);
    const places = placePoints(points.flat(), plane);
    at = [places[2 * point], places[2 * point + 1]];
    setAttributes(root, {
      transform: `translate(${at[0]} ${at[1]})`,
      "aria-label": `point ${point}, label ${labels[point]}, at ${points[point].map((v) => num(v)).join(", ")}; arrows move it`,
    });
    own.replaceChildren(markAt(labels[point], 0, 0, 6));
    return [svg("rect", { class: "frame-line", x: 0.5, y: 0.5, width: width - 1, height: height - 1 }),
      points.map((_, i) => (i === point ? null : markAt(labels[i], places[2 * i], places[2 * i + 1], 4.2)))];
  }
  return createPicture({
    title: "Points", note: "drag the ringed point", label: "Points of the regression",
    height: springsHeight(rows), paint, grips: [{ root }],
  });
}

function springPath(from, to, y) {
  const turns = 14, at = (k) => `${from + ((to - from) * k) / turns} ${y + (k % 2 ? 6 : -6) * (k > 0 && k < turns)}`;
  return `M${Array.from({ length: turns + 1 }, (_, k) => at(k)).join("L")}`;
}

const LEADS = [-0.3, 1.3];

// `springs()` is a list of { y, lead, loss } of the point's wrong labels.
export function createSpringsPicture(springs, rows) {
  function paint(width, height) {
    const low = 26, place = (lead) => low + ((within(lead, ...LEADS) - LEADS[0]) / (LEADS[1] - LEADS[0])) * (width - low - 6);
    const ground = height - 22, found = springs();
    const most = Math.max(...found.map(({ loss }) => loss));
    return [
      [0, 0.5, 1].map((lead) => [
        lineFrom(place(lead), 0, place(lead), ground, { stroke: "var(--dc-rule)" }),
        textAt(place(lead), height - 5, num(lead, lead === 0.5 ? 1 : 0), { class: "middle" })]),
      lineFrom(place(1), 0, place(1), ground, { class: "wall" }),
      found.map(({ y, lead, loss }, row) => {
        const middle = row * SPRING_ROW + 36, x = place(lead), badge = mark(y, 6), head = mark(y, 6);
        setAttributes(badge, { x: 2, y: middle - 9 });
        setAttributes(head, { x: x - 9, y: middle - 9 });
        return [
          textAt(0, middle - 18, `over${width > 360 ? " label" : ""} ${y}: ${width > 360 ? "lead " : ""}${num(lead)}`, { class: "over ink" }),
          textAt(place(1) - 8, middle - 18, `${num(loss, 0)} \u00d7 ${num(1 - lead)}\u00b2 = ${num(loss * (1 - lead) ** 2)}`, { class: "over end ink" }),
          svg("path", { class: "spring", d: springPath(x, place(1), middle), "stroke-width": 0.6 + (3 * loss) / most }),
          badge, Math.abs(x - 11) > 24 ? head : null];
      }),
    ];
  }
  return createPicture({
    title: "Its springs", note: "pull the lead to 1, as stiff as the loss",
    label: "Leads of the right label", height: springsHeight(rows), paint,
  });
}
