// KernelExplorer: one kernel, one width, one method; everything else answers.

import { paintClusters, widgetRoot } from "../base/parts/common.js";
import { createLinks } from "../base/parts/links.js";
import { watch } from "../base/parts/watch.js";
import { createFollowingEditor } from "../explorer/parts/editing.js";
import { createRequests } from "../explorer/parts/requests.js";
import { createVoice } from "../explorer/parts/voice.js";
import { createControls } from "./controls.js";
import { createCriteria } from "./criteria/criteria.js";
import { createPictures } from "./pictures.js";
import { gammaText } from "./width.js";

// `pad` are the parts of a drawing pad that shares the frame; the explorer then waits for its points
// within the frame.
export function renderExplorer({ model, el: host }, pad = null) {
  const root = widgetRoot(host), links = createLinks();
  const voice = createVoice(root, model, pad ? "PadExplorer" : "KernelExplorer");
  const unpaint = paintClusters(root, model);
  const requests = createRequests(model, onState);
  const { now } = requests;
  const criteria = createCriteria(model, now, (width) => {
    ask({ width });
    controls.put();
  });
  const editor = createFollowingEditor(now, ["label_kernel", "preset"], (value, preset) => {
    const resized = value.length === now("n_clusters") ? {} : { n_clusters: value.length };
    ask({ label_kernel: value, preset, ...resized });
  }, { alert: voice.alert, links });
  const controls = createControls(model, { ask, now }, editor.put);
  const pictures = createPictures(model, editor, criteria, links, pad, {
    onGo: controls.go, onRemove: () => ask({ added: [] }),
    onAdd: (x, y) => ask({ added: [...now("added"), [x, y]] }),
  });
  voice.mount(controls, pictures, pictures.shelf);

  // The mark on the curves moves with the hand.
  function ask(changes) {
    requests.ask(changes);
    criteria.place();
  }

  function onState(state) {
    const answer = model.get("answer");
    const shown = answer.gamma ? `s ${gammaText(answer.gamma)}` : answer.width_text;
    voice.wait(state, controls.width(), shown);
  }

  function onAnswer() {
    const answer = model.get("answer");
    if (pad) pictures.wait(model.get("_waiting"));
    if (!answer.sizes || !requests.take(answer)) return;
    controls.tell(answer);
    pictures.draw(answer);
    voice.tell(answer);
  }

  function onControl() {
    controls.put();
    editor.put();
    criteria.place();
  }

  function onCurve() {
    controls.putRules();
    pictures.drawCurve();
  }

  const traits = ["kernel", "width", "n_clusters", "label_kernel", "preset", "method", "weighting",
    "sigma", "panels"];
  const stops = [
    watch(model, traits, onControl),
    watch(model, ["answer", "_waiting"], onAnswer),
    watch(model, ["_points", "_room", "added", "target", "_axes", "_names"], pictures.setPoints),
    watch(model, ["_curve"], onCurve),
    watch(model, ["_criteria"], criteria.draw),
  ];
  pictures.setPoints();
  onControl();
  onAnswer();
  onCurve();
  criteria.draw();
  return () => {
    unpaint();
    stops.forEach((stop) => stop());
    [requests, controls, pictures, editor, criteria, voice].forEach((part) => part.destroy());
  };
}
