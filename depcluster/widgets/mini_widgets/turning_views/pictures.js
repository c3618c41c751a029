// The view that is dragged, and the strip of labels around the turn.

import {
  el, fitCanvas, inkOn, onResize, onThemeChange, rgbOf, setAttributes, stamp,
} from "../../base/parts/common.js";
import { onDrag } from "../../base/parts/controls.js";
import { scatterColours } from "../../base/parts/scatter.js";

// -> { root, put(stop, words), setHeight(px), destroy() }: one picture, turned by a drag, the keyboard.
export function createTurner({ images, count, onGo }) {
  const canvas = el("canvas", { role: "img", "aria-label": "view" });
  const frame = el("div", {
    class: "frame view", tabindex: 0, role: "slider", "aria-label": "turn",
    "aria-valuemin": 0, "aria-valuemax": count - 1,
  }, canvas);
  const drawn = new Map();
  let stop = 0, height = 240, from = null;

  function paint() {
    const w = frame.clientWidth;
    if (!w) return;
    if (!drawn.has(stop)) drawn.set(stop, images.one(stop));
    const context = fitCanvas(canvas, w, height);
    const scale = Math.min(w / images.width, height / images.height);
    const [wide, high] = [images.width * scale, images.height * scale];
    context.imageSmoothingQuality = "high";
    context.drawImage(drawn.get(stop), (w - wide) / 2, (height - high) / 2, wide, high);
    stamp(canvas);
  }

  frame.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    frame.setPointerCapture(event.pointerId);
    from = { x: event.clientX, stop };
  });
  frame.addEventListener("pointermove", (event) => {
    if (!frame.hasPointerCapture(event.pointerId)) return;
    const half = (0.5 * count * (event.clientX - from.x)) / frame.clientWidth;
    onGo(from.stop + Math.round(half));
  });
  frame.addEventListener("keydown", (event) => {
    const far = Math.max(1, Math.round(count / 8));
    const to = {
      ArrowLeft: stop - 1, ArrowDown: stop - 1, ArrowRight: stop + 1, ArrowUp: stop + 1,
      PageDown: stop - far, PageUp: stop + far, Home: 0, End: count - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onGo(to);
  });
  const stopWatching = onResize(frame, paint);
  return {
    root: frame, destroy: stopWatching,
    put(next, words) {
      stop = next;
      setAttributes(frame, { "aria-valuenow": next, "aria-valuetext": words });
      paint();
    },
    setHeight(px) { height = px; frame.style.minHeight = `${px + 2}px`; paint(); },
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

const STRIP_HEIGHT = 34;

// -> { root, draw(labels of the stops, stop), destroy() }: those of the stop's label stand higher.
export function createLabelStrip({ onGo, markOf = (k) => k }) {
  const canvas = el("canvas", { "aria-hidden": "true" });
  const root = el("div", { class: "strip" }, canvas);
  let labels = [], stop = 0, colours = null;

  function paint() {
    const w = root.clientWidth;
    if (!w || !labels.length) return;
    colours ??= scatterColours(root);
    const context = fitCanvas(canvas, w, STRIP_HEIGHT), unit = w / labels.length;
    Object.assign(context, { textAlign: "center", textBaseline: "middle" });
    context.font = `600 11px ${colours.font}`;
    for (const [k, first, last] of runsOf(labels)) {
      const own = k === labels[stop], [x, wide] = [first * unit, (last - first) * unit];
      const fill = colours.fills[markOf(k) % colours.fills.length];
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

  onDrag(root, (x) => onGo(Math.floor((x / root.clientWidth) * labels.length), true));
  const stops = [onResize(root, paint), onThemeChange(root, () => { colours = null; paint(); })];
  return {
    root,
    draw(next, at) { [labels, stop] = [next, at]; paint(); },
    destroy() { stops.forEach((each) => each()); },
  };
}
