// The angle method's controls: weighting, the width of the window, and what is read off.

import { el, num, onResize } from "../../base/parts/common.js";
import { readout, select, slider } from "../../base/parts/controls.js";
import { watch } from "../../base/parts/watch.js";
import { gammaText } from "../width.js";
import { namesApart, placeOfWidth, ruleNames, threeDigits } from "./widths.js";

const WEIGHTINGS = [
  { value: "affinity", label: "affinity, u = 1" },
  { value: "laplacian", label: "Laplacian, 1/f" },
  { value: "outlier", label: "outlier" },
];

// Marks of the rules on a slider's track, moved when the rules are known or the data change.
function createRuleMarks(widths, count) {
  const ticks = widths.root.querySelector(".ticks"),
    ends = widths.root.querySelector(".ends");
  const marks = [];
  return (rules, sigmas) => {
    const width = widths.input.clientWidth - 14;
    if (width < 0) return; // not laid out, as while a theme changes
    marks.splice(0).forEach((node) => node.remove());
    const share = (s) => placeOfWidth(sigmas, s) / (count - 1);
    const found = ruleNames(rules, (s) => share(s) * width);
    for (const { width: s } of found) {
      marks.push(el("i", { class: "rule", style: `left:${100 * share(s)}%` }));
      ticks.append(marks.at(-1));
    }
    for (const { name, x, half } of namesApart(found)) {
      if (x < 36 + half || x > width - 36 - half) continue; // the chart names them all
      marks.push(el("span", { class: "rule", style: `left:${x + 7}px` }, name));
      ends.append(marks.at(-1));
    }
  };
}

// -> { menu, nodes, put(), tell(answer), putRules(), go(stop) }; each change goes to ask().
export function createAngleControls(model, { ask, now }) {
  let sigmas = [],
    last = 1,
    width = null,
    marks = null,
    rules = {},
    stopWatching = () => {};
  const isRule = () => typeof now("sigma") === "string";
  const stop = () => (isRule() ? last / 2 : placeOfWidth(sigmas, now("sigma")));

  function widthText(i) {
    const sigma = Math.round(stop()) === i ? now("sigma") : sigmas[i];
    if (typeof sigma === "string") return `σ by rule: ${sigma}`;
    if (!sigma) return "";
    return `σ ${threeDigits(sigma)} (s ${gammaText(1 / (4 * sigma ** 2))})`;
  }

  const weighting = select("weighting", WEIGHTINGS, now("weighting"), (value) =>
    ask({ weighting: value }),
  );
  const go = (i) => {
    if (!sigmas.length) return;
    ask({ sigma: sigmas[i] });
    put();
  };
  const putRules = () => marks(rules, sigmas);

  // Other data may bring other widths, and a slider that ends elsewhere.
  function setWidths() {
    const before = width;
    sigmas = model.get("_sigmas");
    last = Math.max(1, sigmas.length - 1);
    width = slider({
      label: "window width",
      count: last + 1,
      at: Math.round(stop()),
      format: widthText,
      onmove: go,
      ends: sigmas.length
        ? [
            [0, String(sigmas[0])],
            [last, String(sigmas[last])],
          ]
        : [],
    });
    marks = sigmas.length ? createRuleMarks(width, last + 1) : () => {};
    width.root.classList.add("grow");
    width.input.disabled = !sigmas.length;
    width.root.hidden = Boolean(before?.root.hidden);
    before?.root.replaceWith(width.root);
    stopWatching();
    stopWatching = onResize(width.root, putRules);
  }
  setWidths();
  const unwatch = watch(model, ["_sigmas"], setWidths);
  const cost = readout("cost (11)", 58),
    divergence = readout("CS divergence", 72);
  const outliers = readout("outliers", 46),
    error = readout("error", 48);
  weighting.root.classList.add("half");
  const read = el("div", { class: "read" }, cost.root, divergence.root, outliers.root, error.root);

  function put() {
    weighting.put(now("weighting"));
    width.put(Math.round(stop()));
  }
  return {
    menu: weighting.root,
    get nodes() {
      return [width.root, read];
    },
    put,
    go,
    tell(answer) {
      const isOld = String(Object.values(rules)) === String(Object.values(answer.curve.rules));
      rules = answer.curve.rules;
      if (!isOld) putRules(); // it has the page laid out
      cost.put(num(answer.cost, 4));
      divergence.put(answer.divergence === null ? "∞" : num(answer.divergence, 2));
      outliers.put(String(answer.outliers));
      error.root.hidden = answer.error_rate === null;
      if (answer.error_rate !== null) error.put(num(answer.error_rate, 3));
    },
    destroy() {
      unwatch();
      stopWatching();
    },
  };
}
