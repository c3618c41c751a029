// PerturbationExplorer: perturb the data or their kernel; the bound stands beside the truth.
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

  const watching = [
    ["change:kernel change:perturb change:amount change:panels", controls.put],
    ["change:answer", onAnswer],
    ["change:curve", pictures.drawCurve],
    ["change:_axes change:_names", pictures.setSamples],
  ];
  watching.forEach(([events, fn]) => model.on(events, fn));
  pictures.setSamples();
  onAnswer();
  return () => {
    clearTimeout(speech);
    watching.forEach(([events, fn]) => model.off(events, fn));
    [requests, pictures, voice].forEach((part) => part.destroy());
  };
}

export default { render: following(render) };
