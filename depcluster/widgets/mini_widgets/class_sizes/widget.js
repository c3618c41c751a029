// ClassSizes: what two methods make of the same points, and how many are right, over the sizes of
// the classes.

import { line, namesBelow, namesLeft, upright } from "../../base/parts/chart.js";
import { floatsOf, num, SHAPES, svg } from "../../base/parts/common.js";
import { part } from "../../base/parts/patch.js";
import { fitPlane, placePoints } from "../../base/parts/plane.js";
import { boxAt, dotAt, markAt } from "../parts/drawing.js";
import { within } from "../parts/handle.js";
import { createPicture, miniWidget } from "../parts/layout.js";
import { createPlot, namesRight } from "../parts/plot.js";
import { filed } from "./filing.js";
import "./widget.css";

const METHODS = ["k-means", "CLUHSICAL"],
  KINDS = ["kmeans", "cluhsical"],
  LAST = 20,
  LOW = 0.4;
const STEPS = Array.from({ length: LAST + 1 }, (_, k) => k);

// `state()` is { xy, found } and `around()` the places that always have room.
function createFiled(which, state, around) {
  const words = () => `${state().found[which].wrong.filter(Boolean).length} misfiled`;
  return createPicture({
    title: METHODS[which],
    note: () => `ringed: ${words()}; cross: mean`,
    label: () => `${METHODS[which]}: ${words()}`,
    height: 180,
    paint(width, height) {
      const { xy, found } = state(),
        { labels, wrong } = found[which];
      const at = placePoints(xy, fitPlane(width, height, 12, around())),
        place = (i) => [at[2 * i], at[2 * i + 1]];
      const [mx, my] = [0, 1].map(
        (d) => wrong.reduce((sum, _, i) => sum + place(i)[d], 0) / wrong.length,
      );
      return [
        boxAt(0.5, 0.5, width - 1, height - 1, { class: "frame-line" }),
        Array.from(labels, (k, i) => markAt(k, ...place(i), 3.4)),
        wrong.map((isWrong, i) => (isWrong ? dotAt(...place(i), 6, { class: "wrong" }) : null)),
        svg("path", { class: "mean", d: `M${mx - 9} ${my}h18M${mx} ${my - 9}v18` }),
      ];
    },
  });
}

// Of either method a mark for each step that has been seen, and a line where they follow each
// other.
function createAccuracies(seen, stepNow, ends) {
  const shareAt = (step, k) =>
    seen().has(step) ? seen().get(step).found[k].right / seen().get(step).total : NaN;
  function shown() {
    const step = stepNow(),
      [first, last] = ends(),
      names = METHODS.map((name, k) => [shareAt(step, k), name]);
    const curve = (kind, k) => {
      const shares = STEPS.map((at) => within(shareAt(at, k), LOW, 1));
      return [
        line(shares, { class: `trail ${kind}` }),
        [...seen().keys()].map(
          (at) =>
            ({ x, y }) =>
              part("path", {
                class: kind,
                d: SHAPES[k ? 3 : 0],
                transform: `translate(${x(at)} ${y(shares[at])}) scale(${at === step ? 4.5 : 2.6})`,
              }),
        ),
      ];
    };
    return {
      label: names.map(([share, name]) => `${name} ${num(share)}`).join(", "),
      x: [0, LAST],
      y: [LOW, 1],
      marks: [
        namesLeft(
          [0.5, 0.75, 1].map((share) => [share, num(share)]),
          { stroke: "var(--dc-rule)" },
        ),
        namesBelow(
          [
            [0, first, { "text-anchor": "start" }],
            [LAST, last, { "text-anchor": "end" }],
          ],
          { apart: 19 },
        ),
        upright(step, "var(--dc-rule-2)"),
        KINDS.map(curve),
        namesRight(names, 15),
        seen().size > 1
          ? null
          : ({ left, right, y }) =>
              part(
                "text",
                {
                  x: (left + right) / 2,
                  y: y(0.625) + 4,
                  class: "middle",
                },
                "each step that you visit leaves its marks here",
              ),
      ],
    };
  }
  return createPlot({
    title: "Right",
    note: "share of the points, where you have been",
    height: 104,
    shown,
    margins: { left: 34, right: 78, top: 8, bottom: 24 },
  });
}

const render = miniWidget(({ given, now, choice, slider }) => {
  const shapes = new Map(
    given.shapes.map(({ name, points, ...more }) => [
      name,
      { ...more, xy: floatsOf(points), seen: new Map() },
    ]),
  );
  const shape = () => shapes.get(now.shape),
    answer = () => shape().seen.get(now.step);
  const sizesAt = (k) => shape().sizes[k].join(" / "),
    names = [...shapes.keys()].map((name) => [name, name]);
  return {
    kind: "sizes",
    controls: [
      ...(names.length > 1 ? [choice("points", "shape", names)] : []),
      slider("class sizes", "step", STEPS, { format: sizesAt }),
    ],
    reads: METHODS.map((name, k) => [
      `right: ${name}`,
      116,
      () => `${answer().found[k].right} of ${answer().total}`,
    ]),
    panels: [
      ...METHODS.map((_, k) => createFiled(k, answer, () => shape().xy)),
      createAccuracies(
        () => shape().seen,
        () => now.step,
        () => [0, LAST].map(sizesAt),
      ),
    ],
    follow() {
      const { seen, xy, y, sizes } = shape();
      if (!seen.has(now.step)) seen.set(now.step, filed({ xy, y, sizes: sizes[now.step] }));
    },
    hint: () => "Drag the slider, or press arrow keys on it: the classes go from one size to many.",
  };
});

export default { render };
