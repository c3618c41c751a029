// The loss explorer's controls and read-outs.

import { el, shortNum } from "../base/parts/common.js";
import { labelled, readout, segmented, slider, stepper } from "../base/parts/controls.js";
import { createHint } from "../base/parts/hint.js";
import { sumOf } from "./algebra.js";

const NORMALIZATIONS = ["l1", "l2", "none"];

// The paper's penalty is m / (4 C gamma): these are C gamma = m, .5 m, .25 m, .1 m, .05 m, ...
const PENALTIES = [0, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250];

const MEANINGS = {
  normalization:
    "What every column of the partition matrix is divided by: the sum of the sizes of "
    + "its entries (l1), the root of the sum of their squares (l2), or nothing.",
  penalty:
    "How much every entry of the partition matrix costs: m / (4 C γ) in the paper, 2.5 for "
    + "its C = m/10. It is taken off the objective.",
  constant: " With l1 all partitions pay the same, so it moves no point.",
  moved:
    "Points in another group than with the zero-one loss, which charges 1 for every wrong "
    + "label; they are ringed. Groups are compared, whatever they are called.",
  cluhsic:
    "Points in another group than CLUHSIC puts them in (Song 2007): the same label kernel, "
    + "no loss and no rows R. Groups are compared, whatever they are called.",
};

const nearestPenalty = (penalty) =>
  PENALTIES.reduce(
    (best, p, k) =>
      Math.abs(Math.log1p(p) - Math.log1p(penalty))
      < Math.abs(Math.log1p(PENALTIES[best]) - Math.log1p(penalty))
        ? k
        : best,
    0,
  );

// A control whose label explains itself.
function explained(control, word, meaning) {
  const hint = createHint(word, meaning);
  control.root.querySelector(".lab").replaceChildren(hint.root);
  return hint;
}

function createPenalty({ ask, now }) {
  const isConstant = () => now("normalization") === "l1";
  const control = slider({
    label: "penalty",
    count: PENALTIES.length,
    at: 0,
    format(i) {
      if (isConstant()) return "no effect with l1";
      const exact = now("penalty");
      return shortNum(nearestPenalty(exact) === i ? exact : PENALTIES[i]);
    },
    ticks: PENALTIES.map((_, i) => i),
    onmove: (i) => ask({ penalty: PENALTIES[i] }),
  });
  const hint = explained(control, "penalty", MEANINGS.penalty);
  control.root.classList.add("grow");
  return {
    root: control.root,
    put() {
      control.input.disabled = isConstant();
      control.put(nearestPenalty(now("penalty")));
      hint.put("penalty", MEANINGS.penalty + (isConstant() ? MEANINGS.constant : ""));
    },
  };
}

function createReadouts() {
  const objective = readout("objective J", 150),
    moved = readout("moved by the loss", 110);
  const cluhsic = readout("unlike CLUHSIC", 92);
  const scale = explained(objective, "objective J", "");
  explained(moved, "moved by the loss", MEANINGS.moved);
  explained(cluhsic, "unlike CLUHSIC", MEANINGS.cluhsic);
  return {
    root: el("div", { class: "read" }, objective.root, moved.root, cluhsic.root),
    tell(answer) {
      const of = `of ${sumOf(answer.sizes)}`;
      objective.put(answer.J, answer.share);
      scale.put("objective J", answer.scale);
      moved.put(String(answer.unlike_zero_one), of);
      cluhsic.put(String(answer.unlike_cluhsic), of);
    },
  };
}

// -> { root, put(), tell(answer) }; onResize(size) takes another number of clusters.
export function createLossControls(model, { ask, now }, onResize) {
  const limits = () => ["min_clusters", "max_clusters"].map((name) => model.get("_limits")[name]);
  const clusters = stepper("clusters", now("n_clusters"), ...limits(), onResize);
  const choice = segmented("normalization", NORMALIZATIONS, "l1", (name) => {
    ask({ normalization: name === "none" ? null : name });
    put();
  });
  const normalization = { root: labelled("normalization", choice.root) };
  const penalty = createPenalty({ ask, now }),
    reads = createReadouts();
  explained(normalization, "normalization", MEANINGS.normalization);
  [clusters, normalization].forEach(({ root: part }) => part.classList.add("half"));
  const root = el(
    "div",
    { class: "row controls losing" },
    clusters.root,
    normalization.root,
    penalty.root,
    reads.root,
  );

  function put() {
    clusters.put(now("n_clusters"), ...limits());
    choice.put(now("normalization") ?? "none");
    penalty.put();
  }

  return {
    root,
    put,
    tell: (answer) => {
      reads.tell(answer);
      put();
    },
  };
}
