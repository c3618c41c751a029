// ModelSelectionExplorer: slide over t; the graph, the clusters and the judges' curve follow.

import { widgetRoot } from "../base/parts/common.js";
import { liveRegion } from "../base/parts/controls.js";
import { watch } from "../base/parts/watch.js";
import { following } from "../explorer/parts/following.js";
import { createRequests } from "../explorer/parts/requests.js";
import { createVoice, STATES } from "../explorer/parts/voice.js";
import { createSelectionControls } from "./controls.js";
import { createSelectionPictures } from "./pictures.js";

const SPOKEN_AFTER = 600;
const SELECTION_STATES = {
  ...STATES,
  answer: "The answer for this t. When all candidates are judged, the judge's choice takes its " +
    "place.",
  searching: "The answer for this t, while the other candidates are judged; then the judge's " +
    "choice takes its place.",
  settled: "The answer for this t, which stays until a control moves.",
};

function render({ model, el: host }) {
  const root = widgetRoot(host), live = liveRegion();
  const voice = createVoice(root, model, "ModelSelectionExplorer", { states: SELECTION_STATES });
  const requests = createRequests(model, onState);
  const controls = createSelectionControls(model, requests, () => pictures.drawCurve());
  const pictures = createSelectionPictures(model, requests, onControl);
  let speech = 0;
  voice.mount(controls, pictures, pictures.shelf);
  root.append(live.root);

  const curveNow = () => {
    const answer = model.get("answer"), curve = model.get("curve");
    return curve.kernel_normalization === answer.kernel_normalization ? curve : null;
  };
  const choiceNow = () => curveNow()?.choice[requests.now("judge")] ?? null;

  function words() {
    const verdict = curveNow()?.verdict[requests.now("judge")];
    return [model.get("answer").foot, verdict].filter(Boolean).join("; ");
  }

  function onControl() {
    controls.put(choiceNow());
    pictures.drawCurve();
  }

  function onState(state) {
    const { kernel_normalization: kernel, n_neighbors: t } = model.get("answer");
    voice.wait(state, controls.asked(), `${kernel ?? "as printed"}, t = ${t}`);
  }

  function tell() {
    const answer = model.get("answer");
    onControl();
    voice.tell({ ...answer, foot: words() });
    clearTimeout(speech);
    speech = setTimeout(() => live.say(answer.error ? "" : words()), SPOKEN_AFTER);
  }

  function onAnswer() {
    const answer = model.get("answer");
    if (!requests.take(answer)) return;
    pictures.draw(answer);
    tell();
  }

  function onPosterior() {
    onControl();
    pictures.showPosterior();
  }

  const stops = [
    watch(model, ["data", "n_neighbors", "kernel_normalization", "judge", "panels"], onControl),
    watch(model, ["posterior"], onPosterior),
    watch(model, ["_points", "_frame", "_axes", "_names"], pictures.setPoints),
    watch(model, ["answer"], onAnswer),
    watch(model, ["curve"], tell),
  ];
  onPosterior();
  onAnswer();
  return () => {
    clearTimeout(speech);
    stops.forEach((stop) => stop());
    [requests, pictures, voice].forEach((part) => part.destroy());
  };
}

export default { render: following(render) };
