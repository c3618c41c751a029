// The drawing surface: pointer and keys move a brush over the plane and lay strokes with it.

import { ARROWS, el, fitCanvas, num, stamp } from "../base/parts/common.js";
import { createPainter } from "../base/parts/painter.js";
import { placePoints } from "../base/parts/plane.js";
import { drawMarks, markRadius } from "../base/parts/scatter.js";
import { columnsOf } from "./points.js";

const KEY_STEP = 0.1;
const LEAST_REACH = 9;

// Where an arrow key leads, in the plane; a finer step is one pixel.
function steppedBy([x, y], [dx, dy], step, [halfX, halfY]) {
  const within = (v, half) => Math.max(-half, Math.min(half, v));
  return [within(x + dx * step, halfX), within(y - dy * step, halfY)];
}

// -> { root, draw(rows), redraw(), destroy() }. `brush()` tells { radius, density, kind, erasing };
// onStroke("begin" | "at" | "end", dabs, erasing, reach) lays strokes, onKey(event) sees other
// keys.
export function createBoard({ half, brush, onStroke, onKey, say }) {
  const canvas = el("canvas", { role: "img" });
  const words = el(
    "div",
    { class: "nothing", hidden: true },
    el("span", {}, "Press and move to draw points, or start from a set."),
  );
  const frame = el(
    "div",
    {
      class: "frame board",
      tabindex: 0,
      role: "application",
      "aria-roledescription": "drawing pad",
      "aria-label":
        "Drawing pad: arrow keys move the brush, Shift makes them finer, Space draws, "
        + "E erases, 0 to 9 choose the class, Control Z undoes",
    },
    canvas,
    words,
  );
  let rows = new Float64Array(0),
    waiting = 0;
  let at = [0, 0],
    seen = false,
    pointer = null,
    erasing = false,
    keyed = null,
    last = null;

  const scaleNow = () => frame.clientWidth / (2 * half[0]);
  const reach = () => Math.max(brush().radius, LEAST_REACH / scaleNow());

  function paint(w, colours) {
    const scale = w / (2 * half[0]),
      h = Math.round(2 * half[1] * scale),
      context = fitCanvas(canvas, w, h);
    drawUnits(context, w, h, scale, colours);
    const { xy, classes } = columnsOf(rows),
      places = placePoints(xy, {
        scale,
        left: w / 2,
        top: h / 2,
      });
    const state = { labels: classes, highlight: new Set() };
    drawMarks(context, places, state, colours, markRadius(Math.max(classes.length, 200)));
    if (seen || frame.matches(":focus-visible")) drawBrush(context, w, h, scale, colours);
    stamp(canvas);
  }

  function drawUnits(context, w, h, scale, colours) {
    context.strokeStyle = colours.rule;
    context.lineWidth = 1;
    context.beginPath();
    for (let k = 1 - Math.ceil(half[0]); k < half[0]; k++) {
      const x = Math.round(w / 2 + k * scale) + 0.5,
        y = Math.round(h / 2 + k * scale) + 0.5;
      context.moveTo(x, 0);
      context.lineTo(x, h);
      if (Math.abs(k) < half[1]) {
        context.moveTo(0, y);
        context.lineTo(w, y);
      }
    }
    context.stroke();
  }

  // Dashed for drawing, unbroken for erasing; a cross in the middle shows where it is.
  function drawBrush(context, w, h, scale, colours) {
    const x = w / 2 + at[0] * scale,
      y = h / 2 - at[1] * scale,
      r = reach() * scale;
    for (const [style, width] of [
      [colours.paper, 3.5],
      [colours.ink, 1.25],
    ]) {
      context.strokeStyle = style;
      context.lineWidth = width;
      context.setLineDash(erasing || brush().erasing ? [] : [4, 3]);
      context.beginPath();
      context.arc(x, y, r, 0, 2 * Math.PI);
      context.stroke();
      context.setLineDash([]);
      context.beginPath();
      context.moveTo(x - 3, y);
      context.lineTo(x + 3, y);
      context.moveTo(x, y - 3);
      context.lineTo(x, y + 3);
      context.stroke();
    }
  }

  const redraw = () => {
    waiting ||= requestAnimationFrame(() => {
      waiting = 0;
      painter.draw();
    });
  };

  function begin(rub) {
    [erasing, last] = [rub, null];
    onStroke("begin");
    lay(nextDabs());
  }

  // Where a stroke leaves its next dabs, as far as the brush is: at even distances, however fast
  // the hand.
  function nextDabs() {
    const apart = Math.max(0.06, 0.7 * (erasing ? reach() / 2 : brush().radius));
    const [x, y] = last ?? at,
      way = Math.hypot(at[0] - x, at[1] - y);
    if (last && way < apart) return [];
    const dabs = Array.from({ length: last ? Math.floor(way / apart) : 1 }, (_, n) => {
      const share = last ? ((n + 1) * apart) / way : 1;
      return [x + (at[0] - x) * share, y + (at[1] - y) * share];
    });
    last = dabs.at(-1);
    return dabs;
  }

  function lay(dabs) {
    if (dabs.length) onStroke("at", dabs, erasing, reach());
  }

  function end() {
    onStroke("end");
    [erasing, last] = [false, null];
    redraw();
  }

  function placeOf(event) {
    const box = canvas.getBoundingClientRect(),
      scale = scaleNow();
    return [
      (event.clientX - box.left - box.width / 2) / scale,
      (box.top + box.height / 2 - event.clientY) / scale,
    ];
  }

  canvas.addEventListener("pointerdown", (event) => {
    if (pointer !== null || keyed || (event.button !== 0 && event.button !== 5)) return;
    pointer = event.pointerId;
    canvas.setPointerCapture(pointer);
    [at, seen] = [placeOf(event), true];
    begin(brush().erasing || event.button === 5);
    redraw();
  });
  canvas.addEventListener("pointermove", (event) => {
    if (pointer !== null && event.pointerId !== pointer) return;
    seen = true;
    const all = event.getCoalescedEvents?.() ?? [],
      dabs = [];
    for (const each of pointer === null || !all.length ? [event] : all) {
      at = placeOf(each);
      if (pointer !== null) dabs.push(...nextDabs());
    }
    lay(dabs);
    redraw();
  });
  for (const name of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(name, (event) => {
      if (event.pointerId !== pointer) return;
      pointer = null;
      if (event.pointerType !== "mouse") seen = false;
      end();
    });
  }
  canvas.addEventListener("pointerleave", () => {
    if (pointer !== null) return;
    seen = false;
    redraw();
  });

  const spoken = () => `(${num(at[0], 1)}, ${num(at[1], 1)})`;
  frame.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, shiftKey } = event,
      plain = !ctrlKey && !metaKey;
    const direction = ARROWS[key],
      strokes = { " ": brush().erasing, e: true, E: true };
    if (direction) {
      at = steppedBy(at, direction, shiftKey ? 1 / scaleNow() : KEY_STEP, half);
      if (keyed) lay(nextDabs());
      else say(spoken());
    } else if (plain && key in strokes) {
      if (!keyed && pointer === null) {
        keyed = key;
        begin(strokes[key]);
      }
    } else if (!onKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
    redraw();
  });
  frame.addEventListener("keyup", (event) => {
    if (keyed && event.key.toLowerCase() === keyed.toLowerCase()) {
      keyed = null;
      end();
    }
  });
  frame.addEventListener("focus", redraw);
  frame.addEventListener("blur", () => {
    if (keyed) {
      keyed = null;
      end();
    }
    redraw();
  });
  const painter = createPainter(frame, paint);

  return {
    root: frame,
    redraw,
    draw(next, about) {
      rows = next;
      canvas.setAttribute("aria-label", about);
      words.hidden = rows.length > 0;
      redraw();
    },
    destroy() {
      painter.destroy();
      cancelAnimationFrame(waiting);
    },
  };
}
