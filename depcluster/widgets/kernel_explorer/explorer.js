// KernelExplorer: one kernel, one width, one method; everything else answers.

import { paintClusters, widgetRoot } from "../base/parts/common.js";
import { createSelection } from "../base/parts/selection.js";
import { watch } from "../base/parts/watch.js";
import { createAnswering } from "../explorer/parts/answering.js";
import { createFollowingEditor } from "../explorer/parts/editing.js";
import { createWork } from "../explorer/parts/work.js";
import { labelKernelCoercion } from "../label_kernel_editor/coerce.js";
import { serveKernel } from "./answers.js?worker";
import { createControls } from "./controls.js";
import { createCriteria } from "./criteria/criteria.js";
import { createPictures } from "./pictures.js";
import "./widget.css";

// `pad` are the parts of a drawing pad that shares the frame, whose points the `model` then knows
// (`drawn.js`); the explorer waits for them within the frame. The page computes, and tells Python
// what it found.
export function renderExplorer({ model, el: host }, pad = null) {
  const root = widgetRoot(host),
    selection = createSelection();
  const unpaint = paintClusters(root, model);
  const work = createWork(serveKernel),
    now = (name) => model.get(name);
  let shown = {};
  const traits = [
    "method",
    "n_clusters",
    "kernel",
    "width",
    "n_neighbors",
    "label_kernel",
    "preset",
    "weighting",
    "sigma",
    "added",
    "panels",
    "folded",
  ];
  const answering = createAnswering(model, root, pad ? "PadExplorer" : "KernelExplorer", work, {
    traits,
    reads: ["_kernels", "_random_state", "_searches", "_sigmas", "_isDrawn"],
    read: (name) => (name === "_isDrawn" ? Boolean(pad?.isDrawn()) : now(name)),
    dragged: ["width", "n_neighbors", "sigma", "label_kernel", "preset"],
    show,
    showMore,
    coerce: { ...labelKernelCoercion(), others: pad?.coerce },
  });
  const { statusBar } = answering;
  const criteria = createCriteria(now, (width) => {
    ask({ width });
    controls.put();
  });
  const editor = createFollowingEditor(
    now,
    ["label_kernel", "preset"],
    (value, preset) => {
      const resized = value.length === now("n_clusters") ? {} : { n_clusters: value.length };
      ask({ label_kernel: value, preset, ...resized });
    },
    { alert: statusBar.alert, selection },
  );
  const controls = createControls(model, { ask, now, ruleOf }, editor.put);
  const pictures = createPictures(model, editor, criteria, selection, pad, {
    onGo: controls.go,
    onRemove: () => ask({ added: [] }),
    onAdd: (x, y) => ask({ added: [...now("added"), [x, y]] }),
  });
  statusBar.mount(controls, pictures, pictures.shelf);

  // What widths are counted in, known with the first answer under a kernel.
  function ruleOf(kernel) {
    return kernel === shown.kernel ? shown.rule : NaN;
  }

  function ask(changes) {
    answering.ask(changes);
    criteria.place(); // the mark on the curves moves with the hand
  }

  function show(answer) {
    if (answer.method === "cluhsic") shown = answer;
    pictures.draw(answer);
    controls.tell(answer);
    criteria.draw(answer.criteria);
  }

  function showMore(answer) {
    controls.tell(answer);
    pictures.drawMore(answer);
    criteria.draw(answer.criteria);
  }

  function onControl() {
    controls.put();
    editor.put();
    criteria.place();
  }

  const stops = [
    watch(model, traits, onControl),
    watch(model, ["_waiting"], pictures.wait),
    watch(model, ["_points", "_plane", "added", "target", "_axes", "_names"], pictures.setPoints),
  ];
  pictures.setPoints();
  pictures.wait();
  onControl();
  answering.begin();
  return () => {
    unpaint();
    stops.forEach((stop) => stop());
    [answering, work, controls, pictures, editor, criteria].forEach((part) => part.destroy());
  };
}
