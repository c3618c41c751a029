// CoinMosaic: a fair coin x, a guess y that agrees with it with probability q. Areas are
// probabilities; a hand drags the border between the two tiles of one side of the coin.

import { num, setAttributes, svg } from "../../base/parts/common.js";
import { onDrag, readout } from "../../base/parts/controls.js";
import { createGrip, knob, onStep, within } from "../parts/grip.js";
import { createPicture, createStage, lineFrom, textAt } from "../parts/stage.js";

const MOSAIC = { height: 272, top: 4, bottom: 24 };
const smiAt = (q) => (2 * q - 1) ** 2 / 2;
const xlogx = (x) => (x > 0 ? x * Math.log(x) : 0);
const miAt = (q) => Math.log(2) + xlogx(q) + xlogx(1 - q);
const tallest = MOSAIC.height - MOSAIC.top - MOSAIC.bottom;
const mosaicY = (share) => MOSAIC.height - MOSAIC.bottom - share * tallest;
const shareAt = (y) => (MOSAIC.height - MOSAIC.bottom - y) / tallest;

// Of the left border (x = 0) the height is q, of the right one 1 - q.
function borderGrip(side, onmove) {
  const rail = svg("line", { class: "rail" });
  const strip = svg("rect", { class: "strip", height: 28, y: -14 });
  const grip = createGrip({
    label: `agreement, border at x = ${side}`, range: [0, 1], step: 0.01, page: 0.05,
    grows: [1, side ? -1 : 1], cursor: "ns-resize", seen: [strip, rail, knob()], onmove,
    from: (x, y) => (side ? 1 - shareAt(y) : shareAt(y)),
  });
  return {
    ...grip,
    stretch(width) {
      setAttributes(rail, { x1: -width / 4, x2: width / 4 });
      setAttributes(strip, { x: -width / 4, width: width / 2 });
    },
  };
}

function tile(x, y, q, width) {
  const share = x === y ? q : 1 - q, left = (x * width) / 2;
  const [low, high] = y === 0 ? [0, share] : [1 - share, 1];
  const half = (low + high) / 2;
  const clear = Math.abs(half - 0.5) > 0.11 ? half : half > 0.5 ? 0.63 : 0.37;
  const middle = mosaicY(clear), across = left + width / 4;
  const named = share * tallest >= 40
    ? [textAt(across, middle - 2, `y = ${y}`, { class: "ink middle" }),
      textAt(across, middle + 15, `r = ${num(2 * share, 2)}`, { class: "number middle" })]
    : [];
  return [
    svg("rect", {
      class: `tile y${y}`, x: left, y: mosaicY(high), width: width / 2, height: share * tallest,
    }), named,
  ];
}

function createTiles(model, onmove) {
  const grips = [borderGrip(0, onmove), borderGrip(1, onmove)];
  function paint(width) {
    const q = model.get("agreement");
    grips.forEach((grip, side) => {
      grip.stretch(width);
      grip.put(width / 4 + (side * width) / 2, mosaicY(side ? 1 - q : q), q,
        `${num(q, 2)}, SMI ${num(smiAt(q), 3)}, MI ${num(miAt(q), 3)}`);
    });
    return [
      [0, 1].flatMap((x) => [0, 1].map((y) => tile(x, y, q, width))),
      lineFrom(width / 2, mosaicY(0), width / 2, mosaicY(1),
        { stroke: "var(--dc-bg)", "stroke-width": 3 }),
      lineFrom(0, mosaicY(0.5), width, mosaicY(0.5), { class: "apart" }),
      lineFrom(width / 2, mosaicY(0), width / 2, mosaicY(1), { class: "apart" }),
      [0, 1].map((x) => textAt(width / 4 + (x * width) / 2, MOSAIC.height - 6, `x = ${x}`,
        { class: "middle" })),
    ];
  }
  return createPicture({
    title: "Coin x and guess y", note: "dashed: no dependence",
    label: "Mosaic of coin and guess", height: MOSAIC.height, paint, grips,
  });
}

function createMeasures(model, onmove) {
  const room = { left: 26, right: 66 };
  let wide = 1;
  const x = (q) => room.left + q * (wide - room.left - room.right);
  const y = (value) => mosaicY(value / 0.75);
  const place = (f, q) => `${x(q).toFixed(1)} ${y(f(q)).toFixed(1)}`;
  const line = (f) => `M${Array.from({ length: 101 }, (_, k) => place(f, k / 100)).join("L")}`;
  const measure = (name, f, q) => [
    svg("path", { class: `measure ${name}`, d: line(f) }),
    svg("circle", { class: "dot", cx: x(q), cy: y(f(q)), r: 5 }),
  ];
  function paint(width) {
    wide = width;
    const q = model.get("agreement");
    picture.say(`Two curves over the agreement q; at ${num(q, 2)} SMI is ${num(smiAt(q), 3)}, `
      + `MI with logarithms ${num(miAt(q), 3)}`);
    return [
      lineFrom(x(0), y(0), x(1), y(0)), lineFrom(x(0), y(0), x(0), y(0.75)),
      [0, 0.5].map((v) => textAt(x(0) - 5, y(v) + 4, String(v), { class: "end" })),
      [0, 0.5, 1].map((v) => textAt(x(v), MOSAIC.height - 6, v === 1 ? "q = 1" : String(v),
        { class: "middle" })),
      lineFrom(x(q), y(0), x(q), y(0.75), { stroke: "var(--dc-rule)" }),
      measure("smi", smiAt, q), measure("mi", miAt, q),
      textAt(x(1) + 8, y(0.5) + 4, "SMI 0.500", { class: "ink" }),
      textAt(x(1) + 8, y(Math.log(2)) + 4, "MI 0.693", { class: "ink" }),
    ];
  }
  const picture = createPicture({
    title: "Dependence", note: "dashed: by a logarithm", label: "Two curves",
    height: MOSAIC.height, paint,
  });
  picture.drawing.classList.add("curves");
  onDrag(picture.drawing, (at) => {
    onmove(within(onStep((at - room.left) / (wide - room.left - room.right), 0.01), 0, 1));
  });
  return picture;
}

function render({ model, el: host }) {
  const agreement = readout("agreement q", 80), smi = readout("SMI", 64);
  const mi = readout("MI (logarithms)", 96);
  function onmove(q) {
    model.set("agreement", q);
    model.save_changes();
  }
  function follow() {
    const q = model.get("agreement");
    agreement.put(num(q, 2));
    smi.put(num(smiAt(q), 3));
    mi.put(num(miAt(q), 3));
  }
  return createStage({
    model, host, kind: "mosaic", follow, reads: [agreement, smi, mi].map((each) => each.root),
    pictures: [createTiles(model, onmove), createMeasures(model, onmove)],
    hint: () => "Drag a border between blue and orange, or press arrow keys on it. The ratio r is "
      + "a tile over its dashed one.",
  });
}

export default { render };
