// TaxonomyExplorer: clusters around a tree, or the structure that takes its place; their members.
// The page computes, and tells Python what it found.

import { bytesOf, widgetRoot } from "../../base/parts/common.js";
import { createSelection } from "../../base/parts/selection.js";
import { watch } from "../../base/parts/watch.js";
import { createAnswering } from "../../explorer/parts/answering.js";
import { createFollowingEditor } from "../../explorer/parts/editing.js";
import { following } from "../../explorer/parts/following.js";
import { STATES } from "../../explorer/parts/status_bar.js";
import { createWork } from "../../explorer/parts/work.js";
import { labelKernelCoercion } from "../../label_kernel_editor/coerce.js";
import { serveTaxonomy } from "./answers.js?worker";
import { createTaxonomyControls } from "./controls.js";
import { createTaxonomyPictures } from "./pictures.js";
import "./widget.css";

const TAXONOMY_STATES = {
  ...STATES,
  answer:
    "The first answer: clusters and structure that the labels on screen lead to, or one start. When no "
    + "control moves, the other starts follow.",
  searching: "The best of the starts made so far is on screen; others are being made.",
  settled: "The best of all starts.",
};

// The cluster that most samples of the selected one are in now.
function followed(selected, before, labels) {
  const counts = new Map();
  before.forEach((label, i) => {
    if (label === selected) counts.set(labels[i], (counts.get(labels[i]) ?? 0) + 1);
  });
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? 0;
}

// The cluster that a link selects is one that is there.
const COERCION = {
  ...labelKernelCoercion(),
  agree(values, start) {
    const agreed = labelKernelCoercion().agree(values, start),
      last = agreed.n_clusters - 1;
    return { ...agreed, selected: Math.min(values.selected ?? start.selected, last) };
  },
};

function render({ model, el: host, work }) {
  const root = widgetRoot(host),
    selection = createSelection(),
    now = (name) => model.get(name);
  const traits = ["n_clusters", "structure", "label_kernel", "preset"];
  let before = null;
  const answering = createAnswering(model, root, "TaxonomyExplorer", work, {
    fits: ["_warm_start"],
    traits,
    reads: ["_about", "_limits"],
    dragged: ["n_clusters", "label_kernel", "preset"],
    show,
    showMore: (answer) => controls.tell(answer),
    states: TAXONOMY_STATES,
    coerce: COERCION,
  });
  const { ask, statusBar } = answering;
  const editor = createFollowingEditor(
    now,
    ["label_kernel", "preset"],
    (value, preset) => {
      ask({ label_kernel: value, preset });
    },
    { alert: statusBar.alert, selection },
  );
  const controls = createTaxonomyControls(model, { ask, now }, putFixed);
  const pictures = createTaxonomyPictures(model, editor, selection);
  statusBar.mount(controls, pictures, pictures.shelf);

  // The selection stays with its members, and a new tree lies as it is largest; Python is told with
  // the answer.
  function show(answer) {
    const labels = bytesOf(answer.labels),
      { length: c } = answer.sizes;
    if (before) model.set("selected", followed(now("selected"), before.labels, labels));
    if (before && (before.structure !== answer.structure || before.c !== c))
      model.set("rotation", null);
    before = { labels, structure: answer.structure, c };
    controls.tell(answer);
    pictures.draw(answer);
  }

  // Only where it is on screen.
  function putFixed() {
    if (now("structure") === "fixed") editor.put();
  }

  function onControl() {
    controls.put();
    putFixed();
  }

  const stops = [
    watch(model, [...traits, "panels"], onControl),
    watch(model, ["selected"], pictures.select),
    watch(model, ["rotation"], pictures.rotate),
  ];
  onControl();
  answering.begin();
  return () => {
    stops.forEach((stop) => stop());
    [answering, pictures, editor].forEach((part) => part.destroy());
  };
}

// Other samples may be of other classes or none: the page is made anew, and its answers go on.
function renewed(page) {
  const { model } = page;
  const work = createWork(serveTaxonomy),
    made = () => render({ ...page, work });
  let end = made();
  const unwatch = watch(model, ["_about"], () => {
    end();
    end = made();
  });
  return () => {
    unwatch();
    end();
    work.destroy();
  };
}

export default { render: following(renewed) };
