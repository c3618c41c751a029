// LabelSprings: the points with the one at hand to drag, and its springs. Whatever a hand sets, the
// regression is solved anew.

import { num, shortNum, svg } from "../../base/parts/common.js";
import { lineFrom, markAt, pathThrough, textAt } from "../parts/drawing.js";
import { createPlaceHandle, within } from "../parts/handle.js";
import { createPicture, miniWidget } from "../parts/layout.js";
import { createRinged } from "../parts/ringed.js";
import { relaxSprings } from "./relax.js";
import "./widget.css";

const ROW = 58,
  LEADS = [-0.3, 1.3];
// C / m
const STIFFNESS = Array.from({ length: 26 }, (_, i) => Number((10 ** (i / 5 - 4)).toPrecision(12)));
const twoDigits = (x) => String(Number(x.toPrecision(2)));

// Along each axis a margin around all points, which the one at hand does not leave.
const reachOf = (points) =>
  [0, 1].map((d) => {
    const values = points.map((point) => point[d]),
      low = Math.min(...values),
      high = Math.max(...values);
    const more = 0.12 * (high - low || 1) + 0.3;
    return [Math.max(-100, low - more), Math.min(100, high + more)];
  });

function springPath(from, to, y) {
  const turns = 14,
    aside = (k) => (k > 0 && k < turns ? (k % 2 ? 6 : -6) : 0);
  return pathThrough(
    Array.from({ length: turns + 1 }, (_, k) => [from + ((to - from) * k) / turns, y + aside(k)]),
  );
}

// `springs()` is a list of { y, lead, loss } of the point's wrong labels.
const createSprings = (springs, height) =>
  createPicture({
    title: "Its springs",
    note: "pull the lead to 1, as stiff as the loss",
    height,
    label: () =>
      `Leads of the right label: ${springs()
        .map(({ y, lead }) => `${num(lead)} over ${y}`)
        .join(", ")}`,
    paint(width) {
      const low = 26,
        ground = height - 22,
        found = springs(),
        most = Math.max(...found.map(({ loss }) => loss));
      const x = (lead) =>
        low + ((within(lead, ...LEADS) - LEADS[0]) / (LEADS[1] - LEADS[0])) * (width - low - 6);
      return [
        [0, 0.5, 1].map((lead) => [
          lineFrom(x(lead), 0, x(lead), ground, { stroke: "var(--dc-rule)" }),
          textAt(x(lead), height - 5, num(lead, lead === 0.5 ? 1 : 0), { class: "middle" }),
        ]),
        lineFrom(x(1), 0, x(1), ground, { class: "wall" }),
        found.map(({ y, lead, loss }, row) => {
          const middle = row * ROW + 36,
            short = 1 - lead;
          const name =
            width > 360 ? `over label ${y}: lead ${num(lead)}` : `over ${y}: ${num(lead)}`;
          const cost = `${num(loss, 0)} \u00d7 ${num(short)}\u00b2 = ${num(loss * short ** 2)}`;
          return [
            textAt(0, middle - 18, name, { class: "halo ink" }),
            textAt(x(1) - 8, middle - 18, cost, { class: "halo end ink" }),
            svg("path", {
              class: "spring",
              d: springPath(x(lead), x(1), middle),
              "stroke-width": 0.6 + (3 * loss) / most,
            }),
            markAt(y, 11, middle, 6),
            Math.abs(x(lead) - 11) > 24 ? markAt(y, x(lead), middle, 6) : null,
          ];
        }),
      ];
    },
  });

const render = miniWidget(({ given, now, root, choice, slider }) => {
  const { A, point, s } = given,
    own = () => now.label;
  const height = (A.length - 1) * ROW + 44,
    DeltaNow = () => given[now.loss_preset];
  const ranges = reachOf(given.points),
    [[x0, x1], [y0, y1]] = ranges;
  let found = null;
  const stateNow = () => ({
    points: given.points.with(point, now.position),
    labels: given.labels.with(point, own()),
  });
  const springs = () =>
    [...A.keys()]
      .filter((y) => y !== own())
      .map((y) => ({
        y,
        lead: found.leads[`${point},${y}`] ?? 0,
        loss: DeltaNow()[own()][y],
      }));
  const slack = () => springs().reduce((sum, { lead, loss }) => sum + loss * (1 - lead) ** 2, 0);
  return {
    kind: "springs",
    controls: [
      choice(
        "label of the point",
        "label",
        A.map((_, k) => [String(k), k]),
      ),
      choice("loss", "loss_preset", [
        ["tree loss", "tree"],
        ["0-1 loss", "zero-one"],
      ]),
      choice("kernel matrix", "scale", [
        ["K / m", "K / m"],
        ["K", "K"],
      ]),
      slider("C / m", "C", STIFFNESS, {
        format: twoDigits,
        at: (C) => Math.round(5 * (Math.log10(C) + 4)),
      }),
    ],
    reads: [
      ["its squared slacks", 108, () => num(slack())],
      ["energy left (7)", 96, () => num(found.left)],
      [
        "to first order (20)",
        150,
        () => [
          shortNum(found.firstOrder),
          `off by ${twoDigits(Math.abs(found.left - found.firstOrder) / found.left)}`,
        ],
      ],
    ],
    panels: [
      createRinged({
        title: "Points",
        label: "Points of the regression",
        height,
        reach: [x0, y0, x1, y1],
        state: () => ({
          ...stateNow(),
          at: point,
          value: now.position,
          told: `label ${own()}, at ${[...now.position].map((v) => num(v)).join(", ")}`,
        }),
        make: (more) =>
          createPlaceHandle({
            label: `point ${point}`,
            ranges,
            step: 0.001,
            fine: 0.02,
            page: 0.2,
            ...more,
            onmove(position) {
              now.position = position;
            },
          }),
      }),
      createSprings(springs, height),
    ],
    follow() {
      const perPoint = now.scale === "K / m";
      found = relaxSprings({ ...stateNow(), A, Delta: DeltaNow(), C: now.C, perPoint, s });
      Object.assign(root.dataset, { slack: slack(), left: found.left, first: found.firstOrder });
    },
    hint: () =>
      "Drag the ringed point, or press arrow keys on it (with Shift: finer). The energy left is a share "
      + "of that of springs that do not give way.",
  };
});

export default { render };
