// Plays the answers recorded for a page without Python (see recorded.py): a question about the
// main slider gets the nearest of them, any other is not even asked. `explorer` is what the front
// end itself exports.
function recordedModel(model) {
  const { trait, alive, frames } = model.get("_recorded");
  const open = [trait, "_request", "folded", ...alive];
  let at = model.get(trait);

  // The nearest answer on the side the slider went to, so that one key press is one answer on.
  function answerTo(asked) {
    const named = frames.find((frame) => frame[trait] === asked);
    if (named) return named;
    const miss = (frame) => Math.abs(frame[trait] - asked);
    const ahead = frames.filter((frame) => Math.sign(frame[trait] - at) === Math.sign(asked - at));
    const among = ahead.length ? ahead : frames;
    return among.reduce((best, frame) => (miss(frame) < miss(best) ? frame : best), among[0]);
  }

  function save() {
    const request = model.get("_request"), shown = model.get("answer");
    if (request === shown.request) return;
    const state = answerTo(model.get(trait)) ?? {};
    at = state[trait];
    for (const [name, value] of Object.entries(state)) {
      if (name !== "answer") model.set(name, value);
    }
    model.set("answer", { ...(state.answer ?? shown), request });
  }

  return {
    ...model,
    set(name, value) { if (open.includes(name)) model.set(name, value); },
    save_changes: save,
  };
}

async function renderRecorded({ model, el: host, ...rest }) {
  const end = await explorer.render({ model: recordedModel(model), el: host, ...rest });
  for (const node of model.get("_recorded").rests.flatMap((rests) => [...host.querySelectorAll(rests)])) {
    node.inert = true;
    node.title = "needs Python";
  }
  return end;
}

export default { render: renderRecorded };
