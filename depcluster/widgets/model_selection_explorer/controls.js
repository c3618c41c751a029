// The controls of ModelSelectionExplorer: which data, which t, which kernel, who judges.

import { el, num } from "../base/parts/common.js";
import { labelled, readout, segmented, select, slider } from "../base/parts/controls.js";

const SELECTION_KERNELS = ["as printed", "sym"];
const SELECTION_JUDGES = { LSMI: "lsmi", "SMI (8)": "smi" };

// A mark on the slider's track where the judge's choice is.
function createChoiceMark(track, candidates) {
  const rule = el("i", { class: "rule", hidden: true });
  track.querySelector(".ticks").append(rule);
  return (choice) => {
    const i = candidates.indexOf(choice);
    rule.hidden = i < 0;
    if (i >= 0) rule.style.left = `${(100 * i) / (candidates.length - 1)}%`;
  };
}

// -> { root, put(t), markChoice(choice) }, a slider over candidates.
function createNeighbours(candidates, at, onmove) {
  const last = candidates.length - 1;
  const { root, put } = slider({
    label: "neighbours t",
    count: candidates.length,
    at: candidates.indexOf(at),
    format: (i) => `t = ${candidates[i]}`,
    ticks: candidates.map((_, i) => i),
    ends: [
      [0, candidates[0]],
      [last, candidates[last]],
    ],
    onmove: (i) => onmove(candidates[i]),
  });
  return {
    root,
    put: (t) => put(candidates.indexOf(t)),
    markChoice: createChoiceMark(root, candidates),
  };
}

// Each change goes to ask(), another t to choose(); choice() is the judge's.
export function createSelectionControls(model, samples, { ask, choose, choice }) {
  const holder = el("div", { class: "grow" }),
    now = (name) => model.get(name);
  let t = null,
    offered = "";
  const data = select("data", model.get("_menu"), now("data"), (value) => {
    ask({ data: value, ...samples.fitting(value) });
  });
  const kernel = segmented("kernel", SELECTION_KERNELS, SELECTION_KERNELS[0], (name) => {
    ask({ kernel_normalization: name === "sym" ? "sym" : null });
  });
  const judge = segmented("who judges", Object.keys(SELECTION_JUDGES), "LSMI", (name) => {
    ask({ judge: SELECTION_JUDGES[name] });
  });
  const posterior = el(
    "button",
    {
      type: "button",
      class: "line",
      "aria-pressed": false,
      onclick: () => ask({ posterior: !now("posterior") }),
    },
    "Posterior",
  );
  const [ofKernel, ofJudge, ofMap] = [
    ["kernel", kernel.root],
    ["who judges", judge.root],
    ["map", posterior],
  ].map(([label, control]) => labelled(label, control));
  [data.root, ofMap].forEach((each) => each.classList.add("half"));
  const root = el(
    "div",
    { class: "row controls selecting" },
    data.root,
    holder,
    ofKernel,
    ofJudge,
    ofMap,
  );

  // Other data, or a pad of a few points, offer other candidates.
  function putCandidates() {
    const { candidates } = samples.of();
    if (offered === String(candidates)) return;
    offered = String(candidates);
    t = createNeighbours(candidates, now("n_neighbors"), choose);
    holder.replaceChildren(t.root);
  }

  return {
    root,
    put() {
      putCandidates();
      ofMap.hidden = !model.get("panels").includes("points");
      ofMap.classList.toggle("unused", !samples.of().grid.length);
      data.put(now("data"));
      t.put(now("n_neighbors"));
      kernel.put(now("kernel_normalization") ?? "as printed");
      judge.put(now("judge") === "smi" ? "SMI (8)" : "LSMI");
      posterior.setAttribute("aria-pressed", String(now("posterior")));
      t.markChoice(choice());
    },
  };
}

export function createSelectionReadouts() {
  const t = readout("neighbours t", 64),
    value = readout("LSMI", 112);
  const undecided = readout("undecided", 96),
    pieces = readout("pieces", 48);
  const label = value.root.firstChild;
  return {
    root: el(
      "div",
      { class: "read" },
      [t, value, undecided, pieces].map((each) => each.root),
    ),
    put(answer, judge, estimate, bound) {
      t.put(String(answer.n_neighbors));
      label.textContent = judge === "smi" ? "SMI (8)" : "LSMI";
      value.put(num(estimate ?? NaN, estimate > 99 ? 1 : 3), `bound ${bound}`);
      undecided.put(String(answer.undecided), `of ${answer.labels.length}`);
      pieces.put(String(answer.pieces));
    },
  };
}
