// Points of the plane, coloured and shaped by cluster, with their legend.

import { ARROWS, counted, countLabels, el, fitCanvas, num, SHAPES, stamp } from "./common.js";
import { iconButton, legend, liveRegion } from "./controls.js";
import { createSelection, FADED } from "./selection.js";
import { createPainter } from "./painter.js";
import { fitPlane, nearestPoint, nextPoint, placePoints, roundedPlace, shapeOf } from "./plane.js";
import { drawLines, drawNumerals, middlesOf, relativesOf } from "./relations.js";
import { createSprites, pasteSprites } from "./sprites.js";

export const PATHS = SHAPES.map((shape) => new Path2D(shape));

// In tenths of a pixel, so that one point more is no reason to draw marks anew.
export function markRadius(m) {
  return Math.max(2.2, Math.min(5, Math.round(720 / Math.sqrt(m)) / 10));
}

// Highlighted clusters come last, moved points after them, so neither is ever covered.
function drawingOrder({ labels, moved, highlight }) {
  const order = new Uint32Array(labels.length),
    last = moved ? 3 : highlight.size ? 1 : 0;
  for (let rank = 0, next = 0; rank <= last; rank++) {
    for (let i = 0; i < labels.length; i++) {
      const own = (highlight.size && highlight.has(labels[i]) ? 1 : 0) + (moved?.[i] ? 2 : 0);
      if (own === rank) order[next++] = i;
    }
  }
  return order;
}

// Where a mark does not differ from all others by its size or its colour it is one of a few kinds.
export function drawMarks(context, at, state, colours, radius) {
  const { labels, moved, highlight, sizes, shades, ringAlpha = 1, markOf = (k) => k } = state;
  const many = moved ? countLabels(moved, 2)[1] > labels.length / 8 : false,
    order = drawingOrder(state);
  const isFaded = (i) => highlight.size > 0 && !highlight.has(labels[i]);
  const kinds = Uint8Array.from(
    labels,
    (k, i) => (markOf(k) % 10) + (isFaded(i) ? FADED_KIND : 0) + (moved?.[i] ? RINGED_KIND : 0),
  );
  const look = { colours, radius, many, ringAlpha, dense: labels.length > 2000 };
  if (sizes || shades || ringAlpha !== 1) drawEach(context, at, kinds, order, state, look);
  else pasteSprites(context, spritesFor(context.getTransform().a, look), order, kinds, at);
  context.globalAlpha = 1;
}

const FADED_KIND = 10,
  RINGED_KIND = 20;

// Kept with the colours, until something else changes their look.
function spritesFor(ratio, look) {
  const { colours, radius, many, dense } = look,
    key = [ratio, radius, many, dense].join();
  if (colours.sprites?.key !== key) {
    const reach = (kind) => (kind >= RINGED_KIND ? radius + 5 : 1.55 * radius + 1);
    const of = createSprites(ratio, reach, (brush, kind) => drawMark(brush, kind, look));
    colours.sprites = { key, of };
  }
  return colours.sprites.of;
}

// A mark about the origin, `r` in size. The context is left scaled by it.
function drawMark(
  context,
  kind,
  { colours, radius, many, ringAlpha, dense },
  r = radius,
  shade = null,
) {
  const k = kind % 10,
    seen = kind % RINGED_KIND >= FADED_KIND ? FADED : 1;
  if (kind >= RINGED_KIND) {
    context.globalAlpha = seen * ringAlpha;
    if (many) drawRing(context, 0, 0, r + 2.5, colours, false, colours.quiet, 0.75);
    else drawRing(context, 0, 0, r + 4, colours, true);
  }
  context.globalAlpha = seen;
  context.fillStyle = shade ?? colours.fills[k];
  if (dense) {
    const half = r / radius;
    context.fillRect(-half, -half, 2 * half, 2 * half);
    return;
  }
  context.strokeStyle = shade ? colours.faint : colours.edges[k]; // a zero is paper
  context.scale(r, r);
  context.lineWidth = colours.edgeWidth / r;
  context.fill(PATHS[k]);
  context.stroke(PATHS[k]);
}

function drawEach(context, at, kinds, order, { sizes, shades }, look) {
  const before = context.getTransform(),
    { a: ratio, e: left, f: top } = before;
  for (const i of order) {
    context.setTransform(ratio, 0, 0, ratio, left + ratio * at[2 * i], top + ratio * at[2 * i + 1]);
    const shade = shades ? look.colours.shade(shades[i]) : null;
    drawMark(context, kinds[i], look, look.radius * (sizes?.[i] ?? 1), shade);
  }
  context.setTransform(before);
}

export function drawRing(context, x, y, r, colours, filled, ink = colours.ink, width = 1.5) {
  context.lineWidth = width;
  context.strokeStyle = ink;
  context.beginPath();
  context.arc(x, y, r, 0, 2 * Math.PI);
  if (filled) {
    context.fillStyle = colours.paper;
    context.fill();
  }
  context.stroke();
}

// The names of the two axes, at their ends inside the frame.
/** @type {(context: any, w: number, h: number, axes: string[], colours: any) => void} */
function drawAxisNames(context, w, h, [across, up], colours) {
  if (!across && !up) return;
  Object.assign(context, { fillStyle: colours.quiet, textBaseline: "alphabetic", lineWidth: 3 });
  context.font = `11px ${colours.font}`;
  context.strokeStyle = colours.paper;
  const write = (words, x, y, align) => {
    context.textAlign = align;
    context.strokeText(words, x, y, w - 16);
    context.fillText(words, x, y, w - 16);
  };
  if (across) write(`${across} \u2192`, w - 8, h - 6, "right");
  if (up) write(`\u2191 ${up}`, 8, 16, "left");
}

// -> { root, frame, setPoints(xy, around, margin), setSamples({ axes, names, picture }),
//      draw({ labels, n_clusters, A, marks, moved, ringAlpha, sizes, under, about }),
//      setHeight(px), height(), width(), shape(), setPlacing(on), destroy() }
// Points are painted with the next draw or setSamples. The picture is as large as they are, or as
// those of `around`, which two pictures can share;
// `moved` marks points to ring, fainter by `ringAlpha`, thinly where they are many; `selection` has
// the point looked at and the clusters chosen; relatives by a label kernel `A` are joined; `label`
// names the picture; without setHeight it
// is 0.8 times as high as wide, at most 396 px. `sizes` are factors of the marks' radius, `under`
// draws on the canvas before them, `shades`, from -1 to 1, colour them in place of their clusters,
// whose shapes they keep; `about` adds to what the tip says of a point, whose name and
// picture(i), an element, stand there too. While placing, a press on an empty place calls
// onPlace(x, y), rounded.
export function createScatter({ label, selection = createSelection(), onPlace = null }) {
  const canvas = el("canvas", { role: "img", "aria-label": label });
  const tip = el("div", { class: "tip", hidden: true });
  const frame = el(
    "div",
    { class: "frame", tabindex: 0, role: "group", "aria-label": label },
    canvas,
    tip,
  );
  const key = legend(selection),
    live = liveRegion();
  const root = el("div", { class: "scatter" }, frame, key.root, live.root);
  const where = onPlace ? el("div", { class: "where" }) : null;
  if (where) frame.append(where);
  let plane = null,
    placing = false,
    /** @type {{ axes: string[], names: string[], picture: (i: number) => any }} */
    samples = { axes: [], names: [], picture: () => null };
  let xy = new Float32Array(0),
    extent = xy,
    at = xy,
    margin = 14;
  let state = null,
    height = null,
    told = null;

  // Shown where clusters have relatives, numerals above ten of them anyway, as their colours repeat
  // then.
  let relatives = [],
    names = null,
    lines = null;
  const hasNames = () => names ?? (relatives.length > 0 || state.n_clusters > 10);
  const hasLines = () => relatives.length > 0 && (lines ?? true);
  const isRelated = () => hasNames() || hasLines();
  const relate = iconButton("graph", "How names are related (n: numerals, p: lines)", () => {
    [names, lines] = Array(2).fill(!isRelated());
    putRelate();
  });
  relate.classList.add("relate");
  relate.hidden = true;
  frame.append(relate);
  function putRelate() {
    relate.hidden = relatives.length === 0;
    relate.setAttribute("aria-pressed", String(isRelated()));
    painter.draw();
  }

  function paint(w, colours) {
    if (!state || state.labels.length * 2 !== xy.length) return;
    const h = height ?? Math.min(396, Math.round(w * 0.8));
    const r = markRadius(state.labels.length) * Math.min(1, Math.sqrt(h / 240));
    plane = fitPlane(w, h, margin, extent);
    at = placePoints(xy, plane);
    const context = fitCanvas(canvas, w, h);
    drawAxisNames(context, w, h, samples.axes, colours);
    state.under?.(context, at, plane.scale, colours);
    drawMarks(
      context,
      at,
      { ...state, highlight: selection.clusters, markOf: selection.markOf },
      colours,
      r,
    );
    if (isRelated()) {
      const middles = middlesOf(at, state.labels, state.n_clusters);
      if (hasLines()) drawLines(context, middles, relatives, colours);
      if (hasNames()) drawNumerals(context, middles, colours);
    }
    const i = selection.point,
      ink = selection.isPinned ? colours.accent : colours.ink;
    if (at.length > 2 * i && i !== null) {
      drawRing(context, at[2 * i], at[2 * i + 1], r + 3.5, colours, false, ink);
    }
    stamp(canvas);
    showTip(w, h, i);
  }

  function showTip(w, h, i) {
    tip.hidden = i === null || 2 * i >= at.length;
    if (tip.hidden) return;
    const [x, y] = [at[2 * i], at[2 * i + 1]];
    if (told !== i) {
      tip.replaceChildren(
        samples.picture(i) ?? "",
        el("b", {}, samples.names[i] ?? `point ${i}`),
        `, cluster ${state.labels[i]}`,
        el("span", {}, `(${num(xy[2 * i])}, ${num(xy[2 * i + 1])})`),
        state.about ? el("span", {}, state.about(i)) : "",
      );
      told = i;
    }
    const left = x + 12 + tip.offsetWidth > w ? x - 12 - tip.offsetWidth : x + 12;
    tip.style.left = `${Math.max(2, left)}px`;
    tip.style.top = `${Math.max(4, Math.min(h - tip.offsetHeight - 4, y - 18))}px`;
  }

  const point = (i) => {
    if (i !== selection.point) told = null;
    selection.hover(i);
  };

  function walk(direction) {
    const middle = () => nearestPoint(at, canvas.clientWidth / 2, canvas.clientHeight / 2, 1e4);
    point(selection.point === null ? middle() : nextPoint(at, selection.point, direction));
    if (!tip.hidden) live.say(tip.textContent.replace("(", ", at ("));
  }

  function onKey(event) {
    if (event.target !== frame || !state) return;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const direction = ARROWS[event.key],
      digit = /^[0-9]$/.test(event.key);
    if (direction) walk(direction);
    else if (event.key === "Enter" && selection.point !== null) selection.pin(selection.point);
    else if (event.key === "Escape") {
      if (!selection.clear()) return;
    } else if (event.key === "n" && isPlain) {
      names = !hasNames();
      putRelate();
    } else if (event.key === "p" && isPlain && relatives.length) {
      lines = !hasLines();
      putRelate();
    } else if (digit && isPlain && key.has(Number(event.key))) {
      selection.toggle(Number(event.key));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  frame.addEventListener("keydown", onKey);
  frame.addEventListener("blur", () => point(null));
  const placeOf = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  // A click's own place is cut to whole pixels, so it is that of the pointer before it.
  let spot = [0, 0];
  const follow = (event) => {
    const [x, y] = (spot = placeOf(event));
    point(nearestPoint(at, x, y, 12));
    if (placing)
      where.textContent = selection.point === null ? `(${roundedPlace(plane, x, y).text})` : "";
  };
  const leave = () => {
    if (where) where.textContent = "";
  };
  canvas.addEventListener("pointerleave", leave);
  canvas.addEventListener("click", () => {
    const near = nearestPoint(at, ...spot, 12);
    if (near !== null) selection.pin(near);
    else if (placing && plane) onPlace(...roundedPlace(plane, ...spot).at);
    else if (selection.isPinned) selection.pin(selection.point);
  });
  canvas.addEventListener("pointermove", follow);
  canvas.addEventListener("pointerdown", follow);
  canvas.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse") point(null);
  });
  const painter = createPainter(frame, paint);
  const stopLinks = selection.on(() => {
    key.tell();
    told = null;
    painter.draw();
  });

  return {
    root,
    frame,
    height: () => frame.offsetHeight,
    width: () => frame.clientWidth, // as it is now: a panel may just have been folded
    shape: () => shapeOf(extent),
    setPoints(points, around = points, pad = 14) {
      [xy, extent, told, margin] = [points, around, null, pad];
    },
    setSamples(about) {
      samples = { ...samples, ...about };
      told = null;
      painter.draw();
    },
    setPlacing(on) {
      placing = on && Boolean(onPlace);
      canvas.classList.toggle("placing", placing);
      if (!placing) leave();
    },
    setHeight(px) {
      if (px === height) return;
      height = px;
      frame.style.minHeight = px === null ? "" : `${px + 2}px`;
      painter.fit();
    },
    draw(next) {
      [state, told] = [next, null];
      relatives = next.A?.length === next.n_clusters ? relativesOf(next.A) : [];
      const sizes = countLabels(state.labels, state.n_clusters),
        m = state.labels.length;
      selection.setLabels(state.labels, sizes.length, state.marks);
      key.put(sizes);
      const clusters = `${counted(sizes.length, "cluster")}: ${sizes.join(", ")}`;
      canvas.setAttribute("aria-label", `${label}: ${counted(m, "point")} in ${clusters}`);
      putRelate();
    },
    destroy() {
      stopLinks();
      painter.destroy();
    },
  };
}
