// Leading eigenvectors: one bar a point, by cluster, in each in the order of the data.

import { el, fitCanvas, num } from "../base/parts/common.js";
import { FADED, followPointer, isFaded } from "../base/parts/selection.js";
import { createPainter } from "../base/parts/painter.js";
import { createPanel } from "../base/parts/panels.js";

export const SUBSCRIPTS = "₁₂₃₄₅₆₇₈₉";
const CLUSTER_GAP = 3;

// The points by cluster, and where the bar of each begins on a row of some width.
function placesOfBars({ labels, n_clusters }, width) {
  const m = labels.length,
    next = new Uint32Array(n_clusters + 1),
    order = new Uint32Array(m);
  const bar = (width - CLUSTER_GAP * (n_clusters - 1)) / m,
    places = new Float64Array(m);
  for (let i = 0; i < m; i++) next[labels[i] + 1] += 1;
  for (let k = 0; k < n_clusters; k++) next[k + 1] += next[k];
  for (let i = 0; i < m; i++) {
    const rank = next[labels[i]]++;
    order[rank] = i;
    places[rank] = rank * bar + labels[i] * CLUSTER_GAP;
  }
  return { order, places, bar };
}

// One row. Bars that are thinner than a pixel are drawn as one, from the least of them to the
// largest.
function drawEigenvector(
  canvas,
  [w, h],
  values,
  { order, places, bar, labels, selection },
  colours,
) {
  const m = values.length,
    context = fitCanvas(canvas, w, h),
    wide = Math.max(bar, 1) + 0.35;
  context.fillStyle = colours.faint;
  context.fillRect(0, h / 2, w, 1);
  let largest = 1e-30,
    spot = null,
    last = -1;
  for (let i = 0; i < m; i++) largest = Math.max(largest, Math.abs(values[i]));
  const unit = (h / 2 - 1) / largest;
  for (let rank = 0; rank < m;) {
    const k = labels[order[rank]],
      left = places[rank];
    let top = h / 2,
      low = h / 2;
    do {
      const i = order[rank],
        y = h / 2 - values[i] * unit;
      if (y < top) top = y;
      if (y > low) low = y;
      if (i === selection.point) spot = [places[rank] + bar / 2, y];
      rank += 1;
    } while (rank < m && labels[order[rank]] === k && places[rank] - left < 1 - bar / 2);
    if (k !== last) {
      context.globalAlpha = isFaded(selection, k) ? FADED : 1;
      context.fillStyle = colours.fills[k % 10];
      last = k;
    }
    context.fillRect(left, top, wide, Math.max(0.6, low - top));
  }
  context.globalAlpha = 1;
  if (spot) drawBarMark(context, ...spot, h, colours);
}

function drawBarMark(context, x, y, h, colours) {
  context.fillStyle = colours.accent;
  context.fillRect(x - 0.75, 0, 1.5, h);
  context.beginPath();
  context.arc(x, Math.max(3, Math.min(h - 3, y)), 3, 0, 2 * Math.PI);
  context.fill();
}

// Rows of bars that follow the selection: a pointer over a bar looks at its point, a click pins it.
// -> { root, draw(state, rows), setRowHeight(px), destroy() }; state has labels, n_clusters,
// rows are { name, values, text, spare }. Where names can be pressed onName is told which one was,
// and `pressed` of the state says which one stays.
export function createBarRows(selection, { onName = null } = {}) {
  const root = el("div", { role: onName ? "group" : "img", class: "sparks" });
  let state = null,
    rows = [],
    bars = null,
    height = null;

  // Of the canvas in a row, once there is one.
  function measure() {
    const room = root.querySelector("canvas")?.parentNode;
    return room?.clientWidth ? [room.clientWidth, room.clientHeight] : null;
  }

  function paint(size, colours) {
    tellValues();
    bars = placesOfBars(state, size[0]);
    rows.forEach(({ values }, q) => {
      if (values.length !== state.labels.length) return;
      const canvas = root.children[q].querySelector("canvas");
      drawEigenvector(canvas, size, values, { ...state, ...bars, selection }, colours);
    });
  }

  // At the right a row's eigenvalue, or its value at the point looked at.
  function tellValues() {
    const i = selection.point;
    rows.forEach(({ values, text }, q) => {
      const known = i !== null && i < values.length;
      root.children[q].lastChild.textContent = known ? num(values[i], 3) : text;
    });
  }

  function pointUnder(event) {
    const q = [...root.children].indexOf(event.target.closest(".spark"));
    if (rows[q]?.values.length !== bars?.order.length || event.target.tagName !== "CANVAS")
      return null;
    const x = event.clientX - event.target.getBoundingClientRect().left;
    const { order, places } = bars,
      next = places.findIndex((place) => place > x);
    return order[next < 0 ? order.length - 1 : Math.max(0, next - 1)];
  }

  followPointer(root, selection, pointUnder);
  const row = (_, q) =>
    el(
      "div",
      { class: "spark" },
      onName
        ? el("button", { type: "button", class: "name", onclick: () => onName(q) })
        : el("span", {}),
      el("div", {}, el("canvas")),
      el("span", {}),
    );
  const painter = createPainter(root, paint, { selection, measure });
  return {
    root,
    setRowHeight(px) {
      if (px === height) return;
      height = px;
      root.style.setProperty("--row", `${px}px`);
      painter.fit();
    },
    draw(next, all) {
      [state, rows] = [next, all];
      const isOther = root.children.length !== all.length;
      if (isOther) root.replaceChildren(...all.map(row));
      all.forEach(({ name, spare = false, stale = false }, q) => {
        const named = root.children[q].firstChild;
        named.textContent = name;
        if (onName) named.setAttribute("aria-pressed", String(q === next.pressed));
        root.children[q].classList.toggle("spare", spare);
        root.children[q].classList.toggle("stale", stale);
      });
      if (isOther) painter.fit();
      else painter.draw();
    },
    destroy: painter.destroy,
  };
}

// What a panel of vectors says at its headline of the numbers at the right.
export const vectorWords = (selection, words) =>
  selection.point === null ? words : `at right point ${selection.point}`;

// A press on the name of a vector colours the points by its entries, which onShade is told.
// -> { panel, draw({ vectors (k * m), values, labels, n_clusters }), shades() in -1..1 or null,
//      setRowHeight(px), destroy() }
export function createEigenvectors(selection, onShade) {
  const bars = createBarRows(selection, { onName }),
    note = el("span", {});
  const panel = createPanel("eigenvectors", "Leading eigenvectors", note, bars.root);
  let drawn = null,
    pressed = null;

  const tell = () => {
    const usual = pressed === null ? "at right λ" : `coloured by v${SUBSCRIPTS[pressed]}`;
    note.textContent = vectorWords(selection, usual);
  };

  function onName(q) {
    pressed = q === pressed ? null : q;
    draw(drawn);
    onShade();
  }

  function draw(next) {
    const { vectors, values, labels, n_clusters } = (drawn = next),
      m = labels.length;
    const rows = values.map((v, q) => ({
      name: "v" + SUBSCRIPTS[q],
      values: vectors.subarray(q * m, (q + 1) * m),
      text: num(v, v < 10 ? 2 : 1),
    }));
    bars.root.setAttribute(
      "aria-label",
      `eigenvalues ${values.map((v) => num(v, 1)).join(", ")}; press a name to colour the points by it`,
    );
    bars.draw({ labels, n_clusters, pressed }, rows);
    tell();
  }

  const stop = selection.on(tell);
  return {
    panel,
    setRowHeight: bars.setRowHeight,
    draw,
    shades() {
      const m = drawn?.labels.length ?? 0;
      if (pressed === null || drawn.vectors.length < (pressed + 1) * m) return null;
      const values = drawn.vectors.subarray(pressed * m, (pressed + 1) * m);
      const largest = values.reduce((most, v) => Math.max(most, Math.abs(v)), 1e-30);
      return values.map((v) => v / largest);
    },
    destroy() {
      stop();
      bars.destroy();
    },
  };
}
