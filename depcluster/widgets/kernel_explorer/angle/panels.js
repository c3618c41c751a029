// Beside the embedding: the error over the window's width, and the eigenvectors of the kernel.

import { el, num, onResize, svg } from "../../base/parts/common.js";
import { onDrag } from "../../base/parts/controls.js";
import { createPanel } from "../../base/parts/panels.js";
import { createBarRows, SUBSCRIPTS, vectorWords } from "../eigen.js";
import { placeOfWidth, ruleNames, threeDigits } from "./widths.js";

const ERRORS = { left: 34, right: 8, top: 30, bottom: 20, height: 108 };

function errorGround(scales, { sigmas, rules, at }) {
  const { x, y, left, right, most } = scales;
  const ticks = sigmas.map((s, i) => [s, i]).filter(([s]) => /^[0.]*[125]0*$/.test(String(s)));
  return [
    [0, 0.5, 1].map((share) => [
      svg("line", {
        x1: left, x2: right, y1: y(share * most), y2: y(share * most),
        stroke: share ? "var(--dc-rule)" : "var(--dc-rule-2)",
      }),
      svg("text", { x: left - 6, y: y(share * most) + 4, "text-anchor": "end" },
        num(share * most, 2)),
    ]),
    ticks.map(([s, i]) => svg("text", { x: x(i), y: y(0) + 16, "text-anchor": "middle" },
      String(s))),
    ruleNames(rules, (s) => x(placeOfWidth(sigmas, s))).map(({ name, x: px, raised }) => [
      svg("line", {
        x1: px, x2: px, y1: ERRORS.top - 4, y2: y(0), stroke: "var(--dc-ink-2)",
        "stroke-dasharray": "3 3",
      }),
      svg("text", { x: px, y: ERRORS.top - (raised ? 19 : 7), "text-anchor": "middle" }, name),
    ]),
    svg("line", { x1: x(at), x2: x(at), y1: y(most), y2: y(0), stroke: "var(--dc-accent)" }),
  ];
}

function errorLine({ x, y }, errors) {
  const known = (i) => errors[i] !== null && errors[i] !== undefined;
  const d = errors.map((v, i) => known(i) ? `${known(i - 1) ? "L" : "M"}${x(i)} ${y(v)}` : "");
  return [
    svg("path", { d: d.join(""), fill: "none", stroke: "var(--dc-ink)", "stroke-width": 1.5 }),
    errors.map((v, i) => known(i) ? svg("circle", {
      cx: x(i), cy: y(v), r: 1.8, fill: "var(--dc-ink)",
    }) : null),
  ];
}

// -> { panel, draw({ sigmas, sigma, rate, rules, error, done }), destroy() }; a press asks for the
// stop under it. What it does, the slider does for the keyboard.
export function createErrorCurve(onGo) {
  const note = el("span", {}), chart = el("div", { role: "img", class: "errors" });
  const panel = createPanel("error", "Error over σ", note, chart);
  let state = null, scales = null;

  function paint() {
    const width = chart.clientWidth;
    if (!width || !state) return;
    const { sigmas, sigma, rate, error } = state, last = Math.max(1, sigmas.length - 1);
    const most = Math.max(0.5, rate, ...error.filter((v) => v !== null));
    const left = ERRORS.left, right = width - ERRORS.right, floor = ERRORS.height - ERRORS.bottom;
    const across = (right - left - 12) / last, at = placeOfWidth(sigmas, sigma);
    scales = {
      left, right, most, x: (i) => left + 6 + i * across,
      y: (v) => floor - (v / most) * (floor - ERRORS.top),
      nearest: (px) => Math.max(0, Math.min(last, Math.round((px - left - 6) / across))),
    };
    chart.replaceChildren(svg("svg", { width, height: ERRORS.height, "aria-hidden": "true" },
      errorGround(scales, { ...state, at }), errorLine(scales, error),
      svg("circle", {
        class: "now", cx: scales.x(at), cy: scales.y(rate), r: 6,
        style: "fill:var(--dc-accent);stroke:var(--dc-bg);stroke-width:2",
      })));
  }

  onDrag(chart, (x) => { if (scales) onGo(scales.nearest(x)); });
  const stop = onResize(chart, paint);
  return {
    panel,
    draw(next) {
      state = next;
      const { rate, sigma, done, sigmas } = state, now = `${num(rate, 3)} at σ ${threeDigits(sigma)}`;
      note.textContent = done < sigmas.length ? `${done} of ${sigmas.length} computed` : now;
      chart.setAttribute("aria-label", `Error against sigma: ${now}`);
      paint();
    },
    destroy: stop,
  };
}

// -> { draw({ vectors, values, spare, spareVectors, labels, n_clusters }), panel, setRowHeight(px),
//      destroy() }
// The first rows are those of the embedding; the spare ones follow at rest and fade until then.
export function createAngleVectors(links) {
  const bars = createBarRows(links), note = el("span", {});
  const panel = createPanel("eigenvectors", "Eigenvectors", note, bars.root);
  let state = null;

  const tell = () => {
    const words = `first ${state?.values.length} used; right: λ/m`;
    note.textContent = vectorWords(links, words);
  };

  function rowsOfState(next) {
    const m = state.labels.length, used = state.values.length;
    return [...state.values, ...state.spare].map((v, q) => {
      const [all, k] = q < used ? [state.vectors, q] : [state.spareVectors, q - used];
      return {
        name: "v" + (SUBSCRIPTS[q] ?? q + 1), values: all.subarray(k * m, (k + 1) * m),
        text: num(v, 5), spare: q >= used, stale: q >= used && !next.spare,
      };
    });
  }

  const stop = links.on(tell);
  return {
    panel, setRowHeight: bars.setRowHeight,
    draw(next) {
      const spare = next.spare ?? (state?.values.length === next.values.length ? state.spare : []);
      const spareVectors = next.spare ? next.spareVectors : state?.spareVectors;
      state = { ...next, spare, spareVectors };
      const rows = rowsOfState(next);
      const said = rows.map(({ text }) => text).join(", ");
      bars.root.setAttribute("aria-label", `eigenvalues over m: ${said}`);
      bars.draw(state, rows);
      tell();
    },
    destroy() { stop(); bars.destroy(); },
  };
}
