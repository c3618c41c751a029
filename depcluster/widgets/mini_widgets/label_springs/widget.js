// LabelSprings: the points with the one at hand to drag, and its springs. Whatever a hand sets, the regression is
// solved anew.

import { num, shortNum, svg } from "../../base/parts/common.js";
import { fitPlane, placePoints } from "../../base/parts/plane.js";
import { boxAt, lineFrom, markAt, pathThrough, textAt } from "../parts/drawing.js";
import { createPlaceHandle, within } from "../parts/handle.js";
import { createPicture, miniWidget } from "../parts/layout.js";
import { relaxSprings } from "./relax.js";
import "./widget.css";

const ROW = 58, LEADS = [-0.3, 1.3];
const STIFFNESS = Array.from({ length: 26 }, (_, i) => Number((10 ** (i / 5 - 4)).toPrecision(12))); // C / m
const twoDigits = (x) => String(Number(x.toPrecision(2)));

// Along each axis a margin around all points, which the one at hand does not leave.
const reachOf = (points) => [0, 1].map((d) => {
  const values = points.map((point) => point[d]), low = Math.min(...values), high = Math.max(...values);
  const more = 0.12 * (high - low || 1) + 0.3;
  return [Math.max(-100, low - more), Math.min(100, high + more)];
});

// `state()` is { points, labels, point }.
function createPoints(state, height, ranges, onmove) {
  const own = svg("g", {}), { point } = state();
  let plane = null;
  const handle = createPlaceHandle({
    label: `point ${point}`, ranges, step: 0.001, fine: 0.02, page: 0.2, from: (x, y) => plane.back(x, y), onmove,
    seen: [svg("circle", { class: "ring", r: 11 }), own],
  });
  function paint(width) {
    const { points, labels } = state(), [[x0, x1], [y0, y1]] = ranges;
    plane = fitPlane(width, height, 16, [x0, y0, x1, y1]);
    const at = placePoints(points.flat(), plane);
    handle.put(at[2 * point], at[2 * point + 1], points[point],
      `label ${labels[point]}, at ${points[point].map((v) => num(v)).join(", ")}`);
    own.replaceChildren(markAt(labels[point], 0, 0, 6));
    return [
      boxAt(0.5, 0.5, width - 1, height - 1, { class: "frame-line" }),
      points.map((_, i) => (i === point ? null : markAt(labels[i], at[2 * i], at[2 * i + 1], 4.2))),
    ];
  }
  return createPicture({
    title: "Points", note: "drag the ringed point", label: "Points of the regression", height, paint, handles: [handle],
  });
}

function springPath(from, to, y) {
  const turns = 14, aside = (k) => (k > 0 && k < turns ? (k % 2 ? 6 : -6) : 0);
  return pathThrough(Array.from({ length: turns + 1 }, (_, k) => [from + ((to - from) * k) / turns, y + aside(k)]));
}

// `springs()` is a list of { y, lead, loss } of the point's wrong labels.
function createSprings(springs, height) {
  function paint(width) {
    const low = 26, ground = height - 22, found = springs(), most = Math.max(...found.map(({ loss }) => loss));
    const x = (lead) => low + ((within(lead, ...LEADS) - LEADS[0]) / (LEADS[1] - LEADS[0])) * (width - low - 6);
    const isRoomy = width > 360;
    return [
      [0, 0.5, 1].map((lead) => [
        lineFrom(x(lead), 0, x(lead), ground, { stroke: "var(--dc-rule)" }),
        textAt(x(lead), height - 5, num(lead, lead === 0.5 ? 1 : 0), { class: "middle" }),
      ]),
      lineFrom(x(1), 0, x(1), ground, { class: "wall" }),
      found.map(({ y, lead, loss }, row) => {
        const middle = row * ROW + 36, short = 1 - lead;
        return [
          textAt(0, middle - 18, isRoomy ? `over label ${y}: lead ${num(lead)}` : `over ${y}: ${num(lead)}`,
            { class: "halo ink" }),
          textAt(x(1) - 8, middle - 18, `${num(loss, 0)} \u00d7 ${num(short)}\u00b2 = ${num(loss * short ** 2)}`,
            { class: "halo end ink" }),
          svg("path", {
            class: "spring", d: springPath(x(lead), x(1), middle), "stroke-width": 0.6 + (3 * loss) / most }),
          markAt(y, 11, middle, 6), Math.abs(x(lead) - 11) > 24 ? markAt(y, x(lead), middle, 6) : null,
        ];
      }),
    ];
  }
  return createPicture({
    title: "Its springs", note: "pull the lead to 1, as stiff as the loss", label: "Leads of the right label",
    height, paint,
  });
}

const render = miniWidget(({ model, root, set, choice, slider }) => {
  const tables = model.get("_tables"), point = model.get("_point"), own = () => model.get("label");
  const height = (tables.A.length - 1) * ROW + 44, DeltaNow = () => tables[model.get("loss_preset")];
  let found = null;
  const state = () => ({
    points: model.get("_points").with(point, model.get("position")),
    labels: model.get("_labels").with(point, own()), point,
  });
  const springs = () => [...tables.A.keys()].filter((y) => y !== own()).map((y) => ({
    y, lead: found.leads.get(`${point},${y}`) ?? 0, loss: DeltaNow()[own()][y],
  }));
  const slack = () => springs().reduce((sum, { lead, loss }) => sum + loss * (1 - lead) ** 2, 0);
  return {
    kind: "springs",
    controls: [
      choice("label of the point", "label", tables.A.map((_, k) => [String(k), k])),
      choice("loss", "loss_preset", [["tree loss", "tree"], ["0-1 loss", "zero-one"]]),
      choice("kernel matrix", "scale", [["K / m", "K / m"], ["K", "K"]]),
      slider("C / m", "C", STIFFNESS, { format: twoDigits, at: (C) => Math.round(5 * (Math.log10(C) + 4)) }),
    ],
    reads: [
      ["its squared slacks", 108, () => num(slack())],
      ["energy left (7)", 96, () => num(found.left)],
      ["to first order (20)", 150, () => [
        shortNum(found.firstOrder), `off by ${twoDigits(Math.abs(found.left - found.firstOrder) / found.left)}`]],
    ],
    panels: [
      createPoints(state, height, reachOf(model.get("_points")), (position) => set({ position })),
      createSprings(springs, height),
    ],
    follow() {
      found = relaxSprings({
        ...state(), A: tables.A, Delta: DeltaNow(), C: model.get("C"), perPoint: model.get("scale") === "K / m",
        s: model.get("_width"),
      });
      Object.assign(root.dataset, { slack: slack(), left: found.left, first: found.firstOrder });
    },
    hint: () => "Drag the ringed point, or press arrow keys on it (with Shift: finer). The energy left is a share "
      + "of that of springs that do not give way.",
  };
});

export default { render };
