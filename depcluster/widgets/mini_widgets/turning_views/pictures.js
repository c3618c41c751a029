// The view that is dragged, and the strip of labels around the turn.

import { el, fitCanvas, inkOn, onResize, rgbOf, setAttributes, stamp } from "../../base/parts/common.js";
import { onDrag } from "../../base/parts/controls.js";
import { createPainter } from "../../base/parts/painter.js";
import { onPull, valueAfterKey, within } from "../parts/handle.js";

const STRIP_HEIGHT = 34;

// One picture, turned by a drag and by the keyboard: half a turn across its width.
// -> { root, height(), draw(stop, words), destroy() }; `onGo` hears of stops beyond the ends, too.
export function createTurner({ images, count, onGo }) {
  const canvas = el("canvas", { role: "img", "aria-label": "view" });
  const frame = el("div", {
    class: "frame view", tabindex: 0, role: "slider", "aria-label": "turn",
    "aria-valuemin": 0, "aria-valuemax": count - 1,
  }, canvas);
  const drawn = new Map(), unit = () => frame.clientWidth / (0.5 * count);
  const height = () => Math.round(Math.min(228, (frame.clientWidth * images.height) / images.width));
  let stop = 0;

  function paint() {
    const w = frame.clientWidth, h = height();
    if (!w) return;
    if (!drawn.has(stop)) drawn.set(stop, images.one(stop));
    frame.style.minHeight = `${h + 2}px`;
    const context = fitCanvas(canvas, w, h), scale = Math.min(w / images.width, h / images.height);
    const [wide, high] = [images.width * scale, images.height * scale];
    context.imageSmoothingQuality = "high";
    context.drawImage(drawn.get(stop), (w - wide) / 2, (h - high) / 2, wide, high);
    stamp(canvas);
  }
  onPull(frame, () => frame, () => [stop * unit(), 0], (x) => onGo(Math.round(x / unit())));
  frame.addEventListener("keydown", (event) => {
    const page = Math.max(1, Math.round(count / 8));
    const to = valueAfterKey(event, stop, { low: 0, high: count - 1, step: 1, page });
    if (to === undefined) return;
    event.preventDefault();
    onGo(to);
  });
  return {
    root: frame, height, destroy: onResize(frame, paint),
    draw(next, words) {
      stop = next;
      setAttributes(frame, { "aria-valuenow": next, "aria-valuetext": words });
      paint();
    },
  };
}

// Neighbours of one label, as [label, first stop, one past the last].
function runsOf(labels) {
  const runs = [];
  labels.forEach((k, i) => {
    const last = runs.at(-1);
    if (last?.[0] === k) last[2] = i + 1;
    else runs.push([k, i, i + 1]);
  });
  return runs;
}

// -> { root, draw(labels of the stops, stop), destroy() }: those of the stop's label stand higher.
export function createLabelStrip({ onGo }) {
  const canvas = el("canvas", { "aria-hidden": "true" }), root = el("div", { class: "strip" }, canvas);
  let labels = [], stop = 0;

  function paint(w, colours) {
    if (!labels.length) return;
    const context = fitCanvas(canvas, w, STRIP_HEIGHT), unit = w / labels.length;
    Object.assign(context, { textAlign: "center", textBaseline: "middle", font: `600 11px ${colours.font}` });
    for (const [k, first, last] of runsOf(labels)) {
      const own = k === labels[stop], [x, wide] = [first * unit, (last - first) * unit];
      const fill = colours.fills[k % colours.fills.length];
      context.fillStyle = fill;
      context.globalAlpha = own ? 1 : 0.42;
      context.fillRect(x, own ? 4 : 9, Math.max(1, wide - 1), own ? 26 : 16);
      context.globalAlpha = 1;
      context.fillStyle = own ? inkOn(rgbOf(fill)) : colours.ink;
      if (wide >= 14) context.fillText(k, x + wide / 2, 17.5);
    }
    context.fillStyle = colours.ink;
    context.fillRect((stop + 0.5) * unit - 1, 0, 2, STRIP_HEIGHT);
    stamp(canvas);
  }
  onDrag(root, (x) => onGo(within(Math.floor((x / root.clientWidth) * labels.length), 0, labels.length - 1)));
  const painter = createPainter(root, paint);
  return {
    root,
    draw(next, at) { [labels, stop] = [next, at]; painter.draw(); },
    destroy: painter.destroy,
  };
}
