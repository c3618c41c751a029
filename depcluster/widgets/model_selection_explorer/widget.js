// ModelSelectionExplorer: slide over t; the graph, the clusters and the judges' curve follow. The
// page computes, and tells Python what it found.

import { widgetRoot } from "../base/parts/common.js";
import { watch } from "../base/parts/watch.js";
import { createAnswering } from "../explorer/parts/answering.js";
import { following } from "../explorer/parts/following.js";
import { createWork } from "../explorer/parts/work.js";
import { STATES } from "../explorer/parts/status_bar.js";
import { serveSelection } from "./answers.js?worker";
import { createSelectionControls } from "./controls.js";
import { createSelectionPictures } from "./pictures.js";
import { createSelectionSamples } from "./samples.js";
import "./widget.css";

const SELECTION_STATES = {
  ...STATES,
  answer:
    "The answer for this t. When all candidates are judged, the judge's choice takes its "
    + "place.",
  searching:
    "The answer for this t, while the other candidates are judged; then the judge's "
    + "choice takes its place.",
  settled: "The answer for this t, which stays until a control moves.",
};
const TRAITS = ["data", "n_neighbors", "kernel_normalization", "judge", "posterior"];

// t in a link is one of its data's candidates; left out, it goes where the choice is.
const coercedCandidate = (samples, model, isAtChoice = model.get("_at_choice")) => ({
  implied: () => (isAtChoice && model.get("_at_choice") ? ["n_neighbors"] : []),
  agree(values, start) {
    const data = values.data ?? start.data,
      { candidates, grid } = samples.of(data);
    const asked = candidates.includes(values.n_neighbors) ? values.n_neighbors : null;
    const usual = candidates.includes(start.n_neighbors) ? start.n_neighbors : candidates.at(-1);
    const posterior = (values.posterior ?? start.posterior) && grid.length > 0;
    return {
      ...values,
      data,
      n_neighbors: asked ?? usual,
      posterior,
      _at_choice: isAtChoice && asked === null,
    };
  },
});

function render({ model, el: host }) {
  const root = widgetRoot(host);
  const work = createWork(serveSelection),
    samples = createSelectionSamples(model);
  let shown = null;
  const answering = createAnswering(model, root, "ModelSelectionExplorer", work, {
    traits: TRAITS,
    reads: ["_toy_samples", "_at_choice"],
    dragged: ["n_neighbors", "_at_choice"],
    states: SELECTION_STATES,
    show,
    showMore: show,
    coerce: coercedCandidate(samples, model),
  });
  const { statusBar } = answering;
  const controls = createSelectionControls(model, samples, { ask: answering.ask, choose, choice });
  const pictures = createSelectionPictures(model, samples, choose);
  statusBar.mount(controls, pictures, pictures.shelf);

  function choose(t) {
    answering.ask({ n_neighbors: t, _at_choice: t === choice() });
  }

  // The judge's, of what is on screen.
  function choice() {
    const isOfThese =
      shown && ["data", "kernel_normalization"].every((name) => shown[name] === model.get(name));
    return isOfThese ? shown.curve.choice[model.get("judge")] : null;
  }

  function show(answer) {
    const isCurve = shown?.labels === answer.labels && shown.posterior === answer.posterior;
    shown = { ...answer, samples: samples.of(answer.data) };
    controls.put();
    if (isCurve) pictures.drawCurve(shown);
    else pictures.draw(shown);
  }

  function onControl() {
    controls.put();
    pictures.put();
    if (shown) pictures.drawCurve(shown);
  }

  const stops = [
    watch(model, [...TRAITS, "_input", "panels"], onControl),
    watch(model, ["_input", "_axes", "_names"], pictures.setPoints),
  ];
  onControl();
  answering.begin();
  return () => {
    stops.forEach((stop) => stop());
    [answering, work, pictures].forEach((part) => part.destroy());
  };
}

export default { render: following(render) };
