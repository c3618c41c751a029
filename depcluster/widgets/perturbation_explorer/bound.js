// The bound as three bars end to end on a root axis, with the observed distance and the cap: its
// name stands among the ticks, that of the distance above the bars, so the two never meet.

import { createChart } from "../base/parts/chart.js";
import { el, inkOn, matrixColour, num, shortNum } from "../base/parts/common.js";
import { icon } from "../base/parts/controls.js";
import { keep, part } from "../base/parts/patch.js";
import { freePlace, keptWithin } from "../base/parts/labels.js";
import { createPanel } from "../base/parts/panels.js";

const REACH = 2.25,
  ROOMY = 420,
  AXIS_BELOW = 8;
const TERMS = [
  ["√δ", "rounding, given"],
  ["√δ\u0303", "rounding, perturbed"],
  ["√γ", "shaking"],
];
const TERM_INK = [0.78, 0.55, 0.32],
  VACUOUS_INK = [0.5, 0.36, 0.24];

// A bar bears its name and value, or its value, where they stand clear of both lines.
function boundWords(name, value, from, to, lines, measure) {
  for (const words of [`${name} ${value}`, value]) {
    const left = freePlace(measure(words), from + 6, to - 7, lines);
    if (left !== null) return { words, left };
  }
  return null;
}

// Bars that leave the axis are cut at its end, with an arrow.
const bars =
  ({ terms, vacuous, epsilon, trivial }) =>
  ({ x, right, top, floor, measure, dark }) => {
    let sum = 0;
    const along = (root) => x(2 * root ** 2),
      middle = (top + floor) / 2;
    const drawn = terms.map((term, k) => {
      const root = Math.sqrt(term ?? Infinity),
        from = along(sum),
        to = along((sum += root));
      const fill = matrixColour(TERM_INK[k], dark),
        [name, meaning] = TERMS[k];
      const value = term === null ? "∞" : shortNum(root);
      const said = boundWords(name, value, from, to, [x(epsilon), x(trivial)], measure);
      return part(
        "g",
        {},
        part("title", {}, `${name} ${value}, ${meaning}`),
        part("rect", {
          x: from,
          y: top,
          width: Math.max(0, to - from - 1),
          height: floor - top,
          fill: vacuous ? "var(--dc-ink-3)" : `rgb(${fill.join(",")})`,
          opacity: vacuous ? VACUOUS_INK[k] : 1,
        }),
        said
          && part(
            "text",
            {
              x: said.left,
              y: top + 18,
              style: `fill:${vacuous ? "var(--dc-ink)" : inkOn(fill)}`,
            },
            said.words,
          ),
      );
    });
    return [
      drawn,
      along(sum) < right
        ? null
        : part("path", {
            d: `M${right + 1} ${middle - 5}l6 5l-6 5z`,
            fill: "var(--dc-ink-2)",
          }),
    ];
  };

const axis =
  (trivial) =>
  ({ x, left, right, floor }) => {
    const y = floor + AXIS_BELOW,
      stroke = "var(--dc-rule-2)";
    const shares = right > ROOMY ? [0, 1 / 8, 1 / 4, 1 / 2, 1, 1.5, 2] : [0, 1 / 4, 1, 2];
    return [
      part("line", { x1: left, x2: right, y1: y + 0.5, y2: y + 0.5, stroke }),
      shares
        .map((share) => [share, share * trivial])
        .map(([share, v]) => [
          part("line", { x1: x(v), x2: x(v), y1: y, y2: y + 5, stroke }),
          part(
            "text",
            { x: x(v), y: y + 18, "text-anchor": v ? "middle" : "start" },
            share === 1 ? `trivial cap ${v}` : String(v),
            share === 1 ? part("title", {}, "two partitions are never farther apart") : null,
          ),
        ]),
    ];
  };

const capAndObserved =
  ({ epsilon, trivial }) =>
  ({ x, right, top, floor, measure }) => {
    const cap = x(trivial),
      at = x(epsilon),
      low = floor + AXIS_BELOW,
      high = top - 8;
    const words = `observed ε ${num(epsilon)}`;
    return [
      part("line", {
        x1: cap,
        x2: cap,
        y1: high,
        y2: low,
        stroke: "var(--dc-ink-2)",
        "stroke-width": 1.5,
        "stroke-dasharray": "4 3",
      }),
      part("path", { d: `M${at} ${top}V${low}`, stroke: "var(--dc-bg)", "stroke-width": 5 }),
      part("path", { d: `M${at} ${high}V${low}`, stroke: "var(--dc-ink)", "stroke-width": 2.5 }),
      part(
        "text",
        {
          x: keptWithin(at, measure(words, 600), 0, right),
          y: high - 4,
          "text-anchor": "middle",
          class: "strong",
        },
        words,
      ),
    ];
  };

// What the three letters stand for; the swatches follow the bars.
function boundKey({ terms, vacuous }, dark) {
  return TERMS.map(([name, meaning], k) => {
    const fill = vacuous
      ? `color-mix(in srgb, var(--dc-ink-3) ${100 * VACUOUS_INK[k]}%, var(--dc-bg))`
      : `rgb(${matrixColour(TERM_INK[k], dark).join(",")})`;
    const value = terms[k] === null ? "∞" : shortNum(Math.sqrt(terms[k]));
    return part(
      "span",
      {},
      part("i", { style: `background:${fill}` }),
      part("b", {}, `${name} ${value}`),
      ` ${meaning}`,
    );
  });
}

// -> { panel, draw({ terms, epsilon, bound, trivial, vacuous, title, reason }), destroy() }
export function createBound() {
  const chart = createChart({ margins: { left: 8, right: 8, top: 24, bottom: 34 }, height: 86 });
  const key = el("div", { class: "terms" });
  const sign = el("span", {}),
    title = el("b", {}),
    reason = el("span", {});
  const verdict = el("div", { class: "verdict" }, sign, el("div", {}, title, reason));
  const note = el("span", {}, "root scale: 2(√δ + √δ\u0303 + √γ)²");
  const panel = createPanel("bound", "Bound on ε", note, chart.root, key, verdict);
  return {
    panel,
    destroy: chart.destroy,
    draw(state) {
      const { epsilon, bound, trivial, vacuous } = state,
        most = REACH * trivial;
      verdict.classList.toggle("vacuous", vacuous);
      sign.replaceChildren(icon(vacuous ? "info" : "check"));
      title.textContent = state.title;
      reason.textContent = state.reason;
      chart.update({
        label:
          `observed ${num(epsilon)}, bound ${bound === null ? "infinite" : shortNum(bound)}, `
          + `trivial cap ${trivial}`,
        x: [0, most, (v) => Math.sqrt(Math.min(v, most))],
        y: [0, 1],
        marks: [
          bars(state),
          axis(trivial),
          capAndObserved(state),
          ({ dark }) => {
            keep(key, boundKey(state, dark), el);
          },
        ],
      });
    },
  };
}
