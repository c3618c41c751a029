// LossExplorer: a loss beside a label kernel; the rows, the effective kernel and the points answer.
// The page computes, and tells Python what it found.

import { el, paintClusters, widgetRoot } from "../base/parts/common.js";
import { segmented } from "../base/parts/controls.js";
import { createHint } from "../base/parts/hint.js";
import { createSelection } from "../base/parts/selection.js";
import { watch } from "../base/parts/watch.js";
import { createAnswering } from "../explorer/parts/answering.js";
import { createFollowingEditor } from "../explorer/parts/editing.js";
import { following } from "../explorer/parts/following.js";
import { createWork } from "../explorer/parts/work.js";
import { LABEL_KERNEL, resizedState } from "../label_kernel_editor/kinds.js";
import { labelKernelCoercion, coercedState } from "../label_kernel_editor/coerce.js";
import { lossKind } from "./algebra.js";
import { serveLoss } from "./answers.js?worker";
import { createLossControls } from "./controls.js";
import { createLossPictures } from "./pictures.js";
import "./widget.css";

const SCOPES = ["one pair", "whole level"];
const LEVEL_MEANING =
  "One pair: the entry and its mirror. Whole level: with it all pairs of labels "
  + "that A holds equally alike, such as all pairs within families.";

// Whether an edit of the loss changes one pair of labels or all that A holds equally alike.
function createScope() {
  let scope = SCOPES[0];
  const level = segmented("an edit changes", SCOPES, scope, (name) => {
    scope = name;
  });
  const hint = createHint("an edit changes", LEVEL_MEANING);
  return {
    root: el("div", { class: "scope" }, hint.root, level.root),
    isLevel: () => scope === SCOPES[1],
  };
}

// The two editors. The loss named "label-kernel" follows A; both are told of together.
function createLossEditors(model, { ask, now }, { onMatrices, alert, selection }) {
  const scope = createScope();
  const losses = lossKind({
    labelKernel: () => now("label_kernel"),
    wholeLevel: scope.isLevel,
  });
  const loss = createFollowingEditor(
    now,
    ["loss", "loss_preset"],
    (value, name) => {
      ask({ loss: value, loss_preset: name });
      onMatrices();
    },
    { kind: losses, below: scope.root, alert, selection },
  );
  const kernel = createFollowingEditor(
    now,
    ["label_kernel", "preset"],
    (value, preset) => {
      askBoth({ value, preset });
      onMatrices();
    },
    { kind: { ...LABEL_KERNEL, menu: "label kernel preset" }, alert, selection },
  );

  function askBoth({ value, preset }) {
    ask({ label_kernel: value, preset });
    const state = { value: now("loss"), preset: now("loss_preset"), base: now("loss") };
    const size = value.length,
      resized = state.value.length !== size;
    if (resized || state.preset === "label-kernel") {
      const next = resizedState(state, size, losses);
      ask({ n_clusters: size, loss: next.value, loss_preset: next.preset });
    }
    loss.put();
  }

  return {
    loss,
    kernel,
    put() {
      kernel.put();
      loss.put();
    },
    resize(size) {
      const A = now("label_kernel");
      askBoth(resizedState({ value: A, preset: now("preset"), base: A }, size));
      kernel.put();
      onMatrices();
    },
    destroy() {
      loss.destroy();
      kernel.destroy();
    },
  };
}

// The loss in a link goes by the label kernel in it.
const COERCION = {
  implied: (state) => [
    ...labelKernelCoercion().implied(state),
    state.loss_preset === "custom" ? "loss_preset" : "loss",
  ],
  agree({ loss: given, loss_preset: name, ...values }, start) {
    const agreed = labelKernelCoercion().agree(values, start),
      A = agreed.label_kernel;
    const losses = lossKind({ labelKernel: () => A, wholeLevel: () => false });
    const before = { value: start.loss, preset: start.loss_preset };
    const { value, preset } = coercedState(given, name, A.length, before, losses);
    return { ...agreed, loss: value, loss_preset: preset };
  },
};

function render({ model, el: host }) {
  const root = widgetRoot(host),
    selection = createSelection(),
    unpaint = paintClusters(root, model);
  const now = (name) => model.get(name);
  const traits = [
    "label_kernel",
    "preset",
    "loss",
    "loss_preset",
    "n_clusters",
    "normalization",
    "penalty",
  ];
  const work = createWork(serveLoss);
  const answering = createAnswering(model, root, "LossExplorer", work, {
    traits,
    reads: ["_limits", "_searches"],
    dragged: ["label_kernel", "preset", "loss", "loss_preset", "penalty"],
    show,
    coerce: COERCION,
  });
  const { ask, statusBar } = answering;
  const editors = createLossEditors(
    model,
    { ask, now },
    {
      onMatrices: () => pictures.drawMatrices(),
      alert: statusBar.alert,
      selection,
    },
  );
  const controls = createLossControls(model, { ask, now }, editors.resize);
  const pictures = createLossPictures(model, { now }, editors, selection);
  statusBar.mount(controls, pictures, pictures.shelf);

  function show(answer) {
    controls.tell(answer);
    pictures.drawPoints(answer);
  }

  // Of two matrices that Python resizes the first comes alone.
  function onControl() {
    controls.put();
    if (now("loss").length !== now("label_kernel").length) return;
    editors.put();
    pictures.drawMatrices();
  }

  const stops = [
    watch(model, [...traits, "panels", "folded"], onControl),
    watch(model, ["_points", "_axes", "_names"], pictures.setPoints),
  ];
  pictures.put();
  pictures.setPoints();
  onControl();
  answering.begin();
  return () => {
    unpaint();
    stops.forEach((stop) => stop());
    [answering, work, pictures, editors].forEach((part) => part.destroy());
  };
}

export default { render: following(render) };
