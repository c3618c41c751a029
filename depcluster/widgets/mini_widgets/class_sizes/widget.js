// ClassSizes: what two methods make of the same points, and how many are right, over the sizes of the classes.

import { floatsOf, num, SHAPES, svg } from "../../base/parts/common.js";
import { fitPlane, placePoints } from "../../base/parts/plane.js";
import { boxAt, lineFrom, markAt, pathThrough, textAt } from "../parts/drawing.js";
import { within } from "../parts/handle.js";
import { createPicture, miniWidget } from "../parts/layout.js";
import { filed } from "./filing.js";
import "./widget.css";

const METHODS = ["k-means", "CLUHSICAL"], KINDS = ["kmeans", "cluhsical"], LAST = 20, LOW = 0.4;

// `state()` is { xy, found } and `around()` the places that always have room.
function createFiled(which, state, around) {
  function paint(width, height) {
    const { xy, found } = state(), { labels, wrong } = found[which];
    const at = placePoints(xy, fitPlane(width, height, 12, around()));
    const place = (i) => [at[2 * i], at[2 * i + 1]];
    const [mx, my] = [0, 1].map((d) => wrong.reduce((sum, _, i) => sum + place(i)[d], 0) / wrong.length);
    return [
      boxAt(0.5, 0.5, width - 1, height - 1, { class: "frame-line" }),
      Array.from(labels, (k, i) => markAt(k, ...place(i), 3.4)),
      wrong.map((isWrong, i) => {
        const [cx, cy] = place(i);
        return isWrong ? svg("circle", { class: "wrong", cx, cy, r: 6 }) : null;
      }),
      svg("path", { class: "mean", d: `M${mx - 9} ${my}h18M${mx} ${my - 9}v18` }),
    ];
  }
  const words = () => `${state().found[which].wrong.filter(Boolean).length} misfiled`;
  return createPicture({
    title: METHODS[which], note: () => `ringed: ${words()}; cross: mean`, label: () => `${METHODS[which]}: ${words()}`,
    height: 180, paint,
  });
}

// Of either method a mark for each step that has been seen, and a line where they follow each other.
function createAccuracies(seen, stepNow, ends) {
  const shareAt = (step, k) => seen().get(step).found[k].right / seen().get(step).total;
  function paint(width, height) {
    const left = 34, right = width - 78, floor = height - 24;
    const x = (step) => left + (step / LAST) * (right - left);
    const y = (share) => floor - ((within(share, LOW, 1) - LOW) / (1 - LOW)) * (floor - 8);
    const steps = [...seen().keys()].sort((a, b) => a - b), now = [0, 1].map((k) => shareAt(stepNow(), k));
    const apart = y(now[0]) - y(now[1]);
    const push = Math.abs(apart) < 15 ? (Math.sign(apart) || 1) * (15 - Math.abs(apart)) / 2 : 0;
    return [
      [0.5, 0.75, 1].map((share) => [
        lineFrom(left, y(share), right, y(share), { stroke: "var(--dc-rule)" }),
        textAt(left - 6, y(share) + 4, num(share), { class: "end" }),
      ]),
      lineFrom(x(stepNow()), 2, x(stepNow()), floor, { class: "now" }),
      steps.length > 1 ? null
        : textAt((left + right) / 2, y(0.625) + 4, "each step that you visit leaves its marks here", { class: "middle" }),
      textAt(left, height - 5, ends()[0]), textAt(right, height - 5, ends()[1], { class: "end" }),
      METHODS.map((name, k) => {
        const runs = [];
        for (const step of steps) {
          if (runs.at(-1)?.at(-1) === step - 1) runs.at(-1).push(step);
          else runs.push([step]);
        }
        const spot = (step) => [x(step), y(shareAt(step, k))];
        return [
          runs.map((run) => svg("path", { class: `trail ${KINDS[k]}`, d: pathThrough(run.map(spot)) })),
          steps.map((step) => svg("path", {
            class: KINDS[k], d: SHAPES[k ? 3 : 0],
            transform: `translate(${spot(step)}) scale(${step === stepNow() ? 4.5 : 2.6})`,
          })),
          textAt(right + 8, y(now[k]) + 4 + (k ? -push : push), name, { class: "ink" }),
        ];
      }),
    ];
  }
  return createPicture({
    title: "Right", note: "share of the points, where you have been", height: 104, paint,
    label: () => METHODS.map((name, k) => `${name} ${num(shareAt(stepNow(), k))}`).join(", "),
  });
}

const render = miniWidget(({ given, now, choice, slider }) => {
  const shapes = new Map(given.shapes.map(({ name, points, ...more }) =>
    [name, { ...more, xy: floatsOf(points), seen: new Map() }]));
  const shape = () => shapes.get(now.shape), answer = () => shape().seen.get(now.step);
  const sizesAt = (k) => shape().sizes[k].join(" / "), names = [...shapes.keys()].map((name) => [name, name]);
  return {
    kind: "sizes",
    controls: [
      ...(names.length > 1 ? [choice("points", "shape", names)] : []),
      slider("class sizes", "step", Array.from({ length: LAST + 1 }, (_, k) => k), { format: sizesAt }),
    ],
    reads: METHODS.map((name, k) => [`right: ${name}`, 116, () => `${answer().found[k].right} of ${answer().total}`]),
    panels: [
      ...METHODS.map((_, k) => createFiled(k, answer, () => shape().xy)),
      createAccuracies(() => shape().seen, () => now.step, () => [0, LAST].map(sizesAt)),
    ],
    follow() {
      const { seen, xy, y, sizes } = shape();
      if (!seen.has(now.step)) seen.set(now.step, filed({ xy, y, sizes: sizes[now.step] }));
    },
    hint: () => "Drag the slider, or press arrow keys on it: the classes go from one size to many.",
  };
});

export default { render };
