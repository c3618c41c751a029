// Beside the embedding: the error over the window's width, and the eigenvectors of the kernel.

import {
  across,
  createChart,
  dot,
  line,
  namesBelow,
  namesLeft,
  ON_SCREEN,
  onScreen,
} from "../../base/parts/chart.js";
import { el, num } from "../../base/parts/common.js";
import { part } from "../../base/parts/patch.js";
import { createPanel } from "../../base/parts/panels.js";
import { createBarRows, SUBSCRIPTS, vectorWords } from "../eigen.js";
import { placeOfWidth, ruleNames, threeDigits } from "./widths.js";

// The rules, each named over its line.
const rulesNamed =
  (rules, place) =>
  ({ x, top, floor }) =>
    ruleNames(rules, (width) => x(place(width))).map(({ name, x: px, raised }) => [
      part("line", {
        x1: px,
        x2: px,
        y1: top - 4,
        y2: floor,
        stroke: "var(--dc-ink-2)",
        "stroke-dasharray": "3 3",
      }),
      part("text", { x: px, y: top - (raised ? 19 : 7), "text-anchor": "middle" }, name),
    ]);

function errorMarks({ sigmas, sigma, rate, rules, error }, most) {
  const place = (width) => placeOfWidth(sigmas, width),
    at = place(sigma);
  const levels = [0, 0.5, 1].map((share) => share * most);
  const ticks = sigmas.map((s, i) => [i, String(s)]).filter(([, s]) => /^[0.]*[125]0*$/.test(s));
  return [
    levels.map((v) => across(v, v ? "var(--dc-rule)" : "var(--dc-rule-2)")),
    namesLeft(levels.map((v) => [v, num(v, 2)])),
    namesBelow(ticks),
    rulesNamed(rules, place),
    onScreen(at),
    line(error, { stroke: "var(--dc-ink)" }),
    error.map((v, i) => dot(i, v, { r: 1.8, fill: "var(--dc-ink)" })),
    dot(at, rate, { ...ON_SCREEN, r: 6, "stroke-width": 2 }),
  ];
}

// -> { panel, draw({ sigmas, sigma, rate, rules, error, done }), destroy() }; a press asks for the
// stop under it. What it does, the slider does for the keyboard.
export function createErrorCurve(onGo) {
  const chart = createChart({
    margins: { left: 34, right: 8, top: 30, bottom: 20, inset: [6, 6] },
    height: 108,
    attrs: { role: "img", class: "errors" },
    onGo,
  });
  const note = el("span", {}),
    panel = createPanel("error", "Error over σ", note, chart.root);
  return {
    panel,
    destroy: chart.destroy,
    draw(state) {
      const { rate, sigma, done, sigmas, error } = state,
        now = `${num(rate, 3)} at σ ${threeDigits(sigma)}`;
      const most = Math.max(0.5, rate, ...error.filter((v) => v !== null));
      note.textContent = done < sigmas.length ? `${done} of ${sigmas.length} computed` : now;
      chart.update({
        label: `Error against sigma: ${now}`,
        stops: [...sigmas.keys()],
        x: [0, Math.max(1, sigmas.length - 1)],
        y: [0, most],
        marks: errorMarks(state, most),
      });
    },
  };
}

// -> { draw({ vectors, values, spare, spareVectors, labels, n_clusters }), panel, setRowHeight(px),
//      destroy() }
// The first rows are those of the embedding; the spare ones follow at rest and fade until then.
export function createAngleVectors(selection) {
  const bars = createBarRows(selection),
    note = el("span", {});
  const panel = createPanel("eigenvectors", "Eigenvectors", note, bars.root);
  let state = null;

  const tell = () => {
    const words = `first ${state?.values.length} used; right: λ/m`;
    note.textContent = vectorWords(selection, words);
  };

  function rowsOfState(next) {
    const m = state.labels.length,
      used = state.values.length;
    return [...state.values, ...state.spare].map((v, q) => {
      const [all, k] = q < used ? [state.vectors, q] : [state.spareVectors, q - used];
      return {
        name: "v" + (SUBSCRIPTS[q] ?? q + 1),
        values: all.subarray(k * m, (k + 1) * m),
        text: num(v, 5),
        spare: q >= used,
        stale: q >= used && !next.spare,
      };
    });
  }

  const stop = selection.on(tell);
  return {
    panel,
    setRowHeight: bars.setRowHeight,
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
    destroy() {
      stop();
      bars.destroy();
    },
  };
}
