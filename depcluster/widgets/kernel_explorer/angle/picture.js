// The embedding (12) of the angle method: points, mean vectors as arrows, the angle between them.

import { ARROWS, el, fitCanvas, num, stamp } from "../../base/parts/common.js";
import { createPainter } from "../../base/parts/painter.js";
import { createPanel } from "../../base/parts/panels.js";
import { drawMarks, drawRing, markRadius } from "../../base/parts/scatter.js";
import { arcBetween, frameOf, projected, rooted, viewAlong, viewOf } from "./geometry.js";

const PICTURE = { pad: 24, arc: { 2: 0.34, 3: 0.5 }, turn: Math.PI / 24 };

function drawAxes(context, p, view, { scale, ox, oy }, colours, reach) {
  context.strokeStyle = colours.faint;
  context.lineWidth = 1;
  for (let j = 0; j < p; j++) {
    const [x, y] = [view[0][j] * reach * scale, view[1][j] * reach * scale];
    context.beginPath();
    context.moveTo(ox - x, oy + y);
    context.lineTo(ox + x, oy - y);
    context.stroke();
  }
}

function drawWord(context, text, x, y, colours) {
  Object.assign(context, { textAlign: "center", textBaseline: "middle", lineJoin: "round" });
  context.font = `600 13px ${colours.font}`;
  context.lineWidth = 4;
  context.strokeStyle = colours.paper;
  context.fillStyle = colours.ink;
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
}

// Paper under the ink keeps an arrow apart from the points it crosses.
function drawArrow(context, [ox, oy], [x, y], shade, colours) {
  const length = Math.hypot(x - ox, y - oy) || 1,
    [dx, dy] = [(x - ox) / length, (y - oy) / length];
  const head = Math.min(11, length);
  for (const [style, width, grow] of [
    [colours.paper, 6, 2],
    [shade, 2.5, 0],
  ]) {
    Object.assign(context, { strokeStyle: style, fillStyle: style, lineWidth: width });
    context.beginPath();
    context.moveTo(ox, oy);
    context.lineTo(x - dx * head, y - dy * head);
    context.stroke();
    context.beginPath();
    const [bx, by, half] = [x - dx * (head + grow), y - dy * (head + grow), 5 + grow];
    context.moveTo(x + dx * grow, y + dy * grow);
    context.lineTo(bx - dy * half, by + dx * half);
    context.lineTo(bx + dy * half, by - dx * half);
    context.fill();
  }
}

function drawArc(context, points, text, [ox, oy], colours) {
  for (const [style, width] of [
    [colours.paper, 5],
    [colours.ink, 1.5],
  ]) {
    Object.assign(context, { strokeStyle: style, lineWidth: width });
    context.beginPath();
    for (let k = 0; k < points.length; k += 2) context.lineTo(points[k], points[k + 1]);
    context.stroke();
  }
  const middle = 2 * Math.floor(points.length / 4);
  const [dx, dy] = [points[middle] - ox, points[middle + 1] - oy];
  const out = 1 + 20 / (Math.hypot(dx, dy) || 1);
  drawWord(context, text, ox + dx * out, oy + dy * out, colours);
}

function drawMeans(context, state, view, frame, colours, reach) {
  const { p, means, angles } = state,
    origin = [frame.ox, frame.oy],
    c = angles.length;
  const shades = colours.dark ? colours.fills : colours.edges;
  const tips = projected(means, p, view, frame);
  if (c <= 3) {
    for (let i = 0; i < c; i++) {
      for (let j = i + 1; j < c; j++) {
        const [a, b] = [i, j].map((k) => means.subarray(k * p, (k + 1) * p));
        const arc = arcBetween(a, b)
          .flat()
          .map((v) => v * reach * PICTURE.arc[p]);
        const points = projected(Float32Array.from(arc), p, view, frame);
        drawArc(context, points, `${num(angles[i][j], 1)}°`, origin, colours);
      }
    }
  }
  for (let k = 0; k < c; k++) {
    const tip = [tips[2 * k], tips[2 * k + 1]];
    drawArrow(context, origin, tip, shades[k % 10], colours);
  }
  for (let k = 0; k < c; k++) {
    const [x, y] = besideArrow(tips, k, origin),
      most = context.canvas.clientWidth - 14;
    drawWord(context, `m${k}`, Math.max(14, Math.min(most, x)), y, colours);
  }
}

// A place for an arrow's name: two thirds along it, on the side away from the other arrows.
function besideArrow(tips, k, [ox, oy]) {
  const [dx, dy] = [tips[2 * k] - ox, tips[2 * k + 1] - oy],
    far = Math.hypot(dx, dy) || 1;
  let others = 0;
  for (let j = 0; j < tips.length; j += 2) others += (tips[j] - ox) * -dy + (tips[j + 1] - oy) * dx;
  const side = (others > 0 ? -15 : 15) / far;
  return [ox + 0.68 * dx - dy * side, oy + 0.68 * dy + dx * side];
}

// The smallest angle between two mean vectors, and whose it is.
function smallestAngle(angles) {
  let best = [Infinity, 0, 0];
  angles.forEach((row, i) =>
    row.forEach((angle, j) => {
      if (j > i && angle < best[0]) best = [angle, i, j];
    }),
  );
  return best;
}

// -> { panel, draw({ embedding, p, means, angles, labels, n_clusters }), setHeight(px), destroy()
// }; three coordinates are turned by drag or arrow keys.
export function createAnglePicture(selection) {
  const canvas = el("canvas", { role: "img" }),
    note = el("span", {});
  const frame = el("div", { class: "frame" }, canvas);
  const panel = createPanel("embedding", "Embedding (12)", note, frame);
  let state = null,
    height = 276,
    turn = null,
    held = null;

  function paint(w, colours) {
    if (!state) return;
    const { p, points, means } = state,
      view = viewOf(p, turn);
    const both = new Float32Array(points.length + means.length);
    both.set(points);
    both.set(means, points.length);
    const place = frameOf(both, p, w, height, PICTURE.pad),
      reach = both.reduce((most, v) => Math.max(most, Math.abs(v)), 1e-12);
    const context = fitCanvas(canvas, w, height),
      at = projected(points, p, view, place);
    drawAxes(context, p, view, place, colours, p === 2 ? 9 * reach : reach);
    const r = 0.8 * markRadius(state.labels.length),
      i = selection.point;
    drawMarks(context, at, { ...state, highlight: selection.clusters }, colours, r);
    if (i !== null) {
      drawRing(context, at[2 * i], at[2 * i + 1], r + 3.5, colours, false, colours.accent);
    }
    drawMeans(context, state, view, place, colours, reach);
    stamp(canvas);
  }

  function tell() {
    const { angles, p } = state,
      [angle, i, j] = smallestAngle(angles),
      c = angles.length;
    const smallest = `${num(angle, 1)}° between mean vectors ${i} and ${j}`;
    canvas.setAttribute("aria-label", `Embedding: ${c > 2 ? "smallest angle " : ""}${smallest}`);
    note.title = "Angles are true, lengths are drawn as their roots.";
    note.textContent =
      p === 2
        ? "angles are true"
        : c > 3
          ? `smallest ${num(angle, 1)}°; 3 of ${c} axes, drag`
          : "drag to turn";
    const turns = { tabindex: 0, role: "group", "aria-label": "Embedding, arrow keys turn it" };
    for (const [name, value] of Object.entries(turns)) {
      if (p === 3) frame.setAttribute(name, value);
      else frame.removeAttribute(name);
    }
    frame.classList.toggle("turns", p === 3);
  }

  function spin(yaw, pitch) {
    const limit = Math.PI / 2;
    turn = { yaw: turn.yaw + yaw, pitch: Math.max(-limit, Math.min(limit, turn.pitch + pitch)) };
    painter.draw();
  }

  frame.addEventListener("keydown", (event) => {
    const direction = ARROWS[event.key];
    if (!direction || state?.p !== 3) return;
    event.preventDefault();
    spin(-direction[0] * PICTURE.turn, direction[1] * PICTURE.turn);
  });
  canvas.addEventListener("pointerdown", (event) => {
    if (state?.p !== 3 || event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    held = [event.clientX, event.clientY];
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!held || !canvas.hasPointerCapture(event.pointerId)) return;
    spin((held[0] - event.clientX) / 120, (event.clientY - held[1]) / 120);
    held = [event.clientX, event.clientY];
  });
  const painter = createPainter(frame, paint, { selection });
  return {
    panel,
    draw(next) {
      const { p, embedding, means } = next,
        c = next.angles.length;
      const flat = Float32Array.from(means.flatMap((mean) => mean.slice(0, p)));
      if (state?.n_clusters !== c) turn = p === 3 ? viewAlong(flat) : null;
      state = { ...next, n_clusters: c, points: rooted(embedding, p), means: rooted(flat, p) };
      tell();
      painter.draw();
    },
    setHeight(px) {
      if (px !== height) {
        height = px;
        painter.fit();
      }
    },
    destroy: painter.destroy,
  };
}
