// KernelExplorer: one kernel, one width, one method; everything else answers.

import { paintClusters, widgetRoot } from "../base/parts/common.js";
import { createLinks } from "../base/parts/links.js";
import { createPresence, guarded, hasPython } from "../base/parts/python.js";
import { watch } from "../base/parts/watch.js";
import { createFollowingEditor } from "../explorer/parts/editing.js";
import { createRequests } from "../explorer/parts/requests.js";
import { createVoice } from "../explorer/parts/voice.js";
import { createWork } from "../explorer/parts/work.js";
import { createControls } from "./controls.js";
import { createCriteria } from "./criteria/criteria.js";
import { createLabelKernelAnswers } from "./label_kernel/answers.js";
import { createPictures } from "./pictures.js";

// `pad` are the parts of a drawing pad that shares the frame; the explorer then waits for its points
// within the frame. Under a label kernel the page computes, and tells Python what it found; under the
// angle method Python answers.
export function renderExplorer({ model, el: host }, pad = null) {
  const root = widgetRoot(host), links = createLinks();
  let current = {}, state = ["answer", []], asked = 0, isAsking = false;
  const voice = createVoice(root, model, pad ? "PadExplorer" : "KernelExplorer", {
    answerOf: () => current, count: () => asked, livesAlone: () => model.get("method") !== "angle",
    stateOf: () => (isOwn() ? state : [model.get("state"), model.get("_progress")]),
  });
  const presence = createPresence(model, voice.tellPython);
  const unpaint = paintClusters(root, model);
  const requests = createRequests(model, voice.wait);
  const { now } = requests, isOwn = () => now("method") !== "angle";
  const answers = createLabelKernelAnswers(model);
  const work = createWork({
    begin: guarded(model, answers.steps), show,
    wait: (late) => voice.wait(late ? "busy" : "idle", "the kernel"),
  });
  const criteria = createCriteria(model, now, (width) => {
    ask({ width });
    controls.put();
  });
  const editor = createFollowingEditor(now, ["label_kernel", "preset"], (value, preset) => {
    const resized = value.length === now("n_clusters") ? {} : { n_clusters: value.length };
    ask({ label_kernel: value, preset, ...resized });
  }, { alert: voice.alert, links });
  const controls = createControls(model, { ask, now, ruleOf: answers.ruleOf }, editor.put);
  const pictures = createPictures(model, editor, criteria, links, pad, {
    onGo: controls.go, onRemove: () => ask({ added: [] }),
    onAdd: (x, y) => ask({ added: [...now("added"), [x, y]] }),
  });
  voice.mount(controls, pictures, pictures.shelf);
  let hasCriteria = criteria.isKnown();

  function ask(changes) {
    asked += 1;
    if ((changes.method ?? now("method")) === "angle") requests.ask(changes);
    else {
      isAsking = true;
      for (const [name, value] of Object.entries(changes)) model.set(name, value);
      isAsking = false;
      if (!hasSamples()) model.save_changes(); // no answer will take it along
    }
    criteria.place(); // the mark on the curves moves with the hand
  }

  // What the page has computed; Python is told in the same frame.
  function show({ answer, spectrum, refused, progress }) {
    if (progress) {
      state = ["searching", progress];
      voice.tellState();
    } else if (spectrum) {
      Object.assign(current, spectrum);
      controls.tell(current);
      pictures.drawVectors(current);
    }
    if (progress || spectrum) return;
    state = [refused ? "refused" : answer.settled ? "settled" : "answer", []];
    if (answer) put({ ...answer, request: asked });
    else {
      const stays = current.labels ? " The last result stays on screen." : "";
      put({ ...current, request: asked, error: refused + stays });
    }
    if (answer) model.set("_labelling", answers.told());
    model.save_changes();
    if (answer?.settled) presence.ask();
  }

  function put(answer) {
    const isNew = answer.sizes && !answer.error;
    current = answer;
    if (isNew) {
      pictures.draw(answer); // before words change, which would have the page laid out anew
      controls.tell(answer);
    }
    voice.tell(answer);
  }

  function onAnswer() {
    const answer = model.get("answer");
    if (pad) pictures.wait(model.get("_waiting"));
    if (!isOwn() && answer.sizes && requests.take(answer)) put({ ...answer, request: asked });
  }

  const hasSamples = () =>
    !model.get("_waiting") && Boolean(model.get("_input").X || !hasPython(model));

  function onQuestion() {
    putCriteria();
    if (isOwn() && hasSamples()) {
      if (!isAsking) answers.begin();
      work.start();
    } else work.stop();
  }

  function onControl() {
    controls.put();
    editor.put();
    criteria.place();
    putCriteria();
  }

  function putCriteria() {
    if (criteria.isKnown() === hasCriteria) return;
    hasCriteria = !hasCriteria;
    pictures.putPanels();
  }

  function onLabelling() {
    if (!answers.isOwn(model.get("_labelling"))) onQuestion();
  }

  function onCurve() {
    controls.putRules();
    pictures.drawCurve(current);
  }

  const begins = (event) => { if (!event.repeat) answers.begin(); };
  ["pointerdown", "keydown"].forEach((name) => root.addEventListener(name, begins, true));
  const traits = ["kernel", "width", "n_clusters", "label_kernel", "preset", "method"];
  const stops = [
    watch(model, [...traits, "weighting", "sigma", "panels"], onControl),
    watch(model, ["_input"], answers.load), // all of them, or labels could not go on
    watch(model, [...traits, "_input", "_waiting"], onQuestion),
    watch(model, ["_labelling"], onLabelling),
    watch(model, ["answer", "_waiting"], onAnswer),
    watch(model, ["_points", "_room", "added", "target", "_axes", "_names"], pictures.setPoints),
    watch(model, ["_curve"], onCurve),
    watch(model, ["_criteria"], criteria.draw),
  ];
  pictures.setPoints();
  onControl();
  onAnswer();
  onQuestion();
  onCurve();
  criteria.draw();
  return () => {
    unpaint();
    stops.forEach((stop) => stop());
    [work, requests, presence, controls, pictures, editor, criteria, voice].forEach((part) => part.destroy());
  };
}
