// The loss explorer's numbers in words, and its line of Python.

import { MINUS, num } from "../base/parts/common.js";

const raised = (power) =>
  `×10${[...String(power)].map((c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[c])).join("")}`;

// A number of four digits or more, the large ones in groups of three.
export function readable(x) {
  const size = Math.abs(x),
    sign = x < 0 ? MINUS : "";
  if (size === 0 || (size >= 0.01 && size < 1e7)) {
    return (
      sign + (size < 1000 ? size.toFixed(2) : size.toFixed(0).replace(/\B(?=(\d{3})+$)/g, "\u202f"))
    );
  }
  const [front, power] = size.toExponential(1).split("e");
  return `${sign}${front}${raised(Number(power))}`;
}

export function scaleWords(J, { reward, charge, most, chance, share }) {
  const words =
    `J is larger the better, and may be negative: a reward of ${readable(reward)} less `
    + `a penalty of ${readable(charge)}, ${readable(J)} in all. `;
  if (share === null) return `${words}Here no partition is rewarded more than another.`;
  return (
    `${words}No partition into clusters of these sizes has a reward above ${readable(most)}; `
    + `points dealt out at random have ${num((100 * chance) / most, 0)} % of it on average.`
  );
}

export function pythonLine({ A, Delta, normalization, penalty, lossPreset }, data, labelKernel) {
  const rows = Delta.map(
    (row) => `[${row.map((entry) => Number(entry.toPrecision(6))).join(", ")}]`,
  );
  const loss = lossPreset === "custom" ? `[${rows.join(", ")}]` : `"${lossPreset}"`;
  const norm = normalization ? `"${normalization}"` : "None";
  const width = data.gamma ? `, gamma=${Number(data.gamma.toPrecision(6))}` : "";
  return (
    `CLUHSICAL(${A.length}, label_kernel=${labelKernel}, loss=${loss}, normalization=${norm}, `
    + `penalty=${penalty}, kernel="${data.kernel}"${width}, random_state=${data.random_state})`
    + `.fit_predict(${data.called})`
  );
}
