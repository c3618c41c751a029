// Leading eigenvectors: one bar a point, by cluster, in each in the order of the data.

import {
  colour, el, fitCanvas, keptWidth, num, onResize, onThemeChange, seriesColour, SHAPES,
} from "../base/parts/common.js";
import { FADED, isFaded } from "../base/parts/links.js";
import { createPanel } from "../base/parts/panels.js";

export const SUBSCRIPTS = "₁₂₃₄₅₆₇₈₉";
const CLUSTER_GAP = 3;

function pointsByCluster(labels, n_clusters) {
  const next = new Uint32Array(n_clusters + 1), order = new Uint32Array(labels.length);
  for (const k of labels) next[k + 1] += 1;
  for (let k = 0; k < n_clusters; k++) next[k + 1] += next[k];
  labels.forEach((k, i) => { order[next[k]++] = i; });
  return order;
}

// One row; returns the order of its bars and where each begins, for the pointer. Bars that are thinner
// than a pixel are drawn as one, from the least of them to the largest.
function drawEigenvector(canvas, [w, h], values, { labels, n_clusters, links }, colours) {
  const m = values.length, context = fitCanvas(canvas, w, h), order = pointsByCluster(labels, n_clusters);
  context.fillStyle = colours.axis;
  context.fillRect(0, h / 2, w, 1);
  let largest = 1e-30, spot = null;
  for (const v of values) largest = Math.max(largest, Math.abs(v));
  const bar = (w - CLUSTER_GAP * (n_clusters - 1)) / m, wide = Math.max(bar, 1) + 0.35;
  const leftOf = (rank) => rank * bar + labels[order[rank]] * CLUSTER_GAP;
  const heightOf = (v) => h / 2 - (v / largest) * (h / 2 - 1);
  for (let rank = 0; rank < m;) {
    const k = labels[order[rank]], left = leftOf(rank);
    let top = h / 2, low = h / 2;
    do {
      const i = order[rank], y = heightOf(values[i]);
      top = Math.min(top, y);
      low = Math.max(low, y);
      if (i === links.point) spot = [leftOf(rank) + bar / 2, y];
      rank += 1;
    } while (rank < m && labels[order[rank]] === k && leftOf(rank) - left < 1 - bar / 2);
    context.globalAlpha = isFaded(links, k) ? FADED : 1;
    context.fillStyle = colours.fills[k % 10];
    context.fillRect(left, top, wide, Math.max(0.6, low - top));
  }
  context.globalAlpha = 1;
  if (spot) drawBarMark(context, ...spot, h, colours);
  return { order, places: Float32Array.from(order, (_, rank) => leftOf(rank)) };
}

function drawBarMark(context, x, y, h, colours) {
  context.fillStyle = colours.accent;
  context.fillRect(x - 0.75, 0, 1.5, h);
  context.beginPath();
  context.arc(x, Math.max(3, Math.min(h - 3, y)), 3, 0, 2 * Math.PI);
  context.fill();
}

// Rows of bars that follow links: a pointer over a bar looks at its point, a click pins it.
// -> { root, paint(), draw(state, rows), setRowHeight(px), destroy() }; state has labels, n_clusters,
// rows are { name, values, text, spare }. Where names can be pressed onName is told which one was, and
// `pressed` of the state says which one stays.
export function createBarRows(links, { onName = null } = {}) {
  const root = el("div", { role: onName ? "group" : "img", class: "sparks" });
  let state = null, rows = [], colours = null, drawn = [], height = null, size = null;

  function paint() {
    if (!state || !rows.length || !room.get()) return;
    if (!size) {
      const { clientWidth, clientHeight } = root.querySelector("canvas").parentNode;
      size = [clientWidth, clientHeight];
    }
    colours ??= {
      axis: colour(root, "--dc-rule-2"), accent: colour(root, "--dc-accent"),
      fills: SHAPES.map((_, k) => seriesColour(root, k)),
    };
    tellValues();
    drawn = rows.map(({ values }, q) => values.length === state.labels.length ? drawEigenvector(
      root.children[q].querySelector("canvas"), size, values, { ...state, links }, colours) : null);
  }

  // At the right a row's eigenvalue, or its value at the point looked at.
  function tellValues() {
    const i = links.point;
    rows.forEach(({ values, text }, q) => {
      const known = i !== null && i < values.length;
      root.children[q].lastChild.textContent = known ? num(values[i], 3) : text;
    });
  }

  function pointUnder(event) {
    const q = [...root.children].indexOf(event.target.closest(".spark"));
    if (!drawn[q] || event.target.tagName !== "CANVAS") return null;
    const x = event.clientX - event.target.getBoundingClientRect().left;
    const { order, places } = drawn[q], next = places.findIndex((place) => place > x);
    return order[next < 0 ? order.length - 1 : Math.max(0, next - 1)];
  }

  root.addEventListener("pointermove", (event) => links.hover(pointUnder(event)));
  root.addEventListener("pointerleave", () => links.hover(null));
  root.addEventListener("click", (event) => {
    const i = pointUnder(event);
    if (i !== null) links.pin(i);
  });
  const row = (_, q) => el("div", { class: "spark" },
    onName ? el("button", { type: "button", class: "name", onclick: () => onName(q) }) : el("span", {}),
    el("div", {}, el("canvas")), el("span", {}));
  const room = keptWidth(root), measured = () => { size = null; paint(); };
  const stops = [
    room.destroy, onResize(root, measured), links.on(paint),
    onThemeChange(root, () => { colours = null; paint(); }),
  ];
  return {
    root, paint,
    setRowHeight(px) {
      if (px === height) return;
      height = px;
      root.style.setProperty("--row", `${px}px`);
      measured();
    },
    draw(next, all) {
      [state, rows] = [next, all];
      if (root.children.length !== all.length) {
        root.replaceChildren(...all.map(row));
        size = null;
      }
      all.forEach(({ name, spare = false, stale = false }, q) => {
        const named = root.children[q].firstChild;
        named.textContent = name;
        if (onName) named.setAttribute("aria-pressed", String(q === next.pressed));
        root.children[q].classList.toggle("spare", spare);
        root.children[q].classList.toggle("stale", stale);
      });
      paint();
    },
    destroy() { stops.forEach((stop) => stop()); },
  };
}

// What a panel of vectors says at its headline of the numbers at the right.
export const vectorWords = (links, words) =>
  (links.point === null ? words : `at right point ${links.point}`);

// A press on the name of a vector colours the points by its entries, which onShade is told.
// -> { panel, draw({ vectors (k * m), values, labels, n_clusters }), shades() in -1..1 or null,
//      setRowHeight(px), destroy() }
export function createEigenvectors(links, onShade) {
  const bars = createBarRows(links, { onName }), note = el("span", {});
  const panel = createPanel("eigenvectors", "Leading eigenvectors", note, bars.root);
  let drawn = null, pressed = null;

  const tell = () => {
    const usual = pressed === null ? "by cluster; at right λ" : `points coloured by v${SUBSCRIPTS[pressed]}`;
    note.textContent = vectorWords(links, usual);
  };

  function onName(q) {
    pressed = q === pressed ? null : q;
    draw(drawn);
    onShade();
  }

  function draw(next) {
    const { vectors, values, labels, n_clusters } = drawn = next, m = labels.length;
    const rows = values.map((v, q) => ({
      name: "v" + SUBSCRIPTS[q], values: vectors.subarray(q * m, (q + 1) * m),
      text: num(v, v < 10 ? 2 : 1),
    }));
    bars.root.setAttribute("aria-label",
      `eigenvalues ${values.map((v) => num(v, 1)).join(", ")}; press a name to colour the points by it`);
    bars.draw({ labels, n_clusters, pressed }, rows);
    tell();
  }

  const stop = links.on(tell);
  return {
    panel, setRowHeight: bars.setRowHeight, draw,
    shades() {
      const m = drawn?.labels.length ?? 0;
      if (pressed === null || drawn.vectors.length < (pressed + 1) * m) return null;
      const values = drawn.vectors.subarray(pressed * m, (pressed + 1) * m);
      const largest = values.reduce((most, v) => Math.max(most, Math.abs(v)), 1e-30);
      return values.map((v) => v / largest);
    },
    destroy() { stop(); bars.destroy(); },
  };
}
