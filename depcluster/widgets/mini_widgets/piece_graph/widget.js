// PieceGraph: weights of edges, eigenvectors, classes. Each eigenvector is a class of its own.

import { num } from "../../base/parts/common.js";
import { labelled, readout, segmented } from "../../base/parts/controls.js";
import { createStage } from "../parts/stage.js";
import { classesOf, normalised } from "./classes.js";
import { createEigenvalues, createGraph, createScores } from "./pictures.js";

const KERNELS = { "as printed": null, sym: "sym" };
const SUBSCRIPT = "\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087\u2088\u2089";
const lambda = (k) => `\u03bb${[...String(k)].map((digit) => SUBSCRIPT[digit]).join("")}`;

function render({ model, el: host }) {
  const c = model.get("_n_clusters"), n = model.get("weights").length;
  let found = null;
  const answer = () => found;
  const taken = readout(`${lambda(c)}, the last taken`, 104);
  const left = readout(c < n ? `${lambda(c + 1)}, the first left out` : "left out", 112);
  const lost = readout("undecided", 66);
  const kernel = segmented("kernel", Object.keys(KERNELS), "as printed", (name) => {
    model.set("kernel_normalization", KERNELS[name]);
    model.save_changes();
  });
  function onmove(i, j, w) {
    const weights = model.get("weights").map((row) => [...row]);
    weights[i][j] = weights[j][i] = w;
    model.set("weights", weights);
    model.save_changes();
  }
  function follow() {
    const W = model.get("weights"), sym = model.get("kernel_normalization") === "sym";
    found = classesOf(sym ? normalised(W) : W, c);
    kernel.put(sym ? "sym" : "as printed");
    taken.put(num(found.values[c - 1], 3));
    left.put(c < n ? num(found.values[c], 3) : "none");
    lost.put(String(found.labels.filter((k) => k < 0).length), `of ${n}`);
  }
  return createStage({
    model, host, kind: c > 2 ? "pieces many" : "pieces", follow,
    controls: model.get("show_switch") ? [labelled("kernel", kernel.root)] : [],
    reads: [taken, left, lost].map((each) => each.root),
    pictures: [
      createGraph(model, answer, onmove), createEigenvalues(model, answer),
      createScores(model, answer),
    ],
    hint: () => "Drag a bead along its edge, or press arrow keys on it: it sets the weight, "
      + "from 0 to 1.",
  });
}

export default { render };
