// LossExplorer: a loss beside a label kernel; the rows, the effective kernel and the points answer. The page
// computes, and tells Python what it found.

import { el, paintClusters, widgetRoot } from "../base/parts/common.js";
import { segmented } from "../base/parts/controls.js";
import { createHint } from "../base/parts/hint.js";
import { createLinks } from "../base/parts/links.js";
import { createPresence, guarded } from "../base/parts/python.js";
import { watch } from "../base/parts/watch.js";
import { createFollowingEditor } from "../explorer/parts/editing.js";
import { following } from "../explorer/parts/following.js";
import { createVoice } from "../explorer/parts/voice.js";
import { createWork } from "../explorer/parts/work.js";
import { LABEL_KERNEL, resizedState } from "../label_kernel_editor/kinds.js";
import { lossKind } from "./algebra.js";
import { createLossAnswers } from "./answers.js";
import { createLossControls } from "./controls.js";
import { createLossPictures } from "./pictures.js";

const SCOPES = ["one pair", "whole level"];
const LEVEL_MEANING = "One pair: the entry and its mirror. Whole level: with it all pairs of labels " +
  "that A holds equally alike, such as all pairs within families.";

// Whether an edit of the loss changes one pair of labels or all that A holds equally alike.
function createScope() {
  let scope = SCOPES[0];
  const level = segmented("an edit changes", SCOPES, scope, (name) => { scope = name; });
  const hint = createHint("an edit changes", LEVEL_MEANING);
  return {
    root: el("div", { class: "scope" }, hint.root, level.root),
    isLevel: () => scope === SCOPES[1],
  };
}

// The two editors. The loss named "label-kernel" follows A; both are told of together.
function createLossEditors(model, { ask, now }, { onMatrices, alert, links }) {
  const scope = createScope();
  const losses = lossKind({
    labelKernel: () => now("label_kernel"), wholeLevel: scope.isLevel,
  });
  const loss = createFollowingEditor(now, ["loss", "loss_preset"], (value, name) => {
    ask({ loss: value, loss_preset: name });
    onMatrices();
  }, { kind: losses, foot: scope.root, alert, links });
  const kernel = createFollowingEditor(now, ["label_kernel", "preset"], (value, preset) => {
    askBoth({ value, preset });
    onMatrices();
  }, { kind: { ...LABEL_KERNEL, menu: "label kernel preset" }, alert, links });

  function askBoth({ value, preset }) {
    ask({ label_kernel: value, preset });
    const state = { value: now("loss"), preset: now("loss_preset"), base: now("loss") };
    const size = value.length, resized = state.value.length !== size;
    if (resized || state.preset === "label-kernel") {
      const next = resizedState(state, size, losses);
      ask({ n_clusters: size, loss: next.value, loss_preset: next.preset });
    }
    loss.put();
  }

  return {
    loss, kernel,
    put() {
      scope.root.hidden = !model.get("panels").includes("label_kernel");
      kernel.put();
      loss.put();
    },
    resize(size) {
      const A = now("label_kernel");
      askBoth(resizedState({ value: A, preset: now("preset"), base: A }, size));
      kernel.put();
      onMatrices();
    },
    destroy() { loss.destroy(); kernel.destroy(); },
  };
}

function render({ model, el: host }) {
  const root = widgetRoot(host), links = createLinks(), unpaint = paintClusters(root, model);
  let current = {}, state = ["answer", []], asked = 0, isAsking = false;
  const voice = createVoice(root, model, "LossExplorer", {
    answerOf: () => current, count: () => asked, stateOf: () => state, livesAlone: () => true,
  });
  const presence = createPresence(model, voice.tellPython);
  const now = (name) => model.get(name), answers = createLossAnswers(model);
  const work = createWork({
    begin: guarded(model, answers.steps), show, wait: (late) => voice.wait(late ? "busy" : "idle", "the kernel"),
  });
  const editors = createLossEditors(model, { ask, now }, {
    onMatrices: () => pictures.drawMatrices(), alert: voice.alert, links,
  });
  const controls = createLossControls(model, { ask, now }, editors.resize);
  const pictures = createLossPictures(model, { now }, editors, links);
  voice.mount(controls, pictures, pictures.shelf);

  function ask(changes) {
    asked += 1;
    isAsking = true;
    for (const [name, value] of Object.entries(changes)) model.set(name, value);
    isAsking = false;
    if (!hasSamples()) model.save_changes(); // no answer will take it along
  }

  // What the page has computed; Python is told in the same frame.
  function show({ answer, refused, progress }) {
    if (progress) {
      state = ["searching", progress];
      voice.tellState();
      return;
    }
    state = [refused ? "refused" : answer.settled ? "settled" : "answer", []];
    if (answer) {
      current = { ...answer, request: asked };
      controls.tell(current);
      pictures.drawPoints(current);
      const told = answers.told();
      model.set("_labelling", told.loss);
      model.set("_zero_one", told.zero_one);
      model.set("_cluhsic", told.cluhsic);
    } else current = { ...current, request: asked, error: `${refused} The last result stays on screen.` };
    voice.tell(current);
    model.save_changes();
    if (answer?.settled) presence.ask();
  }

  const hasSamples = () => !model.get("_waiting") && Boolean(model.get("_input").n_samples);

  function onQuestion() {
    if (!hasSamples()) {
      work.stop();
      return;
    }
    if (!isAsking) answers.begin();
    work.start();
  }

  function onLabelling() {
    if (!answers.isOwn(model.get("_labelling"))) onQuestion();
  }

  // Of two matrices that Python resizes the first comes alone.
  function onControl() {
    controls.put();
    if (now("loss").length !== now("label_kernel").length) return;
    editors.put();
    pictures.drawMatrices();
  }

  const begins = (event) => { if (!event.repeat) answers.begin(); };
  ["pointerdown", "keydown"].forEach((name) => root.addEventListener(name, begins, true));
  const traits = ["label_kernel", "preset", "loss", "loss_preset", "n_clusters", "normalization", "penalty"];
  const stops = [
    watch(model, [...traits, "panels", "folded"], onControl),
    watch(model, [...traits, "_input", "_waiting"], onQuestion),
    watch(model, ["_labelling"], onLabelling),
    watch(model, ["_points", "_axes", "_names"], pictures.setPoints),
  ];
  pictures.put();
  pictures.setPoints();
  onControl();
  onQuestion();
  return () => {
    unpaint();
    stops.forEach((stop) => stop());
    [work, presence, pictures, editors, voice].forEach((part) => part.destroy());
  };
}

export default { render: following(render) };
