// The controls of PerturbationExplorer: which kernel, what is perturbed, and how much.

import { el, num, shortNum } from "../base/parts/common.js";
import { labelled, readout, segmented, select, slider } from "../base/parts/controls.js";
import { shortAmount } from "./words.js";

// Place of an amount among the slider's positions, which rise or fall.
export function placeOf(amounts, amount) {
  const last = amounts.length - 1,
    rising = amounts[last] >= amounts[0] ? 1 : -1;
  const next = amounts.findIndex((a) => rising * a >= rising * amount);
  if (next <= 0) return next ? last : 0;
  return next - (amounts[next] - amount) / (amounts[next] - amounts[next - 1]);
}

// A slider for one kind of perturbation.
function createAmount(model, name, ask) {
  const mode = model.get("_modes")[name],
    { label, amounts, fine, ends } = mode;
  const stops = ends.length - 1,
    quarters = [...new Set([0, 1, 2, 3, 4].map((i) => Math.round((i * stops) / 4) * fine))];
  const place = () => placeOf(amounts, model.get("amount"));
  // Also of an amount between the positions.
  const format = (i) =>
    shortAmount(mode, name, Math.round(place()) === i ? model.get("amount") : amounts[i]);
  const { root, input, put } = slider({
    label,
    count: amounts.length,
    at: Math.round(place()),
    format,
    ticks: quarters,
    ends: quarters.map((i) => [i, ends[i / fine]]),
    onmove: (i) => ask({ amount: amounts[i] }),
  });
  return { root, put: () => put(Math.round(place())), share: () => input.value / stops / fine };
}

// The row of controls; each change goes to ask().
export function createPerturbControls(model, ask) {
  const modes = () => model.get("_modes"),
    names = Object.keys(modes());
  const kernel = select("kernel", model.get("_kernels"), model.get("kernel"), (value) =>
    ask({ kernel: value }),
  );
  const perturb = segmented("perturb", names, model.get("perturb"), (name) => {
    const { amounts } = modes()[name],
      at = Math.round(amount.share() * (amounts.length - 1));
    ask({ perturb: name, amount: amounts[at] });
    put();
  });
  const kind = labelled("perturb", perturb.root),
    holder = el("div", { class: "grow" });
  const epsilon = readout("observed ε", 60),
    bound = readout("bound", 90);
  const moved = readout("points moved", 74);
  kernel.root.classList.add("half");
  const root = el(
    "div",
    { class: "row controls perturbing" },
    kernel.root,
    kind,
    holder,
    el("div", { class: "read" }, epsilon.root, bound.root, moved.root),
  );
  let amount = null,
    shown = null;

  function put() {
    kernel.put(model.get("kernel"));
    perturb.put(model.get("perturb"));
    const range = modes()[model.get("perturb")];
    if (shown !== range) {
      shown = range;
      amount = createAmount(model, model.get("perturb"), ask);
      holder.replaceChildren(amount.root);
    }
    amount.put();
  }

  function tell(answer) {
    const { vacuous } = answer.verdict,
      m = answer.labels.length;
    epsilon.put(num(answer.epsilon));
    bound.put(answer.bound === null ? "∞" : shortNum(answer.bound), vacuous ? "vacuous" : "");
    moved.put(String(answer.moved), `of ${m}`);
    put();
  }

  put();
  return { root, put, tell };
}
