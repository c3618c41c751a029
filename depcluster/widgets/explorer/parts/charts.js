// What charts share: round numbers for an axis, and a line with gaps.

import { svg } from "../../base/parts/common.js";

// Round numbers within a range, about `count` of them.
export function roundTicks(low, high, count) {
  const rough = (high - low) / count, power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((s) => s * power >= rough);
  const first = Math.ceil(low / step), n = Math.floor(high / step) - first + 1;
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return Array.from({ length: n }, (_, i) => [(first + i) * step, digits]);
}

// A line through what is known; at a value that is null it breaks off.
export function brokenLine({ x, y }, values, attrs) {
  const d = values.map((v, i) => v === null ? ""
    : `${i && values[i - 1] !== null ? "L" : "M"}${x(i)} ${y(v)}`).join("");
  return svg("path", { d, fill: "none", "stroke-width": 1.5, ...attrs });
}
