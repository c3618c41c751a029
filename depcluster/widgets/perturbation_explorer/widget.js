// PerturbationExplorer: perturb the data or their kernel; the bound stands beside the truth.

import { counted, num, widgetRoot } from "../base/parts/common.js";
import { liveRegion } from "../base/parts/controls.js";
import { watch } from "../base/parts/watch.js";
import { following } from "../explorer/parts/following.js";
import { createRequests } from "../explorer/parts/requests.js";
import { createVoice } from "../explorer/parts/voice.js";
import { createPerturbControls } from "./controls.js";
import { createPerturbedPictures } from "./pictures.js";

const SPOKEN_AFTER = 600;

function render({ model, el: host }) {
  const root = widgetRoot(host), live = liveRegion();
  const voice = createVoice(root, model, "PerturbationExplorer");
  const requests = createRequests(model, onState);
  const controls = createPerturbControls(model, requests);
  const pictures = createPerturbedPictures(model);
  voice.mount(controls, pictures, pictures.shelf);
  root.append(live.root);
  let speech = 0;

  function onState(state) {
    const { label, amount_short: text } = model.get("answer");
    voice.wait(state, controls.asked(), `${label} ${text}`);
  }

  function speak(answer) {
    clearTimeout(speech);
    const { title, reason } = answer.verdict, moved = counted(answer.moved, "point");
    speech = setTimeout(() => live.say(answer.error ? "" :
      `${title}. ${reason} Observed ε ${num(answer.epsilon)}, ${moved} moved.`), SPOKEN_AFTER);
  }

  function onAnswer() {
    const answer = model.get("answer");
    if (!requests.take(answer)) return;
    controls.tell(answer);
    pictures.draw(answer);
    voice.tell(answer);
    speak(answer);
  }

  const stops = [
    watch(model, ["kernel", "perturb", "amount", "panels"], controls.put),
    watch(model, ["answer"], onAnswer),
    watch(model, ["curve"], pictures.drawCurve),
    watch(model, ["_axes", "_names"], pictures.setSamples),
  ];
  pictures.setSamples();
  onAnswer();
  return () => {
    clearTimeout(speech);
    stops.forEach((stop) => stop());
    [requests, pictures, voice].forEach((part) => part.destroy());
  };
}

export default { render: following(render) };
