// Leading eigenvectors painted on the points, a small map each. The positive part of the y-th is
// class y and has its colour; what is negative is cut off and grey.

import { el, fitCanvas, mark, num, stamp } from "../base/parts/common.js";
import { FADED, followPointer, isFaded } from "../base/parts/selection.js";
import { createPainter } from "../base/parts/painter.js";
import { createPanel } from "../base/parts/panels.js";
import { fitPoints, nearestPoint } from "../base/parts/plane.js";

function paintVector(context, at, values, fill, { labels, selection, colours }) {
  const m = values.length;
  const r = m > 2000 ? 0.9 : m > 600 ? 1.4 : 2.2;
  const largest = values.reduce((most, v) => Math.max(most, Math.abs(v)), 1e-30);
  const dot = (i, size) => {
    context.beginPath();
    context.arc(at[2 * i], at[2 * i + 1], size, 0, 2 * Math.PI);
    context.fill();
  };
  const order = Uint32Array.from(values, (_, i) => i);
  order.sort((a, b) => Math.abs(values[a]) - Math.abs(values[b]));
  for (const i of order) {
    const v = values[i] / largest,
      seen = isFaded(selection, labels[i]) ? FADED : 1;
    context.fillStyle = v > 0 ? fill : v < 0 ? colours.ink : colours.faint;
    context.globalAlpha = seen * (v === 0 ? 0.5 : v > 0 ? 0.3 + 0.7 * v : 0.15 - 0.45 * v);
    dot(i, v === 0 ? 0.55 * r : r);
  }
  context.globalAlpha = 1;
  const i = selection.point;
  if (i === null || i >= m) return;
  for (const [ink, width] of [
    [colours.paper, 4],
    [colours.accent, 2],
  ]) {
    context.strokeStyle = ink;
    context.lineWidth = width;
    context.beginPath();
    context.arc(at[2 * i], at[2 * i + 1], 5, 0, 2 * Math.PI);
    context.stroke();
  }
}

// -> { panel, setPoints(xy, frame), draw({ vectors, values, n_clusters, names, labels }),
//      setHeight(px), destroy() }
// A pointer over a cell looks at the point next to it; a click pins that.
export function createVectors(selection) {
  const cells = el("div", { class: "cells", role: "img" }),
    note = el("span", {});
  const panel = createPanel("eigenvectors", "Leading eigenvectors", note, cells);
  let corners = new Float32Array(0),
    xy = new Float32Array(0),
    at = xy;
  let state = null,
    height = 0,
    drawn = "";
  note.title = "λ above each; coloured: positive; grey: negative, and cut off";

  function paint(w, colours) {
    if (state.labels.length !== xy.length / 2) return;
    at = fitPoints(xy, w, w, 5, corners);
    const { labels, names, vectors, n_clusters } = state;
    cells.querySelectorAll("canvas").forEach((canvas, q) => {
      const fill = q < n_clusters ? colours.fills[names[q] % 10] : colours.ink;
      paintVector(fitCanvas(canvas, w, w), at, vectors[q], fill, { labels, selection, colours });
      stamp(canvas);
    });
  }

  // At the heads the eigenvalues, or what the eigenvectors say of the point looked at.
  function tell() {
    if (!state) return;
    const { values, vectors } = state,
      i = selection.point,
      m = xy.length / 2;
    values.forEach((v, q) => {
      const words = cells.children[q]?.querySelector(".head > span");
      if (words) words.textContent = num(i === null || i >= m ? v : vectors[q][i]);
    });
    note.textContent = i === null ? "λ; grey is cut off" : `values at point ${i}`;
  }

  const cell = (q) => {
    const used = q < state.n_clusters;
    return el(
      "div",
      { class: used ? null : "spare" },
      el("div", { class: "head" }, used ? mark(state.names[q], 4) : null, el("span", {})),
      el("div", { class: "frame" }, el("canvas")),
    );
  };
  function pointUnder(event) {
    if (event.target.tagName !== "CANVAS") return null;
    const box = event.target.getBoundingClientRect();
    return nearestPoint(at, event.clientX - box.left, event.clientY - box.top, 10);
  }

  followPointer(cells, selection, pointUnder);
  const stop = selection.on(tell);
  const painter = createPainter(cells, paint, {
    selection,
    measure: () => cells.querySelector(".frame")?.clientWidth,
  });
  return {
    panel,
    setPoints(points, frame) {
      [xy, corners] = [points, new Float32Array(frame.extent)];
      painter.draw();
    },
    setHeight(px) {
      if (px === height) return;
      height = px;
      cells.style.setProperty("--high", `${px}px`);
      painter.fit();
    },
    draw(next) {
      const { values, n_clusters, names } = next,
        before = state?.names;
      const shape = `${n_clusters} of ${values.length}`,
        isNew = shape !== drawn;
      state = next;
      if (isNew) {
        drawn = shape;
        cells.classList.toggle("many", values.length > 5);
        cells.replaceChildren(...values.map((_, q) => cell(q)));
      } else {
        cells.querySelectorAll(".mark").forEach((each, q) => {
          if (names[q] !== before[q]) each.replaceWith(mark(names[q], 4));
        });
      }
      const told = values.map((v) => num(v, 2)).join(", ");
      cells.setAttribute(
        "aria-label",
        `eigenvalues ${told}; the first ${n_clusters} are the classes`,
      );
      tell();
      if (isNew) painter.fit();
      else painter.draw();
    },
    destroy() {
      stop();
      painter.destroy();
    },
  };
}
