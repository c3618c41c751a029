// The perturbation explorer's amounts and its verdict in words, and its line of Python.

import { num } from "../base/parts/common.js";

// An amount as the slider prints it, with a fixed number of decimals.
export function shortAmount({ amounts, unit }, perturb, amount) {
  if (perturb === "rank") return `${amount} of ${unit}`;
  const step = Math.abs(amounts[1] - amounts[0]);
  return amount.toFixed(Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
}

// An amount of noise against what it disturbs; nothing for a rank.
function shareWords({ unit }, perturb, amount) {
  if (perturb === "rank" || !unit) return "";
  return `noise ${num(amount / unit)} × ${perturb === "input" ? "spread" : "the entries"}`;
}

// Whether the bound says anything, and why not.
export function verdictOf({ bound, trivial, closed }, c) {
  const cap = `2(c − 1) = ${trivial}`,
    vacuous = bound >= trivial;
  if (closed) {
    const reason = `eigenvalues ${c - 1} and ${c} of ${closed} are equal: its eigengap is closed`;
    return { vacuous, title: "Vacuous", reason: `The bound is infinite, because ${reason}.` };
  }
  if (vacuous) {
    const reason = `The bound ${num(bound)} is above ${cap}, which holds for any two partitions.`;
    return { vacuous, title: "Vacuous", reason };
  }
  const reason = `ε can be at most ${num(bound)}; any two partitions stay within ${cap}.`;
  return { vacuous, title: "Informative", reason };
}

// Against the median rule, because the letter γ is a term of the bound here; all samples may be the
// same, and then there is no rule.
function widthWords(gamma, rule) {
  const share = gamma / rule,
    short = (x, digits) => String(Number(x.toPrecision(digits)));
  if (!Number.isFinite(rule)) return `width ${short(gamma, 3)}`;
  return `width ${share >= 0.1 && share < 100 ? num(share) : short(share, 2)} × median rule`;
}

export const statusWords = (
  { drawn, gamma },
  samples,
  { kernel, perturb, amount, mode },
  { change, start },
) =>
  [
    drawn,
    kernel === "rbf" ? widthWords(gamma, samples.ruleOf("rbf")) : "",
    shareWords(mode, perturb, amount),
    `K changed by ${num(100 * change, 0)} %`,
    `found from the ${start}`,
  ]
    .filter(Boolean)
    .join("; ");

export function pythonLine({ called, n_clusters: c, options }, { kernel, perturb, amount }) {
  const own = [
    kernel === "rbf" ? "" : `kernel="${kernel}"`,
    perturb === "input" ? "" : `perturb="${perturb}"`,
  ];
  const given = [called, c, ...own, ...options].filter(Boolean).join(", ");
  return `explorer = PerturbationExplorer(${given}); explorer.amount = ${amount}`;
}
