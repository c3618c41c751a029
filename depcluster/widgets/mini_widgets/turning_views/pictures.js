// The view that is dragged, and the strip of labels around the turn.

import {
  el,
  fitCanvas,
  inkOn,
  onResize,
  onThemeChange,
  rgbOf,
  seriesColour,
  setAttributes,
  stamp,
} from "../../base/parts/common.js";
import { onDrag } from "../../base/parts/controls.js";
import { boxAt, textAt } from "../parts/drawing.js";
import { onPull, valueAfterKey, within } from "../parts/handle.js";
import { createPicture } from "../parts/layout.js";

// One picture, turned by a drag and by the keyboard: half a turn across its width.
// -> { root, height(), draw(stop, words), destroy() }; `onGo` hears of stops beyond the ends, too.
export function createTurner({ images, count, onGo }) {
  const canvas = el("canvas", { role: "img", "aria-label": "view" });
  const frame = el(
    "div",
    {
      class: "frame view",
      tabindex: 0,
      role: "slider",
      "aria-label": "turn",
      "aria-valuemin": 0,
      "aria-valuemax": count - 1,
    },
    canvas,
  );
  const drawn = new Map(),
    unit = () => frame.clientWidth / (0.5 * count);
  const height = () =>
    Math.round(Math.min(228, (frame.clientWidth * images.height) / images.width));
  let stop = 0;

  function paint() {
    const w = frame.clientWidth,
      h = height();
    if (!w) return;
    if (!drawn.has(stop)) drawn.set(stop, images.one(stop));
    frame.style.minHeight = `${h + 2}px`;
    const context = fitCanvas(canvas, w, h),
      scale = Math.min(w / images.width, h / images.height);
    const [wide, high] = [images.width * scale, images.height * scale];
    context.imageSmoothingQuality = "high";
    context.drawImage(drawn.get(stop), (w - wide) / 2, (h - high) / 2, wide, high);
    stamp(canvas);
  }
  onPull(
    frame,
    () => frame,
    () => [stop * unit(), 0],
    (x) => onGo(Math.round(x / unit())),
  );
  frame.addEventListener("keydown", (event) => {
    const page = Math.max(1, Math.round(count / 8));
    const to = valueAfterKey(event, stop, { low: 0, high: count - 1, step: 1, page });
    if (to === undefined) return;
    event.preventDefault();
    onGo(to);
  });
  return {
    root: frame,
    height,
    destroy: onResize(frame, paint),
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

// -> a part: `state()` is { labels of the stops, stop }, of which those of the stop's label stand
// higher.
export function createLabelStrip({ state, onGo }) {
  function paint(width, height) {
    const { labels, stop } = state(),
      unit = width / labels.length,
      own = labels[stop];
    const ink = inkOn(rgbOf(seriesColour(picture.root, own)));
    const run = ([k, first, last]) => {
      const [x, wide] = [first * unit, (last - first) * unit],
        more = k === own ? { style: `fill:${ink}` } : {};
      return [
        boxAt(x, k === own ? 4 : 9, Math.max(1, wide - 1), k === own ? 26 : 16, {
          fill: `var(--dc-s${k % 10})`,
          opacity: k === own ? 1 : 0.42,
        }),
        wide < 14
          ? null
          : textAt(x + wide / 2, 20.5, String(k), { class: "strong middle", ...more }),
      ];
    };
    return [
      runsOf(labels).map(run),
      boxAt((stop + 0.5) * unit - 1, 0, 2, height, { class: "now" }),
    ];
  }
  const picture = createPicture({
    title: "Labels around the turn",
    note: "from 0 to 360 degrees",
    label: "Labels around the turn",
    height: 34,
    paint,
  });
  picture.drawing.classList.add("strip");
  onDrag(picture.drawing, (x) => {
    const { labels } = state();
    onGo(within(Math.floor((x / picture.root.clientWidth) * labels.length), 0, labels.length - 1));
  });
  const stop = onThemeChange(picture.root, picture.draw);
  return {
    ...picture,
    destroy() {
      stop();
      picture.destroy();
    },
  };
}
